"""What somebody may want to do in a turn, legal or not: "Why can't I ...?" asks the rules about each."""

from collections.abc import Iterator

from games.kernel.display import Tried
from games.kernel.types import Decision, Move
from games.titles.parcels.melds import in_words
from games.titles.parcels.state import NUMBERS, State


def tries(state: State, decision: Decision) -> list[Tried]:
    """Every meld that the hand holds, a pass, and a pass that gives back what it takes."""
    hand = state.hands[decision.seat]
    found = [Tried(f"Play {in_words(cards)}", Move("play", {"cards": cards})) for cards in _melds(hand)]
    stacks = [number for number in NUMBERS if state.storage[number]]
    if not stacks or not state.table:
        return [*found, Tried("Pass", Move("pass", {"take": stacks[0] if stacks else None, "add": None}))]
    back = [Move("pass", {"take": number, "add": number}) for number in stacks if hand[number]]
    return found + [Tried(f"Pass: take the {move.args['take']} and add one back", move) for move in back]


def _melds(hand: list[int]) -> Iterator[list[int]]:
    """All sets and runs of a hand, longest first: what they could be if storage and table did not matter."""
    for number in NUMBERS:
        for count in range(hand[number], 0, -1):
            yield [number] * count
    for first in NUMBERS:
        last = first
        while last in NUMBERS and hand[last]:
            if last > first:
                yield list(range(first, last + 1))
            last += 1
