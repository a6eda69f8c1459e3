"""What somebody may want to do with each card, legal or not: "Why can't I ...?" asks the rules about each."""

from games.kernel.display import Tried
from games.kernel.types import Decision, Move
from games.titles.human_resources import office
from games.titles.human_resources.cards import CARDS, KIND
from games.titles.human_resources.refusals import why_not
from games.titles.human_resources.state import State

VERBS = {"quota": "Play the quota", "manager": "Hire"}


def tries(state: State, decision: Decision) -> list[Tried]:
    """Managers and quotas that cannot be used, a pass, a card on a cubicle, a card that touches only a corner."""
    seat = decision.seat
    closed = {card: why_not(state, seat, card) for card in state.hands[seat] if KIND[card] in VERBS}
    found = [
        Tried(f"{VERBS[KIND[card]]} {CARDS[card].full_name}", None, *reason)
        for card, reason in closed.items()
        if reason
    ]
    card = next(iter(state.hands[seat]), None)
    if card is not None and state.step in ("turn", "extra_play"):
        found += _placements(state, card)
    return [*found, Tried("Pass", None, "HR-20", "You can't pass.")]


def _placements(state: State, card: str) -> list[Tried]:
    """A place that is taken, and one that touches the office at a corner only."""
    taken = next(iter(state.office))
    near = set(office.border(state.office)) | set(state.office)
    corner = next((at + step for at in state.office for step in _CORNERS if at + step not in near), None)
    spots = [("on another cubicle", taken), ("where it touches only a corner", corner)]
    return [
        Tried(f"Place a cubicle {words}", Move("place", {"card": card, "at": office.value(at)}))
        for words, at in spots
        if at is not None
    ]


_CORNERS = tuple(north + west for north in (-office.SPAN, office.SPAN) for west in (-1, 1))
