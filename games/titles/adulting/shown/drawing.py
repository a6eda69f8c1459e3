"""Suits, bills and cards as SVG, for the table, the manual and emails.

`manage.py drawpictures adulting` writes `pictures()` to the folder pictures/. The cover and the manual's illustrations
exist only as files there.
"""

from pathlib import Path
from textwrap import wrap

from games.drawing import svg
from games.drawing.svg import FAINT, SHEET, WORD, text

PLUM = "#8a3b5e"
BILL, GREEN, RED = "#dcead2", "#23633f", "#a5271e"

_ART = svg.read_art(Path(__file__).parent)
SHAPES, COLOURS = _ART["shapes"], _ART["colours"]


def suit(letter: str, x: float, y: float, size: float) -> str:
    """The sign of a suit in a square of this size, with its upper left corner at (x, y)."""
    place = f"translate({x:g} {y:g}) scale({size / 24:g})"
    return f'<path transform="{place}" d="{SHAPES[letter]}" fill="{COLOURS[letter]}"/>'


WIDTH, HEIGHT = 104, 146


def suit_side(suits: str, name: str = "", words: str = "") -> str:
    """The suit side of a card: one or two suits, with the name and words of its game text if any."""
    paper = f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="8" fill="{SHEET}" stroke="{WORD}"/>'
    corners = "".join(_corner(letter, number) for number, letter in enumerate(suits))
    if len(suits) == 2:
        cut = f'<path d="M{WIDTH - 12} 16 12 {HEIGHT - 16}" stroke="{FAINT}" stroke-dasharray="4 4"/>'
        return paper + corners + cut + suit(suits[0], 16, 36, 34) + suit(suits[1], 54, 78, 34)
    if not name:
        return paper + corners + suit(suits, WIDTH / 2 - 27, HEIGHT / 2 - 27, 54)
    title = text(name, WIDTH / 2, 68, round(min(13.5, 130 / len(name)), 1), bold=True)
    rows, size = wrap(words, 17), 9.6
    if len(rows) > 5:  # more would run off the card
        rows, size = wrap(words, 24), 7.2
    told = svg.lines(rows, WIDTH / 2, 84, size, step=1.3)
    return paper + corners + suit(suits, WIDTH / 2 - 16, 18, 32) + title + told


def _corner(letter: str, number: int) -> str:
    """A sign with its letter in the upper left corner; a second suit goes in the lower right corner."""
    x, y = (8, 8) if number == 0 else (WIDTH - 24, HEIGHT - 24)
    words = text(letter, x + 8, y + 29 if number == 0 else y - 5, 12, fill=COLOURS[letter], bold=True)
    return suit(letter, x, y, 16) + words


def sprite() -> str:
    """The symbols of the table: suits, a bill, the gavel, thumbs, a fist, the dealer's hat."""
    made = ""
    for id, path in SHAPES.items():
        box = "0 0 30 20" if id == "bill" else "0 0 24 24"
        made += f'<symbol id="{id}" viewBox="{box}"><path fill-rule="evenodd" d="{path}"/></symbol>'
    down = f'<path transform="rotate(180 12 12)" d="{SHAPES["up"]}"/>'
    made += f'<symbol id="down" viewBox="0 0 24 24">{down}</symbol>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" fill="currentColor"><title>Pieces</title>{made}</svg>\n'


def small_cards() -> str:
    """The suit sides for the log: `cards.svg#H`, or `#HC` for a card of hearts or clubs."""
    made = ""
    for suits in ("H", "C", "D", "S", "HC", "HD", "CD"):
        drawn = '<rect x="1" y="1" width="42" height="58" rx="5" fill="#fffcf4" stroke="#837a66" stroke-width="2"/>'
        if len(suits) == 1:
            drawn += suit(suits, 8, 16, 28)
        else:
            cut = '<path d="M10 50 34 10" stroke="#837a66"/>'
            drawn += suit(suits[0], 5, 6, 22) + cut + suit(suits[1], 17, 32, 22)
        made += f'<symbol id="{suits}" viewBox="0 0 44 60">{drawn}</symbol>'
    return f'<svg xmlns="http://www.w3.org/2000/svg"><title>Suit sides</title>{made}</svg>\n'


def pictures() -> dict[str, str]:
    """The pictures made from the shapes in art.toml, by file name without ".svg"."""
    return {"pieces": sprite(), "cards": small_cards()}
