"""The gallery of the rulebook: the faces of all Point, Instant and Disaster cards."""

from typing import Any

from games.drawing.svg import page
from games.kernel.display import Face
from games.titles.dinosaurs.cards import CARDS
from games.titles.dinosaurs.drawing import faces

KINDS = {"plain": "Point card", "normal": "Point card, effect", "instant": "Instant card", "disaster": "Disaster card"}


def gallery(components: dict[str, Any]) -> list[Face]:
    """Each kind of card once, in the order of components.toml."""
    tables = ("point", "instant", "disaster")
    return [_face(card, table, components["rules"]) for table in tables for card in components[table]]


def _face(card: dict[str, Any], table: str, rules: dict[str, list[str]]) -> Face:
    id, timing = card["id"], card.get("timing", table)
    kind = KINDS.get(timing, KINDS["normal"])
    drawn = page(faces.WIDTH, faces.HEIGHT, card["name"], faces.spoken(id), faces.face(id))
    facts = {"point": {"Value": card.get("value")}, "disaster": {"Type": card.get("type", "").capitalize()}}
    effect = card["flavour"] if table == "disaster" else CARDS[f"{id}-1"].effect
    clauses = tuple(rules.get(id) or rules[timing])
    return Face(id, card["name"], kind, drawn, card.get("copies", 1), effect, clauses, facts.get(table, {}))
