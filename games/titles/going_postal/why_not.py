"""What somebody may want to do now, legal or not: "Why can't I ...?" asks the rules about each."""

from collections.abc import Callable

from games.kernel.display import Tried
from games.kernel.types import Decision, Move
from games.titles.going_postal.cards import ACTIONS, AIMED, DISTANCES, KIND, KINDS, TRUCK, Side, gap
from games.titles.going_postal.plays import targets
from games.titles.going_postal.state import State, in_game


def tries(state: State, decision: Decision) -> list[Tried]:
    """Wishes for the open decision, {2} for the name of seat 2, from the hand that is played and the table."""
    found = WISHES.get(decision.actions[0].verb, [])
    return found if isinstance(found, list) else found(state)


def _lay(state: State) -> list[Tried]:
    """Options of the wrong state, targets that do not fit, a move too long for the truck, a pass (GP-12 to GP-25)."""
    found: list[Tried] = []
    is_postal = state.stamps[state.active] > 0
    for kind, card in {KIND[card].id: card for card in state.hands[state.active]}.items():
        for letter, side in KINDS[kind].sides.items():
            if side.who == ("sane" if is_postal else "postal"):
                action = f", {ACTIONS[side.action].short}" if side.action else ""
                found.append(Tried(f"{KINDS[kind].name}: move {side.moves[0]}{action}", _play(card, letter)))
            elif side.action in AIMED and side.moves[0] < gap(state.sam):
                found += _aims(state, card, letter, side)
        if kind == TRUCK:
            far = DISTANCES[-1] + 1
            found.append(Tried(f"{KINDS[kind].name}: move {far}", _play(card, "a", distance=far)))
    return [*found, Tried("Pass", None, "GP-12", "You can't pass: you must play a card.")]


def _aims(state: State, card: str, letter: str, side: Side) -> list[Tried]:
    """Everybody at whom the action cannot be aimed; where it fits nobody it does nothing, and none is named (GP-24)."""
    fits = targets(state, side.action)
    wrong = [seat for seat in in_game(state) if seat not in fits] if fits else []
    words = KIND[card].name
    return [Tried(f"{words} aimed at {{{seat}}}", _play(card, letter, target=seat)) for seat in wrong]


def _play(card: str, option: str, distance: int | None = None, target: int | None = None) -> Move:
    return Move("play", {"card": card, "option": option, "distance": distance, "target": target})


def _discard(state: State) -> list[Tried]:
    hand = state.hands[state.active]
    every = {"Keep all cards": [], "Discard all cards": list(hand)}
    return [Tried(words, Move("discard", {"cards": cards})) for words, cards in every.items()]


def _talk(state: State) -> list[Tried]:
    """A second trade in one turn (GP-110)."""
    again = Tried("Trade once more", None, "GP-110", "There is at most one trade per turn.")
    return [again] if state.has_traded else []


WISHES: dict[str, list[Tried] | Callable[[State], list[Tried]]] = {
    "direction": [Tried("Play a card first", None, "GP-09", "First choose the direction of play.")],
    "play": _lay,
    "claim": [Tried("Play a card without paying", Move("play", {}))],  # GP-53: the eliminated only take over
    "inspect": [Tried("Discard two of them", None, "GP-87", "You discard one of the cards you were shown, or none.")],
    "order": [Tried("Keep one of them", Move("order", {"cards": []}))],
    "discard": _discard,
    "keep": [Tried("Take two cards", None, "GP-121", "You exchange one card of your hand for one displayed card.")],
    **dict.fromkeys(("offer", "withdraw", "accept", "accuse", "show", "whisper"), _talk),
}
