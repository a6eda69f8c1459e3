"""Animated moves: cards travel for at most 0.6 s, and the animation can be skipped or turned off."""

from typing import Any

import pytest

from games.models import Match
from games.titles.parcels.tests.journeys.actions import play_a_turn
from tests.games.conftest import move_on
from tests.journeys.actions import Watch, goes_live, on_turn, shows, version_of
from tests.journeys.test_motion import NOTE, moved

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def match(start: Any) -> Match:
    match: Match = start()
    move_on(match, 3)
    return match


def test_cards_travel_and_any_key_ends_it(page_of: Any, match: Match) -> None:
    page, other = page_of(on_turn(match)), page_of()
    watches = [Watch(page), Watch(other)]
    for one in (page, other):
        one.goto(f"/match/{match.pk}/")
        goes_live(one)
        one.evaluate(NOTE)
    version = version_of(match.pk)
    play_a_turn(page)
    for one in (page, other):
        shows(one, version + 1)
        assert moved(one) and all(time <= 600 for _, time in moved(one))
    other.keyboard.press("Shift")
    assert other.evaluate("window.moved.every(([, , one]) => one.playState === 'finished')")
    assert [watch.problems for watch in watches] == [[], []]


def test_reduced_motion_disables_animations(page_of: Any, match: Match) -> None:
    page = page_of(on_turn(match), reduced_motion="reduce")
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    page.evaluate(NOTE)
    version = version_of(match.pk)
    play_a_turn(page)
    shows(page, version + 1)
    assert moved(page) == []
