"""Cards as pictures, 132 by 196: one component draws every face, so that the manual and the table look alike."""

from collections.abc import Sequence
from textwrap import wrap

from games.drawing.svg import INK, PAPER, STOP, at, inked, lines, page, rows, symbol, text
from games.titles.going_postal.cards import ACTIONS, KINDS, Kind, Side
from games.titles.going_postal.drawing.art import BADGES, CARDS, SCENES

WIDTH, HEIGHT = 132, 196
STATES = {"anyone": ("#e6e1d3", "ANYONE"), "sane": ("#bfdcae", "SANE"), "postal": ("#f4c48e", "POSTAL")}
BLUE = "#27468c"


def action_stamp(size: float = 24) -> str:
    """The round postmark with the letter A: an action follows."""
    return at(0, 0, inked(SCENES["action"]) + text("A", 24, 32, 23, fill=STOP, bold=True), size / 48)


def airmail(width: float, y: float) -> str:
    """The red and blue edge of an airmail letter, six high."""
    edge = f'<path d="M2 {y:g}h{width - 4:g}v6H2z" fill="{PAPER}"/>'
    for n in range(int(width - 12) // 20):
        colour = STOP if n % 2 == 0 else BLUE
        edge += f'<path d="M{10 + 20 * n} {y + 6:g}l4-6h8l-4 6z" fill="{colour}"/>'
    return edge


def _state(who: str, x: float, y: float) -> str:
    """Who may choose the option, in words; a face for those that are restricted."""
    tint, word = STATES[who]
    width = 62 if who == "anyone" else 72
    plate = f'<rect width="{width}" height="15" rx="7.5" fill="{tint}" stroke="{INK}"/>'
    face = at(2, 0.5, inked(BADGES[who]), 14 / 48) if who != "anyone" else ""
    return at(x, y, plate + face + text(word, width / 2 + (6 if face else 0), 11, 8.5, fill=INK, bold=True))


def _side(side: Side, y: float, height: float) -> str:
    """An option: big distance, state, and the action with its stamp."""
    box = f'<rect x="6" y="{y:g}" width="120" height="{height:g}" rx="6" fill="#fff" stroke="{INK}"/>'
    middle = y + height / 2
    words = side.distance
    moved = text(words, 26, middle + 5, 24 if len(words) == 1 else 17, fill=BLUE, bold=True)
    moved += text("move", 26, middle + 14, 8.5, fill=INK)
    if not side.action:
        said = "your choice" if len(side.moves) > 1 else ""
        return (
            box
            + moved
            + _state(side.who, 48, middle - (12 if said else 8))
            + text(said, 48, middle + 14, 8.5, "start", INK)
        )
    short = wrap(ACTIONS[side.action].short, 17)
    stamp = at(96, y + 2, action_stamp(21))
    return box + moved + _narrow(side, y) + stamp + lines(short, 42, y + 28, 8.5, "start", INK)


def _narrow(side: Side, y: float) -> str:
    tint, word = STATES[side.who]
    plate = f'<rect width="54" height="14" rx="7" fill="{tint}" stroke="{INK}"/>'
    face = at(1, 0, inked(BADGES[side.who]), 14 / 48) if side.who != "anyone" else ""
    return at(43, y + 5, plate + face + text(word, 27 + (6.5 if face else 0), 10.5, 8.5, fill=INK, bold=True))


def _sheet(fill: str) -> str:
    size = f'width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="9"'
    return f'<rect x="1" y="1" {size} fill="{fill}" stroke="{INK}" stroke-width="1.5"/>'


def face(id: str) -> str:
    """The face of a kind of card."""
    kind: Kind = KINDS[id]
    sheet = _sheet(PAPER)
    head = airmail(WIDTH, 8) + text(kind.name, WIDTH / 2, 29, 11.5, fill=INK, bold=True) + at(18, 34, inked(CARDS[id]))
    if kind.b is None:
        return sheet + head + _side(kind.a, 104, 72)
    tall = 53 if kind.a.action else 36
    top = 92
    under = top + tall + 12
    word = text("OR", WIDTH / 2, top + tall + 9.5, 9, fill=STOP, bold=True)
    return sheet + head + _side(kind.a, top, tall) + word + _side(kind.b, under, 34 if kind.a.action else 36)


def miniature(id: str) -> str:
    """A card without its small words, as large as a face: drawing and distances; "back" for its back."""
    if id == "back":
        return back(mark="")
    kind = KINDS[id]
    head = airmail(WIDTH, 8) + at(18, 24, inked(CARDS[id]))
    if kind.b is None:
        return _sheet(PAPER) + head + text(kind.a.distance, WIDTH / 2, 158, 58, fill=BLUE, bold=True)
    two = text(kind.a.distance, 34, 152, 46, fill=BLUE, bold=True)
    two += text(kind.b.distance, WIDTH - 34, 152, 46, fill=BLUE, bold=True)
    return _sheet(PAPER) + head + two + f'<path d="M66 100v76" stroke="{STOP}" stroke-width="3"/>'


def back(mark: str = "GP") -> str:
    """The back of a card: an envelope, closed; the mark is what the seal says."""
    sheet = _sheet("#dfe5f2")
    edges = airmail(WIDTH, 10) + airmail(WIDTH, HEIGHT - 16)
    letter = inked(
        '<path d="M16 60h100v74H16z" fill="{paper}"/><path d="M16 60l50 42 50-42M16 134l36-42M116 134L80 92"/>'
    )
    seal = f'<circle cx="66" cy="100" r="13" fill="{STOP}" stroke="{INK}"/>'
    return sheet + edges + letter + seal + (text(mark, 66, 105, 13, fill="#fff", bold=True) if mark else "")


def spoken(id: str) -> str:
    """A card in words: its options."""
    kind = KINDS[id]
    return f"{kind.name}: " + " OR ".join(_told(side) for side in kind.sides.values())


def _told(side: Side) -> str:
    done = f", action: {ACTIONS[side.action].short}" if side.action else ""
    return f"{side.who}: move {side.distance}{done}"


def sheet(title: str, ids: Sequence[str]) -> str:
    """A picture of the faces of these kinds of cards, two beside each other: their words can be read on a phone."""
    width, height, body = rows([face(id) for id in ids], WIDTH, HEIGHT, 2, 8)
    return page(width, height, title, "; ".join(spoken(id) for id in ids), body)


def for_the_table() -> str:
    """Every face and the back for the table: `cards.svg#bulk`, `#back`."""
    body = "".join(symbol(id, WIDTH, HEIGHT, face(id)) for id in KINDS) + symbol("back", WIDTH, HEIGHT, back())
    return page(0, 0, "Cards", "The faces of all kinds of cards and their back, for use on the table", body)
