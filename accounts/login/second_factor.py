"""Second factors: who has one (staff need one, games/views/staff.py), and the encryption of authenticator apps'
secrets and recovery codes with a key derived from SECRET_KEY."""

import base64
import logging
import secrets

from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

from accounts.browsers import browser_name
from accounts.models import User

log = logging.getLogger("playpost.people")


class Adapter(DefaultMFAAdapter):
    """allauth's adapter stores secrets in plain text, usable by anyone who reads a backup; this one encrypts them."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "add_email_blocked": "To add an email address, turn off one-time codes and remove your security keys first.",
        "cannot_delete_authenticator": "You can’t turn this off: your account needs it.",
        "cannot_generate_recovery_codes": "Turn on one-time codes or add a key first.",
        "incorrect_code": "This code is wrong. Codes from an app change every 30 seconds: try the one it shows now.",
        "unverified_email": "Please confirm your email address first.",
    }

    def encrypt(self, text: str) -> str:
        return _cipher().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Decrypt a secret. If the key is gone, return a random one: no code matches it, and no page fails."""
        try:
            return _cipher().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            log.error("Can't decrypt a second factor: its SECRET_KEY is missing.")
            return base64.b32encode(secrets.token_bytes(20)).decode()

    def generate_authenticator_name(self, user: User, type: str) -> str:
        """The name of a new key: that of the device that made it, with a number if it has made others."""
        device = browser_name(context.request.headers.get("User-Agent", ""))
        known = Authenticator.objects.filter(user=user, type=type).values_list("data__name", flat=True)
        names = (device, *(f"{device}, {number}" for number in range(2, len(known) + 3)))
        return next(name for name in names if name not in known)


def has_one(user: User) -> bool:
    """Does a log-in of this person need more than a password?"""
    return bool(is_mfa_enabled(user, [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]))


def forget_keys(user: User) -> int:
    """Remove this person's passkeys and security keys. Returns how many."""
    return int(Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).delete()[0])


def _cipher() -> MultiFernet:
    """Encrypts with the current key; decrypts with that and the fallbacks."""
    keys = []
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        made = HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=b"playpost.second-factor")
        keys.append(Fernet(base64.urlsafe_b64encode(made.derive(secret.encode()))))
    return MultiFernet(keys)
