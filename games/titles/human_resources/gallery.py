"""All cards as faces for the gallery of the rulebook: the base deck and the promo cards."""

from typing import Any

from games.kernel.display import Face
from games.kernel.words import several
from games.titles.human_resources.cards import CARDS, COLOURS, Card
from games.titles.human_resources.drawing import cells, faces

KINDS = {"project": "Project", "manager": "Manager", "quota": "Quota"}
RULES = {
    "project": ("HR-30", "HR-31", "HR-34"),
    "play_two": ("HR-59", "HR-60", "HR-61", "HR-62", "HR-63"),
    "take": ("HR-64", "HR-65"),
    "shift": ("HR-66", "HR-67", "HR-68", "HR-69", "HR-70", "HR-71"),
    "remove": ("HR-72", "HR-73", "HR-74"),
    "exchange": ("HR-75", "HR-76", "HR-77"),
    "pickup": ("HR-78", "HR-79", "HR-80", "HR-81", "HR-82"),
    "move": ("HR-52", "HR-53", "HR-54"),
    "swap": ("HR-55", "HR-56", "HR-57"),
    "draw": ("HR-58",),
    "crowdfunding": ("HR-102", "HR-103", "HR-104", "HR-105", "HR-106"),
    "overtime": ("HR-107", "HR-108", "HR-109", "HR-110", "HR-111", "HR-112", "HR-113"),
    "acquire": ("HR-114", "HR-115", "HR-116", "HR-117"),
    "operations": ("HR-118", "HR-119", "HR-120"),
}


def gallery(components: dict[str, Any]) -> list[Face]:
    """Each card once, in the order of the card reference. The cards are read from the same components.toml."""
    known = {entry["name"] for table in ("pattern", "manager", "quota", "promo") for entry in components[table]}
    return [_face(card) for card in CARDS.values() if card.name in known]


def _face(card: Card) -> Face:
    name = f"card-{card.id}"
    drawn = cells.page(name, faces.WIDTH, faces.HEIGHT, "", faces.face(name, card))
    kind = "Promo" if card.is_promo else KINDS[card.kind]
    facts: dict[str, int | str] = {"Points": card.points} if card.points else {}
    facts |= {"Colour": COLOURS[card.colour]}
    if card.grid:
        facts |= {"Drawing": " / ".join(card.grid)}
    formed = f"Form this pattern with an action of your own: {several(card.points, 'point')}."
    effect = card.text or formed
    rules = (card.clause,) if card.clause else RULES[card.ability or card.kind]
    return Face(card.id, card.full_name, kind, drawn, 1, effect, rules, facts)
