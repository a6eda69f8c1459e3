"""`manage.py staff NAME`: opens the staff pages to an account, or closes them again. The only way to change that."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User


class Command(BaseCommand):
    help = "Make the account with this user name a member of staff; without a name, list the staff."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", nargs="?")
        parser.add_argument("--remove", action="store_true", help="the account is no longer staff")

    def handle(self, *args: Any, username: str | None, remove: bool, **options: Any) -> None:
        if username is None:
            names = User.objects.filter(is_staff=True).order_by("username").values_list("username", flat=True)
            return self.stdout.write(", ".join(names) or "Nobody is staff.")
        people = User.objects.filter(username__iexact=username, is_guest=False, is_bot=False, bot_owner=None)
        if not people.update(is_staff=not remove, is_superuser=False):
            raise CommandError(f"There is no account {username}. Sign up on the site first.")
        done = "is no longer staff." if remove else "is staff. /staff/ asks for a passkey or one-time codes first."
        self.stdout.write(f"{username} {done}")
