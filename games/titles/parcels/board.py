"""A position drawn small, for the examples of the manual: storage, table and deck above, all hands below."""

from collections.abc import Sequence
from itertools import groupby

from games.kernel.display import Board
from games.kernel.position import Position
from games.titles.parcels.drawing import ACCENT, FAINT, Sheet
from games.titles.parcels.melds import in_words
from games.titles.parcels.state import Options, State, cards_of
from games.titles.parcels.view import view
from games.titles.parcels.words import cards_words

WIDTH = 360
_TOP, _ROW, _MIDDLE, _SMALL = 104, 44, 0.8, 0.62


def board(position: Position[State, Options], names: Sequence[str], name: str) -> Board:
    """The drawing of a position, its ids beginning with `name`, and all of it in words. Hands are open."""
    state = position.state
    seats = [seat for seat in range(state.seats) if seat not in state.left]
    sheet = Sheet(name, "", WIDTH, _TOP + _ROW * len(seats))
    _middle(sheet, position, names)
    for row, seat in enumerate(seats):
        _hand(sheet, state, seat, names[seat], _TOP + row * _ROW)
    return Board(sheet.svg(), _words(state, names))


def _middle(sheet: Sheet, position: Position[State, Options], names: Sequence[str]) -> None:
    state, seen = position.state, view(position.state, position.step, None)
    sheet.text(2, 15, "Storage", anchor="start", bold=True)
    x = 2.0
    for _, stack in groupby(cards_of(state.storage)):
        cards = list(stack)
        sheet.row(cards, x, 24, 14, _MIDDLE)
        x += 14 * (len(cards) - 1) + 39
    sets = f"sets up to {seen.set_limit}" if seen.set_limit > 1 else "no sets"
    runs = f"runs up to {seen.run_limit}" if seen.run_limit > 1 else "no runs"
    sheet.text(2, 91, f"{sets}, {runs}", anchor="start", size=13, fill=FAINT)
    owner = f": {names[state.owner]}" if state.table and state.owner is not None else ""
    sheet.text(212, 15, f"Table{owner}", anchor="start", bold=True)
    if state.table:
        sheet.row(state.table, 212, 24, 20 if len(state.table) > 2 else 38, _MIDDLE)
    else:
        sheet.text(212, 54, "empty", anchor="start", fill=FAINT)
    sheet.text(358, 15, "Deck", anchor="end", bold=True)
    if state.deck:
        sheet.back(323, 24, scale=_MIDDLE)
    sheet.text(358, 91, str(len(state.deck)), anchor="end", size=13, fill=FAINT)


def _hand(sheet: Sheet, state: State, seat: int, name: str, y: float) -> None:
    is_turn = state.turn == seat and state.ranks is None
    if is_turn:
        sheet.add(f'<path d="M2 {y + 12:g}l8 6-8 6z" fill="{ACCENT}"/>')
    sheet.text(14, y + 23, name, anchor="start", bold=is_turn)
    cards = cards_of(state.hands[seat])
    sheet.row(cards, 66, y, min(30, 264 / max(1, len(cards))), _SMALL)
    if not cards:
        sheet.text(66, y + 23, "no card", anchor="start", fill=FAINT)


def _words(state: State, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    owner = names[state.owner] if state.owner is not None else ""
    return (
        ("Storage", cards_words(cards_of(state.storage)) or "empty"),
        ("Table", f"{in_words(state.table)} of {owner}" if state.table else "empty"),
        *((f"{names[seat]} holds", cards_words(cards_of(hand)) or "nothing") for seat, hand in enumerate(state.hands)),
        ("Deck", cards_words(state.deck) or "empty"),
    )
