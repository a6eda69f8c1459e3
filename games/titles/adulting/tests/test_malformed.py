"""Moves that no form sends: arguments of the wrong kind, too many or too long, each refused word for word."""

from typing import Any

import pytest

from games.kernel.position import AnyPosition
from games.titles.adulting.tests.tables import do, numbers, refused, table, up_to_votes
from games.titles.adulting.tests.test_bad_input import setup_refused
from games.titles.adulting.texts import EXAMPLE, MOST_RAW

TOGETHER = {"answers": "together", "sorting": "after"}
LISTS = {"category": "lists", **TOGETHER}
MALFORMED = "AD-236: That move can’t be read."
HAND = "AD-33: That card is not in your hand."
NOTHING = "AD-150: You have nothing to decide in that case."


def listed(card: str = "cat16", **options: Any) -> AnyPosition:
    """The ruling on lists of one example each."""
    position = table(card, **{**LISTS, **options})
    for seat, text in ((1, "glue"), (2, "string"), (3, "paper")):
        do(position, seat, "list", examples=[text])
    return position


@pytest.mark.clause("AD-236")
def test_a_match_has_one_of_two_paces() -> None:
    assert setup_refused(pace="hasty") == "AD-236: hasty is not a value of option pace."


@pytest.mark.clause("AD-236", "AD-212", "AD-33", "AD-35")
def test_the_plays_of_a_second_wind() -> None:
    position = table(hands={0: ["cat09", "cat10", "rnk01"]})
    for plays in (5, "cat10", [5], [["cat10"]], [{"card": "cat10", "column": "D", "row": 1}]):
        assert refused(position, 0, "effect", card="cat09", plays=plays) == MALFORMED
    assert refused(position, 0, "effect", card="cat09", plays=["ab"]) == MALFORMED, "two letters are no play"
    for other in ("cat16", "cat09", 5, None):
        assert refused(position, 0, "effect", card="cat09", plays=[[other, "D"]]) == HAND
    assert refused(position, 0, "effect", card="cat09", plays=[["cat10", "D"], ["cat10", "D"]]) == HAND
    wrong = "AD-35: That card does not fit in that column."
    assert refused(position, 0, "effect", card="cat09", plays=[["cat10", "H"]]) == wrong


@pytest.mark.clause("AD-236", "AD-42")
def test_a_text_takes_only_what_it_needs() -> None:
    position = table(hands={0: ["cat01", "cat10"]})
    row, empty = {"card": "cat10", "column": "D"}, {"card": None, "column": None}
    for more in ({"target": 2}, {"plays": [row]}, {"plays": [empty, row]}, {"take": "cat16"}):
        assert refused(position, 0, "effect", card="cat01", **more) == MALFORMED
    do(position, 0, "effect", card="cat01", target=None, give="", plays=[empty, empty])


@pytest.mark.clause("AD-236", "AD-58", "AD-75")
def test_lists_and_examples() -> None:
    position = table("cat01", **LISTS)
    assert refused(position, 1, "list", examples=5) == MALFORMED
    position = table("cat01", pace="live")
    most = 40 * EXAMPLE
    words = "AD-58: An example has 1 to 40 characters and at least one letter or digit."
    assert refused(position, 1, "name", text="a" + " " * most) == words
    do(position, 1, "name", text="a" + " " * (most - 1))
    assert position.state.round.job.record[0].text == "a"


@pytest.mark.clause("AD-236", "AD-95")
def test_performances() -> None:
    position = table("chl08", **TOGETHER)
    assert refused(position, 1, "perform", text=5) == refused(position, 1, "perform") == MALFORMED
    long = "AD-95: The performance may have at most 140 characters."
    assert refused(position, 1, "perform", text="a" + " " * MOST_RAW) == long
    do(position, 1, "perform", text="a" + " " * (MOST_RAW - 1))
    assert position.sealed["1"].args["text"] == "a"


@pytest.mark.clause("AD-236", "AD-64", "AD-89")
def test_rulings() -> None:
    position = listed()
    glue = {"seat": 1, "example": "glue"}
    for strike in (
        glue | {"lap": 1},
        glue | {"seat": "1"},
        glue | {"seat": True},
        glue | {"example": 5},
        5,
        ["1:glue"],
    ):
        assert refused(position, 0, "rule", strike=[strike]) == MALFORMED
    assert refused(position, 0, "rule", strike=["2:glue"]) == "AD-64: That player did not name that example."
    position = table("rnk01", **TOGETHER)
    numbers(position, 1, 2, 3)
    for seat in ("1", True, None, 1.0):
        assert refused(position, 0, "rule", disallow=[seat]) == MALFORMED


@pytest.mark.clause("AD-115")
def test_a_remark_is_read_up_to_its_end() -> None:
    position = table("rnk01", **TOGETHER)
    numbers(position, 1, 2, 3)
    do(position, 0, "rule")
    long = "AD-115: The remark may have at most 140 characters."
    assert refused(position, 1, "answer", choice=0, note=" " * (MOST_RAW + 1)) == long
    do(position, 1, "answer", choice=0, note=" " * MOST_RAW)
    assert position.sealed["1"].args["note"] == ""


@pytest.mark.clause("AD-236", "AD-130")
def test_standing_bids() -> None:
    position = table("rnk01", hands={1: ["pay10"]}, **TOGETHER)
    numbers(position, None, None, None)
    up_to_votes(position, (1, 2))
    for bid in (5, [], "1", {"amount": 0, "card": None, "seat": 1}):
        assert refused(position, 1, "votes", down=[], bid=bid) == MALFORMED
    whole = "AD-130: A bid is a whole number from zero up."
    assert refused(position, 1, "votes", down=[], bid={"card": "pay10"}) == whole
    broke = "AD-130: You cannot bid more money than you have."
    assert refused(position, 1, "votes", down=[], bid={"amount": 1}) == broke


@pytest.mark.clause("AD-120")
def test_a_childish_player_hears_of_the_answer_and_not_of_early_night() -> None:
    position = table("rnk01", money=(3, 3, 3, 3), **TOGETHER)
    numbers(position, None, None, None)
    position.state.round.early_night = [3]
    up_to_votes(position, (0, 1, 2))
    for seat in range(4):
        do(position, seat, "votes", down=[])
    assert refused(position, 3, "bid", amount=1) == "AD-120: Only players whose adult answer stands may bid."


@pytest.mark.clause("AD-236", "AD-161")
def test_objections() -> None:
    position = table("rnk01", money=(9, 9, 9, 9), **TOGETHER)
    numbers(position, 1, 2, 3)
    do(position, 0, "rule")
    number = {"kind": "number", "seat": 1}
    for matter in ([], number | {"why": "so"}, number | {"example": 5}, number | {"seat": "1"}):
        assert refused(position, 1, "appeal", matter=matter, press=False) == MALFORMED
    for press in (5, None, "maybe"):
        assert refused(position, 1, "appeal", matter=number, press=press) == MALFORMED


@pytest.mark.clause("AD-150", "AD-175")
def test_a_move_without_a_number_means_the_only_case() -> None:
    position = table("rnk01", 5, money=(9, 9, 9, 9, 9))
    no_case = "AD-150: There is no such open case."
    assert refused(position, 0, "jury", up=True) == no_case
    do(position, 1, "sue", defendant=2, ground="libel", price=2)
    assert refused(position, 0, "jury", up=True) == NOTHING
    do(position, 2, "plead", fight_up_to=2)
    do(position, 0, "hear", case="1", allow=True, price=2)
    assert position.state.round.cases[0].stage == "jury"
    for number in ("2", "000000001"):
        assert refused(position, 0, "jury", case=number, up=True) == no_case
    do(position, 0, "jury", case="1", up="no")
    assert position.sealed["0.case1"].args == {"case": 1, "up": "no"}


@pytest.mark.clause("AD-236")
def test_only_a_seat_that_is_asked_can_wait() -> None:
    position = table("rnk01", legal=False)
    assert refused(position, 0, "wait") == MALFORMED
