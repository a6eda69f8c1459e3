"""What somebody may want to do now, legal or not: "Why can't I ...?" asks the rules about each."""

from collections.abc import Callable

from games.kernel.display import Tried
from games.kernel.types import Decision, Move
from games.titles.going_postal.cards import ACTIONS, AIMED, DISTANCES, KIND, KINDS, TRUCK, Side, gap
from games.titles.going_postal.plays import targets
from games.titles.going_postal.state import State, in_game


def tries(state: State, decision: Decision) -> list[Tried]:
    """Wishes for the open decision, {2} for the name of seat 2, from the hand that is played and the table."""
    verb = decision.actions[0].verb
    return WISHES[verb](state, decision.seat) if verb in WISHES else []


def _direction(state: State, seat: int) -> list[Tried]:
    return [Tried("Lay a card first", None, "GP-09", "The direction of play is chosen first, after seeing the hand.")]


def _lay(state: State, seat: int) -> list[Tried]:
    """Options of the wrong state, targets that do not fit, a move too long for the truck, a pass (GP-12 to GP-25)."""
    found: list[Tried] = []
    is_postal = state.stamps[state.active] > 0
    for kind, card in {KIND[card].id: card for card in state.hands[state.active]}.items():
        for letter, side in KINDS[kind].sides.items():
            if side.who == ("sane" if is_postal else "postal"):
                found.append(Tried(f"{_option(kind, side)}", _play(card, letter)))
            elif side.action in AIMED and side.moves[0] < gap(state.sam):
                found += _aims(state, card, letter, side)
        if kind == TRUCK:
            far = DISTANCES[-1] + 1
            found.append(Tried(f"{KINDS[kind].name}: move {far}", _play(card, "a", distance=far)))
    return [*found, Tried("Pass", None, "GP-12", "Passing is not possible: one card has to be laid.")]


def _option(kind: str, side: Side) -> str:
    action = f", {ACTIONS[side.action].short}" if side.action else ""
    return f"{KINDS[kind].name}: move {side.moves[0]}{action}"


def _aims(state: State, card: str, letter: str, side: Side) -> list[Tried]:
    """Everybody at whom the action cannot be aimed; where it fits nobody it does nothing, and none is named (GP-24)."""
    fits = targets(state, side.action)
    wrong = [seat for seat in in_game(state) if seat not in fits] if fits else []
    words = KIND[card].name
    return [Tried(f"{words} aimed at {{{seat}}}", _play(card, letter, target=seat)) for seat in wrong]


def _play(card: str, option: str, distance: int | None = None, target: int | None = None) -> Move:
    return Move("play", {"card": card, "option": option, "distance": distance, "target": target})


def _claim(state: State, seat: int) -> list[Tried]:
    """The eliminated only take over (GP-53)."""
    return [Tried("Lay a card without paying", Move("play", {}))]


def _inspect(state: State, seat: int) -> list[Tried]:
    return [Tried("Discard two of them", None, "GP-87", "One of the shown cards is discarded, or none.")]


def _order(state: State, seat: int) -> list[Tried]:
    return [Tried("Keep one of them", Move("order", {"cards": []}))]


def _discard(state: State, seat: int) -> list[Tried]:
    hand = state.hands[state.active]
    every = {"Keep all cards": [], "Discard all cards": list(hand)}
    return [Tried(words, Move("discard", {"cards": cards})) for words, cards in every.items()]


def _penalty(state: State, seat: int) -> list[Tried]:
    return [Tried("Take two cards", None, "GP-121", "One card of the hand is exchanged for one displayed card.")]


def _talk(state: State, seat: int) -> list[Tried]:
    """A second trade in one turn (GP-110)."""
    again = Tried("Trade once more", None, "GP-110", "There is at most one trade per turn.")
    return [again] if state.has_traded else []


WISHES: dict[str, Callable[[State, int], list[Tried]]] = {
    "direction": _direction,
    "play": _lay,
    "claim": _claim,
    "inspect": _inspect,
    "order": _order,
    "discard": _discard,
    "keep": _penalty,
    **dict.fromkeys(("offer", "withdraw", "accept", "accuse", "show", "whisper"), _talk),
}
