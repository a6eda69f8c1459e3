"""Validation of moves, with the rulebook's sentences in the rulebook's order ("Bad input", rows 6 to 27).

The arguments of a raw move can be anything a client sent. Each check raises IllegalMove or returns.
"""

from pathlib import Path
from typing import Any

from games.kernel import data
from games.kernel.errors import IllegalMove, need
from games.kernel.types import Move
from games.kernel.words import several
from games.titles.parcels import melds
from games.titles.parcels.state import NUMBERS, PLAN_LENGTH, Counts, Planned, State
from games.titles.parcels.words import one_of

REFUSALS = data.read_refusals(Path(__file__).parent)
CHOOSE_ACTION = REFUSALS["verb"]
_ROW_FIELDS = {"kind", "cards", "take", "add"}
_LONGEST_ECHO = 20  # how many characters of a wrong value a sentence repeats


def check_turn(state: State, seat: int, move: Move) -> None:
    """Rows 6 to 8 and 17 to 24: a raw move of the seat on turn. Rows 9 to 16 follow in `check_play`."""
    need(move.verb != "plan", "PC-93", "It is your turn: move now instead of planning.")
    need(move.verb in ("play", "pass"), *CHOOSE_ACTION)
    if move.verb == "play":
        check_held(state.hands[seat], move.args.get("cards"))
        return
    need(state.table, "PC-16", "You lead this trick: you must play cards.")
    check_pass(state, seat, move.args.get("take"), move.args.get("add"))


def check_held(hand: Counts, cards: Any) -> None:
    """Rows 7 and 8: a list of cards in this hand."""
    need(isinstance(cards, list) and cards, "PC-14", "Choose at least one card to play.")
    # Check the length first, so that no time is spent on counting in a huge list.
    is_held = len(cards) <= sum(hand) and not [
        card for card in cards if type(card) is not int or card not in NUMBERS or cards.count(card) > hand[card]
    ]
    need(is_held, "PC-30", "You do not hold these cards.")


def check_meld(cards: list[int]) -> melds.Kind | None:
    """Row 9: cards in ascending order that are a meld."""
    kind = melds.kind_of(cards)
    need(kind, "PC-19", "These cards are not a single, a set or a run.")
    return kind


def check_play(state: State, cards: list[int]) -> None:
    """Rows 9 to 16: cards of the hand, ascending, against storage and the table meld."""
    kind = check_meld(cards)
    if kind != "single":
        sets, runs = melds.limits(tuple(state.storage))
        limit, clause = (sets, "PC-23") if kind == "set" else (runs, "PC-24")
        need(limit >= 2, clause, f"Storage allows no {kind}s now.")
        need(len(cards) <= limit, clause, f"Storage allows {kind}s of up to {limit} cards now.")
    count, total = len(state.table), sum(state.table)
    if (len(cards), sum(cards)) > (count, total):  # PC-33, PC-34, PC-36
        return
    need(len(cards) == count, "PC-33", f"The table shows {several(count, 'card')}: you need at least as many.")
    need(sum(cards) < total, "PC-35", f"Your total of {total} only equals the table.")
    raise IllegalMove("PC-34", f"With {several(count, 'card')} you need a total above {total}.")


def check_pass(state: State, seat: int, take: Any, add: Any) -> None:
    """Rows 18 to 23: the stack to take and the card to add, both raw values of any type."""
    if not any(state.storage):
        need(take is None and add is None, "PC-51", "Storage is empty: pass without taking or adding.")
        return
    need(type(take) is int, "PC-41", "Choose a number in storage to take.")
    if take not in NUMBERS or not state.storage[take]:
        raise IllegalMove("PC-41", f"There is no {_echo(take)} in storage.")
    if add is None:
        return
    need(not isinstance(add, list), "PC-42", "You may add only one card.")
    if add == take and type(add) is int:
        raise IllegalMove("PC-43", f"You took the {take}s, so you may not add {one_of(take)}.")
    if not (type(add) is int and add in NUMBERS) or not state.hands[seat][add]:
        raise IllegalMove("PC-42", f"You do not hold {_one_of_what(add)} to add.")


def read_plan(state: State, seat: int, move: Move) -> Move:
    """Rows 25 to 27: check a raw plan and return it in canonical form, without empty rows of the form."""
    rows = move.args.get("moves")
    need(isinstance(rows, list), *CHOOSE_ACTION)
    rows = [row for row in rows or () if not _is_blank(row)]
    need(len(rows) <= PLAN_LENGTH, "PC-93", f"A plan holds at most {PLAN_LENGTH} moves.")
    planned = []
    for number, row in enumerate(rows, 1):
        try:
            planned.append(_read_row(state, seat, row))
        except IllegalMove as refusal:
            raise IllegalMove(refusal.clause, f"Planned move {number}: {refusal.message}") from None
    return Move("plan", move.args | {"moves": planned})


def _is_blank(row: Any) -> bool:
    """Is this an empty row of the plan form? The form sends `kind` and the other fields even when empty."""
    return isinstance(row, dict) and len(row) > 1 and set(row) <= _ROW_FIELDS and not any(row.values())


def _read_row(state: State, seat: int, row: Any) -> dict[str, Any]:
    need(isinstance(row, dict) and row.get("kind") in ("play", "pass"), *CHOOSE_ACTION)
    if unknown := sorted(set(row) - _ROW_FIELDS):
        raise IllegalMove("PLAY-03", f"This move has no field called {_echo(unknown[0])}.")
    cards, take, add = row.get("cards"), row.get("take"), row.get("add")
    if row["kind"] == "play":
        need(take is None and add is None, *CHOOSE_ACTION)
        check_held(state.hands[seat], cards)
        check_meld(sorted(cards))
        return {"kind": "play", "cards": sorted(cards)}
    need(not cards, *CHOOSE_ACTION)
    check_pass(state, seat, take, add)
    return {"kind": "pass", "take": take, "add": add}


def is_legal_now(state: State, seat: int, planned: Planned) -> bool:
    """May this seat, now on turn as a follower, make this planned move (PC-94)?"""
    try:
        if planned.kind == "play":
            check_play(state, planned.cards)
        else:
            check_pass(state, seat, planned.take, planned.add)
    except IllegalMove:
        return False
    return state.storage[planned.take or 0] == planned.size  # PC-95; index 0 is always 0


def _one_of_what(value: Any) -> str:
    """ "a 3" or "an 8"; a value that is not a number is not repeated."""
    is_number = type(value) is int or (isinstance(value, str) and value.isascii() and value.isdecimal())
    said = _echo(value) if is_number else ""
    return one_of(said) if said.lstrip("-").isdecimal() else "such a card"


def _echo(value: Any) -> str:
    """A wrong value, shortened so that a sentence can repeat it."""
    if type(value) is int and abs(value) >= 10**_LONGEST_ECHO:
        return "such number"
    text = str(value)
    return text if len(text) <= _LONGEST_ECHO else f"{text[: _LONGEST_ECHO - 1]}…"
