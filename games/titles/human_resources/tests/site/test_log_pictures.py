"""The small cards in a page's log: only those its viewer may know."""

import re
from typing import Any

import pytest

from games.matches.loaded import load_match
from games.table import fragments
from games.table.presenter import Viewer
from tests.games.conftest import move_on

pytestmark = pytest.mark.django_db(transaction=True)
PICTURES = re.compile(r'data-pics="([^"]*)"')


def test_only_its_owner_sees_a_picture_of_a_drawn_card(start: Any, owner: Any, player: Any) -> None:
    match = start("human_resources", (owner, player))
    move_on(match, 6)
    loaded = load_match(match.pk)
    drew = [event for line in loaded.lines for event in line.events if event.kind == "drew" and event.private]
    assert drew
    for seat in (0, 1, None):
        shown = ",".join(PICTURES.findall(fragments.log(loaded, Viewer(seat=seat)))).split(",")
        for event in drew:
            ((who, known),) = event.private.items()
            if who == seat:
                assert known["card"] in shown
        hidden = {card for hand in loaded.at_table().state.hands for card in hand} if seat is None else set()
        assert not hidden & set(shown)
        if seat is not None:
            assert not set(loaded.at_table().state.hands[1 - seat]) & set(shown)
