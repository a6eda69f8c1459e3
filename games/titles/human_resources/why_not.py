"""Candidates for "Why can't I ...?": things a player may want to do that the rules may forbid."""

from games.kernel.display import Attempt
from games.kernel.types import Decision, Move
from games.titles.human_resources import geometry
from games.titles.human_resources.cards import CARDS, VERB
from games.titles.human_resources.managers import play_of
from games.titles.human_resources.state import State

WANTED = {"quota": "Play the quota", "hire": "Hire"}
CORNERS = tuple(north + west for north in (-geometry.SPAN, geometry.SPAN) for west in (-1, 1))


def tries(state: State, decision: Decision) -> list[Attempt]:
    """Unusable managers and quotas, passing, placing on a cubicle, and placing where only a corner touches."""
    seat, hand, found = decision.seat, state.hands[decision.seat], []
    for card in hand:
        verb = VERB.get(card, "place")
        if reason := play_of(verb, card).why_not(state, seat, card):
            found.append(Attempt(f"{WANTED[verb]} {CARDS[card].full_name}", None, *reason))
    if decision.actions[0].verb == "place":
        taken = next(iter(state.office))
        near = {*geometry.border(tuple(state.office)), *state.office}
        corner = next(at + step for at in state.office for step in CORNERS if at + step not in near)
        for words, at in (("on another cubicle", taken), ("where it touches only a corner", corner)):
            move = Move("place", {"card": hand[0], "at": geometry.value(at)})
            found.append(Attempt(f"Place a cubicle {words}", move))
    return [*found, Attempt("Pass", None, "HR-20", "You can’t pass.")]
