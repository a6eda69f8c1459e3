"""Every refusal of the rulebook's section "Bad input", word for word, and the order of the checks."""

from typing import Any

import pytest

from games.kernel import engine
from games.kernel.errors import IllegalMove
from games.kernel.position import AnyPosition
from games.kernel.types import Move
from games.titles.adulting import game
from games.titles.adulting.tests.tables import do, leave, numbers, refused, table, up_to_votes, vote_all

TOGETHER = {"answers": "together", "sorting": "after"}
LISTS = {"category": "lists", **TOGETHER}
OVER = "AD-142: The game is over."
LEFT = "AD-230: You are no longer in this game."
NOT_YOURS = "It is not your turn to decide."
MALFORMED = "AD-236: That move can’t be read."
WAITS = "AD-151: The game waits until the open case is closed."
OUT = "AD-124: You are out of this round."
HAND = "That card is not in your hand."


def setup_refused(seats: int = 4, **options: Any) -> str:
    """The refusal to set up a match with these options."""
    facts = {name: getattr(game.rules.options(), name) for name in game.rules.options.__struct_fields__}
    with pytest.raises(IllegalMove) as found:
        engine.start(game, seats, facts | options, "0" * 32)
    return f"{found.value.clause}: {found.value.message}"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seats": 2}, "AD-10: Adulting is for three to eight players."),
        ({"seats": 9}, "AD-10: Adulting is for three to eight players."),
        ({"weather": 1}, "AD-236: Unknown option weather."),
        ({"bank": "closed"}, "AD-236: closed is not a value of option bank."),
        (
            {"sorting": "with_work", "answers": "in_turn"},
            "AD-114: The sorting question can only be asked with the job when answers are given together.",
        ),
        ({"spades_to_end": 6}, "AD-147: The game ends on spade one to five."),
        ({"spades_to_end": 0}, "AD-147: The game ends on spade one to five."),
        ({"laps": 2}, "AD-73: A category runs for three to twenty laps."),
        ({"laps": 21}, "AD-73: A category runs for three to twenty laps."),
        ({"start_money": 11}, "AD-14: Players start with zero to ten money."),
        ({"first_dealer_money": -1}, "AD-18: The first dealer starts with zero to ten extra money."),
        ({"round_limit": 61}, "AD-148: The round limit is zero (none) to sixty."),
        ({"first_dealer": 4}, "AD-16: The first dealer must be one of the seats."),
    ],
)
@pytest.mark.clause("AD-10", "AD-14", "AD-16", "AD-18", "AD-73", "AD-114", "AD-147", "AD-148", "AD-236")
def test_invalid_seat_counts_and_options(options: dict[str, Any], words: str) -> None:
    seats = options.pop("seats", 4)
    assert setup_refused(seats, **options) == words


@pytest.mark.clause("AD-142", "AD-230", "AD-20", "AD-236")
def test_refusals_of_any_move() -> None:
    position = table("cat01", 4)
    leave(position, 3)
    assert refused(position, 3, "list", examples=[]) == LEFT
    assert refused(position, 1, "bid", amount=0) == "AD-20: That move does not belong to this step (list)."
    assert refused(position, 0, "list", examples=[]) == f"AD-236: {NOT_YOURS}"
    assert refused(position, 1, "dance") == MALFORMED
    assert refused(position, 1, "list", examples=[], tempo="slow") == MALFORMED
    leave(position, 2)
    assert refused(position, 1, "list", examples=[]) == OVER
    assert refused(position, 3, "list", examples=[]) == OVER


@pytest.mark.clause("AD-60", "AD-83", "AD-112", "AD-151", "AD-124")
def test_decisions_taken_in_turn() -> None:
    position = table("cat01", pace="live")
    assert refused(position, 2, "name", text="string") == f"AD-60: {NOT_YOURS}"
    position = table("rnk01", pace="live", money=(0, 0, 3, 3))
    assert refused(position, 2, "number", n=1) == f"AD-83: {NOT_YOURS}"
    do(position, 1, "number", n=4)
    do(position, 3, "sue", defendant=1, ground="libel", price=1)
    assert refused(position, 2, "number", n=1) == WAITS
    do(position, 0, "hear", allow=False)
    do(position, 2, "number", n=1)
    do(position, 3, "number", n=1)
    do(position, 0, "rule")
    assert refused(position, 2, "answer", choice=0) == f"AD-112: {NOT_YOURS}"
    position.state.round.out = [2]
    assert refused(position, 2, "answer", choice=0) == OUT


@pytest.mark.clause("AD-31", "AD-33", "AD-35", "AD-36", "AD-37", "AD-42")
@pytest.mark.clause("AD-44", "AD-45", "AD-212", "AD-213", "AD-217")
def test_scoring() -> None:
    hands = {0: ["cat02", "cat04", "cat10", "pay10", "cat11", "rnk01", "rnk13", "cat09", "rnk07"], 1: ["cat16"]}
    mantles = {1: {"H": ["chl08"], "C": ["cat08"]}}
    position = table(hands=hands, mantles=mantles, discard=("cat01", "pay07"))
    assert refused(position, 1, "place", card="cat16", column="C") == "AD-31: Only the dealer may play a card now."
    assert refused(position, 0, "place", card="cat16", column="C") == f"AD-33: {HAND}"
    wrong = "That card does not fit in that column."
    assert refused(position, 0, "place", card="cat10", column="H") == f"AD-35: {wrong}"
    assert refused(position, 0, "place", card="cat02", column="S") == f"AD-36: {wrong}"
    assert refused(position, 0, "place", card="cat04", column="H") == f"AD-37: {wrong}"
    assert refused(position, 0, "effect", card="cat10") == "AD-42: That card has no game text."
    words = "AD-45: The text of that card cannot be used in the scoring phase."
    assert refused(position, 0, "effect", card="pay10") == words
    target = "AD-44: Choose another player who is still in the game."
    assert refused(position, 0, "effect", card="cat11") == target
    assert refused(position, 0, "effect", card="cat11", target=0) == target
    assert refused(position, 0, "effect", card="cat11", target=7) == target
    pile = "AD-44: That card is not in the discard pile."
    assert refused(position, 0, "effect", card="rnk01", take="cat16") == pile
    assert refused(position, 0, "effect", card="rnk01", take="pay07") == "AD-213: You may not take a Lost and Found."
    swap = "AD-44: Choose one of your other cards and one card of that player’s hand."
    assert refused(position, 0, "effect", card="rnk13", target=1, give="rnk13", take="cat16") == swap
    assert refused(position, 0, "effect", card="rnk13", target=1, give="cat10", take="cat01") == swap
    wind = "AD-212: Choose one or two cards to place."
    assert refused(position, 0, "effect", card="cat09", plays=[]) == wind
    three = [["cat10", "D"], ["rnk01", "C"], ["rnk13", "D"]]
    assert refused(position, 0, "effect", card="cat09", plays=three) == wind
    vase = {"card": "rnk07", "target": 1}
    assert refused(position, 0, "effect", **vase, column="D") == "AD-44: That column is empty."
    assert refused(position, 0, "effect", **vase, column="C") == "AD-217: The newest card of that column is a spade."


@pytest.mark.clause("AD-58", "AD-75", "AD-77")
def test_examples() -> None:
    words = "AD-58: An example has 1 to 40 characters and at least one letter or digit."
    position = table("cat01", pace="live")
    for text in ("", "   ", "x" * 41, "?!…", None, 5, ["string"], "\u202e\u200b", "\x00"):
        assert refused(position, 1, "name", text=text) == words
    position = table("cat01")
    assert refused(position, 1, "list", examples=["?!"], choice=0) == words
    eleven = [f"thing {number}" for number in range(11)]
    assert refused(position, 1, "list", examples=eleven, choice=0) == "AD-75: A list has at most 10 examples."
    twice = "AD-77: Your list contains the same example twice."
    assert refused(position, 1, "list", examples=["The keys", "string", "key!"], choice=0) == twice


@pytest.mark.clause("AD-57", "AD-95")
def test_numbers_and_performances() -> None:
    position = table("rnk01", **TOGETHER)
    for number in (-1, 201, 1.5, "7", True, [7]):
        assert refused(position, 1, "number", n=number) == "AD-57: Give a whole number from 0 to 200."
    position = table("chl08", **TOGETHER)
    long = "AD-95: The performance may have at most 140 characters."
    assert refused(position, 1, "perform", text="x" * 141) == long
    assert refused(position, 1, "perform", text="no " * 4000) == long
    assert refused(position, 1, "perform", text=" \n ") == "AD-95: A performance needs at least one character."
    assert refused(position, 1, "perform", text="no " * 13) == "AD-95: At most 12 words."


@pytest.mark.clause("AD-74", "AD-67", "AD-64", "AD-170")
def test_strikes_and_calls() -> None:
    for verb, args in (("strike", {"seat": 1, "example": "string"}), ("call_time", {})):
        position = table("rnk01", **TOGETHER)
        assert refused(position, 0, verb, **args) == "AD-74: Nobody is naming examples now."
        position = table("cat01", pace="live")
        assert refused(position, 1, verb, **args) == "AD-67: Only the dealer arbitrates."
    do(position, 1, "name", text="string")
    words = "AD-64: That player did not name that example."
    assert refused(position, 0, "strike", seat=2, example="string") == words
    do(position, 2, "give_up")
    do(position, 3, "name", text="glue")
    do(position, 0, "strike", seat=3, example="glue")
    assert position.step == "ruling"
    position = table("cat01", 5, pace="live")
    do(position, 1, "name", text="string")
    do(position, 0, "strike", seat=1, example="string")
    assert refused(position, 0, "strike", seat=1, example="string") == "AD-74: That player is already out."
    do(position, 2, "name", text="glue")
    do(position, 3, "appeal", matter={"kind": "example", "seat": 2, "example": "glue"}, press=False)
    settled = "AD-170: That example has already been settled."
    assert refused(position, 0, "strike", seat=2, example="Glue") == settled
    assert refused(position, 0, "call_time") == WAITS


@pytest.mark.clause("AD-64", "AD-89", "AD-96", "AD-100", "AD-103", "AD-111", "AD-170")
def test_rulings() -> None:
    strike = [{"seat": 1, "example": "string"}]
    position = _ruling("rnk01")
    assert refused(position, 0, "rule", strike=strike) == "AD-100: Only examples of a category can be struck."
    assert refused(position, 0, "rule", order=[1]) == "AD-100: There is nothing to rank in this job."
    assert refused(position, 0, "rule", disallow=[3]) == "AD-89: That player gave no number."
    assert refused(position, 0, "rule", bonus=[1]) == "AD-103: The fine print of this card grants no extra money."
    assert refused(position, 0, "rule", adult=0) == "AD-111: On this card the adult answer is fixed."
    position = _ruling("cat13")
    assert refused(position, 0, "rule", adult=0, disallow=[1]) == "AD-100: Only numbers can be disallowed."
    never = "AD-64: That player did not name that example."
    assert refused(position, 0, "rule", adult=0, strike=strike) == never
    assert refused(position, 0, "rule", adult=0, bonus=[0]) == "AD-103: That player took no part in the job."
    assert refused(position, 0, "rule") == "AD-111: Decide which answer is the adult one."
    assert refused(position, 0, "rule", adult=2) == "AD-111: Decide which answer is the adult one."
    position = _ruling("chl02")
    for order in ([], [1], [1, 1], [1, 2, 3], [2, 0]):
        assert refused(position, 0, "rule", order=order) == "AD-96: Rank every performance exactly once."
    position = table("cat01", pace="live")
    do(position, 1, "name", text="glue")
    do(position, 2, "appeal", matter={"kind": "example", "seat": 1, "example": "glue"}, press=False)
    do(position, 0, "appeal_reply", sustain=True)
    do(position, 2, "give_up")
    do(position, 3, "give_up")
    glue = [{"seat": 1, "example": "glue"}]
    assert refused(position, 0, "rule", strike=glue) == "AD-170: That example has already been settled."


def _ruling(card: str) -> AnyPosition:
    """A ruling on the results of players 1 and 2; player 3 gave none."""
    position = table(card, **LISTS)
    verb, result = {
        "rnk": ("number", {"n": 5}),
        "cat": ("list", {"examples": ["I forgot"]}),
        "chl": ("perform", {"text": "A tax is a gift."}),
    }[card[:3]]
    do(position, 1, verb, **result)
    do(position, 2, verb, **result)
    do(position, 3, "skip")
    return position


@pytest.mark.clause("AD-110", "AD-115", "AD-46", "AD-45")
def test_answers() -> None:
    position = _ruling("rnk01")
    do(position, 0, "rule")
    position.state.deck.remove("cat05")
    position.state.deck.remove("pay10")
    position.state.players[1].hand = ["cat05", "pay10"]
    for choice in (2, -1, None, True, "0"):
        assert refused(position, 1, "answer", choice=choice) == "AD-110: Choose one of the two answers."
    long = "AD-115: The remark may have at most 140 characters."
    assert refused(position, 1, "answer", choice=0, note="x" * 141) == long
    assert refused(position, 2, "answer", choice=0, card="cat05") == f"AD-46: {HAND}"
    wrong = "AD-45: That card cannot be played with an answer."
    assert refused(position, 1, "answer", choice=0, card="pay10") == wrong


@pytest.mark.clause("AD-116", "AD-118", "AD-119", "AD-130", "AD-137", "AD-215", "AD-45", "AD-46")
def test_votes_and_standing_bids() -> None:
    position = table("rnk01", money=(0, 2, 2, 2), hands={1: ["cat05"]}, **TOGETHER)
    numbers(position, None, None, None)
    position.state.round.early_night = [2]
    up_to_votes(position, (1, 2))
    assert refused(position, 1, "votes") == "AD-118: Say which answers you vote down."
    assert refused(position, 1, "votes", down=[1]) == "AD-119: You cannot vote on your own answer."
    assert refused(position, 1, "votes", down=[3]) == "AD-116: That answer is not up for a vote."
    adult = "AD-137: Only players who gave the adult answer can leave a bid."
    assert refused(position, 3, "votes", down=[], bid={"amount": 1}) == adult
    night = "AD-215: Early Night: you may not bid this round."
    assert refused(position, 2, "votes", down=[], bid={"amount": 1}) == night
    money = "AD-130: You cannot bid more money than you have."
    assert refused(position, 1, "votes", down=[], bid={"amount": 3}) == money
    assert refused(position, 1, "votes", down=[], bid={"amount": -1}) == "AD-130: A bid is a whole number from zero up."
    assert refused(position, 1, "votes", down=[], bid={"amount": 1, "card": "pay10"}) == f"AD-46: {HAND}"
    wrong = "AD-45: That card cannot be played with a bid."
    assert refused(position, 1, "votes", down=[], bid={"amount": 1, "card": "cat05"}) == wrong


@pytest.mark.clause("AD-120", "AD-130", "AD-215", "AD-45", "AD-46", "AD-160")
def test_bids() -> None:
    position = table("rnk01", money=(3, 3, 3, 3), hands={1: ["cat05"]}, **TOGETHER)
    numbers(position, None, None, None)
    position.state.round.early_night = [2]
    up_to_votes(position, (0, 1, 2))
    vote_all(position)
    for amount in (-1, 1.5, None, "2"):
        assert refused(position, 1, "bid", amount=amount) == "AD-130: A bid is a whole number from zero up."
    assert refused(position, 1, "bid", amount=4) == "AD-130: You cannot bid more money than you have."
    assert refused(position, 1, "bid", amount=1, card="pay10") == f"AD-46: {HAND}"
    assert refused(position, 1, "bid", amount=1, card="cat05") == "AD-45: That card cannot be played with a bid."
    assert refused(position, 3, "bid", amount=1) == "AD-120: Only players whose adult answer stands may bid."
    assert refused(position, 2, "bid", amount=1) == "AD-215: Early Night: you may not bid this round."
    closed = "AD-160: The work phase is closed; rulings can no longer be appealed."
    assert refused(position, 1, "appeal", matter={"kind": "number", "seat": 1}, press=False) == closed


@pytest.mark.clause("AD-197", "AD-188", "AD-191", "AD-150")
def test_till_and_theft() -> None:
    position = table("cat06", bank="open", pace="live")
    do(position, 1, "give_up")
    do(position, 2, "give_up")
    up_to_votes(position, (0, 1))
    vote_all(position)
    for amount in (-1, 21, 1.5, None, "2"):
        assert refused(position, 1, "till", amount=amount) == "AD-197: Enter a whole number from 0 to 20."
    case = "AD-150: No case can be opened in this step."
    assert refused(position, 1, "sue", defendant=2, ground="libel", price=1) == case
    nothing = "AD-191: There is no payment of that player that can be called out now."
    assert refused(position, 1, "call_theft", seat=2) == nothing
    for seat, amount in ((1, 1), (2, 2), (3, 3)):
        do(position, seat, "till", amount=amount)
    assert refused(position, 1, "call_theft", seat=1) == nothing
    assert refused(position, 1, "call_theft", seat=0) == nothing
    do(position, 1, "call_theft", seat=2)
    assert refused(position, 3, "call_theft", seat=2) == nothing
    honest = table("rnk01")
    assert refused(honest, 1, "call_theft", seat=2) == "AD-188: With the honest bank nobody can steal."


@pytest.mark.clause("AD-157", "AD-150", "AD-155")
def test_filing() -> None:
    suit = {"defendant": 2, "ground": "libel", "price": 1}
    position = table("rnk01", legal=False, money=(9, 9, 9, 9))
    assert refused(position, 1, "sue", **suit) == "AD-157: This game is played without the legal system."
    position = table(hands={0: ["cat10"]}, money=(9, 9, 9, 9))
    assert refused(position, 1, "sue", **suit) == "AD-150: No case can be opened in this step."
    position = table("rnk01", 5, money=(9, 9, 9, 9, 9))
    long = "AD-150: A statement may have at most 500 characters."
    assert refused(position, 1, "sue", **suit, statement="x" * 501) == long
    do(position, 1, "sue", **suit)
    assert refused(position, 1, "sue", **suit) == "AD-155: You already have an open case."
    do(position, 0, "hear", case=1, allow=False)
    assert refused(position, 1, "sue", **suit) == "AD-155: You have already sued that player this round."
    for case, other in ((2, 3), (3, 4)):
        do(position, 1, "sue", defendant=other, ground="libel", price=1)
        do(position, 0, "hear", case=case, allow=False)
    limit = "AD-155: You have filed three cases this round; that is the limit."
    assert refused(position, 1, "impeach") == limit


@pytest.mark.clause("AD-160", "AD-161", "AD-164", "AD-170")
def test_appeals() -> None:
    position = _ruling("rnk01")
    number = {"kind": "number", "seat": 1}
    own = "AD-160: The dealer cannot object to a ruling of their own."
    assert refused(position, 0, "appeal", matter=number, press=False) == own
    none = "AD-161: There is no such ruling to object to."
    assert refused(position, 1, "appeal", matter=number, press=False) == none
    do(position, 0, "rule")
    assert refused(position, 1, "appeal", matter={"kind": "number", "seat": 3}, press=False) == none
    fee = "AD-164: An appeal needs 3 money set aside and you do not have it."
    assert refused(position, 1, "appeal", matter=number, press=True) == fee
    do(position, 1, "appeal", matter=number, press=False)
    again = "AD-170: That ruling has already been objected to."
    assert refused(position, 2, "appeal", matter=number, press=False) == again


@pytest.mark.clause("AD-172", "AD-173", "AD-174", "AD-175", "AD-177")
def test_lawsuits() -> None:
    position = table("rnk01", 5, money=(9, 2, 9, 9, 9), **TOGETHER)
    other = "AD-172: Sue another player who is still in the game."
    for against in (1, 5, -1, "2", None):
        assert refused(position, 1, "sue", defendant=against, ground="libel", price=1) == other
    ground = "AD-172: A suit is for perjury or for libel."
    assert refused(position, 1, "sue", defendant=2, ground="bad jokes", price=1) == ground
    early = "AD-173: That player has given no number or answer that could still be false."
    assert refused(position, 1, "sue", defendant=2, ground="perjury", price=1) == early
    for price in (0, -1, 1.5, None):
        words = "AD-174: The price of a suit is at least one money."
        assert refused(position, 1, "sue", defendant=2, ground="libel", price=price) == words
    poor = "AD-174: You need as much money as the price you propose."
    assert refused(position, 1, "sue", defendant=2, ground="libel", price=3) == poor
    do(position, 1, "sue", defendant=2, ground="libel", price=2)
    for price in (0, 3, None):
        words = "AD-175: The price must be between 1 and 2."
        assert refused(position, 0, "hear", case=1, allow=True, price=price) == words
    for top in (-1, None, "1", 1.5):
        words = "AD-177: Say up to which price you’ll fight (0 to concede)."
        assert refused(position, 2, "plead", case=1, fight_up_to=top) == words


@pytest.mark.clause("AD-173", "AD-183")
def test_nobody_is_convicted_of_perjury_twice() -> None:
    position = table("rnk01", 5, money=(9, 9, 9, 9, 9), **TOGETHER)
    numbers(position, 200, 1, 1, 1)
    do(position, 2, "sue", defendant=1, ground="perjury", price=1)
    do(position, 0, "hear", case=1, allow=True, price=1)
    do(position, 1, "plead", case=1, fight_up_to=1)
    do(position, 0, "jury", case=1, up=True)
    do(position, 3, "jury", case=1, up=True)
    words = "AD-173: That player has already been found guilty of perjury this round."
    assert refused(position, 3, "sue", defendant=1, ground="perjury", price=1) == words


@pytest.mark.clause("AD-200", "AD-206")
def test_impeachment() -> None:
    position = table("rnk01", 5)
    assert refused(position, 0, "impeach") == "AD-200: The dealer can’t impeach themselves."
    position.state.round.out = [4]
    out = "AD-206: You are out of this round and cannot move to impeach."
    assert refused(position, 4, "impeach") == out
    do(position, 1, "impeach", statement="Corrupt.")
    again = "AD-206: The dealer has already faced a motion this round."
    assert refused(position, 2, "impeach") == again


@pytest.mark.clause("AD-150")
def test_steps_of_cases() -> None:
    position = table("rnk01", 5, money=(9, 9, 9, 9, 9))
    no_case = "AD-150: There is no such open case."
    assert refused(position, 0, "hear", case=1, allow=False) == no_case
    do(position, 1, "sue", defendant=2, ground="libel", price=2)
    assert refused(position, 0, "hear", case=2, allow=False) == no_case
    nothing = "AD-150: You have nothing to decide in that case."
    assert refused(position, 3, "hear", case=1, allow=False) == nothing
    wrong = "AD-150: That is not the next step of that case."
    assert refused(position, 0, "jury", case=1, up=True) == wrong
    assert refused(position, 2, "hear", case=1, allow=False) == wrong


@pytest.mark.clause("AD-236")
def test_unreadable_moves() -> None:
    position = table("rnk01", money=(9, 9, 9, 9))
    assert refused(position, 1, "appeal", matter="number", press=True) == MALFORMED
    assert refused(position, 1, "appeal", matter={"kind": "verdict", "seat": 1}, press=True) == MALFORMED
    assert refused(position, 1, "sue", defendant=2, ground="libel", price=1, statement=7) == MALFORMED
    position = table(hands={0: ["cat10", "rnk07"]})
    assert refused(position, 0, "place", card=7, column="D") == MALFORMED
    assert refused(position, 0, "effect", card="rnk07", target=1, column="X") == MALFORMED
    assert refused(position, 0, "pass", card="cat10") == MALFORMED


@pytest.mark.clause("AD-236")
def test_general_refusals_come_before_special_ones() -> None:
    """Game over, left, wrong step, open case, out of the round, not asked; then the move itself."""
    position = table("rnk01", 4, pace="live", money=(9, 9, 9, 9))
    position.state.round.out = [2]
    assert refused(position, 2, "bid", amount=-1).startswith("AD-20")
    do(position, 3, "sue", defendant=1, ground="libel", price=1)
    assert refused(position, 2, "number", n=-1) == WAITS
    do(position, 0, "hear", allow=False)
    assert refused(position, 2, "number", n=-1) == OUT
    assert refused(position, 3, "number", n=-1) == f"AD-83: {NOT_YOURS}"


def test_moves_in_the_rulebooks_notation() -> None:
    """A flat object with the key `type` is read as a move (section "Moves as data")."""
    from games.kernel.codec import move_from

    position = table("rnk01")
    for name in ("number", "n"):
        move = move_from({"type": "number", name: 4, "choice": 1, "note": "Honestly.", "card": None})
        engine.play(game, position, 1, move)
        assert position.sealed.pop("1") == Move("number", {"n": 4, "choice": 1, "note": "Honestly.", "card": None})
