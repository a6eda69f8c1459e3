"""What the log, the emails and “Why can’t I …?” say of answers, payments, votes and cases."""

from typing import Any

import pytest

from games.kernel import engine
from games.kernel.errors import IllegalMove
from games.kernel.position import AnyPosition
from games.kernel.types import Move
from games.titles.adulting import game, verbs
from games.titles.adulting.cards import CARDS
from games.titles.adulting.law import rulings
from games.titles.adulting.law.pleading import statement
from games.titles.adulting.state import Due
from games.titles.adulting.tests.tables import do, leave, lines, numbers, refused, table, up_to_votes, vote_all
from games.titles.adulting.verb import MALFORMED
from games.titles.adulting.work.jobs import MOST_NUMBERS

RICH = (9, 9, 9, 9)
AFTER = {"answers": "together", "sorting": "after"}


def voting(**options: object) -> AnyPosition:
    """Numbers 1 to 3 and the adult answers of 1 and 2."""
    position = table("rnk02", 4, money=RICH, **{**AFTER, **options})  # type: ignore[arg-type]
    numbers(position, 1, 2, 3)
    do(position, 0, "rule")
    up_to_votes(position, (1, 2))
    return position


def offered(position: AnyPosition, seat: int, verb: str) -> list[tuple[str, Move]]:
    """The choices of the email about the seat's decision with this verb."""
    view = engine.view_for(game, position, seat)
    own = [one for one in engine.decisions(game, position) if one.seat == seat]
    [decision] = [one for one in own if one.actions[0].verb == verb]
    return [(one.label, one.move) for one in verbs.choices(view, decision, list)]


@pytest.mark.clause("AD-57")
def test_an_email_offers_the_small_numbers_and_none() -> None:
    found = offered(table("rnk02", 4), 1, "number")
    assert [label for label, _ in found] == [*map(str, range(1, MOST_NUMBERS + 1)), "0", "Another number"]
    assert [move.verb for _, move in found] == ["number"] * len(found)
    assert [move.args.get("n") for _, move in found] == [*range(1, MOST_NUMBERS + 1), 0, None]


@pytest.mark.clause("AD-172", "AD-175", "AD-177", "AD-179")
def test_the_log_of_a_case_that_is_fought() -> None:
    position = voting()
    sued = do(position, 2, "sue", defendant=3, ground="perjury", price=2, statement="I doubt it.")
    assert lines(sued)[0].startswith("Case 1: Cid sues Dee for perjury, price 2.")
    assert "“I doubt it.”" in lines(sued)[0]
    conceding = dict(offered(position, 3, "plead"))["Concede, and pay 1"]
    assert conceding.verb == "plead" and conceding.args["fight_up_to"] == 0
    do(position, 3, "plead", case=1, fight_up_to=2, retort="It was true.")
    told = lines(do(position, 0, "hear", case=1, allow=True, price=2))
    assert any(line.startswith("Case 1: Dee fights.") and "“It was true.”" in line for line in told)


@pytest.mark.clause("AD-197")
@pytest.mark.parametrize(
    ("amount", "words"),
    [
        (4, "That is the right amount."),
        (5, "That is 1 in your favour. If anyone calls it a theft, you pay the bank twice that."),
        (3, "That costs you 1, and you can’t get it back."),
    ],
)
def test_the_till_says_what_an_amount_means(amount: int, words: str) -> None:
    position = voting(bank="open")
    vote_all(position)
    seat = next(iter(position.state.round.dues))
    position.state.round.dues[seat] = Due("wages", 4)
    assert verbs.told(position.state, seat, Move("till", {"amount": amount})) == [words]


@pytest.mark.clause("AD-150")
def test_a_statement_may_have_500_characters() -> None:
    assert len(statement({"text": "x" * 500}, "text")) == 500
    for long in ("x" * 501, " " * 20_001):
        with pytest.raises(IllegalMove):
            statement({"text": long}, "text")
    assert statement({"text": " " * 20_000}, "text") == ""


@pytest.mark.clause("AD-160")
def test_each_ruling_has_its_words() -> None:
    said = {(kind, was_on): rulings.words(kind, was_on, "pens") for kind in KINDS for was_on in (True, False)}
    assert said == {(kind, was_on): words for kind, both in KINDS.items() for was_on, words in both.items()}


KINDS = {
    "example": {True: "struck “pens”", False: "let “pens” stand"},
    "number": {True: "disallowed the number", False: "allowed the number"},
    "bonus": {True: "gave the extra money", False: "withheld the extra money"},
    "time": {True: "called time", False: "called time"},
    "place": dict.fromkeys((True, False), "the place directly behind another"),
}


@pytest.mark.clause("AD-160")
def test_a_ruling_is_on_for_those_whom_it_concerns() -> None:
    position = table("rnk02", 4, **AFTER)
    numbers(position, 1, 2, 3)
    do(position, 0, "rule", disallow=[1], bonus=[2])
    state = position.state
    found = [rulings.is_on(state, rulings.Matter(kind, seat)) for kind in ("number", "bonus") for seat in (1, 2)]
    assert found == [True, False, False, True] and rulings.is_on(state, rulings.Matter("time", 1))


@pytest.mark.clause("AD-117", "AD-118")
def test_the_votes_are_told_by_name() -> None:
    position = voting()
    events = vote_all(position, {3: [1]})
    [vote] = [event for event in events if event.kind == "vote" and event.data["seat"] == 1]
    assert vote.data["down"] == [3] and vote.data["against"] == 1


@pytest.mark.clause("AD-75", "AD-77", "AD-116", "AD-119")
def test_what_nobody_can_do_is_refused_by_the_rule_that_forbids_it() -> None:
    listing = table("cat14", 4, category="lists", **AFTER)
    assert refusals(listing, 1) == {"AD-75", "AD-77"}
    assert refusals(voting(), 3) <= {"AD-116", "AD-119"} and refusals(voting(), 3)


def refusals(position: AnyPosition, seat: int) -> set[str]:
    """The clauses that refuse what a player might try in this decision."""
    decision = next(one for one in engine.decisions(game, position) if one.seat == seat)
    found = set()
    for tried in verbs.VERBS[decision.actions[0].verb].wanted(position.state, seat):
        if tried.move is not None:
            with pytest.raises(IllegalMove) as refused:
                engine.check(game, position, seat, tried.move)
            found.add(refused.value.clause)
    return found


@pytest.mark.clause("AD-112", "AD-115")
def test_an_answer_in_turn_is_told_with_its_remark() -> None:
    position = table("rnk02", 4, answers="in_turn", sorting="after")
    numbers(position, 1, 2, 3)
    do(position, 0, "rule")
    assert position.step == "answer"
    seat = engine.decisions(game, position)[0].seat
    told = lines(do(position, seat, "answer", choice=0, note="Honestly."))
    assert any("Honestly." in line for line in told), told


@pytest.mark.clause("AD-76")
def test_secret_lists_are_played_out_with_the_ruling() -> None:
    position = table("cat14", 4, category="lists", **AFTER)
    for seat in (1, 2, 3):
        do(position, seat, "list", examples=[f"thing {seat}", f"other {seat}"])
    do(position, 0, "rule", strike=[])
    record = position.state.round.job.record
    assert [entry.seat for entry in record if entry.kind == "named"][:3] == [1, 2, 3]


@pytest.mark.clause("AD-102", "AD-103", "AD-104")
def test_the_default_ruling_pays_the_extra_money_of_the_fine_print() -> None:
    card = next(one.id for one in CARDS.values() if one.fine_print.startswith("One sock is always missing"))
    position = table(card, 4, **AFTER)
    numbers(position, 1, 2, 3)
    [ruling] = [one for one in engine.decisions(game, position) if one.actions[0].verb == "rule"]
    assert ruling.default.args["bonus"] == [1, 3]


@pytest.mark.clause("AD-115")
def test_a_remark_is_a_text() -> None:
    position = table("rnk02", 4, **AFTER)
    numbers(position, 1, 2, 3)
    do(position, 0, "rule")
    assert refused(position, 1, "answer", choice=0, note=5) == ": ".join(MALFORMED)


@pytest.mark.clause("AD-138")
def test_a_vote_on_somebody_who_goes_out_is_dropped_and_the_others_stay() -> None:
    position = voting()
    do(position, 3, "votes", down=[1, 2])
    leave(position, 2)
    assert position.sealed["3"].args["down"] == [1]


@pytest.mark.clause("AD-202", "AD-223")
def test_a_juror_reads_that_a_vote_counts_twice() -> None:
    state = voting().state
    told = verbs.told(state, 1, Move("jury", {"case": 1, "up": "yes"}))
    state.round.jury_duty = [1]
    assert verbs.told(state, 1, Move("jury", {"case": 1, "up": "yes"})) == [*told, "Yours counts twice."]


@pytest.mark.clause("AD-204", "AD-205")
def test_a_failed_motion_over_secret_lists_empties_the_filer_s_list() -> None:
    position = table("cat14", 5, category="lists", **AFTER)
    do(position, 2, "impeach")
    do(position, 0, "retort", case=1)
    for seat in (1, 3):
        do(position, seat, "jury", case=1, up=False)
    assert position.state.round.job.emptied == [2]


def tried(position: AnyPosition, seat: int) -> list[tuple[str, str]]:
    """What “Why can’t I …?” lists for the seat's first decision: the words and the refusal."""
    decision = next(one for one in engine.decisions(game, position) if one.seat == seat)
    found = []
    for one in verbs.VERBS[decision.actions[0].verb].wanted(position.state, seat):
        assert one.move is not None
        found.append((one.words, refused(position, seat, one.move.verb, **one.move.args)))
    return found


@pytest.mark.clause("AD-57", "AD-75", "AD-77", "AD-95", "AD-130", "AD-197")
def test_why_not_tries_one_more_than_the_most() -> None:
    listing = table("cat16", category="lists", **AFTER)
    assert tried(listing, 1) == [
        ("List an example twice", "AD-77: Your list contains the same example twice."),
        ("List 11 examples", "AD-75: A list has at most 10 examples."),
    ]
    longest = verbs.VERBS["list"].wanted(listing.state, 1)[1].move
    assert longest is not None and len(longest.args["examples"]) == 11
    whole = "AD-57: Give a whole number from 0 to 200."
    assert tried(table("rnk01", **AFTER), 1) == [("Give -1", whole), ("Give 0.5", whole), ("Give 201", whole)]
    performing = table("chl08", **AFTER)
    assert tried(performing, 1) == [
        ("Hand in an empty text", "AD-95: A performance needs at least one character."),
        ("Write 141 characters", "AD-95: The performance may have at most 140 characters."),
    ]
    longest = verbs.VERBS["perform"].wanted(performing.state, 1)[1].move
    assert longest is not None and longest.args["text"] == "x" * 141
    paying = voting(bank="open")
    vote_all(paying)
    assert tried(paying, 1) == [("Key in 21", "AD-197: Enter a whole number from 0 to 20.")]
    bidding = voting()
    vote_all(bidding)
    rich = bidding.state.players[1].money + 1
    assert tried(bidding, 1) == [(f"Bid {rich}", "AD-130: You cannot bid more money than you have.")]


@pytest.mark.clause("AD-189", "AD-197")
def test_an_email_and_a_prompt_say_what_is_due_at_the_till() -> None:
    position = voting(bank="open")
    vote_all(position)
    assert prompts(position, "till")[1] == "Take 2 from the bank."
    assert [label for label, _ in offered(position, 1, "till")] == ["Take 2, which is right"]
    for seat, amount in ((1, 2), (2, 3), (3, 4)):
        do(position, seat, "till", amount=amount)
    do(position, 1, "bid", amount=3)
    do(position, 2, "bid", amount=2)
    assert prompts(position, "till") == {1: "Pay 3 into the bank."}
    assert [label for label, _ in offered(position, 1, "till")] == ["Pay 3, which is right"]
    position.state.players[1].money = 1  # as after a fine
    assert [label for label, _ in offered(position, 1, "till")] == ["Pay 1, all you have"]


def prompts(position: AnyPosition, verb: str) -> dict[int, str]:
    """The prompt of each seat's decision with this verb."""
    return {one.seat: one.prompt for one in engine.decisions(game, position) if one.actions[0].verb == verb}


@pytest.mark.clause("AD-142", "AD-33")
def test_an_email_says_which_placement_ends_the_game() -> None:
    position = table(hands={0: ["cat02", "cat10"]}, spades=2)
    labels = [label for label, _ in offered(position, 0, "place")]
    assert "Place Spades in clubs: +1, then 1. This ends the game" in labels
    assert "Place Diamonds in diamonds: +1, then 1" in labels


@pytest.mark.clause("AD-116")
def test_the_prompt_of_the_votes_says_whether_any_answer_is_up() -> None:
    position = table("rnk02", 4, **AFTER)
    numbers(position, 1, 2, 3)
    up_to_votes(position, (1,))
    nothing, up = "No answers to vote on. Anything else?", "Vote on the adult answers: up, or down."
    assert prompts(position, "votes") == {1: nothing, 2: up, 3: up, 0: up}


@pytest.mark.clause("AD-33", "AD-75", "AD-89", "AD-115", "AD-130", "AD-172", "AD-189", "AD-201")
def test_every_field_says_what_it_asks() -> None:
    laps = {f"examples.{number}": f"example {number + 1}" for number in range(10)}
    assert labels(table("cat16", category="lists", **AFTER), 1, "list") == laps
    with_answer = labels(table("rnk01", money=RICH), 1, "number")
    assert with_answer == {"n": CARDS["rnk01"].unit, "choice": "answer", "note": "remark", "card": "Doctor’s Note"}
    assert labels(table("rnk01", money=RICH), 1, "sue")["price"] == "price"
    accused = table("rnk01", money=RICH)
    do(accused, 1, "impeach")
    assert labels(accused, 0, "retort") == {"case": "case", "text": "retort"}
    using = labels(table(hands={0: ["cat09"]}), 0, "effect")
    assert using["target"] == "player"
    assert using["column"] == using["plays.0.column"] == using["plays.1.column"] == "column"
    position = voting(bank="open")
    [down] = [one for one in forms(position, 1, "votes") if one.name == "down"]
    assert [option.label for option in down.options] == ["player 3"]
    vote_all(position)
    assert labels(position, 1, "till") == {"amount": "money"}
    for seat in (1, 2, 3):
        do(position, seat, "till", amount=0)
    assert labels(position, 1, "bid") == {"amount": "bid", "card": "helper card"}


def forms(position: AnyPosition, seat: int, verb: str) -> list[Any]:
    """The fields of the seat's action with this verb."""
    own = [one for one in engine.decisions(game, position) if one.seat == seat]
    [action] = [action for one in own for action in one.actions if action.verb == verb]
    return list(action.fields)


def labels(position: AnyPosition, seat: int, verb: str) -> dict[str, str]:
    """The labels of these fields by their names."""
    return {field.name: field.label for field in forms(position, seat, verb)}


@pytest.mark.clause("AD-150")
def test_a_statement_keeps_its_lines() -> None:
    assert statement({"text": "First.\nSecond."}, "text") == "First.\nSecond."
