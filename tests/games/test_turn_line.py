"""The line below the board shows the last move; notes about clocks are only in the log."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.deadlines import sweep, vacations
from games.matches.loaded import load_match
from games.models import Match, SweepHeartbeat
from tests.games.conftest import browser_of, move_on, user_of

pytestmark = pytest.mark.django_db


def server_stands_still(match: Match) -> None:
    now = timezone.now()
    SweepHeartbeat.objects.create(at=now - timedelta(hours=5))
    sweep.give_back_outage(now)


def somebody_goes_away(match: Match) -> None:
    today = timezone.now().date()
    away = user_of(load_match(match.pk), 0)
    vacations.book(user=away, first=today + timedelta(days=1), last=today + timedelta(days=3), now=timezone.now())


@pytest.mark.parametrize(
    ("happens", "note"), [(server_stands_still, "was down"), (somebody_goes_away, "books a vacation")]
)
def test_a_note_about_clocks_does_not_replace_the_last_move(
    start: Any, happens: Callable[[Match], None], note: str
) -> None:
    match = start()
    move_on(match, 2)
    before = turn_line(match)
    assert before
    happens(match)
    page = page_of(match)
    assert note in page.split('id="log"')[1] and turn_line(match) == before


def page_of(match: Match) -> str:
    loaded = load_match(match.pk)
    return browser_of(user_of(loaded, 1)).get(f"/match/{match.pk}/").content.decode()


def turn_line(match: Match) -> str:
    return page_of(match).split('class="status-last">')[1].split("<")[0]
