"""The first look at a raw move: every refusal of a turn in the rulebook's words and order.

A client may send anything. Each check either raises IllegalMove or returns the arguments in canonical form, so that
equal results are one move: places as "x,y", a group of Shift in reading order, the pair of Swap in reading order.
"""

from collections.abc import Callable
from typing import Any

from games.kernel.errors import IllegalMove, need
from games.kernel.types import Move
from games.titles.human_resources import office
from games.titles.human_resources.cards import ABILITY, CARDS, KIND, OVERTIME
from games.titles.human_resources.managers import MANAGERS, completes, manager_of
from games.titles.human_resources.state import State, seen

Args = dict[str, Any]
FOUR = "Choose one of the four actions: place a cubicle, play a project, hire a manager or play a quota."
NO_HIRING = ("HR-60", "Play Two does not allow hiring a manager. You may place the manager card as a cubicle.")
FIELDS = {"at"}.union(*(manager.needs for manager in MANAGERS.values()))


def read_turn(state: State, seat: int, move: Move) -> Move:
    """A move of a turn or of Play Two, checked and in canonical form. Raises IllegalMove (section "Bad input")."""
    need(move.verb in VERBS, "HR-19", FOUR)
    card = move.args.get("card")
    need(isinstance(card, str) and card in state.hands[seat], "HR-19", "That card is not in your hand.")
    need(move.verb != "hire" or not state.plays_left, *NO_HIRING)
    args = {"card": card} | VERBS[move.verb](state, seat, str(card), move.args)
    for name, given in move.args.items():
        if given not in (None, []) and name not in args and name != "overtime":
            need(name not in FIELDS, "PLAY-03", f"This card does not use the field {name}.")
            args[name] = given  # no such field: the gates say so
    read = Move(move.verb, args)
    overtime = move.args.get("overtime")
    if overtime is not None:
        _overtime(state, seat, read, overtime)
        args["overtime"] = overtime
    return read


def read_order(state: State, seat: int, move: Move) -> Move:
    """The order in which the cards go back (HR-118)."""
    need(move.verb == "order", "HR-118", "First put the cards you looked at back in an order.")
    order = move.args.get("order")
    fits = isinstance(order, list) and all(isinstance(card, str) for card in order)
    fits = fits and sorted(order or []) == sorted(seen(state))
    need(fits, "HR-118", "Put back exactly the cards you looked at, each once.")
    return move


def read_pickup(state: State, seat: int, move: Move) -> Move:
    """The project that goes back to the hand (HR-79)."""
    need(move.verb == "pickup", "HR-79", "First choose which of your incomplete projects goes back to your hand.")
    own = [project.card for project in state.in_play[seat]]
    need(move.args.get("card") in own, "HR-78", "Choose one of your own incomplete projects.")
    return move


def _place(state: State, seat: int, card: str, args: Args) -> Args:
    at = office.parse(args.get("at"))
    need(at not in state.office, "HR-25", "That place is already taken by a cubicle.")
    has_wall = any(at + wall in state.office for wall in office.WALLS)
    need(has_wall, "HR-26", "A cubicle must share a wall with another cubicle.")
    return {"at": office.value(at)}


def _project(state: State, seat: int, card: str, args: Args) -> Args:
    need(KIND[card] == "project", "HR-30", "Only a project card can be played as a project.")
    return {}


def _quota(state: State, seat: int, card: str, args: Args) -> Args:
    need(KIND[card] == "quota", "HR-83", "Only a quota card can be played as a quota.")
    if reason := why_not(state, seat, card):
        raise IllegalMove(*reason)
    return {}


def why_not(state: State, seat: int, card: str) -> tuple[str, str] | None:
    """Why this manager or quota cannot be used now as (clause, sentence); None: it can (HR-46, HR-60, HR-83)."""
    if KIND[card] == "quota":
        unmet = f"You do not meet the condition of this quota ({CARDS[card].name})."
        return None if meets(state, seat, card) else (CARDS[card].clause, unmet)
    if state.plays_left:
        return NO_HIRING
    manager = manager_of(card)
    return None if manager.can_be_hired(state, seat, card) else manager.closed


def meets(state: State, seat: int, quota: str) -> bool:
    """Is the condition of this quota met now, with the quota still in the hand (HR-84 to HR-90)?"""
    hand = state.hands[seat]
    dark = sum(card[-1] == "D" for card in hand)
    own, other = len(state.scored[seat]), len(state.scored[1 - seat])
    return {
        "three_dark": dark >= 3 and dark == len(hand),
        "five_cards": len(hand) >= 5,
        "more_scored": own > other,
        "three_light": len(hand) >= 3 and dark == 0,
        "only_card": len(hand) == 1,
        "fewer_scored": own < other,
    }[ABILITY[quota]]


def _hire(state: State, seat: int, card: str, args: Args) -> Args:
    need(KIND[card] == "manager", "HR-45", "Only a manager card can be hired.")
    return manager_of(card).read(state, seat, card, args)


def _overtime(state: State, seat: int, move: Move, overtime: Any) -> None:
    """May this Overtime card be revealed with this move (HR-107, HR-111)? The move itself is legal."""
    is_held = isinstance(overtime, str) and overtime in OVERTIME and overtime in state.hands[seat]
    is_late = not is_held and _arrives(state, seat, move, overtime)
    need(not is_late, "HR-107", "Overtime must be in your hand before the project is completed.")
    need(is_held, "HR-107", "You do not hold that Overtime card.")
    is_leaving = overtime in (move.args["card"], move.args.get("give"))
    need(not is_leaving, "HR-107", "That Overtime card leaves your hand in this very action.")
    need(is_last_play(state, move), "HR-111", "Declare Overtime with the last play of your turn.")
    is_due = state.has_completed or completes(state, seat, move)
    need(is_due, "HR-107", "Overtime can only be revealed when you complete one of your projects.")


def _arrives(state: State, seat: int, move: Move, overtime: Any) -> bool:
    """Does this very action bring that card into the hand, as far as the seat can know (HR-123)?"""
    if move.args.get("take") == overtime:
        return True
    if move.verb != "hire" or "at" not in move.args:
        return False
    cubicle = state.office[office.parse(move.args["at"])]
    return cubicle.by == seat and cubicle.card == overtime


def is_last_play(state: State, move: Move) -> bool:
    """Does the turn end with this move, if nothing else happens?"""
    if move.verb == "hire":
        return ABILITY[move.args["card"]] not in ("play_two", "operations")
    return state.plays_left < 2


VERBS: dict[str, Callable[[State, int, str, Args], Args]] = {
    "place": _place,
    "project": _project,
    "quota": _quota,
    "hire": _hire,
}
