"""Animations of Going Postal: Sam walks through every space he passes, cards fly, stamps fall, all within 0.6 s."""

from typing import TYPE_CHECKING, Any

import pytest

from games.matches.loaded import load_match
from games.models import Match
from games.titles.going_postal.tests.journeys.actions import choose, press
from games.titles.going_postal.tests.site.scenes import begin
from games.titles.going_postal.tests.tables import table
from tests.fixtures import make_person
from tests.games.conftest import user_of
from tests.games.recorded_matches import recorded
from tests.journeys.actions import Watch, goes_live, show_is_loaded, shows, version_of
from tests.samples import quick_first

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# Records all animations, and pauses Sam's so that it can be examined.
NOTE = """() => {
  window.moved = [];
  const real = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    const one = real.call(this, frames, how);
    window.moved.push([this.dataset.piece ?? "", how.duration]);
    if (this.dataset.piece === "sam") { one.pause(); one.effect.updateTiming({ easing: "linear" }); window.sams = one; }
    return one;
  };
}"""
# Sam's space at each part of his walk: the one that contains his centre.
STANDS = """(parts) => Array.from({ length: parts + 1 }, (_, part) => {
  window.sams.currentTime = window.sams.effect.getTiming().duration * part / parts;
  const sam = document.querySelector('#t-board [data-piece="sam"]').getBoundingClientRect();
  const [x, y] = [sam.x + sam.width / 2, sam.y + sam.height / 2];
  const holds = ({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom;
  const spaces = [...document.querySelectorAll('#t-board [data-zone^="space/"]')];
  const space = spaces.find((one) => holds(one.getBoundingClientRect()));
  return space?.dataset.zone ?? "nowhere";
})"""


@pytest.fixture
def people(db: None) -> tuple[Any, ...]:
    return tuple(make_person(name) for name in ("ada", "bo", "cy"))


def opened(page_of: Any, match: Match, seat: int, **more: Any) -> "Page":
    page: Page = page_of(user_of(load_match(match.pk), seat), **more)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    page.evaluate(NOTE)
    return page


def play_way(page: "Page", match: Match, way: str) -> None:
    version = version_of(match.pk)
    with page.expect_response("**/preview/**"):  # wait for the preview, which would be refused after the move
        choose(page.locator('#t-decision form[data-verb="play"]'), way.partition(".")[0], way)
    press(page.locator("#act [data-main]"))
    shows(page, version + 1)


def moved(page: "Page") -> dict[str, int]:
    """What has moved on this page, and for how many milliseconds."""
    return dict(page.evaluate("window.moved"))


@pytest.mark.parametrize("width", quick_first(360, 1280))
def test_sam_walks_round_the_corner_space_by_space(page_of: Any, start: Any, people: Any, width: int) -> None:
    match = begin(start, people, table([["priority", "coffee"]], seats=3, sam=1))
    page, other = opened(page_of, match, 0), opened(page_of, match, 1, width=width)
    watches = [Watch(page), Watch(other)]
    play_way(page, match, "priority-1.b")
    shows(other, version_of(match.pk))
    for one in (page, other):
        assert "sam" in moved(one) and all(time <= 600 for time in moved(one).values())
        # He starts where he was on the screen, even if something above the ring has changed its height.
        assert one.evaluate(STANDS, 4)[1:] == [f"space/{number}" for number in range(2, 6)]
        assert one.locator(".going_postal-walk").inner_text() == "Sam walked 4 steps, from Rose Cottage to Old Mansion."
        assert "card/priority-1" in moved(one), "the card flies onto the pile"
    assert [watch.problems for watch in watches] == [[], []]


# How many stamps the panel of a seat shows when each beat begins, and how far it is to the Post Office.
STAMPS = """(seat) => {
  const full = () => document.querySelectorAll(`.seatplate[data-seat="${seat}"] .is-full`).length;
  const gap = () => Number(document.querySelector(".going_postal-gap b").textContent);
  window.stamps = [];
  document.addEventListener("table:beat", ({ detail }) => stamps.push([detail.kind, [full(), gap()]]));
}"""


def test_a_stamp_falls_at_the_post_office(page_of: Any, start: Any, people: Any) -> None:
    match = begin(start, people, table([["bulk", "first"]], seats=3, stamps=[1], sam=10))
    page = opened(page_of, match, 0)
    play_way(page, match, "bulk-1.b")
    assert "sam" in moved(page) and max(moved(page).values()) <= 600
    assert page.evaluate(STANDS, 2)[1:] == ["space/11", "space/0"]


def test_a_panel_shows_a_stamp_when_it_falls(page_of: Any, start: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    told, match = recorded(start, "going_postal", monkeypatch)
    told.move_on(match, 5)
    page = opened(page_of, match, 0)
    show_is_loaded(page)
    page.evaluate(STAMPS, 1)
    told.move_on(match, 1)
    page.locator('.seatplate[data-seat="1"] .is-full').wait_for()
    stamps = dict(page.evaluate("stamps"))
    assert stamps["move"][0] == stamps["stamp"][0] == 0, "told before Sam came home"
    assert stamps["move"][1] < stamps["stamp"][1] == 12, "counted before Sam had walked"


def test_nothing_moves_with_reduced_motion(page_of: Any, start: Any, people: Any) -> None:
    match = begin(start, people, table([["priority", "coffee"]], seats=3, sam=1))
    page = opened(page_of, match, 0, reduced_motion="reduce")
    play_way(page, match, "priority-1.b")
    assert page.locator(".going_postal-space.has-sam").get_attribute("data-zone") == "space/5"
    assert moved(page) == {}


def test_dropping_a_card_on_a_space_chooses_the_option_that_leads_there(page_of: Any, start: Any, people: Any) -> None:
    match = begin(start, people, table([["priority", "coffee"]], seats=3, sam=1))
    page = opened(page_of, match, 0)
    show_is_loaded(page)
    page.locator('.tray label:has([value="priority-1"])').drag_to(page.locator('[data-zone="space/5"]'))
    page.locator("#act").get_by_role("button", name="Play: move 4").wait_for()
    assert page.locator('#t-decision [name="arg.way"]:checked').get_attribute("value") == "priority-1.b"


def test_no_option_is_chosen_for_me_and_a_stamp_is_asked_about(page_of: Any, start: Any, people: Any) -> None:
    match = begin(start, people, table([["first", "bulk"]], seats=3, sam=10))
    page = opened(page_of, match, 0)
    page.locator('.tray label:has([value="first-1"])').click()
    assert page.locator('#t-decision [name="arg.way"]:checked').count() == 0
    main = page.locator("#act [data-main]")
    assert main.get_attribute("aria-disabled") == "true"
    assert page.locator(".act-said").inner_text() == "Touch where Sam should stop."
    pin = page.locator(".going_postal-pin")
    assert pin.inner_text().split() == ["Move", "2", "stamp", "1"]  # one for both options, at the Post Office
    pin.click()
    assert main.inner_text() == "Play: Post Office, stamp 1"
    version = version_of(match.pk)
    main.click()
    assert main.inner_text() == "Yes: Play: Post Office, stamp 1" and version_of(match.pk) == version
    assert page.locator(".act-said").inner_text().endswith("Do you want that?")
    page.locator('.tray label:has([value="bulk-1"])').click()
    page.locator(".going_postal-space:has(.going_postal-pin:not(.is-stamp))").click()  # anywhere on the house
    assert not main.inner_text().startswith("Yes")  # another choice is asked about anew
    press(main)
    shows(page, version + 1)


def test_an_only_move_is_ready_to_press(page_of: Any, start: Any, people: Any) -> None:
    match = begin(start, people, table([["going"]], seats=3, sam=1))  # the other option needs a postal personality
    page = opened(page_of, match, 0)
    version = version_of(match.pk)
    page.locator("#act [data-main][aria-disabled=false]", has_text="Play: move").click()
    shows(page, version + 1)
