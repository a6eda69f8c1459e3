"""Pairs of moves that differ only in what is hidden: a viewer’s open page is sent the same of them, byte for byte.

A move is told in several true states: the one before it dealt a new round, where it did, and the newest one, with the
new lines of the log. Hidden cards are changed by each title’s tests/pairs.py, without its `determinize`, in all these
states; and sealed answers are given one way and another. Matches are random ones, without a database.
"""

import asyncio
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from msgspec import structs

from accounts.models import User
from games.kernel import codec, engine, legal_moves
from games.kernel.errors import IllegalMove
from games.kernel.laws import random_cases
from games.kernel.rng import Rng
from games.kernel.types import Event, Move
from games.matches.loaded import LoadedMatch, LogRecord, before_deal, copy_match, newest
from games.matches.unstored import unstored_match
from games.sockets.hub import OpenTable
from games.table import fragments, log_words
from games.table.chat_reading import ChatView
from games.table.presenter import Viewer
from games.titles import load
from tests.bench.pushes import Page
from tests.games.test_secrets import shown

pytestmark = pytest.mark.slow
TITLES = sorted(slug for slug, game in load().items() if not game.meta.model)
MATCHES, MOST, EVERY = 5, 150, 30  # matches of each title, moves of each, one of so many that deal no round
MOST_MATCHES = 40  # if fewer rounds than MATCHES have been dealt until then
REAL = 0.9  # of the pairs differ; in the others, all that is hidden has just been shown
MOST_WORLDS = 8  # followed at once
AT = datetime(2026, 1, 31, 12, tzinfo=UTC)


class Given(NamedTuple):
    """A move, and the match before and after it."""

    before: LoadedMatch
    seat: int
    move: Move
    id: str
    after: LoadedMatch


class Heard(Page):
    """An open page without a connection, whose forms have no token. `messages`: all that it was sent."""

    def __init__(self, loaded: LoadedMatch, seat: int | None) -> None:
        user = None if seat is None else User(pk=loaded.seats[seat].user)
        super().__init__(loaded, user, OpenTable(loaded.id))
        self.viewer, self.messages = replace(self.viewer, csrf=""), list[str]()

    async def send(self, text_data: Any = None, bytes_data: Any = None, close: bool = False) -> None:
        self.messages.append(text_data)


def begun(slug: str, number: int) -> LoadedMatch:
    """A random table of this title."""
    game = load()[slug]
    case = random_cases.make_case(game, number)
    position, events = engine.start(game, case.seats, case.options, case.seed)
    names = [f"Player {seat}" for seat in range(case.seats)]
    loaded = unstored_match(f"{slug}{number}", slug, names, [None] * case.seats, 1)
    for row in loaded.seats:
        row.user = row.number + 1
    loaded.position, loaded.lines = position, [LogRecord(0, 1, None, "start", AT, events)]
    return loaded


def played(loaded: LoadedMatch, seat: int, move: Move, id: str) -> LoadedMatch:
    """The match after this move. Raises IllegalMove."""
    after = copy_match(loaded)
    outcome = engine.play(after.game, after.at_table(), seat, move, id)
    after.position = codec.copy(after.game, after.at_table())  # as it is stored: seats as keys are sorted
    after.opens, after.revision, after.version = None, after.revision + 1, after.version + outcome.is_public
    after.between = zlib.compress(codec.dump(outcome.between)) if outcome.between else None
    after.lines = newest([*loaded.lines, LogRecord(after.revision, after.version, seat, "web", AT, outcome.events)])
    ranks = after.game.rules.result(after.at_table().state)
    for row, rank in zip(after.seats, ranks or (), strict=bool(ranks)):
        after.status, row.rank = "over", rank
    return after


def moves_of(slug: str, number: int) -> Iterator[tuple[Given, list[Move]]]:
    """A random match move by move; with each sealed answer, others that the seat could have made instead."""
    loaded, rng = begun(slug, number), Rng(f"{number:032x}")
    for _ in range(MOST):
        if loaded.is_over:
            return
        position = loaded.at_table()
        decision = random_cases.draw_decision(position, engine.ask(loaded.game, position), rng)
        draw = partial(legal_moves.random_move, loaded.game, position, decision, rng)
        move, id = draw(), position.id_of(decision)
        after = played(loaded, decision.seat, move, id)
        is_sealed = after.at_table().serial == position.serial  # others are still to answer, or it is a standing order
        yield Given(loaded, decision.seat, move, id, after), varied(move, draw()) if is_sealed else []
        loaded = after


def varied(move: Move, other: Move) -> list[Move]:
    """The move with each one of its values as in the other."""
    if move.verb != other.verb:
        return [other]
    return [
        Move(move.verb, move.args | {name: value}) for name, value in other.args.items() if move.args[name] != value
    ]


def forget(*matches: LoadedMatch) -> None:
    """Render afresh: keys of what is kept say which match it is, and nothing of other worlds."""
    for cache in (log_words._LOG_LINES, fragments._RECORD):
        cache._kept.clear()
    for loaded in matches:
        loaded.parts = {}


def between(loaded: LoadedMatch, seat: int | None) -> dict[str, Any]:
    """The state before the newest move dealt a new round: its view, and its parts of the page; {} if it did not."""
    then = before_deal(loaded)
    if then is None:
        return {}
    return {"view": codec.dump(then.view_for(seat)), **fragments.before_deal(loaded, Viewer(seat=seat), ())}


def told(before: LoadedMatch, after: LoadedMatch, seat: int | None) -> tuple[list[str], dict[str, Any]]:
    """What the open page of this seat is sent, everything before the move and then what the move has changed; and all
    that could be shown of the state between."""
    forget(before, after)
    page = Heard(before, seat)
    asyncio.run(page.show_all(before, ChatView([], {}, False)))
    asyncio.run(page.catch_up(after))
    return page.messages, between(after, seat)


def changed(loaded: LoadedMatch, seat: int | None) -> LoadedMatch:
    """The match with other hidden cards, in the state between too, and without what the log told other seats alone."""
    change = import_module(f"games.titles.{loaded.slug}.tests.pairs").change_what_is_hidden
    other, then = copy_match(loaded), before_deal(loaded)
    change(other.at_table().state, seat)
    if then is not None:
        change(then.at_table().state, seat)
        other.between = zlib.compress(codec.dump(then.at_table()))
    other.opens = None
    other.lines = [known(loaded, line, seat) for line in loaded.lines]
    return other


def known(loaded: LoadedMatch, line: LogRecord, seat: int | None) -> LogRecord:
    """The record without the private parts of other seats, unless all may know them by now."""
    round, is_over = loaded.at_table().round, loaded.is_over

    def redacted(event: Event) -> Event:
        private = {one: told for one, told in event.private.items() if one == seat}
        return event if engine.is_open(event, round, is_over) else structs.replace(event, private=private)

    return structs.replace(line, events=[redacted(event) for event in line.events])


def compared(slug: str) -> Iterator[Given]:
    """Moves of random matches: all that dealt a new round, and some of the others."""
    deals = 0
    for number in range(MOST_MATCHES):
        if number >= MATCHES and deals >= MATCHES:
            return
        for count, (given, _) in enumerate(moves_of(slug, number)):
            deals += bool(given.after.between)
            if given.after.between or (number < MATCHES and count % EVERY == 0):
                yield given


def deals_again(slug: str) -> bool:
    """Is there a state between in this title?"""
    folder = Path(next(iter(import_module(f"games.titles.{slug}").__path__)))
    return any("before_deal()" in file.read_text() for file in folder.glob("*.py"))


@pytest.mark.parametrize("slug", TITLES)
def test_hidden_cards_change_nothing_that_is_sent(slug: str) -> None:
    at_table, at_deals = list[bool](), list[bool]()
    for given in compared(slug):
        for seat in (None, *range(len(given.before.seats))):
            before, after = changed(given.before, seat), changed(given.after, seat)
            assert told(before, after, seat) == told(given.before, given.after, seat), (given.move, seat)
            at_table.append(given.after.at_table() != after.at_table())
            at_deals += [given.after.between != after.between] if given.after.between else []
    assert sum(at_table) > REAL * len(at_table)
    assert sum(at_deals) > REAL * len(at_deals) or not deals_again(slug)


class World(NamedTuple):
    """A match in which `seat` has answered otherwise, before and after the newest move."""

    seat: int
    before: LoadedMatch
    after: LoadedMatch


def followed(worlds: list[World], given: Given) -> Iterator[World]:
    """These worlds after the same move, as far as it can be made there."""
    for world in worlds:
        with suppress(IllegalMove):
            yield World(world.seat, world.after, played(world.after, given.seat, given.move, given.id))


def heard(loaded: LoadedMatch, seat: int | None) -> list[Event]:
    """The events that the seat has been told of."""
    told = [event for line in loaded.lines for event in line.events]
    return engine.events_for(told, seat, loaded.at_table().round, loaded.is_over)


def is_alike(given: Given, world: World, seat: int | None) -> bool:
    """Is the seat shown the same before and after the move?"""
    forget(given.before, world.before, given.after, world.after)
    return shown(given.before, seat) == shown(world.before, seat) and shown(given.after, seat) == shown(
        world.after, seat
    )


def test_sealed_answers_change_no_state_between() -> None:
    """What the state before a new round tells of them is told before or after it, too: opened bids are in the log."""
    wrong, count = [], 0
    for slug, number in product(TITLES, range(MATCHES)):
        worlds: list[World] = []
        for given, unlike in moves_of(slug, number):
            worlds = list(followed(worlds[-MOST_WORLDS:], given))
            viewers = (None, *range(len(given.before.seats)))
            for world, seat in product(worlds if given.after.between else (), viewers):
                if seat != world.seat and heard(given.after, seat) == heard(world.after, seat):
                    is_same = between(given.after, seat) == between(world.after, seat)
                    count += is_same and given.after.between != world.after.between
                    wrong += [] if is_same or not is_alike(given, world, seat) else [(slug, number, given.id, seat)]
            worlds = [] if given.after.between else worlds
            for move in unlike:
                with suppress(IllegalMove):
                    after = played(given.before, given.seat, move, given.id)
                    worlds.append(World(given.seat, given.before, after))
    assert wrong == [] and count > MATCHES
