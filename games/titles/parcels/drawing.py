"""Cards and their backs as SVG, for positions of the manual, the gallery and emails; and the faces of the gallery.

Colours are custom properties with the daylight value to fall back on, so that a picture follows the theme where it
stands inside a page and still looks right as a file. Numbers and drawings carry everything; colour only helps.
"""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from games.drawing import svg
from games.drawing.svg import at
from games.kernel.display import Face

INK = svg.WORD
SHADE = "var(--shade,#eae0cb)"
EDGE = "var(--edge,#837a66)"
ACCENT = "var(--accent,#8a4b12)"
FONT = "var(--sans,system-ui,sans-serif)"
SERIF = "var(--serif,Georgia,serif)"
CARD_WIDTH, CARD_HEIGHT = 44, 60

# The eight parcels, each 48 by 40 with its symbol on it: pictures/cards.svg is where they are drawn.
_SPRITE = (Path(__file__).parent / "pictures/cards.svg").read_text("utf-8")
PARCELS = dict(re.findall(r'<symbol id="p(\d)"[^>]*>(.*)</symbol>', _SPRITE))

BACK = (
    f'<rect x=".5" y=".5" width="43" height="59" rx="4" fill="{SHADE}" stroke="{EDGE}"/>'
    f'<rect x="4" y="4" width="36" height="52" rx="2" fill="none" stroke="{EDGE}" stroke-dasharray="3 2"/>'
    f'<g fill="none" stroke="{ACCENT}"><circle cx="22" cy="30" r="9"/><path d="M16 27h12M16 30h12M16 33h12"/></g>'
)


def card(number: int, x: float, y: float, scale: float = 1, faded: bool = False) -> str:
    """An open card: its number in the corner, its parcel below. `with_parcels` must be given what it is drawn on."""
    drawn = (
        f'<rect width="44" height="60" rx="4" fill="{svg.SHEET}" stroke="{EDGE}"/>'
        f'<text x="7" y="20" font-family="{SERIF}" font-size="19" font-weight="700" fill="{INK}">{number}</text>'
        f'<use href="#parcel-{number}" x="4" y="24" width="36" height="30"/>'
    )
    return at(x, y, f'<g opacity=".45">{drawn}</g>' if faded else drawn, scale)


def row(numbers: Iterable[int], x: float, y: float, step: float = 48, scale: float = 1) -> str:
    """Open cards side by side."""
    return "".join(card(number, x + place * step, y, scale) for place, number in enumerate(numbers))


def with_parcels(name: str, drawn: str) -> str:
    """What is drawn, after the parcels that it uses. `name` keeps the ids of several pictures on one page apart."""
    used = sorted(set(re.findall(r'href="#parcel-(\d)"', drawn)))
    look = 'viewBox="0 0 48 40" overflow="visible"'
    symbols = "".join(f'<symbol id="{name}-{number}" {look}>{PARCELS[number]}</symbol>' for number in used)
    return f"<defs>{symbols}</defs>{drawn.replace('#parcel-', f'#{name}-')}"


def page(name: str, width: int, height: int, drawn: str) -> str:
    """The whole file."""
    body = f'<g color="{INK}" font-family="{FONT}">{with_parcels(name, drawn)}</g>'
    return svg.page(width, height, "", "", body)


def gallery(components: dict[str, Any]) -> list[Face]:
    """One face for each number, from components.toml."""
    return [_face(parcel, **parcel["facts"]) for parcel in components["card"]]


def _face(parcel: dict[str, Any], number: int, symbol: str) -> Face:
    drawn = page(f"parcel-{number}", CARD_WIDTH, CARD_HEIGHT, card(number, 0, 0))
    effect = f"A parcel of value {number}. Its symbol only helps to tell it apart."
    facts: dict[str, int | str] = {"Number": number, "Symbol": symbol}
    return Face(parcel["id"], parcel["name"], "Parcel", drawn, parcel["copies"], effect, ("PC-04", "PC-05"), facts)
