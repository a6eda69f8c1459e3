"""The email of a turn."""

import re
from typing import Any

import pytest

from tests.games.test_replies import local_post, turn_email

__all__ = ["local_post"]
pytestmark = pytest.mark.django_db


def test_the_default_is_described_like_its_choice(start: Any, owner: Any, player: Any, staff: Any) -> None:
    """It has the same words as in the list, so that readers recognise it."""
    match = start("going_postal", (owner, player, staff))
    email = turn_email(match)
    default = re.search(r"^If your time runs out: (.+)\.$", email.body, re.MULTILINE)
    assert default and re.search(rf"^[0-9]+\. {re.escape(default[1])}$", email.body, re.MULTILINE)
