"""All kinds of cards as faces for the gallery of the rulebook: Point, Instant and Disaster cards."""

from typing import Any

from games.kernel.display import Face
from games.kernel.manual.svg import page
from games.titles.dinosaurs.drawing import faces

KINDS = {"plain": "Point card", "normal": "Point card, effect", "instant": "Instant card", "disaster": "Disaster card"}
RULES = {
    "plain": ("HD-48",),
    "flaming-chainsaw": ("HD-54", "HD-58"),
    "hungry-plant": ("HD-59", "HD-60"),
    "treenoculars": ("HD-61", "HD-62"),
    "star-fruit": ("HD-55", "HD-63", "HD-64"),
    "mouth-trap": ("HD-55", "HD-65", "HD-79"),
    "fire-spray": ("HD-66",),
    "smoothie": ("HD-67", "HD-73"),
    "grappling-snake": ("HD-68", "HD-69"),
    "dino-grabber": ("HD-70", "HD-71"),
    "pet-rock": ("HD-72", "HD-73"),
    "booster": ("HD-75", "HD-76"),
    "sapper": ("HD-75", "HD-77"),
    "inversion": ("HD-75", "HD-78", "HD-79"),
    "insurance": ("HD-85", "HD-86"),
    "redirect": ("HD-85", "HD-87", "HD-88"),
    "disaster": ("HD-32", "HD-33", "HD-39"),
    "meteor": ("HD-35", "HD-36", "HD-39", "HD-44"),
}
WHEN = {"round": "During this round: ", "scoring": "During scoring: "}


def gallery(components: dict[str, Any]) -> list[Face]:
    """Each kind of card once, in the order of components.toml."""
    tables = ("point", "instant", "disaster")
    return [_face(card, table) for table in tables for card in components[table]]


def _face(card: dict[str, Any], table: str) -> Face:
    id, timing = card["id"], card.get("timing", table)
    kind = KINDS.get(timing, KINDS["normal"])
    drawn = page(faces.WIDTH, faces.HEIGHT, card["name"], faces.spoken(id), faces.face(id))
    facts: dict[str, int | str] = {"Value": card["value"]} if table == "point" else {}
    facts |= {"Type": card["type"].capitalize()} if table == "disaster" else {}
    effect = WHEN.get(timing, "") + card["effect"] if "effect" in card else card.get("flavour", "")
    return Face(id, card["name"], kind, drawn, card.get("copies", 1), effect, RULES.get(id) or RULES[timing], facts)
