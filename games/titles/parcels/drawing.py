"""Cards and their backs as SVG, for the manual's examples, the gallery and emails.

Colours are CSS custom properties with the light theme's value as fallback: inline pictures follow the page's theme, and
files still look right. No information depends on colour alone.
"""

import re
from collections.abc import Iterable
from pathlib import Path

from games.drawing import svg
from games.drawing.svg import at

FOLDER = Path(__file__).parent
SANS, SERIF = "var(--sans,system-ui,sans-serif)", "var(--serif,Georgia,serif)"
CARD_WIDTH, CARD_HEIGHT = 44, 60
CARD, GROUND = (svg.read_art(FOLDER)[part] for part in ("card", "ground"))
# The eight parcels, each 48 by 40 with its symbol on it: pictures/cards.svg is where they are drawn.
PARCELS = dict(re.findall(r'<symbol id="p(\d)"[^>]*>(.*)</symbol>', (FOLDER / "pictures/cards.svg").read_text("utf-8")))


def card(number: int, x: float, y: float, scale: float = 1, faded: bool = False) -> str:
    """A face-up card: its ground, number in the corner, parcel below. Wrap the finished drawing in `with_parcels`."""
    look = f'font-family="{SERIF}" font-weight="700" fill="#1d1a14"'
    drawn = f'{GROUND[str(number)]}<text x="4" y="24" font-size="27" {look}>{number}</text>'
    drawn += f'<use href="#parcel-{number}" x="5" y="25" width="35" height="29"/>'
    drawn += f'<text x="40" y="57" font-size="15" text-anchor="end" {look}>{number}</text>'
    return at(x, y, f'{CARD["paper"]}<g opacity=".45">{drawn}</g>' if faded else drawn, scale)


def row(numbers: Iterable[int], x: float, y: float, step: float = 48, scale: float = 1) -> str:
    """Face-up cards side by side."""
    return "".join(card(number, x + place * step, y, scale) for place, number in enumerate(numbers))


def with_parcels(name: str, drawn: str) -> str:
    """Prepend the parcels that a drawing uses. `name` keeps ids unique when a page shows several pictures."""
    used = sorted(set(re.findall(r'<use href="#parcel-(\d)"', drawn)))  # player names hold no `<`
    look = 'viewBox="0 0 48 40" overflow="visible"'
    symbols = "".join(f'<symbol id="{name}-{number}" {look}>{PARCELS[number]}</symbol>' for number in used)
    return f"<defs>{symbols}</defs>" + drawn.replace('<use href="#parcel-', f'<use href="#{name}-')


def page(name: str, width: int, height: int, drawn: str) -> str:
    """The whole file."""
    body = f'<g color="{svg.WORD}" font-family="{SANS}">{with_parcels(name, drawn)}</g>'
    return svg.page(width, height, "", "", body)
