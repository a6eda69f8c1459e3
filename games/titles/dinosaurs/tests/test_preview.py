"""What an answer or a plan will do, as the player reads it before confirming."""

from typing import Any

import pytest

from games.kernel.types import Move
from games.table.presenter import with_names
from games.titles.dinosaurs import game
from games.titles.dinosaurs.standing_orders import NONE
from games.titles.dinosaurs.tests.scene import Table, seat

NAMES = ["Ann", "Ben", "Cy"]


def told(table: Table, step: str, verb: str, **args: Any) -> list[str]:
    """The preview, as the first seat reads it."""
    return [with_names(line, NAMES, 0) for line in game.rules.by_name[step].preview(table.state, 0, Move(verb, args))]


@pytest.fixture
def at_table() -> Table:
    return Table(
        seat("cool-stick", "bonehead"),
        seat("run-home-bat", "bonehead"),
        disaster="meteor-1",
        options={"two_player_rules": False},
    )


@pytest.mark.clause("HD-03", "HD-93")
def test_answers_of_one_card(at_table: Table) -> None:
    assert told(at_table, "dino", "dino", dino="raging-raptor") == ["You play as Raging Raptor."]
    assert told(at_table, "sudden", "sudden", card="bonehead-1") == ["You play Bonehead (4) face down."]


@pytest.mark.clause("HD-15", "HD-60")
def test_a_point_card_says_what_it_does() -> None:
    table = Table(seat("pet-rock", "mouth-trap"), seat("run-home-bat", "bonehead"), seat("cool-stick"))
    start, effect = told(table, "choose", "choose", card="pet-rock-1")
    assert start.startswith("Pet Rock: your score starts at 0")
    assert effect == "You may discard any Point card from your hand; its value is added to your score."
    assert told(table, "choose", "choose", card="mouth-trap-1")[1].startswith("During scoring: ")


@pytest.mark.clause("HD-61", "HD-70")
def test_cards_that_an_effect_shows(at_table: Table) -> None:
    at_table.state.looked = ["iced-ptea-1", "pet-rock-1"]
    kept = "You keep Pet Rock (0) and discard Iced Ptea (8)."
    assert told(at_table, "keep", "keep", card="pet-rock-1") == [kept]
    at_table.state.robbed = 1
    assert told(at_table, "grab", "grab", card="bonehead-2") == ["You take Bonehead (4) from Ben."]


@pytest.mark.clause("HD-120", "HD-121", "HD-122", "HD-123", "HD-124")
def test_a_plan_says_what_it_answers(at_table: Table) -> None:
    plan = NONE | {"instants": "pass", "effect": "decline", "disaster": "take", "drop": "bonehead-1", "sticky": True}
    lines = [
        "In the scoring window you pass.",
        "You don’t use the effect of your Point card.",
        "If the Disaster card comes to you, you take it.",
        "When you take it, you discard Bonehead (4).",
        "The plan stays for the next rounds.",
    ]
    assert told(at_table, "instants", "orders", orders=plan) == lines
    assert told(at_table, "effect", "orders", orders=NONE) == ["The plan ends with this round."]
    sudden = NONE | {"disaster": "insure", "sudden": ["bonehead-1", "cool-stick-1"]}
    assert told(at_table, "disaster", "orders", orders=sudden)[:2] == [
        "If the Disaster card comes to you, you play Insurance if you can and take it if you can’t.",
        "In Sudden Death you play the first of these that you still hold: Bonehead (4), Cool Stick (1).",
    ]


@pytest.mark.clause("HD-120")
def test_a_card_played_with_a_plan_tells_both(at_table: Table) -> None:
    plan = NONE | {"effect": "decline"}
    start, *planned = told(at_table, "choose", "choose", card="cool-stick-1", orders=plan)
    assert start.startswith("Cool Stick: ") and planned[0] == "You don’t use the effect of your Point card."
    assert len(told(at_table, "choose", "choose", card="cool-stick-1")) == 1
