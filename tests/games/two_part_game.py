"""A minimal game for tests of clocks: each turn has two parts that share one clock."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from games.kernel.data import Meta
from games.kernel.display import Fact
from games.kernel.game import Bot, Game, NoOptions, Rules, Table
from games.kernel.step import Answers, Context, Step
from games.kernel.types import Action, Clock, Decision, Event, Move
from games.titles import load


class State(Struct):
    turn: int = 0
    turns: int = 0
    left: list[int] = []


class View(Struct):
    turn: int


def _decision(state: State, continues: bool) -> Decision:
    action = Action("knock", "Knock")
    return Decision(state.turn, "Knock on the table.", (action,), Move("knock"), clock=Clock(continues=continues))


class First(Step[State]):
    def ask(self, state: State) -> list[Decision]:
        return [_decision(state, continues=False)]

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        context.log("knocked", "PLAY-01", seat=state.turn)
        return "second"


class Second(Step[State]):
    def ask(self, state: State) -> list[Decision]:
        return [_decision(state, continues=True)]

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        context.log("knocked", "PLAY-01", seat=state.turn)
        state.turn, state.turns = 1 - state.turn, state.turns + 1
        return "first"


def _result(state: State) -> list[int] | None:
    if state.left:
        return [2 if seat in state.left else 1 for seat in range(2)]
    return [1, 1] if state.turns >= 40 else None


def _drop(state: State, seat: int, reason: str, context: Context) -> None:
    state.left.append(seat)
    context.log("left", "PLAY-05", seat=seat)


def _story(event: Event, names: list[str]) -> str:
    return f"{names[event.data['seat']]} {event.kind}."


META = Meta(
    slug="knock",
    title="Knock",
    prefix="KN",
    tagline="Knock twice.",
    aim="Knock twice.",
    seats=(2,),
    minutes=(1, 2),
    credit="Made up.",
    rules=1,
    manual=(),
)
game = Game(
    meta=META,
    clauses={},
    rules=Rules[State, NoOptions, View](
        state=State,
        options=NoOptions,
        setup=lambda seats, options, turn: (State(), "first"),
        steps=(First(), Second()),
        view=lambda state, step, seat: View(state.turn),
        result=_result,
        drop=_drop,
        determinize=lambda state, seat, rng: state,
        audit=lambda state: None,
    ),
    bot=Bot[State, View](
        choose=lambda view, decision, moves, rng: Move("knock"),
    ),
    table=Table[State, View](
        story=_story,
        headline=lambda view, decision, names: "Knock",
        position_words=lambda view, names, reader: [Fact("View", str(view))],
    ),
)


@contextmanager
def installed() -> Iterator[dict[str, Any]]:
    """Make the game available for the duration of a test."""
    games = load()
    games["knock"] = game
    try:
        yield games
    finally:
        del games["knock"]
