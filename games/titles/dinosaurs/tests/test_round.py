"""The round from flip to clean-up (HD-01, HD-11 to HD-31, HD-107 to HD-111)."""

from typing import Any

import pytest

from games.kernel import bots, codec, engine
from games.titles.dinosaurs import game
from games.titles.dinosaurs.state import NO_ORDERS, Options
from games.titles.dinosaurs.tests.scene import Table, seat, spent_disaster_deck


def plain(**facts: Any) -> Table:
    """Three players without traits: 8, 5 and 1; everybody has cards left in hand."""
    return Table(
        seat("iced-ptea", "bonehead booster", points=facts.pop("first", 0)),
        seat("run-home-bat", "bonehead sapper", dino="cry-ceratops", points=facts.pop("second", 0)),
        seat(
            "cool-stick",
            "pet-rock handy-pan",
            dino="bad-luck-bronto",
            area=facts.pop("area", ()),
            points=facts.pop("third", 0),
        ),
        disaster=facts.pop("disaster", "meteor-1"),
        **facts,
    )


@pytest.mark.clause("HD-11")
def test_a_round_starts_with_the_top_disaster_card() -> None:
    table = plain().play_cards()
    top = table.state.disasters[-1]
    table.pass_all().do(2, "take")
    assert table.state.disaster == top and table.state.round == 4
    assert table.told()[-1].startswith("Round 4: ")


@pytest.mark.clause("HD-23", "HD-24", "HD-25")
def test_a_round_is_shown_to_its_end_before_the_next_is_dealt() -> None:
    table = plain(area="stomped", disaster="fired-up").play_cards().pass_all()
    round, cards = table.state.round, [player.card for player in table.players]
    decided = table.view(0).scores
    outcome = engine.play(game, table.position, 2, codec.move_from({"act": "take"}))
    assert outcome.between is not None and table.state.round == round + 1
    ended = engine.view_for(game, outcome.between, 0)
    assert (ended.round, ended.phase, ended.disaster) == (round, "ended", None)
    assert [board.card for board in ended.boards] == cards
    assert [board.points for board in ended.boards] == table.points
    assert ended.scores == decided and any(one.trait for one in decided)
    assert len(ended.hand) < len(table.view(0).hand)
    shown = game.table.facts(ended, 0, ["Ann", "Ben", "Cleo"])
    assert shown.phase == "The round is over." and shown.window is None


@pytest.mark.clause("HD-12", "HD-13", "HD-14", "HD-17")
def test_choices_are_secret_until_everybody_has_chosen() -> None:
    table = plain()
    first, second, third = table.laid
    table.do(0, "choose", card=first)
    for viewer in (1, 2, None):
        board = table.view(viewer).boards[0]
        assert (board.has_chosen, board.card, board.hand_count) == (True, None, 2)
    assert table.view(0).laid == first and first not in table.view(0).hand
    assert table.asked == [1, 2] and engine.waiting_for(game, table.position) == [(1, "turn"), (2, "turn")]
    assert table.refused(0, "choose", card="bonehead-1") == "You have already chosen your card for this round. (HD-14)"
    table.do(2, "choose", card=third)
    assert not [event for event in table.events if event.kind == "reveal"]
    table.do(1, "choose", card=second)
    assert [event.data["seat"] for event in table.events if event.kind == "reveal"] == [0, 1, 2]
    assert [board.card for board in table.view(None).boards] == [first, second, third]


@pytest.mark.clause("HD-12")
def test_an_instant_card_cannot_be_chosen() -> None:
    table = plain()
    sentence = "Choose a Point card; Score Booster is an Instant card. (HD-12)"
    assert table.refused(0, "choose", card="booster-1") == sentence
    assert table.refused(0, "choose", card="bonehead-2") == "That card is not in your hand. (HD-12)"
    offered = [option.value for option in table.decision(0).actions[0].fields[0].options]
    assert offered == ["iced-ptea-1", "bonehead-1"]


@pytest.mark.clause("HD-12", "HD-13")
def test_the_order_of_choices_does_not_matter() -> None:
    ends = set()
    for order in ((0, 1, 2), (2, 0, 1), (1, 2, 0)):
        table = plain()
        for number in order:
            table.do(number, "choose", card=table.laid[number])
        ends.add(codec.dump(table.position))
    assert len(ends) == 1


@pytest.mark.clause("HD-125")
def test_the_default_card() -> None:
    """The highest value; a plain card before one with an effect; then the lowest id."""
    table = Table(
        seat("treenoculars", "sting-stabber-2 sting-stabber-1"),
        seat("bonehead", "pet-rock"),
        seat("cool-stick", "dino-grabber"),
    )
    assert table.default(0) == {"act": "choose", "card": "sting-stabber-1"}
    assert table.default(2) == {"act": "choose", "card": "cool-stick-1"}


@pytest.mark.clause("HD-15", "HD-16")
def test_hands_without_a_point_card_are_replaced_one_by_one() -> None:
    table = Table(
        seat("iced-ptea", "booster booster sapper inversion"),
        seat("run-home-bat", "sapper sapper insurance insurance", dino="cry-ceratops"),
        seat("cool-stick", "bonehead bonehead", dino="bad-luck-bronto", area="meteor-2"),
        disaster="meteor-1",
        deck="insurance redirect bonehead bonehead cool-stick booster booster booster sapper sapper "
        "cool-stick handy-pan handy-pan handy-pan inversion cool-stick",
    ).play_cards()
    table.pass_all().do(2, "take")
    new = [event.data for event in table.events if event.kind == "new_hand"]
    assert [data["seat"] for data in new] == [0, 0, 1], "seat 0 completely, then seat 1"
    assert new[1]["cards"] == ["booster-3", "booster-4", "booster-5", "sapper-4", "sapper-5"]
    assert all(len(player.hand) == 5 for player in table.players)
    assert {*new[0]["cards"], *new[1]["cards"], *new[2]["cards"]} <= set(table.state.discard)


@pytest.mark.clause("HD-15")
def test_everybody_has_a_point_card_to_choose() -> None:
    def watch(position: Any, asked: Any, events: Any) -> None:
        if position.state.phase == "choose":
            for decision in asked:
                assert decision.optional or decision.actions[0].fields[0].options

    for number in range(10):
        bots.self_play(game, 6, bots.seed_from("hands", number), Options.defaults(6, "live"), ["random"] * 6, watch)


@pytest.mark.clause("HD-18", "HD-19", "HD-20", "HD-22", "HD-25")
def test_score_collect_add_and_clean_up() -> None:
    table = plain().play_cards()
    assert table.scores == [8, 5, 1]
    table.pass_all()
    assert table.points == [8, 0, 0] and table.asked == [2]
    assert [(player.won, player.collected) for player in table.players] == [(1, 8), (0, 0), (0, 0)]
    assert "Ann collects 8 points (8)." in table.told()
    table.do(2, "take", discard="handy-pan-1")
    assert "Cy adds Meteor to the Disaster Area." in table.told() and "Cy discards Handy Pan." in table.told()
    assert table.players[2].area == ["meteor-1"] and "handy-pan-1" in table.state.discard
    assert table.state.discard == ["handy-pan-1", "iced-ptea-1", "run-home-bat-1", "cool-stick-1"]
    assert all(player.card is None for player in table.players) and table.phase == "choose"


@pytest.mark.clause("HD-22")
def test_any_card_or_none_may_be_discarded() -> None:
    for thrown in (None, "pet-rock-1", "handy-pan-1"):
        table = plain().play_cards().pass_all()
        table.do(2, "take", discard=thrown)
        assert ("discard" in table.kinds()) is (thrown is not None)
        assert len(table.players[2].hand) == 5


@pytest.mark.clause("HD-22", "HD-34")
def test_an_eliminated_player_discards_the_whole_hand() -> None:
    table = plain(area="trapped downpour").play_cards().pass_all()
    table.do(2, "take", discard="pet-rock-1")
    assert table.kinds().count("discard") == 0 and table.players[2].hand == []
    assert {"pet-rock-1", "handy-pan-1"} <= set(table.state.discard)
    assert "Cy is out (disaster)." in table.told()


@pytest.mark.clause("HD-23")
def test_movement_includes_the_new_card() -> None:
    table = plain(area="trapped ghosted", third=4, disaster="spa-day").play_cards()
    table.pass_all().do(2, "take")
    assert table.points == [8, 0, 7] and "Cy moves 3 for Disaster cards (7)." in table.told()


@pytest.mark.clause("HD-24", "HD-28")
def test_hands_are_filled_up_to_five() -> None:
    table = Table(
        seat("iced-ptea", "bonehead bonehead bonehead"),
        seat("dino-grabber", "handy-pan handy-pan handy-pan handy-pan", dino="cry-ceratops"),
        seat("grave-maker", "pet-rock", dino="bad-luck-bronto"),
        disaster="meteor-1",
    ).play_cards()
    table.do(1, "effect", use=True, target=0)
    table.do(1, "grab", card="bonehead-1")
    assert len(table.players[1].hand) == 5
    size = len(table.state.deck)
    table.pass_all()
    table.do(1, "take")
    assert [len(player.hand) for player in table.players] == [5, 5, 5]
    assert size - len(table.state.deck) == 3 + 0 + 4


@pytest.mark.clause("HD-26", "HD-27")
def test_an_empty_deck_is_renewed_at_once_from_the_discard_pile() -> None:
    table = plain(
        deck="bonehead",
        deck_is_short=True,
        discard="grave-maker grave-maker grave-maker grave-maker mouth-trap hungry-plant smoothie smoothie inversion",
    ).play_cards()
    lying = [player.card for player in table.players]
    table.pass_all().do(2, "take")
    assert "The discard pile is shuffled into a new Main deck." in table.told()
    drawn = [card for player in table.players for card in player.hand] + table.state.deck
    assert not set(lying) & set(drawn) and sorted(table.state.discard) == sorted(lying)


@pytest.mark.clause("HD-26", "HD-29")
def test_the_last_card_is_drawn_twice_in_one_move() -> None:
    """Three players each draw three: the deck’s last card, then the only discard, then nothing until the clean-up."""
    table = plain(deck="bonehead-3", deck_is_short=True, discard="grave-maker-1").play_cards()
    lying = [player.card for player in table.players]
    table.pass_all().do(2, "take")
    assert [player.hand[2:] for player in table.players] == [["bonehead-3", "grave-maker-1"], [], []]
    assert table.told().count("The discard pile is shuffled into a new Main deck.") == 2
    assert sorted(table.state.deck) == sorted(lying) and table.state.discard == []


@pytest.mark.clause("HD-29")
def test_drawing_from_two_empty_piles_gives_nothing() -> None:
    table = plain(deck_is_short=True).play_cards()
    table.pass_all().do(2, "take")
    assert [len(player.hand) for player in table.players] == [2, 2, 2] and table.phase == "choose"


@pytest.mark.clause("HD-30")
def test_an_empty_disaster_deck_is_renewed_from_the_areas_of_players_who_are_out() -> None:
    table = spent_disaster_deck()
    table.play_cards().pass_all().do(1, "take")
    assert table.state.disaster in ("stomped", "ghosted", "trapped") and len(table.state.disasters) == 2
    assert table.players[2].area == [] and table.players[1].area == ["meteor-1"]
    assert "The Disaster cards of players who are out form a new Disaster deck." in table.told()


@pytest.mark.clause("HD-31")
def test_round_sixty_is_the_last() -> None:
    table = plain(round=60, first=10, second=30, third=20).play_cards()
    table.pass_all().do(2, "take")
    assert table.points == [18, 30, 21] and table.state.ranks == [3, 1, 2]
    assert [len(player.hand) for player in table.players] == [5, 5, 5], "after the draw and the clean-up"
    assert table.told()[-1] == "Game over: 1. Bob 30, 2. Cy 21, 3. Ann 18."
    earlier = plain(round=59).play_cards()
    earlier.pass_all().do(2, "take")
    assert earlier.state.ranks is None


@pytest.mark.clause("HD-01", "HD-107")
def test_every_move_is_refused_after_the_end() -> None:
    table = plain(first=42).play_cards().pass_all()
    assert table.points[0] == 50 and table.state.ranks == [1, 2, 2]
    for number in range(3):
        assert table.refused(number, "take") == "The game is over. (HD-01)"
        assert table.refused(number, "orders", orders={}) == "The game is over. (HD-01)"
    assert engine.decisions(game, table.position) == []


@pytest.mark.clause("HD-01", "HD-124")
def test_orders_end_with_the_match_even_if_they_are_sticky() -> None:
    table = plain(first=42).play_cards(s1={"instants": "pass", "sticky": True}).pass_all()
    assert table.phase == "over" and table.view(1).orders == NO_ORDERS


@pytest.mark.clause("HD-01", "HD-107")
def test_fifty_points_count_only_at_the_two_checks() -> None:
    """49 points after collecting do not win; 50 after the movement do."""
    table = plain(first=41, third=47, area="trapped stomped").play_cards().pass_all()
    assert table.points == [49, 0, 47] and table.state.ranks is None
    table = plain(first=40, third=47, area="trapped downpour", disaster="stomped").play_cards()
    table.pass_all().do(2, "take")
    assert table.points == [49, 0, 50] and table.state.ranks == [2, 3, 1]


@pytest.mark.clause("HD-108")
def test_the_last_one_standing_wins_with_any_number_of_points() -> None:
    table = Table(
        seat("iced-ptea", "bonehead", points=1),
        seat("cool-stick", "bonehead", points=44, area="trapped downpour", dino="cry-ceratops"),
        seat(out=1, points=49),
        disaster="meteor-1",
    ).play_cards()
    table.pass_all().do(1, "take")
    assert table.state.ranks == [1, 2, 3] and table.points == [9, 44, 49]
    assert table.told()[-1] == "Game over: 1. Ann 9, 2. Bob (out in round 3), 3. Cy (out in round 1)."


@pytest.mark.clause("HD-109")
def test_several_players_reach_fifty() -> None:
    area = ("trapped stomped", "downpour shark-with-legs", "ghosted")
    table = Table(
        seat("iced-ptea", "bonehead", points=48, area=area[0]),
        seat("iced-ptea", "bonehead", points=48, area=area[1], dino="cry-ceratops"),
        seat("iced-ptea", "bonehead", points=49, area=area[2], dino="bad-luck-bronto"),
        disaster="meteor-1",
    ).play_cards()
    table.pass_all()
    assert table.points == [50, 50, 50] and table.state.ranks == [2, 2, 1], "fewer Disaster cards, then shared"


@pytest.mark.clause("HD-131")
def test_ranks_with_six_seats() -> None:
    """The rulebook's example: 50, 30, 21, 21 (equal areas), second and first eliminated: ranks 1 2 3 3 5 6."""
    table = Table(
        seat("iced-ptea", "bonehead", points=42),
        seat("cool-stick", "bonehead", points=30),
        seat("handy-pan", points=21),
        seat("handy-pan", points=21),
        seat(out=2, points=49),
        seat(out=1, points=40),
        disaster="a-day-at-the-beach",
    )
    table.players[0].dino, table.players[1].dino, table.players[3].dino = "stego", "cry-ceratops", None
    table.play_cards().pass_all()
    assert table.state.ranks == [1, 2, 3, 3, 5, 6]


@pytest.mark.clause("HD-110")
def test_a_negative_highest_score_collects_nothing() -> None:
    table = Table(
        seat("pet-rock", "bonehead", dino="cry-ceratops", points=7),
        seat("pet-rock", "sapper bonehead", dino="nervous-rex", points=3),
        disaster="trapped",
    ).play_cards()
    for _ in range(2):
        table.do(table.asked[0], "effect", use=False)
    table.wave({1: [{"card": "sapper-1", "target": 1}]}).wave()
    assert table.scores == [-1, -2] and table.points == [7, 3]


@pytest.mark.clause("HD-40", "HD-41")
def test_players_who_are_out_take_no_part() -> None:
    table = Table(
        seat("hungry-plant", "bonehead"),
        seat("dino-grabber", "bonehead", dino="cry-ceratops"),
        seat(out=1, area="trapped stomped ghosted", points=20),
        disaster="meteor-1",
    ).play_cards()
    assert table.asked == [1] and table.refused(2, "choose", card="x") == "You are out of the game. (HD-40)"
    assert table.refused(2, "orders", orders={}) == "You are out of the game. (HD-40)"
    assert [option.value for option in table.decision(1).actions[0].fields[1].options] == [0]
    table.do(1, "effect", use=False)
    assert "Ann’s Hungry Plant can’t be used." in table.told()
    table.pass_all().do(1, "take")
    board = table.view(0).boards[2]
    assert (board.points, board.area, board.hand_count) == (20, ["trapped", "stomped", "ghosted"], 0)
    assert [len(player.hand) for player in table.players] == [5, 5, 0] and table.points == [8, 1, 20]


@pytest.mark.clause("HD-41")
def test_at_most_one_player_is_eliminated_in_a_round() -> None:
    rounds: list[int] = []

    def watch(position: Any, asked: Any, events: Any) -> None:
        rounds.extend(event.round for event in events if event.kind == "out")
        assert sum(player.out is None for player in position.state.players) >= 1

    for number in range(30):
        rounds.clear()
        bots.self_play(game, 4, bots.seed_from("out", number), Options.defaults(4, "live"), ["random"] * 4, watch)
        assert len(set(rounds)) == len(rounds)


@pytest.mark.clause("HD-39")
def test_disaster_cards_have_a_name_a_type_and_a_flavour_line_only() -> None:
    from games.titles.dinosaurs.cards import DISASTERS

    counts = [card.type for card in DISASTERS.values()]
    assert {type: counts.count(type) for type in counts} == {"natural": 8, "predatory": 8, "emotional": 8, "meteor": 4}
    assert all(card.flavour.endswith((".", "?")) for card in DISASTERS.values())
    assert set(DISASTERS["stomped"].__struct_fields__) == {"id", "kind", "name", "type", "flavour"}
