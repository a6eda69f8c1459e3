"""The house bot "sensible": play what leaves the shortest way to an empty hand, else collect towards one.

It uses its own hand and the open table only.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

from games.kernel.rng import Rng
from games.kernel.types import Decision, Move
from games.titles.parcels import melds
from games.titles.parcels.state import NUMBERS, Counts, counts_of, no_cards
from games.titles.parcels.view import View


@lru_cache(maxsize=20_000)
def needed(hand: tuple[int, ...], sets: int, runs: int) -> int:
    """The fewest melds that use up a hand with sets of at most `sets` and runs of at most `runs` cards."""
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


def choose(view: View, decision: Decision, moves: Callable[[], list[Move]], rng: Rng) -> Move | None:
    """The move of the house bot; it stores no plans and draws nothing."""
    if decision.optional:
        return None
    if view.plays:
        return _best_play(view)
    return _best_pass(view, moves())


def _best_play(view: View) -> Move:
    hand = counts_of(view.hand)

    def worth(cards: list[int]) -> tuple[int, int, int]:
        rest = _without(hand, cards)
        return needed(rest, view.set_limit, view.run_limit), sum(rest), sum(cards)

    cards = min((meld.cards for meld in view.plays), key=worth)
    return Move("play", {"cards": cards})


def _best_pass(view: View, passes: list[Move]) -> Move:
    storage = no_cards()
    for stack in view.storage:
        storage[stack.number] = stack.count

    def worth(move: Move) -> tuple[int, int, int]:
        hand, left = counts_of(view.hand), list(storage)
        _carry_out(hand, left, move.args["take"], move.args["add"])
        limits = max(2, melds.set_limit(left)), max(2, melds.run_limit(left))
        total = sum(number * hand[number] for number in NUMBERS)
        return needed(tuple(hand), *limits), sum(hand), -total

    return min(passes, key=worth)


def _carry_out(hand: Counts, storage: Counts, take: int | None, add: int | None) -> None:
    if take is not None:
        hand[take] += storage[take]
        storage[take] = 0
    if add is not None:
        hand[add] -= 1
        storage[add] += 1
