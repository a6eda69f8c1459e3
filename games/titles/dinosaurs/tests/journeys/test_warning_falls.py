"""The warning that one more Disaster card would put a player out comes when the last one has fallen."""

from typing import TYPE_CHECKING, Any

import pytest

from games.matches.loaded import load_match
from games.titles.dinosaurs.tests.journeys.test_match_seen import answer, laid
from games.titles.dinosaurs.tests.scene import Table, seat
from tests.games.conftest import user_of
from tests.journeys.actions import goes_live, show_is_loaded, shows, waits

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["laid"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Whether the plate and the place of seat 2 warn, when the card falls and when all has been shown.
WARNS = """() => [document.querySelector('.seatplate[data-seat="2"]').textContent.includes("one more"),
  Boolean(document.querySelector('.dinosaurs-place[data-seat="2"] .dinosaurs-danger'))]"""
FALLS = f"""() => document.addEventListener("table:beat", ({{ detail }}) => {{
  if (detail.kind === "stamp") window.fell = ({WARNS})();
}})"""


def test_the_warning_comes_when_the_card_has_fallen(laid: Any, page_of: Any) -> None:
    table = Table(
        seat("iced-ptea", "bonehead"),
        seat("run-home-bat", "bonehead", dino="cry-ceratops"),
        seat("cool-stick", "insurance bonehead", dino="bad-luck-bronto", area=["trapped"]),
        disaster="spa-day",
        options={"waves": "single"},
    ).play_cards()
    for number in (0, 1):
        table.do(number, "instants", plays=[])
    match = laid(table)
    page: Page = page_of(user_of(load_match(match.pk), 0), width=1366, height=768)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    show_is_loaded(page)
    shows(page, answer(match, 2, "instants", plays=[]))
    page.evaluate(FALLS)
    shows(page, answer(match, 2, "take"))
    waits(page, "window.fell && !('beats' in document.documentElement.dataset)", "the card never fell")
    assert page.evaluate("fell") == [False, False]
    assert page.evaluate(WARNS) == [True, True]
