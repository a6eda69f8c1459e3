"""Helps for the pages around accounts."""

import re
from typing import Any

import pytest
from django.core import mail
from django.test import Client


@pytest.fixture(autouse=True)
def no_limits(settings: Any) -> None:
    """Many tests log in from one address within a minute; test_rate_limits.py switches the limits on again."""
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
    """What the site asks before it touches the safety of an account."""
    assert client.post("/accounts/reauthenticate/", {"password": password}).status_code == 302
