"""What the log, the emails and “Why can’t I …?” say of answers, payments, votes and cases."""

import pytest

from games.kernel import engine
from games.kernel.errors import IllegalMove
from games.kernel.position import AnyPosition
from games.kernel.types import Move
from games.titles.adulting import game, verbs
from games.titles.adulting.cards import CARDS
from games.titles.adulting.law import rulings
from games.titles.adulting.law.statements import statement
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
