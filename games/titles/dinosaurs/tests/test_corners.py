"""Corners that no other test comes to: all moves of an effect, leavers in the middle of one, empty piles."""

from collections.abc import Callable
from typing import Any

import pytest

from games.kernel import codec, engine, legal_moves
from games.kernel.rng import Rng
from games.kernel.types import Decision, Move
from games.titles.dinosaurs import game
from games.titles.dinosaurs.rules import dinos_of
from games.titles.dinosaurs.standing_orders import NOT_GIVEN
from games.titles.dinosaurs.state import Options, Orders, Out, Player, State, audit
from games.titles.dinosaurs.tests.scene import SEED, Table, seat, spent_disaster_deck
from games.titles.dinosaurs.tests.site.refusals import choosing, effect, falling, sudden, sudden_first, window


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
        table = spent_disaster_deck()
        table.position.rng = Rng(f"{number:032x}")
        table.play_cards().pass_all().do(1, "take")
        orders.add((table.state.disaster, *table.state.disasters))
    assert len(orders) > 1


PREVIEWS = (
    ("ghosted", "trapped", "1 (1 − 1 trait + 1 Disaster card)."),
    ("stomped", "trapped spa-day", "4 (1 + 1 trait + 2 Disaster cards)."),
    ("meteor-1", "trapped", "2 (1 + 1 Disaster card)."),
    ("ghosted", "", "0 (1 − 1 trait)."),
    ("meteor-1", "", "1."),
)


@pytest.mark.clause("HD-17", "HD-44", "HD-47")
@pytest.mark.parametrize(("disaster", "area", "told"), PREVIEWS)
def test_the_preview_of_a_card_adds_trait_and_disasters(disaster: str, area: str, told: str) -> None:
    seats = seat("cool-stick", "bonehead", area=area), seat("run-home-bat", "bonehead", dino="cry-ceratops")
    table = Table(*seats, disaster=disaster, options={"disaster_bonus": True, "two_player_rules": False})
    step, card = game.rules.by_name["choose"], table.laid[0]
    said = step.preview(table.state, 0, Move("choose", {"card": card}))
    assert said == [f"Cool Stick: your score starts at {told}"]


def drawn(table: Table, decision: Decision) -> list[Move]:
    """Random answers to this decision, each of which the engine takes."""
    found = [legal_moves.random_move(game, table.position, decision, Rng(f"{number:032x}")) for number in range(40)]
    for move in found:
        _, as_read = engine.check(game, table.position, decision.seat, move)
        assert as_read.verb == move.verb
    return found


@pytest.mark.clause("HD-12", "HD-120")
def test_a_random_card_is_any_point_card_without_orders() -> None:
    table = choosing()
    moves = drawn(table, table.decision(1))
    assert {move.verb for move in moves} == {"choose"}
    assert {move.args["card"] for move in moves} == {"run-home-bat-1", "bonehead-2"}
    assert all(move.args["orders"] == NOT_GIVEN[0] for move in moves)
    standing = next(one for one in engine.decisions(game, table.position) if one.optional and one.seat == 1)
    assert {move.verb for move in drawn(table, standing)} == {"orders"}


@pytest.mark.clause("HD-75", "HD-78", "HD-81")
def test_random_and_listed_answers_of_the_window() -> None:
    table = window()
    moves = drawn(table, table.decision(1))
    plays = [tuple((row["card"], row["target"]) for row in move.args["plays"]) for move in moves]
    played = {row for rows in plays for row in rows}
    assert {("sapper-1", 0), ("sapper-1", 1), ("sapper-1", 2), ("inversion-1", None), ("keep", None)} == played
    assert {move.args["final"] for move in moves} == {True, False}
    listed = legal_moves.moves(game, table.position, table.decision(1))
    assert len(listed) == len({repr(move) for move in listed}) == (1 + 3) * 2 * 2
    assert {repr(move) for move in moves} <= {repr(move) for move in listed}
    standing = next(one for one in engine.decisions(game, table.position) if one.optional and one.seat == 1)
    assert {move.verb for move in drawn(table, standing)} == {"orders"}


def out(state: State, number: int) -> None:
    """This player is out, and everything they had lies on the discard pile."""
    player = state.players[number]
    state.discard += [card for card in (*player.hand, player.card, player.pick) if card is not None]
    state.players[number] = Player(dino=player.dino, out=Out("resigned", state.round, 9))


def short_hand(state: State) -> None:
    state.discard.append(state.players[1].hand.pop())


def held_by_one_who_is_out(state: State) -> None:
    state.players[3].hand.append(state.deck.pop())


def picked_by_one_who_is_out(state: State) -> None:
    state.players[3].pick = state.deck.pop()


def ordered_by_one_who_is_out(state: State) -> None:
    state.players[3].orders = Orders(instants="pass")


def looked_at(state: State) -> None:
    state.looked = [state.deck.pop()]


WRONG: tuple[tuple[Callable[[], Table], Callable[[State], None], str | None], ...] = (
    (choosing, short_hand, "a choice begins with five cards"),
    (choosing, held_by_one_who_is_out, "a player who is out holds something"),
    (choosing, picked_by_one_who_is_out, "a player who is out holds something"),
    (choosing, ordered_by_one_who_is_out, "a player who is out holds something"),
    (effect("pet-rock"), lambda state: out(state, 0), "a player who is out is asked"),
    (sudden, lambda state: out(state, 2), "a player who is out is asked"),
    (falling, lambda state: out(state, 2), "a player who is out is asked"),
    (window, looked_at, None),
)


@pytest.mark.clause("HD-28", "HD-40")
@pytest.mark.parametrize(("make", "spoil", "words"), WRONG)
def test_the_audit_notices_what_cannot_be(
    make: Callable[[], Table], spoil: Callable[[State], None], words: str
) -> None:
    state = make().state
    for player in state.players:  # as in a match: what was laid aside for the scene comes back
        while state.phase == "choose" and player.out is None and len(player.hand) + bool(player.card) < 5:
            player.hand.append(state.deck.pop())
    audit(state)
    spoil(state)
    with pytest.raises(AssertionError, match=words):
        audit(state)


@pytest.mark.clause("HD-127", "HD-93")
def test_when_one_of_two_leaves_sudden_death_the_other_takes_the_card_back() -> None:
    table = sudden()
    reports = table.state.report
    table.leave(2)
    left = table.players[1]
    assert left.pick is None and table.state.sudden == []
    assert "bonehead-2" in left.hand and left.area == []
    assert "meteor-1" in table.state.disasters or table.state.disaster == "meteor-1"
    assert reports.fate == "under"


@pytest.mark.clause("HD-93", "HD-97")
def test_the_report_of_a_round_has_each_round_of_sudden_death() -> None:
    table = sudden()
    report = table.state.report
    table.do(2, "sudden", card="bonehead-3")
    assert [sorted(picks) for picks in report.sudden] == [[1, 2]]


@pytest.mark.clause("HD-123")
def test_an_order_for_sudden_death_plays_the_named_card() -> None:
    table = sudden_first()
    table.do(1, "orders", orders={"sudden": ["bonehead-2"]})
    assert table.players[1].pick == "bonehead-2" and table.asked == [2]


@pytest.mark.clause("HD-02")
def test_from_five_seats_on_the_extra_dinosaurs_take_part() -> None:
    assert len(dinos_of(Options(extra_dinos=False), 4)) == 4
    assert len(dinos_of(Options(extra_dinos=False), 5)) == len(dinos_of(Options(extra_dinos=True), 4)) > 4


@pytest.mark.clause("HD-127", "HD-81")
def test_who_passed_for_good_and_left_is_forgotten() -> None:
    table = window()
    table.do(1, "instants", plays=[], final=True)
    assert 1 not in table.asked
    table.leave(1)
    assert 1 not in table.state.finals


def by_order(table: Table, number: int, act: str, **args: Any) -> list[Move]:
    """The moves that standing orders made after this one."""
    outcome = engine.play(game, table.position, number, codec.move_from({"act": act, **args}))
    return [one.move for one in outcome.played if one.by_order]


@pytest.mark.clause("HD-121", "HD-123")
def test_moves_by_order_are_recorded_as_moves_of_their_kind() -> None:
    seats = seat("pet-rock", "bonehead"), seat("cool-stick", "bonehead", dino="cry-ceratops")
    table = Table(*seats, disaster="meteor-1", options={"two_player_rules": False})
    table.do(1, "choose", card=table.laid[1])
    orders = {"effect": "decline"}
    (declined, *_) = by_order(table, 0, "choose", card=table.laid[0], orders=orders)
    assert declined.verb == "effect" and declined.args["use"] is False
    (played,) = by_order(sudden_first(), 1, "orders", orders={"sudden": ["bonehead-2"]})
    assert played == Move("sudden", {"card": "bonehead-2"})


@pytest.mark.clause("HD-126", "HD-127")
@pytest.mark.parametrize("kind", ["hungry-plant", "dino-grabber", "treenoculars", "pet-rock"])
def test_no_effect_waits_for_a_player_who_has_left(kind: str) -> None:
    table = effect(kind)()
    table.leave(0)
    assert 0 not in table.asked and table.state.phase != "effect"


@pytest.mark.clause("HD-81", "HD-127")
def test_who_passed_for_good_and_leaves_in_a_later_wave_is_forgotten() -> None:
    table = window()
    table.do(2, "instants", plays=[], final=True)
    table.do(1, "instants", plays=[{"card": "sapper-1", "target": 0}])
    assert table.state.wave == 2 and table.state.finals == [2]
    table.leave(2)
    assert table.state.finals == []


@pytest.mark.clause("HD-26")
def test_discards_are_a_new_deck_at_once_if_there_is_none() -> None:
    table = effect("fire-spray")()
    table.state.deck, table.state.discard = [], []
    table.do(0, "effect", use=True, discard=["bonehead-1"])
    assert (table.state.deck, table.state.discard) == (["bonehead-1"], [])


@pytest.mark.clause("HD-78", "HD-79")
def test_the_preview_of_instants_names_cards_and_targets() -> None:
    table = window()
    plays = [{"card": "sapper-1", "target": 0}, {"card": "inversion-1", "target": None}]
    _, move = engine.check(game, table.position, 1, codec.move_from({"act": "instants", "plays": plays}))
    step = game.rules.by_name["instants"]
    assert step.preview(table.state, 1, move)[0] == "You play Score Sapper on {0} and Score Inversion."
    move = codec.move_from({"act": "instants", "plays": [{"card": "sapper-1", "target": 1}], "final": False})
    assert step.preview(table.state, 1, move)[0] == "You play Score Sapper on yourself."


@pytest.mark.clause("HD-85", "HD-88")
def test_the_preview_of_an_answer_to_the_disaster_card() -> None:
    table, step = falling(), game.rules.by_name["disaster"]
    seat = table.state.receiver
    assert seat is not None

    def told(verb: str, **args: Any) -> list[str]:
        return step.preview(table.state, seat, Move(verb, args))

    assert told("insure", card="disaster-insurance-1") == ["The Disaster card goes under its deck. Nobody adds it."]
    redirected = "{1} gets the Disaster card instead of you, unless an Instant card stops it."
    assert told("redirect", card="disaster-redirect-1", target=1) == [redirected]
    assert told("take", discard=None)


@pytest.mark.clause("HD-85", "HD-120")
def test_random_answers_to_the_disaster_card_and_of_orders_meanwhile() -> None:
    table = falling()
    assert {move.verb for move in drawn(table, table.decision(2))} == {"take", "insure", "redirect"}
    standing = next(one for one in engine.decisions(game, table.position) if one.optional and one.seat == 2)
    assert {move.verb for move in drawn(table, standing)} == {"orders"}
