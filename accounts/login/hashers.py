"""Argon2 with the memory of a small server: 19 MiB and one lane instead of Django's 100 MiB and eight."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class SmallArgon2(Argon2PasswordHasher):
    """Django's hasher, its costs lowered so that ten people logging in at once do not need a gigabyte."""

    memory_cost = 19456  # KiB
    time_cost = 2
    parallelism = 1
