"""Cards as pictures, 132 by 190: one component draws every face, so that the manual and the table look alike."""

from collections.abc import Iterable
from pathlib import Path
from textwrap import wrap
from typing import Any

from games.drawing.svg import COLOURS, INK, PAPER, at, inked, lines, page, rows, text
from games.kernel import data
from games.titles.dinosaurs.cards import KINDS
from games.titles.dinosaurs.drawing.art import ART, SYMBOLS

WIDTH, HEIGHT = 132, 190
WITH_LETTER = 28  # the least width of a sign whose letter can be read
TINTS = {"plain": "#f0e2c0", "effect": "#f6cf95", "instant": "#dccdee"}
TINTS |= {"natural": "#cfe3c6", "predatory": "#f3cbc2", "emotional": "#cadcf0", "meteor": "#d6d3cc"}
STRIPES = {"plain": "#7d6a3c", "effect": "#94500c", "instant": "#634390"}
SPOKEN = {"normal": "", "round": "During this round: ", "scoring": "During scoring this round: "}
BOLT = '<circle cx="12" cy="12" r="12" fill="{paper}"/><path d="M14 3L6 14h5l-2 7 9-11h-5z" fill="{yellow}"/>'


FOLDER = Path(__file__).parent.parent


def _read() -> dict[str, dict[str, Any]]:
    facts = data.read(FOLDER, "components.toml")
    return {
        entry["id"]: entry | {"table": table} for table in ("point", "instant", "disaster") for entry in facts[table]
    }


CARDS = _read()
"""What is printed on each kind of card, by id."""


def symbol(kind: str, size: float = 24, fill: str = "") -> str:
    """The symbol of a type of Disaster card in its colour, `size` wide."""
    bolt = COLOURS["yellow"] if not fill else INK
    drawn = SYMBOLS[kind].replace("{fill}", fill or KINDS[kind].colour).replace("{bolt}", bolt)
    return at(0, 0, inked(drawn), size / 24)


def sign(kind: str, size: float = 34) -> str:
    """A tile with symbol and letter: the type of a Disaster card, readable without its colour.

    On small tiles the letter would be too small to read. The symbols differ in their shapes, too.
    """
    tile = f'<rect width="34" height="34" rx="6" fill="{KINDS[kind].colour}" stroke="{INK}"/>'
    if size < WITH_LETTER:
        return at(0, 0, tile + at(4, 4, symbol(kind, 26, PAPER)), size / 34)
    letter = text(KINDS[kind].letter, 26.5, 31.5, 14, fill="#fff", bold=True)
    return at(0, 0, tile + at(2, 2, symbol(kind, 20, PAPER)) + letter, size / 34)


def _sheet(fill: str = PAPER) -> str:
    size = f'width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="9"'
    return f'<rect x="1" y="1" {size} fill="{fill}" stroke="{INK}" stroke-width="1.5"/>'


def _value(words: str, x: float, y: float, tint: str) -> str:
    disc = f'<circle cx="{x:g}" cy="{y:g}" r="14" fill="{tint}" stroke="{INK}" stroke-width="1.5"/>'
    return disc + text(words, x, y + 7, 20, fill=INK, bold=True)


def _stripe(colour: str, words: str) -> str:
    """The stripe between drawing and name: says in words what kind of card it is."""
    return f'<path d="M2 96h{WIDTH - 4}v16H2z" fill="{colour}"/>' + text(
        words, WIDTH / 2, 107.5, 8.5, fill="#fff", bold=True
    )


def _body(name: str, words: str) -> str:
    title = wrap(name, 16)
    body = wrap(words, 26)
    drawn = lines(title, WIDTH / 2, 124.5, 11.5, fill=INK, bold=True)
    return drawn + lines(body, WIDTH / 2, 124.5 + 14 * len(title), 8.5, fill=INK)


def _drawing(id: str, tint: str) -> str:
    """The drawing in its window: under the corner value for Point cards, over the whole width for the others."""
    return f'<path d="M2 10q0-8 8-8h{WIDTH - 20}q8 0 8 8v86H2z" fill="{tint}"/>' + at(19, 33, inked(ART[id]))


def _point(card: dict[str, Any]) -> str:
    kind = "plain" if card["timing"] == "plain" else "effect"
    value, words = str(card["value"]), SPOKEN.get(card["timing"], "") + card.get("effect", "")
    low = kind == "plain"  # the second value: below, or above where an effect needs the room
    second = _value(value, WIDTH - 19, HEIGHT - 19 if low else 19, TINTS[kind] if low else PAPER)
    stripe = _stripe(STRIPES[kind], "POINT CARD" if low else "POINT CARD · EFFECT")
    picture = _sheet() + _drawing(card["id"], TINTS[kind]) + stripe
    return picture + _value(value, 19, 19, PAPER) + second + _body(card["name"], words)


def _instant(card: dict[str, Any]) -> str:
    bolts = at(7, 7, inked(BOLT)) + at(WIDTH - 31, 7, inked(BOLT))
    stripe = "INSTANT · SCORING" if card["when"] == "scoring" else "INSTANT · DISASTER"
    picture = _sheet() + _drawing(card["id"], TINTS["instant"]) + _stripe(STRIPES["instant"], stripe)
    return picture + bolts + _body(card["name"], card["effect"])


def _disaster(card: dict[str, Any]) -> str:
    kind = card["type"]
    corners = at(7, 7, sign(kind, 28)) + at(WIDTH - 35, 7, sign(kind, 28))
    stripe = _stripe(KINDS[kind].colour, "DISASTER · " + kind.upper())
    return _sheet() + _drawing(card["id"], TINTS[kind]) + stripe + corners + _body(card["name"], card["flavour"])


def face(id: str) -> str:
    """The face of a kind of card."""
    card = CARDS[id]
    return {"point": _point, "instant": _instant, "disaster": _disaster}[card["table"]](card)


def back(deck: str) -> str:
    """The back of the "main" deck, light with footprints, or of the "disaster" deck, dark with a falling star."""
    if deck == "main":
        prints = "".join(
            at(x, y, inked('<path d="M3 14q-3-7 1-9l1 5 3-8 3 8 2-5q4 3 0 9-5 5-10 0z" fill="{sand}"/>'))
            for x, y in ((24, 24), (62, 40), (26, 64), (68, 84), (30, 108), (70, 128))
        )
        return (
            _sheet()
            + f'<rect x="8" y="8" width="116" height="174" rx="5" stroke="{INK}" stroke-dasharray="5 4"/>'
            + at(9, 8, prints)
        )
    frame = '<rect x="8" y="8" width="116" height="174" rx="5" stroke="#8d8d99" stroke-dasharray="5 4"/>'
    stars = (
        '<path d="M28 40v8m-4-4h8M96 60v8m-4-4h8M34 122v8m-4-4h8M88 134v8m-4-4h8" stroke="#d9d5c8" stroke-width="2"/>'
    )
    return _sheet("#33343d") + frame + stars + at(24, 64, inked(ART["meteor"]), 0.88)


def sheet(title: str, ids: Iterable[str]) -> str:
    """A picture of the faces of these kinds of cards, two beside each other: their words can be read on a phone."""
    found = list(ids)
    width, height, body = rows([face(id) for id in found], WIDTH, HEIGHT, 2, 8)
    return page(width, height, title, "; ".join(spoken(id) for id in found), body)


def spoken(id: str) -> str:
    """A card in words: name, value or type, and what it does."""
    card = CARDS[id]
    if card["table"] == "point":
        return f"{card['name']}, value {card['value']}: {card.get('effect', 'no effect')}"
    return f"{card['name']}: {card.get('effect') or card.get('flavour') or card['type']}"
