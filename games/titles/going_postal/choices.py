"""The lines of an email: every play with its result, sorted by distance; more than thirty become one line per card."""

from collections.abc import Callable

from games.kernel.types import Choice, Decision, Move
from games.kernel.words import several
from games.titles.going_postal.cards import name
from games.titles.going_postal.plays import way_of
from games.titles.going_postal.preview import outcome
from games.titles.going_postal.view import View

MOST = 30


def choices(view: View, decision: Decision, moves: Callable[[], list[Move]]) -> list[Choice]:
    """What can be confirmed at once; a trade, a penalty and a standing order open the form."""
    verbs = [action.verb for action in decision.actions]
    if "play" in verbs:
        return _plays(view, moves())
    if "claim" in verbs:
        words = f"Take over the turn of {{{view.active}}} for {several(view.price, 'vendetta stamp')}"
        return [Choice(words, Move("claim"))] + [Choice("Let it go", Move("pass"))] * ("pass" in verbs)
    if "keep" in verbs:
        return [Choice("Keep my hand", Move("keep")), Choice("Exchange a card", Move("exchange"), is_complete=False)]
    if "direction" in verbs:
        return [Choice(f"Direction of play: {way}", Move("direction", {"dir": way})) for way in ("left", "right")]
    if "inspect" in verbs:
        shown = [Choice(f"Discard {name(card)}", Move("inspect", {"card": card})) for card in view.shown or []]
        return [*shown, Choice("Discard none of them", Move("inspect", {"card": None}))]
    if "order" in verbs or "discard" in verbs:
        return _lists(verbs[0], moves())
    return [Choice(action.label, Move(action.verb), is_complete=False) for action in decision.actions]


def _lists(verb: str, found: list[Move]) -> list[Choice]:
    if len(found) > MOST:
        return [Choice("Choose the cards", Move(verb), is_complete=False)]
    words = "Discard {}" if verb == "discard" else "On top: {}"
    return [Choice(words.format(", ".join(name(card) for card in move.args["cards"])), move) for move in found]


def _plays(view: View, found: list[Move]) -> list[Choice]:
    if len(found) > MOST:  # Blitz
        kinds = {name(move.args["card"]): move.args["card"] for move in found}
        return [
            Choice(f"Play {words}", Move("play", {"card": card}), is_complete=False) for words, card in kinds.items()
        ]
    return [Choice(_words(view, move), move) for move in sorted(found, key=lambda move: way_of(move).steps)]


def _words(view: View, move: Move) -> str:
    """ "First Class, move 2: Sam stops on Garden Flat, house 1, 2 steps from the Post Office"."""
    way = way_of(move)
    result = outcome(view, way, move.args["target"], lambda seat: f"{{{seat}}}")
    start = ", ".join([name(way.card), f"move {way.steps}", *([result.act] if result.act else [])])
    return f"{start}: {result.words}"
