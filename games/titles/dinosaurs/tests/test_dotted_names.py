"""Moves with dotted field names: they are checked like nested ones, and contradictions are refused."""

from typing import Any

import pytest

from games.kernel import codec, engine
from games.kernel.errors import IllegalMove
from games.kernel.position import AnyPosition
from games.kernel.types import Decision, Move
from games.titles.dinosaurs import game


def at_choose() -> tuple[AnyPosition, Decision]:
    """The first choice of a match, and the decision of the first seat."""
    position, _ = engine.start(game, 3, {"dinos": "random"}, "ab" * 16)
    return position, next(d for d in engine.decisions(game, position) if d.actions[0].verb == "choose")


def test_orders_with_dotted_names_are_checked_like_nested_ones() -> None:
    """This call once made a match unreadable for good."""
    position, decision = at_choose()
    card = decision.default.args["card"]
    for args in ({"orders.instants": "ask", "orders.effect": None}, {"orders": {"instants": "ask", "effect": None}}):
        with pytest.raises(IllegalMove) as refused:
            engine.play(game, codec.copy(game, position), decision.seat, Move("choose", {"card": card} | args))
        assert refused.value.clause == "HD-120"
    engine.play(game, position, decision.seat, Move("choose", {"card": card, "orders.instants": "pass"}))
    assert position.state.players[decision.seat].orders.instants == "pass"


@pytest.mark.parametrize(
    "args",
    [
        {"orders": {"instants": "ask"}, "orders.instants": "pass"},
        {"orders": "x", "orders.instants": "pass"},
        {"orders.instants": "pass", "orders": None},
        {".".join("a" * 3000): 1},
        {"": 1, ".": 2},
    ],
)
def test_contradictory_names_are_refused(args: dict[str, Any]) -> None:
    position, decision = at_choose()
    with pytest.raises(IllegalMove):
        engine.play(game, position, decision.seat, Move("choose", {"card": decision.default.args["card"]} | args))
