"""Write the pictures of the manual: `python -m games.titles.human_resources.drawing`."""

from pathlib import Path

from games.titles.human_resources.drawing.plates import pictures

FOLDER = Path(__file__).parent.parent / "pictures"

for name, drawn in pictures().items():
    (FOLDER / f"{name}.svg").write_text(drawn, encoding="utf-8")
