"""Whole matches between bots: they end within the proven bound, and lengths and endings agree with section 13."""

import math
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from games.kernel import bots
from games.kernel.rng import Rng
from games.titles.going_postal import game
from games.titles.going_postal.bot import SOON, best_play, candidate_moves, win_chances
from games.titles.going_postal.cards import RING
from games.titles.going_postal.decisions import plays
from games.titles.going_postal.state import BURN_OUT, RACE_STAMP
from games.titles.going_postal.tests.tables import decision, play, seen, table

MATCHES = 600
VARIANTS: list[dict[str, bool]] = [
    {},
    {"blitz": True},
    {"trading": True},
    {"cutthroat": True},
    {"postal": True},
    {"blitz": True, "trading": True},
    {"blitz": True, "cutthroat": True},
    {"trading": True, "cutthroat": True},
    {"trading": True, "postal": True},
    {"blitz": True, "trading": True, "cutthroat": True},
]


def most_turns(seats: int) -> int:
    """The proven bound. A card is played once in a year (deal), so the 5 years before burn-out have at most 48 turns
    each. After that nobody loses stamps: there are at most 6 per personality, each worth 12 steps of Sam. Every turn
    moves him, except for three Coffee Breaks a year, and each year has a turn that moves him."""
    steps = RING * (seats * RACE_STAMP + 1)
    return 48 * (BURN_OUT - 1) + 4 * steps


@pytest.mark.clause("GP-92")
@pytest.mark.parametrize("variant", VARIANTS, ids=lambda one: "+".join(one) or "base")
@pytest.mark.parametrize("kind", ["random", "house"])
def test_matches_end_within_the_bound(variant: dict[str, bool], kind: str) -> None:
    for number in range(4):
        seats = 3 + number
        options = {**variant, "lead_after_stamp": "next" if number == 2 else "stamped"}
        done = bots.self_play(game, seats, bots.seed_from("bound", number), options, [kind] * seats)
        state = done.position.state
        assert state.turn <= most_turns(seats) and state.year <= 8
        assert sorted(done.result)[0] == 1 and done.result.count(1) == 1


# Section 13: seats, turns on average, and how many of 100 matches end in each way.
MEASURED = [
    (3, 37, {"sole sane": 14, "most stamps": 30, "overtime": 13, "survivor": 43}),
    (4, 43, {"sole sane": 36, "most stamps": 35, "overtime": 13, "survivor": 16}),
    (5, 49, {"sole sane": 41, "most stamps": 32, "overtime": 16, "survivor": 11}),
    (6, 61, {"sole sane": 37, "most stamps": 35, "overtime": 20, "survivor": 8}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "length", "shares"), MEASURED)
def test_lengths_and_endings_agree_with_the_rulebook(seats: int, length: int, shares: dict[str, int]) -> None:
    ends: Counter[str] = Counter()
    turns = 0
    for number in range(MATCHES):
        state = bots.self_play(game, seats, bots.seed_from("shares", number), {}, ["house"] * seats).position.state
        ends[state.how] += 1
        turns += state.turn
    assert length * 0.95 <= turns / MATCHES <= length * 1.05
    for how, share in shares.items():  # a tenth, plus two standard errors of our matches and of the 1,000 measured
        chance = 2 * math.sqrt(share * (100 - share) * (1 / MATCHES + 1 / 1000))
        assert abs(100 * ends[how] / MATCHES - share) <= share / 10 + chance, (how, ends)


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "share"), [({}, 59), ({"trading": True}, 67), ({"postal": True}, 79)])
def test_the_house_bot_beats_random_players(variant: dict[str, bool], share: int) -> None:
    wins = 0
    for number in range(60):
        kinds = ["house" if seat == number % 4 else "random" for seat in range(4)]
        done = bots.self_play(game, 4, bots.seed_from("skill", number), variant, kinds)
        wins += done.result[number % 4] == 1
    assert 100 * wins / 60 >= share - 5 - 13  # two standard errors of 60 matches


def test_the_bot_stays_sane_eliminates_and_plays_a_taken_over_hand_badly() -> None:
    position = table([["first", "coffee"]], sam=10)
    assert best_play(seen(position, 0), plays(position.state), Rng("0" * 32)).args["card"] == "coffee-1"
    position = table([["going"]], stamps=[2], marked=[2])
    chosen = best_play(seen(position, 0), plays(position.state), Rng("0" * 32)).args
    assert (chosen["option"], chosen["target"]) == ("a", 2)
    position = table([["first", "coffee"], None, [], None], sam=10, out=[2], vendetta={2: 1})
    play(position, 2, "claim")
    view = seen(position, 2)
    move = game.bot.choose(view, decision(position, 2, "play"), lambda: plays(position.state), Rng("0" * 32))
    play(position, 2, move.verb, **move.args)
    assert position.state.stamps[0] == 1  # pushed into the Post Office


def chances(turns: int = 4, pile: int = 20, **facts: Any) -> list[float] | None:
    """The chances that a strong bot sees so many turns after its decision."""
    hands = [
        None if seat in facts.get("out", ()) else [card]
        for seat, card in enumerate(("first", "bulk", "watch", "clean"))
    ]
    state = table(hands, **facts).state
    state.pile = state.pile[:pile]
    return win_chances(replace(state, turn=state.turn - turns), state)


def test_a_strong_bot_judges_a_position_once_everybody_has_had_a_turn_if_the_year_goes_on() -> None:
    assert chances() == pytest.approx([1 / 4] * 4)
    assert chances(turns=3) is None, "somebody has not had a turn"
    assert chances(pile=SOON) is None, "it plays the end of a year"
    assert chances(options={"cutthroat": True}) is None, "other ways to win"


def test_a_strong_bot_prefers_the_only_sane_one_late_and_nobody_who_is_marked_or_close_to_the_fifth_stamp() -> None:
    late, early = (chances(pile=pile, stamps=[0, 2, 2, 2]) for pile in (10, 40))
    assert late and early and late[0] > max(late[1:]) and late[0] > early[0]
    marked = chances(marked=[1], stamps=[0, 0, 4, 0])
    assert marked and marked[0] == marked[3] > marked[1] and marked[0] > marked[2]
    out = chances(out=[2])
    assert out and out[2] == 0.0 and sum(out) == pytest.approx(1.0)


def test_a_strong_bot_compares_equal_cards_once() -> None:
    position = table([["bulk", "bulk"]])
    alike = candidate_moves(
        seen(position, 0), decision(position, 0, "play"), lambda: plays(position.state), Rng("0" * 32)
    )
    assert len(plays(position.state)) == 4 and [move.args["option"] for move in alike] == ["a", "b"]
