"""What an answer, a plan or a word in Trading will do, as the player reads it before confirming."""

import pytest

from games.kernel.types import Move
from games.table.presenter import with_names
from games.titles.going_postal import game
from games.titles.going_postal.state import Aim
from games.titles.going_postal.tests.tables import table

NAMES = ["Ada", "Ben", "Cy"]
TOLD = (
    (Move("direction", {"dir": "left"}), "The turns go to the left."),
    (Move("discard", {"cards": ["first-1", "coffee-1"]}), "You discard First Class, Coffee Break."),
    (Move("inspect", {"card": "first-1"}), "You discard First Class from Cy’s hand."),
    (Move("inspect", {"card": None}), "You discard nothing."),
    (Move("order", {"cards": ["coffee-1", "first-1"]}), "The draw pile begins with Coffee Break, First Class."),
    (Move("keep"), "You keep your hand."),
    (
        Move("exchange", {"give": "first-1", "takes": ["coffee-1", "bulk-1"]}),
        "You give First Class and take the first of these that is left: Coffee Break, Bulk Mail.",
    ),
    (
        Move("offer", {"to": 1, "card": "first-1", "says": None, "wants": "bulk"}),
        "You offer Ben First Class, face down, as a card without a name, for Bulk Mail.",
    ),
    (Move("withdraw", {"to": 1}), "You withdraw your offer to Ben."),
    (Move("decline", {"from": 1}), "You decline Ben’s offer."),
    (Move("accept", {"from": 1, "card": "first-1"}), "You give First Class for the card that Ben has put down."),
    (
        Move("accuse", {"seat": 1}),
        "If Ben showed a hand, it is displayed to all. If not, you can’t accuse again until the next year.",
    ),
    (Move("show", {"to": 1}), "Ben sees your hand. If you are accused, you display it to all."),
    (Move("whisper", {"to": 1, "text": "Psst."}), "Only Ben reads it."),
    (Move("pass"), "You don’t take this turn over."),
    (
        Move("orders", {"mode": "always", "targets": [1, 2], "max_price": 2}),
        "You take over the turns of Ben and Cy, if the price is 2 or less.",
    ),
    (
        Move("orders", {"mode": "ask", "targets": [1], "max_price": 3}),
        "You are asked about the turns of Ben, if the price is 3 or less.",
    ),
    (
        Move("orders", {"mode": "never", "targets": [1], "max_price": 1}),
        "You take over no turn. Kept for another plan: the turns of Ben, up to a price of 1.",
    ),
)


@pytest.mark.clause("GP-09", "GP-51", "GP-78", "GP-87", "GP-90", "GP-111", "GP-113", "GP-116", "GP-119", "GP-121")
@pytest.mark.parametrize(("move", "words"), TOLD, ids=lambda part: part.verb if isinstance(part, Move) else "")
def test_each_answer_says_what_it_does(move: Move, words: str) -> None:
    state = table([["first"], ["bulk"], ["coffee"]]).state
    state.aim = Aim("inspect", 2)
    told = game.rules.by_name["follow_up"].preview(state, 0, move)
    assert [with_names(line, NAMES, 0) for line in told] == [words]


def test_in_blitz_the_next_deal_lets_accuse_again() -> None:
    state = table([["first"], ["bulk"], ["coffee"]], options={"blitz": True}).state
    [told] = game.rules.by_name["take_turn"].preview(state, 0, Move("accuse", {"seat": 1}))
    assert told.endswith("until the next deal.")
