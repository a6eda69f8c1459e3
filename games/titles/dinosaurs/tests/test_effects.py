"""Point cards: order of effects and each card (HD-44, HD-47 to HD-49, HD-52 to HD-74)."""

from typing import Any

import pytest

from games.kernel import bots
from games.kernel.rng import Rng
from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.dinosaurs import effects, game
from games.titles.dinosaurs.cards import CARDS, NORMAL, VALUE, WITH_EFFECT
from games.titles.dinosaurs.state import Options
from games.titles.dinosaurs.tests.scene import Table, seat


def three(first: dict[str, Any], second: dict[str, Any], third: dict[str, Any], **facts: Any) -> Table:
    """Three players without a trait against the face-up Meteor; everybody has played a card."""
    dinos = ("nervous-rex", "cry-ceratops", "bad-luck-bronto")
    seats = [{"dino": dino, **one} for dino, one in zip(dinos, (first, second, third), strict=True)]
    return Table(*seats, **{"disaster": "meteor-1", **facts}).play_cards()


@pytest.mark.clause("HD-48")
def test_cards_have_the_values_and_effects_of_the_catalogue() -> None:
    copies = [card for card in CARDS.values() if card.value is not None]
    assert {card.value for card in copies} == set(range(10))
    assert len(WITH_EFFECT) == 20 and len(NORMAL) == 15
    assert all(bool(card.effect) == (card.timing != "plain") for card in copies)


@pytest.mark.clause("HD-49", "HD-53")
def test_a_declined_effect_is_lost() -> None:
    table = three(seat("pet-rock", "bonehead"), seat("iced-ptea", "bonehead"), seat("run-home-bat", "bonehead"))
    assert table.default(0) == {"act": "effect", "use": False}
    table.do(0, "effect", use=False)
    assert "Ann doesn’t use Pet Rock." in table.told()
    assert table.phase == "instants" and table.refused(0, "effect", use=True, discard="bonehead-1").endswith("(HD-119)")


@pytest.mark.clause("HD-50", "HD-53")
def test_only_the_active_player_answers_and_only_once() -> None:
    table = three(seat("pet-rock", "bonehead"), seat("smoothie", "star-fruit"), seat("run-home-bat", "bonehead"))
    words = "It is not your turn to use a Point card effect. (HD-50)"
    for number, act in ((1, "effect"), (2, "effect"), (1, "grab"), (2, "keep")):
        assert table.refused(number, act, use=False) == words
    table.do(0, "effect", use=True, discard="bonehead-1")
    assert table.asked == [1] and table.refused(0, "effect", use=False) == words


@pytest.mark.clause("HD-52")
def test_equal_values_and_points_are_ordered_at_random() -> None:
    table = three(seat("pet-rock", "bonehead"), seat("pet-rock", "bonehead"), seat("pet-rock", "bonehead"))
    orders = {tuple(effects.order_of_effects(table.state, Context(Rng(bots.seed_from(n))))) for n in range(60)}
    assert len(orders) == 6
    table.players[2].points = 1
    orders = {tuple(effects.order_of_effects(table.state, Context(Rng(bots.seed_from(n))))) for n in range(60)}
    assert orders == {(0, 1, 2), (1, 0, 2)}


@pytest.mark.clause("HD-54", "HD-58")
def test_flaming_chainsaw_silences_everything_but_instants_and_traits() -> None:
    table = Table(
        seat("flaming-chainsaw", "booster bonehead"),
        seat("star-fruit", "bonehead"),
        seat("mouth-trap", "bonehead"),
        seat("pet-rock", "bonehead"),
        disaster="stomped",
    ).play_cards()
    assert table.phase == "instants" and table.state.order == []
    assert table.told()[4] == "Flaming Chainsaw: all other Point card effects are ignored this round."
    assert table.scores == [10, 6, 5, -1]
    table.wave({0: [{"card": "booster-1", "target": 1}]}).wave()
    assert [score.final for score in table.state.report.scores] == [10, 8, 5, -1]


@pytest.mark.clause("HD-58")
def test_a_discarded_chainsaw_does_nothing() -> None:
    table = three(
        seat("pet-rock", "flaming-chainsaw"), seat("mouth-trap", "bonehead"), seat("run-home-bat", "pet-rock")
    )
    table.do(0, "effect", use=True, discard="flaming-chainsaw-1")
    assert table.scores == [5, 9, 9], "9, 5, 5 inverted by the Mouth Trap"
    assert table.view().is_silenced is False


@pytest.mark.clause("HD-55", "HD-65")
def test_mouth_trap_applies_at_scoring_without_a_question() -> None:
    table = three(seat("mouth-trap", "bonehead"), seat("iced-ptea", "bonehead"), seat("cool-stick", "bonehead"))
    assert table.phase == "instants" and table.view().inversions == 1 and table.scores == [5, 1, 8]
    table.pass_all()
    assert table.points == [0, 0, 8] and table.asked == [1]


@pytest.mark.clause("HD-55", "HD-63")
def test_star_fruit_doubles_boosters_and_sappers() -> None:
    table = three(
        seat("star-fruit", "booster sapper"), seat("iced-ptea", "bonehead"), seat("cool-stick", "booster bonehead")
    )
    plays = [{"card": "booster-1", "target": 0}, {"card": "sapper-1", "target": 1}]
    table.wave({0: plays, 2: [{"card": "booster-2", "target": 2}]})
    assert table.scores == [10, 4, 5] and table.view().doubling == 2


@pytest.mark.clause("HD-64")
def test_two_star_fruits_double_twice() -> None:
    table = three(
        seat("star-fruit", "booster bonehead"), seat("star-fruit", "sapper bonehead"), seat("cool-stick", "bonehead")
    )
    table.wave({0: [{"card": "booster-1", "target": 2}], 1: [{"card": "sapper-1", "target": 1}]})
    assert table.scores == [6, -2, 9] and table.view().doubling == 4


@pytest.mark.clause("HD-56", "HD-50", "HD-51")
def test_the_order_is_fixed_at_the_reveal_and_shown_to_all() -> None:
    table = three(
        seat("hungry-plant", "bonehead"), seat("grappling-snake", "bonehead", points=3), seat("cool-stick", "bonehead")
    )
    assert [table.view(viewer).order for viewer in (0, 2, None)] == [[1, 0]] * 3
    table.do(1, "effect", use=True, target=2)
    assert table.view().boards[2].card == "grappling-snake-1" and table.view().order == [1, 0]
    assert table.asked == [0], "the exchanged Snake gives nobody a new use"


@pytest.mark.clause("HD-57")
@pytest.mark.parametrize("card", ["pet-rock", "smoothie", "fire-spray"])
def test_an_empty_hand_skips_the_effect(card: str) -> None:
    table = three(seat(card), seat("iced-ptea", "bonehead"), seat("run-home-bat", "bonehead"))
    assert table.phase == "instants" and "impossible" in table.kinds()


@pytest.mark.clause("HD-57")
def test_a_player_without_a_fitting_card_is_still_asked() -> None:
    table = three(seat("pet-rock", "booster sapper"), seat("smoothie", "bonehead"), seat("iced-ptea", "bonehead"))
    assert table.asked == [0]
    table.do(0, "effect", use=False)
    assert table.asked == [1]


@pytest.mark.clause("HD-57")
def test_dino_grabber_is_skipped_if_nobody_else_has_cards() -> None:
    table = three(seat("dino-grabber", "bonehead"), seat("iced-ptea"), seat("run-home-bat"))
    assert "Ann’s Dino Grabber can’t be used." in table.told() and table.phase == "instants"


@pytest.mark.clause("HD-59", "HD-74")
def test_hungry_plant_swaps_two_other_players() -> None:
    table = three(seat("hungry-plant", "bonehead"), seat("mouth-trap", "bonehead"), seat("cool-stick", "bonehead"))
    table.do(0, "effect", use=True, targets=[2, 1])
    assert "Ann uses Hungry Plant: swaps Bob’s Mouth Trap and Cy’s Cool Stick." in table.told()
    assert [score.total for score in table.view().scores] == [8, 1, 5]
    assert table.view().inversions == 1, "the Mouth Trap works wherever it lies"


@pytest.mark.clause("HD-60", "HD-57")
def test_hungry_plant_needs_two_other_players() -> None:
    table = Table(seat("hungry-plant", "bonehead"), seat("iced-ptea", "bonehead")).play_cards()
    assert table.phase == "instants" and "Ann’s Hungry Plant can’t be used." in table.told()


@pytest.mark.clause("HD-61", "HD-71")
def test_treenoculars_shows_two_cards_to_its_player_only() -> None:
    table = three(
        seat("treenoculars", "bonehead"),
        seat("iced-ptea", "bonehead"),
        seat("cool-stick", "bonehead"),
        deck="redirect handy-pan star-fruit",
    )
    table.do(0, "effect", use=True)
    assert table.view(0).shown == ["redirect-1", "handy-pan-1"]
    assert table.view(1).shown == table.view(None).shown == []
    assert table.refused(0, "effect", use=False) == "You have seen the two cards: now keep one. (HD-61)"
    assert table.refused(0, "keep", card="bonehead-1") == "Keep one of the cards you were shown. (HD-61)"
    assert table.default(0) == {"act": "keep", "card": "handy-pan-1"}
    table.do(0, "keep", card="redirect-1")
    public, own = table.told(1)[-2:], table.told(0)[-2:]
    assert public[0] == "Ann keeps one card and discards Handy Pan."
    assert own[0] == "Ann keeps Disaster Redirect and discards Handy Pan."
    assert table.state.deck[-1] == "star-fruit-1" and table.state.discard == ["handy-pan-1"]


@pytest.mark.clause("HD-62", "HD-26")
def test_treenoculars_with_one_card_in_the_deck() -> None:
    table = three(
        seat("treenoculars", "bonehead"),
        seat("iced-ptea", "bonehead"),
        seat("cool-stick", "bonehead"),
        deck="redirect",
        deck_is_short=True,
        discard="grave-maker grave-maker",
    )
    table.do(0, "effect", use=True)
    assert table.view(0).shown[0] == "redirect-1" and table.view(0).shown[1].startswith("grave-maker")
    assert len(table.state.deck) == 1 and table.state.discard == [] and "reshuffle" in table.kinds()


@pytest.mark.clause("HD-62", "HD-26")
def test_treenoculars_with_two_cards_in_the_deck() -> None:
    table = three(
        seat("treenoculars", "bonehead"),
        seat("iced-ptea", "bonehead"),
        seat("cool-stick", "bonehead"),
        deck="redirect handy-pan",
        deck_is_short=True,
        discard="grave-maker grave-maker",
    )
    table.do(0, "effect", use=True)
    assert sorted(table.state.deck) == ["grave-maker-1", "grave-maker-2"] and table.state.discard == []
    table.do(0, "keep", card="redirect-1")
    assert table.state.discard == ["handy-pan-1"]


@pytest.mark.clause("HD-66")
@pytest.mark.parametrize("count", [1, 2, 3])
def test_fire_spray_discards_up_to_three_and_draws_nothing(count: int) -> None:
    table = three(
        seat("fire-spray", "booster bonehead insurance cool-stick"), seat("iced-ptea", "bonehead"), seat("run-home-bat")
    )
    thrown = table.players[0].hand[:count]
    table.do(0, "effect", use=True, discard=thrown)
    assert len(table.players[0].hand) == 4 - count and table.state.discard == thrown


@pytest.mark.clause("HD-67", "HD-73")
def test_smoothie_adds_the_value_of_a_card_with_an_effect() -> None:
    table = three(
        seat("smoothie", "mouth-trap bonehead"), seat("iced-ptea", "bonehead"), seat("cool-stick", "bonehead")
    )
    words = "‘Delicious’ Smoothie: discard one Point card that has an effect. (HD-67)"
    assert table.refused(0, "effect", use=True, discard="bonehead-1") == words
    table.do(0, "effect", use=True, discard="mouth-trap-1")
    assert "Ann uses ‘Delicious’ Smoothie: discards Mouth Trap, +5." in table.told()
    assert table.scores == [8, 8, 1] and table.view().inversions == 0


@pytest.mark.clause("HD-72", "HD-73")
def test_the_value_added_by_pet_rock_survives_a_swap() -> None:
    table = three(seat("pet-rock", "meteor-cannon"), seat("hungry-plant", "bonehead"), seat("cool-stick", "bonehead"))
    table.do(0, "effect", use=True, discard="meteor-cannon-1")
    assert "Ann uses Pet Rock: discards Meteor Cannon, +9." in table.told()
    table.do(1, "effect", use=True, targets=[0, 2])
    assert table.scores == [10, 8, 0]


@pytest.mark.clause("HD-68")
def test_grappling_snake_cannot_take_a_card_with_an_effect() -> None:
    table = three(
        seat("grappling-snake", "bonehead", points=5),
        seat("grappling-snake", "bonehead"),
        seat("cool-stick", "bonehead"),
    )
    assert table.asked == [1]
    words = "Grappling Snake: a Point card with an effect cannot be taken. (HD-68)"
    assert table.refused(1, "effect", use=True, target=0) == words
    table.do(1, "effect", use=True, target=2)
    assert "Bob uses Grappling Snake: swaps with Cy’s Cool Stick." in table.told()
    table.do(0, "effect", use=True, target=1)
    assert [board.card for board in table.view().boards] == ["cool-stick-1", "grappling-snake-1", "grappling-snake-2"]


@pytest.mark.clause("HD-50")
def test_the_preview_of_an_effect_says_what_is_used_on_whom() -> None:
    step = game.rules.by_name["effect"]

    def told(table: Table, **args: Any) -> list[str]:
        return step.preview(table.state, 0, Move("effect", args))

    snake = three(seat("grappling-snake", "bonehead"), seat("cool-stick", "bonehead"), seat("cool-stick", "bonehead"))
    assert told(snake, use=True, target=2) == ["You use Grappling Snake on {2}."]
    assert told(snake, use=False, target=None) == ["You don’t use Grappling Snake."]
    rock = three(seat("pet-rock", "bonehead"), seat("smoothie", "star-fruit"), seat("run-home-bat", "bonehead"))
    assert told(rock, use=True, discard="bonehead-1") == ["You use Pet Rock and discard Bonehead."]


@pytest.mark.clause("HD-69")
def test_neighbours_skip_players_who_are_out() -> None:
    table = Table(
        seat("grappling-snake", "bonehead"),
        seat(out=1),
        seat("iced-ptea", "bonehead"),
        seat("cool-stick", "bonehead"),
        seat("handy-pan", "bonehead"),
        disaster="meteor-2",
    ).play_cards()
    assert [option.value for option in table.decision(0).actions[0].fields[1].options] == [2, 4]
    words = "Grappling Snake: swap only with the player next to you on the left or right. (HD-69)"
    for target in (0, 1, 3, 9, None, "2"):
        assert table.refused(0, "effect", use=True, target=target) == words


@pytest.mark.clause("HD-69")
def test_the_last_two_players_are_neighbours_on_both_sides() -> None:
    table = Table(seat("grappling-snake", "bonehead"), seat("iced-ptea", "bonehead"), seat(out=1)).play_cards()
    assert [option.value for option in table.decision(0).actions[0].fields[1].options] == [1]


@pytest.mark.clause("HD-70", "HD-71", "HD-128")
def test_dino_grabber_shows_a_hand_to_its_player_only() -> None:
    table = three(
        seat("dino-grabber", "bonehead"),
        seat("iced-ptea", "insurance handy-pan star-fruit"),
        seat("run-home-bat", "bonehead"),
    )
    words = "Dino Grabber: pick another player in the game who has cards in hand. (HD-70)"
    assert table.refused(0, "effect", use=True, target=0) == words
    table.do(0, "effect", use=True, target=1)
    assert table.view(0).shown == ["insurance-1", "handy-pan-1", "star-fruit-1"]
    assert [table.view(viewer).shown for viewer in (1, 2, None)] == [[], [], []]
    assert table.refused(0, "effect", use=False) == "You have seen the hand: now take one card. (HD-70)"
    assert table.refused(0, "grab", card="bonehead-1") == "Take one of the cards you were shown. (HD-70)"
    assert table.default(0) == {"act": "grab", "card": "star-fruit-1"}
    table.do(0, "grab", card="insurance-1")
    line, whole = "Ann takes a card from Bob.", "Ann takes Disaster Insurance from Bob."
    assert [table.told(viewer)[-2] for viewer in (0, 1, 2, None)] == [whole, whole, line, line]
    assert "insurance-1" in table.players[0].hand and table.view(0).shown == []


@pytest.mark.clause("HD-70", "HD-125")
def test_the_default_of_a_grab_without_point_cards() -> None:
    table = three(seat("dino-grabber", "bonehead"), seat("iced-ptea", "sapper insurance booster"), seat("run-home-bat"))
    table.do(0, "effect", use=True, target=1)
    assert table.default(0) == {"act": "grab", "card": "booster-1"}


@pytest.mark.clause("HD-44")
def test_against_a_meteor_only_stego_has_a_trait() -> None:
    table = Table(
        *(seat("bonehead" if n < 4 else "run-home-bat") for n in range(5)), seat("bow-and-dino"), disaster="meteor-1"
    )
    table.play_cards()
    assert [score.trait for score in table.state.report.scores] == [0, 1, 0, 0, 0, 0]


@pytest.mark.clause("HD-47")
def test_disaster_cards_score_only_with_the_option() -> None:
    for bonus, expected in ((False, [8, 5, 1]), (True, [8, 5, 3])):
        table = three(
            seat("iced-ptea", "bonehead"),
            seat("run-home-bat", "bonehead"),
            seat("cool-stick", "bonehead", area="trapped ghosted"),
            options={"disaster_bonus": bonus},
        )
        assert table.scores == expected
        assert table.view().scores[2].area == (2 if bonus else 0)


@pytest.mark.clause("HD-17", "HD-50")
def test_effects_run_from_low_to_high_in_self_play() -> None:
    """Effects are used or declined in the order of printed values, whatever happens in between."""
    values = {card.kind: card.value for card in CARDS.values() if card.value is not None}
    by_round: dict[int, list[int]] = {}

    def watch(position: Any, asked: Any, events: Any) -> None:
        for event in events:
            if event.kind in ("effect", "declined", "impossible"):
                by_round.setdefault(event.round, []).append(int(values[event.data["effect"]] or 0))

    for number in range(10):
        by_round.clear()
        bots.self_play(game, 6, bots.seed_from("order", number), Options.defaults(6, "live"), ["random"] * 6, watch)
        assert all(found == sorted(found) for found in by_round.values())


def test_every_normal_effect_is_implemented() -> None:
    kinds = {CARDS[card].kind for card in NORMAL}
    assert kinds == set(effects.EFFECTS) and all(VALUE[card] <= 8 for card in NORMAL)
