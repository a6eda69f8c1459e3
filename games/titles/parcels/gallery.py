"""The card gallery of the rulebook."""

from typing import Any

from games.kernel.display import Face
from games.titles.parcels import drawing


def gallery(components: dict[str, Any]) -> list[Face]:
    """One face for each number, from components.toml."""
    faces = []
    for parcel in components["card"]:
        number, symbol = parcel["facts"]["number"], parcel["facts"]["symbol"]
        drawn = drawing.page(f"parcel-{number}", drawing.CARD_WIDTH, drawing.CARD_HEIGHT, drawing.card(number, 0, 0))
        effect = f"A parcel of value {number}. Its symbol only helps to tell it apart."
        facts, rules = {"Number": number, "Symbol": symbol}, ("PC-04", "PC-05")
        faces.append(Face(parcel["id"], parcel["name"], "Parcel", drawn, parcel["copies"], effect, rules, facts))
    return faces
