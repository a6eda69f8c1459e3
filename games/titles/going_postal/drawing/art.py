"""The drawings of art.toml: on the cards, the buildings, the stamps, the badges, the people, the hands."""

from pathlib import Path

from games.drawing.svg import inked, read_art

_DRAWN = read_art(Path(__file__).parent)
CARDS, BUILDINGS, STAMPS, BADGES = _DRAWN["card"], _DRAWN["building"], _DRAWN["stamp"], _DRAWN["badge"]
PEOPLE, HANDS, SCENES = _DRAWN["person"], _DRAWN["hand"], _DRAWN["scene"]
NAMES = {id: id.capitalize() for id in PEOPLE if id != "sam"}
"""The five personalities of the manual's pictures."""

_SKIN, _SLEEVE = "#e2b48c", "#86b3dc"
_GHOST = "#fffcf4"


def hand(part: str, is_ghost: bool = False) -> str:
    """A part of a hand, 130 by 100: "behind" and "fingers" go behind a card, "thumb" before it; or "pointing"."""
    skin, sleeve = (_GHOST, "#bdb9b0") if is_ghost else (_SKIN, _SLEEVE)
    return inked(HANDS[part].replace("{skin}", skin).replace("{sleeve}", sleeve))
