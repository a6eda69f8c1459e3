"""Random moves for a decision. The rules may still refuse one, because fields are filled independently."""

import random
from typing import Any


def random_move(decision: dict[str, Any], chance: random.Random | None = None) -> dict[str, Any]:
    """A random action with a random value in each of its fields."""
    chance = chance or random.Random()
    action = chance.choice(decision["actions"])
    args: dict[str, Any] = {}
    for field in action["fields"]:
        _put(args, field["name"].split("."), random_value(field, chance))
    return {"verb": action["verb"], "args": _with_lists(args)}


def random_value(field: dict[str, Any], chance: random.Random) -> Any:
    """A random value for a field of type Pick (one of its options), Picks (several), Amount or Text."""
    if field["type"] == "Amount":
        return chance.randint(field["least"], field["most"])
    if field["type"] == "Text":
        return chance.choice(field.get("samples") or ["Hello"])[: field["most"]]
    values = [option["value"] for option in field["options"]]
    if field["type"] == "Pick":
        return chance.choice([*values, None] if field["least"] == 0 else values)
    size = chance.randint(min(field["least"], len(values)), min(field["most"], len(values)))
    picked = chance.sample(range(len(values)), size)
    return [values[place] for place in (picked if field["ordered"] else sorted(picked))]


def _with_lists(value: Any) -> Any:
    """Turn objects with numeric names into lists: "plays.0.card" is in the first object of the list "plays"."""
    if not isinstance(value, dict):
        return value
    inside = {name: _with_lists(one) for name, one in value.items()}
    return list(inside.values()) if inside and all(name.isdigit() for name in inside) else inside


def _put(args: dict[str, Any], path: list[str], value: Any) -> None:
    """Store a value in nested objects: "orders.instants" is `instants` of the object `orders`."""
    for name in path[:-1]:
        args = args.setdefault(name, {})
    args[path[-1]] = value
