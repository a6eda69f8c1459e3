"""The lines of an email: what can be confirmed at once, and what opens the form with the card filled in."""

from collections.abc import Callable, Iterator

from games.kernel.types import Action, Choice, Decision, Move, Pick
from games.titles.human_resources.cards import ABILITY, CARDS
from games.titles.human_resources.managers import manager_of
from games.titles.human_resources.view import View


def choices(view: View, decision: Decision, moves: Callable[[], list[Move]]) -> list[Choice]:
    """One line for each card and use of it. Places are chosen in the form, so no email holds hundreds of lines."""
    if view.step == "order":
        default = Choice("Put the cards back as they were", decision.default)
        return [default, Choice("Put them back in another order", decision.default, is_complete=False)]
    return [choice for action in decision.actions for card in _cards(action) for choice in _uses(view, action, card)]


def _cards(action: Action) -> list[str]:
    return [
        str(option.value)
        for pick in action.fields
        if isinstance(pick, Pick) and pick.name == "card"
        for option in pick.options
    ]


def _uses(view: View, action: Action, card: str) -> Iterator[Choice]:
    move, label = Move(action.verb, {"card": card}), CARDS[card].label
    if action.verb == "pickup":
        yield Choice(f"Take {label} back into your hand", move)
    elif action.verb == "place":
        yield Choice(f"Place {CARDS[card].full_name} as a cubicle", move, is_complete=False)
    elif action.verb == "project":
        yield Choice(f"Put {label} in play", move)
    elif action.verb == "quota":
        yield Choice(f"Score the quota {label}", move)
    elif ABILITY[card] == "acquire":
        for panel in view.seats[1 - view.active].in_play:
            words = f"Hire {CARDS[card].full_name}: take {CARDS[panel.card].label}"
            yield Choice(words, Move("hire", {"card": card, "project": panel.card}))
    else:
        yield Choice(f"Hire {CARDS[card].full_name}", move, is_complete=not manager_of(card).needs)
