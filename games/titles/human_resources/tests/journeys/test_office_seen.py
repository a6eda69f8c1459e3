"""The office in a browser: large cubicles at every size, a small map, and choosing without a connection."""

import re
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings

from games.kernel import engine
from games.mail import choices, links
from games.mail.links import Ticket
from games.matches.loaded import load_match
from games.models import Match
from games.titles.human_resources import game
from games.titles.human_resources.tests.journeys.office import CONFIRM, TARGET, at_table, deal, until, way
from games.titles.human_resources.tests.site.prepared import lay
from games.titles.human_resources.tests.tables import table
from tests.fixtures import make_person
from tests.games.conftest import move_on, open_of
from tests.journeys.actions import goes_live, show_is_loaded, shows, version_of, waits
from tests.journeys.test_stage import DRAWN, at_each_size

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = [(360, 640, 44), (390, 844, 44), (844, 390, 44), (1024, 768, 56), (1366, 768, 56), (1920, 1080, 56)]
WIDE = ("DLDLDLDLDLDLDLDLDLDL", "L..................L")  # 22 cubicles, wider than any window below
CUBICLE = "document.querySelector('#hr-cells use').getBoundingClientRect()"
FLOOR = "document.querySelector('.human_resources-floor')"
MAP = ".human_resources-map"
LONGEST = "Put a card of your hand in the place of a cubicle and take that cubicle into your hand."
# Are these words whole, in full ink and not too small on a manager in the hand?
WHOLE = """(words) => {
  const on = document.querySelector('.tray .human_resources-card > small');
  on.textContent = words;
  const isWhole = on.scrollWidth <= on.clientWidth + 1 && on.scrollHeight <= on.clientHeight + 1;
  const look = getComputedStyle(on);
  return isWhole && look.maskImage === 'none' && parseFloat(look.fontSize) >= 11;
}"""


@pytest.fixture
def people(db: None) -> tuple[Any, Any]:
    return make_person("ada"), make_person("bo")


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch, people: tuple[Any, Any]) -> Match:
    return deal(monkeypatch, people)


def opened(page: "Page", match: Match) -> "Page":
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    return page


def test_each_place_of_an_emails_drawing_is_touched_in_its_middle_and_then_marked(
    page_of: Any, match: Match, people: tuple[Any, Any]
) -> None:
    lay(match, table(("DLL",), hand=("M1D", "P12L", "Q1L"), mine=("P02D", "P03D")))
    page, asked = page_of(people[0]), open_of(load_match(match.pk))
    offered = choices.offered(load_match(match.pk), 0, asked.decision)
    number = next(place for place, one in enumerate(offered) if one.move.verb == "place" and not one.is_complete)
    start = links.link(Ticket(match.pk, 0, people[0].pk, str(number), asked.id)).removeprefix(settings.SITE_URL)
    page.goto(start)
    places = page.locator(".position-picture a")
    count = places.count()
    assert count > 6 and page.locator("[data-part=wanted] rect").count()
    for place in range(count):
        page.goto(start)
        with page.expect_navigation():
            places.nth(place).click()
        chosen = page.locator(".position-picture a.is-chosen > *, .position-picture a.is-chosen rect").last
        assert chosen.evaluate("one => getComputedStyle(one).fill") == "rgb(242, 193, 78)", place


def test_cubicles_are_large_at_the_start_and_late(page_of: Any, match: Match, people: tuple[Any, Any]) -> None:
    page = opened(page_of(people[0]), match)
    early = cubicles_at_each_size(page)
    assert [size >= least for size, (_, _, least) in zip(early, SIZES, strict=True)] == [True] * len(SIZES), early
    lay(match, table(WIDE, hand=("P01D",)))
    opened(page, match)
    assert cubicles_at_each_size(page) == pytest.approx(early, abs=0.5)


def test_the_points_of_a_quota_are_seen_in_a_low_window(page_of: Any, match: Match, people: tuple[Any, Any]) -> None:
    lay(match, table(("DLL",), hand=("M1D", "P12L", "Q1D")))
    page = opened(page_of(people[0], width=844, height=390), match)
    quota = page.locator(".tray .human_resources-card:has(> small):has(> b:not(.is-none))")
    parts = (quota, quota.locator("> b"), quota.locator("> strong"))
    card, points, name = (one.bounding_box() or {} for one in parts)
    assert quota.locator("> b").inner_text() == "3"
    assert card["y"] <= points["y"] and points["x"] + points["width"] <= card["x"] + card["width"]
    assert name["x"] + name["width"] - 13 <= points["x"], "beside the name"  # whose box has room for it


def test_the_words_of_a_manager_are_whole_in_a_hand_of_three(
    page_of: Any, match: Match, people: tuple[Any, Any]
) -> None:
    page = opened(page_of(people[0]), match)
    for width, height in ((390, 844), (1280, 800), (1366, 768), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN, width)
        assert page.evaluate(WHOLE, LONGEST), width


# Words of cards in the hand that end out of sight.
CUT = """() => [...document.querySelectorAll('.tray .human_resources-card > small')]
  .filter((words) => words.scrollWidth > words.clientWidth + 1).map((words) => words.textContent)"""


@pytest.mark.parametrize("first", ["Q3D", "X3D"])
def test_the_words_of_four_cards_are_whole_on_small_phones(
    page_of: Any, match: Match, people: tuple[Any, Any], first: str
) -> None:
    lay(match, table(("DLL",), hand=(first, "Q2L", "Q1L", "Q1D"), promo=True))
    page = opened(page_of(people[0]), match)
    page.locator(".tray .human_resources-card > small").nth(3).wait_for()
    assert not any(at_each_size(page, ((360, 640), (375, 667), (500, 844), (667, 375), (844, 390)), CUT).values())


def test_the_office_has_the_width_of_a_narrow_window(page_of: Any, match: Match, people: tuple[Any, Any]) -> None:
    page = opened(page_of(people[0]), match)
    widths = at_each_size(page, ((500, 844), (600, 960)), f"() => {FLOOR}.clientWidth")
    assert widths[500, 844] > 450 and widths[600, 960] > 550, widths


def cubicles_at_each_size(page: "Page") -> list[float]:
    """How wide a cubicle is, once the office has the size that fits the window."""
    found = []
    for width, height, _ in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN, width)
        found.append(page.evaluate(f"{CUBICLE}.width"))
    return found


def test_a_large_office_has_a_small_map_that_pans(page_of: Any, match: Match, people: tuple[Any, Any]) -> None:
    page = opened(page_of(people[0]), match)
    lay(match, table(WIDE, hand=("P01D",)))
    opened(page, match)
    page.locator(MAP).wait_for()
    box = page.locator(MAP).bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 4, box["y"] + box["height"] / 2)
    until(page, f"{FLOOR}.scrollLeft < 5")
    page.mouse.click(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2)
    until(page, f"{FLOOR}.scrollLeft > {FLOOR}.scrollWidth - {FLOOR}.clientWidth - 5")


def test_a_place_is_chosen_without_a_connection(page_of: Any, match: Match, people: tuple[Any, Any]) -> None:
    page = opened(page_of(people[0]), match)
    (decision,) = engine.decisions(game, at_table(match))
    action = next(action for action in decision.actions if action.verb == "place")
    places = [option.value for option in next(field for field in action.fields if field.name == "at").options]
    show_is_loaded(page)
    page.context.set_offline(True)
    way(page, "place").first.click()
    until(page, f"document.querySelectorAll('{TARGET}').length === {len(places)}")
    shown = page.locator(TARGET).evaluate_all("nodes => nodes.map(node => node.dataset.at)")
    assert shown == places
    page.locator(TARGET).first.click()
    page.locator(CONFIRM, has_text="Place").wait_for()


def test_places_in_a_sentence_light_up(page_of: Any, match: Match, people: tuple[Any, Any]) -> None:
    page = opened(page_of(people[0]), match)
    way(page, "place").first.click()
    page.locator(TARGET).first.click()
    page.locator(CONFIRM, has_text="Place").click()
    chip = page.locator(".log .human_resources-chip").first
    chip.wait_for()
    assert "(" in (chip.get_attribute("aria-label") or "")
    chip.hover()
    page.locator(".human_resources-told").wait_for(state="attached")


def test_a_phone_shows_the_whole_office_and_what_happened_without_numbers(
    page_of: Any, match: Match, people: tuple[Any, Any]
) -> None:
    lay(match, table(("DLD", "LDL", "DLD"), hand=("P10D",), mine=("P01D",), theirs=("P05D",)))
    page = opened(page_of(people[0], width=390, height=844), match)
    show_is_loaded(page)  # it says what to do
    words = "Ada places a dark cubicle at (0,1). Ada completes Hallway for 2 at (0,0) (1,0). Ada draws a card."
    page.evaluate(
        """(words) => { document.querySelector('.act-said').textContent = words;
        document.dispatchEvent(new Event('table:shown')); }""",
        words,
    )
    said = page.locator(".act-said")
    assert said.locator(".human_resources-chip").count() == 2 and "(" not in said.inner_text()
    foot = page.locator(".human_resources-foot > :visible").evaluate_all(
        "all => all.map(one => { const box = one.getBoundingClientRect(); return box.top + box.height / 2; })"
    )
    assert max(foot) - min(foot) < 20, "one line"
    cells, floor = page.locator("#hr-cells").bounding_box(), page.locator(".human_resources-floor").bounding_box()
    assert cells and floor
    assert floor["y"] <= cells["y"] and cells["y"] + cells["height"] <= floor["y"] + floor["height"]


IN_SIGHT = """() => [...document.querySelectorAll('.human_resources-panel')].map(panel => {
  const { left, top, right, bottom } = panel.getBoundingClientRect();
  const points = [[left + 3, top + 3], [right - 3, top + 3], [left + 3, bottom - 3], [right - 3, bottom - 3]];
  return points.every(([x, y]) => panel.contains(document.elementFromPoint(x, y)));
})"""


def test_four_projects_of_each_player_are_in_sight(page_of: Any, match: Match, people: tuple[Any, Any]) -> None:
    mine, theirs = ("P01D", "P02L", "P03D", "P04L"), ("P05D", "P06L", "P07D", "P08L")
    lay(match, table(("DLDL", "LDLD"), hand=("P10D",), mine=mine, theirs=theirs))
    page = opened(page_of(people[0], has_touch=True), match)
    page.locator(".first-match").get_by_role("button", name="Close").click()
    for width, height, _ in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN, width)
        seen = page.evaluate(IN_SIGHT)
        assert seen == [True] * 8, (width, seen)


def test_the_offer_to_show_what_was_missed_covers_no_project_in_landscape(
    page_of: Any, match: Match, people: tuple[Any, Any]
) -> None:
    lay(match, table(("DLDL", "LDLD"), hand=("P10D",), mine=("P01D", "P02L", "P03D", "P04L")))
    page = opened(page_of(people[0], width=844, height=390), match)
    page.locator(".first-match").get_by_role("button", name="Close").click()
    page.reload()  # the line below the board has its usual height
    goes_live(page)
    page.locator(".slips").evaluate(
        """slips => slips.insertAdjacentHTML('beforeend', `<p class="notice is-info row" id="missed" data-slip>
        <span>2 moves since your last visit.</span> <a class="button is-plain">Show me</a></p>`)"""
    )
    assert page.evaluate(IN_SIGHT) == [True] * 4


def test_many_projects_leave_the_office_its_height_on_a_phone(
    page_of: Any, match: Match, people: tuple[Any, Any]
) -> None:
    mine = ("P01D", "P02L", "P03D", "P04L", "P05D", "P06L", "P07D", "P08L", "P09D")
    lay(match, table(("DLDL", "LDLD"), hand=("P10D",), mine=mine))
    page = opened(page_of(people[0], width=390, height=844, has_touch=True), match)
    floor, board = (page.locator(part).bounding_box() for part in (".human_resources-floor", "#t-board"))
    assert floor and board and floor["height"] >= board["height"] * 0.45
    last = page.locator(".is-mine .human_resources-panel").last
    last.scroll_into_view_if_needed()
    assert page.evaluate(IN_SIGHT)[len(mine) - 1]


def test_a_replay_shows_coordinates_on_demand(page_of: Any, match: Match, people: tuple[Any, Any]) -> None:
    move_on(match)
    page = page_of(people[0])
    page.goto(f"/match/{match.pk}/history/?at=0")
    axis = page.locator(".human_resources-axis text").first
    assert not axis.is_visible()
    page.locator(".human_resources-slip.is-view summary").click()
    page.locator(".human_resources-numbers").check()
    assert axis.is_visible()
    page.locator("[data-go=next]").click()
    page.locator(".status-who", has_text="After move 1").wait_for()
    assert axis.is_visible(), "the choice outlives the step"


# How far each new cubicle is from its place while it falls.
FALLS = """() => {
  window.falls = [];
  const middle = (node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const real = Element.prototype.animate;
  Element.prototype.animate = function (...how) {
    const end = middle(this), one = real.apply(this, how), from = middle(this);
    if ("fall" in this.dataset && how[0].scale) falls.push(Math.hypot(from[0] - end[0], from[1] - end[1]));
    return one;
  };
}"""


def test_a_cubicle_falls_onto_its_own_place(page_of: Any, match: Match, people: tuple[Any, Any]) -> None:
    page = opened(page_of(people[0]), match)
    show_is_loaded(page)
    page.evaluate(FALLS)
    for _ in range(12):
        move_on(match)
        shows(page, version_of(match.pk))
    assert page.evaluate("falls.length") and page.evaluate("Math.max(...falls)") < 2


def test_buttons_are_grey_from_the_first_moment_of_a_turn(page_of: Any, match: Match, people: tuple[Any, Any]) -> None:
    move_on(match)
    turn = open_of(load_match(match.pk)).decision.seat
    page = opened(page_of(people[1 - turn]), match)
    show_is_loaded(page)
    page.evaluate("""document.addEventListener("table:shown", () => requestAnimationFrame(() => {
      window.buttons = [...document.querySelectorAll("#act [data-go]")].map((one) => one.ariaDisabled);
    }))""")
    move_on(match)
    shows(page, version_of(match.pk))
    waits(page, "window.buttons?.length", "no button came")
    assert set(page.evaluate("buttons")) == {"true"}


def test_a_replay_has_chips_for_the_places_of_a_move(page_of: Any, match: Match, people: tuple[Any, Any]) -> None:
    move_on(match, 6)
    page, lit = page_of(people[0]), 0
    page.goto(f"/match/{match.pk}/history/?at=1")
    for number in range(1, 7):
        page.locator("[data-go=next]").click()
        page.locator(".status-who", has_text=f"After move {number}").wait_for()
        for part in (".moment-told", ".log"):
            assert not re.search(r"\(-?\d+,", page.locator(part).first.inner_text()), part
        for chip in page.locator(".moment-told .human_resources-chip").all():
            chip.hover()
            page.locator(".human_resources-told").wait_for(state="attached")
            lit += 1
    assert lit


def test_projects_below_the_edge_show_that_they_are_there(page_of: Any, match: Match, people: tuple[Any, Any]) -> None:
    six = ["P01D", "P02D", "P03D", "P04D", "P05D", "P06D"]
    lay(match, table(("DLDL", "L..L"), hand=("P13D",), mine=six, theirs=["P07D"]))
    page = opened(page_of(people[0], width=1280, height=720), match)
    masks = "sides => sides.map(side => getComputedStyle(side).maskImage.startsWith('linear-gradient'))"
    assert page.locator(".human_resources-side").evaluate_all(masks) == [True, False]


# Cards of the hand whose words are not whole.
CUT = """() => [...document.querySelectorAll('.tray .human_resources-card > small')].filter(
  (words) => words.scrollWidth > words.clientWidth + 1 || words.scrollHeight > words.clientHeight + 1
).map((words) => words.textContent)"""


def test_words_of_four_cards_are_whole(page_of: Any, match: Match, people: tuple[Any, Any]) -> None:
    lay(match, table(hand=("Q1L", "Q3L", "M3D", "M6L")))
    page = opened(page_of(people[0]), match)
    found = at_each_size(page, ((390, 844), (768, 1024), (1024, 768), (1280, 720), (1366, 768), (1920, 1080)), CUT)
    assert not any(found.values()), found
