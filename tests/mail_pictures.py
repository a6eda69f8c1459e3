"""What a title's picture for an email shows, read from its drawing: its parts and its words."""

from typing import Any
from xml.etree import ElementTree

from games.kernel import engine
from games.kernel.display import Drawing
from games.kernel.game import Game

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve"]
SVG = "{http://www.w3.org/2000/svg}"


def picture_of(game: Game, position: Any, seat: int | None = 0) -> Drawing:
    """The position as this seat gets it, with what it is asked."""
    asked = [found.decision for found in engine.open_decisions(game, position) if found.decision.seat == seat]
    assert game.mail.picture is not None
    picture: Drawing = game.mail.picture(
        engine.view_for(game, position, seat), next(iter(asked), None), NAMES[: position.seats]
    )
    return picture


def parts_of(picture: Drawing, kind: str) -> list[dict[str, str]]:
    """The facts of all parts of this kind."""
    found = ElementTree.fromstring(picture.svg).iter(SVG + "g")
    return [{key[5:]: value for key, value in one.attrib.items()} for one in found if one.get("data-part") == kind]


def words_of(picture: Drawing) -> list[str]:
    """All that is written in it."""
    return [one.text or "" for one in ElementTree.fromstring(picture.svg).iter(SVG + "text")]
