"""Cutthroat, the Postal Variant, combinations, and how to win in each variant (GP-93, GP-124 to GP-133)."""

import json
import re
from typing import Any

import pytest

from games.kernel import engine, replay
from games.kernel.errors import IllegalMove
from games.kernel.words import read_by
from games.titles import folder
from games.titles.going_postal import game
from games.titles.going_postal.effects import targets
from games.titles.going_postal.state import allowance
from games.titles.going_postal.tests.tables import play_card, refusal, seen, table

CUT, RACE = {"cutthroat": True}, {"postal": True}


@pytest.mark.clause("GP-93")
@pytest.mark.parametrize("clash", [{"blitz": True}, {"cutthroat": True}, {"blitz": True, "cutthroat": True}])
def test_the_postal_variant_excludes_blitz_and_cutthroat(clash: dict[str, bool]) -> None:
    with pytest.raises(IllegalMove) as refused:
        engine.start(game, 4, {"postal": True, **clash}, "0" * 32)
    assert str(refused.value) == "The Postal Variant cannot be combined with Blitz or Cutthroat. (GP-93)"


@pytest.mark.clause("GP-93")
@pytest.mark.parametrize("trading", [False, True])
@pytest.mark.parametrize("more", [{}, {"blitz": True}, {"cutthroat": True}, {"blitz": True, "cutthroat": True}, RACE])
def test_all_other_combinations_are_allowed(more: dict[str, bool], trading: bool) -> None:
    for lead in ("stamped", "next"):
        position, _ = engine.start(game, 4, {**more, "trading": trading, "lead_after_stamp": lead}, "0" * 32)
        assert position.step == "choose_direction"


@pytest.mark.clause("GP-151")
def test_other_values_of_the_options_are_refused() -> None:
    for options, words in (
        (
            {"lead_after_stamp": "other"},
            "Choose who leads after a stamp: the stamped personality or the next one. (GP-151)",
        ),
        ({"pace": "slow"}, "Choose live or correspondence play. (GP-146)"),
        ({"pace": 3}, "Choose live or correspondence play. (GP-146)"),
        ({"jokers": True}, "One of these options does not exist in this game. (PLAY-07)"),
    ):
        with pytest.raises(IllegalMove) as refused:
            engine.start(game, 4, options, "0" * 32)
        assert str(refused.value) == words
    assert game.rules.options.defaults(4, "live").pace == "live"
    assert game.rules.options.defaults(4, "correspondence").pace == "async"


@pytest.mark.parametrize("stamps", [[1, 0, 1], [1, 2, 3], [1, 2, 2]], ids=str)
@pytest.mark.parametrize(
    ("variant", "why"),
    [
        pytest.param(CUT, "only the last survivor wins", id="cutthroat", marks=pytest.mark.clause("GP-124")),
        pytest.param(RACE, "the end of a year decides nothing", id="race", marks=pytest.mark.clause("GP-129")),
    ],
)
def test_the_end_of_a_year_decides_nothing_in_cutthroat_and_postal(
    variant: dict[str, bool], why: str, stamps: list[int]
) -> None:
    position = table([["bulk"]], seats=3, stamps=stamps, pile=0, options=variant)
    play_card(position, "bulk-1")
    assert position.state.year == 2 and not position.state.is_over and not position.state.is_overtime
    assert seen(position).leader is None and seen(position).leader_why == why


@pytest.mark.clause("GP-124", "GP-45")
def test_the_last_survivor_wins_in_cutthroat() -> None:
    position = table([["going"]], seats=3, stamps=[1, 0, 1], marked=[2], out=[1], options=CUT)
    play_card(position, "going-1", target=2)
    assert position.state.how == "survivor"


@pytest.mark.clause("GP-125")
def test_only_postal_personalities_can_be_marked_in_cutthroat() -> None:
    position = table([["watch", "bulk"]], stamps=[2, 1], options=CUT)
    assert targets(position.state, "mark") == [1]
    words = "GP-125: That personality has no postal stamp."
    assert refusal(position, 0, "play", card="watch-1", option="a", target=2) == words


@pytest.mark.clause("GP-126")
def test_paid_vacation_in_cutthroat_can_turn_your_marker_into_a_vendetta_stamp() -> None:
    position = table([["vacation"]], stamps=[1, 1], marked=[0], options=CUT)
    play_card(position, "vacation-1")
    assert not position.state.marked[0] and position.state.vendetta[0] == 1


@pytest.mark.clause("GP-127", "GP-128")
def test_the_race() -> None:
    position = table([["bulk", "first", "first", "first"]], stamps=[4, 5], sam=11, options=RACE)
    play_card(position, "bulk-1")
    assert position.state.stamps == [5, 5, 0, 0] and position.state.out[0] is None
    position = table([None, ["bulk", "first", "first", "first"]], stamps=[4, 5], sam=11, active=1, options=RACE)
    play_card(position, "bulk-1")
    assert seen(position).ranks == [2, 1, 3, 3] and position.state.how == "sixth stamp"


@pytest.mark.clause("GP-129")
def test_going_postal_and_the_last_survivor_work_in_the_race() -> None:
    position = table([["going"]], seats=3, stamps=[1, 5], marked=[1], out=[2], options=RACE)
    play_card(position, "going-1", target=1)
    assert position.state.how == "survivor"


@pytest.mark.clause("GP-130", "GP-133")
def test_allowances_of_the_combinations() -> None:
    state = table(stamps=[0, 4, 5, 3], options=RACE).state
    assert [allowance(state, seat) for seat in range(4)] == [2, 4, 4, 3]
    state = table(stamps=[0, 4, 5, 3], options={**RACE, "trading": True}).state
    assert [allowance(state, seat) for seat in range(4)] == [3, 4, 4, 3]
    state = table(stamps=[0, 4, 1, 3], options={**CUT, "trading": True}).state
    assert [allowance(state, seat) for seat in range(4)] == [3, 4, 1, 3]


@pytest.mark.clause("GP-133")
def test_trading_with_cutthroat_has_both_rules() -> None:
    position = table([["bulk"]], seats=3, stamps=[1, 0, 1], pile=0, options={**CUT, "trading": True})
    assert refusal(position, 1, "whisper", to=2, text="x").startswith("GP-108")
    play_card(position, "bulk-1")
    assert not position.state.is_over


@pytest.mark.parametrize(
    ("card", "facts", "story"),
    [
        (
            "going",
            {"seats": 3, "stamps": [1], "marked": [2], "out": [1]},
            "Everybody else has gone. P0 was left alone in the office, postal with 1 stamp. "
            "Escorted off the premises: P1 (Going Postal) and P2 (Going Postal).",
        ),
        (
            "bulk",
            {"hands": [["bulk"], [], []], "seats": 3, "stamps": [2, 0, 1], "options": {"blitz": True, **CUT}},
            "Everybody else has gone. P1 was left alone in the office, still sane. "
            "Escorted off the premises: P2 (end of deal) and P0 (end of deal).",
        ),
        (
            "bulk",
            {"stamps": [1, 0, 0, 1], "out": [1], "sam": 2, "pile": 0},
            "P2 was the only one still sane at the end of year 1. Escorted off the premises: P1 (Going Postal).",
        ),
        (
            "bulk",
            {"hands": [["bulk"], [], []], "seats": 3, "stamps": [1, 1, 2], "options": {"blitz": True}},
            "Nobody was sane any more at the end of deal 1. P2 was the most postal of all, with 2 stamps.",
        ),
        (
            "review",
            {"stamps": [2, 3, 3, 1], "overtime": True},
            "The lead was tied in overtime. P2 was the first to stand alone at the top, with 3 stamps.",
        ),
        (
            "bulk",
            {"stamps": [5, 4], "sam": 11, "options": RACE},
            "P0 was the first with six postal stamps.",
        ),
    ],
    ids=["survivor", "survivor of a deal", "sole sane", "most stamps", "overtime", "sixth stamp"],
)
def test_the_story_at_the_end(card: str, facts: dict[str, Any], story: str) -> None:
    position = table(**{"hands": [[card]], **facts})
    play_card(position, f"{card}-1", target={"going": 2, "review": 1}.get(card))
    view = seen(position)
    shown = game.table.facts(view, None, [f"P{seat}" for seat in range(position.seats)])
    assert read_by(shown.story, None) == story


def test_the_result_says_who_stayed_sane() -> None:
    record = json.loads((folder("going_postal") / "tests" / "recorded" / "base_house.json").read_text())
    position, _ = replay.begin(game, record)
    last = [step.outcome.events for step in replay.steps(game, record, position)][-1]
    names = [f"P{seat}" for seat in range(replay.seat_count(record))]
    winner = re.search(
        r"P(\d) wins\b(.*?)[.]", read_by(" ".join(game.table.story(event, names) for event in last), None)
    )
    assert winner
    note = game.table.result_notes(engine.view_for(game, position, None))[int(winner[1])]
    assert note.startswith("sane" if "sane" in winner[2].replace("nobody sane", "") else "postal")
