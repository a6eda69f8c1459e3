"""The drawings of art.toml: on the cards by card id, the symbols of the Disaster cards, the parts of the Dinosaurs."""

from pathlib import Path

from games.drawing.svg import read_art
from games.titles.dinosaurs.cards import KINDS

_DRAWN = read_art(Path(__file__).parent)
ART = {id: drawn for name in ("point", "instant", *KINDS) for id, drawn in _DRAWN[name].items()}
SYMBOLS = _DRAWN["symbol"]
BEHIND, SHAPES, BEFORE = _DRAWN["behind"], _DRAWN["shapes"], _DRAWN["before"]
SCENES = _DRAWN["scene"]
