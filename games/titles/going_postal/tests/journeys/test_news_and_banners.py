"""What a player is told of moves by others: the news of one who is out, and the banner of a take-over."""

from typing import Any

import pytest

from games.matches.loaded import load_match
from tests.games.conftest import user_of
from tests.games.recorded_matches import recorded
from tests.journeys.actions import goes_live, show_is_loaded, waits

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BANNER = """() => document.addEventListener("table:beat", ({ detail: { kind } }) => requestAnimationFrame(() => {
  if (kind === "banner") window.banner = document.querySelector(".beat-banner b").textContent;
}))"""
# Whether the news are cut, and whether they lie on other words of the tray.
CUT = """() => {
  const news = document.querySelector(".status-last"), { top, bottom } = news.getBoundingClientRect();
  const others = [...document.querySelectorAll(".tray :is(.going_postal-note, .going_postal-none)")];
  const boxes = others.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
  const lies = boxes.filter((box) => box.bottom > top && box.top < bottom);
  return [news.scrollHeight > news.clientHeight + 1, lies.length];
}"""


def test_whoever_is_out_reads_how_on_a_small_phone(page_of: Any, start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    told, match = recorded(start, "going_postal", monkeypatch)
    told.move_on(match, 18)
    page = page_of(user_of(load_match(match.pk), 3), width=360, height=640)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    page.locator("#act").get_by_role("button", name="Take over (1)").wait_for()
    assert "eliminates you" in page.locator(".status-last").inner_text()
    assert page.evaluate(CUT) == [False, 0]


def test_a_banner_says_you_within_a_sentence(page_of: Any, start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    told, match = recorded(start, "going_postal", monkeypatch)
    told.move_on(match, 30)
    page = page_of(user_of(load_match(match.pk), 0))
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    show_is_loaded(page)
    page.evaluate(BANNER)
    told.move_on(match, 1)
    waits(page, "Boolean(window.banner)", "no banner")
    assert page.evaluate("banner") == "Take-over: player3 for you"
