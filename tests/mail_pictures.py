"""What a title's picture of a position shows, read from its drawing; and the position in words."""

from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

from games.kernel import engine
from games.kernel.game import Game

NAMES = ["Ann", "Ben", "Cleo", "Dan", "Eve"]
SVG = "{http://www.w3.org/2000/svg}"


def picture_of(game: Game, position: Any, seat: int | None = 0) -> str:
    """The position as this seat gets it, with what it is asked."""
    asked = [found.decision for found in engine.open_decisions(game, position) if found.decision.seat == seat]
    assert game.mail.picture is not None
    view = engine.view_for(game, position, seat)
    return game.mail.picture(view, next(iter(asked), None), NAMES[: position.seats], seat)


def told(game: Game, position: Any, seat: int | None = 0, names: Sequence[str] = NAMES) -> dict[str, str]:
    """The position in words for this seat, by label."""
    view = engine.view_for(game, position, seat)
    return {fact.label: fact.text for fact in engine.position_words(game, view, names[: position.seats], seat)}


def text_of(game: Game, position: Any, seat: int | None = 0, names: Sequence[str] = NAMES) -> str:
    """The position in words as in a plain-text email."""
    return "\n".join(f"{label}: {text}" for label, text in told(game, position, seat, names).items())


def parts_of(picture: str, kind: str) -> list[dict[str, str]]:
    """The facts of all parts of this kind."""
    found = ElementTree.fromstring(picture).iter(SVG + "g")
    return [{key[5:]: value for key, value in one.attrib.items()} for one in found if one.get("data-part") == kind]


def words_of(picture: str) -> list[str]:
    """All that is written in it."""
    return [one.text or "" for one in ElementTree.fromstring(picture).iter(SVG + "text")]
