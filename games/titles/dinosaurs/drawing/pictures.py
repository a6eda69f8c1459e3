"""Every picture by the name of its file."""

from games.titles.dinosaurs.drawing import plates, sheets


def pictures() -> dict[str, str]:
    """All pictures by file name without ".svg": the manual's, the cover, and the two files for the table."""
    return plates.plates() | sheets.sheets() | {"cards": sheets.cards(), "pieces": sheets.for_the_table()}
