"""Encrypts the secrets of authenticator apps and recovery codes with a key derived from SECRET_KEY."""

import base64
import logging
import secrets

from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

log = logging.getLogger("playpost.people")


class Adapter(DefaultMFAAdapter):
    """allauth's, which would keep them in the clear: whoever read a backup could log in. With our sentences."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "add_email_blocked": "To add an email address, turn off one-time codes and remove your security keys first.",
        "cannot_delete_authenticator": "You can’t turn this off: your account needs it.",
        "cannot_generate_recovery_codes": "Turn on one-time codes or add a key first.",
        "incorrect_code": "This code is wrong. Codes from an app change every 30 seconds: try the one it shows now.",
        "unverified_email": "Please confirm your email address first.",
    }

    def encrypt(self, text: str) -> str:
        return _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Without the key: a secret that fits no code. Nobody can log in with it, and no page fails."""
        try:
            return _box().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            log.error("A second factor cannot be read: its SECRET_KEY is gone.")
            return base64.b32encode(secrets.token_bytes(20)).decode()


def _box() -> MultiFernet:
    """Encrypts with the key of today, reads those of before."""
    keys = []
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        made = HKDF(algorithm=hashes.SHA256(), length=32, salt=None, info=b"playpost.second-factor")
        keys.append(Fernet(base64.urlsafe_b64encode(made.derive(secret.encode()))))
    return MultiFernet(keys)
