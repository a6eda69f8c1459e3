"""Helpers for tests of account pages."""

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client


@pytest.fixture(autouse=True)
def no_limits(settings: Any) -> None:
    """Rate limits are off, because tests log in many times a minute; test_rate_limits.py switches them on."""
    settings.ACCOUNT_RATE_LIMITS = False


def newest_code() -> str:
    """The code in the newest email."""
    found = re.search(r"\n    (\S+)\n", mail.outbox[-1].body)
    assert found, mail.outbox[-1].body
    return found[1]


def newest_link() -> str:
    """The path of the reset link in the newest email."""
    found = re.search(r"https?://[^/\s]+(/accounts/password/reset/key/\S+)", mail.outbox[-1].body)
    assert found, mail.outbox[-1].body
    return found[1]


def prove_it_is_me(client: Client, password: str) -> None:
    """Reauthenticate, as the site requires before security changes."""
    assert client.post("/accounts/reauthenticate/", {"password": password}).status_code == 302
