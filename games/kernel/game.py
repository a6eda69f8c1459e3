"""What a game provides: one `Game` value, its table of contents, in six groups of functions.

A title writes `Rules[State, Options, View](...)` and so on: mypy then finds every function that does not fit.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from games.kernel.data import Clause, Meta
from games.kernel.display import Drawing, Face, Tried
from games.kernel.position import OptionsT, Position, StateT
from games.kernel.rng import Rng
from games.kernel.step import Context, Step
from games.kernel.types import Choice, Decision, Event, Move

ViewT = TypeVar("ViewT")
Names = Sequence[str]  # the players' names by seat
Moves = Callable[[], list[Move]]  # lists the legal moves


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """For games without options."""

    @classmethod
    def defaults(cls, seats: int, pace: str) -> "NoOptions":
        """`pace` is "live" or "correspondence"."""
        return cls()


class Beginning(Struct, frozen=True):
    """What the lobby knows when a match begins."""

    matches_played: list[int]  # by seat: matches of this game finished before
    requests: list[str | None]  # by seat: what was asked for
    pointed: int | None  # the seat that the host pointed at
    choose: Callable[[list[int]], int]  # draws one of several seats by lot


class Rules(Struct, Generic[StateT, OptionsT, ViewT], frozen=True, kw_only=True, dict=True):
    """State, flow and what each seat may see of it. Only `setup`, `drop` and the steps change a state."""

    state: type[StateT]
    options: type[OptionsT]  # a Struct with defaults(seats, pace)
    setup: Callable[[int, OptionsT, Context], tuple[StateT, str]]  # (seats, options, context) -> state, first step
    steps: tuple[Step[StateT], ...]
    view: Callable[[StateT, str, int | None], ViewT]  # (state, open step, seat or None) -> a Struct, from nothing
    result: Callable[[StateT], list[int] | None]  # rank of each seat, 1 best, ties share; None while running
    drop: Callable[[StateT, int, str, Context], str | None]  # (state, seat, reason, context) -> next step; None: go on
    determinize: Callable[[StateT, int | None, Rng], StateT]  # what the seat cannot know, drawn anew
    audit: Callable[[StateT], None]  # asserts what must always hold (cards and money conserved)
    refusals: Mapping[str, tuple[str, str]] = {}  # (clause, words) for moves unasked or malformed: see validation.py
    publish: Callable[[list[tuple[StateT, int, Move]]], list[Move]] | None = None  # moves as the public record has them
    migrate: Callable[[dict[str, Any], int], dict[str, Any]] | None = None  # (raw position, from_rules)

    @cached_property
    def by_name(self) -> dict[str, Step[StateT]]:
        """The steps by name."""
        return {step.name: step for step in self.steps}

    @cached_property
    def decoder(self) -> "msgspec.json.Decoder[Position[StateT, OptionsT]]":
        """Typed decoder of this game's positions."""
        return msgspec.json.Decoder(Position[self.state, self.options])  # type: ignore[name-defined]


class Bot(Struct, Generic[StateT, ViewT], frozen=True, kw_only=True):
    """How machines play it."""

    choose: Callable[[ViewT, Decision, Moves, Rng], Move | None]  # the house bot
    candidate_moves: Callable[[ViewT, Decision, Moves, Rng], Iterable[Move]] | None = None  # worth comparing with it
    # (state before, state) -> each seat's chance to win, as soon as it can be judged (odds.py helps); None: play on
    win_chances: Callable[[StateT, StateT], list[float] | None] | None = None
    orders: Callable[[ViewT, Decision, Rng], Move | None] | None = None  # what a bot orders ahead


def _no_facts(view: object, decision: Decision | None, names: Names) -> object:
    return {}


class Table(Struct, Generic[StateT, ViewT], frozen=True, kw_only=True):
    """What the table page says and shows."""

    story: Callable[[Event, Names], str]  # the event in words
    headline: Callable[[ViewT, Decision | None, Names], str]  # status line, and the subject of an email
    facts: Callable[[ViewT, Decision | None, Names], object] = _no_facts  # what the title's templates need beside it
    result_notes: Callable[[ViewT], list[str]] | None = None  # (view of the end) -> beside each rank: "27 points"
    why_not: Callable[[StateT, Decision], Iterable[Tried]] | None = None  # what this seat may want to do now
    # small pictures of a log line: ids of symbols in pictures/cards.svg; gets what the viewer may know, as `story`
    log_pictures: Callable[[Event], Sequence[str]] | None = None
    shown_once: frozenset[str] = frozenset()  # events that tell what a view does not keep (a card turned up and taken)


class Mail(Struct, Generic[ViewT], frozen=True, kw_only=True):
    """What an email shows beside headline and position."""

    choices: Callable[[ViewT, Decision, Moves], Sequence[Choice]] | None = None  # what it offers; None: all moves
    picture: Callable[[ViewT, Decision | None, Names], Drawing] | None = None


class Manual(Struct, Generic[StateT, OptionsT], frozen=True, kw_only=True):
    """Cards, drawings and positions for the rulebook."""

    gallery: Callable[[dict[str, Any]], Sequence[Face]] | None = None  # (components without private fields) -> faces
    scene: Callable[..., Position[StateT, OptionsT]] | None = None  # (**facts of manual/examples.toml) -> a position
    pictures: Callable[[], dict[str, str]] | None = None  # pictures/ as code draws it: {name without ".svg": SVG}
    example_picture: Callable[[Position[StateT, OptionsT], Names, str], Drawing] | None = None  # (…, prefix of ids)


class Lobby(Struct, Generic[OptionsT], frozen=True, kw_only=True):
    """What players can ask for before a match begins."""

    # (options, seats) -> [(value, words)]
    seat_requests: Callable[[OptionsT, int], list[tuple[str, str]]] | None = None
    finalize_options: Callable[[OptionsT, Beginning], OptionsT] | None = None


class Game(Struct, frozen=True, kw_only=True):
    """One game: facts, clauses, and six groups of functions."""

    meta: Meta
    clauses: Mapping[str, Clause]
    rules: Rules[Any, Any, Any]
    bot: Bot[Any, Any]
    table: Table[Any, Any]
    mail: Mail[Any] = Mail()
    manual: Manual[Any, Any] = Manual()
    lobby: Lobby[Any] = Lobby()
