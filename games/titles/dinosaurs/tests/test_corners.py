"""Corners that no other test comes to: all moves of an effect, leavers in the middle of one, empty piles."""

from typing import Any

import pytest

from games.kernel import engine, legal_moves
from games.kernel.rng import Rng
from games.titles.dinosaurs import game
from games.titles.dinosaurs.rules import dinos_of
from games.titles.dinosaurs.state import Options
from games.titles.dinosaurs.tests.scene import SEED, Table, seat
from games.titles.dinosaurs.tests.site.refusals import effect


def moves_of(table: Table, number: int) -> list[tuple[str, dict[str, Any]]]:
    decision = table.decision(number)
    return [(move.verb, move.args) for move in legal_moves.moves(game, table.position, decision)]


@pytest.mark.clause("HD-49", "HD-66", "HD-70", "HD-72")
def test_the_moves_of_an_effect_are_to_decline_and_each_way_to_use_it() -> None:
    assert moves_of(effect("dino-grabber")(), 0) == [
        ("effect", {"use": False, "target": None}),
        ("effect", {"use": True, "target": 1}),
        ("effect", {"use": True, "target": 3}),
    ]
    discards = [args["discard"] for verb, args in moves_of(effect("pet-rock")(), 0) if verb == "effect" and args["use"]]
    assert discards == ["bonehead-1", "star-fruit-1"]
    sprayed = [args["discard"] for _, args in moves_of(effect("fire-spray")(), 0) if args["use"]]
    assert sorted(map(len, sprayed)) == [1] * 4 + [2] * 6 + [3] * 4
    assert all(len(set(cards)) == len(cards) for cards in sprayed)
    assert moves_of(effect("treenoculars")(), 0) == [("effect", {"use": False}), ("effect", {"use": True})]


@pytest.mark.clause("HD-120", "HD-121")
@pytest.mark.parametrize("kind", ["pet-rock", "dino-grabber", "hungry-plant", "treenoculars"])
def test_an_order_to_decline_declines_each_effect(kind: str) -> None:
    table = Table(
        seat(kind, "booster bonehead"),
        seat("iced-ptea", "grave-maker", dino="cry-ceratops"),
        seat("cool-stick", "sapper", dino="bad-luck-bronto"),
        disaster="meteor-1",
    ).play_cards(s0={"effect": "decline"})
    declined = [event for event in table.events if event.kind == "declined"]
    assert [(event.data["seat"], event.data["effect"]) for event in declined] == [(0, kind)]
    assert table.state.phase == "instants"


@pytest.mark.clause("HD-126", "HD-127")
def test_an_effect_stays_open_while_others_leave_and_ends_with_its_player() -> None:
    table = effect("pet-rock")()
    table.leave(2)
    assert table.state.phase == "effect" and table.asked == [0]
    table.do(0, "effect", use=True, discard="bonehead-1")
    assert table.state.phase == "instants"
    table = effect("pet-rock")()
    table.leave(0)
    assert table.state.phase == "instants" and 0 not in table.asked


@pytest.mark.clause("HD-126", "HD-57")
def test_an_effect_without_anybody_left_to_aim_at_is_skipped() -> None:
    table = Table(
        seat("dino-grabber", "booster"),
        seat("mouth-trap", "bonehead", dino="cry-ceratops"),
        seat("iced-ptea", dino="bad-luck-bronto"),
        disaster="meteor-1",
    ).play_cards()
    assert table.state.phase == "effect"
    table.leave(1)
    assert table.state.phase == "instants", "the hand that could be robbed has left"


@pytest.mark.clause("HD-02", "HD-05")
def test_all_dinosaurs_of_a_match_can_be_requested() -> None:
    allowed = dinos_of(Options(dinos="random"), 4)
    position, _ = engine.start(game, 4, {"dinos": list(allowed)}, SEED)
    assert [player.dino for player in position.state.players] == list(allowed)


@pytest.mark.clause("HD-30")
def test_a_renewed_disaster_deck_is_shuffled() -> None:
    """What lies in the area of a player who is out comes back in an order that the seed decides."""
    orders = set()
    for number in range(6):
        table = Table(
            seat("iced-ptea", "bonehead"),
            seat("cool-stick", "bonehead", dino="cry-ceratops"),
            seat(out=1, area="stomped ghosted trapped"),
            disaster="meteor-1",
        )
        table.state.disasters = []
        table.position.rng = Rng(f"{number:032x}")
        table.play_cards().pass_all().do(1, "take")
        orders.add((table.state.disaster, *table.state.disasters))
    assert len(orders) > 1
