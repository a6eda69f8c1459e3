"""The stamps of players in an email: small pictures, attached once however often they are shown.

The same stamp has the same Content-ID everywhere, so that an email about several games attaches it once.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from accounts import stamps
from accounts.mail.email import Picture
from accounts.mail.headers import domain
from games.mail.png import png

MOST = 432  # all drawings in all colours


class Face(NamedTuple):
    """A player as an email names them. `joint`: what stands before, as in "Ben, Cleo and Dan"; `inline`: the stamp."""

    joint: str
    name: str
    inline: Picture


def of(user_id: int, chosen: str, name: str, joint: str = "") -> Face:
    """The face of a person. `chosen`: the stamp as stored with them."""
    drawing, colour = stamps.of(user_id, chosen)
    return Face(joint, name, Picture(f"stamp.{drawing}.{colour}@{domain()}", _png(drawing, colour)))


def listed(people: Sequence[tuple[int, str, str]], has_more: bool) -> list[Face]:
    """The faces of (user id, stamp, name), to be read as one list. `has_more`: others follow without one."""
    joints = ["", *[", "] * len(people)][: len(people)]
    if len(people) > 1 and not has_more:
        joints[-1] = " and "
    return [of(*one, joint) for one, joint in zip(people, joints, strict=True)]


@lru_cache(maxsize=MOST)
def _png(drawing: str, colour: str) -> bytes:
    return png(stamps.alone(drawing, colour))
