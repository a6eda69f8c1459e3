"""The house bot, and matches between bots compared with the rulebook's measured averages."""

from typing import Any

import pytest

from games.kernel import bots, engine, legal_moves
from games.kernel.rng import Rng
from games.kernel.types import Decision, Move
from games.titles.parcels import bot, game
from games.titles.parcels.scene import SEED, place
from games.titles.parcels.state import counts_of
from games.titles.parcels.tests.scene import required

pytestmark = pytest.mark.slow

ROUNDS = 150  # standard errors: 2 % for a mean length, 4 % for a share
MEAN_TURNS = {3: 19.3, 4: 25.0, 5: 29.9}
LEADER_WINS = {3: 0.37, 4: 0.30, 5: 0.24}
DUELS = 100
BEATS_RANDOM = 0.96  # 98.5 to 99.5 % in the long run: four standard errors in 4 and 5 seats, two in 3


def needed(hand: list[int], sets: int, runs: int) -> int:
    return bot.needed(tuple(counts_of(hand)), sets, runs)


@pytest.mark.parametrize(
    ("hand", "sets", "runs", "melds"),
    [
        ([], 3, 3, 0),
        ([4], 1, 1, 1),
        ([4, 4, 5], 1, 1, 3),
        ([4, 4, 5], 2, 1, 2),
        ([4, 4, 5], 0, 2, 2),
        ([1, 2, 3, 4, 4, 4], 3, 4, 2),
        ([1, 2, 3, 4, 4, 4], 3, 3, 2),
        ([1, 2, 2, 3], 1, 2, 2),
        ([1, 3, 5, 7], 9, 9, 4),
        ([7, 8, 8], 2, 2, 2),
    ],
)
def test_the_fewest_melds_that_empty_a_hand(hand: list[int], sets: int, runs: int, melds: int) -> None:
    assert needed(hand, sets, runs) == melds


def choose(position: Any) -> Move:
    decision: Decision = required(position)
    view = engine.view_for(game, position, decision.seat)
    move = game.bot.choose(view, decision, lambda: legal_moves.moves(game, position, decision), Rng(SEED))
    engine.check(game, position, decision.seat, move)
    return move


def test_the_bot_minimizes_the_melds_left() -> None:
    # 4-4 leaves one meld (7-7); any single would leave more.
    position = place([[4, 4, 7, 7], [1], [2]], [2, 2, 8])
    assert choose(position).args == {"cards": [4, 4]}


def test_the_bot_plays_whenever_it_can() -> None:
    position = place([[1], [8, 1, 2], [2]], [2, 5, 8], turn=1, table=[7], owner=0, deck=[3, 3])
    assert choose(position).verb == "play"


def test_the_bot_collects_towards_one_meld() -> None:
    # With the 5, 4-5-6 is one meld within the new limits; every other choice is much worse.
    position = place([[1], [4, 6], [2]], [1, 2, 3, 5], turn=1, table=[8], owner=0, deck=[3, 3])
    assert choose(position).args["take"] == 5


def test_the_bot_stores_no_plans() -> None:
    position = place([[1], [4, 6], [2]], [1, 2, 3, 5])
    plan = next(decision for decision in engine.decisions(game, position) if decision.optional)
    assert game.bot.choose(engine.view_for(game, position, plan.seat), plan, list, Rng(SEED)) is None


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_length_and_fairness_of_a_round(seats: int) -> None:
    turns = wins = 0
    for number in range(ROUNDS):
        seed = bots.seed_from("figures", seats, number)
        leader = engine.start(game, seats, {"rounds": 1}, seed)[0].state.turn
        played = bots.self_play(game, seats, seed, {"rounds": 1}, ["house"] * seats)
        turns += played.decisions
        wins += played.result[leader] == 1
    assert abs(turns / ROUNDS / MEAN_TURNS[seats] - 1) < 0.10
    assert abs(wins / ROUNDS - LEADER_WINS[seats]) < 0.12  # three standard errors


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_bot_beats_random_players(seats: int) -> None:
    won = 0
    for number in range(DUELS):
        kinds = [("house", "random")[(seat + number) % 2] for seat in range(seats)]
        played = bots.self_play(game, seats, bots.seed_from("duel", seats, number), {"rounds": 1}, kinds)
        won += kinds[played.result.index(1)] == "house"
    assert won / DUELS >= BEATS_RANDOM
