"""Company at the table: chat at the plates, quick reactions, sounds that are asked for once."""

from typing import Any

import pytest

from games.matches.loaded import load_match
from games.models import Match
from tests.games.conftest import user_of
from tests.journeys.actions import Watch, goes_live, is_accessible, waits
from tests.samples import quick_first

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LIVE = {"pace": "live", "move_seconds": 600, "bank_seconds": 600}
AT_ITS_PLATE = """() => {
  const place = (one) => document.querySelector(one).getBoundingClientRect();
  const said = place(".bubble"), plate = place('#t-seats [data-seat="0"]');
  const beside = Math.max(0, said.left - plate.right, plate.left - said.right);
  return beside + Math.max(0, said.top - plate.bottom, plate.top - said.bottom) < 12;
}"""


def opened(page_of: Any, match: Match, seat: int, **more: Any) -> Any:
    page = page_of(user_of(load_match(match.pk), seat), **more)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    chat = page.locator("#t-chat").bounding_box()
    waits(page, "Boolean(window.sounds && document.querySelector('.reactions button'))", "the show was never loaded")
    assert page.locator("#t-chat").bounding_box() == chat  # Send stays where it was
    return page


def test_chat_and_reactions_show_at_the_plates(page_of: Any, start: Any) -> None:
    match = start()
    mine, theirs = opened(page_of, match, 0, width=1280), opened(page_of, match, 1, width=1280)
    watches = [Watch(mine), Watch(theirs)]
    mine.get_by_label("Say something").fill("Good luck to all of you")
    mine.keyboard.press("Enter")
    bubble = theirs.locator('.bubble[data-seat="0"]')
    bubble.get_by_text("Good luck to all of you").wait_for()
    assert theirs.evaluate(AT_ITS_PLATE)
    mine.get_by_role("button", name="Ha ha").click()
    theirs.locator('.bubble[data-seat="0"] svg').wait_for()
    assert mine.get_by_role("button", name="Well done").is_disabled()  # for a moment
    bubble.wait_for(state="detached")
    theirs.evaluate("window.preferences.set('reactions', 'no')")
    mine.locator(".reactions button:enabled").first.wait_for()
    mine.get_by_role("button", name="Well done").click()
    mine.locator('.bubble[data-seat="0"] svg').wait_for()
    assert not theirs.locator(".bubble").count()
    is_accessible(mine)
    assert [watch.problems for watch in watches] == [[], []]


@pytest.mark.parametrize(("answer", "is_on"), quick_first(("Yes", "on"), ("No", "")))
def test_a_live_table_asks_once_about_sound(page_of: Any, start: Any, answer: str, is_on: str) -> None:
    match = start(**LIVE)
    page = opened(page_of, match, 0)
    slip = page.locator(".slips").get_by_text("Play with sound?")
    slip.wait_for()
    is_accessible(page)
    slip.get_by_role("button", name=answer).click()
    assert (page.evaluate("window.preferences.get('sounds')") or "") == is_on
    page.reload()
    waits(page, "Boolean(window.sounds)", "the show was never loaded")
    assert not slip.count()
    assert page.locator("select[name=sounds]").input_value() == is_on
