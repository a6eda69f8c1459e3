"""Standing orders: answers given in advance, which are played when a step asks for them. Steps store them
(`Step.keep_order`) and say which of them are legal now (`Step.standing_orders`)."""

from typing import Any

from games.kernel.position import AnyPosition, Played
from games.kernel.step import Context, Step
from games.kernel.types import Decision


def play(step: Step[Any], position: AnyPosition, asked: list[Decision], context: Context) -> None:
    """Answer the decisions that have just been asked with the orders that seats have left."""
    orders = step.standing_orders(position.state)
    keys = {decision.key for decision in asked} if orders else ()
    for seat, move in orders.items():
        if str(seat) in keys and str(seat) not in position.sealed:
            position.sealed[str(seat)] = move
            context.played.append(Played(seat, move, by_order=True))


def answers_now(step: Step[Any], position: AnyPosition, asked: list[Decision], seat: int) -> bool:
    """Does an order of this seat, just stored, answer its open decision?"""
    key = str(seat)
    is_asked = key not in position.sealed and any(decision.key == key for decision in asked)
    return is_asked and seat in step.standing_orders(position.state)
