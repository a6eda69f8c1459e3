"""Small diagrams for the manual's examples: storage, table and deck on top, all hands below."""

from collections.abc import Sequence

from games.drawing.svg import FAINT, at, text
from games.kernel.display import Drawing
from games.kernel.position import Position
from games.titles.parcels.drawing import ACCENT, CARD, page, row
from games.titles.parcels.state import Options, State, cards_of
from games.titles.parcels.view import View, view
from games.titles.parcels.words import cards_words, in_words, limits

WIDTH = 360
_TOP, _ROW, _MIDDLE, _SMALL = 104, 44, 0.8, 0.62


def example_picture(position: Position[State, Options], names: Sequence[str], name: str) -> Drawing:
    """A drawing of a position (SVG ids start with `name`) and the same facts in words, open hands included."""
    state, seen = position.state, view(position.state, position.step, None)
    hands = [_hand(state, seat, names[seat], _TOP + place * _ROW) for place, seat in enumerate(state.active)]
    drawn = page(name, WIDTH, _TOP + _ROW * len(hands), _middle(seen, names) + "".join(hands))
    return Drawing(drawn, _words(state, names))


def _middle(seen: View, names: Sequence[str]) -> str:
    """Storage with its limits, the table meld and the deck."""
    drawn, x = text("Storage", 2, 15, anchor="start", bold=True), 2
    for stack in seen.storage:
        drawn += row([stack.number] * stack.count, x, 24, 14, _MIDDLE)
        x += 14 * (stack.count - 1) + 39
    drawn += text(", ".join(limits(seen)), 2, 91, 13, "start", FAINT)
    owner = f": {names[seen.owner]}" if seen.owner is not None else ""
    drawn += text(f"Table{owner}", 212, 15, anchor="start", bold=True)
    if seen.table is None:
        drawn += text("empty", 212, 54, anchor="start", fill=FAINT)
    else:
        drawn += row(seen.table.cards, 212, 24, 20 if seen.table.count > 2 else 38, _MIDDLE)
    drawn += text("Deck", 358, 15, anchor="end", bold=True) + text(str(seen.deck), 358, 91, 13, "end", FAINT)
    return drawn + (at(323, 24, CARD["back"], _MIDDLE) if seen.deck else "")


def _hand(state: State, seat: int, name: str, y: float) -> str:
    """A player's name, marked if on turn, and cards."""
    is_turn = state.turn == seat and state.ranks is None
    drawn = f'<path d="M2 {y + 12:g}l8 6-8 6z" fill="{ACCENT}"/>' if is_turn else ""
    drawn += text(name, 14, y + 23, anchor="start", bold=is_turn)
    cards = cards_of(state.hands[seat])
    if not cards:
        return drawn + text("no card", 66, y + 23, anchor="start", fill=FAINT)
    return drawn + row(cards, 66, y, min(30, 264 / len(cards)), _SMALL)


def _words(state: State, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    table = f"{in_words(state.table)} of {names[state.owner]}" if state.owner is not None else "empty"
    hands = [(f"{names[seat]} holds", cards_words(cards_of(hand))) for seat, hand in enumerate(state.hands)]
    storage, deck = cards_words(cards_of(state.storage), none="empty"), cards_words(state.deck, none="empty")
    return (("Storage", storage), ("Table", table), *hands, ("Deck", deck))
