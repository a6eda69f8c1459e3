"""How cases affect the naming and the till."""

import pytest

from games.kernel.position import AnyPosition
from games.titles.adulting.tests.tables import do, lines, money, refused, required, table, view, vote_all, wages

TOGETHER = {"answers": "together", "sorting": "after"}
RICH = (9, 9, 9, 9)


def one_left() -> AnyPosition:
    """Player 1 has objected to a strike; meanwhile the dealer strikes player 2, so that only player 3 is still in."""
    position = table("cat12", 4, money=RICH, category="turns", **TOGETHER)
    for seat, text in ((1, "museum"), (2, "hospital"), (3, "library")):
        do(position, seat, "name", text=text)
    do(position, 0, "strike", seat=1, example="museum")
    do(position, 1, "appeal", matter={"kind": "example", "seat": 1, "example": "museum"}, press=False)
    do(position, 0, "strike", seat=2, example="hospital")
    return position


@pytest.mark.clause("AD-72", "AD-79", "AD-162")
def test_the_naming_stays_over_once_one_player_is_left() -> None:
    position = one_left()
    assert position.step == "naming" and required(position) == ["0.case1"]
    do(position, 0, "appeal_reply", case=1, sustain=False)
    assert position.step == "ruling", "the naming had stopped: nobody names any more"
    do(position, 0, "rule")
    assert wages(position) == [0, 3, 1, 3], "both share the last place"


@pytest.mark.clause("AD-79", "AD-205")
def test_a_failed_motion_after_the_naming_keeps_a_shared_place() -> None:
    position = one_left()
    do(position, 3, "impeach")
    do(position, 0, "appeal_reply", case=1, sustain=False)
    do(position, 0, "retort", case=2)
    do(position, 1, "jury", case=2, up=False)
    assert position.step == "ruling"
    do(position, 0, "rule")
    assert wages(position) == [0, 3, 1, 3], "once the naming has stopped there is nothing to lose"


def at_the_open_till() -> AnyPosition:
    """Voted; wages are taken from an open till before the bids."""
    position = table("rnk02", 4, money=(9, 9, 9, 9), bank="open", **TOGETHER)
    for seat, number in ((1, 1), (2, 2), (3, 3)):
        do(position, seat, "number", n=number)
    do(position, 0, "rule")
    for seat in (1, 2, 3, 0):
        do(position, seat, "answer", choice=0 if seat in (1, 2) else 1)
    vote_all(position)
    return position


@pytest.mark.clause("AD-191", "AD-202", "AD-190")
def test_a_carried_motion_discloses_earlier_thefts() -> None:
    position = at_the_open_till()
    for seat in (1, 2, 3):
        do(position, seat, "till", amount=position.state.round.dues[seat].amount)
    do(position, 2, "bid", amount=5, card=None)
    do(position, 1, "bid", amount=1, card=None)
    do(position, 2, "till", amount=2)
    assert position.state.round.number == 8 and len(position.state.payments) == 1
    do(position, 3, "impeach")
    do(position, 1, "retort", case=1)
    told = [line for seat in (0, 2) for line in lines(do(position, seat, "jury", case=1, up=True))]
    assert "Unnoticed: Cid keeps 3." in told
    assert position.state.round.number == 9 and view(position, 0).payments == []
    assert refused(position, 0, "call_theft", seat=2).startswith("AD-191")
    assert sum(money(position)) == position.state.paid_out


@pytest.mark.clause("AD-191", "AD-205", "AD-136")
def test_a_motion_that_fails_while_bids_are_open_discloses_nothing() -> None:
    """The auction ends without a decision, so the payments of the till can be called out in the next round."""
    position = at_the_open_till()
    due = {seat: position.state.round.dues[seat].amount for seat in (1, 2, 3)}
    for seat in (1, 2, 3):
        do(position, seat, "till", amount=due[seat] + (1 if seat == 3 else 0))
    assert position.step == "bids"
    do(position, 1, "impeach")
    do(position, 0, "retort", case=1)
    told = lines(do(position, 2, "jury", case=1, up=False))  # a tie is a no
    assert position.state.round.number == 8 and not any("Unnoticed" in line for line in told), told
    assert [payment.seat for payment in view(position, 0).payments if payment.seat == 3] == [3]
    caught = lines(do(position, 0, "call_theft", seat=3))
    assert any("Dee" in line for line in caught)
    assert refused(position, 0, "call_theft", seat=3).startswith("AD-191")
