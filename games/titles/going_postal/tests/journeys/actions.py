"""What the three people of a journey decide in Going Postal, and how they do it with the mouse."""

import time
from typing import TYPE_CHECKING, Any

from games.kernel import engine, legal_moves
from games.kernel.position import AnyPosition
from games.kernel.types import Decision, Move
from games.lobby import tables
from games.matches.loaded import load_match
from games.models import Match, MoveRecord
from games.titles.going_postal import game
from games.titles.going_postal.cards import gap, way_of
from tests.games.conftest import DAY, SteadyChance, fix_chance
from tests.journeys.actions import tick

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page


class Dealt(SteadyChance):
    """Replaces the module `secrets`, so that the shuffle has this seed."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self.seed = seed

    def token_hex(self, size: int) -> str:
        return self.seed if size == 16 else super().token_hex(size)


def deal(monkeypatch: Any, people: tuple[Any, ...], seed: str, **options: Any) -> Match:
    """A correspondence match of these people."""
    fix_chance(monkeypatch, Dealt(seed))
    facts = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": DAY, "options": options}
    match = tables.create_match(owner=people[0], slug="going_postal", seats=len(people), **facts)
    for person in people[1:]:
        tables.join(match_id=match.pk, user=person, token=match.token)
    match.refresh_from_db()
    return match


def wish(position: AnyPosition, decision: Decision) -> Move:
    """The move these people make: eliminate, mark, take over, run for the office; else the default."""
    if decision.actions[0].verb == "claim":
        return Move("claim")
    if decision.actions[0].verb != "play":
        return decision.default
    steps_home = gap(position.state.sam)

    def worth(move: Move) -> tuple[bool, bool, bool]:
        way, is_aimed = way_of(move), move.args["target"] is not None
        return is_aimed and way.action == "eliminate", is_aimed and way.action == "mark", way.steps >= steps_home

    return max(legal_moves.moves(game, position, decision), key=worth)


def at_table(match: Match) -> AnyPosition:
    return load_match(match.pk).at_table()


def do(page: "Page", match: Match, move: Move) -> None:
    """Choose and send this move on the page."""
    count = MoveRecord.objects.filter(match=match).count()
    form = page.locator(f'#t-decision form[data-verb="{move.verb}"]')
    if move.verb == "play":
        args = move.args
        way = ".".join(str(args[name]) for name in ("card", "option", "distance") if args[name] is not None)
        choose(form, args["card"], way)
        if args["target"] is not None:  # choose the target by clicking a personality
            aim(page, form.locator(f'[name="arg.target"][value="{args["target"]}"]'), args["target"])
    elif move.verb == "discard":
        for card in move.args["cards"]:
            tick(form.locator(f'[name="arg.cards"][value="{card}"]'))
    press(button(page, move))
    recorded(match, count)


def press(go: "Locator") -> None:
    """Press this button, and again if it asks whether one wants a stamp."""
    go.click()
    asks = go.page.locator("#act [data-go]", has_text="Yes: ")
    if asks.count():
        asks.click()


def choose(form: "Locator", card: str, way: str) -> None:
    """Click the card, then the pin of its option on the ring; options that all end at the Post Office share one."""
    held = form.locator(f'[name="card"][value="{card}"]:enabled')
    held.wait_for(state="attached")
    tick(held)
    if not form.locator(f'[name="arg.way"][value="{way}"]').is_checked():
        own, stamp = (form.page.locator(f".going_postal-pin{which}") for which in (f'[data-way="{way}"]', ".is-stamp"))
        own.or_(stamp).first.wait_for()
        (own if own.count() else stamp).click()


BUTTONS = {
    "claim": "Take over",
    "pass": "Let it go",
    "keep": "Keep my hand",
    "inspect": "Discard none",
    "order": "Put them back",
}


def button(page: "Page", move: Move) -> "Locator":
    """The button that sends this move."""
    if move.verb == "direction":
        return page.locator("#act [data-go]").nth(0 if move.args["dir"] == "left" else 1)
    words = BUTTONS.get(move.verb)
    return page.locator("#act [data-go]", has_text=words) if words else page.locator("#act [data-go][data-main]")


def aim(page: "Page", box: "Locator", seat: int) -> None:
    """Choose a target by a click on the personality; a single possible target is preselected."""
    if not box.is_checked():
        page.locator(f'#t-seats [data-ref="seat/{seat}"]').click()
    assert box.is_checked()


def talk(page: "Page", match: Match, verb: str, **fields: str) -> None:
    """Fill in one of the forms of the tray and send it."""
    count = MoveRecord.objects.filter(match=match).count()
    tray = page.locator("details.going_postal-talk")
    if tray.get_attribute("open") is None:
        tray.locator("summary").click()
    form = tray.locator(f'form[data-verb="{verb}"]')
    for name, value in fields.items():
        if name in ("to", "from", "seat"):
            tray.locator(f'[data-with="{value}"]').click()
            continue
        field = form.locator(f'[name="arg.{name}"]')
        field.fill(value) if name == "text" else field.select_option(value)
    form.locator('button[type="submit"]').click()
    recorded(match, count)


def recorded(match: Match, count: int, seconds: float = 15) -> None:
    """Wait until one more move is stored; a sealed move does not change what others see."""
    end = time.monotonic() + seconds
    while MoveRecord.objects.filter(match=match).count() <= count:
        assert time.monotonic() < end, "the move did not arrive"
        time.sleep(0.02)


def asked(match: Match) -> list[Decision]:
    """The decisions that the match waits for."""
    found = engine.decisions(game, at_table(match))
    return [decision for decision in found if not decision.optional]
