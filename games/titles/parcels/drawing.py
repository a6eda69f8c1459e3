"""Cards, the backs of cards and words as SVG, for positions of the manual, the gallery and emails.

Colours are custom properties with the daylight value to fall back on, so that a picture follows the theme where it
stands inside a page and still looks right as a file. Numbers and drawings carry everything; colour only helps.
"""

import re
from collections.abc import Iterable
from pathlib import Path

FOLDER = Path(__file__).parent

INK = "var(--ink,#22252e)"
FAINT = "var(--faint,#595a61)"
SHEET = "var(--sheet,#fffcf4)"
SHADE = "var(--shade,#eae0cb)"
EDGE = "var(--edge,#837a66)"
ACCENT = "var(--accent,#8a4b12)"
FONT = "var(--sans,system-ui,sans-serif)"
SERIF = "var(--serif,Georgia,serif)"
CARD_WIDTH, CARD_HEIGHT = 44, 60

# The eight parcels, each 48 by 40 with its symbol on it: pictures/cards.svg is where they are drawn.
PARCELS = dict(re.findall(r'<symbol id="p(\d)"[^>]*>(.*)</symbol>', (FOLDER / "pictures/cards.svg").read_text("utf-8")))

BACK = (
    f'<rect x=".5" y=".5" width="43" height="59" rx="4" fill="{SHADE}" stroke="{EDGE}"/>'
    f'<rect x="4" y="4" width="36" height="52" rx="2" fill="none" stroke="{EDGE}" stroke-dasharray="3 2"/>'
    f'<g fill="none" stroke="{ACCENT}"><circle cx="22" cy="30" r="9"/><path d="M16 27h12M16 30h12M16 33h12"/></g>'
)


def defs(name: str, numbers: Iterable[int], with_back: bool) -> str:
    """What a picture uses, once each. `name` keeps the ids of several pictures on one page apart."""
    symbols = [f'<symbol id="{name}-{n}" viewBox="0 0 48 40">{PARCELS[str(n)]}</symbol>' for n in sorted(set(numbers))]
    if with_back:
        symbols.append(f'<symbol id="{name}-back" viewBox="0 0 44 60">{BACK}</symbol>')
    return f"<defs>{''.join(symbols)}</defs>"


class Sheet:
    """A picture in the making: parts are added from back to front, `svg()` gives the file."""

    def __init__(self, name: str, width: int, height: int) -> None:
        self.name, self.width, self.height = name, width, height
        self.parts: list[str] = []
        self.used: set[int] = set()
        self.shows_backs = False

    def add(self, part: str) -> None:
        """Add drawn SVG as it is."""
        self.parts.append(part)

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: int = 14,
        anchor: str = "start",
        bold: bool = False,
        fill: str = INK,
    ) -> None:
        """One line of words; `y` is its base line."""
        weight = ' font-weight="600"' if bold else ""
        self.add(
            f'<text x="{x:g}" y="{y:g}" font-family="{FONT}" font-size="{size}"{weight} text-anchor="{anchor}"'
            f' fill="{fill}">{words}</text>'
        )

    def card(self, number: int, x: float, y: float, scale: float = 1, faded: bool = False) -> None:
        """An open card: its number in the corner, its parcel below."""
        self.used.add(number)
        opacity = ' opacity=".45"' if faded else ""
        self.add(
            f'<g transform="translate({x:g} {y:g}) scale({scale:g})"{opacity}>'
            f'<rect width="44" height="60" rx="4" fill="{SHEET}" stroke="{EDGE}"/>'
            f'<text x="7" y="20" font-family="{SERIF}" font-size="19" font-weight="700" fill="{INK}">{number}</text>'
            f'<use href="#{self.name}-{number}" x="4" y="24" width="36" height="30"/></g>'
        )

    def row(self, numbers: Iterable[int], x: float, y: float, step: float = 48, scale: float = 1) -> None:
        """Open cards side by side."""
        for place, number in enumerate(numbers):
            self.card(number, x + place * step, y, scale)

    def back(self, x: float, y: float, scale: float) -> None:
        """A card face down."""
        self.shows_backs = True
        place = f'transform="translate({x:g} {y:g}) scale({scale:g})"'
        self.add(f'<use href="#{self.name}-back" width="44" height="60" {place}/>')

    def svg(self) -> str:
        """The whole file."""
        label, size = f"{self.name}-title", f'width="{self.width}" height="{self.height}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" {size}'
        head += f' role="img" aria-labelledby="{label}" color="{INK}">'
        title = f'<title id="{label}"></title>'
        return "\n".join([head, title, defs(self.name, self.used, self.shows_backs), *self.parts, "</svg>", ""])
