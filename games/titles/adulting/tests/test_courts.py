"""Cases: when they can be filed, who decides them, what they change, and that they lose no sealed answer."""

import pytest

from games.kernel import engine
from games.kernel.position import AnyPosition
from games.kernel.rng import Rng
from games.titles.adulting import game
from games.titles.adulting.bot import law as bot_law
from games.titles.adulting.cards import CARDS
from games.titles.adulting.tests.tables import (
    asked,
    do,
    leave,
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

TOGETHER = {"answers": "together", "sorting": "after"}
RICH = (9, 9, 9, 9, 9)


def voting(seats: int = 5, held: tuple[int, ...] = RICH, card: str = "rnk02", **more: object) -> AnyPosition:
    """The votes of a round with numbers 1, 2, 3 … and adult answers from 1 and 2."""
    position = table(card, seats, money=held, **{**TOGETHER, **more})  # type: ignore[arg-type]
    numbers(position, *range(1, seats))
    do(position, 0, "rule")
    up_to_votes(position, (1, 2))
    return position


def sue(position: AnyPosition, seat: int, against: int, price: int = 2, ground: str = "perjury") -> int:
    """File a suit; returns the number of the case."""
    do(position, seat, "sue", defendant=against, ground=ground, price=price, statement="I doubt it.")
    number: int = position.state.cases
    return number


@pytest.mark.clause("AD-150", "AD-151", "AD-152", "AD-159")
def test_an_open_case_pauses_turns_but_not_simultaneous_decisions() -> None:
    position = table("cat01", 5, pace="live", money=RICH)
    before = position.id_of(next(d for d in engine.decisions(game, position) if d.key == "1"))
    sue(position, 2, 3, ground="libel")
    assert required(position) == ["0.case1", "3.case1"]
    sue(position, 4, 3, ground="libel")
    assert required(position) == ["0.case1", "3.case1", "0.case2", "3.case2"], "each runs by itself"
    for case in (1, 2):
        do(position, 0, "hear", case=case, allow=False)
    decision = next(d for d in engine.decisions(game, position) if d.key == "1")
    assert position.id_of(decision) != before, "asked again: it gets its full time again"
    position = table("rnk02", 5, money=RICH, **TOGETHER)
    do(position, 1, "number", n=4)
    sue(position, 2, 3, ground="libel")
    assert required(position) == ["2", "3", "4", "0.case1", "3.case1"]
    for seat in (2, 3, 4):
        do(position, seat, "number", n=seat)
    assert position.step == "number" and required(position) == ["0.case1", "3.case1"], "no stage ends while one is open"
    do(position, 0, "hear", case=1, allow=False)
    assert position.step == "ruling" and position.state.round.job.numbers == {1: 4, 2: 2, 3: 3, 4: 4}


@pytest.mark.clause("AD-151", "AD-152")
def test_no_sealed_vote_or_bid_is_lost_by_a_case() -> None:
    position = voting()
    do(position, 1, "votes", down=[2], bid={"amount": 7, "card": None})
    do(position, 2, "votes", down=[1])
    case = sue(position, 3, 4)
    do(position, 0, "hear", case=case, allow=True, price=1)
    do(position, 4, "plead", case=case, fight_up_to=2)
    assert set(position.sealed) == {"1", "2"}
    for seat in (3, 4, 0):
        do(position, seat, "votes", down=[])
    assert position.step == "votes" and set(position.sealed) == {"0", "1", "2", "3", "4"}
    do(position, 0, "jury", case=case, up=False)
    do(position, 1, "jury", case=case, up=False)
    assert position.step == "bids" and position.state.round.votes[1] == [2]
    assert position.state.round.bids[1].amount == 7


@pytest.mark.clause("AD-153", "AD-154", "AD-223")
def test_the_jury() -> None:
    position = voting()
    case = sue(position, 3, 4)
    do(position, 0, "hear", case=case, allow=True, price=1)
    do(position, 4, "plead", case=case, fight_up_to=2)
    assert view(position, 1).owed[1] == [1, 2, 0] and sorted(key for key in required(position) if "case" in key) == [
        "0.case1",
        "1.case1",
        "2.case1",
    ]
    do(position, 1, "jury", case=case, up=True)
    assert view(position, None).cases[0].votes == {}, "secret until the case closes"
    told = do(position, 2, "jury", case=case, up=True)
    words = "Case 1: guilty, 1 paid, Eve is out of the round. For: Bob and Cid. Against: nobody."
    assert lines(told) == [words], "the missing vote cannot change it"
    position = voting()
    position.state.round.jury_duty = [0]
    case = sue(position, 3, 4, ground="libel")
    do(position, 0, "hear", case=case, allow=True, price=1)
    do(position, 4, "plead", case=case, fight_up_to=2)
    do(position, 0, "jury", case=case, up=True)
    do(position, 1, "jury", case=case, up=False)
    do(position, 2, "jury", case=case, up=True)
    assert position.state.round.cases[0].outcome == "guilty", "three of four"


@pytest.mark.clause("AD-153", "AD-183")
def test_players_out_of_the_round_still_serve_and_libel_puts_nobody_out() -> None:
    position = voting()
    position.state.round.out = [1]
    case = sue(position, 3, 4, ground="libel")
    do(position, 0, "hear", case=case, allow=True, price=2)
    do(position, 4, "plead", case=case, fight_up_to=2)
    assert "1.case1" in required(position) and "1" not in required(position)
    do(position, 1, "jury", case=case, up=True)
    do(position, 2, "jury", case=case, up=True)
    assert position.state.round.out == [1] and money(position) == [9, 9, 9, 11, 7]


@pytest.mark.clause("AD-156", "AD-162", "AD-175", "AD-177", "AD-201")
def test_defaults_of_courts() -> None:
    position = voting()
    do(position, 1, "appeal", matter={"kind": "number", "seat": 2}, press=True)
    sue(position, 2, 3)
    do(position, 4, "impeach")
    found = {d.key: d for d in engine.decisions(game, position) if "case" in d.matter}
    assert found["0.case1"].default.args == {"case": 1, "sustain": "yes", "retort": ""}
    assert found["0.case2"].default.args == {"case": 2, "allow": "no", "price": None}
    assert found["3.case2"].default.args == {"case": 2, "fight_up_to": 2, "retort": ""}
    assert found["0.case3"].default.args == {"case": 3, "text": ""}
    assert {d.clock.pace for d in found.values()} == {"court"}
    do(position, 0, "retort", case=3)
    jury = next(d for d in engine.decisions(game, position) if d.key == "1.case3")
    assert jury.default.args == {"case": 3, "up": "no"}


@pytest.mark.clause("AD-158", "AD-164", "AD-171", "AD-163")
def test_money_set_aside_cannot_be_used() -> None:
    position = voting(held=(9, 5, 9, 9, 9))
    do(position, 1, "appeal", matter={"kind": "number", "seat": 2}, press=True, statement="Too many.")
    assert money(position)[1] == 1 and view(position).players[1].set_aside == 4
    assert view(position, 1).top_bid == 1 + 2, "money left and wages to come"
    told = do(position, 0, "appeal_reply", case=1, sustain=True, retort="Count them.")
    assert lines(told) == ["Case 1: Ann sustains the ruling. “Count them.”"]
    do(position, 2, "appeal", matter={"kind": "number", "seat": 3}, press=False)
    assert money(position)[2] == 9
    told = do(position, 0, "appeal_reply", case=2, sustain=True)
    assert "Case 2: sustained." in lines(told), "not pressed: it costs nothing and ends here"


@pytest.mark.clause("AD-162", "AD-169", "AD-160", "AD-161", "AD-80")
@pytest.mark.parametrize(("kind", "about", "after"), [("number", 4, [0, 3, 4, 5, 0]), ("bonus", 2, [0, 2, 4, 4, 5])])
def test_giving_way_reverses_the_ruling(kind: str, about: int, after: list[int]) -> None:
    position = table("rnk02", 5, money=RICH, **TOGETHER)
    numbers(position, 1, 2, 3, 4)
    do(position, 0, "rule")
    assert wages(position) == [0, 2, 3, 4, 5]
    law = view(position, 1).law
    assert law and {(one.kind, one.words) for one in law.matters} >= {("bonus", "withheld the extra money")}
    do(position, 1, "appeal", matter={"kind": kind, "seat": about}, press=True)
    do(position, 0, "appeal_reply", case=1, sustain=False)
    assert money(position) == [9, 9, 9, 9, 9], "free of charge"
    assert wages(position) == after


@pytest.mark.clause("AD-169", "AD-168")
def test_a_performance_moves_one_place_up() -> None:
    position = table("chl02", 5, money=RICH, **TOGETHER)
    for seat in (1, 2, 3, 4):
        do(position, seat, "perform", text=f"Tax number {seat} of many")
    do(position, 0, "rule", order=[1, 2, 3, 4])
    do(position, 3, "appeal", matter={"kind": "order", "seat": 3}, press=True)
    do(position, 0, "appeal_reply", case=1, sustain=True)
    do(position, 1, "jury", case=1, up=True)
    told = do(position, 4, "jury", case=1, up=True)
    assert wages(position) == [0, 5, 3, 4, 2] and money(position) == [9, 10, 10, 10, 10]
    assert lines(told) == ["Case 1: overturned 2:0. For: Bob and Eve. Against: nobody."]
    first = {"kind": "order", "seat": 1}
    assert refused(position, 2, "appeal", matter=first, press=False) == "AD-161: There is no such ruling to object to."


@pytest.mark.clause("AD-170")
def test_a_settled_ruling_is_final_even_for_the_dealer() -> None:
    position = table("cat06", 5, money=RICH, category="lists", **TOGETHER)
    for seat in (1, 2, 3, 4):
        do(position, seat, "list", examples=[f"thing {seat}", f"other {seat}"])
    do(position, 0, "rule")
    do(position, 1, "appeal", matter={"kind": "example", "seat": 2, "example": "Things 2"}, press=False)
    do(position, 0, "appeal_reply", case=1, sustain=False)
    assert position.state.round.job.struck == [(2, "thing2")]
    again = {"kind": "example", "seat": 2, "example": "thing 2"}
    words = "AD-170: That ruling has already been objected to."
    assert refused(position, 3, "appeal", matter=again, press=False) == words


@pytest.mark.clause("AD-176")
def test_the_magistrate() -> None:
    position = voting()
    sue(position, 2, 0, ground="libel")
    assert position.state.round.cases[0].magistrate == 1
    sue(position, 1, 3)
    assert position.state.round.cases[1].magistrate == 0


@pytest.mark.clause("AD-178", "AD-184", "AD-177")
def test_conceding() -> None:
    position = voting(held=(9, 9, 9, 0, 9))
    case = sue(position, 2, 3, price=4)
    do(position, 3, "plead", case=case, fight_up_to=2, retort="Perhaps.")
    assert view(position, 2).cases[0].price == 0, "hidden until both are in"
    told = do(position, 0, "hear", case=case, allow=True, price=3)
    assert lines(told)[-1] == "Case 1: conceded, 0 paid." and money(position) == [9, 9, 9, 0, 9]
    assert position.state.round.out == [], "no conviction"
    case = sue(position, 2, 4, price=4)
    do(position, 0, "hear", case=case, allow=True, price=1)
    told = do(position, 4, "plead", case=case, fight_up_to=0)
    assert money(position) == [9, 9, 10, 0, 8] and "Case 2: conceded, 1 paid." in lines(told)


@pytest.mark.clause("AD-185", "AD-177")
def test_a_dismissed_case_costs_nothing_and_the_plea_stays_secret() -> None:
    position = voting()
    case = sue(position, 2, 3, price=4)
    assert money(position)[2] == 5
    do(position, 3, "plead", case=case, fight_up_to=1, retort="My secret words.")
    told = do(position, 0, "hear", case=case, allow=False)
    assert money(position) == [9, 9, 9, 9, 9] and lines(told) == ["Case 1: dismissed."]
    assert "secret words" not in repr(view(position, 2)) and "secret words" not in repr(position)


@pytest.mark.clause("AD-180", "AD-186", "AD-87")
def test_a_conviction_drops_the_other_suits_for_perjury() -> None:
    position = voting(held=(9, 9, 9, 1, 9))
    first, second = sue(position, 2, 3, price=4), sue(position, 4, 3, price=5)
    third = sue(position, 1, 3, ground="libel")
    do(position, 0, "hear", case=first, allow=True, price=4)
    do(position, 3, "plead", case=first, fight_up_to=4)
    do(position, 3, "votes", down=[1])
    for seat in (0, 1, 4):
        if position.state.round.cases[0].stage == "jury":
            do(position, seat, "jury", case=first, up=True)
    assert [case.outcome for case in position.state.round.cases] == ["guilty", "dropped", ""]
    assert money(position) == [9, 7, 10, 0, 9], "the defendant pays what there is; the second price came back"
    assert second == 2 and third == 3 and "3" not in required(position) and "3" not in position.sealed
    assert wages(position) == [0, 3, 4, 0, 5]


@pytest.mark.clause("AD-173", "AD-183")
def test_a_sorting_answer_can_be_sued_until_the_bids_are_opened() -> None:
    position = voting()
    vote_all(position)
    assert position.step == "bids" and view(position, 3).law.perjury == [0, 1, 2, 4]  # type: ignore[union-attr]
    do(position, 2, "bid", amount=4)
    case = sue(position, 3, 1)
    do(position, 0, "hear", case=case, allow=True, price=2)
    do(position, 1, "plead", case=case, fight_up_to=2)
    do(position, 0, "jury", case=case, up=True)
    do(position, 4, "jury", case=case, up=True)
    assert position.state.report.winner == 2 and position.state.report.end == "single"
    assert money(position)[1] == 9 + 2 - 2, "wages that were paid stay"


@pytest.mark.clause("AD-155")
def test_the_same_player_can_be_sued_once_a_round() -> None:
    position = voting()
    case = sue(position, 2, 3)
    do(position, 0, "hear", case=case, allow=False)
    assert 3 not in view(position, 2).law.libel  # type: ignore[union-attr]
    assert view(position, 2).law.left == 2  # type: ignore[union-attr]


@pytest.mark.clause("AD-202", "AD-203", "AD-26")
def test_a_carried_motion_ends_the_round() -> None:
    position = voting()
    do(position, 1, "votes", down=[], bid={"amount": 7, "card": None})
    sue(position, 2, 3, price=4)
    do(position, 4, "impeach", statement="Bribery.")
    told = do(position, 0, "retort", case=2, text="Never.")
    assert lines(told) == ["Case 2: Ann answers the motion. “Never.”"]
    do(position, 1, "jury", case=2, up=True)
    told = do(position, 2, "jury", case=2, up=True)
    assert "Case 2: carried 2:0, the round ends. For: Bob and Cid. Against: nobody." in lines(told)
    assert position.state.players[4].hand == ["rnk02"] and money(position) == [9, 9, 9, 9, 9]
    assert position.state.dealer == 1 and position.state.round.number == 8
    assert not position.sealed and not any(position.parked.values()), "bids and votes are void"


@pytest.mark.clause("AD-204", "AD-205", "AD-206")
def test_a_failed_motion_while_examples_are_named() -> None:
    position = table("cat01", 5, pace="live")
    do(position, 1, "name", text="string")
    do(position, 2, "impeach")
    do(position, 0, "retort", case=1)
    do(position, 1, "jury", case=1, up=False)
    do(position, 3, "jury", case=1, up=False)
    assert position.state.round.job.turn == 3, "out on the spot"
    do(position, 3, "name", text="glue")
    do(position, 4, "give_up")
    do(position, 1, "give_up")
    do(position, 0, "rule")
    assert wages(position) == [0, 3, 1, 4, 2], "and paid for that place"
    assert required(position) == ["1"] and position.state.round.out == [2]


@pytest.mark.clause("AD-79", "AD-124", "AD-205")
def test_a_player_expelled_by_a_motion_is_not_reinstated() -> None:
    position = table("cat01", 5, pace="live")
    do(position, 1, "name", text="string")
    do(position, 2, "name", text="glue")
    do(position, 0, "strike", seat=2, example="glue")
    do(position, 2, "impeach")
    do(position, 0, "retort", case=1)
    for seat in (1, 3):
        do(position, seat, "jury", case=1, up=False)
    do(position, 2, "appeal", matter={"kind": "example", "seat": 2, "example": "glue"}, press=False)
    do(position, 0, "appeal_reply", case=2, sustain=False)
    for seat in (3, 4):
        do(position, seat, "name", text=f"thing {seat}")
        assert position.state.round.out == [2] and "2" not in required(position)
    do(position, 1, "name", text="tape")
    assert required(position) == ["3"], "2 is passed over, though the strike is taken back"
    for seat in (3, 4):
        do(position, seat, "give_up")
    assert wages(position) == [None] * 5 and required(position) == ["0"]
    do(position, 0, "rule")
    assert wages(position) == [0, 4, 1, 2, 3], "out by the motion before the others gave up"


@pytest.mark.clause("AD-73", "AD-205")
def test_a_motion_that_fails_after_the_last_lap_costs_nothing() -> None:
    position = table("cat01", 5, pace="live", laps=3)
    for lap in range(3):
        for seat in (1, 2, 3, 4)[: 4 - (lap == 2)]:
            do(position, seat, "name", text=f"thing {lap} of {seat}")
    do(position, 1, "impeach")
    do(position, 0, "strike", seat=4, example="thing 0 of 4")
    assert position.step == "naming" and position.state.round.job.lap == 4
    do(position, 0, "retort", case=1)
    for seat in (2, 3):
        do(position, seat, "jury", case=1, up=False)
    do(position, 0, "rule")
    assert position.state.round.out == [1] and wages(position) == [0, 4, 4, 4, 1]


@pytest.mark.clause("AD-205")
def test_a_failed_motion_while_lists_are_written() -> None:
    position = table("cat06", 5, category="lists", **TOGETHER)
    do(position, 2, "list", examples=["socks", "shoes"])
    do(position, 2, "impeach")
    do(position, 0, "retort", case=1)
    do(position, 1, "jury", case=1, up=False)
    do(position, 3, "jury", case=1, up=False)
    assert "2" not in required(position) and "2" not in position.sealed
    for seat in (1, 3, 4):
        do(position, seat, "list", examples=[f"thing {seat}"])
    do(position, 0, "rule")
    assert wages(position) == [0, 2, 1, 3, 4], "one's own list counts as empty"


@pytest.mark.clause("AD-157")
def test_without_the_legal_system_nobody_can_file() -> None:
    position = table("rnk02", 5, legal=False, **TOGETHER)
    assert list(asked(position)) == ["1", "2", "3", "4"] and view(position, 1).law is None


@pytest.mark.clause("AD-234")
def test_cases_of_players_who_leave() -> None:
    position = voting()
    sue(position, 2, 3)
    sue(position, 4, 1, ground="libel")
    leave(position, 3)
    assert [case.outcome for case in position.state.round.cases] == ["dropped", ""] and money(position)[2] == 9
    do(position, 0, "hear", case=2, allow=True, price=2)
    do(position, 1, "plead", case=2, fight_up_to=2)
    assert view(position).owed[2] == [2, 0]
    do(position, 2, "jury", case=2, up=True)
    leave(position, 2)
    assert view(position).owed[2] == [0], "the vote is removed and the jury shrinks"
    do(position, 0, "jury", case=2, up=False)
    assert position.state.round.cases[1].outcome == "acquitted"


@pytest.mark.clause("AD-161")
def test_the_bot_appeals_against_a_wrong_strike_but_not_about_a_repeated_example() -> None:
    first, second = CARDS["cat06"].accept[:2]
    position = table("cat06", 4, money=RICH[:4], category="turns", answers="in_turn", sorting="after")
    for seat, text in ((1, first), (2, first), (3, second)):  # seat 2 repeats what was named: it is no ruling (AD-63)
        do(position, seat, "name", text=text)
    do(position, 1, "give_up")
    do(position, 0, "rule", strike=[{"seat": 2, "example": first}, {"seat": 3, "example": second}])
    filings = [open.decision for open in engine.open_decisions(game, position) if open.decision.matter == "law"]
    moves = {one.seat: bot_law.choose(view(position, one.seat), one, Rng("0" * 32)) for one in filings}
    appeal = moves.pop(3)
    assert appeal is not None and appeal.args["matter"]["example"] == second
    assert set(moves.values()) == {None}
    do(position, 3, appeal.verb, **appeal.args)
