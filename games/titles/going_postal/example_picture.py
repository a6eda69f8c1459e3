"""A small drawing of a position for the examples of the manual: the ring with Sam, then a row per personality."""

from collections.abc import Sequence
from textwrap import wrap

from games.drawing.svg import EDGE, FAINT, INK, PAPER, SHEET, STOP, at, inked, lines, page, text
from games.kernel.display import Drawing
from games.kernel.position import Position
from games.titles.going_postal.cards import KIND, SPACES, gap
from games.titles.going_postal.drawing import BADGES, CARDS, PEOPLE, STAMPS, faces, sized
from games.titles.going_postal.drawing import board as ring
from games.titles.going_postal.state import Options, State, condition
from games.titles.going_postal.words import listed

WIDTH, TOP, ROW = 420, 194, 82


def example_picture(position: Position[State, Options], names: Sequence[str], prefix: str) -> Drawing:
    """The drawing of a position, and the same in words. Hands are open. `prefix` is unused: the drawing has no ids."""
    state = position.state
    seats = "".join(at(0, TOP + ROW * seat, _row(state, seat, names[seat])) for seat in range(state.seats))
    height = TOP + ROW * state.seats
    drawn = page(WIDTH, height, "A position", "Described in the words below it", _top(state) + seats)
    return Drawing(drawn, _words(state, names))


def _top(state: State) -> str:
    """The small ring with Sam, and beside it the distance, the year, the direction and the piles."""
    left, top = ring.corner(state.sam)
    disc = f'<circle cx="0" cy="0" r="18" fill="{PAPER}" stroke="{STOP}" stroke-width="2.5"/>'
    sam = disc + at(-15, -16, sized(PEOPLE["sam"], 30, 100))
    drawn = at(4, 4, ring.small_ring()) + at(26 + left / 2, 26 + top / 2, sam)
    told = [
        f"{gap(state.sam)} steps to the Post Office",
        f"Year {state.year}" + (", overtime" if state.is_overtime else ""),
        f"Direction of play: {state.direction or 'not chosen'}",
    ]
    drawn += text(SPACES[state.sam].name, 196, 28, 16, "start", bold=True) + lines(told, 196, 50, 13, "start")
    for n in range(3 if state.pile else 0):
        drawn += at(200 + 4 * n, 112 - 4 * n, faces.miniature("back"), 0.34)
    drawn += text(f"{len(state.pile)} in the pile", 256, 150, 13, "start", FAINT)
    return drawn + text(f"{len(state.discard)} discarded", 256, 168, 13, "start", FAINT)


def _row(state: State, seat: int, name: str) -> str:
    """A personality: state, name, stamps, hand; marked if it is its turn."""
    is_turn, hand = seat == state.active and not state.is_over, state.hands[seat]
    edge = f'stroke="{STOP}" stroke-width="2"' if is_turn else f'stroke="{EDGE}"'
    drawn = f'<rect x="1" y="1" width="{WIDTH - 2}" height="{ROW - 8}" rx="8" fill="{SHEET}" {edge}/>'
    drawn += at(8, 18, sized(BADGES[condition(state, seat)], 38)) + text(name, 54, 26, 15, "start", bold=True)
    kinds = ["postal"] * state.stamps[seat] + ["marker"] * state.marked[seat] + ["vendetta"] * state.vendetta[seat]
    drawn += "".join(at(54 + 27 * n, 38, sized(STAMPS[kind], 25)) for n, kind in enumerate(kinds))
    step = min(66, (WIDTH - 220) / max(1, len(hand)))
    return drawn + "".join(at(216 + step * n, 5, _card(card)) for n, card in enumerate(hand))


def _card(card: str) -> str:
    """A small card, 62 by 64: drawing, name and distances."""
    kind = KIND[card]
    name, moves = wrap(kind.name, 11), " OR ".join(side.distance for side in kind.sides.values())
    drawn = f'<rect x="0.5" y="0.5" width="62" height="64" rx="5" fill="{PAPER}" stroke="{INK}"/>'
    drawn += at(9, 3, inked(CARDS[kind.id]), 0.46) + lines(name, 31.5, 42 if len(name) == 1 else 37, 8.5, fill=INK)
    return drawn + text(moves, 31.5, 60, 11, fill=faces.BLUE, bold=True)


def _words(state: State, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    rows = [("Sam", f"on {SPACES[state.sam].name}, {gap(state.sam)} steps to the Post Office")]
    for seat, hand in enumerate(state.hands):
        parts = [condition(state, seat), f"postal stamps: {state.stamps[seat]}", *["marked"] * state.marked[seat]]
        parts += [f"vendetta stamps: {state.vendetta[seat]}"] if state.vendetta[seat] else []
        rows.append((names[seat], "; ".join([*parts, f"holds {listed(hand)}"])))
    rows.append(("Piles", f"{len(state.pile)} cards in the draw pile, {len(state.discard)} discarded"))
    turn = f"{names[state.active]}; direction of play: {state.direction or 'not chosen'}; year {state.year}"
    return (*rows, ("Turn", turn))
