"""The first look at a raw move: every refusal of a turn in the rulebook's words and order.

A client may send anything. Each check either raises IllegalMove or returns the arguments in canonical form, so that
equal results are one move: places as "x,y", a group of Shift in reading order, the pair of Swap in reading order.
"""

import re
from collections.abc import Callable
from typing import Any

from games.kernel.errors import IllegalMove, need
from games.kernel.types import Move
from games.titles.human_resources import office
from games.titles.human_resources.cards import ABILITY, CARDS, KIND, OVERTIME
from games.titles.human_resources.effects import completes
from games.titles.human_resources.state import State, seen

Args = dict[str, Any]
FOUR = "Choose one of the four actions: place a cubicle, play a project, hire a manager or play a quota."
PLACE = "A place is given as two whole numbers [x, y]."
ONE_PIECE = "The office must stay one piece."
NO_HIRING = ("HR-60", "Play Two does not allow hiring a manager. You may place the manager card as a cubicle.")
NOTHING_TO_PLAY = ("HR-61", "You have no other card to play.")
EMPTY_PILE = ("HR-46", "The discard pile is empty.")
FIELDS = frozenset({"at", "take", "cells", "dir", "dist", "give", "from", "to", "a", "b", "project"})
LAST_TO_MOVE = ("HR-50", "The last cubicle cannot be moved.")
LAST_TO_REMOVE = ("HR-50", "The last cubicle cannot be removed.")
NOTHING_TO_GIVE = ("HR-76", "You have no other card to exchange.")
NOTHING_TO_PICK_UP = ("HR-80", "The other player has no incomplete project.")
NOTHING_TO_ACQUIRE = ("HR-115", "The other player has no incomplete project.")
_WRITTEN = re.compile(r"(-?\d{1,9}),(-?\d{1,9})", re.ASCII)


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


def parse_place(raw: Any) -> int:
    """A place from [x, y] or "x,y". Raises IllegalMove (HR-132)."""
    if isinstance(raw, str) and (written := _WRITTEN.fullmatch(raw)):
        raw = [int(written[1]), int(written[2])]
    is_place = isinstance(raw, (list, tuple)) and len(raw) == 2 and all(type(part) is int for part in raw)
    need(is_place, "HR-132", PLACE)
    return office.place(raw[0], raw[1])


def _place(state: State, seat: int, card: str, args: Args) -> Args:
    at = parse_place(args.get("at"))
    need(at not in state.office, "HR-25", "That place is already taken by a cubicle.")
    has_wall = any(at + wall in state.office for wall in office.WALLS)
    need(has_wall, "HR-26", "A cubicle must share a wall with another cubicle.")
    return {"at": office.value(at)}


def _project(state: State, seat: int, card: str, args: Args) -> Args:
    need(KIND[card] == "project", "HR-30", "Only a project card can be played as a project.")
    return {}


def _quota(state: State, seat: int, card: str, args: Args) -> Args:
    need(KIND[card] == "quota", "HR-83", "Only a quota card can be played as a quota.")
    need(meets(state, seat, card), *unmet(card))
    return {}


def unmet(quota: str) -> tuple[str, str]:
    """Clause and sentence for a quota whose condition is not met."""
    card = CARDS[quota]
    return card.clause, f"You do not meet the condition of this quota ({card.name})."


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
    return MANAGERS[ABILITY[card]](state, seat, card, args)


def _play_two(state: State, seat: int, card: str, args: Args) -> Args:
    need(len(state.hands[seat]) > 1, *NOTHING_TO_PLAY)
    return {}


def _take(state: State, seat: int, card: str, args: Args) -> Args:
    need(state.discard, *EMPTY_PILE)
    need(args.get("take") in state.discard, "HR-64", "Choose a card that is in the discard pile.")
    return {"take": args["take"]}


def _move(state: State, seat: int, card: str, args: Args) -> Args:
    source = parse_place(args.get("from"))
    need(source in state.office, "HR-52", "There is no cubicle at the place you want to move from.")
    target = parse_place(args.get("to"))
    need(target != source, "HR-53", "The cubicle must go to another place.")
    need(target not in state.office, "HR-52", "The place you want to move to is taken.")
    need(len(state.office) > 1, *LAST_TO_MOVE)
    _one_piece({*state.office, target} - {source})
    return {"from": office.value(source), "to": office.value(target)}


def _one_piece(places: set[int]) -> None:
    need(office.is_one_piece(places), "HR-48", ONE_PIECE)


def _swap(state: State, seat: int, card: str, args: Args) -> Args:
    first, second = sorted((parse_place(args.get("a")), parse_place(args.get("b"))))
    is_pair = first in state.office and second in state.office and second - first in office.WALLS
    need(is_pair, "HR-55", "Swap needs two cubicles that share a wall.")
    is_mixed = state.office[first].card[-1] != state.office[second].card[-1]
    need(is_mixed, "HR-56", "Swap needs one dark and one light cubicle.")
    return {"a": office.value(first), "b": office.value(second)}


def read_cells(state: State, raw: Any) -> tuple[int, ...]:
    """The group of a Shift in reading order. Raises IllegalMove (HR-66)."""
    need(isinstance(raw, list) and 1 <= len(raw) <= 3, "HR-66", "Shift moves one, two or three cubicles.")
    cells = tuple(sorted(parse_place(cell) for cell in raw))
    hold = len(set(cells)) == len(cells) and all(cell in state.office for cell in cells)
    need(hold, "HR-66", "Every shifted place must hold a cubicle, each named once.")
    need(office.is_one_piece(cells), "HR-66", "The shifted cubicles must be adjacent to each other.")
    return cells


def _shift(state: State, seat: int, card: str, args: Args) -> Args:
    cells = read_cells(state, args.get("cells"))
    direction, distance = args.get("dir"), args.get("dist")
    is_straight = isinstance(direction, str) and direction in office.STEPS
    need(is_straight, "HR-67", "Shift goes straight north, east, south or west.")
    if type(distance) is not int or distance < 1:
        raise IllegalMove("HR-67", "Shift at least one place.")
    need(len(cells) < len(state.office), "HR-70", "At least one cubicle must stay where it is.")
    is_free = not office.is_blocked(state.office, cells, str(direction), distance)
    need(is_free, "HR-68", "A shifted cubicle cannot pass through another one.")
    _one_piece(set(state.office).difference(cells).union(office.slide(cells, str(direction), distance)))
    return {"cells": [office.value(cell) for cell in cells], "dir": direction, "dist": distance}


def _remove(state: State, seat: int, card: str, args: Args) -> Args:
    at = parse_place(args.get("at"))
    need(at in state.office, "HR-72", "There is no cubicle at that place.")
    need(len(state.office) > 1, *LAST_TO_REMOVE)
    _one_piece(set(state.office) - {at})
    return {"at": office.value(at)}


def _exchange(state: State, seat: int, card: str, args: Args) -> Args:
    need(len(state.hands[seat]) > 1, *NOTHING_TO_GIVE)
    at = parse_place(args.get("at"))
    need(at in state.office, "HR-75", "There is no cubicle at that place.")
    give = args.get("give")
    is_other = isinstance(give, str) and give in state.hands[seat] and give != card
    need(is_other, "HR-76", "Exchange a different card from your hand.")
    return {"at": office.value(at), "give": give}


def _pick_up(state: State, seat: int, card: str, args: Args) -> Args:
    need(state.in_play[1 - seat], *NOTHING_TO_PICK_UP)
    return {}


def _acquire(state: State, seat: int, card: str, args: Args) -> Args:
    theirs = [project.card for project in state.in_play[1 - seat]]
    need(theirs, *NOTHING_TO_ACQUIRE)
    need(args.get("project") in theirs, "HR-114", "Choose an incomplete project of the other player.")
    return {"project": args["project"]}


def _free(state: State, seat: int, card: str, args: Args) -> Args:
    return {}


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
    cubicle = state.office[parse_place(move.args["at"])]
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
MANAGERS: dict[str, Callable[[State, int, str, Args], Args]] = {
    "play_two": _play_two,
    "take": _take,
    "shift": _shift,
    "remove": _remove,
    "exchange": _exchange,
    "pickup": _pick_up,
    "move": _move,
    "swap": _swap,
    "draw": _free,
    "acquire": _acquire,
    "operations": _free,
}
