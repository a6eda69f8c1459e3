"""Clocks on the page: they agree with the server whatever the device says, and warn before the end."""

from typing import Any

import pytest

from games.matches.loaded import load_match
from games.models import Match
from tests.games.conftest import open_of, user_of
from tests.journeys.actions import Watch, goes_live
from tests.samples import quick_first

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# What the clock shows, and when it shows that by the device's real time: read together, after a fresh tick.
SHOWN = """(wrong) => {
  document.dispatchEvent(new Event("visibilitychange"));
  const [minutes, seconds] = document.querySelector("#t-status .clock").textContent.split(":").map(Number);
  return [60 * minutes + seconds, (Date.now() - wrong) / 1000];
}"""
# Let the device's clock run on until so many seconds are left.
LEAVE = """(seconds) => {
  const due = Date.parse(document.querySelector("#t-status .clock").dateTime);
  window.ahead += due - Date.now() - 1000 * seconds;
}"""


@pytest.fixture
def match(start: Any) -> Match:
    return start(pace="live", move_seconds=115, bank_seconds=0)  # minutes and seconds are shown below two minutes


def me(match: Match) -> Any:
    return user_of(load_match(match.pk), open_of(load_match(match.pk)).decision.seat)


@pytest.mark.parametrize("wrong", quick_first(300_000, -300_000, 0))
def test_a_wrong_device_clock_does_not_change_the_time_left(page_of: Any, match: Match, wrong: int) -> None:
    page = page_of(me(match))
    page.add_init_script(f"const real = Date.now; Date.now = () => real() + {wrong}")
    watch = Watch(page)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    due = next(row.due_at for row in load_match(match.pk).asked if row.due_at)
    shown, now = page.evaluate(SHOWN, wrong)
    assert abs(shown - (due.timestamp() - now)) <= 2
    assert watch.problems == []


def test_a_lost_line_is_tried_again_soon_and_later_more_seldom(page_of: Any, match: Match) -> None:
    page = page_of(me(match))
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    waits = page.evaluate("Array.from({ length: 60 }, () => tableSocket.delay())")
    first, soon, late = waits[0], waits[1:12], waits[20:]
    assert 120 <= first <= 600  # a server that is started again is back in a second
    assert min(soon) >= 300 and max(soon) <= 1500 and max(soon) - min(soon) > 300  # spread, for there are a thousand
    assert min(late) >= 6000 and max(late) <= 30000


def test_the_end_is_announced_once_and_counted_in_the_title(page_of: Any, match: Match) -> None:
    page = page_of(me(match))
    page.add_init_script("window.ahead = 0; const real = Date.now; Date.now = () => real() + window.ahead")
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    assert page.title().startswith("Your turn")
    assert "nearly up" not in page.locator("#said").inner_text()
    assert page.locator("#t-status .clock.is-soon").count() == 0
    page.evaluate(LEAVE, 20)  # a quarter of the time is the end: 28 s
    page.locator("#said").get_by_text("Your time is nearly up").wait_for(state="attached")
    assert page.title().startswith("0:")
    assert page.locator("#t-status .clock.is-soon").count() == 1
