"""Draws cards and pieces as SVG from the card data, for the table, the gallery and emails; the artwork is in art.toml.

`manage.py drawpictures dinosaurs` writes those of the table to pictures/. The cover and the manual's illustrations
exist only as files there.
"""

from pathlib import Path

from games.drawing.svg import read_art
from games.titles.dinosaurs.cards import KINDS

DRAWN = read_art(Path(__file__).parent)
ART = {id: drawn for table in ("point", "instant", *KINDS) for id, drawn in DRAWN[table].items()}
"""What is drawn on each kind of card, by id."""
