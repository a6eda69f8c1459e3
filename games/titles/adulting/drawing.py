"""Suits, bills and cards as SVG: the pieces of the table, and what the manual and emails draw with.

`manage.py drawpictures adulting` writes the pieces to the folder pictures/. The cover and the plates of the manual are
files there and nothing else.
"""

from functools import partial
from textwrap import wrap

from games.drawing import svg
from games.drawing.svg import FAINT, SHEET, WORD, text

PLUM = "#8a3b5e"
BILL, GREEN, RED = "#dcead2", "#23633f", "#a5271e"
SERIF = "Palatino Linotype,Palatino,Book Antiqua,Georgia,serif"

SUITS = {
    "H": ("Hearts", RED, "M12 21C5 15.5 2 12 2 8a5.2 5.2 0 0 1 10-2 5.2 5.2 0 0 1 10 2c0 4-3 7.5-10 13z"),
    "C": (
        "Clubs",
        GREEN,
        "M12 2.5a4.7 4.7 0 0 1 3.9 7.3 4.7 4.7 0 1 1-2.6 8.3c.3 1.8.9 3 1.9 3.9H8.8c1-.9 1.6-2.1"
        " 1.9-3.9a4.7 4.7 0 1 1-2.6-8.3A4.7 4.7 0 0 1 12 2.5z",
    ),
    "D": ("Diamonds", "#1d4a87", "M12 1.5 20 12l-8 10.5L4 12z"),
    "S": (
        "Spades",
        "#22252e",
        "M12 2c5 5.5 9.5 8.5 9.5 13a4.8 4.8 0 0 1-8.4 3.2c.2 1.8.8 3 1.9 3.8H9c1.1-.8 1.7-2 1.9-3.8"
        "A4.8 4.8 0 0 1 2.5 15C2.5 10.5 7 7.5 12 2z",
    ),
}
"""By letter: the name, the colour on paper, the shape in a square of 24."""

lines = partial(svg.lines, step=1.3)
SERIF_WORDS = f' font-family="{SERIF}"'


def suit(letter: str, x: float, y: float, size: float, colour: str = "") -> str:
    """The sign of a suit in a square with its upper left corner at (x, y)."""
    _, own, shape = SUITS[letter]
    return f'<path transform="translate({x:g} {y:g}) scale({size / 24:g})" d="{shape}" fill="{colour or own}"/>'


def bill(x: float, y: float, words: str = "1", scale: float = 1) -> str:
    """A bank note, 40 wide and 24 high."""
    return (
        f'<g transform="translate({x:g} {y:g}) scale({scale:g})"><rect width="40" height="24" rx="2" fill="{BILL}"'
        f' stroke="{GREEN}" stroke-width="1.5"/><circle cx="20" cy="12" r="8.5" stroke="{GREEN}"/>'
        f'<path d="M4 5h5M4 19h5M31 5h5M31 19h5" stroke="{GREEN}"/>'
        f"{text(words, 20, 17, 13, fill=GREEN, bold=True)}</g>"
    )


WIDTH, HEIGHT = 104, 146


def suit_side(suits: str, name: str = "", words: str = "", size: float = 9.6) -> str:
    """The suit side of a card: one or two suits, with the name and words of a game text where it has one."""
    paper = f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="8" fill="{SHEET}" stroke="{WORD}"/>'
    corners = "".join(_corner(letter, number) for number, letter in enumerate(suits))
    if len(suits) == 2:
        cut = f'<path d="M{WIDTH - 12} 16 12 {HEIGHT - 16}" stroke="{FAINT}" stroke-dasharray="4 4"/>'
        return paper + corners + cut + suit(suits[0], 16, 36, 34) + suit(suits[1], 54, 78, 34)
    if not name:
        return paper + corners + suit(suits, WIDTH / 2 - 27, HEIGHT / 2 - 27, 54)
    title = text(name, WIDTH / 2, 68, round(min(13.5, 130 / len(name)), 1), bold=True)
    rows = wrap(words, 17)
    if len(rows) > 5:  # more would leave the card
        rows, size = wrap(words, 24), 7.2
    told = lines(rows, WIDTH / 2, 84, size)
    return paper + corners + suit(suits, WIDTH / 2 - 16, 18, 32) + title + told


def _corner(letter: str, number: int) -> str:
    """Sign and letter in the upper left corner, those of a second suit in the lower right one."""
    x, y = (8, 8) if number == 0 else (WIDTH - 24, HEIGHT - 24)
    words = text(letter, x + 8, y + 29 if number == 0 else y - 5, 12, fill=SUITS[letter][1], bold=True)
    return suit(letter, x, y, 16) + words


THUMB = "M2 11h4v10H2zM8 11l4.5-8.5c1.7 0 2.7 1.2 2.4 2.8L14 9h6c1.5 0 2.3 1.2 2 2.5l-1.8 7.5c-.3 1.2-1.2 2-2.4 2H8z"
GAVEL = "M9.2 3.2 13 7 7.2 12.8 3.4 9zM12 9.5l1.7-1.7 8 8-1.7 1.7zM3 20h12v3H3z"
FIST = "M4 9a2 2 0 0 1 4 0V7a2 2 0 0 1 4 0V6.5a2 2 0 0 1 4 0V8a2 2 0 0 1 4 0v6c0 4-3 7-7 7h-2c-4 0-7-3-7-7z"
HAT = "M2 17h20v3H2zM5 15q1-11 7-11t7 11z"


def _symbol(id: str, path: str, box: str = "0 0 24 24") -> str:
    return f'<symbol id="{id}" viewBox="{box}"><path fill-rule="evenodd" d="{path}"/></symbol>'


NOTE = (
    "M2 1h26a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H2a1 1 0 0 1-1-1V2a1 1 0 0 1 1-1zm13 3.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0"
    " 0-11zM4 4v2h3V4zm0 10v2h3v-2zM23 4v2h3V4zm0 10v2h3v-2z"
)


def sprite() -> str:
    """The pieces of the table, to be used one by one: suits, a bill, the gavel, thumbs, a dealer's hat."""
    shapes = {key: shape for key, (_, _, shape) in SUITS.items()}
    shapes |= {"up": THUMB, "gavel": GAVEL, "hat": HAT, "fist": FIST}
    made = "".join(_symbol(id, path) for id, path in shapes.items()) + _symbol("bill", NOTE, "0 0 30 20")
    made += f'<symbol id="down" viewBox="0 0 24 24"><path transform="rotate(180 12 12)" d="{THUMB}"/></symbol>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" fill="currentColor"><title>Pieces</title>{made}</svg>\n'


def small_cards() -> str:
    """The suit sides for the log: `cards.svg#H`, and `#HC` for a card of hearts or clubs."""
    made = "".join(
        f'<symbol id="{suits}" viewBox="0 0 44 60">{_small_card(suits)}</symbol>'
        for suits in ("H", "C", "D", "S", "HC", "HD", "CD")
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg"><title>Suit sides</title>{made}</svg>\n'


def _small_card(suits: str) -> str:
    paper = '<rect x="1" y="1" width="42" height="58" rx="5" fill="#fffcf4" stroke="#837a66" stroke-width="2"/>'
    if len(suits) == 1:
        return paper + suit(suits, 8, 16, 28)
    return paper + suit(suits[0], 5, 6, 22) + '<path d="M10 50 34 10" stroke="#837a66"/>' + suit(suits[1], 17, 32, 22)


def pictures() -> dict[str, str]:
    """What is drawn from the shapes above, by file name without ".svg"."""
    return {"pieces": sprite(), "cards": small_cards()}
