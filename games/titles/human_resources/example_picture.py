"""Small diagrams for the manual's examples: the office with its coordinates, and the projects in play."""

from collections.abc import Sequence

from games.drawing.svg import FAINT, text
from games.kernel.display import Drawing
from games.kernel.position import Position
from games.titles.human_resources.cards import CARDS
from games.titles.human_resources.drawing import cells
from games.titles.human_resources.drawing.cells import ACCENT, U
from games.titles.human_resources.state import Options, State
from games.titles.human_resources.view import View, view
from games.titles.human_resources.words import listed, rows

WIDTH, _SIDE, _LEFT = 360, 204, 26
_PLAN, _CARD = 26, 14  # size of a cubicle in the plan and in a project


def example_picture(position: Position[State, Options], names: Sequence[str], name: str) -> Drawing:
    """A drawing of a position (SVG ids start with `name`) and the same facts in words, open hands included."""
    shown = view(position.state, position.step, None)
    plan, height = _plan(name, shown)
    projects, low = _projects(name, shown, names)
    drawn = cells.page(name, WIDTH, max(height, low), "", plan + projects)
    return Drawing(drawn.strip(), _words(shown, position.state.hands, names))


def _plan(name: str, shown: View) -> tuple[str, float]:
    """(SVG, height) of the office with a margin of one place and numbered edges."""
    west, north, east, south = shown.frame
    size = min(_PLAN, (_SIDE - _LEFT - 12) / (east - west + 1))
    x0, y0 = _LEFT - west * size, 20 - north * size
    body = "".join(cells.put(name, cell.colour, U * cell.x, U * cell.y) for cell in shown.office)
    parts = [f'<g transform="translate({x0:g} {y0:g}) scale({size / U:g})">{body}</g>']
    parts += [text(str(x), x0 + (x + 0.5) * size, 12, 13, fill=FAINT) for x in range(west, east + 1)]
    parts += [text(str(y), 12, y0 + (y + 0.5) * size + 4, 13, fill=FAINT) for y in range(north, south + 1)]
    return "".join(parts), 26 + (south - north + 1) * size


def _projects(name: str, shown: View, names: Sequence[str]) -> tuple[str, float]:
    """(SVG, height) of both players' points and projects in play."""
    parts, y = [], 14.0
    for number, (who, seat) in enumerate(zip(names, shown.seats, strict=False)):
        if number == shown.active and shown.result is None:
            parts.append(f'<path d="M{_SIDE - 10} {y - 10:g}l8 6-8 6z" fill="{ACCENT}"/>')
        parts.append(text(f"{who}: {seat.points}", _SIDE, y, 15, "start", bold=number == shown.active))
        y += 8
        for panel in seat.in_play:
            card = CARDS[panel.card]
            parts.append(text(card.label, _SIDE, y + 13, 13, "start"))
            parts.append(cells.drawing(name, card.grid, _SIDE, y + 19, _CARD))
            y += 28 + _CARD * len(card.grid)
        if not seat.in_play:
            parts.append(text("nothing in play", _SIDE, y + 10, 13, "start", FAINT))
            y += 18
        y += 20
    return "".join(parts), y


def _words(shown: View, hands: Sequence[Sequence[str]], names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    facts = [("Office", rows(shown))]
    facts += [(f"{name} holds", listed(hand) or "no card") for name, hand in zip(names, hands, strict=False)]
    for name, seat in zip(names, shown.seats, strict=False):
        cards = [CARDS[panel.card] for panel in seat.in_play]
        drawn = [f"{card.label}, {' / '.join(card.grid)}" if card.grid else card.label for card in cards]
        facts += [(f"{name} has in play", "; ".join(drawn))] if drawn else []
    return (*facts, ("Deck", f"{shown.deck_count} cards"))
