"""The picture of a position in an email: drawn by the title from its reader's view, attached, and told in words."""

import logging
from typing import Any

from msgspec import Struct

from accounts.mail.headers import domain
from accounts.mail.outbox import Picture
from games.drawing.mail_sheet import WIDTH
from games.kernel.display import Drawing
from games.kernel.types import Decision
from games.mail.png import png
from games.matches.loaded import LoadedMatch

log = logging.getLogger("playpost.mail")
MOST_WORDS = 60  # of the position before the choices of a text
SHOWN = 480  # pixels on a wide page; a phone shows it as wide as its column


class Drawn(Struct, frozen=True):
    """What a template needs to show it, and what travels with the mail."""

    inline: Picture
    facts: tuple[tuple[str, str], ...]
    words: str
    width: int
    height: int

    @property
    def source(self) -> str:
        """For `src`."""
        return f"cid:{self.inline.cid}"


def drawing(loaded: LoadedMatch, view: Any, asked: Decision | None) -> Drawing | None:
    """The position in a view as SVG and in words. None where the title draws none, or its drawing fails: an email goes
    out without a picture rather than not at all."""
    if loaded.game.mail.picture is None:
        return None
    try:
        picture: Drawing = loaded.game.mail.picture(view, asked, loaded.names)
    except Exception:
        log.exception("the position of match %s cannot be drawn", loaded.id)
        return None
    return picture


def facts(loaded: LoadedMatch, view: Any, asked: Decision | None) -> tuple[tuple[str, str], ...]:
    """The position in words, as (what, words), for an email without a picture."""
    picture = drawing(loaded, view, asked)
    return picture.words if picture else ()


def in_brief(facts: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    """As many facts as one reads before the choices of a text; the longest are left to the details below them."""
    found, left = [], MOST_WORDS
    for what, told in facts:
        words = len(f"{what} {told}".split())
        if words <= left:
            found.append((what, told))
            left -= words
    return found


def in_words(picture: Drawing) -> str:
    """The text that stands for a picture where it cannot be seen."""
    return ". ".join(f"{what}: {told.removesuffix('.')}" for what, told in picture.words) + "."


def of_position(key: str, loaded: LoadedMatch, view: Any, asked: Decision | None) -> Drawn | None:
    """The position in a view for the mail with this key."""
    picture = drawing(loaded, view, asked)
    if picture is None:
        return None
    try:
        content = png(picture.svg)
    except Exception:
        log.exception("the drawing of match %s cannot be made a bitmap", loaded.id)
        return None
    width, height = int.from_bytes(content[16:20]), int.from_bytes(content[20:24])  # a PNG begins with its size
    assert width >= WIDTH
    inline = Picture(f"{key}.position@{domain()}", content)
    return Drawn(inline, picture.words, in_words(picture), SHOWN, round(SHOWN * height / width))
