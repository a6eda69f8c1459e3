"""The dealer's ruling is published at once, shows the wages that will be paid, and covers only results that count."""

import pytest

from games.kernel import bots, engine
from games.kernel.position import AnyPosition
from games.kernel.rng import Rng
from games.titles.adulting import game
from games.titles.adulting.tests.tables import (
    do,
    leave,
    lines,
    money,
    numbers,
    refused,
    required,
    table,
    up_to_votes,
    view,
    vote_all,
    wages,
)
from games.titles.adulting.work.category import inside

TOGETHER = {"answers": "together", "sorting": "after"}
RICH = (9, 9, 9, 9, 9)


def with_a_suit(**more: object) -> AnyPosition:
    """The ruling on the numbers 25, 2, 3 and 4 is due, and player 1 has sued player 2."""
    position = table("rnk01", 5, money=RICH, **TOGETHER, **more)  # type: ignore[arg-type]
    numbers(position, 25, 2, 3, 4)
    do(position, 1, "sue", defendant=2, ground="libel", price=2)
    return position


@pytest.mark.clause("AD-101", "AD-24", "AD-151")
def test_a_ruling_is_published_at_once_despite_an_open_case() -> None:
    position = with_a_suit()
    assert "fine print" in lines(do(position, 0, "rule", disallow=[1]))[0]
    seen = view(position, 4)
    assert seen.card is not None and seen.card.fine_print and wages(position) == [0, 0, 3, 4, 5]
    assert position.step == seen.step == "ruling" and required(position) == ["0.case1", "2.case1"]
    assert view(position, 0).main == [] and view(position, 0).marks is None
    assert refused(position, 0, "rule", disallow=[]) == "AD-236: It is not your turn to decide."
    do(position, 0, "hear", case=1, allow=False)
    assert position.step == "answer" and position.state.round.job.disallowed == [1]


@pytest.mark.clause("AD-101", "AD-161", "AD-162")
def test_a_ruling_can_be_objected_to_during_another_case() -> None:
    position = with_a_suit()
    do(position, 0, "rule", disallow=[1])
    do(position, 4, "appeal", matter={"kind": "number", "seat": 1}, press=False)
    do(position, 0, "appeal_reply", case=2, sustain=False)
    assert wages(position) == [0, 5, 2, 3, 4] and position.step == "ruling"
    do(position, 0, "hear", case=1, allow=False)
    assert position.step == "answer"


@pytest.mark.clause("AD-101", "AD-233")
def test_a_published_ruling_moves_on_when_a_party_to_the_case_leaves() -> None:
    position = with_a_suit()
    do(position, 0, "rule", disallow=[])
    leave(position, 2)
    assert position.step == "answer"


@pytest.mark.clause("AD-101", "AD-105", "AD-137", "AD-216")
@pytest.mark.parametrize("bank", ["honest", "open"])
def test_wages_shown_with_overtime_are_the_wages_paid(bank: str) -> None:
    position = table("rnk02", 4, money=(5, 5, 5, 5), bank=bank, **TOGETHER)
    position.state.players[2].overtime = True
    numbers(position, 1, 2, 3)
    told = lines(do(position, 0, "rule"))[0]
    assert ("wages: Ann 0, Bob 2, Cid 6, Dee 4" in told) == (bank == "honest")
    job = view(position, 2).job
    assert job is not None and job.wages[2] == 6
    up_to_votes(position, (1, 2))
    assert view(position, 2).top_bid == 11
    vote_all(position)
    if bank == "open":
        assert view(position, 2).due == ("wages", 6)
    job = view(position, 2).job
    assert job is not None and job.wages[2] == 6, "also once it is paid"
    assert bank == "open" or money(position) == [5, 7, 11, 9]


@pytest.mark.clause("AD-101", "AD-105")
def test_wages_shown_do_not_change_once_paid() -> None:
    position = table("rnk02", 4, money=(5, 5, 5, 5), **TOGETHER)
    numbers(position, 1, 2, 3)
    up_to_votes(position, (1, 2, 3))
    vote_all(position)
    assert position.step == "bids" and wages(position) == [0, 2, 3, 4]
    do(position, 1, "sue", defendant=2, ground="perjury", price=1)
    do(position, 0, "hear", case=1, allow=True, price=1)
    do(position, 2, "plead", case=1, fight_up_to=1)
    for juror in (0, 3):
        do(position, juror, "jury", case=1, up=True)
    assert position.state.round.out == [2] and wages(position) == [0, 2, 3, 4]


def performed(card: str) -> AnyPosition:
    """Players 1 to 4 have performed."""
    position = table(card, 5, money=RICH, **TOGETHER)
    for seat in (1, 2, 3, 4):
        do(position, seat, "perform", text=f"No, said {seat}.")
    return position


def fail_to_impeach(position: AnyPosition, seat: int) -> None:
    """This player moves to impeach, and the jury votes against it."""
    do(position, seat, "impeach")
    case = position.state.cases
    do(position, 0, "retort", case=case)
    while voters := [key for key in required(position) if key.endswith(f".case{case}")]:
        do(position, int(voters[0].split(".")[0]), "jury", case=case, up=False)


@pytest.mark.clause("AD-230", "AD-96", "AD-102", "AD-103")
def test_a_player_who_left_needs_no_place_and_gets_no_bonus() -> None:
    position = performed("chl08")
    leave(position, 2)
    seen = view(position, 0)
    assert seen.marks is not None and seen.marks.order == [1, 3, 4] and seen.marks.bonus == [1, 3, 4]
    assert refused(position, 0, "rule", order=[1, 2, 3, 4], bonus=[]).startswith("AD-96")
    do(position, 0, "rule", order=[4, 3, 1], bonus=[1, 2])
    job = position.state.round.job
    assert (job.order, job.bonus, wages(position)) == ([4, 3, 1], [1], [0, 3, None, 3, 4])


@pytest.mark.clause("AD-205", "AD-96", "AD-102")
def test_a_player_whose_motion_failed_needs_no_place() -> None:
    position = performed("chl08")
    fail_to_impeach(position, 3)
    assert position.state.round.out == [3]
    do(position, 0, "rule", order=[1, 2, 4], bonus=[3, 4])
    assert position.state.round.job.bonus == [4] and wages(position) == [0, 5, 4, 0, 4]


@pytest.mark.clause("AD-205", "AD-96")
def test_the_house_bot_ranks_only_players_in_the_round() -> None:
    position = performed("chl08")
    fail_to_impeach(position, 3)
    (asked,) = [decision for decision in engine.decisions(game, position) if decision.key == "0"]
    move = bots.house_bot(game, position, asked, Rng(bots.seed_from("ruling")))
    assert move is not None and sorted(move.args["order"]) == [1, 2, 4]
    engine.check(game, position, 0, move)


@pytest.mark.clause("AD-230", "AD-205", "AD-102", "AD-104")
def test_numbers_that_no_longer_count_cannot_be_disallowed() -> None:
    position = table("rnk01", 5, money=RICH, **TOGETHER)
    numbers(position, 25, 26, 27, 4)
    leave(position, 1)
    fail_to_impeach(position, 2)
    seen = view(position, 0)
    assert seen.marks is not None and seen.marks.disallow == [3]
    do(position, 0, "rule", disallow=[1, 2, 3])
    assert position.state.round.job.disallowed == [3]


@pytest.mark.clause("AD-205", "AD-103")
def test_a_failed_motion_keeps_place_and_bonus_in_a_category() -> None:
    position = table("cat20", 4, money=RICH[:4], category="turns", **TOGETHER)
    do(position, 1, "name", text="a game")
    fail_to_impeach(position, 1)
    do(position, 2, "give_up")
    do(position, 0, "rule", bonus=[1])
    assert wages(position) == [0, 2, 2, 3]


@pytest.mark.clause("AD-205", "AD-79")
def test_a_failed_motion_outlasts_a_strike_that_is_overturned_later() -> None:
    position = table("cat01", 5, pace="live", money=(3,) * 5)
    do(position, 1, "name", text="string")
    do(position, 0, "strike", seat=1, example="string")
    fail_to_impeach(position, 1)
    do(position, 1, "appeal", matter={"kind": "example", "seat": 1, "example": "string"}, press=False)
    do(position, 0, "appeal_reply", sustain=False)
    assert inside(position.state.round.job) == [2, 3, 4]
    for seat in (2, 3):
        do(position, seat, "give_up")
    do(position, 0, "rule")
    assert position.state.round.out == [1]
    assert wages(position) == [0, 1, 2, 3, 4], "out first, from the failed motion on"


@pytest.mark.clause("AD-64", "AD-102", "AD-104", "AD-170")
def test_the_marks_leave_out_what_is_struck_or_settled_already() -> None:
    position = table("cat16", 5, category="turns", answers="in_turn", sorting="after")
    for seat in (1, 2, 3, 4):
        do(position, seat, "name", text=f"juice {seat}")
    do(position, 0, "strike", seat=1, example="juice 1")
    do(position, 4, "appeal", matter={"kind": "example", "seat": 2, "example": "juice 2"}, press=False)
    do(position, 0, "appeal_reply", case=1, sustain=True)
    do(position, 2, "give_up")
    do(position, 3, "give_up")
    [ruling] = [one for one in engine.decisions(game, position) if one.actions[0].verb == "rule"]
    [strike] = ruling.actions[0].fields
    assert [option.value for option in strike.options] == ["3:juice3", "4:juice4"]  # type: ignore[union-attr]
    assert ruling.default.args["strike"] == ["3:juice3", "4:juice4"]
    marks = view(position, 0).marks
    assert marks is not None and marks.strike == ["3:juice3", "4:juice4"]


@pytest.mark.clause("AD-102", "AD-103")
def test_extra_money_is_marked_for_examples_that_were_named_and_count() -> None:
    position = table("cat04", 5, category="turns", answers="in_turn", sorting="after")
    do(position, 1, "name", text="a dog")
    do(position, 2, "name", text="dog")
    do(position, 3, "name", text="a cat")
    do(position, 4, "name", text="a goat")
    do(position, 0, "strike", seat=3, example="a cat")
    do(position, 1, "give_up")
    marks = view(position, 0).marks
    assert marks is not None and marks.bonus == [1, 4], "not for a repeat, nor for a struck example"


@pytest.mark.clause("AD-111", "AD-123")
def test_by_default_a_dealer_who_decides_gives_the_other_answer() -> None:
    position = table("cat13", category="lists", answers="together", sorting="with_work")
    for seat in (1, 2, 3):
        do(position, seat, "list", examples=[f"reason {seat}"], choice=0)
    [ruling] = [one for one in engine.decisions(game, position) if one.actions[0].verb == "rule"]
    assert (ruling.default.args["adult"], ruling.default.args["choice"]) == (0, 1)
    do(position, 0, "rule", **ruling.default.args)
    assert [one.is_adult for one in view(position).answers] == [True, True, True, False]


@pytest.mark.clause("AD-96", "AD-97")
def test_the_best_performances_are_remembered_until_the_end() -> None:
    position = table("chl12", 3, **TOGETHER)
    for seat, text in ((1, "Once upon a time"), (2, "There was a tax")):
        do(position, seat, "perform", text=text)
    do(position, 0, "rule", order=[2, 1])
    up_to_votes(position, (1, 2))
    vote_all(position)
    leave(position, 0)
    result = view(position).result
    assert result is not None and result.best == [(2, "There was a tax")]


@pytest.mark.clause("AD-56", "AD-97", "AD-121")
def test_a_challenge_in_which_nobody_performs() -> None:
    position = table("chl12", **TOGETHER)
    for seat in (1, 2, 3):
        do(position, seat, "skip")
    up_to_votes(position, ())
    vote_all(position)
    report = view(position).report
    assert report is not None and report.end == "shame" and money(position) == [0, 0, 0, 0]
