"""All cards as faces for the gallery of the rulebook: the base deck and the promo cards."""

from typing import Any

from games.kernel.display import Face
from games.kernel.words import several
from games.titles.human_resources.cards import CARDS, COLOURS, Card
from games.titles.human_resources.drawing import cells, faces


def gallery(components: dict[str, Any]) -> list[Face]:
    """Each card once, in the order of the card reference. The cards are read from the same components.toml."""
    return [_face(card, components["rules"]) for card in CARDS.values()]


def _face(card: Card, rules: dict[str, list[str]]) -> Face:
    name = f"card-{card.id}"
    drawn = cells.page(name, faces.WIDTH, faces.HEIGHT, "", faces.face(name, card))
    kind = "Promo" if card.is_promo else card.kind.capitalize()
    facts: dict[str, int | str] = {"Points": card.points} if card.points else {}
    facts |= {"Colour": COLOURS[card.colour]} | ({"Drawing": " / ".join(card.grid)} if card.grid else {})
    effect = card.text or f"Form this pattern with an action of your own: {several(card.points, 'point')}."
    clauses = (card.clause,) if card.clause else tuple(rules[card.ability or card.kind])
    return Face(card.id, card.full_name, kind, drawn, 1, effect, clauses, facts)
