"""Pieces of the table: Dinosaurs, cards without text, traits, Disaster Areas, the board, the Escape Route."""

from collections.abc import Sequence
from textwrap import wrap

from games.drawing.svg import EDGE, INK, PAPER, at, inked, keeps_colours, lines, page, text
from games.titles.dinosaurs.cards import DINOSAURS
from games.titles.dinosaurs.drawing import ART, DRAWN
from games.titles.dinosaurs.drawing.faces import BOLT, CARDS, TINTS, look, printed, sign, spoken

SPACE = 18
IN_A_ROW, LAST_ROW = 13, 3  # of the Escape Route on a player's board
SCENES, SKIN = DRAWN["scene"], DRAWN["skin"]
MARKS = DRAWN["mark"]
"""A letter for each meeple, so that nobody needs to tell the colours apart."""


def portrait(id: str) -> str:
    """The Dinosaur, 120 by 120."""
    body = DRAWN["shapes"][id]
    outline = f'<g fill="{INK}" stroke="{INK}" stroke-width="4.5" stroke-linejoin="round">{body}</g>'
    behind, before = inked(DRAWN["behind"].get(id, "")), inked(DRAWN["before"][id])
    return f'{behind}{outline}<g fill="{SKIN[id]}">{body}</g>{before}'


def meeple(id: str) -> str:
    """The playing piece, 40 by 40, with the Dinosaur's letter."""
    return inked(SCENES["meeple"].replace("{skin}", SKIN[id])) + text(MARKS[id], 19, 28.5, 17, fill=INK, bold=True)


def winged(id: str) -> str:
    """The portrait of a player who is out: with wings and a halo."""
    return inked(SCENES["wings"]) + at(12, 18, portrait(id), 0.8) + inked(SCENES["halo"])


def chip(id: str, x: float, y: float) -> str:
    """A card without text, 60 by 78: drawing, and value or symbol."""
    card = CARDS[id]
    kind = "plain" if card["table"] == "disaster" else look(card)
    sheet = f'<rect x="1" y="1" width="58" height="76" rx="6" fill="{PAPER}" stroke="{INK}" stroke-width="1.5"/>'
    tint = f'<path d="M2 26h56v42H2z" fill="{TINTS[kind]}"/>' + at(6, 32, inked(ART[id]), 0.5)
    if card["table"] == "disaster":
        return at(x, y, sheet + tint + at(4, 4, sign(card["type"], 20)))
    if card["table"] == "instant":
        return at(x, y, sheet + tint + at(4, 4, inked(BOLT), 0.8))
    value = text(str(card["value"]), 8, 21, 18, "start", INK, bold=True)
    return at(x, y, sheet + tint + value)


def explained(title: str, ids: Sequence[str]) -> str:
    """A picture of these cards, one below the other, with name and text at a size that is readable on a phone."""
    body, y = "", 0.0
    for id in ids:
        card = CARDS[id]
        said = wrap(printed(card), 37)
        name = text(card["name"], 64, 14, 15, "start", bold=True)
        body += at(0, y, at(0, 0, chip(id, 0, 0), 0.85) + name + lines(said, 64, 32, 13, "start"))
        y += max(67, 24 + 16.25 * len(said)) + 10
    return page(330, y - 8, title, "; ".join(spoken(id) for id in ids), body)


def down(x: float, y: float, is_dark: bool = False) -> str:
    """The back of a card, 60 by 78."""
    fill, line = ("#33343d", "#8d8d99") if is_dark else (PAPER, INK)
    prints = '<path d="M34 40q-8-18 2-22l3 12 8-20 8 20 5-12q10 4 0 22-13 11-26 0z" fill="{sand}"/>'
    mark = at(8, 26, inked(ART["meteor"]), 0.46) if is_dark else at(2, 17, inked(prints), 0.6)
    sheet = f'<rect x="1" y="1" width="58" height="76" rx="6" fill="{fill}" stroke="{INK}" stroke-width="1.5"/>'
    frame = f'<rect x="6" y="6" width="48" height="66" rx="3" stroke="{line}" stroke-dasharray="4 3"/>'
    back = sheet + frame + mark
    return at(x, y, keeps_colours(back) if is_dark else back)


def pile(x: float, y: float, is_dark: bool = False) -> str:
    """A face-down deck."""
    return down(x + 6, y, is_dark) + down(x + 3, y + 3, is_dark) + down(x, y + 6, is_dark)


def traits(id: str, x: float, y: float) -> str:
    """All traits of a Dinosaur, one below the other: the sign of the type and +1 or -1."""
    frame, drawn = f'<rect width="66" height="30" rx="15" fill="{PAPER}" stroke="{INK}" stroke-width="1.5"/>', ""
    for n, (kind, number) in enumerate(DINOSAURS[id].traits.items()):
        words = f"{number:+d}".replace("-", "−")
        drawn += at(x, y + 33 * n, frame + at(5, 3, sign(kind, 24)) + text(words, 45, 22, 18, fill=INK, bold=True))
    return drawn


def area(kinds: Sequence[str], x: float, y: float, columns: int = 2, places: int = 4) -> str:
    """A Disaster Area: the signs of its cards in boxes."""
    drawn = ""
    for n in range(max(places, len(kinds))):
        corner = x + n % columns * 44, y + n // columns * 44
        inside = at(3, 3, sign(kinds[n])) if n < len(kinds) else ""
        box = f'<rect width="40" height="40" rx="7" fill="{PAPER}" stroke="{EDGE}" stroke-dasharray="4 3"/>'
        drawn += at(*corner, box + inside)
    return drawn


def space(points: int) -> tuple[float, float]:
    """The centre of a space on the path that winds upwards, from the upper left corner of the path."""
    at_row, place = divmod(min(points, 50), IN_A_ROW)
    column = place if at_row % 2 == 0 else IN_A_ROW - 1 - place
    return SPACE * column + SPACE / 2, 34 * (LAST_ROW - at_row) + SPACE / 2


def _way(colour: str, width: int) -> str:
    places = "L".join(f"{left:g} {top:g}" for left, top in (space(points) for points in range(51)))
    ends = 'stroke-linejoin="round" stroke-linecap="round"'
    return f'<path d="M{places}" stroke="{colour}" stroke-width="{width}" {ends}/>'


def _route(id: str, own: int) -> str:
    """The Escape Route from 0 to 50, 234 by 120, with the meeple of this Dinosaur."""
    drawn = _way("#e6d6ae", 15)
    for points in range(51):
        left, top = space(points)
        marked = points % 5 == 0
        radius, fill = (9, "#f2cb69") if marked else (6, PAPER)
        drawn += f'<circle cx="{left:g}" cy="{top:g}" r="{radius:g}" fill="{fill}" stroke="{INK}"/>'
        drawn += text(str(points), left, top + 4, 12, fill=INK) if marked else ""
    left, top = space(own)
    return drawn + at(left - 14, top - 25, meeple(id), 0.7)


def board(id: str, points: int, kinds: Sequence[str]) -> str:
    """A player's board, 380 by 250: portrait, traits, Escape Route, Disaster Area."""
    sheet = f'<rect x="1" y="1" width="378" height="248" rx="12" fill="#e9eedb" stroke="{INK}" stroke-width="2"/>'
    sky = f'<rect x="10" y="10" width="112" height="104" rx="8" fill="{PAPER}" stroke="{INK}"/>'
    name = text(DINOSAURS[id].name, 251, 28, 17, fill=INK, bold=True)
    words = text("Escape Route", 251, 180, 13, fill=INK) + text("Disaster Area", 110, 224, 13, "end", INK)
    drawn = at(18, 14, portrait(id), 0.82) + traits(id, 12, 122) + name + at(134, 46, _route(id, points))
    return sheet + sky + drawn + words + area(kinds, 134, 198, columns=4)
