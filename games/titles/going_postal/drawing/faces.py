"""The faces of the cards, 132 by 196, drawn in one place so that manual, gallery and table look alike."""

from textwrap import wrap

from games.drawing.svg import INK, PAPER, STOP, at, blank, inked, lines, page, symbol, text
from games.titles.going_postal.cards import ACTIONS, KINDS, Kind, Side
from games.titles.going_postal.drawing import BADGES, CARDS, SCENES

WIDTH, HEIGHT = 132, 196
STATES = {"anyone": ("#e6e1d3", "ANYONE"), "sane": ("#bfdcae", "SANE"), "postal": ("#f4c48e", "POSTAL")}
BLUE = "#27468c"
SMALL = 10.5  # the smallest type: 9 pixels on a card of 114, as two of them are on a phone
# The round postmark with the letter A, 48 wide: an action follows.
ACTION_STAMP = inked(SCENES["action"]) + text("A", 24, 32, 23, fill=STOP, bold=True)


def airmail(width: float, y: float) -> str:
    """The red and blue edge of an airmail envelope, six high."""
    edge = f'<path d="M2 {y:g}h{width - 4:g}v6H2z" fill="{PAPER}"/>'
    for n in range(int(width - 12) // 20):
        colour = STOP if n % 2 == 0 else BLUE
        edge += f'<path d="M{10 + 20 * n} {y + 6:g}l4-6h8l-4 6z" fill="{colour}"/>'
    return edge


def _plate(who: str, x: float, y: float, width: float, height: float) -> str:
    """Who may choose an option, in words, with a face if the option is restricted."""
    (tint, word), more = STATES[who], height - 15
    plate = f'<rect width="{width:g}" height="{height:g}" rx="{height / 2:g}" fill="{tint}" stroke="{INK}"/>'
    face = at(1 + more, 0.5 + more / 2, inked(BADGES[who]), 14 / 48) if who != "anyone" else ""
    middle = width / 2 + (7 - more / 2 if face else 0)
    return at(x, y, plate + face + text(word, middle, 11.2 + more / 2, SMALL, fill=INK, bold=True))


def _side(side: Side, y: float, height: float) -> str:
    """An option: big distance, state, and the action with its stamp."""
    box = f'<rect x="5" y="{y:g}" width="122" height="{height:g}" rx="6" fill="#fff" stroke="{INK}"/>'
    middle = y + height / 2
    box += text(side.distance, 23, middle + 4, 24 if len(side.moves) == 1 else 17, fill=BLUE, bold=True)
    box += text("move", 23, middle + 14, SMALL, fill=INK)
    if side.action:
        short = lines(wrap(ACTIONS[side.action].short, 14), 41, y + 29, SMALL, "start", INK, step=1.1)
        return box + _plate(side.who, 38, y + 4, 64, 15) + at(102.5, y + 2, at(0, 0, ACTION_STAMP, 19 / 48)) + short
    note = "your choice" if len(side.moves) > 1 else ""
    plate = _plate(side.who, 44, middle - (14 if note else 8), 62 if side.who == "anyone" else 76, 16)
    return box + plate + text(note, 44, middle + 13, SMALL, "start", INK)


def face(id: str) -> str:
    """The face of a kind of card."""
    kind = KINDS[id]
    drawn = blank(WIDTH, HEIGHT) + airmail(WIDTH, 8)
    drawn += text(kind.name, WIDTH / 2, 28, 11.5, fill=INK, bold=True)
    if kind.a.action:  # its words need the room
        return drawn + at(34, 32, inked(CARDS[id]), 2 / 3) + _options(kind, 73, 68, 36)
    return drawn + at(18, 34, inked(CARDS[id])) + _options(kind, 93, 40, 40)


def _options(kind: Kind, y: float, first: float, second: float) -> str:
    """The options from y on, so high."""
    if kind.b is None:
        return _side(kind.a, y + 10, 70)
    drawn = _side(kind.a, y, first) + text("OR", WIDTH / 2, y + first + 10, SMALL, fill=STOP, bold=True)
    return drawn + _side(kind.b, y + first + 12, second)


def miniature(id: str) -> str:
    """A card without small text, in the size of a face: drawing and distances. The id "back" gives the back."""
    if id == "back":
        return back(mark="")
    kind = KINDS[id]
    drawn = blank(WIDTH, HEIGHT) + airmail(WIDTH, 8) + at(18, 24, inked(CARDS[id]))
    if kind.b is None:
        return drawn + text(kind.a.distance, WIDTH / 2, 158, 58, fill=BLUE, bold=True)
    for side, x in ((kind.a, 34), (kind.b, WIDTH - 34)):
        drawn += text(side.distance, x, 152, 46, fill=BLUE, bold=True)
    return drawn + f'<path d="M66 100v76" stroke="{STOP}" stroke-width="3"/>'


def back(mark: str = "GP") -> str:
    """The back of a card: a closed envelope with this mark on its seal."""
    letter = '<path d="M16 60h100v74H16z" fill="{paper}"/><path d="M16 60l50 42 50-42M16 134l36-42M116 134L80 92"/>'
    seal = f'<circle cx="66" cy="100" r="13" fill="{STOP}" stroke="{INK}"/>'
    seal += text(mark, 66, 105, 13, fill="#fff", bold=True) if mark else ""
    return blank(WIDTH, HEIGHT, "#dfe5f2") + airmail(WIDTH, 10) + airmail(WIDTH, HEIGHT - 16) + inked(letter) + seal


def spoken(id: str) -> str:
    """A card in words: its options."""
    told = []
    for side in KINDS[id].sides.values():
        done = f", action: {ACTIONS[side.action].short}" if side.action else ""
        told.append(f"{side.who}: move {side.distance}{done}")
    return f"{KINDS[id].name}: " + " OR ".join(told)


def for_the_table() -> str:
    """Every face and the back for the table: `cards.svg#bulk`, `#back`."""
    body = "".join(symbol(id, WIDTH, HEIGHT, face(id)) for id in KINDS) + symbol("back", WIDTH, HEIGHT, back())
    return page(0, 0, "Cards", "The faces of all kinds of cards and their back, for use on the table", body)
