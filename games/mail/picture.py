"""The picture of a position in an email: drawn by the title from the recipient's view, attached, with alt text."""

import logging
import re
from collections.abc import Sequence
from functools import cache
from typing import Any
from xml.etree import ElementTree as Tree

from msgspec import Struct

from accounts.mail.email import Picture
from accounts.mail.headers import domain
from games.drawing.mail_sheet import WIDTH
from games.kernel.display import Fact
from games.kernel.types import Decision
from games.mail.png import SIZES_ONCE, has_sign, png
from games.matches.loaded import LoadedMatch
from games.table import presenter
from games.titles import folder, load_all

log = logging.getLogger("playpost.mail")
SVG = "http://www.w3.org/2000/svg"
# A pattern as faint as paper: nobody sees its jagged edges, and smooth ones are a tenth of the work.
_FAINT = re.compile(r"<path (?=[^>]* (?:fill|stroke)-opacity=)(?![^>]* shape-rendering=)")
_NUMBERED = re.compile(r'<g data-part="choice".*?</g>')  # the number of a choice
SHOWN = 432  # pixels on a wide screen; phones use the full column width


class Drawn(Struct, frozen=True):
    """What a template needs to show the picture, and the attachment."""

    inline: Picture
    words: str
    width: int
    height: int


def drawing(
    loaded: LoadedMatch, view: Any, asked: Decision | None, reader: int | None, names: list[str] | None = None
) -> str:
    """The position in a view as SVG. "" if the title has no pictures or drawing fails: better an email without a
    picture than none."""
    if loaded.game.mail.picture is None:
        return ""
    try:
        return loaded.game.mail.picture(view, asked, names or loaded.names, reader)
    except Exception:
        log.exception("Match %s: could not draw the position", loaded.id)
        return ""


def names_in_our_fonts(loaded: LoadedMatch) -> list[str]:
    """The players' names by seat; of one without a sign that our fonts have, the user name."""
    return [seat.name if has_sign(seat.name) else seat.username or seat.name for seat in loaded.seats]


def alt_text(facts: Sequence[Fact]) -> str:
    """The position in one paragraph, without its details."""
    return " ".join(f"{fact.label}: {fact.text.removesuffix('.')}." for fact in facts if not fact.is_detail)


def of_position(
    key: str,
    loaded: LoadedMatch,
    view: Any,
    asked: Decision | None,
    reader: int | None,
    facts: Sequence[Fact] | None = None,
    is_part: bool = False,
) -> Drawn | None:
    """The picture of the position for the email with this key. `facts`: the position in words, if they are known.
    `is_part`: of an email about several games, where it is small and the choices have other numbers."""
    svg = drawing(loaded, view, asked, reader, names_in_our_fonts(loaded))
    svg = _NUMBERED.sub("", svg) if is_part else svg
    if not svg:
        return None
    try:
        content = png(_FAINT.sub('<path shape-rendering="crispEdges" ', svg), sizes=SIZES_ONCE)
    except Exception:
        log.exception("Match %s: could not render the drawing as PNG", loaded.id)
        return None
    width, height = int.from_bytes(content[16:20]), int.from_bytes(content[20:24])  # from the PNG header
    assert width >= WIDTH
    inline = Picture(f"{key}.position@{domain()}", content)
    words = alt_text(presenter.position_words(loaded, view, reader) if facts is None else facts)
    return Drawn(inline, words, SHOWN, round(SHOWN * height / width))


def of_cover(key: str, slug: str) -> Drawn | None:
    """The cover of a game for the email with this key; None if the game has none."""
    found = _cover(slug)
    if found is None:
        return None
    content, words, height = found
    return Drawn(Picture(f"{key}.cover@{domain()}", content), words, SHOWN, height)


@cache
def _cover(slug: str) -> tuple[bytes, str, int] | None:
    """(PNG, alt text, height as shown) of a cover."""
    path = folder(slug) / "pictures" / "cover.svg"
    if not path.exists():
        return None
    root = Tree.fromstring(path.read_text())
    width, height = (float(size) for size in root.get("viewBox", "0 0 300 200").split()[2:])
    title = root.find(f"{{{SVG}}}title")
    words = title.text if title is not None and title.text else load_all()[slug].meta.title
    root.attrib.pop("width", None)
    root.attrib |= {"width": f"{width:g}", "height": f"{height:g}"}  # next to each other, as the renderer expects
    Tree.register_namespace("", SVG)  # just before it is used, as the package for QR codes registers a prefix
    return png(Tree.tostring(root, encoding="unicode")), words, round(SHOWN * height / width)
