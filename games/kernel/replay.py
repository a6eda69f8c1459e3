"""Replay a record: a recorded match of a title's tests, an exported match, a stored log.

A record is plain data in the form of `Record`. With `numbers`, the commitment is to the secret, and the seed is derived
from both; without, as in version 1.0, the commitment is to the seed. A move with `by` = "order" was made by a standing
order: it is played only if the order itself is not in the record. {"seat", "by": "undo"} takes back the last move.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import takewhile
from typing import Annotated, Any

from msgspec import Meta, Struct

from games.kernel import codec, engine, standing_orders
from games.kernel.errors import IllegalMove
from games.kernel.game import Game
from games.kernel.position import AnyPosition, Outcome, Played
from games.kernel.rng import commitment
from games.kernel.types import Event, Move

FORMAT = 1
ORDER = "order"  # `by` of a line that a standing order gave
UNDO = "undo"  # `by` of a line that takes back the last move that stands


class Line(Struct, omit_defaults=True):
    """One line of a record: a move (`verb`, `args`), a departure (`drop`) or a takeback."""

    seat: Annotated[int, Meta(description="the seat that moved, counted from 0")]
    verb: Annotated[str, Meta(description="the kind of move, in the rulebook's word")] = ""
    args: Annotated[dict[str, Any], Meta(description="the arguments of the move")] = {}
    by: Annotated[
        str,
        Meta(description="who sent it: web, live, api, bot, email, clock, order (given in advance), undo (takeback)"),
    ] = ""
    id: Annotated[str | None, Meta(description="the decision it answers")] = None
    drop: Annotated[str | None, Meta(description="why the seat was left: resigned or removed")] = None


class Record(Struct, omit_defaults=True):
    """A finished match of Playpost, with everything needed to replay it and to check every shuffle."""

    playpost: Annotated[int, Meta(description="version of this format: 1")]
    slug: Annotated[str, Meta(description="the game")]
    rules: Annotated[int, Meta(description="version of its rules")]
    seats: Annotated[list[str] | int, Meta(description="player names in order of seats, or the number of seats")]
    options: Annotated[dict[str, Any], Meta(description="the options of the table")]
    seed: Annotated[str, Meta(description="32 hexadecimal digits that determine all shuffles and draws")]
    commitment: Annotated[str, Meta(description="SHA-256 published before the start; see docs/records.md")]
    moves: list[Line]
    result: Annotated[list[int], Meta(description="the rank of each seat, 1 is best")]
    digest: Annotated[str, Meta(description="SHA-256 of the final state of the game")]
    secret: Annotated[str, Meta(description="what the commitment is to, if players added numbers")] = ""
    numbers: Annotated[list[str], Meta(description="the numbers that players added to the secret")] = []
    unopened: Annotated[list[str], Meta(description="seals of numbers that were never opened, so are left out")] = []


class Difference(Exception):
    """Raised when a record does not replay. `number` is that of the move, from 1; 0 is the start, None the end."""

    def __init__(self, number: int | None, message: str) -> None:
        where = "At the end" if number is None else f"At move {number}" if number else "At the start"
        super().__init__(f"{where}: {message}")
        self.number = number


class Replayed(Struct):
    """One replayed line of a record: its number, its outcome, and the position after it."""

    number: int
    outcome: Outcome
    position: AnyPosition


def digest(position: AnyPosition) -> str:
    """SHA-256 of the game's own state, as 64 hexadecimal digits. Independent of the kernel's fields."""
    return sha256(codec.dump(position.state)).hexdigest()


def seat_count(record: Mapping[str, Any]) -> int:
    """The number of seats; `seats` holds either the names or the number."""
    seats = record["seats"]
    return seats if isinstance(seats, int) else len(seats)


def begin(game: Game, record: Mapping[str, Any]) -> tuple[AnyPosition, list[Event]]:
    """Start a match from a record: the first position and the events that led to it. Raises Difference."""
    if record["slug"] != game.meta.slug:
        raise Difference(0, f"this is a record of {record['slug']}, not of {game.meta.slug}.")
    try:
        return engine.start(game, seat_count(record), record["options"], record["seed"])
    except IllegalMove as refusal:
        raise Difference(0, f"the rules refuse the table: {refusal}") from None


def steps(game: Game, record: Mapping[str, Any], position: AnyPosition) -> Iterator[Replayed]:
    """Replay the moves of a record one by one, on a position returned by `begin`. Raises Difference.

    Yields the same position object each time, changed in place.
    """
    ordered: list[Played] = []  # moves of standing orders that the record has not named yet
    lines = record["moves"]
    goes_back = any(line.get("by") == UNDO for line in lines)
    before: list[bytes] = []  # the positions before the moves that stand, if the record has takebacks
    for number, line in enumerate(lines, 1):
        if line.get("by") == UNDO:
            yield Replayed(number, _take_back(game, position, number, before.pop() if before else b""), position)
            continue
        if (named := _by_order(line)) in ordered:
            ordered.remove(named)
            continue
        raw = codec.dump(position) if goes_back and line.get("by") != ORDER else b""
        with standing_orders.giving_only(_named_next(lines, number)):
            outcome = _replay_line(game, position, number, line)
        if raw and not outcome.keeps_order:
            before.append(raw)
        ordered += [played for played in outcome.played if played.by_order]
        yield Replayed(number, outcome, position)


def _by_order(line: Mapping[str, Any]) -> Played | None:
    return Played(line["seat"], move_of(line), by_order=True) if line.get("by") == ORDER else None


def _named_next(lines: Sequence[Mapping[str, Any]], number: int) -> list[Played] | None:
    """The moves by order that follow this line; None if the record does not name them."""
    if not any(line.get("by") for line in lines):
        return None
    return [played for played in map(_by_order, takewhile(_by_order, lines[number:])) if played]


def play_record(
    game: Game, record: Mapping[str, Any], hear: Callable[[AnyPosition, list[Event]], None] = lambda *_: None
) -> AnyPosition:
    """Replay a record, check its result, and return the final position. Raises Difference at the first difference.

    `hear` gets the events of each move, with the position after it.
    """
    position, events = begin(game, record)
    hear(position, events)
    for step in steps(game, record, position):
        hear(position, step.outcome.events)
    result = game.rules.result(position.state)
    if result != record["result"]:
        raise Difference(None, f"the result is {result}, the record says {record['result']}.")
    if record.get("digest") not in (None, digest(position)):
        raise Difference(None, "the final position differs from the record's (digest).")
    return position


def make_record(
    game: Game, position: AnyPosition, seats: int | Sequence[str], options: Any, moves: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """The record of a match that ended in this position. `moves` are its lines in order of arrival."""
    seed = position.rng.seed
    return {
        "playpost": FORMAT,
        "slug": game.meta.slug,
        "rules": position.rules,
        "seats": seats if isinstance(seats, int) else list(seats),
        "options": options,
        "seed": seed,
        "commitment": commitment(seed),
        "moves": list(moves),
        "result": game.rules.result(position.state),
        "digest": digest(position),
    }


def line_of(seat: int, move: Move, by: str = "") -> dict[str, Any]:
    """A move as a line of a record."""
    line = {"seat": seat, "verb": move.verb, "args": move.args}
    return line | {"by": by} if by else line


def move_of(line: Mapping[str, Any]) -> Move:
    """The move on a line of a record; lines may leave out what is empty."""
    return Move(line.get("verb", ""), line.get("args") or {})


def _replay_line(game: Game, position: AnyPosition, number: int, line: Mapping[str, Any]) -> Outcome:
    try:
        if "drop" in line:
            return engine.drop(game, position, line["seat"], line["drop"])
        return engine.play(game, position, line["seat"], move_of(line), line.get("id"))
    except IllegalMove as refusal:
        what = "the departure" if "drop" in line else f"the move {move_of(line).verb[:40]}"
        raise Difference(number, f"the rules refuse {what} of seat {line['seat']}: {refusal}") from None


def _take_back(game: Game, position: AnyPosition, number: int, before: bytes) -> Outcome:
    """Return to the position before the last move, in place."""
    if not before:
        raise Difference(number, "there is no move to take back.")
    back = engine.taken_back(game, codec.load(game, before), position)
    for name in position.__struct_fields__:
        setattr(position, name, getattr(back, name))
    return Outcome([], [], is_public=True)
