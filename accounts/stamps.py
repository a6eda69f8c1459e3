"""The stamps that people choose as their picture: drawn from a few strokes each, in a colour of their choice.

The grammar of a drawing, on a square of 24 by 24, parts separated by ";": "o x y r" a disc, "c x y r" a circle, "f …" a
filled path, "l …" a line, "h …" a path in the colour of the paper. Nobody is without one: who has not chosen gets one
by number.
"""

import tomllib
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

COLOURS = ("red", "blue", "green", "ochre", "violet", "teal", "rose", "slate")
DRAWINGS: dict[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["drawings"]
NAMES = tuple(DRAWINGS)
_PAPER = "#fffcf4"
# The colours as in site.css.
_INKS = ("#a5271e", "#1d4a87", "#3d6b21", "#8a5a12", "#6a3d8a", "#1f6a66", "#a83a68", "#4a5568")
_FRAME = (
    '<path d="M1 1h22v22H1z" fill="currentColor"/><path d="M1 1h22v22H1z" fill="none" stroke="{}" stroke-width="1.6" '
    'stroke-linecap="round" stroke-dasharray="0 2.2"/>'
)
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
    use = '<svg class="stamp ink{}" aria-hidden="true"><use href="{}#{}"/></svg>'
    return format_html(use, COLOURS.index(colour), address(), name)


@cache
def address() -> str:
    """The URL of the sheet; it changes with the drawings."""
    return f"{reverse('stamps')}?v={sha256(sheet().encode()).hexdigest()[:8]}"


@cache
def sheet() -> str:
    """All stamps as one SVG file, a symbol each, drawn in the current colour."""
    frame = _FRAME.format(_PAPER)
    symbols = (
        f'<symbol id="{name}" viewBox="0 0 24 24">{frame}<g transform="translate(3.6 3.6) scale(.7)">{_draw(text)}</g>'
        "</symbol>"
        for name, text in DRAWINGS.items()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{"".join(symbols)}</svg>'


def alone(name: str, colour: str) -> str:
    """One stamp as an SVG file of its own, in its colour on paper."""
    drawn = f'{_FRAME.format(_PAPER)}<g transform="translate(3.6 3.6) scale(.7)">{_draw(DRAWINGS[name])}</g>'
    size = f'viewBox="0 0 {LENGTH} {LENGTH}" width="{LENGTH}" height="{LENGTH}"'
    ink = _INKS[COLOURS.index(colour)]
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} color="{ink}">{drawn}</svg>'


def _draw(text: str) -> str:
    """The parts of one drawing, in the colour of the paper on the colour of the stamp."""
    line = f'fill="none" stroke="{_PAPER}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'
    disc, found = f'fill="{_PAPER}"', []
    for part in text.split(";"):
        kind, _, rest = part.partition(" ")
        if kind in "oc":
            x, y, r = rest.split()
            found.append(f'<circle cx="{x}" cy="{y}" r="{r}" {disc if kind == "o" else line}/>')
        else:
            style = {"f": disc, "h": 'fill="currentColor"', "l": line}[kind]
            found.append(f'<path d="{rest}" {style}/>')
    return "".join(found)


def choices() -> list[tuple[str, SafeString]]:
    """All drawings for a form: (name, picture in the current colour)."""
    use = '<svg class="stamp" aria-hidden="true" focusable="false"><use href="{}#{}"></use></svg>{}'
    words = '<span class="sr">{}</span>'
    return [(n, format_html(use, address(), n, format_html(words, n.replace("-", " ")))) for n in NAMES]
