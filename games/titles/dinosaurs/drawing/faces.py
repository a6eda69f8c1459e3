"""The faces of the cards, 132 by 190, drawn in one place so that the gallery and the table look alike."""

from textwrap import wrap
from typing import Any

from games.drawing.svg import INK, PAPER, at, blank, inked, keeps_colours, lines, text
from games.titles.dinosaurs.cards import COMPONENTS, KINDS
from games.titles.dinosaurs.drawing import ART, DRAWN

WIDTH, HEIGHT = 132, 190
LARGE = 20  # of names: 10 pixels on a card of 66, as in landscape
TINTS = {"plain": "#f0e2c0", "effect": "#f6cf95", "instant": "#dccdee"}
TINTS |= {"natural": "#cfe3c6", "predatory": "#f3cbc2", "emotional": "#cadcf0", "meteor": "#d6d3cc"}
STRIPES = {"plain": "#7d6a3c", "effect": "#94500c", "instant": "#634390"}
SPOKEN = {"normal": "", "round": "During this round: ", "scoring": "During scoring this round: "}
BOLT = '<circle cx="12" cy="12" r="12" fill="{paper}"/><path d="M14 3L6 14h5l-2 7 9-11h-5z" fill="{yellow}"/>'

CARDS: dict[str, dict[str, Any]] = {
    card["id"]: card | {"table": table} for table in ("point", "instant", "disaster") for card in COMPONENTS[table]
}
"""What is printed on each kind of card, by id."""


def look(card: dict[str, Any]) -> str:
    """How a card looks: plain, effect, instant, or the type of a Disaster card."""
    if card["table"] == "point":
        return "plain" if card["timing"] == "plain" else "effect"
    return str(card.get("type", "instant"))


def printed(card: dict[str, Any]) -> str:
    """The text below the name."""
    return SPOKEN.get(card.get("timing", ""), "") + str(card.get("effect") or card.get("flavour", ""))


def sign(kind: str, size: float = 34) -> str:
    """The type of a Disaster card as a tile with symbol and letter, so that nobody needs to tell colours apart."""
    tile = f'<rect width="34" height="34" rx="6" fill="{KINDS[kind].colour}" stroke="{INK}"/>'
    symbol = inked(DRAWN["symbol"][kind])
    letter = text(KINDS[kind].letter, 26.5, 31.5, 14, fill="#fff", bold=True)
    return at(0, 0, tile + at(2, 2, at(0, 0, symbol, 20 / 24)) + letter, size / 34)


def _value(words: str, x: float, y: float, tint: str) -> str:
    disc = f'<circle cx="{x:g}" cy="{y:g}" r="14" fill="{tint}" stroke="{INK}" stroke-width="1.5"/>'
    return disc + text(words, x, y + 7, 20, fill=INK, bold=True)


def _corners(card: dict[str, Any]) -> str:
    """Value, bolt or type in two corners."""
    if card["table"] == "disaster":
        return at(7, 7, sign(card["type"], 28)) + at(WIDTH - 35, 7, sign(card["type"], 28))
    if card["table"] == "instant":
        return at(7, 7, inked(BOLT)) + at(WIDTH - 31, 7, inked(BOLT))
    value, is_plain = str(card["value"]), card["timing"] == "plain"  # below, an effect needs the room
    foot, tint = (HEIGHT - 19, TINTS["plain"]) if is_plain else (19, PAPER)
    return _value(value, 19, 19, PAPER) + _value(value, WIDTH - 19, foot, tint)


def _stripe(card: dict[str, Any]) -> str:
    """The words on the stripe: what kind of card it is."""
    if card["table"] == "point":
        return "POINT CARD" if card["timing"] == "plain" else "POINT CARD · EFFECT"
    return f"{card['table']} · {card.get('type') or card['when']}".upper()


def face(id: str) -> str:
    """The face of a kind of card: drawing, corners, stripe, name, text."""
    card, title = CARDS[id], wrap(CARDS[id]["name"], 16)
    words = text(_stripe(card), WIDTH / 2, 107.5, 8.5, fill="#fff", bold=True) + _corners(card)
    words += lines(title, WIDTH / 2, 124.5, 11.5, fill=INK, bold=True)
    words += lines(wrap(printed(card), 26), WIDTH / 2, 124.5 + 14 * len(title), 8.5, fill=INK)
    return _pictured(card) + words


def low(id: str) -> str:
    """A face for small cards in a hand: the name in large type, without the text."""
    card = CARDS[id]
    words = _corners(card | {"timing": ""})
    for place, line in enumerate(wrap(card["name"], 10, break_long_words=False)):
        squeezed = ' textLength="124" lengthAdjust="spacingAndGlyphs"' if len(line) > 9 else ""
        words += text(line, WIDTH / 2, 133 + 22 * place, LARGE, fill=INK, bold=True, more=squeezed)
    return _pictured(card) + words


def _pictured(card: dict[str, Any]) -> str:
    """A card with its drawing above its stripe."""
    kind = look(card)
    colour = KINDS[kind].colour if kind in KINDS else STRIPES[kind]
    picture = f'<path d="M2 10q0-8 8-8h{WIDTH - 20}q8 0 8 8v86H2z" fill="{TINTS[kind]}"/>'
    picture += at(19, 33, inked(ART[card["id"]])) + f'<path d="M2 96h{WIDTH - 4}v16H2z" fill="{colour}"/>'
    return blank(WIDTH, HEIGHT) + picture


def back(deck: str) -> str:
    """The back of the "main" deck, light with footprints, or of the "disaster" deck, dark with a falling star."""
    if deck == "main":
        frame = f'<rect x="8" y="8" width="116" height="174" rx="5" stroke="{INK}" stroke-dasharray="5 4"/>'
        footprint = inked('<path d="M3 14q-3-7 1-9l1 5 3-8 3 8 2-5q4 3 0 9-5 5-10 0z" fill="{sand}"/>')
        places = ((24, 24), (62, 40), (26, 64), (68, 84), (30, 108), (70, 128))
        return blank(WIDTH, HEIGHT) + frame + at(9, 8, "".join(at(x, y, footprint) for x, y in places))
    frame = '<rect x="8" y="8" width="116" height="174" rx="5" stroke="#8d8d99" stroke-dasharray="5 4"/>'
    stars = "M28 40v8m-4-4h8M96 60v8m-4-4h8M34 122v8m-4-4h8M88 134v8m-4-4h8"
    stars = f'<path d="{stars}" stroke="#d9d5c8" stroke-width="2"/>'
    return keeps_colours(blank(WIDTH, HEIGHT, "#33343d") + frame + stars + at(24, 64, inked(ART["meteor"]), 0.88))


def spoken(id: str) -> str:
    """A card in words: name, value or type, and what it does."""
    card = CARDS[id]
    if card["table"] == "point":
        return f"{card['name']}, value {card['value']}: {card.get('effect', 'no effect')}"
    return f"{card['name']}: {card.get('effect') or card.get('flavour') or card['type']}"
