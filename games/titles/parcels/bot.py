"""The house bot: play the meld that leaves the fewest melds to go, otherwise collect cards that reduce that number.

It uses only its own hand and the open table.
"""

from collections.abc import Sequence
from functools import lru_cache, partial

from games.kernel.bots import odds
from games.kernel.game import Moves
from games.kernel.rng import Rng
from games.kernel.types import Decision, Move
from games.titles.parcels.decisions import passes
from games.titles.parcels.melds import Counted, limits, plays
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
    table = view.table.cards if view.table else ()
    return best(tuple(counts_of(view.hand)), _storage(view), tuple(table))


def quick(state: State, step: str, rng: Rng) -> tuple[int, Move] | None:
    """The seat on turn and the house bot's move."""
    seat = state.turn
    if step not in ("lead", "follow") or state.plans[seat]:
        return None
    return seat, best(tuple(state.hands[seat]), tuple(state.storage), tuple(state.table))


@lru_cache(maxsize=4096)
def best(hand: Counted, storage: Counted, table: tuple[int, ...]) -> Move:
    """The best play, or else the best pass."""
    return min(plays(hand, storage, table) or passes(hand, storage), key=partial(_worth, hand, storage))


def candidate_moves(view: View, decision: Decision, moves: Moves, rng: Rng) -> list[Move]:
    """The moves a strong bot compares: the best plays, and the best passes even if it can play."""
    ranked = sorted(moves(), key=partial(_worth, tuple(counts_of(view.hand)), _storage(view)))
    played, passed = ([move for move in ranked if move.verb == verb] for verb in ("play", "pass"))
    return [*played[: MOST - len(passed[:PASSES])], *passed[:PASSES]] if played else passed[:MOST]


def win_chances(before: State, state: State) -> list[float] | None:
    """Each seat's chance to win, once the round is over, from score cards; the fewest points win (PC-81)."""
    if state.round == before.round:
        return None
    to_come = state.rounds - state.round + 1
    return odds([WON * state.wins[seat] - state.points(seat) for seat in range(state.seats)], DRIFT * to_come**0.5)


def _storage(view: View) -> Counted:
    return tuple(counts_of(stack.number for stack in view.storage for _ in range(stack.count)))


def _worth(hand: Counted, storage: Counted, move: Move) -> tuple[int, int, int]:
    """Rates a play or a pass, the best lowest: melds to go, cards left, low cards played or high cards held."""
    if move.verb == "play":
        cards, (sets, runs) = move.args["cards"], limits(storage)
        rest = _without(hand, cards)
        return needed(rest, min(sets, max(rest)), runs), -len(cards), sum(cards)
    held, left, take, add = list(hand), list(storage), move.args["take"], move.args["add"]
    count = exchange(held, left, take, add)
    sets, runs = limits(tuple(left))
    to_go = needed(tuple(held), min(max(2, sets), max(held)), max(2, runs))
    return to_go, count - (add is not None), (add or 0) - count * (take or 0)
