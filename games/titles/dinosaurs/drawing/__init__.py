"""Draws the pictures of the game as SVG from the card data; the artwork is in art.toml.

`manage.py drawpictures dinosaurs` writes them to pictures/. The files are committed, so that the site only serves
them; a test compares them with what this package draws.
"""

from pathlib import Path

from games.drawing.svg import read_art
from games.titles.dinosaurs.cards import KINDS

FOLDER = Path(__file__).parent
DRAWN = read_art(FOLDER)
ART = {id: drawn for table in ("point", "instant", *KINDS) for id, drawn in DRAWN[table].items()}
"""What is drawn on each kind of card, by id."""
