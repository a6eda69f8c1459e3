"""All the ways to act: listed for bots, drawn at random for benchmarks, narrowed down for a person who is choosing."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

from games.kernel.errors import IllegalMove
from games.kernel.rng import Rng
from games.kernel.types import Move
from games.titles.human_resources import office, refusals
from games.titles.human_resources.cards import ABILITY, KIND, OVERTIME
from games.titles.human_resources.managers import MANAGERS, completes, manager_of
from games.titles.human_resources.state import State

Args = dict[str, Any]
T = TypeVar("T")
TRIES = 24  # random draws before a card's ways are listed


def all_moves(state: State, seat: int) -> list[Move]:
    """Every legal move of a turn or of a card of Play Two, each once."""
    hand = state.hands[seat]
    border = [office.value(at) for at in office.border(state.office)]
    found = [Move("place", {"card": card, "at": at}) for card in hand for at in border]
    listed: dict[str, list[Args]] = {}
    for card in hand:
        kind = KIND[card]
        if kind == "project":
            found.append(Move("project", {"card": card}))
        elif kind == "quota" and refusals.meets(state, seat, card):
            found.append(Move("quota", {"card": card}))
        elif kind == "manager" and not state.plays_left:
            ability = ABILITY[card]
            if ability == "exchange" or ability not in listed:  # both cards of an ability have the same ways
                listed[ability] = list(MANAGERS[ability].ways(state, seat, card))
            found += [Move("hire", {"card": card, **args}) for args in listed[ability]]
    return found + list(_with_overtime(state, seat, found))


def _with_overtime(state: State, seat: int, moves: list[Move]) -> Iterator[Move]:
    held = [card for card in state.hands[seat] if card in OVERTIME]
    if not held:
        return
    known: dict[str, bool] = {}
    for move in moves:
        if not refusals.is_last_play(state, move):
            continue
        if not _is_due(state, seat, move, known):
            continue
        for card in held:
            if card not in (move.args["card"], move.args.get("give")):
                yield Move(move.verb, {**move.args, "overtime": card})


def _is_due(state: State, seat: int, move: Move, known: dict[str, bool]) -> bool:
    """Is a project completed with this move? Moves that do the same to the office are looked at once."""
    if state.has_completed:
        return True
    laid = move.args["card"] if move.verb == "place" else move.args.get("give", "")
    key = f"{laid[-1:]} {[part for name, part in move.args.items() if name not in ('card', 'give')]}"
    if key not in known:
        known[key] = completes(state, seat, move)
    return known[key]


def random_move(state: State, seat: int, rng: Rng) -> Move:
    """A random legal move: a card, one of its uses, then one of the ways of that use. Every move can come."""
    hand = state.hands[seat]
    for _ in range(TRIES):
        card = rng.choose(hand)
        move = _random_use(state, seat, card, rng)
        if move is not None:
            # Reveal Overtime every other time that it is possible.
            if not any(card in OVERTIME for card in state.hands[seat]) or rng.below(2):
                return move
            return _one_of(_with_overtime(state, seat, [move]), rng) or move
    return _random_place(state, rng.choose(hand), rng)


def _random_use(state: State, seat: int, card: str, rng: Rng) -> Move | None:
    kind = KIND[card]
    if kind == "overtime" or rng.below(2):
        return _random_place(state, card, rng)
    if kind == "project":
        return Move("project", {"card": card})
    if kind == "quota":
        return Move("quota", {"card": card}) if refusals.meets(state, seat, card) else None
    if state.plays_left:
        return None
    args = manager_of(card).draw(state, seat, card, rng)
    return None if args is None else Move("hire", {"card": card, **args})


def _random_place(state: State, card: str, rng: Rng) -> Move:
    return Move("place", {"card": card, "at": office.value(rng.choose(office.border(state.office)))})


def _one_of(ways: Iterable[T], rng: Rng) -> T | None:
    listed = list(ways)
    return rng.choose(listed) if listed else None


def narrow(state: State, seat: int, verb: str, args: Mapping[str, Any]) -> dict[str, list[Any]]:
    """For each field of the verb the values that go with those chosen so far; what makes no sense counts as open.

    Besides fields: "refused" (cards that cannot be used so now, with clause and message) and for Shift "stops", the
    possible ends of the chosen group as [direction, distance].
    """
    hand = state.hands[seat]
    if verb == "place":
        found = {"card": list(hand), "at": [office.value(at) for at in office.border(state.office)]}
    elif verb == "project":
        found = {"card": [card for card in hand if KIND[card] == "project"]}
    elif verb in ("quota", "hire"):
        found = _usable(state, seat, "quota" if verb == "quota" else "manager")
        card = args.get("card")
        if verb == "hire" and isinstance(card, str) and card in found["card"]:
            found |= _narrow_manager(state, seat, card, args)
    else:
        return {}
    return found | _overtimes(state, seat, verb, args)


def _usable(state: State, seat: int, kind: str) -> dict[str, list[Any]]:
    reasons = {card: refusals.why_not(state, seat, card) for card in state.hands[seat] if KIND[card] == kind}
    refused = [{"card": card, "clause": reason[0], "message": reason[1]} for card, reason in reasons.items() if reason]
    return {"card": [card for card, reason in reasons.items() if reason is None], "refused": refused}


def _narrow_manager(state: State, seat: int, card: str, args: Mapping[str, Any]) -> dict[str, list[Any]]:
    ability = ABILITY[card]
    if ability == "shift":
        return _narrow_shift(state, args)
    ways = list(MANAGERS[ability].ways(state, seat, card))
    if ability == "swap":
        ways += [{"a": way["b"], "b": way["a"]} for way in ways]
    found: dict[str, list[Any]] = {}
    for name in ways[0]:
        others = {other: args[other] for other in ways[0] if other != name and args.get(other) is not None}
        wanted = {other: (given, office.value(_place(given))) for other, given in others.items()}
        fitting = [way[name] for way in ways if all(way[other] in given for other, given in wanted.items())]
        found[name] = list(dict.fromkeys(fitting))
    return found


def _place(given: Any) -> int:
    """The place that is meant; nonsense is far away from the office."""
    try:
        return office.parse(given)
    except IllegalMove:
        return office.NOWHERE


def _narrow_shift(state: State, args: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Cubicles that may join the group, and where the group as it is can stop."""
    given = args.get("cells")
    meant = {_place(cell) for cell in (given if isinstance(given, list) else [given])}
    chosen = tuple(sorted(meant & state.office.keys()))[:3]
    if not chosen:
        cells = {cell for way in MANAGERS["shift"].ways(state, 0, "") for cell in way["cells"]}
        return {"cells": sorted(cells, key=office.read), "stops": [], "dir": [], "dist": []}
    near = {at + wall for at in chosen for wall in office.WALLS if at + wall in state.office}
    cells = set(chosen) | (near if len(chosen) < 3 else set())
    ends = office.stops(state.office, chosen) if office.is_one_piece(chosen) else []
    ways = [distance for direction, distance in ends if direction == args.get("dir")]
    return {
        "cells": [office.value(at) for at in sorted(cells)],
        "stops": [list(end) for end in ends],
        "dir": list(dict.fromkeys(direction for direction, _ in ends)),
        "dist": ways,
    }


def _overtimes(state: State, seat: int, verb: str, args: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The Overtime cards that may be revealed with the move as chosen; nothing where none is held."""
    held = [card for card in state.hands[seat] if card in OVERTIME]
    if not held:
        return {}
    try:
        move = refusals.read_turn(state, seat, Move(verb, {**args, "overtime": None}))
    except IllegalMove:
        return {"overtime": []}
    return {"overtime": [way.args["overtime"] for way in _with_overtime(state, seat, [move])]}
