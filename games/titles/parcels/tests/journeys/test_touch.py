"""Choosing cards and stacks directly: by touch and keyboard, with undo and confirm; and the table in words."""

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from games.kernel import engine
from games.matches.loaded import load_match
from games.models import Match, MoveRecord
from games.titles.parcels.scene import place
from games.titles.parcels.tests.journeys.actions import raise_cards
from tests.games.conftest import move_on, user_of
from tests.journeys.actions import (
    Watch,
    goes_live,
    is_accessible,
    moved_on,
    on_turn,
    seat_on_turn,
    show_is_loaded,
    shows,
    version_of,
)
from tests.journeys.test_largest_hands import laid
from tests.journeys.test_stage import DRAWN
from tests.samples import quick_first

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
TOUCH = "#t-board .touch"
TAKEN = '#t-decision input[name="arg.take"]:checked'


@pytest.fixture
def match(start: Any) -> Match:
    """A match in which the player on turn can play, or take one of several stacks."""
    return following(start(), can_beat=True)


def following(match: Match, can_beat: bool) -> Match:
    """Let bots play until somebody may pass, with or without a legal play."""
    for _ in range(60):
        loaded = load_match(match.pk)
        seen = engine.view_for(loaded.game, loaded.at_table(), seat_on_turn(match))
        if len(seen.storage) > 1 and seen.may_pass and bool(seen.plays) == can_beat:
            return match
        move_on(match, 1)
    raise AssertionError("no stacks to choose from")


def plays_of(match: Match) -> list[list[int]]:
    """The cards of each legal play of the player on turn."""
    loaded = load_match(match.pk)
    view = engine.view_for(loaded.game, loaded.at_table(), seat_on_turn(match))
    return [list(meld.cards) for meld in view.plays]


def opened(page: "Page", match: Match) -> Watch:
    watch = Watch(page)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    return watch


@pytest.mark.parametrize("scheme", quick_first("light", "dark"))
def test_touching_a_stack_chooses_it_and_the_bar_confirms(page_of: Any, match: Match, scheme: str) -> None:
    page = page_of(on_turn(match), color_scheme=scheme, **PHONE)
    watch = opened(page, match)
    page.locator(TOUCH).first.tap()
    assert page.locator(TAKEN).count() == 1
    page.locator(".act-said").get_by_text("You take").wait_for()
    is_accessible(page)
    page.locator("#act").get_by_role("button", name="Undo").click()
    assert page.locator(TAKEN).count() == 0
    page.locator(TOUCH).first.tap()
    page.locator(TOUCH).first.tap()  # a second tap takes it back
    assert page.locator(TAKEN).count() == 0
    page.locator(TOUCH).last.tap()
    version = version_of(match.pk)
    page.locator("#act").get_by_role("button", name="Take").click()
    shows(page, moved_on(match.pk, version))
    page.locator("#log").get_by_text(re.compile(r"^You pass: take \d × \d, add ")).wait_for(state="attached")
    assert MoveRecord.objects.filter(match=match).latest("number").by == "live"
    assert not page.locator("#act [data-go]").count()
    assert watch.problems == []


def test_a_button_pressed_too_early_says_what_is_missing(page_of: Any, match: Match) -> None:
    page = page_of(on_turn(match), **PHONE)
    opened(page, match)
    version = version_of(match.pk)
    page.locator("#act").get_by_role("button", name="Pass").click(force=True)  # disabled, but says why
    page.locator(".act-said").get_by_text("Choose a stack from storage").wait_for()
    assert version_of(match.pk) == version


def test_part_of_a_legal_play_asks_for_more_cards_and_names_no_rule(page_of: Any, start: Any) -> None:
    match = following(start(), can_beat=True)
    while len(least := min(plays_of(match), key=len)) == 1:
        move_on(match, 1)
        following(match, can_beat=True)
    page = page_of(on_turn(match), **PHONE)
    opened(page, match)
    raise_cards(page, str(least[0]))
    said = page.locator(".act-said")
    said.get_by_text(re.compile(r"^Choose more cards, for example \d(-\d)+\.$")).wait_for()
    page.wait_for_timeout(400)  # by now the server has refused it
    assert said.inner_text().startswith("Choose more cards")
    assert not said.locator(".clause").count()


# By how much the ribbon of the raised card reaches over the cards of the second row.
OVER = """() => {
  const cards = [...document.querySelectorAll('.tray label.is-card')];
  const raised = cards.find((card) => card.matches(':has(:checked)'));
  const below = cards.filter((card) => card.offsetTop > raised.offsetTop);
  const tops = below.map((card) => card.getBoundingClientRect().top);
  const ribbon = parseFloat(getComputedStyle(raised, '::before').bottom);
  return raised.getBoundingClientRect().bottom - ribbon - Math.min(...tops);
}"""


def test_a_ribbon_lies_on_its_own_card(page_of: Any) -> None:
    page = laid("parcels", place([[1, 2, 3, 4, 5, 5, 6, 7, 8], [3], [4]], [1, 2]), 0, page_of)
    page.set_viewport_size({"width": 360, "height": 740})
    page.evaluate(DRAWN, 360)
    goes_live(page)
    raise_cards(page, "1")
    page.locator(".tray label[data-ribbon]:has(:checked)").wait_for()
    assert -60 < page.evaluate(OVER) <= 1  # without a second row it is -Infinity


def test_a_forced_pass_is_ready_to_press_at_once(page_of: Any, start: Any) -> None:
    match = following(start(), can_beat=False)
    page = page_of(on_turn(match), **PHONE)
    opened(page, match)
    version = version_of(match.pk)
    assert page.locator(".status-ask").inner_text().endswith(". Take a stack to pass.")
    page.locator("#act [data-main][aria-disabled=false]", has_text="Pass, take").tap()
    moved_on(match.pk, version)


def test_a_card_is_raised_for_a_pass_by_key_and_dropped_by_mouse(page_of: Any, match: Match) -> None:
    """A stack and a raised card make one pass; dragging onto the board chooses, too."""
    page = page_of(on_turn(match))
    opened(page, match)
    page.locator(TOUCH).first.focus()
    page.keyboard.press("Enter")
    taken = page.locator(TAKEN).get_attribute("value")
    added = page.locator(f'.tray [data-key]:not([value="{taken}"])').first.get_attribute("value")
    page.keyboard.press(str(added))
    page.locator("#act").get_by_role("button", name=f"add {added}").wait_for()
    page.keyboard.press("Escape")
    assert page.locator("#t-decision input:checked").count() == 0
    card, meld = page.locator(".tray [data-drag]").first, page.locator('[data-drop="play"]')
    show_is_loaded(page)
    card.hover()
    page.mouse.down()
    meld.hover()
    expect(page.locator("[data-lit]")).to_have_count(1)  # storage takes no card of the hand
    expect(meld).to_have_attribute("data-lit", "under")
    page.mouse.up()
    expect(page.locator("[data-lit]")).to_have_count(0)
    expect(card.locator("input")).to_be_checked()


def test_a_play_is_planned_from_the_hand_while_others_are_on_turn(page_of: Any, match: Match) -> None:
    seat = next(seat for seat in load_match(match.pk).seats if seat.number != seat_on_turn(match) and not seat.is_bot)
    page = page_of(user_of(load_match(match.pk), seat.number))
    opened(page, match)
    page.locator(".tray [data-drag]").first.click()
    page.locator("#act").get_by_role("button", name=re.compile(r"Plan \d")).click()
    page.get_by_text("Your plan: play").wait_for()
    assert load_match(match.pk).at_table().state.plans[seat.number]


def test_a_move_made_offline_is_sent_on_reconnection(page_of: Any, match: Match) -> None:
    page = page_of(on_turn(match))
    opened(page, match)
    version = version_of(match.pk)
    page.locator(TOUCH).first.click()
    page.context.set_offline(True)
    page.evaluate("tableSocket.socket.close()")
    page.locator("#offline").wait_for()
    page.locator("#act [data-main]").click()
    page.locator("#offline").get_by_text("Your move is kept").wait_for()
    assert version_of(match.pk) == version and page.locator("#t-decision").is_visible()
    page.context.set_offline(False)
    shows(page, moved_on(match.pk, version, 10))
    assert version_of(match.pk) == version + 1


def test_a_move_made_while_the_database_is_down_is_sent_later(page_of: Any, match: Match) -> None:
    """A site without its database responds with 503 and closes all sockets."""
    page = page_of(on_turn(match))
    opened(page, match)
    version = version_of(match.pk)
    page.locator(TOUCH).first.click()
    page.route("**/play/", lambda route: route.fulfill(status=503, body="<main><h1>Back in a minute</h1></main>"))
    page.evaluate("tableSocket.delay = () => 600000")
    page.evaluate("tableSocket.socket.close()")
    page.locator("#offline").wait_for()
    page.locator("#act [data-main]").click()
    page.locator("#offline").get_by_text("Your move is kept").wait_for()
    assert version_of(match.pk) == version
    page.unroute("**/play/")
    shows(page, moved_on(match.pk, version, 20))
    assert version_of(match.pk) == version + 1


def test_arrows_enter_and_undo_by_key(page_of: Any, match: Match) -> None:
    page = page_of(on_turn(match))
    watch = opened(page, match)
    assert page.locator(f"{TOUCH}[tabindex='0']").count() == 1
    page.locator(TOUCH).first.focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.touch") == page.locator(TOUCH).nth(1).get_attribute(
        "data-touch"
    )
    page.keyboard.press("Enter")
    assert page.locator(TAKEN).count() == 1 and page.locator(f"{TOUCH}[aria-pressed='true']").count() == 1
    page.keyboard.press("Control+z")
    assert page.locator(TAKEN).count() == 0
    page.keyboard.press("Space")
    page.keyboard.press("Escape")
    assert page.locator(TAKEN).count() == 0 and page.locator("#t-board .is-picked").count() == 0
    page.locator(TOUCH).first.focus()
    shown = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert shown == "solid" and watch.problems == []


def test_a_choice_survives_new_chat_messages(page_of: Any, match: Match) -> None:
    """Updates replace parts of the page; focus and choice must stay."""
    me = on_turn(match)
    others = [user for user in (user_of(load_match(match.pk), seat) for seat in range(3)) if user != me]
    page, other = page_of(me), page_of(others[0])
    opened(page, match)
    page.locator(TOUCH).first.focus()
    page.keyboard.press("Enter")
    opened(other, match)  # this changes who is present, so the list of players is replaced
    page.wait_for_timeout(300)
    assert page.locator(TAKEN).count() == 1 and page.evaluate("document.activeElement.className") == "touch"


def test_a_turn_in_words_without_script(page_of: Any, match: Match) -> None:
    page = page_of(on_turn(match), java_script_enabled=False, width=360)
    page.goto(f"/match/{match.pk}/text/")
    version = version_of(match.pk)
    page.locator('form[data-verb="play"] [type="submit"]').click()  # without choosing a card
    page.locator("#t-decision .refusal a.clause").wait_for()
    assert page.url.endswith(f"/match/{match.pk}/text/")  # a URL that can be reloaded
    page.get_by_role("heading", name="The position").wait_for()
    page.locator('form[data-verb="pass"] input[name="arg.take"]').first.check()
    page.locator('form[data-verb="pass"] [type="submit"]').click()
    assert version_of(match.pk) == version + 1
    assert page.url.endswith(f"/match/{match.pk}/text/")
    assert page.locator("h1").inner_text().startswith("Waiting for")
