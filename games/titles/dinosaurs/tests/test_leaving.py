"""Leaving: resigning and removal in every phase (HD-126, HD-127), and the ranks of those who left (HD-131)."""

from typing import Any

import pytest

from games.kernel import codec, engine
from games.kernel.errors import IllegalMove
from games.kernel.types import Move
from games.titles.dinosaurs import game
from games.titles.dinosaurs.cards import FOR_SEATS
from games.titles.dinosaurs.state import Options
from games.titles.dinosaurs.tests.scene import SEED, Table, seat

DINOS = ("nervous-rex", "cry-ceratops", "bad-luck-bronto", "pterry-dactyl")


def scene(*cards: str, hands: Any = (), **facts: Any) -> Table:
    """A position without traits: these cards are played; everybody holds a Bonehead unless `hands` says otherwise."""
    hands = [*hands, *["bonehead"] * len(cards)]
    seats = [seat(card, hand, dino=dino) for card, hand, dino in zip(cards, hands, DINOS, strict=False)]
    return Table(*seats, **{"disaster": "meteor-1", **facts})


@pytest.mark.clause("HD-126")
@pytest.mark.parametrize(("reason", "word"), [("resigned", "resigned"), ("removed", "time")])
def test_a_leaving_player_is_out_and_discards_the_hand(reason: str, word: str) -> None:
    table = scene("iced-ptea", "run-home-bat", "cool-stick", hands=("booster sapper",))
    table.do(0, "choose", card="iced-ptea-1")
    table.leave(0, reason)
    assert table.told()[-1] == f"Ann is out ({word})."
    assert sorted(table.state.discard) == ["booster-1", "iced-ptea-1", "sapper-1"]
    assert table.players[0].hand == [] and table.players[0].card is None and table.asked == [1, 2]


@pytest.mark.clause("HD-126")
def test_the_step_ends_when_the_last_player_to_answer_leaves() -> None:
    table = scene("iced-ptea", "run-home-bat", "cool-stick")
    table.do(0, "choose", card="iced-ptea-1")
    table.do(2, "choose", card="cool-stick-1")
    table.leave(1)
    assert table.phase == "instants" and table.state.is_revealed and table.scores == [8, 1]


@pytest.mark.clause("HD-126")
def test_the_face_up_card_of_a_leaver_scores_nothing_but_still_works() -> None:
    table = scene("mouth-trap", "run-home-bat", "cool-stick", "iced-ptea").play_cards()
    table.leave(0)
    assert table.view().boards[0].card == "mouth-trap-1" and table.view().inversions == 1
    assert table.scores == [5, 8, 1] and [score.seat for score in table.view().scores] == [1, 2, 3]
    fruit = scene("star-fruit", "run-home-bat", "cool-stick", hands=("bonehead", "booster bonehead")).play_cards()
    fruit.leave(0)
    fruit.wave({1: [{"card": "booster-1", "target": 1}]})
    assert fruit.scores == [9, 1]
    saw = scene("pet-rock", "flaming-chainsaw", "mouth-trap", "cool-stick").play_cards()
    saw.leave(1)
    assert saw.view().is_silenced and saw.view().inversions == 0


@pytest.mark.clause("HD-127")
def test_previews_work_after_somebody_left_without_a_dinosaur() -> None:
    table = scene("iced-ptea", "run-home-bat", "cool-stick").play_cards()
    table.leave(2)
    table.players[2].dino = None  # as if the player had left during the pick
    _, passing = engine.check(game, table.position, 0, table.decision(0).default)
    told = game.rules.by_name["instants"].preview(table.state, 0, passing)
    assert told[0] == f"If nobody plays: {FOR_SEATS.name(0)} 8, {FOR_SEATS.name(1)} 5."


@pytest.mark.clause("HD-127")
def test_leaving_before_the_deal() -> None:
    position, _ = engine.start(game, 3, Options(), SEED)
    engine.play(game, position, 0, Move("dino", {"dino": "stego"}))
    engine.drop(game, position, 0, "resigned")
    with pytest.raises(IllegalMove, match="already taken"):
        engine.play(game, position, 1, Move("dino", {"dino": "stego"}))
    engine.play(game, position, 1, Move("dino", {"dino": "nervous-rex"}))
    engine.play(game, position, 2, Move("dino", {"dino": "cry-ceratops"}))
    assert [len(player.hand) for player in position.state.players] == [0, 5, 5]
    late, _ = engine.start(game, 3, Options(), SEED)
    engine.play(game, late, 0, Move("dino", {"dino": "stego"}))
    engine.play(game, late, 1, Move("dino", {"dino": "nervous-rex"}))
    engine.drop(game, late, 2, "resigned")
    assert late.state.phase == "choose" and len(late.state.players[2].hand) == 0


@pytest.mark.clause("HD-127")
def test_the_effect_of_a_leaver_is_dropped() -> None:
    table = scene("pet-rock", "smoothie", "cool-stick", hands=("bonehead", "star-fruit")).play_cards()
    table.leave(0)
    assert table.asked == [1] and table.phase == "effect"
    looked = scene("treenoculars", "iced-ptea", "cool-stick", deck="redirect handy-pan").play_cards()
    looked.do(0, "effect", use=True)
    looked.leave(0)
    assert {"redirect-1", "handy-pan-1"} <= set(looked.state.discard) and looked.phase == "instants"


@pytest.mark.clause("HD-127")
@pytest.mark.parametrize("leaver", [0, 1])
def test_a_grab_ends_without_a_card(leaver: int) -> None:
    table = scene("dino-grabber", "iced-ptea", "run-home-bat", hands=("bonehead", "insurance star-fruit")).play_cards()
    table.do(0, "effect", use=True, target=1)
    table.leave(leaver)
    assert table.phase == "instants" and "grab" not in table.kinds()
    assert len(table.players[1 - leaver].hand) == 2 - leaver
    table.audit()


@pytest.mark.clause("HD-127")
def test_other_players_may_leave_while_cards_are_shown() -> None:
    table = scene("dino-grabber", "iced-ptea", "run-home-bat", hands=("bonehead", "insurance star-fruit")).play_cards()
    table.do(0, "effect", use=True, target=1)
    table.leave(2)
    assert table.asked == [0] and table.view(0).shown == ["insurance-1", "star-fruit-1"]
    table.leave(1)
    assert table.state.ranks == [1, 2, 3] and table.view(0).shown == []
    table.audit()


@pytest.mark.clause("HD-127")
def test_unrevealed_instants_are_discarded() -> None:
    table = scene("iced-ptea", "run-home-bat", "cool-stick", hands=("booster bonehead",)).play_cards()
    table.do(0, "instants", plays=[{"card": "booster-1", "target": 0}])
    table.leave(0)
    table.do(1, "instants", plays=[])
    table.do(2, "instants", plays=[])
    assert "instant" not in table.kinds() and {"booster-1", "bonehead-1"} <= set(table.state.discard)


@pytest.mark.clause("HD-127")
def test_instants_aimed_at_a_leaver_are_wasted() -> None:
    table = scene("iced-ptea", "run-home-bat", "cool-stick", hands=("booster bonehead",)).play_cards()
    table.do(0, "instants", plays=[{"card": "booster-1", "target": 1}])
    table.leave(1)
    assert table.asked == [2], "the sealed answer stays as it was given"
    words = "You have already answered for this scoring window. (HD-81)"
    assert table.refused(0, "instants", plays=[]) == words
    table.do(2, "instants", plays=[])
    assert "Ann plays Score Booster on Bob." in table.told() and table.scores == [8, 1]
    assert table.players[0].hand == ["bonehead-1"] and table.state.wave == 2


@pytest.mark.clause("HD-127")
def test_the_last_player_to_answer_in_the_window_leaves() -> None:
    table = scene("iced-ptea", "run-home-bat", "cool-stick").play_cards()
    table.do(0, "instants", plays=[])
    table.do(2, "instants", plays=[])
    table.leave(1)
    assert table.phase == "disaster" and table.asked == [2]


@pytest.mark.clause("HD-127")
def test_the_receiver_leaves() -> None:
    table = scene("iced-ptea", "run-home-bat", "cool-stick").play_cards().pass_all()
    table.leave(2)
    assert table.state.disasters[0] == "meteor-1" and table.phase == "choose" and table.points == [8, 0, 0]
    assert table.players[2].area == []


@pytest.mark.clause("HD-127", "HD-105")
def test_one_of_the_last_two_in_sudden_death_leaves() -> None:
    table = scene("iced-ptea", "cool-stick", "cool-stick").play_cards().pass_all()
    table.do(1, "sudden", card="bonehead-2")
    table.leave(2)
    assert "bonehead-2" in table.players[1].hand, "the pick returns to the hand"
    assert table.state.disasters[0] == "meteor-1" and table.phase == "choose" and len(table.players[1].hand) == 5


@pytest.mark.clause("HD-127")
def test_a_larger_sudden_death_goes_on_without_the_leaver() -> None:
    table = (
        scene("iced-ptea", "cool-stick", "cool-stick", "cool-stick", hands=("bonehead", "bonehead handy-pan"))
        .play_cards()
        .pass_all()
    )
    table.do(1, "sudden", card="handy-pan-1")
    table.do(2, "sudden", card="bonehead-3")
    table.leave(3)
    assert table.kinds().count("sudden_reveal") == 2 and table.asked == [1]


@pytest.mark.clause("HD-126", "HD-131", "HD-108")
def test_resignations_are_handled_in_order() -> None:
    table = scene("iced-ptea", "run-home-bat", "cool-stick")
    table.leave(2)
    table.leave(0)
    assert table.state.ranks == [2, 1, 3]
    with pytest.raises(IllegalMove, match=r"The game is over\. \(HD-01\)"):
        engine.drop(game, table.position, 1, "resigned")
    assert table.told()[-1] == "Game over: 1. Bob 0, 2. Ann (out in round 3), 3. Cy (out in round 3)."


@pytest.mark.clause("HD-40", "HD-126")
def test_players_who_are_out_cannot_resign() -> None:
    table = Table(seat("iced-ptea", "bonehead"), seat("cool-stick", "bonehead"), seat(out=1))
    before = codec.dump(table.position)
    with pytest.raises(IllegalMove, match=r"You are out of the game\. \(HD-40\)"):
        engine.drop(game, table.position, 2, "resigned")
    assert codec.dump(table.position) == before
    table.leave(2, "removed")
    assert table.players[2].out is not None and table.players[2].out.reason == "disaster"
    table.leave(1)
    assert table.state.ranks == [1, 2, 3]


@pytest.mark.clause("HD-40")
def test_players_who_have_left_cannot_do_anything() -> None:
    table = scene("iced-ptea", "run-home-bat", "cool-stick")
    table.leave(2)
    for act in ("choose", "orders", "instants"):
        assert table.refused(2, act) == "You are out of the game. (HD-40)"
