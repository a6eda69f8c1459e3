"""Previews: what the table says about a move before it is confirmed."""

import re

import pytest
from msgspec.structs import replace

from games.kernel import engine, legal_moves
from games.kernel.position import AnyPosition
from games.kernel.rng import Rng
from games.kernel.types import Move
from games.table.presenter import with_names
from games.titles.adulting import game
from games.titles.adulting.cards import CARDS, DEALER_DECIDES
from games.titles.adulting.state import Options, points
from games.titles.adulting.tests.tables import do, numbers, table, up_to_votes, vote_all

NAMES = ["Ada", "Bo", "Cy", "Di"]
SILENT = {"wait", "retort", "strike", "call_time"}  # unless an answer goes with them


def said(position: AnyPosition, seat: int, verb: str, /, **args: object) -> str:
    """The preview of a legal move, which is not played."""
    before = repr(position)
    _, move = engine.check(game, position, seat, Move(verb, args))
    words = " ".join(game.rules.by_name[position.step].preview(position.state, seat, move))
    assert repr(position) == before
    return words


@pytest.mark.clause("AD-216", "AD-101")
def test_the_preview_of_a_payout_includes_overtime() -> None:
    position = table("pay01")
    assert said(position, 1, "number", n=3, choice=0).startswith("3 earns you 3 money if it stands.")
    position.state.players[1].overtime = True
    assert said(position, 1, "number", n=3, choice=0).startswith("3 earns you 6 money with your Overtime if it stands.")
    assert said(position, 1, "number", n=0, choice=0).startswith("0 earns you 0 money if it stands.")


@pytest.mark.parametrize(("bank", "pace"), [("honest", "live"), ("open", "correspondence")])
def test_every_choice_has_a_preview_and_placements_match_it(bank: str, pace: str) -> None:
    rng, seen = Rng("4e" * 16), set()
    position, _ = engine.start(game, 4, replace(Options.defaults(4, pace), bank=bank), "2a" * 16)
    while (asked := engine.decisions(game, position)) and len(seen) < 12:
        decision = rng.choose([one for one in asked if one.key not in position.sealed])
        move = legal_moves.random_move(game, position, decision, rng)
        _, fitted = engine.check(game, position, decision.seat, move)
        words = game.rules.by_name[position.step].preview(position.state, decision.seat, fitted)
        is_silent = move.verb in SILENT and fitted.args.get("choice") is None
        assert bool(words) is not is_silent or fitted.args.get("n", 0) is None, move
        assert all(re.fullmatch(r"[A-Z0-9].+[.!?”]", sentence) for sentence in words), words
        seen.add(move.verb)
        engine.play(game, position, decision.seat, move, position.id_of(decision) if decision.matter else None)
        if move.verb == "place" and position.step != "scoring":
            worth = points(position.state.players[decision.seat].mantle)
            assert f"worth {worth} point" in words[0]


@pytest.mark.clause("AD-62")
def test_no_preview_reveals_a_repeated_example() -> None:
    position = table("cat01", category="turns", answers="in_turn", sorting="after")
    do(position, 1, "name", text="a word")
    assert said(position, 2, "name", text="a word") == said(position, 2, "name", text="another word")


@pytest.mark.clause("AD-90")
def test_the_preview_of_a_number_says_what_it_pays() -> None:
    card = next(card for card in CARDS.values() if card.job == "payout")
    position = table(card.id)
    least, money = card.steps[-1]
    assert said(position, 1, "number", n=least, choice=0).startswith(f"{least} earns you {money} money")


@pytest.mark.clause("AD-89")
def test_the_preview_of_a_ruling_names_whose_numbers_do_not_count() -> None:
    position = table("rnk02", answers="together", sorting="after")
    numbers(position, 1, 2, 3)
    assert "All numbers count." in said(position, 0, "rule", disallow=[])
    assert "you disallow those of \x022;you|{2}\x03." in said(position, 0, "rule", disallow=[2])


@pytest.mark.clause("AD-56")
def test_the_preview_of_giving_nothing_says_so() -> None:
    position = table(next(card.id for card in CARDS.values() if card.job == "payout"))
    silent = {"choice": None, "note": "", "card": None}
    assert said(position, 1, "skip", **silent) == "You give nothing, and the round goes on without it."
    assert said(position, 1, "skip", **silent | {"choice": 0}).startswith("You give no result, only an answer.")


@pytest.mark.clause("AD-110", "AD-111")
@pytest.mark.parametrize("is_flipped", [False, True])
def test_the_preview_names_the_answer_as_the_option_does(is_flipped: bool) -> None:
    card = next(card for card in CARDS.values() if card.adult == DEALER_DECIDES and card.job == "payout")
    flipped = (card.id,) if is_flipped else ()
    position = table(card.id, flipped=flipped)
    shown = card.sort_answers[::-1] if is_flipped else card.sort_answers
    for choice, words in enumerate(shown):
        assert f"Your answer is “{words}”." in said(position, 1, "number", n=1, choice=choice)
    position = table(card.id, answers="together", sorting="after", flipped=flipped)
    numbers(position, 1, 1, 1, 1)
    for adult, words in enumerate(shown):
        assert f"The adult answer is “{words}”." in said(position, 0, "rule", adult=adult)


@pytest.mark.clause("AD-110", "AD-220")
def test_no_preview_reveals_the_adult_answer() -> None:
    position = table("rnk01", answers="together", sorting="after")
    numbers(position, *[None] * 3)
    do(position, 0, "rule")
    first, second = (said(position, 1, "answer", choice=choice).rpartition(" Your answer is ")[0] for choice in (0, 1))
    assert first == second and first


@pytest.mark.clause("AD-130", "AD-131", "AD-137")
def test_the_preview_of_a_bid_says_what_it_costs() -> None:
    position = table("rnk01", answers="together", sorting="after", money=(5, 5, 5, 5))
    numbers(position, *[None] * 3)
    do(position, 0, "rule")
    up_to_votes(position, (1, 2))
    assert with_names(said(position, 1, "votes", down=[2]), NAMES, 1) == f"You vote down {NAMES[2]}."
    standing = said(position, 1, "votes", down=[], bid={"amount": 2, "card": None})
    assert standing.startswith("You let every answer stand. Your bid is used if your own answer stands.")
    vote_all(position)
    assert "you pay 3 money and take the card" in said(position, 1, "bid", amount=3)


@pytest.mark.clause("AD-164", "AD-167")
def test_the_preview_of_an_objection_says_what_it_risks() -> None:
    position = table("rnk01", answers="together", sorting="after", money=(5, 5, 5, 5))
    numbers(position, 1, 2, 3)
    do(position, 0, "rule", disallow=[1])
    matter = {"kind": "number", "seat": 1, "example": None}
    free = with_names(said(position, 1, "appeal", matter=matter, press="no"), NAMES, 1)
    assert free == "You object to the ruling on your number. It costs nothing and ends with the dealer’s reply."
    assert "3 of your money is set aside" in said(position, 1, "appeal", matter=matter, press="yes")


@pytest.mark.clause("AD-75", "AD-76")
def test_the_preview_of_a_list_counts_its_examples() -> None:
    position = table("cat16", category="lists", answers="together", sorting="after")
    secret = "They stay secret until all lists are in."
    assert said(position, 1, "list", examples=["glue", "string"]) == f"You hand in 2 examples. {secret}"
    assert said(position, 1, "list", examples=["glue"]) == f"You hand in 1 example. {secret}"


@pytest.mark.clause("AD-84", "AD-85")
@pytest.mark.parametrize(("card", "best"), [("rnk01", "highest"), ("rnk03", "lowest")])
def test_the_preview_of_a_rank_says_which_number_is_best(card: str, best: str) -> None:
    position = table(card, answers="together", sorting="after")
    assert said(position, 1, "number", n=7) == f"You give 7. The {best} number is paid most."


@pytest.mark.clause("AD-39", "AD-40", "AD-222", "AD-142")
def test_the_preview_of_a_placement() -> None:
    def placed(card: str, column: str, spades: int = 0, **columns: list[str]) -> str:
        position = table(hands={0: [card]}, mantles={0: columns}, spades=spades)
        return said(position, 0, "place", card=card, column=column)

    into = "goes into Clubs."
    assert placed("cat16", "C") == f"Your mantle will be worth 1 point, 1 more than now. Clubs {into}"
    row = placed("cat16", "C", H=["chl08"], D=["cat10"])
    assert row.startswith("Your mantle will be worth 10 points, 8 more than now."), "with the seven points of a row"
    second = placed("cat16", "C", H=["chl08"], C=["cat13"], D=["cat10"])
    assert second.startswith("Your mantle will be worth 13 points, 3 more than now."), "the row was there before"
    warm = placed("chl14", "C", H=["chl08"], D=["cat10"])
    assert warm.endswith("You take 3 money for the cards on it.")
    last = "It is the last spade: this ends the game."
    assert last not in placed("cat02", "C", spades=1) and placed("cat02", "C", spades=2).endswith(last)


@pytest.mark.clause("AD-100", "AD-101")
def test_the_preview_of_a_ruling_names_what_is_struck() -> None:
    position = table("cat16", category="lists", answers="together", sorting="after")
    for seat, text in ((1, "glue"), (2, "string"), (3, "paper")):
        do(position, seat, "list", examples=[text])
    assert said(position, 0, "rule", strike=["1:glue", "3:paper"]).startswith("You strike glue; paper. ")
    assert said(position, 0, "rule", strike=[]).startswith("You strike nothing. ")


@pytest.mark.clause("AD-220", "AD-223", "AD-140", "AD-218")
def test_the_previews_of_cards_that_help() -> None:
    hands = {1: ["cat05", "cat20"], 2: ["pay10"]}
    position = table("rnk01", answers="together", sorting="after", money=(5, 5, 5, 5), hands=hands)
    numbers(position, *[None] * 3)
    do(position, 0, "rule")
    note = "If it is the adult one, it stands without a vote, and the Doctor’s Note is discarded."
    assert note in said(position, 1, "answer", choice=0, card="cat05")
    assert "stands in the vote, you may bid for the card." in said(position, 1, "answer", choice=0)
    up_to_votes(position, (1, 2))
    down = with_names(said(position, 0, "votes", down=[1, 2]), NAMES, 0)
    position.state.round.jury_duty = [0]
    assert with_names(said(position, 0, "votes", down=[1, 2]), NAMES, 0) == f"{down[:-1]}, each counted twice."
    vote_all(position)
    loud = said(position, 1, "bid", amount=2, card="cat20")
    assert loud.startswith("It is compared as 5. If it is the highest, you pay 2 money and take the card;")
    assert "you pay 2 money" in said(position, 2, "bid", amount=4, card="pay10"), "half of it with a coupon"
    assert said(position, 2, "bid", amount=4).endswith("the card is worth up to 1 point.")
