"""The picture of a position in an email: drawn by the title from the recipient's view, attached, with alt text."""

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
MOST_WORDS = 60  # of the position above the choices, in a plain-text email
SHOWN = 480  # pixels on a wide screen; phones use the full column width


class Drawn(Struct, frozen=True):
    """What a template needs to show the picture, and the attachment."""

    inline: Picture
    facts: tuple[tuple[str, str], ...]
    words: str
    width: int
    height: int

    @property
    def source(self) -> str:
        """The value of `src`."""
        return f"cid:{self.inline.cid}"


def drawing(loaded: LoadedMatch, view: Any, asked: Decision | None) -> Drawing | None:
    """The position in a view as SVG and in words. None if the title has no pictures or drawing fails: better an email
    without a picture than none."""
    if loaded.game.mail.picture is None:
        return None
    try:
        picture: Drawing = loaded.game.mail.picture(view, asked, loaded.names)
    except Exception:
        log.exception("Match %s: could not draw the position", loaded.id)
        return None
    return picture


def facts(loaded: LoadedMatch, view: Any, asked: Decision | None) -> tuple[tuple[str, str], ...]:
    """The position in words as (label, text) pairs, for emails without a picture."""
    picture = drawing(loaded, view, asked)
    return picture.words if picture else ()


def in_brief(facts: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    """The facts that fit above the choices of a plain-text email. Longer ones appear in the details below."""
    found, left = [], MOST_WORDS
    for what, told in facts:
        words = len(f"{what} {told}".split())
        if words <= left:
            found.append((what, told))
            left -= words
    return found


def in_words(picture: Drawing) -> str:
    """The alt text of a picture."""
    return ". ".join(f"{what}: {told.removesuffix('.')}" for what, told in picture.words) + "."


def of_position(key: str, loaded: LoadedMatch, view: Any, asked: Decision | None) -> Drawn | None:
    """The picture of the position for the email with this key."""
    picture = drawing(loaded, view, asked)
    if picture is None:
        return None
    try:
        content = png(picture.svg)
    except Exception:
        log.exception("Match %s: could not render the drawing as PNG", loaded.id)
        return None
    width, height = int.from_bytes(content[16:20]), int.from_bytes(content[20:24])  # from the PNG header
    assert width >= WIDTH
    inline = Picture(f"{key}.position@{domain()}", content)
    return Drawn(inline, picture.words, in_words(picture), SHOWN, round(SHOWN * height / width))
