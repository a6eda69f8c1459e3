"""The work phase: the four jobs, the ruling, wages, and what stays hidden until when."""

import pytest

from games.kernel import engine
from games.kernel.codec import dump
from games.kernel.position import AnyPosition
from games.titles.adulting import game
from games.titles.adulting.cards import CARDS, EFFECT
from games.titles.adulting.tests.tables import (
    asked,
    do,
    lines,
    money,
    numbers,
    refused,
    required,
    table,
    up_to_votes,
    view,
    vote_all,
    wages,
)
from games.titles.adulting.texts import clean, is_example, normal
from games.titles.adulting.work.category import eliminated, inside
from games.titles.adulting.work.fine_print import hits

TOGETHER = {"answers": "together", "sorting": "after"}
LISTS = {"category": "lists", **TOGETHER}


@pytest.mark.clause("AD-50", "AD-51", "AD-52")
def test_who_takes_part_in_each_job() -> None:
    for card, step in (("cat01", "list"), ("rnk01", "number"), ("chl01", "perform")):
        position = table(card, **LISTS)
        assert (position.step, required(position)) == (step, ["1", "2", "3"])
    assert required(table("pay01", **TOGETHER)) == ["1", "2", "3", "0"]
    assert required(table("rnk01", dealer_ranks=True, **TOGETHER)) == ["1", "2", "3", "0"]
    told = do(table(hands={0: ["cat10"]}), 0, "pass")
    assert "Job: " in lines(told)[1] and "Order" not in lines(told)[1]
    assert table("cat01", pace="live").step == "naming"


@pytest.mark.clause("AD-53", "AD-24")
def test_a_dealer_who_takes_part_sees_the_fine_print_after_their_own_number() -> None:
    position = table("pay09", pace="live")
    for seat in (1, 2, 3):
        assert view(position, 0).card.fine_print == ""  # type: ignore[union-attr]
        do(position, seat, "number", n=1)
    do(position, 0, "number", n=3)
    assert view(position, 0).card.fine_print == CARDS["pay09"].fine_print  # type: ignore[union-attr]


@pytest.mark.clause("AD-23", "AD-24", "AD-101")
def test_only_the_dealer_learns_card_id_and_fine_print_before_the_ruling() -> None:
    for card, pace in (("cat12", "live"), ("cat12", "correspondence"), ("rnk01", "live"), ("chl02", "correspondence")):
        position = table(card, pace=pace)
        _to_ruling(position)
        for seat in (1, 2, 3, None):
            shown = _shown(position, seat)
            assert CARDS[card].fine_print not in shown
            assert f'"{card}"' not in shown and f"'{card}'" not in shown
            assert CARDS[card].prompt in shown
        dealer = view(position, 0).card
        assert dealer is not None and (dealer.id, dealer.fine_print) == (card, CARDS[card].fine_print)
        told = do(position, 0, "rule", **_whole_ruling(position))
        assert CARDS[card].fine_print in _shown(position, None)
        assert CARDS[card].fine_print in " ".join(lines(told))


def _shown(position: AnyPosition, seat: int | None) -> str:
    """Everything shown to a seat: view, decisions, facts of the table."""
    decisions = [decision for decision in engine.decisions(game, position) if decision.seat == seat]
    seen = view(position, seat)
    facts = game.table.facts(seen, decisions[0] if decisions else None, ["A", "B", "C", "D"])  # type: ignore[misc]
    names = [name for name in dir(facts) if not name.startswith("_") and name != "faces"]  # suit sides of all cards
    return dump([seen, decisions]).decode() + repr({name: getattr(facts, name) for name in names})


def _to_ruling(position: AnyPosition) -> None:
    while position.step != "ruling":
        seat = int(next(key for key in required(position)))
        do(position, seat, "give_up" if position.step == "naming" else "skip")


def _whole_ruling(position: AnyPosition) -> dict[str, object]:
    decision = next(d for d in engine.decisions(game, position) if d.key == "0")
    return dict(decision.default.args)


@pytest.mark.clause("AD-54", "AD-55", "AD-83")
def test_numbers_in_turn_are_public_at_once_and_simultaneous_ones_at_the_end() -> None:
    position = table("rnk01", pace="live")
    told = do(position, 1, "number", n=4)
    assert lines(told) == ["Bob: 4."] and required(position) == ["2"]
    assert [one.number for one in view(position).job.numbers] == [4]  # type: ignore[union-attr]
    position = table("rnk01", **TOGETHER)
    do(position, 1, "number", n=4)
    do(position, 2, "number", n=5)
    for seat in range(4):
        assert view(position, seat).job.numbers == []  # type: ignore[union-attr]
    do(position, 3, "number", n=6)
    assert [one.number for one in view(position).job.numbers] == [4, 5, 6]  # type: ignore[union-attr]


@pytest.mark.clause("AD-55", "AD-75")
def test_lists_are_shown_to_the_dealer_first() -> None:
    position = table("cat06", **LISTS)
    for seat in (1, 2, 3):
        do(position, seat, "list", examples=[f"thing {seat}"])
    assert [one.text for one in view(position, 0).job.examples] == ["thing 1", "thing 2", "thing 3"]  # type: ignore[union-attr]
    other = view(position, 1).job
    assert other is not None and (other.examples, other.my_list) == ([], ["thing 1"])
    do(position, 0, "rule")
    assert len(view(position, None).job.examples) == 3  # type: ignore[union-attr]


@pytest.mark.clause("AD-56", "AD-98", "AD-106", "AD-100")
def test_players_without_a_result_earn_nothing() -> None:
    position = table("rnk01", **TOGETHER)
    assert {d.default.verb for d in engine.decisions(game, position) if not d.optional} == {"skip"}
    numbers(position, None, 5, 4)
    do(position, 0, "rule")
    assert wages(position) == [0, 0, 4, 3]
    position = table("chl02", **TOGETHER)
    do(position, 1, "perform", text=None)
    do(position, 2, "perform", text="A tax is\na present.")
    do(position, 3, "skip")
    assert position.state.round.job.texts == {1: None, 2: "A tax is\na present.", 3: None}
    do(position, 0, "rule", order=[2])
    assert wages(position) == [0, 0, 4, 0]


@pytest.mark.clause("AD-57", "AD-95")
def test_limits_are_inclusive() -> None:
    position = table("rnk01", **TOGETHER)
    numbers(position, 0, 200, 7)
    assert position.step == "ruling"
    position = table("chl08", **TOGETHER)
    do(position, 1, "perform", text=" " + "x" * 140 + " ")
    do(position, 2, "perform", text="no " * 12)


@pytest.mark.clause("AD-58", "AD-63")
def test_normal_form() -> None:
    assert normal("The Tea-Towels!") == normal("tea towel") == normal("TEA TOWELS") == normal("tea\u200btowel")
    assert normal("café") == normal("Cafe") == normal("cafés") == normal("ＣＡＦＥ")
    assert normal("glass") != normal("glasses") and normal("an") == "an" and normal("my the") == "the"
    assert normal("batteries") == normal("battery") and normal("bus") == "bus"
    assert normal("straße") == normal("STRASSE") and normal("Don't") == normal("dont") == normal("don’t")
    assert is_example("x" * 40) and not is_example("x" * 41) and is_example("7") and not is_example("…")


@pytest.mark.clause("AD-65", "AD-67", "AD-68", "AD-69", "AD-72")
def test_giving_up_and_calling_time() -> None:
    position = table("cat01", 5, pace="live")
    assert asked(position)["0.time"] == ["call_time", "wait"]
    call = next(d for d in engine.decisions(game, position) if d.key == "0.time")
    assert call.clock.after == "1" and call.optional, "the platform lets it through only after the soft limit of seat 1"
    told = do(position, 0, "call_time")
    assert lines(told) == ["Ann calls time on Bob."]
    assert eliminated(position.state.round.job) == [1] and position.state.round.job.turn == 2
    decision = next(d for d in engine.decisions(game, position) if d.key == "2")
    assert decision.default.verb == "give_up", "at the hard limit the player gives up"
    do(position, 2, "give_up")
    do(position, 3, "name", text="string")
    do(position, 4, "name", text="Strings")
    assert position.step == "ruling" and inside(position.state.round.job) == [3]


@pytest.mark.clause("AD-73")
def test_naming_stops_after_the_laps() -> None:
    position = table("cat06", pace="live", laps=3)
    for lap in range(3):
        for seat in (1, 2, 3):
            if not (lap == 1 and seat == 2) and position.state.round.job.turn == seat:
                do(position, seat, "name", text=f"thing {lap} {seat}")
            elif seat == 2 and lap == 1:
                do(position, 2, "give_up")
    assert position.step == "ruling"
    do(position, 0, "rule")
    assert wages(position) == [0, 3, 1, 3]


@pytest.mark.clause("AD-74", "AD-78", "AD-64")
def test_a_struck_player_is_out_and_the_example_stays_used() -> None:
    position = table("cat01", 5, pace="live")
    do(position, 1, "name", text="glue")
    do(position, 2, "name", text="piano")
    told = do(position, 0, "strike", seat=2, example="Pianos")
    assert lines(told) == ["Ann strikes “piano” (Cid)."]
    do(position, 3, "name", text="the piano")
    assert eliminated(position.state.round.job) == [2, 3]
    do(position, 4, "name", text="string")
    do(position, 0, "strike", seat=1, example="glue")
    assert position.step == "ruling", "only one is left"


@pytest.mark.clause("AD-74", "AD-66", "AD-71")
def test_the_ruling_can_strike_more_but_take_nothing_back() -> None:
    position = table("cat13", 5, pace="live")
    for seat, text in ((1, "my phone died"), (2, "busy"), (3, "asleep")):
        do(position, seat, "name", text=text)
    do(position, 4, "give_up")
    for seat in (1, 2):
        do(position, seat, "give_up")
    do(position, 0, "rule", strike=[{"seat": 3, "example": "asleep"}, {"seat": 1, "example": "my phone died"}], adult=0)
    assert wages(position) == [0, 1, 4, 2, 3], "in the order of the record"


@pytest.mark.clause("AD-79")
def test_a_strike_overturned_during_the_naming() -> None:
    position = table("cat01", 5, pace="live")
    do(position, 1, "name", text="string")
    do(position, 0, "strike", seat=1, example="string")
    do(position, 1, "appeal", matter={"kind": "example", "seat": 1, "example": "string"}, press=False)
    do(position, 0, "appeal_reply", sustain=False)
    for seat in (2, 3, 4):
        do(position, seat, "name", text=f"thing {seat}")
    assert position.state.round.job.turn == 1, "in again"
    do(position, 0, "call_time")
    do(position, 1, "appeal", matter={"kind": "time", "seat": 1}, press=False)
    do(position, 0, "appeal_reply", sustain=False)
    assert inside(position.state.round.job) == [1, 2, 3, 4]


@pytest.mark.clause("AD-80", "AD-170")
def test_one_call_of_time_is_objected_to_once() -> None:
    position = table("cat01", 5, pace="live")
    do(position, 0, "call_time")
    do(position, 2, "appeal", matter={"kind": "time", "seat": 1}, press=False)
    do(position, 0, "appeal_reply", sustain=True)
    again = refused(position, 3, "appeal", matter={"kind": "time", "seat": 1}, press=False)
    assert again == "AD-170: That ruling has already been objected to."


@pytest.mark.clause("AD-79", "AD-161", "AD-80")
def test_a_strike_overturned_after_the_naming() -> None:
    position = table("cat01", 5, pace="live", money=(0, 0, 0, 0, 0))
    do(position, 1, "name", text="string")
    do(position, 0, "strike", seat=1, example="string")
    do(position, 2, "give_up")
    do(position, 3, "give_up")
    do(position, 0, "rule")
    assert wages(position) == [0, 1, 2, 3, 4]
    do(position, 1, "appeal", matter={"kind": "example", "seat": 1, "example": "string"}, press=False)
    do(position, 0, "appeal_reply", sustain=False)
    assert wages(position) == [0, 4, 1, 2, 4], "never eliminated: shares the last place"


@pytest.mark.clause("AD-89", "AD-92", "AD-90", "AD-91")
def test_disallowed_numbers() -> None:
    position = table("pay02", **TOGETHER)
    numbers(position, 6, 3, 2, 9)
    assert view(position, 0).marks.disallow == [1, 0]  # type: ignore[union-attr]
    do(position, 0, "rule", disallow=[0, 1])
    assert wages(position) == [0, 0, 3, 2]
    assert 1 in position.state.in_round, "the player stays in the round"


@pytest.mark.clause("AD-82", "AD-84", "AD-85")
def test_fewest_first() -> None:
    position = table("rnk03", 6, **TOGETHER)
    numbers(position, 9, 2, 2, 40, None)
    do(position, 0, "rule")
    assert wages(position) == [0, 4, 6, 6, 3, 0]


@pytest.mark.clause("AD-97", "AD-96", "AD-104")
def test_challenge_default_order() -> None:
    position = table("chl02", **TOGETHER)
    for seat, text in ((1, "You give 3 sweets."), (2, "Sharing."), (3, "A loan.")):
        do(position, seat, "perform", text=text)
    marks = view(position, 0).marks
    assert marks is not None and marks.order == [2, 3, 1]
    do(position, 0, "rule", order=marks.order)
    assert wages(position) == [0, 2, 4, 3]


@pytest.mark.clause("AD-102", "AD-104")
def test_marks() -> None:
    position = table("cat12", **LISTS)
    for seat, texts in ((1, ["museum", "temple"]), (2, ["library", "classroom"]), (3, [])):
        do(position, seat, "list", examples=texts)
    marks = view(position, 0).marks
    assert marks is not None and marks.strike == ["1:museum", "2:classroom"]
    assert view(position, 1).marks is None
    position = table("cat04", **LISTS)
    do(position, 1, "list", examples=["the dog ate it"])
    do(position, 2, "list", examples=["The dog ate it", "rain"])
    do(position, 3, "list", examples=["fog"])
    assert view(position, 0).marks.bonus == [1], "only an example that was really named"  # type: ignore[union-attr]


@pytest.mark.clause("AD-103", "AD-106")
def test_the_dealer_may_follow_the_marks_or_not() -> None:
    position = table("rnk02", **TOGETHER)
    numbers(position, 0, None, 9)
    assert view(position, 0).marks.bonus == [1]  # type: ignore[union-attr]
    do(position, 0, "rule", bonus=[2])
    assert wages(position) == [0, 3, 1, 4], "even one without a result"


@pytest.mark.clause("AD-105", "AD-101")
def test_wages_are_paid_when_the_votes_close() -> None:
    position = table("rnk01", **TOGETHER)
    numbers(position, 3, 2, 1)
    told = do(position, 0, "rule")
    words = "Ruling: fine print: “More than twenty and you are the caretaker: a number over 20 does not count.”;"
    assert lines(told)[0] == f"{words} wages: Ann 0, Bob 4, Cid 3, Dee 2."
    up_to_votes(position, (1,))
    assert money(position) == [0, 0, 0, 0]
    assert "Wages: Ann 0, Bob 4, Cid 3, Dee 2." in lines(vote_all(position))


@pytest.mark.clause("AD-86", "AD-172", "AD-173")
def test_numbers_can_be_sued_while_their_wages_are_unpaid() -> None:
    position = table("pay01", money=(9, 9, 9, 9), **TOGETHER)
    assert view(position, 1).law.perjury == []  # type: ignore[union-attr]
    numbers(position, 5, 2, 3, 1)
    assert view(position, 1).law.perjury == [0, 2, 3]  # type: ignore[union-attr]
    do(position, 1, "sue", defendant=2, ground="perjury", price=1, statement="Never.")
    assert position.state.round.cases[0].ground == "perjury"


@pytest.mark.clause("AD-102")
@pytest.mark.parametrize(
    ("card", "result", "is_hit"),
    [
        ("cat01", "spare batteries", True),
        ("cat01", "string", False),
        ("cat02", "one two three four", True),
        ("cat02", "the one two three", False),
        ("cat03", "apple", True),
        ("cat03", "kale", False),
        ("cat05", "Pilot", True),
        ("cat05", "the pilot", True),
        ("cat05", "autopilot", False),
        ("cat07", "driving licence 2", True),
        ("cat07", "birth card", False),
        ("cat12", "church", False),
        ("cat18", "walk", True),
        ("cat18", "walk home", False),
        ("chl02", "3 coins", True),
        ("chl03", "Would you mind? ", True),
        ("chl04", "word " * 31, True),
        ("chl04", "word " * 30, False),
        ("chl05", "Chief of Doze", False),
        ("chl05", "Senior", True),
        ("rnk01", 21, True),
        ("rnk01", 20, False),
        ("rnk02", 0, True),
        ("rnk05", 7, True),
        ("rnk05", 0, False),
        ("rnk07", 20, True),
        ("rnk07", 0, False),
        ("rnk12", 5, True),
        ("pay01", 5, False),
    ],
)
def test_fine_print_tests(card: str, result: str | int, is_hit: bool) -> None:
    assert hits(CARDS[card], result) is is_hit


def test_hostile_text_is_cleaned() -> None:
    assert clean("a\u202eb\u2066c\x00d\ud800e") == "abc d e"
    assert clean("one\ntwo\r\nthree") == "one two three"
    assert clean("\n".join(f"line {n}" for n in range(10_000)), lines=True).count("\n") <= 11
    assert clean("a\n\n\n\n\nb", lines=True) == "a\n\nb"
    assert len(clean("e" + "\u0301" * 500)) <= 4
    assert clean("<b>bold</b>") == "<b>bold</b>", "escaped where it is shown"
    assert clean("👩\u200d🚀") == "👩\u200d🚀"


def test_the_dealer_is_shown_examples_that_only_look_alike() -> None:
    position = table("cat06", **LISTS)
    do(position, 1, "list", examples=["socks"])
    do(position, 2, "list", examples=["ѕосks"])
    do(position, 3, "list", examples=["plates", "plate5"])
    found = {one.text: one.looks_like for one in view(position, 0).job.examples}  # type: ignore[union-attr]
    assert found["socks"] == ["ѕосks"] and found["plates"] == []
    do(position, 0, "rule")
    assert all(one.looks_like == [] for one in view(position, 1).job.examples)  # type: ignore[union-attr]


def test_a_list_of_ten_thousand_lines_is_refused() -> None:
    position = table("cat06", **LISTS)
    many = "\n".join(f"thing {number}" for number in range(10_000))
    assert refused(position, 1, "list", examples=many) == "AD-75: A list has at most 10 examples."
    assert refused(position, 1, "list", examples=["x"] * 10_000) == "AD-75: A list has at most 10 examples."
    assert EFFECT["cat06"] == "pocket_money"
