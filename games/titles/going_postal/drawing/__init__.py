"""Draws cards, spaces and states as SVG from their data, for the table, the gallery and emails.

`manage.py drawpictures going_postal` writes those of the table to pictures/. The cover and the manual's illustrations
exist only as files there.
"""

from pathlib import Path

from games.drawing.svg import at, inked, read_art

_DRAWN = read_art(Path(__file__).parent)  # art.toml
CARDS, BUILDINGS, BADGES = _DRAWN["card"], _DRAWN["building"], _DRAWN["badge"]
SAM, ACTION = _DRAWN["person"]["sam"], _DRAWN["scene"]["action"]


def sized(drawing: str, size: float, full: float = 48) -> str:
    """A drawing of art.toml scaled from width `full` to `size`. Badges are 48 wide, Sam is 100."""
    return at(0, 0, inked(drawing), size / full)
