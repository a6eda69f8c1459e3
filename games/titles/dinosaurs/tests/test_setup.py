"""How To Start: seats, Dinosaurs, boards, decks, the deal (HD-02 to HD-10, HD-112, HD-113)."""

from typing import Any

import pytest

from games.kernel import bots, engine
from games.kernel.errors import IllegalMove
from games.kernel.game import Beginning
from games.kernel.types import Move
from games.kernel.words import read_by
from games.titles.dinosaurs import game
from games.titles.dinosaurs.cards import CARDS, DINOSAURS, DISASTERS, KIND, VALUE
from games.titles.dinosaurs.state import Options
from games.titles.dinosaurs.tests.scene import SEED, Table, seat

BASE = ["nervous-rex", "stego", "cry-ceratops", "bad-luck-bronto"]


def begin(seats: int, **options: Any) -> Any:
    return engine.start(game, seats, {"dinos": "random", **options}, SEED)[0]


def refused(seats: int, options: Any) -> str:
    with pytest.raises(IllegalMove) as found:
        engine.start(game, seats, options, SEED)
    return str(found.value)


@pytest.mark.clause("HD-03", "HD-05")
def test_dinosaurs_can_be_requested_before_the_match_unless_they_are_picked() -> None:
    drawn, lobby = Options(dinos="random"), game.lobby
    assert lobby.seat_requests and lobby.finalize_options
    assert lobby.seat_requests(drawn, 3) == [(id, DINOSAURS[id].name) for id in BASE]
    assert lobby.seat_requests(Options(dinos="pick"), 3) == []
    for wishes, dinos in (([None, "stego", None], [None, "stego", None]), ([None] * 3, "random")):
        known = Beginning([0] * 3, wishes, None, lambda seats: seats[0])
        assert lobby.finalize_options(drawn, known).dinos == dinos


@pytest.mark.clause("HD-02")
def test_seats_and_available_dinosaurs() -> None:
    for seats in (1, 7):
        assert refused(seats, {}) == "This game needs two to six players. (HD-02)"
    for seats in (2, 3, 4):
        assert begin(seats).state.options.extra_dinos is False
        assert {player.dino for player in begin(seats).state.players} <= set(BASE)
    for seats in (5, 6):
        assert begin(seats, extra_dinos=False).state.options.extra_dinos is True
    assert refused(3, {"dinos": ["raging-raptor", None, None]}) == "There is no such Dinosaur in this match. (HD-02)"
    assert begin(3, dinos=["raging-raptor", None, None], extra_dinos=True).state.players[0].dino == "raging-raptor"
    assert refused(3, {"dinos": ["dodo", None, None]}) == "There is no such Dinosaur in this match. (HD-02)"


@pytest.mark.clause("HD-02", "HD-05", "HD-83")
def test_defaults_by_seats_and_pace() -> None:
    for seats in range(2, 7):
        live, post = (game.rules.options.defaults(seats, pace) for pace in ("live", "correspondence"))
        assert (live.dinos, live.waves, post.dinos, post.waves) == ("pick", "quiet", "random", "single")
        assert live.extra_dinos == post.extra_dinos == (seats > 4)
        assert live.two_player_rules and not live.wild_extras and not live.disaster_bonus
    assert Options() == Options.defaults(4, "live")


@pytest.mark.clause("HD-03", "HD-04", "HD-07")
def test_picks_are_public_and_first_come_first_served() -> None:
    position, _ = engine.start(game, 3, Options(), SEED)
    assert [d.seat for d in engine.decisions(game, position) if not d.optional] == [0, 1, 2]
    shown = {d.seat: position.id_of(d) for d in engine.decisions(game, position) if not d.optional}
    events = engine.play(game, position, 2, Move("dino", {"dino": "stego"}), shown[2]).events
    assert read_by(game.table.story(events[0], ["Ann", "Bob", "Cy"]), None) == "Cy is Stego."
    assert engine.view_for(game, position, 0).boards[2].dino == "stego"
    with pytest.raises(IllegalMove, match=r"That Dinosaur is already taken; pick another\. \(HD-03\)"):
        engine.play(game, position, 0, Move("dino", {"dino": "stego"}), shown[0])
    assert not any(player.hand for player in position.state.players), "the deal follows the last pick"
    engine.play(game, position, 0, Move("dino", {"dino": "cry-ceratops"}), shown[0])  # of an older page
    engine.play(game, position, 1, Move("dino", {"dino": "nervous-rex"}))
    assert position.state.phase == "choose" and [len(player.hand) for player in position.state.players] == [5, 5, 5]


@pytest.mark.clause("HD-125")
def test_the_default_pick_is_the_first_free_one() -> None:
    position, _ = engine.start(game, 3, Options(), SEED)
    engine.play(game, position, 1, Move("dino", {"dino": "nervous-rex"}))
    (first, *_rest) = engine.decisions(game, position)
    assert first.default == Move("dino", {"dino": "stego"})


@pytest.mark.clause("HD-05")
def test_a_list_assigns_named_dinosaurs_and_random_ones_to_the_rest() -> None:
    seen = set()
    for number in range(20):
        options = {"dinos": [None, "stego", None]}
        position, events = engine.start(game, 3, options, bots.seed_from(number))
        dinos = [player.dino for player in position.state.players]
        assert dinos[1] == "stego" and len(set(dinos)) == 3 and set(dinos) <= set(BASE)
        assert [event.data["dino"] for event in events if event.kind == "pick"] == dinos
        seen.add(tuple(dinos))
    assert len(seen) == 6
    assert refused(3, {"dinos": ["stego"]}) == "The list of dinosaurs must have one entry per seat. (HD-05)"
    doubled = {"dinos": ["stego", "stego", None]}
    assert refused(3, doubled) == "That Dinosaur is already taken; pick another. (HD-03)"


@pytest.mark.clause("HD-05")
def test_every_dinosaur_can_be_drawn_at_random() -> None:
    seen = {engine.start(game, 2, {"dinos": "random"}, bots.seed_from(n))[0].state.players[0].dino for n in range(40)}
    assert seen == set(BASE)


@pytest.mark.clause("HD-06", "HD-08", "HD-09", "HD-10")
def test_boards_and_decks_at_the_start() -> None:
    state = begin(4).state
    assert all(player.points == 0 and player.area == [] for player in state.players)
    assert [len(player.hand) for player in state.players] == [5] * 4
    cards = [card for player in state.players for card in player.hand] + state.deck
    assert sorted(cards) == sorted(CARDS) and len(cards) == 69
    assert sum(card in VALUE for card in CARDS) == 53 and len(DISASTERS) == 28
    assert sorted([*state.disasters, state.disaster]) == sorted(DISASTERS)
    other = begin(4, extra_dinos=True).state
    assert other.deck != sorted(other.deck)


@pytest.mark.clause("HD-10")
def test_each_player_draws_all_cards_at_once() -> None:
    """Seat 0 gets the five top cards of the shuffled deck, seat 1 the next five."""
    table = Table(
        seat("iced-ptea", ""), seat("cool-stick", ""), seat("handy-pan", ""), deck="pet-rock " * 4 + "bonehead " * 4
    )
    for player in table.players:
        player.area = ["ghosted"] if player is table.players[1] else []
    table.play_cards().pass_all()
    assert KIND[table.players[0].hand[0]] == "pet-rock" and len(table.players[0].hand) == 5
    assert [KIND[card] for card in table.players[1].hand[:3]] == ["bonehead"] * 3


@pytest.mark.clause("HD-43")
def test_traits() -> None:
    expected = {
        "nervous-rex": {"predatory": 1, "emotional": -1},
        "stego": {"meteor": 1},
        "cry-ceratops": {"natural": -1, "emotional": 1},
        "bad-luck-bronto": {"natural": 1, "predatory": -1},
        "pterry-dactyl": {"natural": 1, "emotional": -1},
        "raging-raptor": {"predatory": -1, "emotional": 1},
    }
    assert {id: dino.traits for id, dino in DINOSAURS.items()} == expected
    wild = Table(
        *(seat("iced-ptea" if n < 3 else "bonehead") for n in range(5)),
        seat("cool-stick"),
        disaster="stomped",
        options={"wild_extras": True},
    ).play_cards()
    assert wild.view().boards[5].traits == {"predatory": -2, "emotional": 2} and wild.scores[5] == -1
    assert wild.view().boards[4].traits == {"natural": 2, "emotional": -2}


@pytest.mark.clause("HD-112", "HD-113", "HD-117")
def test_the_two_player_rules_can_be_switched_off() -> None:
    thin, full = begin(2), begin(2, two_player_rules=False)
    count = {True: 51, False: 69}
    for position in (thin, full):
        state = position.state
        cards = [card for player in state.players for card in player.hand] + state.deck
        assert len(cards) == count[state.is_for_two]
        assert {VALUE.get(card) for card in cards} & {1, 2, 3} == (set() if state.is_for_two else {1, 2, 3})
    assert thin.state.is_for_two and not full.state.is_for_two
    assert not begin(3, two_player_rules=True).state.is_for_two, "ignored with other seat counts"


@pytest.mark.clause("HD-112", "HD-114", "HD-117")
@pytest.mark.parametrize(("option", "is_out"), [(True, False), (False, True)])
def test_three_of_a_type_in_a_duel(option: bool, is_out: bool) -> None:
    table = Table(
        seat("iced-ptea", "bonehead"),
        seat("pet-rock", "bonehead", area="trapped downpour"),
        options={"two_player_rules": option},
    ).play_cards()
    table.do(1, "effect", use=False)
    table.pass_all()
    table.do(1, "take")
    assert (table.players[1].out is not None) is is_out
    assert table.state.ranks == ([1, 2] if is_out else None)


@pytest.mark.clause("HD-118")
def test_a_match_reduced_to_two_players_keeps_the_standard_rules() -> None:
    table = Table(
        seat("iced-ptea", "bonehead"), seat("cool-stick", "bonehead", area="trapped downpour"), seat(out=1)
    ).play_cards()
    table.pass_all()
    table.do(1, "take")
    assert table.players[1].out is not None and table.state.ranks == [1, 2, 3]


@pytest.mark.clause("HD-119")
def test_unknown_options_are_refused() -> None:
    assert refused(3, {"speed": 2}) == "Unknown option: speed. (HD-119)"
    assert refused(3, {"waves": "loud"}) == "Unknown value for the option waves. (HD-119)"
    assert refused(3, {"dinos": "choose"}) == "Unknown value for the option dinos. (HD-119)"
    assert refused(3, {"dinos": 3}) == "Unknown value for the option dinos. (HD-119)"
    assert refused(3, {"two_player_rules": "on"}) == "Unknown value for the option two_player_rules. (HD-119)"
