"""What a player may want to do now, legal or not; "Why can't I ...?" asks the rules about each."""

from msgspec import structs

from games.kernel.display import Attempt
from games.kernel.types import Decision, Move
from games.titles.going_postal.cards import ACTIONS, ALL_WAYS, DISTANCES, KIND, TRUCK, gap, name
from games.titles.going_postal.effects import targets
from games.titles.going_postal.state import State, condition, in_game


def tries(state: State, decision: Decision) -> list[Attempt]:
    """Things to try for the open decision; {2} stands for the name of seat 2. Uses only what this player sees."""
    verb = decision.actions[0].verb
    if verb == "play":
        others = Attempt("Take over the next turn", None, "GP-69", "Only eliminated personalities take over turns.")
        return [*_plays(state), Attempt("Pass", None, "GP-12", "You can’t pass: you must play a card."), others]
    if verb == "discard":
        extremes = {"Keep all cards": [], "Discard all cards": list(state.hands[state.active])}
        return [Attempt(words, Move(verb, {"cards": cards})) for words, cards in extremes.items()]
    if decision.matter == "talk":
        again = Attempt("Trade once more", None, "GP-110", "There is at most one trade per turn.")
        return [again] if state.has_traded else []
    return TRIES.get(verb, [])


def _plays(state: State) -> list[Attempt]:
    """Options for the other state, illegal targets, too long a move for the truck (GP-12 to GP-25)."""
    tried = [*_states(state)]
    for card in {KIND[card]: card for card in state.hands[state.active]}.values():
        for way in ALL_WAYS[card]:
            if way.who not in ("anyone", condition(state, state.active)):
                action = f", {ACTIONS[way.action].short}" if way.action else ""
                tried.append(Attempt(f"{name(card)}: move {way.steps}{action}", way.move()))
            elif way.is_aimed and way.steps < gap(state.sam) and (legal := targets(state, way.action)):
                illegal = [seat for seat in in_game(state) if seat not in legal]
                tried += [Attempt(f"{name(card)} aimed at {{{seat}}}", way.move(seat)) for seat in illegal]
        if KIND[card].id == TRUCK:
            too_far = structs.replace(ALL_WAYS[card][-1], distance=DISTANCES[-1] + 1)
            tried.append(Attempt(f"{name(card)}: move {too_far.distance}", too_far.move()))
    return tried


def _states(state: State) -> list[Attempt]:
    """What a newcomer wants to do: choose what only the other state may, and mark somebody (GP-14, GP-57)."""
    now = condition(state, state.active)
    other = "postal" if now == "sane" else "sane"
    needs = f"This option needs a {other} personality."
    tried = [Attempt(f"Choose an option for {other} personalities", None, "GP-14", needs)]
    if now == "sane":
        return [*tried, Attempt("Mark another personality", None, "GP-14", needs)]
    if not any(side.action == "mark" for card in state.hands[state.active] for side in KIND[card].sides.values()):
        tried.append(Attempt("Mark another personality", None, "GP-57", "No card of this hand marks anybody."))
    return tried


UNASKED = (Attempt("Take over this turn", Move("claim")),)
TRIES = {
    "direction": [Attempt("Play a card first", None, "GP-09", "First choose the direction of play.")],
    "claim": [Attempt("Play a card without paying", Move("play", {}))],  # GP-53: the eliminated can only take over
    "inspect": [Attempt("Discard two of them", None, "GP-87", "You discard one of the cards you were shown, or none.")],
    "order": [Attempt("Keep one of them", Move("order", {"cards": []}))],
    "keep": [Attempt("Take two cards", None, "GP-121", "You exchange one card of your hand for one displayed card.")],
}
