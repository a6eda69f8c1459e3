"""Password rules, with our error messages, and password hashing.

Passwords on Django's list of 20,000 common ones are refused, and so are simple variations of them. No outside service
is used: a password never leaves this machine in any form.
"""

import re
from typing import Any

from django.contrib.auth import password_validation
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.exceptions import ValidationError

LEET = str.maketrans("@430!1$57", "aaeoiisst")
AROUND = 6  # characters around a common word that do not make it a good password: "dragon2024!"
ROWS = ("abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "azertyuiop")
OURS = {"playpost"}


class SmallArgon2(Argon2PasswordHasher):
    """Django's Argon2 hasher with 19 MiB and one lane instead of 100 MiB and eight, so that ten people can log in at
    once."""

    memory_cost = 19456  # KiB
    time_cost = 2
    parallelism = 1


class LongEnough(password_validation.MinimumLengthValidator):
    def get_error_message(self) -> str:
        return f"Please use at least {self.min_length} characters."


class NotMyName(password_validation.UserAttributeSimilarityValidator):
    def get_error_message(self) -> str:
        return "This password is too similar to your name or email address. Please choose another one."


class NotCommon(password_validation.CommonPasswordValidator):
    """Refuses common passwords, even if spelled p4ssw0rd, doubled, reversed, or with digits around them."""

    def get_error_message(self) -> str:
        return "This password is very common, so it’s easy to guess. Please choose another one."

    def validate(self, password: str, user: Any = None) -> None:
        for form in variations_of(password.lower()):
            if form in OURS or is_simple(form):
                raise ValidationError(self.get_error_message(), code="password_too_common")
            super().validate(form, user)


def variations_of(password: str) -> set[str]:
    """The words that a password may be a variation of."""
    core = re.sub(r"^[^a-z]+|[^a-z]+$", "", password)
    found = {password, password.translate(LEET)}
    if len(password) - len(core) <= AROUND and len(core) >= 4:
        found |= {core, core.translate(LEET)}
    half = len(password) // 2
    if password[:half] == password[half:]:
        found.add(password[:half])
    return found | {form[::-1] for form in found}


def is_simple(password: str) -> bool:
    """Has it at most three different characters, or is it a run along the alphabet or a keyboard row?"""
    return len(set(password)) <= 3 or any(password in row * 2 for row in ROWS)
