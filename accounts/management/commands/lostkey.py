"""`manage.py lostkey NAME`: for somebody who lost all second factors and recovery codes, and proved who they are."""

from argparse import ArgumentParser
from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError

from accounts.login import sign_out
from accounts.models import DeviceSession, User


class Command(BaseCommand):
    help = "Remove the second factors of the account with this user name, and log it out everywhere."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        user = User.objects.filter(username__iexact=username, is_guest=False).first()
        if user is None:
            raise CommandError(f"There is no account {username}.")
        Authenticator.objects.filter(user=user).delete()
        DeviceSession.objects.filter(account_id=user.pk).delete()
        sign_out.close_sockets(user.pk)
        self.stdout.write(f"{username} can log in with the password alone. Ask them to add a new second factor.")
