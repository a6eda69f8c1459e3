"""The rest of Adulting's section "Bad input": players who left, are out or are not asked, rulings, and the courts."""

from typing import Any

from games.kernel.position import AnyPosition
from games.titles.adulting.tests.site.refusals import TOGETHER, TURN, Group, move
from games.titles.adulting.tests.tables import do, leave, numbers, table, up_to_votes, vote_all

RICH = (9, 9, 9, 9)
EXAMPLE = "An example has 1 to 40 characters and at least one letter or digit."
SETTLED = "That example has already been settled."
NEVER = "That player did not name that example."
GLUE = {"kind": "example", "seat": 1, "example": "glue"}
STATEMENT = "A statement may have at most 500 characters."
NO_STEP = "That is not the next step of that case."


def left() -> AnyPosition:
    position = table("cat01", money=RICH)
    leave(position, 3)
    return position


def in_turn() -> AnyPosition:
    position = table("rnk01", pace="live", money=RICH)
    do(position, 1, "number", n=4)
    position.state.round.out = [3]
    return position


def answers_in_turn() -> AnyPosition:
    position = table("rnk01", pace="live", money=RICH)
    numbers(position, 4, 5, 6)
    do(position, 0, "rule")
    position.state.round.out = [3]
    return position


def second_wind() -> AnyPosition:
    return table(hands={0: ["cat09", "cat10", "rnk01", "rnk13"], 1: ["cat16"]}, scoring="everyone")


def struck() -> AnyPosition:
    position = table("cat01", pace="live", money=RICH)
    do(position, 1, "name", text="glue")
    do(position, 2, "name", text="string")
    do(position, 3, "appeal", matter=GLUE, press=False)
    do(position, 0, "appeal_reply", sustain=True)
    do(position, 0, "strike", seat=2, example="string")
    return position


def category() -> AnyPosition:
    position = table("cat13", pace="live", money=RICH)
    do(position, 1, "name", text="glue")
    do(position, 2, "appeal", matter=GLUE, press=False)
    do(position, 0, "appeal_reply", sustain=True)
    for seat in (2, 3):
        do(position, seat, "give_up")
    return position


def challenge() -> AnyPosition:
    position = table("chl02", **TOGETHER)
    for seat in (1, 2):
        do(position, seat, "perform", text="A tax is a gift.")
    do(position, 3, "skip")
    return position


def payout() -> AnyPosition:
    position = table("pay09", **TOGETHER)
    numbers(position, 1, 2, 3, 4)
    leave(position, 3)
    return position


def votes() -> AnyPosition:
    position = table("rnk01", money=RICH, **TOGETHER)
    numbers(position, 4, 5, 6)
    do(position, 0, "rule")
    up_to_votes(position, (1, 2))
    do(position, 3, "appeal", matter={"kind": "number", "seat": 1}, press=False)
    do(position, 0, "appeal_reply", sustain=True)
    position.state.round.convicted = [2]
    return position


def bids() -> AnyPosition:
    position = table("rnk01", money=RICH, **TOGETHER)
    numbers(position, 4, 5, 6)
    up_to_votes(position, (1, 2, 3))
    vote_all(position)
    return position


def filed() -> AnyPosition:
    """Player 1 has filed three cases, player 2 has moved to impeach, player 3 is out of the round."""
    position = table("rnk01", money=RICH, **TOGETHER)
    for case, other in enumerate((2, 3, 0), 1):
        do(position, 1, "sue", defendant=other, ground="libel", price=1)
        do(position, 2 if other == 0 else 0, "hear", case=case, allow=False)
    do(position, 2, "impeach")
    do(position, 0, "retort", case=4)
    do(position, 1, "jury", case=4, up=False)
    position.state.round.out = [3]
    return position


def motion() -> AnyPosition:
    position = table("rnk01", money=RICH, **TOGETHER)
    do(position, 1, "impeach")
    return position


def replying() -> AnyPosition:
    position = table("cat01", pace="live", money=RICH)
    do(position, 1, "name", text="glue")
    do(position, 3, "appeal", matter=GLUE, press=True)
    return position


def hearing() -> AnyPosition:
    position = table("rnk01", money=RICH, **TOGETHER)
    do(position, 1, "sue", defendant=2, ground="libel", price=2)
    return position


def fee(press: bool = False, **matter: Any) -> dict[str, Any]:
    return move("appeal", matter=matter, press=press)


def sue(defendant: int, ground: str = "libel", price: int = 1, **more: Any) -> dict[str, Any]:
    return move("sue", defendant=defendant, ground=ground, price=price, **more)


OUT = "You are out of this round."
BOTH = "Decide which answer is the adult one."
RANK = "Rank every performance exactly once."
NO_RULING = "There is no such ruling to object to."
THREE = [["cat10", "D"], ["rnk01", "C"], ["rnk13", "D"]]
# Moves that a page cannot send: there, no ticked box means an empty list, and two cards have two fields.
UNSAYABLE: list[Group] = [
    (votes, [(1, move("votes"), "AD-118", "Say which answers you vote down.")]),
    (
        second_wind,
        [(0, move("effect", card="cat09", plays=THREE), "AD-212", "Choose one or two cards to place.")],
    ),
]
MORE_GROUPS: list[Group] = [
    (
        left,
        [
            (3, move("list", examples=["a"]), "AD-230", "You are no longer in this game."),
            (1, sue(3), "AD-172", "Sue another player who is still in the game."),
            (1, move("list", examples=["x" * 41]), "AD-58", EXAMPLE),
        ],
    ),
    (
        in_turn,
        [
            (0, move("number", n=1), "AD-83", TURN),
            (3, move("number", n=1), "AD-124", OUT),
            (2, move("number", n=1.5), "AD-57", "Give a whole number from 0 to 200."),
        ],
    ),
    (answers_in_turn, [(2, move("answer", choice=0), "AD-112", TURN), (3, move("answer", choice=0), "AD-124", OUT)]),
    (second_wind, [(2, move("place", card="cat10", column="D"), "AD-236", TURN)]),
    (
        struck,
        [
            (0, move("strike", seat=2, example="string"), "AD-74", "That player is already out."),
            (0, move("strike", seat=1, example="Glue"), "AD-170", SETTLED),
            (3, move("name", text="x" * 41), "AD-58", EXAMPLE),
            (3, fee(**GLUE), "AD-170", "That ruling has already been objected to."),
            (3, fee(kind="time", seat=1), "AD-161", NO_RULING),
        ],
    ),
    (
        category,
        [
            (0, move("rule", adult=0, disallow=[1]), "AD-100", "Only numbers can be disallowed."),
            (0, move("rule", adult=0, strike=["2:glue"]), "AD-64", NEVER),
            (0, move("rule", adult=0, strike=["1:glue"]), "AD-170", SETTLED),
            (0, move("rule", adult=0, bonus=[0]), "AD-103", "That player took no part in the job."),
            (0, move("rule"), "AD-111", BOTH),
            (0, move("rule", adult=2), "AD-111", BOTH),
        ],
    ),
    (challenge, [(0, move("rule", order=order), "AD-96", RANK) for order in ([], [1], [1, 1], [1, 2, 3], [2, 0])]),
    (payout, [(0, move("rule", disallow=[7]), "AD-89", "That player gave no number.")]),
    (
        votes,
        [
            (1, move("votes", down=[], bid={"amount": 1, "card": "pay10"}), "AD-46", "That card is not in your hand."),
            (2, fee(kind="number", seat=1), "AD-170", "That ruling has already been objected to."),
            (
                1,
                sue(2, "perjury"),
                "AD-173",
                "That player has already been found guilty of perjury this round.",
            ),
        ],
    ),
    (bids, [(1, move("bid", amount=1, card="pay10"), "AD-46", "That card is not in your hand.")]),
    (
        filed,
        [
            (1, sue(2), "AD-155", "You have filed three cases this round; that is the limit."),
            (3, move("impeach", statement=""), "AD-206", "You are out of this round and cannot move to impeach."),
        ],
    ),
    (
        motion,
        [
            (2, move("impeach", statement=""), "AD-206", "The dealer has already faced a motion this round."),
            (0, move("retort", case=1, text="x" * 501), "AD-150", STATEMENT),
            (0, move("jury", case=1, up=True), "AD-150", NO_STEP),
            (1, move("retort", case=1, text="Me?"), "AD-150", "You have nothing to decide in that case."),
        ],
    ),
    (
        replying,
        [
            (0, move("appeal_reply", case=1, sustain=True, retort="x" * 501), "AD-150", STATEMENT),
            (0, move("hear", case=1, allow=False), "AD-150", NO_STEP),
            (2, move("appeal_reply", case=1, sustain=True), "AD-150", "You have nothing to decide in that case."),
            (0, move("strike", seat=1, example="glue"), "AD-170", SETTLED),
            (0, move("call_time"), "AD-151", "The game waits until the open case is closed."),
        ],
    ),
    (
        hearing,
        [
            (2, move("plead", case=1, fight_up_to=1, retort="x" * 501), "AD-150", STATEMENT),
            (2, move("hear", case=1, allow=False), "AD-150", NO_STEP),
            (0, move("hear", case=1, allow=True, price=0), "AD-175", "The price must be between 1 and 2."),
            (0, move("hear", case=9, allow=False), "AD-150", "There is no such open case."),
        ],
    ),
]
