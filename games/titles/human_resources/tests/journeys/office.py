"""Page helpers for Human Resources: place a card, put it in play, hire Shift, by mouse, touch, keyboard or link."""

import time
from typing import TYPE_CHECKING, Any

from games.kernel import engine, legal_moves
from games.kernel.position import AnyPosition
from games.lobby import tables
from games.matches.loaded import load_match
from games.models import Match
from games.titles.human_resources import game
from games.titles.human_resources.tests.site.prepared import hidden_from, told_of
from tests.games.conftest import DAY, SteadyChance, fix_chance

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

BOTH_SHIFT = 125  # a deal in which both seats hold Shift and a project
TARGET = ".human_resources-targets .human_resources-target"
IS_ON = "n => document.querySelectorAll('.human_resources-targets .is-picked').length === n"
IN_ORDER = (
    "cards => [...document.querySelectorAll('.human_resources-hand label')].map(card => "
    "card.dataset.ref.slice(5)).join(' ') === cards"
)
CONFIRM = "#act [data-main][aria-disabled=false]"


class Dealt(SteadyChance):
    """A stand-in for the module `secrets` that always gives the same deal."""

    def __init__(self, number: int = BOTH_SHIFT) -> None:
        super().__init__()
        self.count = number - 1


def deal(monkeypatch: Any, people: tuple[Any, Any], number: int = BOTH_SHIFT) -> Match:
    """A correspondence match of these two; the first is on turn."""
    fix_chance(monkeypatch, Dealt(number))
    match = tables.create_match(
        owner=people[0],
        slug="human_resources",
        seats=2,
        pace="correspondence",
        move_seconds=DAY,
        bank_seconds=DAY,
        options={},
    )
    tables.join(match_id=match.pk, user=people[1], token=match.token)
    match.refresh_from_db()
    return match


def at_table(match: Match) -> AnyPosition:
    return load_match(match.pk).at_table()


def way(page: "Page", verb: str, card: str = "") -> "Locator":
    """The cards in hand that can be used this way."""
    own = "" if verb == "place" else f'[data-verb="{verb}"]'
    of_card = f'[value^="{card}"]' if card else ""
    return page.locator(f".human_resources-hand label:has(input:enabled{own}{of_card})")


def press(part: "Locator", touch: bool = False) -> None:
    part.tap() if touch else part.click()


def whole(page: "Page") -> None:
    """Wait until the choice is complete and its preview is shown."""
    page.locator(CONFIRM).wait_for()
    until(page, "document.querySelector('.act-said').textContent.trim() !== ''")


def place(page: "Page", touch: bool = False, number: int = 0) -> None:
    """Place the first card in hand on one of the lit places."""
    press(way(page, "place").first, touch)
    page.locator(TARGET).first.wait_for()
    press(page.locator(TARGET).nth(number % page.locator(TARGET).count()), touch)
    page.locator(CONFIRM, has_text="Place cubicle").wait_for()
    whole(page)
    press(page.locator(CONFIRM), touch)


def put_in_play(page: "Page", touch: bool = False) -> None:
    press(way(page, "project").first, touch)
    whole(page)
    press(page.locator(CONFIRM), touch)


def a_shift(match: Match, cubicles: int) -> tuple[list[str], str, int]:
    """A legal Shift, of this many cubicles if possible: (connected cells, direction, distance)."""
    position = at_table(match)
    (decision,) = engine.decisions(game, position)
    found = [move.args for move in legal_moves.moves(game, position, decision) if move.args.get("cells")]
    args = min(found, key=lambda args: abs(len(args["cells"]) - cubicles))
    first, *rest = [xy(cell) for cell in args["cells"]]
    cells = [first]
    while rest:
        near = next((x, y) for x, y in rest if any(abs(x - a) + abs(y - b) == 1 for a, b in cells))
        rest.remove(near)
        cells.append(near)
    return [f"{x},{y}" for x, y in cells], args["dir"], args["dist"]


def xy(cell: str) -> tuple[int, int]:
    x, y = cell.split(",")
    return int(x), int(y)


def hire_shift(page: "Page", match: Match, touch: bool = False, cubicles: int = 2) -> None:
    """Hire Shift: choose the cubicles, a direction and, if there are several, a stop; then confirm."""
    cells, direction, distance = a_shift(match, cubicles)
    press(way(page, "hire", "M3").first, touch)
    press(page.locator("#act [data-go]", has_text="Hire"), touch)
    for count, cell in enumerate(cells):
        press(page.locator(f'{TARGET}[data-at="{cell}"]:not(.is-picked)').last, touch)
        until(page, IS_ON, count + 1)
    press(page.locator(".human_resources-ask [data-step=dir] button").nth("NESW".index(direction)), touch)
    stop = page.locator(f".human_resources-ask [data-ref='by/{distance}']")
    stop.or_(page.locator(CONFIRM)).first.wait_for()
    if stop.count():
        press(stop, touch)
    whole(page)
    press(page.locator(CONFIRM), touch)


def until(page: "Page", condition: str, arg: Any = None, seconds: float = 15) -> None:
    """Poll from Python, because the pages' content security policy forbids Playwright's polling in the browser."""
    end = time.monotonic() + seconds
    while not page.evaluate(condition, arg):
        assert time.monotonic() < end, f"never true: {condition} with {arg}"
        page.wait_for_timeout(30)


def focus_is(page: "Page", selector: str) -> None:
    until(page, "s => document.activeElement.matches(s)", selector)


def hand_is_in_order(page: "Page", match: Match, seat: int) -> None:
    """Check that the player's cards are in the order they came, whatever updates were pushed."""
    until(page, IN_ORDER, " ".join(at_table(match).state.hands[seat]))


def sees_nothing_hidden(page: "Page", match: Match, seat: int | None) -> None:
    """Check that the document, scripts and attributes included, names no card hidden from this seat."""
    assert told_of(page.content(), hidden_from(at_table(match), seat)) == set()


def tab_to(page: "Page", selector: str, most: int = 120) -> None:
    """Press Tab until a matching element has focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"the keyboard never reaches {selector}")


def tab_back_to(page: "Page", selector: str, most: int = 120) -> None:
    """Press Shift+Tab until a matching element has focus."""
    for _ in range(most):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"the keyboard never reaches {selector}")
