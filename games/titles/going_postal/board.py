"""A position drawn small, for the examples of the manual: the ring with Sam above, a row for each personality below."""

from collections.abc import Sequence
from textwrap import wrap

from games.drawing.svg import EDGE, FAINT, INK, PAPER, SHEET, STOP, at, inked, lines, page, text
from games.kernel.display import Board
from games.kernel.position import Position
from games.titles.going_postal.cards import KIND, SPACES, Kind, gap, name
from games.titles.going_postal.drawing import board as ring
from games.titles.going_postal.drawing import faces, plates
from games.titles.going_postal.drawing.art import CARDS
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
    step = min(66, (WIDTH - 220) / max(1, len(state.hands[seat])))
    hand = (at(216 + step * n, 5, _card(KIND[card])) for n, card in enumerate(state.hands[seat]))
    return drawn + "".join(hand)


def _card(kind: Kind) -> str:
    """A small card, 62 by 64: drawing, name and distances."""
    sheet = f'<rect x="0.5" y="0.5" width="62" height="64" rx="5" fill="{PAPER}" stroke="{INK}"/>'
    name_lines = wrap(kind.name, 11)
    words = lines(name_lines, 31.5, 42 if len(name_lines) == 1 else 37, 8.5, fill=INK)
    moves = " OR ".join(faces.distance(side) for side in kind.sides.values())
    return sheet + at(9, 3, inked(CARDS[kind.id]), 0.46) + words + text(moves, 31.5, 60, 11, fill=faces.BLUE, bold=True)


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
