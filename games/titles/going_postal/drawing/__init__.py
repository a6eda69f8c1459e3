"""Draws the pictures of the game as SVG, the cards and the board from their data.

`manage.py drawpictures going_postal` writes them to pictures/. The files are committed, so that the site only serves
them; a test compares them with what this package draws.
"""

from pathlib import Path

from games.drawing.svg import at, inked, read_art

_DRAWN = read_art(Path(__file__).parent)  # art.toml
CARDS, BUILDINGS, STAMPS, BADGES = _DRAWN["card"], _DRAWN["building"], _DRAWN["stamp"], _DRAWN["badge"]
PEOPLE, HANDS, SCENES = _DRAWN["person"], _DRAWN["hand"], _DRAWN["scene"]


def sized(drawing: str, size: float, full: float = 48) -> str:
    """A drawing of art.toml scaled from width `full` to `size`. Stamps and badges are 48 wide, people 100."""
    return at(0, 0, inked(drawing), size / full)
