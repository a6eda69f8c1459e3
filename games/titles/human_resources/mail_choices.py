"""The choices of an email: moves to confirm at once, such as the best places, and links to the form with the card
filled in. Places are named as at the edges of the drawing."""

from collections.abc import Callable, Iterator

from games.kernel.types import Choice, Decision, Move
from games.titles.human_resources.cards import ABILITY, CARDS
from games.titles.human_resources.decisions import playable
from games.titles.human_resources.managers import play_of
from games.titles.human_resources.view import View
from games.titles.human_resources.words import PHRASES

MOST_PLACES = 3  # offered as whole moves
WORDS: dict[str, str] = PHRASES["choice"] | {verb: words["choice"] for verb, words in PHRASES["verb"].items()}


def choices(view: View, decision: Decision, moves: Callable[[], list[Move]]) -> list[Choice]:
    """The best places, then one choice for each card and use. Other places are chosen in the drawing or the form."""
    if view.step == "order":
        default = Choice("Put the cards back as they were", decision.default)
        return [default, Choice("Put them back in another order", decision.default, is_complete=False)]
    found = list(best_places(view, decision))
    for verb, card in playable(decision):
        if verb == "hire" and ABILITY[card] == "acquire":
            for panel in view.seats[1 - view.active].in_play:
                words = WORDS["acquire"].format(card=CARDS[card], project=CARDS[panel.card])
                found.append(Choice(words, Move(verb, {"card": card, "project": panel.card})))
        else:
            is_complete = verb == "pickup" or not play_of(verb, card).needs
            words = WORDS[verb].format(card=CARDS[card])
            whole = WORDS["placed"].format(card=CARDS[card]) if verb == "place" else ""
            found.append(Choice(words, Move(verb, {"card": card}), is_complete, whole))
    return found


def best_places(view: View, decision: Decision) -> Iterator[Choice]:
    """The free places where a card of the hand brings one of the viewer's projects furthest; if there is none, the
    place that the clock would choose."""
    held = {CARDS[card].colour: card for verb, card in reversed(playable(decision)) if verb == "place"}
    free = set(view.open)
    mine = sorted(view.seats[view.active].in_play, key=lambda panel: len(panel.nearest))
    found: dict[tuple[str, str], Choice] = {}
    for panel in mine:
        for square in panel.nearest:
            if square.colour in held and (square.x, square.y) in free:
                card, left = held[square.colour], len(panel.nearest) - 1
                key = "best-done" if not left else "best-nearer"
                at = f"{square.x},{square.y}"
                words = WORDS[key].format(card=CARDS[card], at=at, project=CARDS[panel.card], left=left)
                found.setdefault((card, at), Choice(words, Move("place", {"card": card, "at": at})))
    if not found and "place" in {verb for verb, _ in playable(decision)}:
        card, at = str(decision.default.args["card"]), str(decision.default.args["at"])
        found[card, at] = Choice(WORDS["best-none"].format(card=CARDS[card], at=at), decision.default)
    yield from list(found.values())[:MOST_PLACES]
