"""`manage.py lostkey NAME`: for somebody who lost all second factors and recovery codes, and proved who they are."""

import logging
from argparse import ArgumentParser
from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError

from accounts.login import sign_out
from accounts.models import DeviceSession, User

log = logging.getLogger("playpost.security")


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
        log.info("User %s has lost the second factors, and the host removed them.", user.pk)
        way = "log in with the password alone" if user.has_usable_password() else "set a password by email and log in"
        self.stdout.write(f"{username} can {way}. Ask them to add a new second factor.")
