"""Instant cards: the scoring window (HD-75 to HD-84) and the Disaster Instants (HD-85 to HD-90)."""

from typing import Any

import pytest

from games.kernel import engine
from games.titles.dinosaurs import game
from games.titles.dinosaurs.scoring import with_plays
from games.titles.dinosaurs.tests.scene import Table, seat

BOOSTER, SAPPER = {"card": "booster-1", "target": 0}, {"card": "sapper-1", "target": 0}


def window(*hands: str, **facts: Any) -> Table:
    """Three or more players in the open window with scores of 8, 5, 1 (and 9), without traits."""
    dinos, cards = (
        ("nervous-rex", "cry-ceratops", "bad-luck-bronto", "pterry-dactyl"),
        "iced-ptea run-home-bat cool-stick meteor-cannon",
    )
    seats = [seat(card, hand, dino=dino) for card, hand, dino in zip(cards.split(), hands, dinos, strict=False)]
    return Table(*seats, **{"disaster": "meteor-1", **facts}).play_cards()


@pytest.mark.clause("HD-75")
def test_only_scoring_instants_can_be_played_and_only_in_the_window() -> None:
    table = window("booster insurance bonehead", "redirect bonehead", "bonehead")
    for card, name in (("insurance-1", "Disaster Insurance"), ("bonehead-1", "Bonehead")):
        refused = table.refused(0, "instants", plays=[{"card": card, "target": 0}])
        assert refused == f"{name} cannot be played during scoring. (HD-75)"
    assert table.refused(1, "redirect", card="redirect-1", target=0).endswith("(HD-119)")
    table.pass_all()
    assert table.refused(2, "instants", plays=[BOOSTER]) == "That is not the decision you are asked for. (HD-119)"
    before = Table(seat("iced-ptea", "booster"), seat("run-home-bat", "bonehead"))
    assert before.refused(0, "instants", plays=[BOOSTER]) == "That is not the decision you are asked for. (HD-119)"


@pytest.mark.clause("HD-76", "HD-77")
def test_boosters_and_sappers_on_anybody() -> None:
    table = window("booster sapper bonehead", "booster bonehead", "sapper bonehead")
    table.wave(
        {
            0: [{"card": "booster-1", "target": 0}, {"card": "sapper-1", "target": 1}],
            1: [{"card": "booster-2", "target": 2}],
            2: [{"card": "sapper-2", "target": 2}],
        }
    )
    assert table.scores == [10, 3, 1]
    assert "Ann plays Score Booster on Ann." in table.told() and "Cy plays Score Sapper on Cy." in table.told()


@pytest.mark.clause("HD-78", "HD-79")
def test_an_inversion_touches_only_the_highest_and_the_lowest() -> None:
    table = window("inversion bonehead", "bonehead", "bonehead")
    assert table.refused(0, "instants", plays=[{"card": "inversion-1", "target": 1}]) == (
        "Score Inversion has no target. (HD-78)"
    )
    table.wave({0: [{"card": "inversion-1", "target": None}]})
    assert table.scores == [1, 5, 8] and "Ann plays Score Inversion." in table.told()


@pytest.mark.clause("HD-79")
def test_additions_come_before_inversions_whatever_the_order_of_play() -> None:
    for first, second in (({"card": "inversion-1"}, BOOSTER), (BOOSTER, {"card": "inversion-1"})):
        table = window("inversion booster bonehead", "bonehead", "bonehead")
        table.wave({0: [first]}).wave({0: [second]}).wave()
        assert [(one.total, one.final) for one in table.state.report.scores] == [(10, 1), (5, 5), (1, 10)]


@pytest.mark.clause("HD-80")
def test_an_answer_can_play_any_number_of_cards_once_each() -> None:
    table = window("booster booster booster inversion", "bonehead", "bonehead")
    twice = [{"card": "booster-1", "target": 0}, {"card": "booster-1", "target": 1}]
    assert table.refused(0, "instants", plays=twice) == "Each card can be played only once. (HD-80)"
    for target in (None, 7, "0", True):
        refused = table.refused(0, "instants", plays=[{"card": "booster-1", "target": target}])
        assert refused == "Choose a player who is still in the game. (HD-80)"
    plays = [{"card": f"booster-{n}", "target": n - 1} for n in (1, 2, 3)] + [{"card": "inversion-1"}]
    table.wave({0: plays})
    assert table.scores == [3, 7, 10] and table.players[0].hand == []


@pytest.mark.clause("HD-80", "HD-40")
def test_players_who_are_out_cannot_be_targets() -> None:
    table = Table(seat("iced-ptea", "booster bonehead"), seat("cool-stick", "bonehead"), seat(out=1)).play_cards()
    refused = table.refused(0, "instants", plays=[{"card": "booster-1", "target": 2}])
    assert refused == "Choose a player who is still in the game. (HD-80)"


@pytest.mark.clause("HD-81")
def test_an_answer_is_secret_and_final() -> None:
    table = window("booster bonehead", "bonehead", "bonehead")
    table.do(0, "instants", plays=[BOOSTER])
    assert table.view(1) == window("booster bonehead", "bonehead", "bonehead").view(1)
    assert engine.waiting_for(game, table.position) == [(0, "window"), (1, "window"), (2, "window")]
    words = "You have already answered for this scoring window. (HD-81)"
    assert table.refused(0, "instants", plays=[]) == words
    assert table.events[-1].kind == "scores", "nothing is told before the wave ends"
    table.do(1, "instants", plays=[])
    table.do(2, "instants", plays=[])
    assert table.state.wave == 2 and table.asked == [0, 1, 2]


@pytest.mark.clause("HD-81", "HD-84")
def test_a_final_answer_holds_for_the_window_and_is_secret() -> None:
    table = window("booster bonehead", "booster bonehead", "bonehead")
    table.do(0, "instants", plays=[BOOSTER])
    table.do(1, "instants", plays=[], final=True)
    table.do(2, "instants", plays=[])
    assert table.state.wave == 2 and table.asked == [0, 2]
    words = "You have already answered for this scoring window. (HD-81)"
    assert table.refused(1, "instants", plays=[{"card": "booster-2", "target": 1}]) == words
    for viewer in (0, 2, None):
        assert table.view(viewer).may_answer == [0, 1, 2] and table.view(viewer).is_final is False
    assert [number for number, _ in engine.waiting_for(game, table.position)] == [0, 1, 2]
    table.do(0, "instants", plays=[], final=True)
    table.do(2, "instants", plays=[])
    assert table.phase == "disaster"


@pytest.mark.clause("HD-82")
def test_waves_go_on_while_somebody_plays() -> None:
    table = window("booster booster bonehead", "sapper bonehead", "bonehead")
    table.wave({0: [BOOSTER]})
    assert table.state.wave == 2
    table.wave({1: [SAPPER]})
    assert table.state.wave == 3 and table.scores == [8, 5, 1]
    table.wave()
    assert table.phase == "disaster"
    kinds = table.kinds()
    assert kinds.index("instant") > kinds.index("scores")


@pytest.mark.clause("HD-82")
def test_the_window_closes_when_nobody_is_left_to_ask() -> None:
    table = window("booster", "", "")
    assert table.asked == [0]
    table.do(0, "instants", plays=[BOOSTER])
    assert table.phase == "choose" and table.points == [10, 0, 1], "all hands are empty: nobody is asked again"


@pytest.mark.clause("HD-83")
def test_a_single_wave() -> None:
    table = window("booster bonehead", "sapper bonehead", "bonehead", options={"waves": "single"})
    table.wave({0: [BOOSTER], 1: [SAPPER]})
    assert table.phase == "disaster" and table.points == [8, 0, 0]


@pytest.mark.clause("HD-84")
def test_everybody_with_a_card_is_asked_whatever_it_is() -> None:
    table = window("bonehead", "insurance", "booster bonehead", "")
    assert table.asked == [0, 1, 2]
    before = table.view(None)
    assert before.may_answer == [0, 1, 2]
    table.do(1, "instants", plays=[])
    table.do(2, "instants", plays=[])
    assert table.view(None) == before, "who has answered shows nowhere"


@pytest.mark.clause("HD-84")
def test_a_player_who_plays_the_last_card_is_no_longer_listed() -> None:
    table = window("booster", "bonehead", "bonehead")
    table.wave({0: [BOOSTER]})
    assert table.view(None).may_answer == [1, 2] and table.asked == [1, 2]


@pytest.mark.clause("HD-85")
def test_only_the_receiver_answers_for_the_disaster_card() -> None:
    table = window("insurance bonehead", "redirect bonehead", "insurance bonehead").pass_all()
    words = "Only the player about to receive the Disaster card decides this. (HD-85)"
    assert table.asked == [2]
    assert table.refused(0, "insure", card="insurance-1") == words
    assert table.refused(1, "redirect", card="redirect-1", target=2) == words
    assert table.refused(1, "take") == words


@pytest.mark.clause("HD-86", "HD-89")
def test_insurance_puts_the_card_under_the_deck() -> None:
    table = window("bonehead", "bonehead", "insurance bonehead").pass_all()
    refused = table.refused(2, "insure", card="insurance-2")
    assert refused == "You do not hold that Disaster Insurance. (HD-86)"
    assert table.refused(2, "insure", card="bonehead-3") == refused
    table.do(2, "insure", card="insurance-1")
    assert table.told()[-3:-1][0] != "" and "Meteor goes to the bottom of the Disaster deck." in table.told()
    assert table.state.disasters[0] == "meteor-1" and table.points == [8, 0, 0]
    assert "insurance-1" in table.state.discard, "after the clean-up"


@pytest.mark.clause("HD-89")
def test_played_instants_stay_face_up_until_the_clean_up() -> None:
    table = window("booster bonehead", "bonehead", "redirect bonehead")
    table.wave({0: [BOOSTER]}).wave()
    assert table.view().plays[0].card == "booster-1" and table.state.discard == []


@pytest.mark.clause("HD-87", "HD-88")
def test_redirect_asks_the_new_receiver() -> None:
    table = window("insurance bonehead", "bonehead", "redirect bonehead").pass_all()
    words = "Redirect the Disaster card to another player who is still in the game. (HD-87)"
    for target in (2, 3, None, "0"):
        assert table.refused(2, "redirect", card="redirect-1", target=target) == words
    assert table.refused(2, "redirect", card="bonehead-3", target=0) == (
        "You do not hold that Disaster Redirect. (HD-87)"
    )
    assert table.decision(2).prompt == "Lowest score: take Meteor or stop it."
    table.do(2, "redirect", card="redirect-1", target=0)
    assert table.decision(0).prompt == "Take Meteor or stop it.", "Ann did not score lowest"
    assert "Cy plays Disaster Redirect on Ann." in table.told() and table.asked == [0]
    verbs = [action.verb for action in table.decision(0).actions]
    assert verbs == ["take", "insure"]
    table.do(0, "take", discard="insurance-1")
    assert table.players[0].area == ["meteor-1"] and table.points == [9, 0, 0]


@pytest.mark.clause("HD-87", "HD-90")
def test_a_receiver_with_an_empty_hand_is_not_asked_after_a_redirect() -> None:
    table = window("", "bonehead", "redirect bonehead").pass_all()
    table.do(2, "redirect", card="redirect-1", target=0)
    assert table.players[0].area == ["meteor-1"] and table.phase == "choose"


@pytest.mark.clause("HD-90")
def test_a_receiver_with_an_empty_hand_is_not_asked() -> None:
    table = window("bonehead", "bonehead", "").pass_all()
    assert table.phase == "choose" and table.players[2].area == ["meteor-1"]


@pytest.mark.clause("HD-90", "HD-21")
def test_one_answer_both_takes_and_discards() -> None:
    table = window("bonehead", "bonehead", "booster handy-pan").pass_all()
    assert table.refused(2, "take", discard="bonehead-1") == "That card is not in your hand. (HD-21)"
    take = table.decision(2).actions[0]
    assert [option.value for option in take.fields[0].options] == ["booster-1", "handy-pan-1"]
    table.do(2, "take", discard="booster-1")
    assert "Cy discards Score Booster." in table.told()


@pytest.mark.clause("HD-125")
def test_defaults_of_the_window_and_of_the_disaster_card() -> None:
    table = window("booster bonehead", "bonehead", "insurance-2 insurance-3 redirect bonehead")
    assert table.default(0) == {"act": "instants", "plays": [{"card": "keep", "target": None}], "final": True}
    table.pass_all()
    assert table.default(2) == {"act": "take", "discard": None}
    table.players[2].area = ["trapped", "stomped"]
    assert table.default(2) == {"act": "insure", "card": "insurance-2"}
    table.players[2].hand = ["redirect-1"]
    table.players[0].points, table.players[1].points = 20, 30
    assert table.default(2) == {"act": "redirect", "card": "redirect-1", "target": 1}
    table.players[0].points = 30
    assert table.default(2)["target"] == 0, "of equals the next in ascending seat order from one's own seat"
    table.players[2].hand = ["bonehead-1"]
    assert table.default(2) == {"act": "take", "discard": None}


@pytest.mark.clause("HD-65", "HD-127")
def test_instants_that_are_still_to_come_are_counted_in() -> None:
    plays = {"booster-1": 0, "sapper-1": 1, "sapper-2": 3, "inversion-1": None}
    assert with_plays({0: 5, 1: 3}, 1, 2, plays) == ({0: 5 + 2 * 2, 1: 3 - 2 * 2}, 2)
