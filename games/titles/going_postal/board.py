"""A position drawn small, for the examples of the manual: the ring with Sam above, a row for each personality below."""

from collections.abc import Sequence

from games.kernel.examples import Board
from games.kernel.ink import EDGE, FAINT, SHEET, STOP, at, lines, page, text
from games.kernel.types import Position
from games.titles.going_postal.cards import KIND, SPACES, gap, name
from games.titles.going_postal.drawing import board as ring
from games.titles.going_postal.drawing import faces, plates
from games.titles.going_postal.state import Options, State

WIDTH, TOP, ROW = 420, 194, 82


def board(position: Position[State, Options], names: Sequence[str], prefix: str) -> Board:
    """The drawing of a position and all of it in words. Hands are open; the drawing uses no ids, so no `prefix`."""
    state = position.state
    seats = "".join(at(0, TOP + ROW * seat, _row(state, seat, names[seat])) for seat in range(state.seats))
    height = TOP + ROW * state.seats
    drawn = page(WIDTH, height, "A position", "Described in the words below it", _top(state) + seats)
    return Board(drawn, _words(state, names))


def _top(state: State) -> str:
    """The ring with Sam; beside it the gap, the piles, year and direction."""
    told = [
        f"{gap(state.sam)} steps to the Post Office",
        f"Year {state.year}" + (", overtime" if state.is_overtime else ""),
    ]
    told += [f"Direction of play: {state.direction or 'not chosen'}"]
    drawn = at(4, 4, ring.small_ring()) + plates.pawn(state.sam, 4, 4)
    drawn += text(SPACES[state.sam].name, 196, 28, 16, "start", bold=True) + lines(told, 196, 50, 13, "start")
    piles = plates.pile(200, 112, 0.34) if state.pile else ""
    piles += text(f"{len(state.pile)} in the pile", 256, 150, 13, "start", FAINT)
    piles += text(f"{len(state.discard)} discarded", 256, 168, 13, "start", FAINT)
    return drawn + piles


def _state(state: State, seat: int) -> str:
    if state.out[seat] is not None:
        return "eliminated"
    return "postal" if state.stamps[seat] else "sane"


def _row(state: State, seat: int, who: str) -> str:
    """State, name, stamps, and the hand; a mark for whose turn it is."""
    edge = f'stroke="{STOP}" stroke-width="2"' if seat == state.active and state.winner is None else f'stroke="{EDGE}"'
    drawn = f'<rect x="1" y="1" width="{WIDTH - 2}" height="{ROW - 8}" rx="8" fill="{SHEET}" {edge}/>'
    drawn += at(8, 18, ring.badge(_state(state, seat), 38)) + text(who, 54, 26, 15, "start", bold=True)
    kinds = ["postal"] * state.stamps[seat] + ["marker"] * state.marked[seat] + ["vendetta"] * state.vendetta[seat]
    drawn += "".join(at(54 + 27 * n, 38, ring.stamp(kind, 25)) for n, kind in enumerate(kinds))
    step = min(46, (WIDTH - 226) / max(1, len(state.hands[seat])))
    return drawn + "".join(
        at(220 + step * n, 5, faces.face(KIND[card].id), 0.32) for n, card in enumerate(state.hands[seat])
    )


def _words(state: State, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    rows = [("Sam", f"on {SPACES[state.sam].name}, {gap(state.sam)} steps to the Post Office")]
    rows += [(names[seat], _told(state, seat)) for seat in range(state.seats)]
    piles = f"{len(state.pile)} cards in the draw pile, {len(state.discard)} discarded"
    turn = f"{names[state.active]}; direction of play: {state.direction or 'not chosen'}; year {state.year}"
    return (*rows, ("Piles", piles), ("Turn", turn))


def _told(state: State, seat: int) -> str:
    parts = [_state(state, seat), f"postal stamps: {state.stamps[seat]}"]
    parts += ["marked"] if state.marked[seat] else []
    parts += [f"vendetta stamps: {state.vendetta[seat]}"] if state.vendetta[seat] else []
    return "; ".join([*parts, "holds " + (", ".join(map(name, state.hands[seat])) or "no card")])
