"""The view, the story, the headline and the bot."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from games.kernel.rng import Rng
from games.kernel.types import Decision, Event, Move
from games.kernel.words import Sentences
from tests.kernel.madeup.state import State


class View(Struct):
    """What one seat can see."""

    me: int | None
    hand: list[int]
    controlled: dict[int, list[int]]
    top: int | None
    plan: list[int]
    hand_sizes: list[int]
    deck_size: int
    discard: list[int]
    coins: list[int]
    points: list[int]
    calls: list[int]
    prizes: list[int]
    stalls: dict[str, int]
    animals: list[str]
    round: int
    queue: list[int]
    accused: int | None
    charge: str
    left: list[int]
    is_over: bool


def view(state: State, step: str, seat: int | None) -> View:
    """Build the view of a seat."""
    return View(
        me=seat,
        hand=[] if seat is None else state.hands[seat],
        controlled={victim: state.hands[victim] for victim, raider in state.control.items() if raider == seat},
        top=state.deck[-1] if seat is not None and state.peeked == seat and state.deck else None,
        plan=[] if seat is None else state.plans.get(seat, []),
        hand_sizes=[len(hand) for hand in state.hands],
        deck_size=len(state.deck),
        discard=state.discard,
        coins=state.coins,
        points=state.points,
        calls=state.calls,
        prizes=state.prizes,
        stalls=state.stalls,
        animals=state.animals,
        round=state.round,
        queue=state.queue,
        accused=state.court.accused if state.court else None,
        charge=state.court.charge if state.court else "",
        left=state.left,
        is_over=state.is_over,
    )


def story(event: Event, names: list[str]) -> str:
    """A log line, with the viewer's private part in brackets."""
    name = Sentences(names).name
    who = name(event.data["seat"], begins=True) if "seat" in event.data else "Everybody"
    public = ", ".join(f"{key} {value}" for key, value in event.data.items() if key != "seat")
    private = "; ".join(f"{name(seat)}: {part}" for seat, part in event.private.items())
    return f"{who}: {event.kind} {public}".strip() + (f" ({private})" if private else "")


def headline(view: View, decision: Decision | None, names: list[str]) -> str:
    """The status line."""
    return f"{decision.prompt} Round {view.round}." if decision else f"Round {view.round}."


def table(view: View, decision: Decision | None, names: list[str]) -> dict[str, Any]:
    """Data for the page."""
    return {"rows": [f"{name}: {points}" for name, points in zip(names, view.points, strict=True)]}


def choose(view: View, decision: Decision, moves: Callable[[], list[Move]], rng: Rng) -> Move | None:
    """Raid if possible, else play any legal move; skip optional decisions."""
    if decision.optional:
        return None
    if any(action.verb == "raid" for action in decision.actions):
        return Move("raid")
    return rng.choose(moves())
