"""The eight parcels as faces for the gallery of the rulebook."""

from typing import Any

from games.kernel.display import Face
from games.titles.parcels.drawing import CARD_HEIGHT, CARD_WIDTH, Sheet

_RULES = ("PC-04", "PC-05")


def faces(components: dict[str, Any]) -> list[Face]:
    """One face for each number, from components.toml."""
    return [_face(card) for card in components["card"]]


def _face(card: dict[str, Any]) -> Face:
    number = card["facts"]["number"]
    sheet = Sheet(f"parcel-{number}", CARD_WIDTH, CARD_HEIGHT)
    sheet.card(number, 0, 0)
    facts = {"Number": number, "Symbol": card["facts"]["symbol"]}
    effect = f"A parcel of value {number}. Its symbol only helps to tell it apart."
    return Face(card["id"], card["name"], "Parcel", sheet.svg(), card["copies"], effect, _RULES, facts)
