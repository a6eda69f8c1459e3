"""The log as people see it: small cards beside its lines, "You" in one's own lines, and the same in a replay."""

from typing import TYPE_CHECKING, Any

import pytest

from games.matches.loaded import load_match
from games.models import Match
from games.titles.parcels.tests.journeys.actions import play_a_turn
from tests.games.conftest import move_on, open_of, user_of
from tests.journeys.actions import Watch, goes_live, shows, version_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NEWEST = "#log > .log-move:first-child"
# Addresses of the pictures of the newest move, and whether each leads to something that is drawn.
DRAWN = """async (line) => Promise.all([...line.querySelectorAll('.pic use')].map(async (use) => {
  const [address, id] = use.getAttribute('href').split('#');
  return [id, (await (await fetch(address)).text()).includes(`<symbol id="${id}"`)];
}))"""


@pytest.fixture
def match(start: Any) -> Match:
    match: Match = start()
    return match


def on_turn(match: Match) -> int:
    return open_of(load_match(match.pk)).decision.seat


def opened(page: "Page", match: Match) -> Watch:
    watch = Watch(page)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    return watch


def test_a_move_brings_its_cards_into_every_log(page_of: Any, match: Match) -> None:
    seat = on_turn(match)
    mine = page_of(user_of(load_match(match.pk), seat))
    other = page_of(user_of(load_match(match.pk), (seat + 1) % 3))
    watches = [opened(page, match) for page in (mine, other)]
    assert mine.locator("#t-board .parcels-owner").inner_text() == "Nothing to beat: you lead"
    name = load_match(match.pk).names[seat]
    assert other.locator("#t-board .parcels-owner").inner_text() == f"{name} leads"
    version = version_of(match.pk)
    play_a_turn(mine)
    cards = []
    for page, who in ((mine, "You lead"), (other, f"{name} leads")):
        shows(page, version + 1)
        page.locator(f"{NEWEST} .pic").first.wait_for()
        line = page.locator(f"{NEWEST} .log-line").last
        assert line.inner_text().startswith(who)
        assert line.locator(".clause").get_attribute("href") == "/r/PC-31/" and line.locator("time").count() == 1
        drawn = line.evaluate(DRAWN)
        assert all(found for _, found in drawn)
        cards.append([id for id, _ in drawn])
    played = next(event for event in load_match(match.pk).lines[-1].events if event.kind == "play")
    assert cards == [[f"c{number}" for number in played.data["cards"]]] * 2
    assert [watch.problems for watch in watches] == [[], []]


def test_a_small_card_in_the_log_can_be_enlarged(page_of: Any, match: Match) -> None:
    move_on(match, 2)
    page = page_of(user_of(load_match(match.pk), on_turn(match)))
    opened(page, match)
    page.locator("#first-match .close").click()  # the words to a first match lie over the log
    page.locator("#log .pic").first.hover()
    held = page.locator(".enlarged svg")
    held.wait_for()
    assert held.bounding_box()["width"] > 150


def test_the_replay_shows_them_too(page_of: Any, match: Match) -> None:
    move_on(match, 4)
    loaded = load_match(match.pk)
    seat = next(line.seat for line in loaded.lines if line.seat is not None)
    page = page_of(user_of(loaded, seat))
    watch = Watch(page)
    page.goto(f"/match/{match.pk}/history/?at={loaded.version}")
    page.locator("#t-log .pic").first.wait_for()
    page.locator("#t-log b[data-seat]", has_text="You").first.wait_for()
    before = page.locator("#t-log .log-line").count()
    page.locator(".travel [data-go=prev]").click()
    page.wait_for_selector(f'.moment[data-version="{loaded.version - 1}"]')
    page.locator("#t-log .pic").first.wait_for()
    assert page.locator("#t-log .log-line").count() < before
    assert watch.problems == []
