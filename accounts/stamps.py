"""The stamps that people choose as their picture: drawn from a few strokes each, in a colour of their choice.

The grammar of a drawing, on a square of 24 by 24, parts separated by ";": "o x y r" a disc, "c x y r" a circle, "f …" a
filled path, "l …" a line, "h …" a path in the colour of the paper. Nobody is without one: who has not chosen gets one
by number.
"""

import tomllib
from functools import cache, lru_cache
from pathlib import Path

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

COLOURS = ("red", "blue", "green", "ochre", "violet", "teal", "rose", "slate")
DRAWINGS: dict[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["drawings"]
NAMES = tuple(DRAWINGS)
_PAPER = "#fffcf4"
# The colours and lines as in site.css.
_INKS = ("#a5271e", "#1d4a87", "#3d6b21", "#8a5a12", "#6a3d8a", "#1f6a66", "#a83a68", "#4a5568")
_ROUND = 'stroke-linecap="round" stroke-linejoin="round"'
_FRAME = f' fill="currentColor" stroke="{_PAPER}" stroke-width="1.6" stroke-dasharray="0 2.2" {_ROUND}'
_LINES = f' transform="translate(3.6 3.6) scale(.7)" fill="none" stroke="{_PAPER}" stroke-width="2" {_ROUND}'
LENGTH = 24


def of(user_id: int, chosen: str) -> tuple[str, str]:
    """A person's drawing and colour: as chosen ("moon-blue"), else by their number."""
    name, _, colour = chosen.rpartition("-")
    if name in DRAWINGS and colour in COLOURS:
        return name, colour
    return NAMES[user_id * 7 % len(NAMES)], COLOURS[(user_id + user_id // len(NAMES)) % len(COLOURS)]


@lru_cache(maxsize=4096)
def mark(user_id: int, chosen: str) -> SafeString:
    """A person's stamp as HTML, hidden from screen readers because the name stands beside it."""
    name, colour = of(user_id, chosen)
    return _picture(name, f"stamp ink{COLOURS.index(colour)}")


def choices() -> list[tuple[str, SafeString]]:
    """All drawings for a form: (name, picture in the current colour)."""
    words = '{}<span class="sr">{}</span>'
    return [(name, format_html(words, _picture(name, "stamp"), name.replace("-", " "))) for name in NAMES]


def alone(name: str, colour: str) -> str:
    """One stamp as an SVG file of its own, in its colour on paper."""
    size = f'viewBox="0 0 {LENGTH} {LENGTH}" width="{LENGTH}" height="{LENGTH}"'
    ink = _INKS[COLOURS.index(colour)]
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} color="{ink}">{_draw(name, _FRAME, _LINES)}</svg>'


def _picture(name: str, classes: str) -> SafeString:
    """One stamp in a page, whose style sheet fills and strokes it."""
    svg = '<svg class="{}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">{}</svg>'
    return format_html(svg, classes, mark_safe(_draw(name)))


@cache
def _draw(name: str, frame: str = "", lines: str = "") -> str:
    """The frame of a stamp and its drawing. `frame`, `lines`: their attributes where no style sheet applies."""
    paper, found = f' fill="{_PAPER}" stroke="none"', []
    for part in DRAWINGS[name].split(";"):
        kind, _, rest = part.partition(" ")
        if kind in "oc":
            x, y, r = rest.split()
            found.append(f'<circle cx="{x}" cy="{y}" r="{r}"{paper if kind == "o" else ""}/>')
        else:
            style = {"f": paper, "h": ' fill="currentColor" stroke="none"', "l": ""}[kind]
            found.append(f'<path d="{rest}"{style}/>')
    return f'<path d="M1 1h22v22H1z"{frame}/><g{lines}>{"".join(found)}</g>'
