"""A click or key press that has begun is completed whatever arrives or moves meanwhile, even on a slow device."""

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from games.kernel import engine
from games.kernel.types import Move
from games.matches import play as door
from games.matches.loaded import load_match
from games.models import Match
from games.titles.going_postal.tests.journeys.actions import press
from games.titles.going_postal.tests.site.scenes import begin
from games.titles.going_postal.tests.tables import TRADING, table
from tests.fixtures import make_person
from tests.games.conftest import user_of
from tests.journeys.actions import Watch, goes_live, shows, version_of, waits

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HAND = ["first", "priority", "coffee"]
# Slows animations down, so that cards can be clicked in flight.
# Not the fading edges of what scrolls, which count as animations.
FLIGHTS = "document.getAnimations().filter((one) => one.timeline instanceof DocumentTimeline)"
SLOWLY = """() => {
  const real = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    return real.call(this, frames, { ...how, duration: 8000, easing: "linear" });
  };
}"""


@pytest.fixture
def match(start: Any) -> Match:
    """Trading: seat 0 brings Sam to the office with its first card and has to discard one of the others."""
    people = tuple(make_person(name) for name in ("ada", "bo", "cy"))
    return begin(start, people, table([HAND], seats=3, sam=10, options=TRADING))


# Removes the time limit of a press, so that updates wait for its end even on a slow machine.
PATIENTLY = """
  const real = window.setTimeout;
  window.setTimeout = (act, wait, ...rest) => real(act, [3000, 8000].includes(wait) ? 600000 : wait, ...rest);
"""
# Counts messages before the page's own code gets them, and notes when the page is pressed and when it shows an update.
HEARS = """
  window.came = window.pressedAt = window.newsAt = 0;
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...words) { super(...words); this.addEventListener('message', () => { window.came += 1; }); }
  };
  addEventListener('pointerdown', () => { window.pressedAt = performance.now(); }, true);
  addEventListener('table:shown', () => { window.newsAt = performance.now(); }, true);
"""


def opened(page_of: Any, match: Match, seat: int, is_patient: bool = True, **how: Any) -> "Page":
    page: Page = page_of(user_of(load_match(match.pk), seat), **how)
    page.add_init_script(HEARS + (PATIENTLY if is_patient else ""))
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    return page


def update_comes(page: "Page", match: Match, seat: int) -> None:
    """Let another seat offer a trade, and wait until the page has received it and must render its decision again."""
    came = page.evaluate("came")
    offers(match, seat)
    waits(page, f"came > {came}", "the update never came")


def offers(match: Match, seat: int) -> None:
    """Let this seat offer seat 0 a trade, so that the decision of seat 0 has to be rendered again."""
    loaded = load_match(match.pk)
    card = loaded.at_table().state.hands[seat][0]
    opens = engine.open_decisions(loaded.game, loaded.at_table())
    decision = next(one.id for one in opens if one.decision.seat == seat)
    move = Move("offer", {"to": 0, "card": card, "says": "coffee", "wants": None})
    door.play_move(match_id=match.pk, seat=seat, decision=decision, move=move, by="web", user=user_of(loaded, seat))


def point(page: "Page", box: "Locator") -> None:
    """Move the mouse to the centre of a box, where it is now."""
    box.wait_for()
    at = box.bounding_box()
    assert at is not None
    page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)


def way(page: "Page", value: str) -> "Locator":
    """The card of this option."""
    return page.locator(f'#t-decision [name="card"][value="{value.partition(".")[0]}"]')


def test_a_choice_under_the_mouse_survives_an_update(page_of: Any, match: Match) -> None:
    page = opened(page_of, match, 0)
    watch = Watch(page)
    box = way(page, "priority-1.a")
    box.scroll_into_view_if_needed()
    point(page, box)
    page.mouse.down()
    update_comes(page, match, 1)  # the update waits
    page.mouse.up()
    shows(page, version_of(match.pk))
    expect(box).to_be_checked()
    assert page.locator('#t-decision form[data-verb="accept"]').count() == 1
    assert watch.problems == []


def test_a_held_key_survives_an_update(page_of: Any, match: Match) -> None:
    page = opened(page_of, match, 0)
    box = way(page, "priority-1.b")
    box.focus()
    page.keyboard.down("Space")
    update_comes(page, match, 1)
    page.keyboard.up("Space")
    shows(page, version_of(match.pk))
    expect(box).to_be_checked()


def test_updates_do_not_wait_for_ever(page_of: Any, match: Match) -> None:
    page = opened(page_of, match, 0, is_patient=False)
    page.mouse.move(5, 300)
    page.mouse.down()
    offers(match, 1)
    shows(page, version_of(match.pk))  # the mouse is still down
    assert page.evaluate("newsAt - pressedAt") >= 2900


def test_an_open_list_survives_an_update(page_of: Any, match: Match) -> None:
    page = opened(page_of, match, 0)
    page.locator("details.going_postal-talk summary").click()
    field = page.locator('#t-decision form[data-verb="offer"] [name="arg.says"]')
    field.scroll_into_view_if_needed()
    point(page, field)
    page.mouse.down()
    page.mouse.up()  # now the list is open
    update_comes(page, match, 1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    shows(page, version_of(match.pk))
    assert field.input_value()


def test_an_open_fold_stays_open(page_of: Any, match: Match) -> None:
    page = opened(page_of, match, 0)
    pile = page.locator("details:has(> summary:text('Discard'))")
    pile.locator("summary").click()
    offers(match, 1)
    shows(page, version_of(match.pk))
    assert pile.get_attribute("open") is not None


def test_a_card_can_be_clicked_in_flight(page_of: Any, match: Match) -> None:
    page = opened(page_of, match, 0, height=1800)
    page.evaluate(SLOWLY)
    way(page, "first-1.a").locator("xpath=..").click()
    page.locator('.going_postal-pin[data-way="first-1.a"]').click()
    press(page.locator("#act button", has_text="Play").first)
    page.locator('#t-decision label:has([name="arg.cards"])').first.wait_for()
    page.evaluate(f"{FLIGHTS}.forEach((one) => one.finish())")  # finish the animations of these cards
    page.locator('#t-decision label:has([name="arg.cards"])').first.click()
    page.locator("#act button", has_text="Discard").first.click()
    box = way(page, "coffee-1.b")  # seat 0 has the next turn, and its remaining card flies back into the hand
    box.wait_for()
    page.evaluate(f"{FLIGHTS}.forEach((one) => {{ one.currentTime = 7000; }})")  # it has almost arrived
    point(page, page.locator('#t-decision label:has([name="card"][value="coffee-1"])'))
    page.mouse.down()
    page.wait_for_timeout(300)
    page.mouse.up()
    expect(box).to_be_checked()


def test_a_slow_device_loses_no_click(page_of: Any, match: Match) -> None:
    page = opened(page_of, match, 0)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    way(page, "first-1.a").locator("xpath=..").click()
    page.locator('.going_postal-pin[data-way="first-1.a"]').click()
    press(page.locator("#act button", has_text="Play").first)
    box = page.locator('#t-decision [name="arg.cards"]').last
    box.locator("xpath=..").click()
    expect(box).to_be_checked()
