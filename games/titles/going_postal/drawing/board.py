"""The ring that Sam walks, from the data of the spaces, and the other pieces of the table."""

from textwrap import wrap

from games.drawing.svg import INK, PAPER, STOP, at, inked, lines, page, symbol, text
from games.titles.going_postal.cards import RING, SPACES, Space
from games.titles.going_postal.drawing import BADGES, BUILDINGS, CARDS, PEOPLE, STAMPS, faces, sized

TILE = 88
TINTS = {"office": "#fbe6a2", "house": "#fffcf4", "corner": "#dfe5d6"}


def corner(number: int) -> tuple[float, float]:
    """The upper left corner of a space's tile: clockwise from the Post Office at the bottom left."""
    side, along = divmod(number, 3)  # four spaces along each side
    column, row = ((0, 3 - along), (along, 0), (3, along), (3 - along, 3))[side]
    return TILE * column, TILE * row


def ring() -> str:
    """All twelve spaces, 352 by 352, with an empty middle."""
    return "".join(at(*corner(space.number), _tile(space)) for space in SPACES)


def _tile(space: Space) -> str:
    size = f'width="{TILE - 3}" height="{TILE - 3}"'
    drawn = f'<rect x="1.5" y="1.5" {size} rx="7" fill="{TINTS[space.kind]}" stroke="{INK}"/>'
    drawn += at(21, 4, inked(BUILDINGS[str(space.number)]), 0.8)
    drawn += lines(wrap(space.name, 11), TILE / 2, 65, 11, fill=INK, bold=True)
    drawn += text(str(space.number), 6, 15, 11, "start", INK)
    if space.house:
        drawn += f'<circle cx="{TILE - 14}" cy="15" r="10" fill="{STOP}" stroke="{PAPER}" stroke-width="1.5"/>'
        drawn += text(str(space.house), TILE - 14, 20, 14, fill="#fff", bold=True)
    return drawn


def small_ring() -> str:
    """The ring without text, 176 by 176."""
    drawn = ""
    for space in SPACES:
        x, y = corner(space.number)
        tile = f'<rect x="1" y="1" width="42" height="42" rx="4" fill="{TINTS[space.kind]}" stroke="{INK}"/>'
        drawn += at(x / 2, y / 2, tile + at(5, 4, inked(BUILDINGS[str(space.number)]), 0.57))
    return drawn


def for_the_table() -> str:
    """The symbols of every table: `art-KIND`, `space-N`, `stamp-KIND`, `badge-STATE`, `sam`, `action`."""
    body = "".join(symbol(f"art-{id}", 96, 56, inked(drawn)) for id, drawn in CARDS.items())
    body += "".join(symbol(f"space-{number}", 60, 60, inked(BUILDINGS[str(number)])) for number in range(RING))
    body += "".join(symbol(f"stamp-{kind}", 48, 48, sized(drawn, 48)) for kind, drawn in STAMPS.items())
    body += "".join(symbol(f"badge-{kind}", 48, 48, sized(drawn, 48)) for kind, drawn in BADGES.items())
    body += symbol("sam", 100, 100, sized(PEOPLE["sam"], 100, 100))
    body += symbol("action", 48, 48, at(0, 0, faces.ACTION_STAMP))
    said = "Drawings of cards, spaces, stamps, states and Sam, for use on the table"
    return page(0, 0, "Pieces", said, body)
