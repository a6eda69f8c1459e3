"""The Dinosaurs: portraits and meeples."""

from games.drawing.svg import INK, at, inked, text
from games.titles.dinosaurs.drawing import DRAWN

SCENES, SKIN = DRAWN["scene"], DRAWN["skin"]
MARKS = DRAWN["mark"]
"""A letter for each meeple, so that nobody needs to tell the colours apart."""


def portrait(id: str) -> str:
    """The Dinosaur, 120 by 120."""
    body = DRAWN["shapes"][id]
    outline = f'<g fill="{INK}" stroke="{INK}" stroke-width="4.5" stroke-linejoin="round">{body}</g>'
    behind, before = inked(DRAWN["behind"].get(id, "")), inked(DRAWN["before"][id])
    return f'{behind}{outline}<g fill="{SKIN[id]}">{body}</g>{before}'


def meeple(id: str) -> str:
    """The playing piece, 40 by 40, with the Dinosaur's letter."""
    return inked(SCENES["meeple"].replace("{skin}", SKIN[id])) + text(MARKS[id], 19, 28.5, 17, fill=INK, bold=True)


def winged(id: str) -> str:
    """The portrait of a player who is out: with wings and a halo."""
    return inked(SCENES["wings"]) + at(12, 18, portrait(id), 0.8) + inked(SCENES["halo"])
