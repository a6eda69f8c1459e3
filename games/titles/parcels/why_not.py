"""What somebody may want to do in a turn, legal or not: "Why can't I ...?" asks the rules about each."""

from games.kernel.display import Tried
from games.kernel.types import Decision, Move
from games.titles.parcels.melds import every_meld
from games.titles.parcels.state import NUMBERS, State
from games.titles.parcels.words import in_words


def tries(state: State, decision: Decision) -> list[Tried]:
    """Every meld that the hand holds, longest first, a pass, and a pass that gives back what it takes."""
    hand = state.hands[decision.seat]
    held = sorted(every_meld(hand), key=lambda move: -len(move.args["cards"]))
    found = [Tried(f"Play {in_words(move.args['cards'])}", move) for move in held]
    stacks = [number for number in NUMBERS if state.storage[number]]
    if not stacks or not state.table:
        return [*found, Tried("Pass", Move("pass", {"take": stacks[0] if stacks else None, "add": None}))]
    back = [Move("pass", {"take": number, "add": number}) for number in stacks if hand[number]]
    return found + [Tried(f"Pass: take the {move.args['take']} and add one back", move) for move in back]
