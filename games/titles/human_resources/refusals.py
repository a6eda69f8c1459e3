"""Validation of a raw move: every refusal of a turn, in the rulebook's words and order.

A client may send anything. Each check raises IllegalMove or returns the arguments in canonical form, so that equivalent
moves compare equal: places as "x,y", the group of Shift and the pair of Swap in reading order.
"""

from typing import Any

from games.kernel.errors import need
from games.kernel.types import Move
from games.titles.human_resources import geometry
from games.titles.human_resources.cards import ABILITY, OVERTIME, VERB
from games.titles.human_resources.effects import formed
from games.titles.human_resources.managers import MANAGERS, NO_HIRING, play_of
from games.titles.human_resources.preview import recoloured
from games.titles.human_resources.state import State, colours

FOUR = "Choose one of the four actions: place a cubicle, play a project, hire a manager or play a quota."
WRONG_KIND = {
    "project": ("HR-30", "Only a project card can be played as a project."),
    "hire": ("HR-45", "Only a manager card can be hired."),
    "quota": ("HR-83", "Only a quota card can be played as a quota."),
}
FIELDS = {"at"}.union(*(manager.needs for manager in MANAGERS.values()))


def read_turn(state: State, seat: int, move: Move) -> Move:
    """Check a move of a turn or of Play Two and return it in canonical form. Raises IllegalMove ("Bad input")."""
    verb, card = move.verb, move.args.get("card")
    need(verb == "place" or verb in WRONG_KIND, "HR-19", FOUR)
    need(isinstance(card, str) and card in state.hands[seat], "HR-19", "That card is not in your hand.")
    need(verb != "hire" or not state.plays_left, *NO_HIRING)
    if verb != "place":
        need(VERB.get(str(card)) == verb, *WRONG_KIND[verb])
    args = {"card": card} | play_of(verb, str(card)).read(state, seat, str(card), move.args)
    for name, given in move.args.items():
        if given not in (None, []) and name not in args and name != "overtime":
            need(name not in FIELDS, "PLAY-03", f"This card does not use the field {name}.")
            args[name] = given  # an unknown field: left for validation to refuse
    overtime = move.args.get("overtime")
    if overtime is not None:
        _check_overtime(state, seat, Move(verb, args), overtime)
        args["overtime"] = overtime
    return Move(verb, args)


def overtimes(state: State, seat: int, move: Move) -> list[str]:
    """The Overtime cards that may be revealed with this legal move (HR-107, HR-111)."""
    leaving = (move.args["card"], move.args.get("give"))
    held = [card for card in state.hands[seat] if card in OVERTIME and card not in leaving]
    if not held or not _is_last_play(state, move):
        return []
    return held if state.has_completed or formed(state, seat, *recoloured(colours(state), move)) else []


def _check_overtime(state: State, seat: int, move: Move, overtime: Any) -> None:
    """Raise IllegalMove unless this Overtime card may be revealed with this legal move."""
    is_held = isinstance(overtime, str) and overtime in OVERTIME and overtime in state.hands[seat]
    is_late = not is_held and _arrives(state, seat, move, overtime)
    need(not is_late, "HR-107", "Overtime must be in your hand before the project is completed.")
    need(is_held, "HR-107", "You do not hold that Overtime card.")
    is_leaving = overtime in (move.args["card"], move.args.get("give"))
    need(not is_leaving, "HR-107", "That Overtime card leaves your hand in this very action.")
    need(_is_last_play(state, move), "HR-111", "Declare Overtime with the last play of your turn.")
    is_due = overtime in overtimes(state, seat, move)
    need(is_due, "HR-107", "Overtime can only be revealed when you complete one of your projects.")


def _arrives(state: State, seat: int, move: Move, overtime: Any) -> bool:
    """Does this action itself bring the card into the hand, as far as the seat can know (HR-123)?"""
    if move.args.get("take") == overtime:
        return True
    if move.verb != "hire" or "at" not in move.args:
        return False
    cubicle = state.office[geometry.parse(move.args["at"])]
    return cubicle.by == seat and cubicle.card == overtime


def _is_last_play(state: State, move: Move) -> bool:
    """Does this move end the turn, unless Overtime is revealed?"""
    if move.verb == "hire":
        return ABILITY[move.args["card"]] not in ("play_two", "operations")
    return state.plays_left < 2
