"""What a game provides: its steps and one `Game` value that is also its table of contents."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import msgspec
from msgspec import Struct

from games.kernel.data import Clause, Meta
from games.kernel.display import Board, Face, Tried
from games.kernel.rng import Rng
from games.kernel.types import AnyPosition, Choice, Decision, Event, Move, Opens, Played, Position

Refusals = Mapping[str, tuple[str, str]]
Names = Sequence[str]
Moves = Callable[[], list[Move]]


class Context:
    """Handed to `setup`, `resolve` and `drop`: chance, the log, and the moment a round ends."""

    def __init__(self, rng: Rng, round: int = 0) -> None:
        self.rng = rng
        self.round = round
        self.events: list[Event] = []
        self.played: list[Played] = []
        self.side: dict[str, dict[int, Move]] = {}  # answers by matter, where a step has side matters
        self.void: list[Callable[[int, Move], bool]] = []
        self.used: list[str] = []  # keys of the answers that steps were handed

    def log(
        self,
        kind: str,
        clause: str,
        private: dict[int, dict[str, Any]] | None = None,
        opens: Opens = "never",
        **data: Any,
    ) -> None:
        """Add one event. `data` must be plain JSON values and harmless for everybody."""
        self.events.append(Event(kind, clause, data, private or {}, opens, self.round))

    def forget(self, is_void: Callable[[int, Move], bool] = lambda seat, move: True) -> None:
        """Sealed answers (seat, move) that an interruption has left waiting and that are void from now on; all of them
        where it has ended its step for good."""
        self.void.append(is_void)

    def end_round(self) -> None:
        """From here on what events keep until the end of their round is public."""
        self.round += 1


class Step:
    """A named point of the flow. It asks, checks and resolves; the state changes only in `resolve` and `keep_order`."""

    name = ""
    waiting = "to decide"  # "Bo is about ..." in lists: what the others wait for

    def __init_subclass__(cls) -> None:
        if not cls.__dict__.get("name"):
            cls.name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls.__name__).lower()

    def ask(self, state: Any) -> list[Decision]:
        """The decisions this step needs now. None: the step is automatic and resolved at once."""
        return []

    def check(self, state: Any, seat: int, move: Move) -> None:
        """Raise IllegalMove for what the fields alone cannot exclude. Sees only moves that passed the fields."""

    def read(self, state: Any, seat: int, move: Move) -> Move:
        """First look at a raw move: `move.args` is whatever the client sent, of any type.

        Raise IllegalMove where the rulebook has its own words or its own order of checks; return the move, rewritten
        if a shorthand is allowed. Verb and fields are checked afterwards in any case.
        """
        return move

    def refuse_unasked(self, state: Any, seat: int, verb: str) -> None:
        """A seat that is not asked tries this verb. Raise IllegalMove where the rulebook has its own words for it."""

    def repeat_answer(self, state: Any, seat: int, move: Move) -> None:
        """The player of this seat sends its sealed answer once more. Raise IllegalMove where the rulebook refuses that;
        else it counts once (PLAY-12). Asked at the door: to the rules themselves the same answer changes nothing."""

    def answers_to_resolve(
        self, state: Any, asked: Sequence[Decision], answers: Mapping[str, Move]
    ) -> Collection[str] | None:
        """Keys of the answers to resolve now, None to go on waiting; the others stay sealed.

        By default `ready` and `interrupting` decide. A step with courts beside it looks at the state itself.
        """
        if not self.ready(asked, answers):
            return None
        if not [decision for decision in asked if not decision.optional and decision.key not in answers]:
            return answers.keys()
        return self.interrupting(asked, answers) or answers.keys()

    def carry_over(self, state: Any, decision: Decision, move: Move) -> Move | None:
        """What a sealed answer has become when its step goes on after an interruption. None: judge it as a new one."""
        return None

    def ready(self, asked: Sequence[Decision], answers: Mapping[str, Move]) -> bool:
        """Is it time to resolve? By default when each decision that is not optional has its answer."""
        return all(decision.optional or decision.key in answers for decision in asked)

    def interrupting(self, asked: Sequence[Decision], answers: Mapping[str, Move]) -> set[str]:
        """Keys of the optional answers that close this step early; all other answers stay sealed.

        By default those without which the step would not be ready: the objection, or each vote of a full court.
        """
        optional = {decision.key for decision in asked if decision.optional and decision.key in answers}
        without = {key: {other: answers[other] for other in answers if other != key} for key in optional}
        return {key for key in optional if not self.ready(asked, without[key])} or optional

    def resolve(self, state: Any, answers: dict[int, Move], context: Context) -> str:
        """Change the state by all answers at once and return the name of the next step."""
        raise AssertionError(f"{self.name} does not resolve")

    def standing_orders(self, state: Any) -> dict[int, Move]:
        """Legal answers that stored orders give to what is asked now, by seat."""
        return {}

    def keep_order(self, state: Any, seat: int, move: Move) -> None:
        """Store the answer to a decision of pace `standing`. Nobody else's view or decision may differ afterwards.

        At the end of the match the state holds no orders: its exported record replays without them.
        """

    def moves(self, state: Any, decision: Decision) -> Iterable[Move] | None:
        """All legal answers, where the game lists them faster than by trying each combination of the fields."""
        return None

    def sample(self, state: Any, decision: Decision, rng: Rng) -> Move | None:
        """A random legal answer, where the game can draw one without listing them all."""
        return None

    def narrow(self, state: Any, seat: int, verb: str, args: Mapping[str, Any]) -> dict[str, list[Any]]:
        """For each field that is still open: the values that go with those already chosen. Own knowledge only."""
        return {}

    def preview(self, state: Any, seat: int, move: Move) -> list[str]:
        """Sentences on what a legal move will do, from what the seat may know. Shown before it is confirmed."""
        return []


class NoOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """For games without options."""

    @classmethod
    def defaults(cls, seats: int, pace: str) -> "NoOptions":
        """`pace` is "live" or "correspondence"."""
        return cls()


class Beginning(Struct, frozen=True):
    """What the lobby knows when a match begins, by seat: matches of this game finished before, and what was asked for.

    `pointed`: the seat that the host pointed at. `choose`: draws one of several seats by lot.
    """

    matches_played: list[int]
    requests: list[str | None]
    pointed: int | None
    choose: Callable[[list[int]], int]


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game: facts, state, functions, steps. `Names` are the players' names by seat."""

    meta: Meta
    clauses: Mapping[str, Clause]
    state: type
    options: type = NoOptions  # a Struct with defaults(seats, pace)
    setup: Callable[[int, Any, Context], tuple[Any, str]]  # (seats, options, context) -> state, name of the first step
    view: Callable[[Any, int | None], Any]  # (state, seat or None) -> a Struct built up from nothing
    result: Callable[[Any], list[int] | None]  # (state) -> rank of each seat, 1 best, ties share; None while running
    may: Callable[[Any, str, int, str], None] | None = None  # (state, step, seat, verb): IllegalMove, or nothing
    drop: Callable[[Any, int, str, Context], str | None]  # (state, seat, reason, context) -> next step; None: go on
    story: Callable[[Event, Names], str]  # the event in words
    steps: tuple[Step, ...]
    headline: Callable[[Any, Decision | None, Names], str]  # (view, decision, names) -> mail subject and status line
    result_notes: Callable[[Any], list[str]] | None = None  # (view of the end) -> words beside each rank: "27 points"
    choose: Callable[[Any, Decision, Moves, Rng], Move | None]  # the house bot; `Moves` lists the legal moves
    candidate_moves: Callable[[Any, Decision, Moves, Rng], Iterable[Move]] | None = None  # worth comparing with it
    # (state before, state) -> chance of each seat to win, as soon as it can be judged how it went; None: play on
    win_chances: Callable[[Any, Any], list[float] | None] | None = None
    bot_orders: Callable[[Any, Decision, Rng], Move | None] | None = None  # what a bot orders ahead
    determinize: Callable[[Any, int | None, Rng], Any]  # (state, seat, rng) -> state, what the seat cannot know redrawn
    audit: Callable[[Any], None]  # (state): asserts what must always hold (cards and money conserved)
    table: Callable[[Any, Decision | None, Names], Any] | None = None  # facts for templates, dict or object
    choices: Callable[[Any, Decision, Moves], Sequence[Choice]] | None = None  # what a mail offers; None: all moves
    shown_once: frozenset[str] = frozenset()  # events that tell what a view does not keep (a card turned up and taken)
    why_not: Callable[[Any, Decision], Iterable[Tried]] | None = None  # what this seat may want to do now
    gallery: Callable[[dict[str, Any]], Sequence[Face]] | None = None  # (components without private fields) -> faces
    scene: Callable[..., AnyPosition] | None = None  # (**facts of manual/examples.toml) -> a hand-written position
    pictures: Callable[[], dict[str, str]] | None = None  # every file of pictures/ as drawn: {name without ".svg": SVG}
    board: Callable[[Any, Names, str], Board] | None = None  # (position, names, prefix of ids), for the manual
    mail_picture: Callable[[Any, Decision | None, Names], Board] | None = None  # (view, decision, names)
    seat_requests: Callable[[Any, int], list[tuple[str, str]]] | None = None  # (options, seats) -> [(value, words)]
    finalize_options: Callable[[Any, Beginning], Any] | None = None  # (options, what the lobby knows) -> options
    refusals: Refusals = field(default_factory=dict)  # own words for moves that are unasked or malformed (validation)
    publish: Callable[[list[tuple[Any, int, Move]]], list[Move]] | None = None  # moves as the public record shows them
    migrate: Callable[[dict[str, Any], int], dict[str, Any]] | None = None  # (raw position, from_rules)

    @cached_property
    def by_name(self) -> dict[str, Step]:
        """The steps by name."""
        return {step.name: step for step in self.steps}

    @cached_property
    def decoder(self) -> "msgspec.json.Decoder[Any]":
        """Typed decoder of this game's positions."""
        return msgspec.json.Decoder(Position[self.state, self.options])  # type: ignore[name-defined]
