"""The `Game` value that every title provides: its metadata, its clauses and six groups of functions.

Name the type parameters, as in `Rules[State, Options, View](...)`: mypy then checks the signature of each function.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct

from games.kernel.data import Clause, Meta
from games.kernel.display import Attempt, Face, Fact
from games.kernel.position import OptionsT, Position, StateT
from games.kernel.rng import Rng
from games.kernel.step import Context, Step
from games.kernel.types import Choice, Decision, Event, Move

ViewT = TypeVar("ViewT")
Names = Sequence[str]  # player names, by seat
Moves = Callable[[], list[Move]]  # lists the legal moves


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """For games without options. `pace` is "live" or "correspondence"."""

    @classmethod
    def defaults(cls, seats: int, pace: str) -> "NoOptions":
        return cls()


class Beginning(Struct, frozen=True):
    """What the lobby knows when a match begins."""

    matches_played: list[int]  # by seat: finished matches of this game
    requests: list[str | None]  # by seat: the value picked from `seat_requests`
    pointed: int | None  # the seat that the host picked
    choose: Callable[[list[int]], int]  # picks one of several seats at random


class Rules(Struct, Generic[StateT, OptionsT, ViewT], frozen=True, kw_only=True, dict=True):
    """The state, the flow, and what each seat may see. Only `setup`, `drop` and steps change a state."""

    state: type[StateT]
    options: type[OptionsT]  # a Struct with defaults(seats, pace)
    setup: Callable[[int, OptionsT, Context], tuple[StateT, str]]  # (seats, options, context) -> state, first step
    steps: tuple[Step[StateT], ...]
    view: Callable[[StateT, str, int | None], ViewT]  # (state, open step, seat or None) -> a new Struct
    result: Callable[[StateT], list[int] | None]  # rank of each seat, 1 is best, ties share a rank; None while running
    drop: Callable[[StateT, int, str, Context], str | None]  # (state, seat, reason, context) -> next step; None: stay
    determinize: Callable[[StateT, int | None, Rng], StateT]  # a copy with everything the seat cannot know redrawn
    audit: Callable[[StateT], None]  # asserts the invariants: no card or coin gets lost
    refusals: Mapping[str, tuple[str, str]] = {}  # (clause, sentence) by key, see validation.py
    publish: Callable[[list[tuple[StateT, int, Move]]], list[Move]] | None = None  # rewrites moves for public records
    migrate: Callable[[dict[str, Any], int], dict[str, Any]] | None = None  # (raw position, its rules version)

    @cached_property
    def by_name(self) -> dict[str, Step[StateT]]:
        """The steps by name."""
        return {step.name: step for step in self.steps}

    @cached_property
    def decoder(self) -> "msgspec.json.Decoder[Position[StateT, OptionsT]]":
        """Reads stored positions."""
        return msgspec.json.Decoder(Position[self.state, self.options])  # type: ignore[name-defined]


Imagined = Callable[[Sequence[Move], Rng], list[float]]


class Bot(Struct, Generic[StateT, ViewT], frozen=True, kw_only=True):
    """How bots play the game."""

    choose: Callable[[ViewT, Decision, Moves, Rng], Move | None]  # the house bot
    candidate_moves: Callable[[ViewT, Decision, Moves, Rng], Iterable[Move]] | None = None  # for it to compare
    # (state at the decision, state now) -> each seat's chance of winning, None: play on; odds.py helps
    win_chances: Callable[[StateT, StateT], list[float] | None] | None = None
    # (state, step, rng) -> the seat that is asked and its house bot's answer; None: several seats, or not so simple.
    # For simulations: quicker than `choose`, because nobody builds decisions and views
    quick: Callable[[StateT, str, Rng], tuple[int, Move] | None] | None = None
    # its own quick simulation instead of the engine's: a function that draws a world from what the seat sees, and
    # returns the chance of winning after each of these moves; None: not for this decision
    imagined: Callable[[ViewT, Decision], Imagined | None] | None = None
    orders: Callable[[ViewT, Decision, Rng], Move | None] | None = None  # the standing orders it gives


class Table(Struct, Generic[StateT, ViewT], frozen=True, kw_only=True):
    """The table page."""

    story: Callable[[Event, Names], str]  # the event as a sentence
    headline: Callable[[ViewT, Decision | None, Names], str]  # status line and email subject
    # everything a reader (a seat, or None) of this view has to know, the most important first
    position_words: Callable[[ViewT, Names, int | None], Sequence[Fact]]
    facts: Callable[[ViewT, Decision | None, Names], object] = lambda *_: {}  # further data for its templates
    result_notes: Callable[[ViewT], list[str]] | None = None  # by seat, shown beside its rank: "27 points"
    why_not: Callable[[StateT, Decision], Iterable[Attempt]] | None = None  # things this seat may want to do now
    unasked: tuple[Attempt, ...] = ()  # things that a seat may want to do although it is not asked
    log_pictures: Callable[[Event], Sequence[str]] | None = None  # ids of symbols in pictures/cards.svg
    shown_once: frozenset[str] = frozenset()  # kinds of events that tell what no view keeps (a card shown, then gone)


class Mail(Struct, Generic[ViewT], frozen=True, kw_only=True):
    """Emails, beside headline and position."""

    choices: Callable[[ViewT, Decision, Moves], Sequence[Choice]] | None = None  # moves to offer; None: all legal ones
    picture: Callable[[ViewT, Decision | None, Names, int | None], str] | None = None  # SVG, for this reader


class Manual(Struct, Generic[StateT, OptionsT], frozen=True, kw_only=True):
    """Cards, drawings and positions for the rulebook."""

    gallery: Callable[[dict[str, Any]], Sequence[Face]] | None = None  # gets components.toml without private fields
    scene: Callable[..., Position[StateT, OptionsT]] | None = None  # (**scene of manual/examples.toml) -> a position
    pictures: Callable[[], dict[str, str]] | None = None  # generated pictures: {name without ".svg": SVG}


class Lobby(Struct, Generic[OptionsT], frozen=True, kw_only=True):
    """What players can ask for before a match begins."""

    seat_requests: Callable[[OptionsT, int], list[tuple[str, str]]] | None = None  # (options, seats) -> (value, label)
    finalize_options: Callable[[OptionsT, Beginning], OptionsT] | None = None


class Game(Struct, frozen=True, kw_only=True):
    """One game."""

    meta: Meta
    clauses: Mapping[str, Clause]
    rules: Rules[Any, Any, Any]
    bot: Bot[Any, Any]
    table: Table[Any, Any]
    mail: Mail[Any] = Mail()
    manual: Manual[Any, Any] = Manual()
    lobby: Lobby[Any] = Lobby()


def option_values(game: Game) -> dict[str, list[Any]]:
    """The possible values of each option, if its type lists them."""
    hints = get_type_hints(game.rules.options, include_extras=True)
    return {name: found for name, hint in hints.items() if (found := _values_of(hint))}


def _values_of(hint: Any) -> list[Any]:
    if hint is bool:
        return [False, True]
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    if get_origin(hint) is Annotated and get_args(hint)[0] is int:
        bounds = hint.__metadata__[0]
        return [] if None in (bounds.ge, bounds.le) else list(range(bounds.ge, bounds.le + 1))
    return [value for part in get_args(hint) for value in _values_of(part)]
