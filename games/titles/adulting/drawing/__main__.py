"""Write the pictures: `python -m games.titles.adulting.drawing`."""

from pathlib import Path

from games.titles.adulting.drawing.pictures import pictures

FOLDER = Path(__file__).parent.parent / "pictures"

for name, drawn in pictures().items():
    (FOLDER / f"{name}.svg").write_text(drawn, encoding="utf-8")
