"""The open bank, and players who leave."""

import pytest

from games.kernel import engine
from games.kernel.position import AnyPosition
from games.titles.adulting import game
from games.titles.adulting.bot import law as bot_law
from games.titles.adulting.tests.tables import (
    asked,
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

TOGETHER = {"answers": "together", "sorting": "after"}


def till(held: tuple[int, ...] = (5, 5, 5, 5), adults: tuple[int, ...] = (1, 2), round_limit: int = 0) -> AnyPosition:
    """The till of a round in which players 1, 2 and 3 are owed 2, 3 and 4."""
    position = table("rnk02", money=held, bank="open", round_limit=round_limit, **TOGETHER)
    numbers(position, 1, 2, 3)
    up_to_votes(position, adults)
    vote_all(position)
    assert position.step == "till"
    return position


@pytest.mark.clause("AD-189", "AD-197", "AD-101")
def test_players_see_only_the_amount_due_to_themselves() -> None:
    position = till()
    assert [view(position, seat).due for seat in (0, 1, 2, 3, None)] == [
        None,
        ("wages", 2),
        ("wages", 3),
        ("wages", 4),
        None,
    ]
    job = view(position, 1).job
    assert job is not None and job.wages == [None, 2, None, None] and job.earned == {}, "only your own amount"
    assert {d.default.args["amount"] for d in engine.decisions(game, position)} == {2, 3, 4}
    do(position, 1, "till", amount=20)
    assert money(position) == [5, 5, 5, 5] and view(position, 2).payments == []
    do(position, 2, "till", amount=3)
    told = do(position, 3, "till", amount=0)
    assert lines(told) == ["Till: Bob takes 20, Cid takes 3, Dee takes 0."]
    assert money(position) == [5, 25, 8, 5]
    seen = view(position, 0)
    assert [bot_law.due_of(seen, payment) for payment in seen.payments] == [2, 3, 4], "the house bots work it out"


@pytest.mark.clause("AD-191", "AD-192", "AD-193", "AD-194", "AD-195", "AD-196")
def test_calls_of_theft() -> None:
    position = till(held=(0, 0, 0, 0))
    do(position, 1, "till", amount=5)
    do(position, 2, "till", amount=3)
    do(position, 3, "till", amount=1)
    told = do(position, 0, "call_theft", seat=1)
    assert lines(told) == ["Ann calls Bob: 3 too many. Bob pays 5, Ann takes 1."], "at most all the money one has"
    assert money(position) == [1, 0, 3, 1]
    told = do(position, 0, "call_theft", seat=2)
    assert lines(told) == ["Ann calls Cid wrongly and pays 1."] and money(position) == [0, 0, 4, 1]
    assert "2.bank" in asked(position)
    told = do(position, 2, "call_theft", seat=3)
    assert lines(told) == ["Cid calls Dee wrongly and pays 1."], "a mistake that costs only oneself is no theft"
    assert money(position) == [0, 0, 3, 2]


@pytest.mark.clause("AD-191", "AD-189", "AD-134")
def test_unnoticed_thefts_are_logged_after_the_next_stage() -> None:
    position = till()
    do(position, 1, "till", amount=4)
    do(position, 2, "till", amount=3)
    do(position, 3, "till", amount=4)
    do(position, 1, "bid", amount=3)
    told = do(position, 2, "bid", amount=3)
    assert "Bids: Bob 3, Cid 3. Bob takes the card." in lines(told), "an open bank does no sums"
    assert "Unnoticed: Bob keeps 2." in lines(told)
    assert position.step == "till" and view(position, 1).due == ("price", 3) and view(position, 2).due == ("tie", 3)
    assert view(position, 1).till_top == 9
    do(position, 1, "till", amount=0)
    told = do(position, 2, "till", amount=3)
    assert money(position) == [5, 9, 11, 9] and position.step == "scoring"
    told = do(position, 3, "call_theft", seat=1)
    assert lines(told) == ["Dee calls Bob: 3 too many. Bob pays 6, Dee takes 1."]
    assert [(theft.seat, theft.gain) for theft in position.state.thefts] == [(1, 2)]


@pytest.mark.clause("AD-188")
def test_an_honest_bank_pays_automatically() -> None:
    position = table("rnk02", **TOGETHER)
    numbers(position, 1, 2, 3)
    up_to_votes(position, (1, 2))
    vote_all(position)
    assert position.step == "bids" and money(position) == [0, 2, 3, 4]


@pytest.mark.clause("AD-230", "AD-231")
def test_players_who_leave_give_everything_back() -> None:
    position = table("rnk02", 5, money=(0, 7, 0, 0, 0), hands={1: ["cat10"]}, mantles={1: {"H": ["chl08"]}}, **TOGETHER)
    numbers(position, 9, 2, 3, 4)
    told = leave(position, 1, "removed")
    assert lines(told) == ["Bob is removed."] and money(position) == [0, 0, 0, 0, 0]
    assert position.state.discard == ["cat10"] and position.state.players[1].mantle[0] == ["chl08"]
    do(position, 0, "rule")
    assert wages(position) == [0, None, 2, 3, 4], "the result no longer counts, and N is smaller"


@pytest.mark.clause("AD-230")
def test_leaving_while_examples_are_named() -> None:
    position = table("cat01", 5, pace="live")
    do(position, 1, "name", text="string")
    leave(position, 2)
    assert position.state.round.job.turn == 3
    do(position, 3, "give_up")
    do(position, 4, "give_up")
    do(position, 0, "rule")
    assert wages(position) == [0, 4, None, 2, 3], "out at that moment, and paid nothing"
    position = table("cat06", 5, category="lists", **TOGETHER)
    leave(position, 2)
    for seat in (1, 3, 4):
        do(position, seat, "list", examples=[] if seat == 1 else [f"thing {seat}"])
    do(position, 0, "rule")
    assert wages(position) == [0, 2, None, 3, 4], "before the first lap"


@pytest.mark.clause("AD-232", "AD-235", "AD-146")
def test_the_match_ends_with_fewer_than_three_players() -> None:
    position = table("rnk02", money=(1, 2, 3, 4), mantles={3: {"H": ["chl08"]}}, **TOGETHER)
    leave(position, 1)
    told = leave(position, 3)
    assert position.state.over == "players" and "Fewer than three players are left." in lines(told)[-1]
    assert game.rules.result(position.state) == [2, 4, 1, 3], "money breaks the tie; later leavers rank better"


@pytest.mark.clause("AD-233", "AD-26")
def test_the_dealer_leaves_after_the_draw() -> None:
    position = table("rnk02", 5, money=(3, 9, 9, 9, 9), **TOGETHER)
    do(position, 1, "number", n=4)
    do(position, 2, "sue", defendant=3, ground="libel", price=5)
    told = leave(position, 0)
    assert "The dealer has left: the round ends and its card is discarded." in lines(told)
    assert "rnk02" in position.state.discard and money(position) == [0, 9, 9, 9, 9]
    assert position.state.dealer == 1 and position.state.round.number == 8 and position.sealed == {}


@pytest.mark.clause("AD-233")
def test_the_dealer_leaves_in_the_scoring_phase() -> None:
    position = table(hands={0: ["cat10"], 1: ["chl08"]})
    leave(position, 0)
    assert required(position) == ["1"] and position.state.round.number == 7 and position.state.dealer == 1


@pytest.mark.clause("AD-233")
def test_the_dealer_leaves_at_the_till() -> None:
    position = till()
    do(position, 1, "till", amount=0)
    told = leave(position, 0)
    assert "Till: Bob takes 0, Cid takes 3, Dee takes 4." in lines(told), "keyed or the right amount"
    assert money(position) == [0, 5, 8, 9] and position.state.dealer == 1
    report = view(position).report
    assert "rnk02" in position.state.discard and report and report.end == "void"


@pytest.mark.clause("AD-13", "AD-193")
def test_nobody_ever_has_less_than_zero() -> None:
    position = till(held=(0, 0, 0, 0))
    for seat, amount in ((1, 2), (2, 3), (3, 4)):
        do(position, seat, "till", amount=amount)
    do(position, 0, "call_theft", seat=1)
    assert money(position) == [0, 2, 3, 4], "who calls wrongly and has nothing pays nothing"


@pytest.mark.clause("AD-191", "AD-148")
@pytest.mark.parametrize("limit", [0, 7], ids=["any round", "the last round"])
def test_the_smallest_theft_is_told_when_the_bids_are_open(limit: int) -> None:
    position = till(round_limit=limit)
    assert view(position).is_voted
    for seat, amount in ((1, 3), (2, 3), (3, 5)):
        do(position, seat, "till", amount=amount)
    told = do(position, 0, "call_theft", seat=3)
    assert lines(told) == ["Ann calls Dee: 1 too many. Dee pays 2, Ann takes 1."]
    do(position, 1, "bid", amount=3)
    told = do(position, 2, "bid", amount=1)
    assert "Unnoticed: Bob keeps 1." in lines(told)
    assert [(theft.seat, theft.gain) for theft in position.state.thefts] == [(1, 1)], "Dee was caught by player 0"


@pytest.mark.clause("AD-189", "AD-105")
def test_the_report_of_an_open_bank_does_no_sums() -> None:
    for bank in ("open", "honest"):
        position = table("rnk02", money=(5, 5, 5, 5), bank=bank, **TOGETHER)
        numbers(position, 1, 2, 3)
        up_to_votes(position, (1, 2))
        vote_all(position)
        if bank == "open":
            pay_right(position)
        do(position, 1, "bid", amount=3)
        do(position, 2, "bid", amount=1)
        if bank == "open":
            pay_right(position)
        report = view(position).report
        assert report is not None and report.end == "auction"
        expected = ({}, None) if bank == "open" else ({0: 0, 1: 2, 2: 3, 3: 4}, 3)
        assert (report.wages, report.price) == expected


def pay_right(position: AnyPosition) -> None:
    """Everybody keys in what is due."""
    for decision in engine.decisions(game, position):
        if decision.key in required(position):
            do(position, decision.seat, "till", **decision.default.args)


@pytest.mark.clause("AD-191", "AD-233")
def test_a_theft_is_told_even_if_the_dealer_leaves() -> None:
    position = till()
    for seat, amount in ((1, 3), (2, 3), (3, 4)):
        do(position, seat, "till", amount=amount)
    told = leave(position, 0)
    assert "Unnoticed: Bob keeps 1." in lines(told)
    assert refused(position, 2, "call_theft", seat=1).startswith("AD-191")
    report = view(position).report
    assert report is not None and report.end == "void"


@pytest.mark.clause("AD-232", "AD-234", "AD-164")
def test_the_end_of_the_match_drops_open_cases() -> None:
    position = table("rnk02", 3, money=(9, 9, 9), **TOGETHER)
    numbers(position, 1, 2)
    do(position, 0, "rule")
    do(position, 1, "appeal", matter={"kind": "number", "seat": 2}, press=True)
    do(position, 0, "appeal_reply", case=1, sustain=True)
    assert money(position) == [9, 7, 9], "one for each other player is set aside"
    told = leave(position, 2)
    assert "Case 1: dropped." in lines(told) and money(position) == [9, 9, 0]


@pytest.mark.clause("AD-230", "AD-234")
def test_the_money_that_a_leaver_had_set_aside_goes_to_the_bank() -> None:
    position = table("rnk02", 4, money=(9, 9, 9, 9), **TOGETHER)
    do(position, 1, "sue", defendant=2, ground="libel", price=4)
    told = leave(position, 1)
    assert "Case 1: dropped." in lines(told) and money(position) == [9, 0, 9, 9]
    assert view(position).owed == {1: []}, "nobody has to answer any more"


@pytest.mark.clause("AD-230", "AD-216")
def test_a_leaver_s_overtime_is_gone() -> None:
    position = table("rnk02", 4, **TOGETHER)
    position.state.players[1].overtime = True
    assert view(position).players[1].overtime
    leave(position, 1)
    assert not view(position).players[1].overtime


@pytest.mark.clause("AD-230")
def test_somebody_else_leaves_in_the_scoring_phase() -> None:
    position = table(hands={0: ["cat10"]})
    leave(position, 2)
    assert required(position) == ["0"] and position.step == "scoring"
