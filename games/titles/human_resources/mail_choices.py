"""The choices of an email: moves to confirm at once, and links to the form with the card filled in."""

from collections.abc import Callable

from games.kernel.types import Choice, Decision, Move
from games.titles.human_resources.cards import ABILITY, CARDS
from games.titles.human_resources.decisions import playable
from games.titles.human_resources.managers import play_of
from games.titles.human_resources.view import View
from games.titles.human_resources.words import PHRASES

WORDS: dict[str, str] = PHRASES["choice"] | {verb: words["choice"] for verb, words in PHRASES["verb"].items()}


def choices(view: View, decision: Decision, moves: Callable[[], list[Move]]) -> list[Choice]:
    """One choice for each card and use. Places are chosen in the form, so that emails stay short."""
    if view.step == "order":
        default = Choice("Put the cards back as they were", decision.default)
        return [default, Choice("Put them back in another order", decision.default, is_complete=False)]
    found = []
    for verb, card in playable(decision):
        if verb == "hire" and ABILITY[card] == "acquire":
            for panel in view.seats[1 - view.active].in_play:
                words = WORDS["acquire"].format(card=CARDS[card], project=CARDS[panel.card])
                found.append(Choice(words, Move(verb, {"card": card, "project": panel.card})))
        else:
            is_complete = verb == "pickup" or not play_of(verb, card).needs
            found.append(Choice(WORDS[verb].format(card=CARDS[card]), Move(verb, {"card": card}), is_complete))
    return found
