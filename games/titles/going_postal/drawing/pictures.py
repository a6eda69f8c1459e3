"""All pictures by file name. Those that are more than sheets of cards are SVG in plates.toml, composed of parts."""

from pathlib import Path
from typing import Any

from msgspec import Struct

from games.drawing.svg import COLOURS, EDGE, FAINT, INK, PAPER, SHEET, STOP, WORD, at, inked, larger, page
from games.kernel import data
from games.titles.going_postal.cards import KINDS
from games.titles.going_postal.drawing import BADGES, BUILDINGS, HANDS, PEOPLE, SCENES, STAMPS, board, faces


class _Part(Struct):
    """A drawing that can be formatted in any width: {stamp[postal]:72}. `full`: its own width."""

    drawing: str
    full: float = 48

    def __format__(self, width: str) -> str:
        return at(0, 0, self.drawing, float(width) / self.full)


def _parts() -> dict[str, Any]:
    """The names for braces in plates.toml. A hand is 130 by 100: "behind", "fingers", then the card, then "thumb"."""

    def hands(skin: str, sleeve: str) -> dict[str, str]:
        return {id: inked(drawn.replace("{skin}", skin).replace("{sleeve}", sleeve)) for id, drawn in HANDS.items()}

    frame = f'<circle cx="50" cy="52" r="48" fill="{PAPER}" stroke="{INK}" stroke-width="3"/>'
    return {
        **COLOURS,
        **{"word": WORD, "faint": FAINT, "sheet": SHEET, "edge": EDGE, "stop": STOP},
        "sam": _Part(inked(PEOPLE["sam"]), 100),
        "action": _Part(faces.ACTION_STAMP),
        "person": {id: _Part(frame + at(10, 14, inked(drawn), 0.8), 100) for id, drawn in PEOPLE.items()},
        "stamp": {id: _Part(inked(drawn)) for id, drawn in STAMPS.items()},
        "badge": {id: _Part(inked(drawn)) for id, drawn in BADGES.items()},
        "hand": hands("#e2b48c", "{blue}"),
        "ghost": hands("{paper}", "{grey}"),
        "scene": {id: inked(drawn) for id, drawn in SCENES.items()},
        "office": inked(BUILDINGS["0"]),
        "house": inked(BUILDINGS["7"]),
        "card": {id: faces.miniature(id) for id in (*KINDS, "back")},
        "face": {id: faces.face(id) for id in KINDS},
        "ring": board.ring(),
        "small_ring": board.small_ring(),
    }


def pictures() -> dict[str, str]:
    """All pictures by file name without ".svg": the manual's, the cover, and the two files for the table."""
    parts, drawn = _parts(), {}
    for name, plate in data.read(Path(__file__).parent, "plates.toml").items():
        body = plate["body"].replace("\n", "").format(**parts)
        (width, height), aside = plate["size"], ' class="is-aside"' if plate.get("is_aside") else ""
        drawn[name] = page(width, height, plate["title"], plate["said"], body, aside)
        drawn[name] = larger(drawn[name], plate.get("scale", 1))
    return drawn | {"cards": faces.for_the_table(), "pieces": board.for_the_table()}
