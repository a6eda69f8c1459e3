"""The choices in an email: every play with its result, by distance; if there are more than thirty, one per card."""

from collections.abc import Callable

from games.kernel.types import Choice, Decision, Move
from games.kernel.words import of_seats, several
from games.titles.going_postal.cards import name, way_of
from games.titles.going_postal.preview import outcome
from games.titles.going_postal.view import View
from games.titles.going_postal.words import listed

MOST = 30


def choices(view: View, decision: Decision, moves: Callable[[], list[Move]]) -> list[Choice]:
    """Moves to confirm with one press; trades, exchanges and standing orders are links that open the form."""
    verbs = [action.verb for action in decision.actions]
    match verbs[0]:
        case "play":
            return _plays(view, moves())
        case "claim":
            words = f"Take over the turn of {{{view.active}}} for {several(view.price, 'vendetta stamp')}"
            return [Choice(words, Move("claim"))] + [Choice("Let it go", Move("pass"))] * ("pass" in verbs)
        case "keep":
            return [Choice("Keep my hand", Move("keep")), _form("Exchange a card", "exchange")]
        case "direction":
            return [Choice(f"Direction of play: {way}", Move("direction", {"dir": way})) for way in ("left", "right")]
        case "inspect":
            shown = [Choice(f"Discard {name(card)}", Move("inspect", {"card": card})) for card in view.shown or []]
            return [*shown, Choice("Discard none of them", Move("inspect", {"card": None}))]
        case "order" | "discard" as verb:
            every, start = moves(), "Discard" if verb == "discard" else "On top:"
            if len(every) > MOST:
                return [_form("Choose the cards", verb)]
            return [Choice(f"{start} {listed(move.args['cards'])}", move) for move in every]
    return [_form(action.label, action.verb) for action in decision.actions]


def _form(words: str, verb: str, **args: str) -> Choice:
    return Choice(words, Move(verb, args), is_complete=False)


def _plays(view: View, plays: list[Move]) -> list[Choice]:
    """Such as "First Class, move 2: Sam stops on Garden Flat, house 1, 2 steps from the Post Office"."""
    if len(plays) > MOST:  # Blitz
        cards = {name(move.args["card"]): move.args["card"] for move in plays}
        return [_form(f"Play {words}", "play", card=card) for words, card in cards.items()]
    lines = []
    for move in sorted(plays, key=lambda move: way_of(move).steps):
        way = way_of(move)
        result = outcome(view, way, move.args["target"], of_seats())
        act = f", {result.act}" if result.act else ""
        lines.append(Choice(f"{name(way.card)}, move {way.steps}{act}: {result.words}", move))
    return lines
