"""What a person has begun to press is done, whatever arrives or moves meanwhile; also on a slow device."""

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from games.kernel import engine
from games.kernel.types import Move
from games.matches import play as door
from games.matches.loaded import load_match
from games.models import Match
from games.titles.going_postal.tests.site.scenes import begin
from games.titles.going_postal.tests.tables import TRADING, table
from tests.fixtures import make_person
from tests.games.conftest import user_of
from tests.journeys.actions import Watch, goes_live, shows, version_of, waits

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
HAND = ["first", "priority", "coffee"]
# Cards fly for so long that they are met in the air.
SLOWLY = """() => {
  const real = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    return real.call(this, frames, { ...how, duration: 8000, easing: "linear" });
  };
}"""


@pytest.fixture
def match(start: Any) -> Match:
    """Trading: seat 0 leads Sam to the office with its first card and has to discard one of the others."""
    people = tuple(make_person(name) for name in ("ada", "bo", "cy"))
    return begin(start, people, table([HAND], seats=3, sam=10, options=TRADING))


# However long this machine takes, no press lasts too long: news wait for its end alone.
PATIENTLY = """
  const real = window.setTimeout;
  window.setTimeout = (act, wait, ...rest) => real(act, [3000, 8000].includes(wait) ? 600000 : wait, ...rest);
"""
# What comes to the page, before anything of the page hears of it; and when the page is pressed and shows news.
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


def news_come(page: "Page", match: Match, seat: int) -> None:
    """Somebody else offers a trade: that has come to this page, whose decision has to be drawn anew."""
    came = page.evaluate("came")
    offers(match, seat)
    waits(page, f"came > {came}", "the news never came")


def offers(match: Match, seat: int) -> None:
    """Somebody else offers a trade: the decision of seat 0 is drawn anew."""
    loaded = load_match(match.pk)
    card = loaded.at_table().state.hands[seat][0]
    opens = engine.open_decisions(loaded.game, loaded.at_table())
    decision = next(one.id for one in opens if one.decision.seat == seat)
    move = Move("offer", {"to": 0, "card": card, "says": "coffee", "wants": None})
    door.play_move(match_id=match.pk, seat=seat, decision=decision, move=move, by="web", user=user_of(loaded, seat))


def point(page: "Page", box: "Locator") -> None:
    """Move the mouse to the middle of it, where it is now."""
    box.wait_for()
    at = box.bounding_box()
    assert at is not None
    page.mouse.move(at["x"] + at["width"] / 2, at["y"] + at["height"] / 2)


def way(page: "Page", value: str) -> "Locator":
    """The card of this way: touched, it chooses its first option."""
    return page.locator(f'#t-decision [name="card"][value="{value.partition(".")[0]}"]')


def test_a_choice_under_the_mouse_survives_news(page_of: Any, match: Match) -> None:
    page = opened(page_of, match, 0)
    watch = Watch(page)
    box = way(page, "priority-1.a")
    box.scroll_into_view_if_needed()
    point(page, box)
    page.mouse.down()
    news_come(page, match, 1)  # and wait
    page.mouse.up()
    shows(page, version_of(match.pk))
    expect(box).to_be_checked()
    assert page.locator('#t-decision form[data-verb="accept"]').count() == 1
    assert watch.problems == []


def test_a_key_that_is_held_survives_news(page_of: Any, match: Match) -> None:
    page = opened(page_of, match, 0)
    box = way(page, "priority-1.b")
    box.focus()
    page.keyboard.down("Space")
    news_come(page, match, 1)
    page.keyboard.up("Space")
    shows(page, version_of(match.pk))
    expect(box).to_be_checked()


def test_news_do_not_wait_for_ever(page_of: Any, match: Match) -> None:
    page = opened(page_of, match, 0, is_patient=False)
    page.mouse.move(5, 300)
    page.mouse.down()
    offers(match, 1)
    shows(page, version_of(match.pk))  # the mouse is still down
    assert page.evaluate("newsAt - pressedAt") >= 2900


def test_an_open_list_survives_news(page_of: Any, match: Match) -> None:
    page = opened(page_of, match, 0)
    page.locator("details.going_postal-talk summary").click()
    field = page.locator('#t-decision form[data-verb="offer"] [name="arg.says"]')
    field.scroll_into_view_if_needed()
    point(page, field)
    page.mouse.down()
    page.mouse.up()  # the list is open now
    news_come(page, match, 1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    shows(page, version_of(match.pk))
    assert field.input_value()


def test_a_fold_stays_as_a_person_has_left_it(page_of: Any, match: Match) -> None:
    page = opened(page_of, match, 0)
    pile = page.locator("details:has(> summary:text('Discard'))")
    pile.locator("summary").click()
    offers(match, 1)
    shows(page, version_of(match.pk))
    assert pile.get_attribute("open") is not None


def test_a_card_is_met_in_its_flight(page_of: Any, match: Match) -> None:
    page = opened(page_of, match, 0, height=1800)
    page.evaluate(SLOWLY)
    way(page, "first-1.a").locator("xpath=..").click()
    page.locator("#act button", has_text="Play").first.click()
    page.locator('#t-decision label:has([name="arg.cards"])').first.wait_for()
    page.evaluate("document.getAnimations().forEach((one) => one.finish())")  # these cards may arrive at once
    page.locator('#t-decision label:has([name="arg.cards"])').first.click()
    page.locator("#act button", has_text="Discard").first.click()
    box = way(page, "coffee-1.b")  # the leading turn: the card that is left lies in the hand again
    box.wait_for()
    page.evaluate("document.getAnimations().forEach((one) => { one.currentTime = 7000; })")  # it is nearly there
    point(page, page.locator('#t-decision label:has([name="card"][value="coffee-1"])'))
    page.mouse.down()
    page.wait_for_timeout(300)
    page.mouse.up()
    expect(box).to_be_checked()


def test_a_slow_device_loses_no_click(page_of: Any, match: Match) -> None:
    page = opened(page_of, match, 0)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 4})
    way(page, "first-1.a").locator("xpath=..").click()
    page.locator("#act button", has_text="Play").first.click()
    box = page.locator('#t-decision [name="arg.cards"]').last
    box.locator("xpath=..").click()
    expect(box).to_be_checked()
