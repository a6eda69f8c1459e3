"""The email of a turn."""

import re
from typing import Any

import pytest

from games.kernel.types import Move
from games.table import presenter
from tests.games.conftest import move_on
from tests.games.test_replies import local_post, turn_email

__all__ = ["local_post"]
pytestmark = pytest.mark.django_db


def test_the_default_is_described_like_its_choice(start: Any, owner: Any, player: Any, staff: Any) -> None:
    """It has the same words as in the list, so that readers recognise it."""
    match = start("going_postal", (owner, player, staff))
    email = turn_email(match)
    default = re.search(r"^If your time runs out: (.+)\.$", email.body, re.MULTILINE)
    assert default and re.search(rf"^[0-9]+\. {re.escape(default[1])}$", email.body, re.MULTILINE)


def test_a_move_is_told_alike_whether_the_form_or_a_choice_sent_it(
    start: Any, owner: Any, player: Any, staff: Any
) -> None:
    """The form sends card, option and distance as one value."""
    match = start("going_postal", (owner, player, staff))
    loaded = move_on(match)  # the direction of play
    (asked,) = [one.decision for one in loaded.open_decisions() if one.decision.default.verb == "play"]
    chosen = asked.default.args
    way = ".".join(str(chosen[name]) for name in ("card", "option", "distance") if chosen[name] is not None)
    sent = Move("play", {"way": way, "target": chosen["target"]})
    words = presenter.default_words(loaded, loaded.view_for(asked.seat), asked)
    assert presenter.sent_words(loaded, asked, sent) == words != ""
