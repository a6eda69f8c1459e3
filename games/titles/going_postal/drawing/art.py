"""The drawings of art.toml: on the cards, the buildings, the stamps, the badges, the people, the hands."""

from pathlib import Path

from games.drawing.svg import inked, read_art

_DRAWN = read_art(Path(__file__).parent)
CARDS, BUILDINGS, STAMPS, BADGES = _DRAWN["card"], _DRAWN["building"], _DRAWN["stamp"], _DRAWN["badge"]
PEOPLE, HANDS, SCENES = _DRAWN["person"], _DRAWN["hand"], _DRAWN["scene"]


def hand(part: str, is_ghost: bool = False) -> str:
    """A part of a hand, 130 by 100: "behind" and "fingers" go behind a card, "thumb" before it; or "pointing"."""
    skin, sleeve = ("{paper}", "{grey}") if is_ghost else ("#e2b48c", "{blue}")
    return inked(HANDS[part].replace("{skin}", skin).replace("{sleeve}", sleeve))
