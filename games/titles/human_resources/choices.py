"""The lines of an email: what can be confirmed at once, and what opens the form with the card filled in."""

from collections.abc import Callable, Iterator

from games.kernel.types import Choice, Decision, Move
from games.titles.human_resources.cards import ABILITY, CARDS
from games.titles.human_resources.decisions import needs, playable
from games.titles.human_resources.view import View
from games.titles.human_resources.words import PHRASES

WORDS: dict[str, str] = PHRASES["choice"]


def choices(view: View, decision: Decision, moves: Callable[[], list[Move]]) -> list[Choice]:
    """One line for each card and use of it. Places are chosen in the form, so no email holds hundreds of lines."""
    if view.step == "order":
        default = Choice("Put the cards back as they were", decision.default)
        return [default, Choice("Put them back in another order", decision.default, is_complete=False)]
    return [choice for verb, card in playable(decision) for choice in _uses(view, verb, card)]


def _uses(view: View, verb: str, card: str) -> Iterator[Choice]:
    facts = CARDS[card]
    if verb == "hire" and ABILITY[card] == "acquire":
        for panel in view.seats[1 - view.active].in_play:
            words = WORDS["acquire"].format(card=facts, project=CARDS[panel.card])
            yield Choice(words, Move(verb, {"card": card, "project": panel.card}))
    else:
        yield Choice(WORDS[verb].format(card=facts), Move(verb, {"card": card}), is_complete=not needs(verb, card))
