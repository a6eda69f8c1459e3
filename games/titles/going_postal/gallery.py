"""The gallery of the rulebook: the faces of all kinds of cards."""

from typing import Any

from games.drawing.svg import page
from games.kernel.display import Face
from games.titles.going_postal.cards import ACTIONS, KINDS, Kind
from games.titles.going_postal.drawing import faces


def gallery(components: dict[str, Any]) -> list[Face]:
    """Each kind of card once, in the order of components.toml."""
    return [_face(kind, components["rules"].get(kind.id)) for kind in KINDS.values()]


def _face(kind: Kind, rules: list[str] | None) -> Face:
    said, action = faces.spoken(kind.id), kind.a.action
    drawn = page(faces.WIDTH, faces.HEIGHT, kind.name, said, faces.face(kind.id))
    effect = said.removeprefix(f"{kind.name}: ") + f". “{kind.flavour}”"
    group, usual = ("Action card", (ACTIONS[action].clause, "GP-22")) if action else ("Moving card", ("GP-13", "GP-16"))
    clauses, moves = tuple(rules or usual), [steps for side in kind.sides.values() for steps in side.moves]
    facts: dict[str, int | str] = {"Longest move": max(moves), "Shortest move": min(moves)}
    return Face(kind.id, kind.name, group, drawn, kind.copies, effect, clauses, facts)
