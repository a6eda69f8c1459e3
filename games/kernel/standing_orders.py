"""Standing orders: answers given in advance, which are played when a step asks for them. Steps store them
(`Step.keep_order`) and say which of them are legal now (`Step.standing_orders`)."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from games.kernel.position import AnyPosition, Played
from games.kernel.step import Context, Step
from games.kernel.types import Decision

_listed: ContextVar[list[Played] | None] = ContextVar("listed", default=None)


@contextmanager
def giving_only(moves: list[Played] | None) -> Iterator[None]:
    """In this block, orders give only these moves, each once (None: any); orders that replaced them are unknown."""
    token = _listed.set(moves)
    try:
        yield
    finally:
        _listed.reset(token)


def play(step: Step[Any], position: AnyPosition, asked: list[Decision], context: Context) -> None:
    """Answer the decisions that have just been asked with the orders that seats have left."""
    orders = step.standing_orders(position.state)
    keys = {decision.key for decision in asked} if orders else ()
    for seat, move in orders.items():
        given = Played(seat, move, by_order=True)
        if str(seat) in keys and str(seat) not in position.sealed and _is_listed(given):
            position.sealed[str(seat)] = move
            context.played.append(given)


def _is_listed(given: Played) -> bool:
    listed = _listed.get()
    if listed is not None and given in listed:
        listed.remove(given)
        return True
    return listed is None


def answers_now(step: Step[Any], position: AnyPosition, asked: list[Decision], seat: int) -> bool:
    """Does an order of this seat, just stored, answer its open decision?"""
    key = str(seat)
    is_asked = key not in position.sealed and any(decision.key == key for decision in asked)
    return is_asked and seat in step.standing_orders(position.state)
