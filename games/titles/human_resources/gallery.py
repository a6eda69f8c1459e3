"""All cards as faces for the gallery of the rulebook: the base deck and the promo cards."""

from typing import Any

from games.kernel.display import Face
from games.kernel.words import several
from games.titles.human_resources.cards import CARDS, COLOURS, Card
from games.titles.human_resources.drawing import cells, faces


def gallery(components: dict[str, Any]) -> list[Face]:
    """Each card once, in the order of the card reference. The cards are read from the same components.toml."""
    known = {entry["name"] for table in ("pattern", "manager", "quota", "promo") for entry in components[table]}
    return [_face(card, components["rules"]) for card in CARDS.values() if card.name in known]


def _face(card: Card, rules: dict[str, list[str]]) -> Face:
    name = f"card-{card.id}"
    drawn = cells.page(name, faces.WIDTH, faces.HEIGHT, "", faces.face(name, card))
    kind = "Promo" if card.is_promo else card.kind.capitalize()
    facts: dict[str, int | str] = {"Points": card.points} if card.points else {}
    facts |= {"Colour": COLOURS[card.colour]}
    if card.grid:
        facts |= {"Drawing": " / ".join(card.grid)}
    formed = f"Form this pattern with an action of your own: {several(card.points, 'point')}."
    effect = card.text or formed
    clauses = (card.clause,) if card.clause else tuple(rules[card.ability or card.kind])
    return Face(card.id, card.full_name, kind, drawn, 1, effect, clauses, facts)
