"""Resolving ties: Sudden Death, complete ties, inversions with ties (HD-91 to HD-106)."""

from typing import Any

import pytest

from games.kernel import codec, engine
from games.titles.dinosaurs import game
from games.titles.dinosaurs.tests.scene import Table, seat

DINOS = ("nervous-rex", "cry-ceratops", "bad-luck-bronto", "pterry-dactyl", "raging-raptor")


def tied(*hands: str, high: str = "iced-ptea", **facts: Any) -> Table:
    """Seat 0 collects; all others have played a 2, and the scoring window is over."""
    seats = [seat(high, "bonehead", dino=DINOS[0])]
    seats += [seat("handy-pan", hand, dino=dino) for hand, dino in zip(hands, DINOS[1:], strict=False)]
    return Table(*seats, **{"disaster": "meteor-1", **facts}).play_cards().pass_all()


@pytest.mark.clause("HD-91")
def test_everybody_tied_for_highest_collects() -> None:
    table = Table(
        seat("iced-ptea", "bonehead"),
        seat("iced-ptea", "bonehead", dino="cry-ceratops"),
        seat("iced-ptea", "bonehead", dino="bad-luck-bronto"),
        seat("cool-stick", "bonehead", dino="pterry-dactyl"),
        disaster="meteor-1",
    ).play_cards()
    assert table.pass_all().points == [8, 8, 8, 0]


@pytest.mark.clause("HD-92", "HD-93", "HD-94")
def test_the_lowest_card_loses_sudden_death() -> None:
    table = tied("bonehead cool-stick", "iced-ptea", "pet-rock")
    assert "Sudden Death between Bob, Cy, Di." in table.told() and table.asked == [1, 2, 3]
    table.do(1, "sudden", card="bonehead-2")
    for viewer in (0, 2, None):
        assert table.view(viewer).boards[1].has_pick is True and table.view(viewer).pick is None
    assert table.view(1).pick == "bonehead-2" and "bonehead-2" not in table.view(1).hand
    assert table.refused(1, "sudden", card="cool-stick-1") == "You have already chosen your Sudden Death card. (HD-93)"
    assert table.refused(0, "sudden", card="bonehead-1") == "You are not part of this Sudden Death. (HD-92)"
    table.do(2, "sudden", card="iced-ptea-2")
    assert "sudden_reveal" not in table.kinds()
    table.do(3, "sudden", card="pet-rock-1")
    assert "Sudden Death: Bob reveals Bonehead (4)." in table.told()
    assert table.players[3].area == ["meteor-1"], "an empty hand is not asked"


@pytest.mark.clause("HD-93")
def test_sudden_death_needs_a_point_card() -> None:
    table = tied("bonehead booster", "iced-ptea bonehead")
    words = "Sudden Death needs a Point card; Score Booster is an Instant card. (HD-93)"
    assert table.refused(1, "sudden", card="booster-1") == words
    assert table.refused(1, "sudden", card="iced-ptea-2") == "That card is not in your hand. (HD-93)"
    assert table.default(2) == {"act": "sudden", "card": "iced-ptea-2"}


@pytest.mark.clause("HD-93")
def test_the_order_of_picks_does_not_matter() -> None:
    ends = set()
    for order in ((1, 2, 3), (3, 1, 2)):
        table = tied("bonehead cool-stick", "iced-ptea pet-rock", "mouth-trap cool-stick")
        for number in order:
            table.do(number, "sudden", card=table.players[number].hand[0])
        ends.add(codec.dump(table.position))
    assert len(ends) == 1


@pytest.mark.clause("HD-95", "HD-103")
def test_traits_effects_and_inversions_do_not_count_in_sudden_death() -> None:
    """A natural card is face up: neither Bronto's +1, Cry's -1 nor the Mouth Trap may matter."""
    table = Table(
        seat("grave-maker", "mouth-trap bonehead", dino="cry-ceratops"),
        seat("cool-stick", "bonehead pet-rock", dino="bad-luck-bronto"),
        seat("iced-ptea", "inversion bonehead", dino="nervous-rex"),
        disaster="trapped",
    ).play_cards()
    assert table.scores == [2, 2, 8]
    table.pass_all()
    table.do(0, "sudden", card="mouth-trap-1")
    table.do(1, "sudden", card="bonehead-2")
    assert table.asked == [1], "5 against 4"


@pytest.mark.clause("HD-96")
def test_nobody_in_sudden_death_collects() -> None:
    table = tied("bonehead cool-stick", "iced-ptea")
    assert table.points == [8, 0, 0]
    table.do(1, "sudden", card="bonehead-2")
    table.do(2, "sudden", card="iced-ptea-2")
    table.do(1, "take")
    assert table.points == [8, 1, 0]


@pytest.mark.clause("HD-97", "HD-98")
def test_only_those_tied_for_lowest_repeat_and_only_new_cards_count() -> None:
    table = tied("bonehead meteor-cannon pet-rock", "bonehead iced-ptea-2 pet-rock", "run-home-bat pet-rock")
    table.do(1, "sudden", card="bonehead-2")
    table.do(2, "sudden", card="bonehead-3")
    table.do(3, "sudden", card="run-home-bat-1")
    assert table.asked == [1, 2] and table.view().sudden == [1, 2]
    table.do(1, "sudden", card="meteor-cannon-1")
    table.do(2, "sudden", card="iced-ptea-2")
    assert table.asked == [2], "9 against 8, whatever was laid before"


@pytest.mark.clause("HD-99")
def test_the_only_player_without_a_point_card_loses_without_a_pick() -> None:
    table = tied("booster insurance", "bonehead", "bonehead")
    assert table.asked == [1] and table.phase == "disaster"
    assert "Bob has no Point card left for Sudden Death." in table.told() and "sudden_reveal" not in table.kinds()


@pytest.mark.clause("HD-100")
def test_if_several_have_no_point_card_the_disaster_goes_under_the_deck() -> None:
    table = tied("booster", "insurance", "bonehead")
    assert table.phase == "choose" and table.state.disasters[0] == "meteor-1"
    assert "Several players have no Point card left for Sudden Death." in table.told()


@pytest.mark.clause("HD-101")
def test_hands_are_not_replaced_during_sudden_death() -> None:
    table = tied("booster sapper", "bonehead")
    assert "new_hand" not in table.kinds() and table.players[1].hand == ["booster-1", "sapper-1"]


@pytest.mark.clause("HD-102")
def test_an_inversion_swaps_all_tied_players() -> None:
    table = Table(
        seat("iced-ptea", "inversion bonehead"),
        seat("iced-ptea", "bonehead", dino="cry-ceratops"),
        seat("handy-pan", "bonehead", dino="bad-luck-bronto"),
        seat("handy-pan", "bonehead", dino="pterry-dactyl"),
        seat("run-home-bat", "cool-stick", dino="raging-raptor"),
        disaster="meteor-1",
    ).play_cards()
    table.wave({0: [{"card": "inversion-1"}]})
    assert table.scores == [2, 2, 8, 8, 5]
    table.wave()
    assert table.points == [0, 0, 8, 8, 0] and table.asked == [0, 1]


@pytest.mark.clause("HD-104")
def test_a_complete_tie_skips_sudden_death() -> None:
    for cards in (("bonehead", "bonehead"), ("bonehead", "bonehead", "bonehead")):
        table = Table(
            *(seat(card, "iced-ptea-1" if not n else "cool-stick", dino=DINOS[n]) for n, card in enumerate(cards)),
            disaster="meteor-1",
            options={"two_player_rules": False},
        ).play_cards()
        table.pass_all()
        assert "Everyone is tied, so nobody collects points." in table.told() and "sudden" not in table.kinds()
        assert set(table.points) == {0} and table.state.disasters[0] == "meteor-1" and table.phase == "choose"


@pytest.mark.clause("HD-105")
def test_a_round_that_ends_early_still_moves_draws_and_cleans_up() -> None:
    table = tied("booster", "insurance", "bonehead")
    assert [len(player.hand) for player in table.players] == [5] * 4
    table = (
        Table(
            seat("iced-ptea", "bonehead"),
            seat("cool-stick", "insurance bonehead", area="trapped", dino="cry-ceratops"),
            disaster="meteor-1",
            options={"two_player_rules": False},
        )
        .play_cards()
        .pass_all()
    )
    table.do(1, "insure", card="insurance-1")
    assert table.points == [8, 1] and [len(player.hand) for player in table.players] == [5, 5]


@pytest.mark.clause("HD-106")
def test_the_loser_of_sudden_death_may_redirect() -> None:
    table = tied("cool-stick redirect", "iced-ptea")
    table.do(1, "sudden", card="cool-stick-1")
    table.do(2, "sudden", card="iced-ptea-2")
    assert table.view().sudden == [] and table.asked == [1]
    table.do(1, "redirect", card="redirect-1", target=0)
    assert table.asked == [0] and engine.waiting_for(game, table.position) == [(0, "turn")]
