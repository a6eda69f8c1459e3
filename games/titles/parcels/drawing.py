"""The parts our pictures are made of: eight parcels, cards, stacks, arrows and words as SVG.

`diagrams.py` puts them together and writes `pictures/*.svg`. Colours are custom properties with the daylight value to
fall back on, so that a picture follows the theme where it stands inside a page and still looks right as a file.
Numbers and drawings carry everything; colour only helps.
"""

from collections.abc import Iterable
from math import cos, pi, sin

INK = "var(--ink,#22252e)"
FAINT = "var(--faint,#595a61)"
SHEET = "var(--sheet,#fffcf4)"
SHADE = "var(--shade,#eae0cb)"
EDGE = "var(--edge,#837a66)"
ACCENT = "var(--accent,#8a4b12)"
TINTS = ("#ead4a6", "#ecc3b0", "#cbd9b1", "#b8d4e0", "#d6c6e0", "#dcb987", "#abc8a8", "#dd9f8c")
FONT = "var(--sans,system-ui,sans-serif)"
SERIF = "var(--serif,Georgia,serif)"
CARD_WIDTH, CARD_HEIGHT = 44, 60


def _points(sides: int, radius: float, x: float, y: float, inner: float | None = None) -> str:
    """Corners of a regular shape with one corner on top; with `inner` a star of `sides` points."""
    count = sides if inner is None else sides * 2
    corners = []
    for number in range(count):
        length = radius if inner is None or number % 2 == 0 else inner
        angle = 2 * pi * number / count - pi / 2
        corners.append(f"{x + length * cos(angle):.1f},{y + length * sin(angle):.1f}")
    return " ".join(corners)


def _dots(places: Iterable[tuple[float, float]]) -> str:
    return "".join(f'<circle cx="{x}" cy="{y}" r="1.9" fill="currentColor" stroke="none"/>' for x, y in places)


def _solid(points: str) -> str:
    return f'<polygon points="{points}" fill="currentColor" stroke="none"/>'


# The eight parcels, 48 by 40. {t}: filled with the tint of the parcel; {s}: with the colour of the sheet.
PARCELS = (
    '<path {t} d="M8 13h32c2.2 0 4 3.1 4 7s-1.8 7-4 7H8"/><ellipse {t} cx="8" cy="20" rx="4" ry="7"/>'
    '<ellipse cx="8" cy="20" rx="1.6" ry="3.2"/>'
    '<path d="M22 13c2.2 0 4 3.1 4 7s-1.8 7-4 7h5c2.2 0 4-3.1 4-7s-1.8-7-4-7z" fill="currentColor"/>',
    '<rect {t} x="4" y="7" width="40" height="27" rx="2"/><path d="M5 8l14 10h10L43 8"/>'
    '<path d="M19.5 22v9M28.5 22v9" stroke-width="4.5"/>',
    '<path {t} d="M7 8h30l4 4v23H11l-4-4z"/><path d="M7 8l4 4h30M11 12v23"/>' + _solid("26,16 34,30 18,30"),
    '<path {t} d="M7 17h34v18H7z"/><path {t} d="M4 8h40v9H4z"/>' + _solid("19,21 29,21 29,31 19,31"),
    '<path d="M15 8c0-8 18-8 18 0"/><path {t} d="M8 13v16c0 9 32 9 32 0V13"/><path {t} d="M5 10v4c0 8 38 8 38 0v-4"/>'
    '<ellipse {t} cx="24" cy="10" rx="19" ry="4.6"/>' + _solid(_points(5, 6.6, 24, 27)),
    f'<polygon {{t}} points="{_points(6, 18, 24, 20)}"/><path d="M8.4 11L24 20l15.6-9M24 20v18"/>'
    f'<polygon {{s}} points="{_points(6, 8.6, 24, 20)}"/>' + _solid(_points(6, 6, 24, 20)),
    '<rect {t} x="5" y="6" width="38" height="29"/><path d="M5 15.7h38M5 25.3h38M11 6v29M37 6v29"/>'
    + _dots([(20, 10.8), (28, 10.8), (16, 20.5), (24, 20.5), (32, 20.5), (20, 30.2), (28, 30.2)]),
    '<path {t} d="M5 35V14c0-5 3-8 8-8h22c5 0 8 3 8 8v21z"/><path d="M5 15h9m20 0h9M11 6.5v28.5M37 6.5v28.5"/>'
    '<path d="M20 6c0-4 8-4 8 0"/>' + _solid(_points(8, 9, 24, 22, 4.8)),
)


def parcel(number: int) -> str:
    """The inside of the drawing of one parcel, 48 by 40, with its symbol on it. Lines are in currentColor."""
    tint = f'fill="var(--parcels-{number},{TINTS[number - 1]})"'
    filled = PARCELS[number - 1].format(t=tint, s=f'fill="{SHEET}"')
    line = 'fill="none" stroke="currentColor" stroke-width="1.7" stroke-linejoin="round" stroke-linecap="round"'
    return f"<g {line}>{filled}</g>"


BACK = (
    f'<rect x=".5" y=".5" width="43" height="59" rx="4" fill="{SHADE}" stroke="{EDGE}"/>'
    f'<rect x="4" y="4" width="36" height="52" rx="2" fill="none" stroke="{EDGE}" stroke-dasharray="3 2"/>'
    f'<g fill="none" stroke="{ACCENT}"><circle cx="22" cy="30" r="9"/><path d="M16 27h12M16 30h12M16 33h12"/></g>'
)


def defs(name: str, numbers: Iterable[int], with_back: bool) -> str:
    """What a picture uses, once each. `name` keeps the ids of several pictures on one page apart."""
    symbols = [f'<symbol id="{name}-{n}" viewBox="0 0 48 40">{parcel(n)}</symbol>' for n in sorted(set(numbers))]
    if with_back:
        symbols.append(f'<symbol id="{name}-back" viewBox="0 0 44 60">{BACK}</symbol>')
    return f"<defs>{''.join(symbols)}</defs>"


class Sheet:
    """A picture in the making: parts are added from back to front, `svg()` gives the file."""

    def __init__(self, name: str, title: str, width: int, height: int) -> None:
        self.name, self.title, self.width, self.height = name, title, width, height
        self.parts: list[str] = []
        self.used: set[int] = set()
        self.shows_backs = False

    def add(self, part: str) -> None:
        """Add drawn SVG as it is."""
        self.parts.append(part)

    def text(
        self, x: float, y: float, words: str, *, size: int = 14, anchor: str = "middle", bold: bool = False,
        fill: str = INK, serif: bool = False,
    ) -> None:  # fmt: skip
        """One line of words; `y` is its base line."""
        weight = ' font-weight="600"' if bold else ""
        font = SERIF if serif else FONT
        self.add(
            f'<text x="{x:g}" y="{y:g}" font-family="{font}" font-size="{size}"{weight} text-anchor="{anchor}"'
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

    def stack(self, number: int, count: int, x: float, y: float, scale: float = 1) -> None:
        """Some cards of one number, the front one lowest, so that every number can be read."""
        for place in range(count):
            self.card(number, x, y + (place - count + 1) * 22 * scale, scale)

    def row(self, numbers: Iterable[int], x: float, y: float, step: float = 48, scale: float = 1) -> None:
        """Open cards side by side."""
        for place, number in enumerate(numbers):
            self.card(number, x + place * step, y, scale)

    def back(self, x: float, y: float, turn: float = 0, scale: float = 1) -> None:
        """A card face down."""
        self.shows_backs = True
        spin = f" rotate({turn:g} 22 30)" if turn else ""
        place = f'transform="translate({x:g} {y:g}) scale({scale:g}){spin}"'
        self.add(f'<use href="#{self.name}-back" width="44" height="60" {place}/>')

    def pile(self, x: float, y: float, scale: float = 1) -> None:
        """A face-down pile: three backs, a little apart."""
        for shift in (4, 2, 0):
            self.back(x + shift, y + shift, scale=scale)

    def arrow(self, path: str, x: float, y: float, turn: float) -> None:
        """A line along `path` with its head at x, y; `turn` in degrees, 0 points right."""
        self.add(f'<path d="{path}" fill="none" stroke="{ACCENT}" stroke-width="2"/>')
        self.add(f'<path d="M0 0l-9-5v10z" fill="{ACCENT}" transform="translate({x:g} {y:g}) rotate({turn:g})"/>')

    def bracket(self, x: float, y: float, width: float, down: bool) -> None:
        """A bracket over (or under) something: `y` is its spine, the arms reach down (or up)."""
        arm = 7 if down else -7
        self.add(
            f'<path d="M{x:g} {y + arm:g}V{y:g}h{width:g}v{arm:g}" fill="none" stroke="{ACCENT}" stroke-width="2"/>'
        )

    def box(self, x: float, y: float, width: float, height: float, dashed: bool = False) -> None:
        """A frame for a part of the picture; dashed it is a place where cards lie."""
        line = f'fill="none" stroke="{EDGE}"' + (' stroke-dasharray="4 3"' if dashed else "")
        self.add(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="4" {line}/>')

    def svg(self) -> str:
        """The whole file."""
        label, size = f"{self.name}-title", f'width="{self.width}" height="{self.height}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" {size}'
        head += f' role="img" aria-labelledby="{label}" color="{INK}">'
        title = f'<title id="{label}">{self.title}</title>'
        return "\n".join([head, title, defs(self.name, self.used, self.shows_backs), *self.parts, "</svg>", ""])
