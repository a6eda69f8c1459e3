"""The house bot: play the meld that leaves the fewest melds to go, otherwise collect cards that reduce that number.

It uses only its own hand and the open table.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import count
from operator import mul

from games.kernel.game import Moves
from games.kernel.odds import odds
from games.kernel.rng import Rng
from games.kernel.types import Decision, Move
from games.titles.parcels import melds
from games.titles.parcels.state import NUMBERS, State, counts_of, exchange
from games.titles.parcels.view import View

MOST, PASSES = 5, 3  # how many moves a strong bot compares, and how many of them are passes when it could play
WON = 0.5  # value of a won round in points, as it breaks ties
DRIFT = 3.0  # points by which scores drift apart in a round


@lru_cache(maxsize=20_000)
def needed(hand: tuple[int, ...], sets: int, runs: int) -> int:
    """The fewest melds that empty this hand, with sets of at most `sets` and runs of at most `runs` cards."""
    lowest = next((number for number in NUMBERS if hand[number]), None)
    if lowest is None:
        return 0
    best = needed(_without(hand, [lowest] * min(hand[lowest], max(1, sets))), sets, runs)
    run = [lowest]
    while len(run) < runs and run[-1] + 1 < len(hand) and hand[run[-1] + 1]:
        run.append(run[-1] + 1)
        best = min(best, needed(_without(hand, run), sets, runs))
    return 1 + best


def _without(hand: Sequence[int], cards: Sequence[int]) -> tuple[int, ...]:
    counts = list(hand)
    for card in cards:
        counts[card] -= 1
    return tuple(counts)


def choose(view: View, decision: Decision, moves: Moves, rng: Rng) -> Move | None:
    """The move of the house bot, which is deterministic and stores no plans."""
    if decision.optional:
        return None
    return _plays(view)[0] if view.plays else _passes(view, moves())[0]


def candidate_moves(view: View, decision: Decision, moves: Moves, rng: Rng) -> list[Move]:
    """The moves a strong bot compares: the best plays, and the best passes even if it can play."""
    plays = _plays(view)
    passes = _passes(view, [move for move in moves() if move.verb == "pass"])
    return [*plays[: MOST - len(passes[:PASSES])], *passes[:PASSES]] if plays else passes[:MOST]


def win_chances(before: State, state: State) -> list[float] | None:
    """Each seat's chance to win, once the round is over, from score cards; the fewest points win (PC-81)."""
    if state.round == before.round:
        return None
    to_come = state.rounds - state.round + 1
    return odds([WON * state.wins[seat] - state.points(seat) for seat in range(state.seats)], DRIFT * to_come**0.5)


def _plays(view: View) -> list[Move]:
    """All legal plays, best first."""
    hand = counts_of(view.hand)

    def worth(cards: list[int]) -> tuple[int, int, int]:
        rest = _without(hand, cards)
        return needed(rest, min(view.set_limit, max(rest)), view.run_limit), sum(rest), sum(cards)

    return [Move("play", {"cards": cards}) for cards in sorted((meld.cards for meld in view.plays), key=worth)]


def _passes(view: View, passes: list[Move]) -> list[Move]:
    """These passes, best first."""
    held, storage = counts_of(view.hand), counts_of(stack.number for stack in view.storage for _ in range(stack.count))

    def worth(move: Move) -> tuple[int, int, int]:
        hand, left = list(held), list(storage)
        exchange(hand, left, move.args["take"], move.args["add"])
        sets, runs = melds.limits(tuple(left))
        total = sum(map(mul, hand, count()))
        return needed(tuple(hand), min(max(2, sets), max(hand)), max(2, runs)), sum(hand), -total

    return sorted(passes, key=worth)
