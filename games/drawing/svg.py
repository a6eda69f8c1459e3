"""Paper, colours and words: what the drawn pictures of a title are made of, as SVG.

A title keeps its drawings in an `art.toml`, element by element, with colours by name in braces; `read_art` and `inked`
turn them into pictures. Colours of printed things are fixed; words beside them follow the page that shows the picture.
"""

from collections.abc import Iterable
from html import escape
from pathlib import Path

from games.kernel import data

INK = "#22252e"
PAPER = "#fffcf4"
WORD = "var(--ink,#22252e)"
FAINT = "var(--faint,#595a61)"
SHEET = "var(--sheet,#fffcf4)"
STOP = "#a5271e"
COLOURS = {
    "ink": INK,
    "paper": PAPER,
    "red": "#cf5140",
    "orange": "#e8953f",
    "yellow": "#f4d469",
    "green": "#8ab56a",
    "leaf": "#4f8a53",
    "teal": "#63aaa2",
    "blue": "#86b3dc",
    "violet": "#b49bd0",
    "pink": "#efb0aa",
    "brown": "#b98a5a",
    "sand": "#ead9b4",
    "grey": "#bdb9b0",
    "dark": "#5a5a66",
}
FONT = "system-ui,-apple-system,Segoe UI,Roboto,Noto Sans,Helvetica,Arial,sans-serif"
LINE = f'fill="none" stroke="{INK}" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"'


def read_art(folder: Path) -> dict[str, dict[str, str]]:
    """The drawings of art.toml by table and name, each on one line."""
    tables = data.read(folder, "art.toml")
    return {name: {id: drawn.replace("\n", "") for id, drawn in table.items()} for name, table in tables.items()}


def inked(drawing: str) -> str:
    """A drawing in our line; `{red}` and so on become colours."""
    return f"<g {LINE}>{drawing.format(**COLOURS)}</g>"


def at(x: float, y: float, drawing: str, scale: float = 1) -> str:
    """The drawing with its upper left corner at (x, y)."""
    size = f" scale({scale:g})" if scale != 1 else ""
    return f'<g transform="translate({x:g} {y:g}){size}">{drawing}</g>'


def text(
    words: str,
    x: float,
    y: float,
    size: float = 14,
    anchor: str = "middle",
    fill: str = WORD,
    bold: bool = False,
    more: str = "",
) -> str:
    """One line of words with its foot at y. `more`: further attributes, with a blank before each."""
    look = f'fill="{fill}"' + (' font-weight="700"' if bold else "") + more
    place = f'x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"'
    return f"<text {place} {look}>{escape(words, quote=False)}</text>"


def lines(
    words: Iterable[str],
    x: float,
    y: float,
    size: float = 14,
    fill: str = WORD,
    bold: bool = False,
    step: float = 1.25,
) -> str:
    """Several lines of words around x, the first with its foot at y, `step` times their size apart."""
    feet = ((line, y + size * step * n) for n, line in enumerate(words))
    return "".join(text(line, x, foot, size, fill=fill, bold=bold) for line, foot in feet)


def blank(width: float, height: float, fill: str = PAPER) -> str:
    """A card with round corners and nothing on it yet."""
    size = f'width="{width - 2}" height="{height - 2}" rx="9"'
    return f'<rect x="1" y="1" {size} fill="{fill}" stroke="{INK}" stroke-width="1.5"/>'


def keeps_colours(drawn: str) -> str:
    """A part of a drawing that a page at night doesn't turn over: dark stays dark, light stays light."""
    return f'<g class="keeps-colours">{drawn}</g>'


def page(width: float, height: float, title: str, desc: str, body: str) -> str:
    """A whole SVG file; `title` and `desc` say what it shows."""
    words = f"<title>{escape(title, quote=False)}</title>"
    words += f"<desc>{escape(desc, quote=False)}</desc>" if desc else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" role="img"'
        f' font-family="{FONT}" fill="none">{words}{body}</svg>\n'
    )


def symbol(id: str, width: float, height: float, drawn: str) -> str:
    """A drawing that a page can use by its name; what the file says of fill and font does not reach into it there."""
    look = f'fill="none" font-family="{FONT}"'
    return f'<symbol id="{id}" viewBox="0 0 {width:g} {height:g}" {look}>{drawn}</symbol>'
