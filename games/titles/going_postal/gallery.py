"""All kinds of cards as faces for the gallery of the rulebook."""

from typing import Any

from games.drawing.svg import page
from games.kernel.display import Face
from games.titles.going_postal.cards import ACTIONS, KINDS, Kind
from games.titles.going_postal.drawing import faces


def gallery(components: dict[str, Any]) -> list[Face]:
    """Each kind of card once, in the order of components.toml."""
    return [_face(KINDS[card["id"]], components["rules"]) for card in components["card"]]


def _face(kind: Kind, rules: dict[str, list[str]]) -> Face:
    spoken, action = faces.spoken(kind.id), kind.a.action
    drawn = page(faces.WIDTH, faces.HEIGHT, kind.name, spoken, faces.face(kind.id))
    effect = spoken.removeprefix(f"{kind.name}: ") + f". “{kind.flavour}”"
    group, usual = ("Action card", (ACTIONS[action].clause, "GP-22")) if action else ("Moving card", ("GP-13", "GP-16"))
    clauses, moves = tuple(rules.get(kind.id) or usual), [steps for side in kind.sides.values() for steps in side.moves]
    facts: dict[str, int | str] = {"Longest move": max(moves), "Shortest move": min(moves)}
    return Face(kind.id, kind.name, group, drawn, kind.copies, effect, clauses, facts)
