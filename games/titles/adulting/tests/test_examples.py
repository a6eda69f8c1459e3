"""The worked examples W1 to W15 of the rulebook, with the rulebook's own numbers."""

import pytest

from games.kernel.position import AnyPosition
from games.titles.adulting import game
from games.titles.adulting.state import points
from games.titles.adulting.tests.tables import (
    do,
    lines,
    money,
    numbers,
    refused,
    table,
    up_to_votes,
    vote_all,
    wages,
)

LISTS = {"category": "lists", "answers": "together", "sorting": "after"}
RANK = {"answers": "together", "sorting": "after"}


@pytest.mark.clause("AD-39", "AD-40", "AD-41")
def test_w1_score() -> None:
    mantle = [["cat09", "cat17", "cat02"], ["cat01", "cat05"], ["cat10"]]
    assert points(mantle) == 9 + 4 + 1 + 7
    mantle[2].append("rnk06")
    assert points(mantle) == 31


@pytest.mark.clause("AD-60", "AD-61", "AD-62", "AD-63", "AD-65", "AD-66", "AD-67", "AD-72")
def test_w2_category_in_turns() -> None:
    position = table("cat01", pace="live")
    do(position, 1, "name", text="old keys")
    told = do(position, 2, "name", text="The Old Key")
    assert lines(told) == ["Cid repeats “The Old Key”: out."]
    do(position, 3, "name", text="string")
    do(position, 1, "give_up")
    assert position.step == "ruling"
    do(position, 0, "rule")
    assert wages(position) == [0, 2, 1, 3]


@pytest.mark.clause("AD-64", "AD-71", "AD-74", "AD-70")
def test_w3_late_strike() -> None:
    position = table("cat12", 5, pace="live")
    do(position, 1, "name", text="library")
    do(position, 2, "name", text="museum")
    do(position, 3, "name", text="temple")
    do(position, 4, "give_up")
    do(position, 1, "name", text="theatre")
    do(position, 0, "strike", seat=2, example="museum")
    do(position, 3, "give_up")
    assert position.step == "ruling"
    do(position, 0, "rule")
    assert wages(position) == [0, 4, 1, 3, 2]


@pytest.mark.clause("AD-75", "AD-76")
def test_w4_category_with_lists() -> None:
    position = _four_lists()
    do(position, 0, "rule")
    assert wages(position) == [0, 3, 1, 2]
    position = _four_lists()
    do(position, 0, "rule", strike=[{"seat": 3, "example": "mugs"}])
    assert wages(position) == [0, 3, 2, 1]


def _four_lists() -> AnyPosition:
    position = table("cat06", **LISTS)
    do(position, 1, "list", examples=["socks", "shoes", "pens"])
    do(position, 2, "list", examples=["The Socks", "plates"])
    do(position, 3, "list", examples=["mugs", "forks", "Plates"])
    return position


@pytest.mark.clause("AD-82", "AD-84", "AD-85", "AD-89", "AD-104")
def test_w5_rank_with_a_tie_and_fine_print() -> None:
    position = table("rnk01", 5, **RANK)
    numbers(position, 7, 7, 3, 25)
    do(position, 0, "rule", disallow=[4])
    assert wages(position) == [0, 5, 5, 3, 0]


@pytest.mark.clause("AD-90", "AD-91", "AD-53", "AD-103", "AD-52")
def test_w6_payout_with_a_bonus() -> None:
    position = table("pay09", **RANK)
    numbers(position, 1, 8, 0, 3)
    do(position, 0, "rule", bonus=[1])
    assert wages(position) == [3, 2, 5, 0]


@pytest.mark.clause("AD-96", "AD-97", "AD-154", "AD-166", "AD-167")
def test_w7_challenge_and_a_failed_appeal() -> None:
    position = table("chl08", money=(0, 0, 3, 0), **RANK)
    for seat in (1, 2, 3):
        do(position, seat, "perform", text=f"no, {seat} times")
    do(position, 0, "rule", order=[3, 1, 2], bonus=[1])
    assert wages(position) == [0, 4, 2, 4]
    do(position, 2, "appeal", matter={"kind": "order", "seat": 2}, press=True, statement="Mine was better.")
    do(position, 0, "appeal_reply", case=1, sustain=True)
    do(position, 1, "jury", case=1, up=False)
    assert money(position) == [1, 1, 0, 1] and position.state.round.cases[0].outcome == "upheld"
    assert wages(position) == [0, 4, 2, 4]


@pytest.mark.clause("AD-117", "AD-223", "AD-118", "AD-120")
def test_w8_sorting_votes() -> None:
    position = table("rnk01", 5, **RANK)
    numbers(position, 1, 1, 1, 1)
    up_to_votes(position, (0, 1, 2, 4))
    position.state.round.jury_duty = [4]
    told = vote_all(position, {0: [1, 2], 1: [2], 4: [1]})
    assert "Bob falls (3 of 5 down)." in lines(told)
    assert "Cid stands (2 of 5 down)." in lines(told)
    assert position.state.round.bidders == [2, 4, 0]


@pytest.mark.clause("AD-130", "AD-131", "AD-132", "AD-133", "AD-134")
def test_w9_tie_in_the_auction() -> None:
    position = _auction(5, (6, 6, 6, 6, 6))
    for seat, amount in ((0, 4), (1, 2), (2, 4), (3, 1), (4, 4)):
        told = do(position, seat, "bid", amount=amount)
    assert money(position) == [10, 6, 2, 6, 10]
    assert position.state.players[2].hand == ["rnk01"]
    words = "Bids: Bob 2, Cid 4, Dee 1, Eve 4, Ann 4. Cid takes the card for 4. Eve receives 4. Ann receives 4."
    assert words in lines(told)


def _auction(seats: int, held: tuple[int, ...], hands: dict[int, list[str]] | None = None) -> AnyPosition:
    """The bids of a round whose job paid nobody."""
    position = table("rnk01", seats, money=held, hands=hands, **RANK)
    numbers(position, *[None] * (seats - 1))
    up_to_votes(position, tuple(range(seats)))
    vote_all(position)
    assert position.step == "bids"
    return position


@pytest.mark.clause("AD-46", "AD-218", "AD-219", "AD-140")
def test_w10_helper_cards() -> None:
    position = _auction(4, (0, 9, 9, 9), {1: ["pay10"], 2: ["cat20"]})
    do(position, 0, "bid", amount=0)
    do(position, 1, "bid", amount=5, card="pay10")
    do(position, 2, "bid", amount=3, card="cat20")
    do(position, 3, "bid", amount=4)
    assert money(position) == [0, 9, 6, 9]
    assert position.state.players[2].hand == ["rnk01"]
    assert sorted(position.state.discard) == ["cat20", "pay10"]


@pytest.mark.clause("AD-164", "AD-165", "AD-168", "AD-169", "AD-162", "AD-163")
def test_w11_appeal() -> None:
    position = _appeal_of_clown()
    for seat, up in ((2, True), (3, False), (4, True)):
        do(position, seat, "jury", case=1, up=up)
    assert money(position) == [2, 5, 1, 1, 2]
    assert wages(position) == [0, 2, 4, 3, 1]
    position = _appeal_of_clown()
    do(position, 2, "jury", case=1, up=False)
    do(position, 3, "jury", case=1, up=False)
    assert money(position) == [3, 0, 1, 1, 2]
    assert wages(position) == [0, 1, 4, 3, 2]


def _appeal_of_clown() -> AnyPosition:
    position = table("cat05", 5, money=(2, 4, 0, 0, 1), **LISTS)
    for seat, texts in ((1, ["clown"]), (2, ["nurse", "judge", "baker"]), (3, ["waiter", "sailor"]), (4, [])):
        do(position, seat, "list", examples=texts)
    do(position, 0, "rule", strike=[{"seat": 1, "example": "clown"}])
    assert wages(position) == [0, 1, 4, 3, 2]
    matter = {"kind": "example", "seat": 1, "example": "clown"}
    do(position, 1, "appeal", matter=matter, press=True, statement="A clown has special clothes.")
    assert money(position) == [2, 0, 0, 0, 1]
    do(position, 0, "appeal_reply", case=1, sustain=True, retort="Not at work.")
    return position


@pytest.mark.clause("AD-172", "AD-174", "AD-175", "AD-177", "AD-179", "AD-180", "AD-181", "AD-182", "AD-183", "AD-87")
def test_w12_lawsuit() -> None:
    position = _suit()
    do(position, 0, "jury", case=1, up=False)
    do(position, 3, "jury", case=1, up=True)
    do(position, 4, "jury", case=1, up=True)
    assert money(position) == [0, 1, 8, 0, 0]
    assert position.state.round.out == [1]
    assert wages(position) == [0, 0, 5, 4, 4]
    position = _suit()
    do(position, 0, "jury", case=1, up=False)
    do(position, 3, "jury", case=1, up=False)
    assert money(position) == [0, 7, 2, 0, 0]
    assert wages(position) == [0, 5, 4, 3, 3]


def _suit() -> AnyPosition:
    position = table("rnk02", 5, money=(0, 4, 5, 0, 0), **RANK)
    numbers(position, 60, 10, 8, 8)
    do(position, 0, "rule")
    do(position, 2, "sue", defendant=1, ground="perjury", price=5, statement="Sixty plants?")
    assert money(position) == [0, 4, 0, 0, 0]
    do(position, 1, "plead", case=1, fight_up_to=4, retort="Come and count.")
    do(position, 0, "hear", case=1, allow=True, price=3)
    assert position.state.round.cases[0].stage == "jury"
    return position


@pytest.mark.clause("AD-189", "AD-190", "AD-191", "AD-192", "AD-194")
def test_w13_open_bank() -> None:
    position = _till_of_one_two_three()
    do(position, 2, "till", amount=2)
    do(position, 3, "till", amount=3)
    do(position, 1, "till", amount=3)
    assert money(position) == [1, 6, 3, 4]
    told = do(position, 2, "call_theft", seat=1)
    assert lines(told) == ["Cid calls Bob: 2 too many. Bob pays 4, Cid takes 1."]
    assert money(position) == [1, 2, 4, 4]


def _till_of_one_two_three() -> AnyPosition:
    """A Category in turns whose three players are owed 1, 2 and 3."""
    position = table("cat06", money=(1, 3, 1, 1), bank="open", pace="live")
    do(position, 1, "give_up")
    do(position, 2, "give_up")
    up_to_votes(position, (0, 1))
    vote_all(position)
    assert position.step == "till"
    return position


@pytest.mark.clause("AD-136", "AD-200", "AD-201", "AD-204", "AD-205")
def test_w14_failed_impeachment() -> None:
    position = table("rnk02", 5, **RANK)
    numbers(position, 1, 2, 3, 4)
    up_to_votes(position, (1, 2))
    assert wages(position) == [0, 2, 3, 4, 5]
    do(position, 1, "impeach", statement="The dealer sleeps.")
    do(position, 0, "retort", case=1, text="I do not.")
    for seat, up in ((2, True), (3, False), (4, False)):
        if position.state.open_cases:
            do(position, seat, "jury", case=1, up=up)
    assert position.state.round.cases[0].outcome == "failed"
    vote_all(position)
    assert money(position) == [0, 0, 3, 4, 5]
    assert position.state.players[2].hand == ["rnk02"] and position.state.report.end == "single"


@pytest.mark.clause("AD-142", "AD-144", "AD-146", "AD-01")
def test_w15_the_end() -> None:
    mantles = {
        0: {"H": ["cat09"]},
        1: {"H": ["cat17", "rnk14"]},
        2: {"C": ["cat13", "cat16"]},
        3: {"D": ["cat10"]},
    }
    position = table(money=(5, 2, 5, 9), hands={0: ["cat02"]}, mantles=mantles, spades=2)
    told = do(position, 0, "place", card="cat02", column="H")
    assert position.state.over == "spades"
    assert lines(told)[-1] == "The third spade is on the table. Scores: Ann 4, Bob 4, Cid 4, Dee 1."
    assert game.rules.result(position.state) == [1, 3, 1, 4]
    assert refused(position, 0, "pass") == "AD-142: The game is over."
