"""Small things that whole matches rarely depend on: ties in turn order, echoes in refusals, clauses of the log."""

from typing import Any

import pytest

from games.kernel import engine
from games.kernel.types import Option
from games.titles.parcels import game
from games.titles.parcels.scene import place
from games.titles.parcels.tests.scene import act, leave, legal_plays, play, refusal, required, take
from tests.games.test_why_not import reasons


def following(**other: Any) -> Any:
    """Seat 1 has to beat a pair of 3s; storage has 1, 2, 3 and 7."""
    return place([[1], [1, 2, 2, 4], [4, 4]], [1, 1, 2, 3, 7], turn=1, table=[3, 3], owner=0, deck=[5, 5, 5], **other)


@pytest.mark.clause("PC-76")
@pytest.mark.parametrize(("winner", "last"), [(0, 3), (1, 0), (2, 1), (3, 2)])
def test_of_equal_hands_the_last_in_turn_order_after_the_winner_takes_first(winner: int, last: int) -> None:
    hands = [[8] if seat == winner else [4, 4] for seat in range(4)]
    position = place(hands, [1, 3, 7, 8], turn=winner, rounds=3)
    play(position, winner, "8")
    assert position.state.last.handed_out[0].seat == last


@pytest.mark.clause("PC-34")
def test_a_run_of_four_beats_a_set_of_four_of_the_next_number() -> None:
    position = place([[1, 2, 3, 4], [1], [1]], [1, 2, 3, 4], table=[2, 2, 2, 2], owner=1)
    assert legal_plays(position) == {"1-2-3-4"}


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ("x" * 20, "x" * 20),
        ("x" * 21, "x" * 19 + "…"),
        (10**20 - 1, "9" * 20),
        (10**20, "such number"),
        (-(10**20), "such number"),
    ],
)
def test_a_refusal_repeats_at_most_twenty_characters(sent: Any, said: str) -> None:
    if isinstance(sent, int):
        assert refusal(following(), 1, "pass", take=sent) == f"There is no {said} in storage. (PC-41)"
        return
    planned = [{"kind": "pass", "take": 1, sent: 1}]
    expected = f"Planned move 1: This move has no field called {said}. (PLAY-03)"
    assert refusal(following(), 2, "plan", moves=planned) == expected


def test_a_row_of_a_plan_with_an_empty_kind_alone_is_not_a_blank_row() -> None:
    said = refusal(following(), 2, "plan", moves=[{"kind": ""}])
    assert said == "Planned move 1: Choose one action: play cards or pass. (PC-14)"


def test_the_log_cites_the_rule_for_leading_following_and_both_passes() -> None:
    position = place([[1, 8], [2, 8], [1, 1]], [1])
    assert play(position, 0, "1")[0].clause == "PC-31"
    assert play(position, 1, "2")[0].clause == "PC-32"
    assert take(position, 2, 1)[0].clause == "PC-41"
    bare = take(position, 0, None)[0]
    assert (bare.clause, bare.data["count"]) == ("PC-51", 0)


@pytest.mark.parametrize(("rounds", "clause", "points"), [(1, "PC-84", None), (3, "PC-81", [0, 5, 6])])
def test_the_last_event_cites_the_rule_for_ranks(rounds: Any, clause: str, points: Any) -> None:
    position = place([[3], [1, 2], [1, 2, 4]], [5, 6], rounds=rounds, round=rounds)
    (final,) = [event for event in play(position, 0, "3") if event.kind == "final"]
    assert (final.clause, final.data["points"]) == (clause, points)


@pytest.mark.clause("PC-38")
def test_each_seat_has_its_own_last_meld_on_the_table_until_the_trick_ends() -> None:
    position = place([[1, 8], [2, 8], [1, 1]], [1], deck=[4, 4, 4])
    play(position, 0, "1")
    play(position, 1, "2")
    assert position.state.melds == [[1], [2], []]
    take(position, 2, 1)
    take(position, 0, None) if not any(position.state.storage) else take(position, 0, 4)
    assert not position.state.melds


def test_a_round_of_events_ends_with_the_round_and_with_the_match() -> None:
    position = place([[3], [1, 2], [4, 5]], [1])
    play(position, 0, "3")
    assert position.round == 1
    position = following()
    act(position, 2, "plan", moves=[{"kind": "play", "cards": [4, 4]}])
    leave(position, 0)
    leave(position, 1)
    assert position.round == 1 and position.state.plans == [[], [], []]


def test_a_follower_takes_exactly_one_stack_and_may_plan_plays_and_passes() -> None:
    position = following()
    number, added = required(position).actions[1].fields
    assert (number.least, number.most, added.least) == (1, 1, 0)
    plan = next(one for one in engine.decisions(game, position) if one.optional)
    assert plan.secret and plan.actions[0].fields[0].options == (Option("play", "play"), Option("pass", "pass"))
    assert not any(getattr(field, "ordered", False) for field in plan.actions[0].fields)


def test_why_not_names_each_pass_that_rules_forbid() -> None:
    found = reasons(game, hands=[[3, 8], [2], [3]], storage=[2, 2, 3], table=[8, 8], owner=2)
    assert found["PC-43"][1] == ["Pass: take the 3 and add one back"]
    assert reasons(game, hands=[[8], [2], [3]], storage=[], table=[])["PC-16"][1] == ["Pass"]
