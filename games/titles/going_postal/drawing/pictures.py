"""Every picture by the name of its file. Those with more than card faces are SVG in plates.toml, made up of parts."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from games.drawing.svg import COLOURS, EDGE, FAINT, SHEET, STOP, WORD, inked, larger, page
from games.kernel import data
from games.titles.going_postal.cards import KINDS
from games.titles.going_postal.drawing import BADGES, BUILDINGS, HANDS, PEOPLE, SCENES, STAMPS, board, faces


class _Part:
    """A drawing that comes in any width: {stamp[postal]:72}."""

    def __init__(self, draw: Callable[[float], str]) -> None:
        self._draw = draw

    def __format__(self, width: str) -> str:
        return self._draw(float(width))


def _parts(draw: Callable[[str, float], str], ids: Iterable[str]) -> dict[str, _Part]:
    return {id: _Part(partial(draw, id)) for id in ids}


def _hand(part: str, is_ghost: bool = False) -> str:
    """A part of a hand, 130 by 100: "behind" and "fingers" go behind a card, "thumb" before it; or "pointing"."""
    skin, sleeve = ("{paper}", "{grey}") if is_ghost else ("#e2b48c", "{blue}")
    return inked(HANDS[part].replace("{skin}", skin).replace("{sleeve}", sleeve))


def _all_parts() -> dict[str, Any]:
    """What may stand in braces."""
    return {
        **COLOURS,
        **{"word": WORD, "faint": FAINT, "sheet": SHEET, "edge": EDGE, "stop": STOP},
        "sam": _Part(board.sam),
        "action": _Part(faces.action_stamp),
        "person": _parts(board.person, PEOPLE),
        "stamp": _parts(board.stamp, STAMPS),
        "badge": _parts(board.badge, BADGES),
        "hand": {part: _hand(part) for part in HANDS},
        "ghost": {part: _hand(part, is_ghost=True) for part in HANDS},
        "scene": {name: inked(drawn) for name, drawn in SCENES.items()},
        "office": inked(BUILDINGS["0"]),
        "house": inked(BUILDINGS["7"]),
        "card": {id: faces.miniature(id) for id in (*KINDS, "back")},
        "face": {id: faces.face(id) for id in KINDS},
        "ring": board.ring(),
        "small_ring": board.small_ring(),
    }


MOVING = [kind.id for kind in KINDS.values() if not kind.a.action]
ACTING = [kind.id for kind in KINDS.values() if kind.a.action]


def pictures() -> dict[str, str]:
    """All pictures by file name without ".svg": the manual's, the cover, and the two files for the table."""
    parts, plates = _all_parts(), data.read(Path(__file__).parent, "plates.toml")
    return {
        **{name: _plate(parts, **plate) for name, plate in plates.items()},
        "cards-moving": larger(faces.sheet("The six moving cards", MOVING), 1.25),
        "cards-action": larger(faces.sheet("The thirteen action cards", ACTING), 1.25),
        "cards": faces.for_the_table(),
        "pieces": board.for_the_table(),
    }


def _plate(
    parts: dict[str, Any],
    size: tuple[int, int],
    title: str,
    said: str,
    body: str,
    scale: float = 1,
    is_aside: bool = False,
) -> str:
    drawn = body.replace("\n", "").format(**parts)
    return larger(page(*size, title, said, drawn, ' class="is-aside"' if is_aside else ""), scale)
