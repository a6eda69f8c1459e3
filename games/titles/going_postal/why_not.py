"""What somebody may want to do now, legal or not: "Why can't I ...?" asks the rules about each."""

from collections.abc import Callable

from msgspec import structs

from games.kernel.display import Tried
from games.kernel.types import Decision, Move
from games.titles.going_postal.cards import ACTIONS, ALL_WAYS, DISTANCES, KIND, TRUCK, Way, gap, name
from games.titles.going_postal.plays import as_move, targets
from games.titles.going_postal.state import State, in_game


def tries(state: State, decision: Decision) -> list[Tried]:
    """Wishes for the open decision, {2} for the name of seat 2, from the hand that is played and the table."""
    found = WISHES.get(decision.actions[0].verb, [])
    return found if isinstance(found, list) else found(state)


def _lay(state: State) -> list[Tried]:
    """Options of the wrong state, targets that do not fit, a move too long for the truck, a pass (GP-12 to GP-25)."""
    found: list[Tried] = []
    barred = "sane" if state.stamps[state.active] else "postal"
    for card in {KIND[card]: card for card in state.hands[state.active]}.values():
        for way in ALL_WAYS[card]:
            if way.who == barred:
                action = f", {ACTIONS[way.action].short}" if way.action else ""
                found.append(Tried(f"{name(card)}: move {way.steps}{action}", as_move(way)))
            elif way.is_aimed and way.steps < gap(state.sam):
                found += _aims(state, way)
        if KIND[card].id == TRUCK:
            too_far = structs.replace(ALL_WAYS[card][-1], distance=DISTANCES[-1] + 1)
            found.append(Tried(f"{name(card)}: move {too_far.distance}", as_move(too_far)))
    return [*found, Tried("Pass", None, "GP-12", "You can't pass: you must play a card.")]


def _aims(state: State, way: Way) -> list[Tried]:
    """Everybody at whom the action cannot be aimed; where it fits nobody it does nothing, and none is named (GP-24)."""
    fits = targets(state, way.action)
    wrong = [seat for seat in in_game(state) if seat not in fits] if fits else []
    return [Tried(f"{name(way.card)} aimed at {{{seat}}}", as_move(way, seat)) for seat in wrong]


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
