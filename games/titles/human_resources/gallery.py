"""The card gallery of the rulebook: the faces of the base deck and the promo cards."""

from typing import Any

from games.kernel.display import Face
from games.kernel.words import several
from games.titles.human_resources.cards import CARDS, COLOURS
from games.titles.human_resources.drawing import cells, faces


def gallery(components: dict[str, Any]) -> list[Face]:
    """Each card once, in the order of the card reference. `components` is the content of components.toml."""
    found = []
    for id, card in CARDS.items():
        drawn = cells.page(f"card-{id}", faces.WIDTH, faces.HEIGHT, "", faces.face(f"card-{id}", card))
        kind = "Promo" if card.is_promo else card.kind.capitalize()
        facts: dict[str, int | str] = {"Points": card.points} if card.points else {}
        facts |= {"Colour": COLOURS[card.colour]}
        effect = card.text or f"Form this pattern on your turn: {several(card.points, 'point')}."
        clauses = (card.clause,) if card.clause else tuple(components["rules"][card.ability or card.kind])
        found.append(Face(id, card.full_name, kind, drawn, 1, effect, clauses, facts))
    return found
