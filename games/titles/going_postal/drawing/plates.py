"""The cover and those pictures of the manual that show more than card faces: SVG in plates.toml, made up of parts."""

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

from games.drawing.svg import COLOURS, EDGE, FAINT, SHEET, STOP, WORD, inked, larger, page
from games.kernel import data
from games.titles.going_postal.cards import KINDS
from games.titles.going_postal.drawing import board, faces
from games.titles.going_postal.drawing.art import BADGES, BUILDINGS, HANDS, PEOPLE, SCENES, STAMPS, hand


class _Part:
    """A drawing that comes in any width: {stamp[postal]:72}."""

    def __init__(self, draw: Callable[[float], str]) -> None:
        self._draw = draw

    def __format__(self, width: str) -> str:
        return self._draw(float(width))


def _parts(draw: Callable[[str, float], str], ids: Iterable[str]) -> dict[str, _Part]:
    return {id: _Part(partial(draw, id)) for id in ids}


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
        "hand": {part: hand(part) for part in HANDS},
        "ghost": {part: hand(part, is_ghost=True) for part in HANDS},
        "scene": {name: inked(drawn) for name, drawn in SCENES.items()},
        "office": inked(BUILDINGS["0"]),
        "house": inked(BUILDINGS["7"]),
        "card": {id: faces.miniature(id) for id in (*KINDS, "back")},
        "face": {id: faces.face(id) for id in KINDS},
        "ring": board.ring(),
        "small_ring": board.small_ring(),
    }


def plates() -> dict[str, str]:
    """The cover and every picture of the manual that is more than a sheet of cards."""
    parts = _all_parts()
    return {name: _plate(parts, **plate) for name, plate in data.read(Path(__file__).parent, "plates.toml").items()}


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
