"""The drawings of art.toml: on the cards, the buildings, the stamps, the badges, the people, the hands."""

from pathlib import Path

from games.drawing.svg import read_art

_DRAWN = read_art(Path(__file__).parent)
CARDS, BUILDINGS, STAMPS, BADGES = _DRAWN["card"], _DRAWN["building"], _DRAWN["stamp"], _DRAWN["badge"]
PEOPLE, HANDS, SCENES = _DRAWN["person"], _DRAWN["hand"], _DRAWN["scene"]
