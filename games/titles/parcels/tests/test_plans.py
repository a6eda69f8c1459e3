"""Plans (PC-92 to PC-97); worked example W17."""

from typing import Any

import pytest

from games.kernel import codec, engine, legal_moves
from games.kernel.rng import Rng
from games.kernel.types import Move
from games.titles.parcels import game
from games.titles.parcels.scene import SEED, place
from games.titles.parcels.tests.scene import act, hand, leave, lines, play, refusal, storage, take

PAIR = {"kind": "play", "cards": [8, 8]}
SIX = {"kind": "pass", "take": 6, "add": 2}


def w17(**other: Any) -> Any:
    return place([[1, 1, 4], [5, 7], [2, 8, 8]], [2, 2, 6], turn=1, table=[3], owner=0, deck=[3, 5], **other)


def plan(position: Any, seat: int, *moves: dict[str, Any]) -> None:
    assert act(position, seat, "plan", moves=list(moves)) == []


def plan_of(position: Any, seat: int) -> list[dict[str, Any]]:
    return [codec.plain(planned) for planned in engine.view_for(game, position, seat).plan]


@pytest.mark.clause("PC-93", "PC-94")
def test_w17a_the_first_legal_planned_move_is_played() -> None:
    position = w17()
    plan(position, 2, PAIR, SIX)
    events = play(position, 1, "7")
    assert lines(events) == ["Bo plays 7 (1 card, total 7); 1 left.", "Cy plays 8-8 (2 cards, total 16); 1 left."]
    assert (position.step, position.state.turn) == ("follow", 0)
    assert position.state.plans == [[], [], []]


@pytest.mark.clause("PC-94", "PC-95", "PC-96")
def test_w17b_an_illegal_planned_move_is_skipped() -> None:
    position = w17()
    plan(position, 2, PAIR, SIX)
    events = take(position, 1, 2)
    assert lines(events) == [
        "Bo passes: takes 2 × 2, adds nothing; turns up 3, 5; 4 in hand.",
        "Cy passes: takes 1 × 6, adds a 2; turns up nothing; 3 in hand.",
        "Trick to Ann. Deck empty.",
    ]
    assert storage(position) == [2, 3, 5]
    assert hand(position, 2) == [6, 8, 8]
    assert (position.step, position.state.turn) == ("lead", 0)


@pytest.mark.clause("PC-94")
def test_a_plan_without_a_legal_move_is_used_up_and_the_seat_decides() -> None:
    position = w17()
    plan(position, 2, {"kind": "play", "cards": [2]})
    play(position, 1, "7")
    assert (position.state.turn, position.state.table) == (2, [7])
    assert position.state.plans == [[], [], []]
    play(position, 2, "8")


@pytest.mark.clause("PC-95")
def test_a_planned_pass_needs_a_stack_of_the_same_size() -> None:
    position = w17()
    plan(position, 2, {"kind": "pass", "take": 2, "add": 8})
    position.state.hands[1][5] -= 1  # seat 1 has a 2 instead of its 5, and will add it
    position.state.discard[5] += 1
    position.state.hands[1][2] += 1
    position.state.discard[2] -= 1
    take(position, 1, 6, 2)
    assert storage(position) == [2, 2, 2]
    assert position.state.turn == 2 and hand(position, 2) == [2, 8, 8]


@pytest.mark.clause("PC-93")
def test_a_new_plan_replaces_the_old_one_and_an_empty_list_cancels_it() -> None:
    position = w17()
    plan(position, 2, PAIR)
    plan(position, 2, SIX)
    assert [row["kind"] for row in plan_of(position, 2)] == ["pass"]
    plan(position, 2)
    assert plan_of(position, 2) == []
    play(position, 1, "7")
    assert position.state.turn == 2


@pytest.mark.clause("PC-93")
def test_empty_rows_of_the_plan_form_are_skipped() -> None:
    blank = {"kind": None, "cards": [], "take": None, "add": None}
    position = w17()
    row = {"kind": "pass", "cards": [], "take": 6, "add": 2}
    plan(position, 2, {"kind": "play", "cards": [8, 8], "take": None, "add": None}, blank, row)
    assert [row["kind"] for row in plan_of(position, 2)] == ["play", "pass"]
    plan(position, 2, blank, blank, blank)
    assert plan_of(position, 2) == []


@pytest.mark.clause("PC-93")
def test_size_and_strength_do_not_matter_when_a_plan_is_stored() -> None:
    position = w17()
    position.state.hands[2] = [0, 0, 1, 0, 0, 0, 0, 0, 2]
    plan(position, 2, {"kind": "play", "cards": [2]})  # rows 10 to 17 are refused when the plan is carried out
    plan(position, 0, {"kind": "play", "cards": [1, 1]})
    assert plan_of(position, 0)[0]["cards"] == [1, 1]


@pytest.mark.clause("PC-93")
def test_the_seat_on_turn_moves_instead_of_planning() -> None:
    position = w17()
    message = "It is your turn: move now instead of planning. (PC-93)"
    assert refusal(position, 1, "plan", moves=[]) == message


@pytest.mark.clause("PC-94", "PC-97")
def test_several_plans_fire_one_after_the_other() -> None:
    position = place([[1, 4], [2, 5], [3, 6], [7, 8]], [1, 2, 3], turn=1, table=[1], owner=0, deck=[4, 4, 4])
    plan(position, 2, {"kind": "play", "cards": [6]})
    plan(position, 3, {"kind": "play", "cards": [7]})
    events = play(position, 1, "5")
    assert [event.data["seat"] for event in events] == [1, 2, 3]
    assert position.state.turn == 0 and position.state.table == [7]
    assert position.state.plans == [[], [], [], []]


@pytest.mark.clause("PC-96")
def test_plans_are_dropped_at_the_end_of_a_trick() -> None:
    position = w17()
    plan(position, 0, {"kind": "play", "cards": [4]})
    take(position, 1, 2)
    take(position, 2, 6)
    assert (position.step, position.state.turn) == ("lead", 0)
    assert position.state.plans == [[], [], []]


@pytest.mark.clause("PC-96")
def test_plans_are_dropped_at_the_end_of_a_round() -> None:
    position = place([[1, 4], [7], [2, 2]], [2, 2, 6], turn=1, table=[3], owner=0, deck=[3], rounds=3)
    plan(position, 2, {"kind": "play", "cards": [2]})
    play(position, 1, "7")
    assert position.state.round == 2 and position.state.plans == [[], [], []]


@pytest.mark.clause("PC-96", "PC-99")
def test_a_seat_that_leads_because_the_leader_left_loses_its_plan() -> None:
    position = place([[1, 4], [7, 7], [2, 2]], [2, 2, 6], turn=0)
    plan(position, 1, {"kind": "play", "cards": [7]})
    plan(position, 2, {"kind": "play", "cards": [2, 2]})
    leave(position, 0)
    assert (position.step, position.state.turn) == ("lead", 1)
    assert position.state.plans[1] == []
    play(position, 1, "7")  # seat 2 keeps its plan for this trick: 2-2 beats the 7
    assert game.rules.result(position.state) == [3, 2, 1]


@pytest.mark.clause("PC-93")
def test_a_plan_may_be_stored_before_the_lead() -> None:
    position = place([[1, 4], [7, 7], [2, 2]], [2, 2, 6], turn=0)
    plan(position, 1, {"kind": "play", "cards": [7]})
    play(position, 0, "4")
    assert position.state.table == [7] and position.state.turn == 2


@pytest.mark.clause("PC-97")
def test_a_plan_leaves_no_trace_for_others() -> None:
    plain, planned = w17(), w17()
    before = planned.serial
    outcome = engine.play(game, planned, 2, Move("plan", {"moves": [PAIR]}))
    assert outcome.events == [] and not outcome.is_public and outcome.keeps_order
    assert planned.serial == before
    for seat in (None, 0, 1):
        assert codec.dump(engine.view_for(game, planned, seat)) == codec.dump(engine.view_for(game, plain, seat))
    assert engine.open_decisions(game, planned) == engine.open_decisions(game, plain)
    assert engine.waiting_for(game, planned) == engine.waiting_for(game, plain)
    assert engine.view_for(game, planned, 2).plan != []


@pytest.mark.clause("PC-97")
def test_a_planned_move_looks_like_any_other_in_the_log() -> None:
    by_plan, by_hand = w17(), w17()
    plan(by_plan, 2, PAIR)
    events = play(by_plan, 1, "7")
    assert events == play(by_hand, 1, "7") + play(by_hand, 2, "8-8")
    assert codec.dump(by_plan.state) == codec.dump(by_hand.state)


@pytest.mark.clause("PC-92")
def test_a_seat_that_cannot_beat_the_table_still_chooses_its_pass() -> None:
    position = place([[1], [2, 2], [3, 4]], [1, 6], turn=1, table=[7], owner=0, deck=[5])
    assert engine.view_for(game, position, 1).plays == []
    assert position.state.turn == 1 and [d.seat for d in engine.decisions(game, position) if not d.optional] == [1]
    take(position, 1, 6)
    assert position.state.turn == 2  # seat 2 does not pass automatically either


def test_listed_and_drawn_plans_are_accepted() -> None:
    rng = Rng(SEED)
    position = w17()
    decision = next(d for d in engine.decisions(game, position) if d.seat == 2)
    listed = legal_moves.moves(game, position, decision)
    assert decision.default in listed
    drawn = [legal_moves.random_move(game, position, decision, rng) for _ in range(60)]
    assert {len(move.args["moves"]) for move in drawn} == {0, 1, 2, 3}
    for move in [*listed, *drawn]:
        engine.play(game, position, 2, move)


def test_a_plan_has_a_preview_in_words() -> None:
    step = game.rules.by_name["follow"]
    assert step.preview(w17().state, 2, Move("plan", {"moves": [PAIR, SIX]})) == [
        "First play 8-8.",
        "Else take the 6 and add a 2.",
    ]
    _, as_read = engine.check(game, w17(), 2, Move("plan", {"moves": [PAIR]}))  # with the empty rows of the form
    assert step.preview(w17().state, 2, as_read) == ["First play 8-8."]
    assert step.preview(w17().state, 2, Move("plan", {"moves": []})) == ["You have no plan."]
