"""Refusals of Adulting's section "Bad input" in groups that share a position: (seat, move, clause, sentence)."""

from collections.abc import Callable
from typing import Any

from games.kernel.position import AnyPosition
from games.titles.adulting.tests.tables import do, numbers, table, up_to_votes, vote_all

Row = tuple[int, dict[str, Any], str, str]
Group = tuple[Callable[[], AnyPosition], list[Row]]
TOGETHER = {"answers": "together", "sorting": "after"}
HAND = "That card is not in your hand."
MALFORMED = "That move can’t be read."
TURN = "It is not your turn to decide."


def scoring() -> AnyPosition:
    hands = {0: ["cat02", "cat04", "cat10", "pay10", "cat11", "rnk01", "rnk13", "cat09", "rnk07"], 1: ["cat16"]}
    mantles = {1: {"H": ["chl08"], "C": ["cat08"]}}
    return table(hands=hands, mantles=mantles, discard=("cat01", "pay07"), money=(3, 3, 3, 3))


def naming() -> AnyPosition:
    position = table("cat01", pace="live", money=(3, 3, 3, 3))
    do(position, 1, "name", text="glue")
    return position


def waiting() -> AnyPosition:
    position = naming()
    do(position, 3, "sue", defendant=1, ground="libel", price=2)
    return position


def listing() -> AnyPosition:
    return table("cat06", category="lists", **TOGETHER)


def giving() -> AnyPosition:
    return table("rnk01", money=(3, 3, 3, 3), **TOGETHER)


def performing() -> AnyPosition:
    return table("chl08", **TOGETHER)


def ruling() -> AnyPosition:
    position = table("rnk01", money=(3, 3, 3, 3), **TOGETHER)
    numbers(position, 5, 7, None)
    return position


def answering() -> AnyPosition:
    position = table("rnk01", hands={1: ["cat05", "pay10"]}, **TOGETHER)
    numbers(position, None, None, None)
    do(position, 0, "rule")
    return position


def voting() -> AnyPosition:
    position = table("rnk01", money=(0, 2, 2, 2), hands={1: ["cat05"]}, **TOGETHER)
    numbers(position, 4, None, 4)
    do(position, 0, "rule")
    position.state.round.early_night = [2]
    up_to_votes(position, (1, 2))
    return position


def bidding() -> AnyPosition:
    position = table("rnk01", money=(3, 3, 3, 3), hands={1: ["cat05"]}, **TOGETHER)
    numbers(position, None, None, None)
    position.state.round.early_night = [2]
    up_to_votes(position, (0, 1, 2))
    vote_all(position)
    return position


def till() -> AnyPosition:
    position = table("cat06", bank="open", pace="live", money=(3, 3, 3, 3))
    do(position, 1, "give_up")
    do(position, 2, "give_up")
    up_to_votes(position, (0, 1))
    vote_all(position)
    return position


def lawless() -> AnyPosition:
    return table("rnk01", legal=False, money=(3, 3, 3, 3), **TOGETHER)


def move(verb: str, **args: Any) -> dict[str, Any]:
    return {"type": verb} | args


COLUMN = "That card does not fit in that column."
TARGET = "Choose another player who is still in the game."
SWAP = "Choose one of your other cards and one card of that player’s hand."
WAITS = "The game waits until the open case is closed."
STATEMENT = "A statement may have at most 500 characters."
GROUPS: list[Group] = [
    (
        scoring,
        [
            (1, move("place", card="cat16", column="C"), "AD-31", "Only the dealer may play a card now."),
            (0, move("place", card="cat16", column="C"), "AD-33", HAND),
            (0, move("place", card="cat10", column="H"), "AD-35", COLUMN),
            (0, move("place", card="cat02", column="S"), "AD-36", COLUMN),
            (0, move("place", card="cat04", column="H"), "AD-37", COLUMN),
            (0, move("effect", card="cat10"), "AD-42", "That card has no game text."),
            (
                0,
                move("effect", card="pay10"),
                "AD-45",
                "The text of that card cannot be used in the scoring phase.",
            ),
            (0, move("effect", card="cat11"), "AD-44", TARGET),
            (0, move("effect", card="rnk01", take="cat16"), "AD-44", "That card is not in the discard pile."),
            (0, move("effect", card="rnk01", take="pay07"), "AD-213", "You may not take a Lost and Found."),
            (0, move("effect", card="rnk13", target=1, give="rnk13", take="cat16"), "AD-44", SWAP),
            (0, move("effect", card="cat09"), "AD-212", "Choose one or two cards to place."),
            (0, move("effect", card="rnk07", target=1, column="D"), "AD-44", "That column is empty."),
            (
                0,
                move("effect", card="rnk07", target=1, column="C"),
                "AD-217",
                "The newest card of that column is a spade.",
            ),
            (0, move("bid", amount=1), "AD-20", "That move does not belong to this step (scoring)."),
            (
                0,
                move("sue", defendant=1, ground="libel", price=1),
                "AD-150",
                "No case can be opened in this step.",
            ),
            (0, move("call_theft", seat=1), "AD-188", "With the honest bank nobody can steal."),
            (0, move("strike", seat=1, example="glue"), "AD-74", "Nobody is naming examples now."),
            (0, move("dance"), "AD-236", MALFORMED),
        ],
    ),
    (
        naming,
        [
            (3, move("name", text="string"), "AD-60", TURN),
            (
                2,
                move("name", text="?!"),
                "AD-58",
                "An example has 1 to 40 characters and at least one letter or digit.",
            ),
            (1, move("strike", seat=1, example="glue"), "AD-67", "Only the dealer arbitrates."),
            (0, move("strike", seat=2, example="glue"), "AD-64", "That player did not name that example."),
            (0, move("impeach", statement=""), "AD-200", "The dealer can’t impeach themselves."),
            (2, move("impeach", statement="x" * 501), "AD-150", STATEMENT),
            (
                0,
                move("appeal", **{"matter": {"kind": "example", "seat": 1, "example": "glue"}}, press=True),
                "AD-160",
                "The dealer cannot object to a ruling of their own.",
            ),
        ],
    ),
    (
        waiting,
        [
            (2, move("name", text="string"), "AD-151", WAITS),
            (
                3,
                move("sue", defendant=2, ground="libel", price=1),
                "AD-155",
                "You already have an open case.",
            ),
            (0, move("hear", case=1, allow=True, price=3), "AD-175", "The price must be between 1 and 2."),
            (
                1,
                move("plead", case=1, fight_up_to=-1),
                "AD-177",
                "Say up to which price you’ll fight (0 to concede).",
            ),
            (0, move("hear", case=7, allow=False), "AD-150", "There is no such open case."),
            (2, move("jury", case=1, up=True), "AD-150", "You have nothing to decide in that case."),
            (0, move("jury", case=1, up=True), "AD-150", "That is not the next step of that case."),
        ],
    ),
    (
        listing,
        [
            (
                1,
                move("list", examples=[f"thing {n}" for n in range(11)]),
                "AD-75",
                "A list has at most 10 examples.",
            ),
            (1, move("list", examples=["socks", "Sock"]), "AD-77", "Your list contains the same example twice."),
            (0, move("list", examples=["socks"]), "AD-236", TURN),
        ],
    ),
    (
        giving,
        [
            (1, move("number", n=201), "AD-57", "Give a whole number from 0 to 200."),
            (
                1,
                move("sue", defendant=1, ground="libel", price=1),
                "AD-172",
                "Sue another player who is still in the game.",
            ),
            (1, move("sue", defendant=2, ground="spite", price=1), "AD-172", "A suit is for perjury or for libel."),
            (
                1,
                move("sue", defendant=2, ground="perjury", price=1),
                "AD-173",
                "That player has given no number or answer that could still be false.",
            ),
            (
                1,
                move("sue", defendant=2, ground="libel", price=0),
                "AD-174",
                "The price of a suit is at least one money.",
            ),
            (
                1,
                move("sue", defendant=2, ground="libel", price=4),
                "AD-174",
                "You need as much money as the price you propose.",
            ),
        ],
    ),
    (
        performing,
        [
            (1, move("perform", text="x" * 141), "AD-95", "The performance may have at most 140 characters."),
            (1, move("perform", text=" "), "AD-95", "A performance needs at least one character."),
            (1, move("perform", text="no " * 13), "AD-95", "At most 12 words."),
        ],
    ),
    (
        ruling,
        [
            (0, move("rule", strike=["1:glue"]), "AD-100", "Only examples of a category can be struck."),
            (0, move("rule", order=[1]), "AD-100", "There is nothing to rank in this job."),
            (0, move("rule", disallow=[3]), "AD-89", "That player gave no number."),
            (0, move("rule", bonus=[1]), "AD-103", "The fine print of this card grants no extra money."),
            (0, move("rule", adult=0), "AD-111", "On this card the adult answer is fixed."),
            (1, move("rule"), "AD-236", TURN),
        ],
    ),
    (
        answering,
        [
            (1, move("answer", choice=2), "AD-110", "Choose one of the two answers."),
            (1, move("answer", choice=0, note="x" * 141), "AD-115", "The remark may have at most 140 characters."),
            (1, move("answer", choice=0, card="cat10"), "AD-46", HAND),
            (1, move("answer", choice=0, card="pay10"), "AD-45", "That card cannot be played with an answer."),
        ],
    ),
    (
        voting,
        [
            (1, move("votes", down=[1]), "AD-119", "You cannot vote on your own answer."),
            (1, move("votes", down=[3]), "AD-116", "That answer is not up for a vote."),
            (
                3,
                move("votes", down=[], bid={"amount": 1}),
                "AD-137",
                "Only players who gave the adult answer can leave a bid.",
            ),
            (2, move("votes", down=[], bid={"amount": 1}), "AD-215", "Early Night: you may not bid this round."),
            (1, move("votes", down=[], bid={"amount": 7}), "AD-130", "You cannot bid more money than you have."),
            (
                1,
                move("appeal", matter={"kind": "number", "seat": 2}, press=False),
                "AD-161",
                "There is no such ruling to object to.",
            ),
            (
                1,
                move("appeal", matter={"kind": "number", "seat": 1}, press=True),
                "AD-164",
                "An appeal needs 3 money set aside and you do not have it.",
            ),
        ],
    ),
    (
        bidding,
        [
            (1, move("bid", amount=-1), "AD-130", "A bid is a whole number from zero up."),
            (1, move("bid", amount=4), "AD-130", "You cannot bid more money than you have."),
            (1, move("bid", amount=1, card="cat05"), "AD-45", "That card cannot be played with a bid."),
            (3, move("bid", amount=1), "AD-120", "Only players whose adult answer stands may bid."),
            (2, move("bid", amount=1), "AD-215", "Early Night: you may not bid this round."),
            (
                1,
                move("appeal", matter={"kind": "number", "seat": 1}, press=False),
                "AD-160",
                "The work phase is closed; rulings can no longer be appealed.",
            ),
        ],
    ),
    (
        till,
        [
            (1, move("till", amount=21), "AD-197", "Enter a whole number from 0 to 20."),
            (
                1,
                move("call_theft", seat=2),
                "AD-191",
                "There is no payment of that player that can be called out now.",
            ),
        ],
    ),
    (
        lawless,
        [
            (
                1,
                move("sue", defendant=2, ground="libel", price=1),
                "AD-157",
                "This game is played without the legal system.",
            )
        ],
    ),
]
