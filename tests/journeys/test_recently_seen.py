"""An open page says when its player looks away from it, so that emails come again; and when they are back."""

from typing import TYPE_CHECKING, Any

import pytest

from config.embedded.processes import wait_until
from games.matches import presence
from games.models import Match
from games.table import recently_seen
from tests.journeys.actions import Watch, goes_live

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PATIENCE = 20, 0.05  # seconds; a page waits three before it first says that it is looked at
TURN = """hidden => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def turn_away(page: "Page", is_away: bool) -> None:
    """As when another tab comes to the front, or this one again."""
    page.evaluate(TURN, is_away)


def test_a_page_says_when_its_player_looks_away_and_is_back(page_of: Any, start: Any, owner: Any) -> None:
    match: Match = start()
    page = page_of(owner)
    watch = Watch(page)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    assert wait_until(lambda: recently_seen.is_looking(match.pk, 0), *PATIENCE)
    turn_away(page, True)
    assert wait_until(lambda: not recently_seen.is_looking(match.pk, 0), *PATIENCE)
    assert presence.among([(match.pk, 0)]), "the tab is still open"
    turn_away(page, False)
    assert wait_until(lambda: recently_seen.is_looking(match.pk, 0), *PATIENCE)
    page.goto("/mine/")
    assert wait_until(lambda: not recently_seen.is_looking(match.pk, 0), *PATIENCE)
    assert watch.problems == []
