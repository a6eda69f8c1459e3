"""Write the pictures: `python -m games.titles.dinosaurs.drawing`."""

from games.titles.dinosaurs.drawing.faces import FOLDER
from games.titles.dinosaurs.drawing.pictures import pictures

for name, drawn in pictures().items():
    (FOLDER / "pictures" / f"{name}.svg").write_text(drawn, encoding="utf-8")
