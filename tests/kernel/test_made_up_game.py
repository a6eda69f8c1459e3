"""Features of the kernel, tested with the made-up game: what is asked, sealed, hidden and passed on."""

import pytest

from games.kernel import engine
from games.kernel.errors import IllegalMove
from games.kernel.types import Move
from tests.kernel.helpers import fair, fair_on_turn, id_of, kinds, lay, open_now, play
from tests.kernel.madeup import game
from tests.kernel.madeup.state import Court, Options


def test_sealed_answers_stay_outside_the_state_until_all_are_revealed_at_once() -> None:
    position = fair()
    before = position.state.hands[0][:]
    outcome = play(position, 0, "lay", card=before[0])
    assert outcome.events == [] and not outcome.is_public
    assert position.state.hands[0] == before
    lay(position, 1)
    outcome = play(position, 2, "lay", card=min(position.state.hands[2]))
    assert kinds(outcome)[:3] == ["laid", "laid", "laid"] and outcome.is_public
    assert [event.data["seat"] for event in outcome.events[:3]] == [0, 1, 2]


def test_sealed_answer_can_be_changed_until_the_step_closes() -> None:
    position = fair()
    position.state.hands[0] = [2, 3, 3, 5]
    play(position, 0, "lay", card=2)
    play(position, 0, "lay", card=5)
    lay(position, 2)
    outcome = play(position, 1, "lay", card=min(position.state.hands[1]))
    assert outcome.events[0].data == {"seat": 0, "card": 5}


def test_waiting_for_hides_who_has_answered_in_secret() -> None:
    position = fair()
    asked = engine.waiting_for(game, position)
    assert asked == [(0, "turn"), (1, "turn"), (2, "turn")]
    lay(position, 1)
    assert engine.waiting_for(game, position) == asked
    assert [decision.key for decision in engine.decisions(game, position) if not decision.optional] == ["0", "2"]


def test_waiting_for_shows_who_has_answered_if_it_is_not_secret() -> None:
    position = fair(4)
    lay(position, 0, 1, 2, 3)
    assert position.step == "take_prize"
    seat = engine.waiting_for(game, position)[0][0]
    assert play(position, seat, "leave").is_public
    assert seat not in [waiting for waiting, _ in engine.waiting_for(game, position)]


def test_an_interruption_keeps_all_sealed_answers() -> None:
    position = fair()
    lay(position, 0, 1)
    sealed, ids = dict(position.sealed), {key: id_of(position, key) for key in ("0", "1")}
    outcome = play(position, 2, "halt", reason="Stop!")
    assert kinds(outcome) == ["halted"] and position.step == "vote" and position.sealed == {}
    play(position, 0, "no")
    play(position, 1, "no")
    assert position.step == "lay_card" and position.sealed == sealed
    assert id_of(position, "0") != ids["0"], "pages from before the vote are stale"
    assert kinds(play(position, 2, "lay", card=min(position.state.hands[2])))[:3] == ["laid"] * 3


def test_an_interruption_uses_only_the_answers_it_needs() -> None:
    position = fair()
    lay(position, 0)
    play(position, 1, "no")  # does not want to call a halt
    play(position, 2, "halt", reason="")
    play(position, 0, "no")
    play(position, 1, "no")
    assert sorted(position.sealed) == ["0", "1.halt"]


def test_a_sealed_answer_that_becomes_illegal_is_asked_again() -> None:
    position = fair()
    position.state.hands[0], position.state.hands[1] = [2, 2, 2, 5], [2, 3, 3, 4]
    play(position, 0, "lay", card=5)
    play(position, 1, "lay", card=3)
    play(position, 2, "halt", reason="")
    play(position, 0, "yes")
    play(position, 1, "yes")  # each highest card is swapped: the 5 is gone, the 3 is still there
    still_held = 5 in position.state.hands[0]
    assert ("0" in position.sealed) is still_held
    assert position.sealed["1"] == Move("lay", {"card": 3})


def test_a_vote_with_two_actions_and_no_fields_is_resolved_at_once() -> None:
    position = fair(4)
    play(position, 3, "halt", reason="")
    assert [decision.seat for decision in engine.decisions(game, position)] == [0, 1, 2]
    assert {decision.clock.pace for decision in engine.decisions(game, position)} == {"talk"}
    for seat, verb in ((2, "yes"), (0, "no")):
        assert not play(position, seat, verb).is_public
    outcome = play(position, 1, "yes")
    assert outcome.events[0].data == {"ayes": [1, 2]}


def test_a_step_called_from_another_returns_there() -> None:
    position = fair()
    play(position, 0, "halt", reason="")
    assert position.state.back == ["lay_card"]
    play(position, 1, "no")
    play(position, 2, "no")
    assert position.state.back == [] and position.step == "lay_card"


def test_side_matters_run_alongside_the_main_step() -> None:
    position = fair(4)
    position.state.court = Court(accused=0, charge="he stole a pie", jury=[1, 2])
    lay(position, 1, 3)
    play(position, 1, "judge", verdict={"guilty": "yes", "remark": "Shame."})
    assert sorted(position.sealed) == ["1", "1.court", "3"], "a seat owes two answers in one step"
    outcome = play(position, 2, "judge", verdict={"guilty": "yes"})
    assert kinds(outcome) == ["judged"] and position.state.coins[0] == 1
    assert position.step == "lay_card" and sorted(position.sealed) == ["1", "3"]


def test_a_side_matter_does_not_hold_up_the_main_step() -> None:
    position = fair(4)
    position.state.court = Court(accused=0, charge="he stole a pie", jury=[1, 2])
    play(position, 1, "judge", verdict={"guilty": "no", "remark": ""})
    lay(position, 0, 1, 2)
    outcome = play(position, 3, "lay", card=min(position.state.hands[3]))
    assert kinds(outcome)[0] == "judged" and "laid" in kinds(outcome)


def test_first_come_first_served_closes_on_the_first_answer() -> None:
    position = fair_on_turn(0, 1, 2)
    position.step = "take_prize"
    play(position, 1, "leave")
    outcome = play(position, 2, "take", prize=2)
    assert outcome.events[0].data == {"seat": 2, "prize": 2} and position.step == "turn"
    with pytest.raises(IllegalMove, match="MU-01"):
        play(position, 1, "take", prize=1)


def test_every_raided_seat_is_asked_whatever_its_hand() -> None:
    position = fair_on_turn(0, 1, 2)
    position.state.hands[1] = []
    play(position, 0, "raid")
    assert engine.waiting_for(game, position) == [(1, "window"), (2, "window")]
    assert [action.verb for action in open_now(position)["1"].decision.actions] == ["pass"]


def test_a_reaction_window_asks_again_after_each_reaction() -> None:
    position = fair_on_turn(0, 1, 2)
    position.state.hands[1] = [1, 2, 4]
    play(position, 0, "raid")
    first = id_of(position, "1")
    play(position, 2, "pass")
    play(position, 1, "guard", card=2)
    assert position.step == "react" and engine.waiting_for(game, position) == [(1, "window")]
    assert id_of(position, "1") != first
    play(position, 1, "guard", card=4)
    assert position.step == "turn" and position.state.points == [0, 1, 0]


def test_a_seat_that_plays_for_another_sees_its_hand_meanwhile() -> None:
    position = fair_on_turn(0, 1, 2)
    position.state.coins[1], position.state.bank = 0, position.state.bank + 2
    play(position, 0, "raid")
    play(position, 1, "pass")
    play(position, 2, "pass")
    decision = open_now(position)["0"].decision
    assert (decision.seat, decision.acts_for) == (0, 1)
    assert engine.view_for(game, position, 0).controlled == {1: position.state.hands[1]}
    assert engine.view_for(game, position, 2).controlled == {}
    with pytest.raises(IllegalMove, match="MU-01"):
        play(position, 1, "rest")
    assert play(position, 0, "rest").events[0].data == {"seat": 1}
    assert engine.view_for(game, position, 0).controlled == {}


def test_nobody_notices_that_a_standing_order_is_given() -> None:
    position = fair_on_turn(0, 1, 2)
    position.state.hands[1] = [1, 4, 5]
    shown = [engine.view_for(game, position, seat) for seat in (0, 2, None)]
    asked, serial = open_now(position), position.serial
    outcome = play(position, 1, "plan", moves=[{"card": 4}, {"card": None}])
    assert outcome.keeps_order and not outcome.is_public and outcome.events == []
    assert [engine.view_for(game, position, seat) for seat in (0, 2, None)] == shown
    assert (open_now(position), position.serial, position.sealed) == (asked, serial, {})
    assert engine.view_for(game, position, 1).plan == [4]


def test_a_standing_order_answers_its_decision() -> None:
    position = fair_on_turn(0, 1, 2)
    position.state.hands[1] = [1, 4, 5]
    play(position, 1, "plan", moves=[{"card": 4}, {"card": None}])
    outcome = play(position, 0, "raid")
    assert [(one.seat, one.move.verb, one.by_order) for one in outcome.played] == [
        (0, "raid", False),
        (1, "guard", True),
    ]
    assert engine.waiting_for(game, position) == [(1, "window"), (2, "window")], "nobody can see that it has answered"
    assert kinds(play(position, 2, "pass")) == ["guarded", "robbed"]
    assert position.state.plans == {}


def test_ids_do_not_reveal_that_orders_answered_at_once() -> None:
    by_hand, by_order = fair_on_turn(0, 1, 2), fair_on_turn(0, 1, 2)
    for position in (by_hand, by_order):
        position.state.hands[1], position.state.hands[2] = [4, 5], [4, 5]
    for seat in (1, 2):
        play(by_order, seat, "plan", moves=[{"card": 4}])
    for position in (by_hand, by_order):
        play(position, 0, "raid")
    for seat in (1, 2):
        play(by_hand, seat, "guard", card=4)
    assert by_hand.step == by_order.step == "turn"
    assert open_now(by_hand) == open_now(by_order) and by_hand.serial == by_order.serial


def test_a_standing_order_of_a_seat_that_is_not_asked_has_no_effect() -> None:
    position = fair_on_turn(0, 1, 2)
    position.state.plans = {0: [min(position.state.hands[0])]}
    outcome = play(position, 0, "raid")
    assert [one.seat for one in outcome.played] == [0]


def test_a_match_can_end_in_somebody_elses_turn() -> None:
    position = fair_on_turn(0, 1, 2)
    position.state.points[2], position.state.hands[2] = 3, [1, 6]
    play(position, 0, "raid")
    play(position, 1, "pass")
    play(position, 2, "guard", card=6)
    assert game.rules.result(position.state) == [2, 2, 1]
    assert engine.open_decisions(game, position) == [] and engine.waiting_for(game, position) == []
    with pytest.raises(IllegalMove, match=r"The fair is over. \(MU-13\)"):
        play(position, 0, "rest")


def test_default_options_depend_on_seat_count_and_pace() -> None:
    assert game.rules.options.defaults(3, "live") == Options(rounds=3, goal=4)
    assert game.rules.options.defaults(4, "correspondence") == Options(rounds=2, goal=6)
    assert fair(4, rounds=3).options == Options(rounds=3)


def test_several_choices_in_one_answer() -> None:
    position = fair_on_turn(0, 1, 2)
    position.state.hands[0] = [2, 3, 3, 6]
    outcome = play(position, 0, "build", at=[1, 2], cards=[3, 3], price=1)
    assert outcome.events[0].data == {"seat": 0, "at": "1,2", "cards": [3, 3], "price": 1}
    assert position.state.hands[0] == [2, 6] and position.state.coins[0] == 1
