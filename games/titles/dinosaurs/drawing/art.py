"""The drawings of art.toml: on the cards by card id, the symbols of the Disaster cards, the parts of the Dinosaurs."""

from pathlib import Path

from games.drawing.svg import read_art

TYPES = {"natural": "#3f7a4b", "predatory": "#b03a2e", "emotional": "#3a639c", "meteor": "#33343d"}
"""The colours of the types, dark enough for white letters."""

LETTERS = {"natural": "N", "predatory": "P", "emotional": "E", "meteor": "M"}


_DRAWN = read_art(Path(__file__).parent)
ART = {id: drawn for name in ("point", "instant", *TYPES) for id, drawn in _DRAWN[name].items()}
SYMBOLS = _DRAWN["symbol"]
BEHIND, SHAPES, BEFORE = _DRAWN["behind"], _DRAWN["shapes"], _DRAWN["before"]
SCENES = _DRAWN["scene"]
