"""All pictures by file name: those of the manual and the cover, as plates.toml says, and two files of symbols."""

from collections.abc import Callable
from typing import Any

from games.drawing import svg
from games.drawing.svg import at, inked, page, symbol, text
from games.kernel import data
from games.titles.dinosaurs.cards import DINOSAURS, KINDS
from games.titles.dinosaurs.drawing import ART, FOLDER, faces, pieces

TINTS = {"ink": svg.INK, "word": svg.WORD, "faint": svg.FAINT, "white": "#fff", "good": svg.GOOD, "stop": svg.STOP}
TINTS |= {"sheet": svg.SHEET, "edge": svg.EDGE}


def _text(
    words: str, x: float, y: float, size: float = 14, anchor: str = "middle", fill: str = "word", bold: bool = False
) -> str:
    return text(words, x, y, size, anchor, TINTS[fill], bold)


def _placed(draw: Callable[[str], str]) -> Callable[..., str]:
    """Make a function that draws by name into one that also takes a place and a scale."""
    return lambda name, x, y, scale=1: at(x, y, draw(name), scale)


def _character(id: str, x: float, y: float) -> str:
    """A Dinosaur with its name and traits, 148 by 226; the extra ones show for how many players they are."""
    facts = DINOSAURS[id]
    drawn = at(x, y, f'<rect x="2" y="2" width="148" height="226" rx="10" fill="{svg.SHEET}" stroke="{svg.EDGE}"/>')
    drawn += at(x + 16, y + 8, pieces.portrait(id)) + _text(facts.name, x + 76, y + 146, 15.5, bold=True)
    drawn += pieces.traits(id, x + 43, y + 154)
    if facts.set == "base":
        return drawn
    tag = at(x + 96, y + 8, f'<rect width="50" height="22" rx="11" fill="{svg.STOP}"/>')
    return drawn + tag + _text("5–6", x + 121, y + 24.5, 15.5, fill="white", bold=True)


def _choice(id: str, is_chosen: bool, x: float, y: float) -> str:
    """A Dinosaur in the choice at the start, 144 by 164."""
    edge = f'stroke="{svg.GOOD}" stroke-width="3"' if is_chosen else f'stroke="{svg.EDGE}"'
    dot = f'<circle cx="18" cy="18" r="4" fill="{svg.GOOD}"/>' if is_chosen else ""
    frame = f'<rect width="144" height="164" rx="8" fill="{svg.SHEET}" {edge}/>'
    button = f'<circle cx="18" cy="18" r="8" fill="{svg.SHEET}" stroke="{svg.WORD}" stroke-width="1.5"/>{dot}'
    name = _text(DINOSAURS[id].name, 72, 88, 15, bold=True)
    return at(x, y, frame + button + at(38, 6, pieces.portrait(id), 0.56) + name + pieces.traits(id, 39, 94))


def _type(kind: str, words: str, x: float, y: float) -> str:
    """A type of Disaster card, and what its symbol shows."""
    name = _text(kind.capitalize(), 92, 38, 17, "start", bold=True)
    return at(x, y, at(4, 4, faces.sign(kind, 76)) + name + _text(words, 92, 60, 14, "start"))


def _verdict(kinds: list[str], words: list[str], is_out: bool, x: float) -> str:
    """A Disaster Area, marked as out or safe."""
    mark, verdict, fill = (svg.cross, "Out", "stop") if is_out else (svg.tick, "Safe", "good")
    drawn = pieces.area(kinds, 14, 14) + mark(100, 14) + _text(verdict, 56, 118, 16, fill=fill, bold=True)
    return at(x, 0, drawn + "".join(_text(line, 56, 137 + 17 * n, 13.5) for n, line in enumerate(words)))


def _turned(id: str, before: str, after: str, y: float) -> str:
    """A player's score before and after an inversion."""
    name = at(4, y, pieces.meeple(id), 1.1) + _text(DINOSAURS[id].name, 56, y + 28, 14, "start")
    fill = "good" if after > before else "stop"
    scores = _text(before, 206, y + 32, 26, bold=True), _text(after, 302, y + 32, 26, fill=fill, bold=True)
    return name + scores[0] + svg.arrow(226, y + 23, 52) + scores[1]


PARTS: dict[str, Callable[..., str]] = {
    "text": _text,
    "svg": lambda drawn: drawn.format(**TINTS),
    "scene": lambda name: inked(pieces.SCENES[name]),
    "art": _placed(lambda name: inked(ART[name])),
    "portrait": _placed(pieces.portrait),
    "meeple": _placed(pieces.meeple),
    "face": _placed(faces.face),
    "back": _placed(faces.back),
    "traits": _placed(lambda id: pieces.traits(id, 0, 0)),
    "board": lambda id, points, kinds, x, y: at(x, y, pieces.board(id, points, kinds)),
    "area": lambda kinds, x, y: at(x, y, pieces.area(kinds, 0, 0, 1, 1)),
    "chip": pieces.chip,
    "pile": pieces.pile,
    "down": pieces.down,
    "arrow": svg.arrow,
    "badge": svg.badge,
    "cross": svg.cross,
    "lead": svg.lead,
    "tick": svg.tick,
    "character": _character,
    "choice": _choice,
    "turned": _turned,
    "type": _type,
    "verdict": _verdict,
}


def _drawn(parts: list[list[Any]]) -> str:
    """Draw parts: each is a name in PARTS with its arguments; a table at the end holds keyword arguments."""
    drawn = ""
    for kind, *args in parts:
        named = args.pop() if isinstance(args[-1], dict) else {}
        drawn += PARTS[kind](*args, **named)
    return drawn


def _plate(facts: dict[str, Any]) -> str:
    """A picture of plates.toml."""
    title = facts["title"]
    if "explained" in facts:
        return pieces.explained(title, facts["explained"])
    strip = facts.get("strip", [])
    body = svg.strip([_drawn(one["parts"]) for one in strip], [one["words"] for one in strip], 150, 150, 3, 14)
    body += _drawn(facts.get("parts", []))
    more = ' class="is-aside"' if facts.get("is_aside") else ""
    width, height = facts["size"]
    drawn = page(width, height, title, facts["desc"], body, more)
    return svg.larger(drawn, facts["larger"]) if "larger" in facts else drawn


def cards() -> str:
    """Every face for the table, `cards.svg#pet-rock`, and meeples for the log."""
    body = "".join(symbol(id, faces.WIDTH, faces.HEIGHT, faces.face(id)) for id in faces.CARDS)
    small = (id for id, card in faces.CARDS.items() if card["table"] != "disaster")
    body += "".join(symbol(f"{id}-low", faces.WIDTH, faces.HEIGHT, faces.low(id)) for id in small)
    body += "".join(symbol(f"meeple-{id}", 40, 40, pieces.meeple(id)) for id in DINOSAURS)
    return page(0, 0, "Cards", "The faces of the cards, for use on the table", body)


def for_the_table() -> str:
    """The symbols of every table: `back-DECK`, `dino-ID`, `out-ID`, `meeple-ID`, `type-KIND`, the shared `track`."""
    decks = ("main", "disaster")
    body = "".join(symbol(f"back-{deck}", faces.WIDTH, faces.HEIGHT, faces.back(deck)) for deck in decks)
    for id in DINOSAURS:
        body += symbol(f"dino-{id}", 120, 120, pieces.portrait(id)) + symbol(f"out-{id}", 120, 120, pieces.winged(id))
        body += symbol(f"meeple-{id}", 40, 40, pieces.meeple(id))
    body += "".join(symbol(f"type-{kind}", 34, 34, faces.sign(kind)) for kind in KINDS)
    return page(0, 0, "Pieces", "Backs, Dinosaurs, meeples and types, for use on the table", body)


def pictures() -> dict[str, str]:
    """All pictures by file name without ".svg": the manual's, the cover, and the two files for the table."""
    plates = {name: _plate(facts) for name, facts in data.read(FOLDER, "plates.toml").items()}
    return plates | {"cards": cards(), "pieces": for_the_table()}
