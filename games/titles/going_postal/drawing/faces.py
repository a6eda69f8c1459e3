"""The faces of the cards, 132 by 196, drawn in one place so that gallery and table look alike."""

from textwrap import wrap

from games.drawing.svg import INK, PAPER, STOP, at, blank, inked, lines, text
from games.titles.going_postal.cards import ACTIONS, KINDS, Kind, Side
from games.titles.going_postal.drawing import ACTION, CARDS

WIDTH, HEIGHT = 132, 196
STATES = {"anyone": ("#e6e1d3", "anyone"), "sane": ("#bfdcae", "Sane"), "postal": ("#f4c48e", "Postal")}
BLUE = "#27468c"
SMALL = 12.8  # the smallest type: 11 pixels on a card of 114, as three of them are on a phone
LARGE = 20.5  # of names: 10 pixels on a card of 66, as in landscape
SQUEEZED = ' textLength="122" lengthAdjust="spacingAndGlyphs"'  # no name is wider than its card, in any font
# The round postmark with the letter A, 48 wide: an action follows.
ACTION_STAMP = inked(ACTION) + text("A", 24, 32, 23, fill=STOP, bold=True)


def airmail(y: float) -> str:
    """The red and blue edge of an airmail envelope, six high."""
    edge = f'<path d="M2 {y:g}h{WIDTH - 4}v6H2z" fill="{PAPER}"/>'
    for n in range((WIDTH - 12) // 20):
        colour = STOP if n % 2 == 0 else BLUE
        edge += f'<path d="M{10 + 20 * n} {y + 6:g}l4-6h8l-4 6z" fill="{colour}"/>'
    return edge


def _side(side: Side, y: float, height: float) -> str:
    """An option: big distance, who may choose it, and the action with its stamp."""
    box = f'<rect x="5" y="{y:g}" width="122" height="{height:g}" rx="6" fill="#fff" stroke="{INK}"/>'
    note = "your choice" if len(side.moves) > 1 else ""
    foot = y + (18 if side.action or note else height / 2 + 5)
    box += text(side.distance, 19, foot + 2, 15 if note else 22, fill=BLUE, bold=True)
    box += text("move", 36 if note else 28, foot, SMALL, "start", INK)
    tint, word = STATES[side.who]
    box += f'<rect x="71" y="{foot - 13.5:g}" width="54" height="18" rx="9" fill="{tint}"/>' * (side.who != "anyone")
    box += text(word, 98, foot, SMALL, fill=INK, bold=side.who != "anyone")
    if side.action:
        box += lines(wrap(ACTIONS[side.action].short, 17), 66, foot + 15, SMALL, fill=INK, step=1.1)
        return box + at(108, y - 15, at(0, 0, ACTION_STAMP, 19 / 48))
    return box + (text(note, 66, foot + 15, SMALL, fill=INK) if note else "")


def face(id: str) -> str:
    """The face of a kind of card."""
    kind = KINDS[id]
    drawn = blank(WIDTH, HEIGHT) + airmail(8)
    squeezed = SQUEEZED if len(kind.name) > 16 else ""
    drawn += text(kind.name, WIDTH / 2, 28, SMALL, fill=INK, bold=True, more=squeezed)
    if kind.a.action:  # its words need the room
        return drawn + at(34, 32, inked(CARDS[id]), 2 / 3) + _options(kind, 73, 68, 36)
    return drawn + at(18, 34, inked(CARDS[id])) + _options(kind, 93, 40, 40)


def _options(kind: Kind, y: float, first: float, second: float) -> str:
    """The options from y on, so high."""
    if kind.b is None:
        return _side(kind.a, y + 10, 70)
    drawn = _side(kind.a, y, first) + text("OR", WIDTH / 2, y + first + 10.5, SMALL, fill=STOP, bold=True)
    return drawn + _side(kind.b, y + first + 12, second)


def low(id: str) -> str:
    """A card for a hand that is low or large: its name in two lines, its distances tinted by who may choose them."""
    kind = KINDS[id]
    drawn = blank(WIDTH, HEIGHT) + airmail(8) + at(36, 63, inked(CARDS[id]), 5 / 8)
    for place, line in enumerate(wrap(kind.name, 10)):
        squeezed = SQUEEZED if len(line) > 8 else ""
        drawn += text(line, WIDTH / 2, 35 + 22 * place, LARGE, fill=INK, bold=True, more=squeezed)
    sides = list(kind.sides.values())
    for side, x in zip(sides, (5, 68) if len(sides) > 1 else (36.5,), strict=True):
        size, tint = 42 if len(side.moves) == 1 else 25, STATES[side.who][0]
        drawn += f'<rect x="{x}" y="112" width="59" height="72" rx="8" fill="{tint}" stroke="{INK}"/>'
        drawn += text(side.distance, x + 29.5, 148 + size * 0.36, size, fill=BLUE, bold=True)
        drawn += at(x + 36, 98, at(0, 0, ACTION_STAMP, 26 / 48)) if side.action else ""
    return drawn


def back() -> str:
    """The back of a card: a closed envelope, its seal marked GP."""
    letter = '<path d="M16 60h100v74H16z" fill="{paper}"/><path d="M16 60l50 42 50-42M16 134l36-42M116 134L80 92"/>'
    seal = f'<circle cx="66" cy="100" r="13" fill="{STOP}" stroke="{INK}"/>'
    seal += text("GP", 66, 105, 13, fill="#fff", bold=True)
    return blank(WIDTH, HEIGHT, "#dfe5f2") + airmail(10) + airmail(HEIGHT - 16) + inked(letter) + seal


def spoken(id: str) -> str:
    """A card in words: its options."""
    told = []
    for side in KINDS[id].sides.values():
        done = f", action: {ACTIONS[side.action].short}" if side.action else ""
        told.append(f"{side.who}: move {side.distance}{done}")
    return f"{KINDS[id].name}: " + " OR ".join(told)
