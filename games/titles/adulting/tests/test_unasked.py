"""A seat that owes no answer is refused for the actual reason, not because it isn't its turn."""

import pytest

from games.kernel import engine, validation
from games.kernel.errors import IllegalMove
from games.kernel.position import AnyPosition
from games.kernel.types import Move
from games.titles.adulting import game, verbs
from games.titles.adulting.tests.tables import do, numbers, refused, table, up_to_votes, vote_all
from games.titles.adulting.tests.test_bank_and_leaving import till

TOGETHER = {"answers": "together", "sorting": "after"}
NO_MONEY = "AD-174: You need as much money as the price you propose."
NOTHING_SAID = "AD-173: That player has given no number or answer that could still be false."


def bidding(money: tuple[int, ...] = (0, 3, 3, 0)) -> AnyPosition:
    """Players 1 and 2 may bid; 0 and 3 have no money and gave the childish answer. Nobody earned wages."""
    position = table("rnk02", 4, money=money, **TOGETHER)
    numbers(position, None, None, None)
    up_to_votes(position, (1, 2))
    vote_all(position)
    assert position.step == "bids"
    return position


@pytest.mark.clause("AD-174")
@pytest.mark.parametrize("ground", ["perjury", "libel"])
def test_players_without_money_learn_that_they_cannot_sue_during_the_bids(ground: str) -> None:
    assert refused(bidding(), 3, "sue", defendant=1, ground=ground, price=1) == NO_MONEY
    assert refused(bidding(), 3, "sue", defendant=1, ground=ground, price=0).startswith("AD-174: The price of a suit")


@pytest.mark.clause("AD-174")
def test_a_stale_page_and_why_not_give_the_same_reason() -> None:
    position = bidding()
    opens = [found.decision for found in engine.open_decisions(game, position)]
    with pytest.raises(IllegalMove) as found:
        validation.read(game, position, opens, 3, Move("sue"))
    assert f"{found.value.clause}: {found.value.message}" == NO_MONEY
    position = table("cat12", 4, money=(0, 0, 3, 0), category="turns", **TOGETHER)
    (asked,) = [open.decision for open in engine.open_decisions(game, position) if open.decision.key == "1"]
    assert ("Sue a player", "AD-174") in [(one.words, one.clause) for one in verbs.why_not_moves(position.state, asked)]


@pytest.mark.clause("AD-172", "AD-173")
def test_players_who_cannot_sue_learn_what_is_wrong_with_the_suit() -> None:
    position = bidding()
    assert refused(position, 3, "sue", defendant=3, ground="libel", price=1).startswith("AD-172: Sue another player")
    assert refused(position, 3, "sue", defendant=1, ground="rudeness", price=1).startswith("AD-172: A suit is for")
    position = table("rnk02", 4, money=(0, 3, 3, 0), **TOGETHER)
    do(position, 3, "number", n=2)
    do(position, 1, "sue", defendant=3, ground="libel", price=1)
    assert refused(position, 0, "sue", defendant=1, ground="perjury", price=1) == NOTHING_SAID
    assert refused(position, 3, "sue", defendant=1, ground="libel", price=1) == NO_MONEY


@pytest.mark.clause("AD-174", "AD-60")
def test_players_without_money_learn_that_they_cannot_sue_during_the_naming() -> None:
    position = table("cat12", 4, money=(0, 3, 3, 0), category="turns", **TOGETHER)
    assert refused(position, 3, "sue", defendant=1, ground="libel", price=2) == NO_MONEY
    assert refused(position, 3, "name", text="library").startswith("AD-60"), "naming itself is a matter of turns"


@pytest.mark.clause("AD-150")
def test_an_unknown_case_is_refused_alike_for_everybody() -> None:
    position = bidding()
    do(position, 1, "sue", defendant=2, ground="libel", price=1)
    for verb, args in (
        ("jury", {"up": True}),
        ("hear", {"allow": False}),
        ("plead", {"fight_up_to": 0}),
        ("appeal_reply", {"sustain": True}),
        ("retort", {"text": ""}),
    ):
        for seat in range(4):
            assert refused(position, seat, verb, case=99, **args) == "AD-150: There is no such open case."
        assert refused(position, 3, verb, case=1, **args) == "AD-150: You have nothing to decide in that case."


@pytest.mark.clause("AD-124", "AD-236", "AD-126")
def test_being_out_of_the_round_is_the_first_reason_given() -> None:
    position = table("rnk02", 5, money=(3, 3, 3, 3, 3), **TOGETHER)
    numbers(position, 1, 2, 3, 4)
    position.state.round.out = [0, 3]
    out = "AD-124: You are out of this round."
    assert refused(position, 3, "rule") == out
    assert refused(position, 3, "rule", weather=1) == out
    assert refused(position, 4, "rule") == "AD-236: It is not your turn to decide."
    do(position, 0, "rule")
    assert position.step == "answer"
    for seat in (0, 3):
        assert refused(position, seat, "answer", choice=0) == refused(position, seat, "answer", weather=1) == out
    assert refused(position, 1, "answer", weather=1) == "AD-236: That move can’t be read."


@pytest.mark.clause("AD-124", "AD-236")
def test_at_the_till_too_a_player_out_of_the_round_hears_that_first() -> None:
    position = till()
    position.state.round.out = [0, 2]
    assert refused(position, 0, "till", amount=1) == "AD-124: You are out of this round."
    do(position, 2, "till", amount=1)  # who has a payment due keys it in all the same
    position.state.round.out = []
    assert refused(position, 0, "till", amount=1) == "AD-236: It is not your turn to decide."


@pytest.mark.clause("AD-236")
def test_an_unknown_verb_is_unreadable_from_any_seat() -> None:
    position = bidding()
    for seat in range(4):
        for verb in ("", "dance", "resign me"):
            assert refused(position, seat, verb) == "AD-236: That move can’t be read."


@pytest.mark.clause("AD-173", "AD-87")
def test_a_number_is_no_ground_for_perjury_once_its_wages_are_paid() -> None:
    position = table("rnk02", 4, money=(3, 3, 3, 3), **TOGETHER)
    numbers(position, 1, 2, 3)
    do(position, 0, "rule")
    for seat in (0, 1, 2):
        do(position, seat, "answer", choice=0)
    do(position, 3, "skip")
    suit = {"defendant": 3, "ground": "perjury", "price": 1}
    assert engine.check(game, position, 1, Move("sue", suit)), "the wages for the number are still to come"
    vote_all(position)
    assert position.step == "bids" and refused(position, 1, "sue", **suit) == NOTHING_SAID
