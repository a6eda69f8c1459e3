"""The lines of a letter: every play with its result, sorted by distance; more than thirty become one line per card."""

from collections.abc import Callable

from games.kernel.types import Choice, Decision, Move
from games.titles.going_postal.cards import WAYS, gap, name, walk
from games.titles.going_postal.plays import steps_of
from games.titles.going_postal.preview import office_words, stop_words
from games.titles.going_postal.view import View

MOST = 30


def choices(view: View, decision: Decision, moves: Callable[[], list[Move]]) -> list[Choice]:
    """What can be confirmed at once; a trade, a penalty and a standing order open the form."""
    verbs = [action.verb for action in decision.actions]
    if "play" in verbs:
        return _plays(view, moves())
    if "claim" in verbs:
        return [Choice(_claim(view), Move("claim"))] + [Choice("Let it go", Move("pass"))] * ("pass" in verbs)
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


def _claim(view: View) -> str:
    stamps = "1 vendetta stamp" if view.price == 1 else f"{view.price} vendetta stamps"
    return f"Take over the turn of {{{view.active}}} for {stamps}"


def _lists(verb: str, found: list[Move]) -> list[Choice]:
    if len(found) > MOST:
        return [Choice("Choose the cards", Move(verb), is_complete=False)]
    words = "Discard {}" if verb == "discard" else "On top: {}"
    return [Choice(words.format(", ".join(name(card) for card in move.args["cards"])), move) for move in found]


def _plays(view: View, found: list[Move]) -> list[Choice]:
    ways = WAYS[view.seats[view.active].stamps > 0]
    if len(found) > MOST:  # Blitz
        kinds = {name(move.args["card"]): move.args["card"] for move in found}
        return [
            Choice(f"Lay {words}", Move("play", {"card": card}), is_complete=False) for words, card in kinds.items()
        ]
    found = sorted(found, key=lambda move: steps_of(ways, move))
    return [Choice(_words(view, move, steps_of(ways, move)), move) for move in found]


def _words(view: View, move: Move, steps: int) -> str:
    """ "First Class, move 2: Sam stops on Garden Flat, house 1, 2 steps from the Post Office"."""
    sam, is_brought = walk(view.sam, steps)
    way = next(
        way for way in WAYS[view.seats[view.active].stamps > 0][move.args["card"]] if way.option == move.args["option"]
    )
    aim = act_words(way.action, move.args["target"]) if steps < gap(view.sam) else ""
    start = f"{name(move.args['card'])}, move {steps}" + (f", {aim}" if aim else "")
    if not is_brought:
        return f"{start}: {stop_words(sam)}"
    stamp = view.seats[view.active].stamps + 1
    you = "" if view.claimer is None else f"{{{view.active}}}"
    following = "the next one" if view.next is None else f"{{{view.next}}}"
    return f"{start}: {office_words(stamp, view.options.postal, view.options.lead_after_stamp, you, following)}"


def act_words(action: str, target: int | None) -> str:
    """The action in words, its target as {seat}; where nobody can be aimed at it does nothing (GP-24)."""
    if action in ACTS:
        return ACTS[action]
    if not action:
        return ""
    return AIMED[action].format(f"{{{target}}}") if target is not None else "the action does nothing"


ACTS = {
    "calm": "lose one of your postal stamps",
    "reverse": "reverse the direction of play",
    "sort": "look at the top 3 cards",
    "rush": "discard the top 4 cards of the pile",
}
AIMED = {
    "mark": "mark {}",
    "eliminate": "eliminate {}",
    "clear": "clear the marker of {}",
    "praise": "{} loses a postal stamp",
    "next": "{} plays next",
    "inspect": "see the hand of {}",
    "swap": "swap hands with {}",
    "take": "take a card of {}",
}
