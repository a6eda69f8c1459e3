"""Headings of a manual page: the title, levels and anchors."""

import re

from django.utils.text import slugify
from markdown_it.token import Token
from msgspec import Struct

from rulebook.errors import ManualError

OWN = re.compile(r"\s*\{((?:#[a-z0-9-]+\s*)+)(?:\?([a-z_]+=\w+)\s*)?\}\s*$")
LINE_ENDS = {"softbreak", "hardbreak"}
LOOKS = {"h1": "is-part", "h5": "is-small"}


class Heading(Struct, frozen=True):
    """One line of a table of contents. `needs`: the option, such as "blitz=true", without which the chapter is void."""

    anchor: str
    title: str
    level: int
    needs: str = ""


def take_title(tokens: list[Token]) -> tuple[str, list[str], list[Token]]:
    """Split off a page's level-one heading. Returns the title ("" if there is none), its anchors, and the rest."""
    if not tokens or tokens[0].tag != "h1":
        return "", [], tokens
    names, _ = _own(tokens[1])
    title = plain(tokens[1])
    return title, names or [slugify(title)], tokens[3:]


def name_headings(tokens: list[Token], used: set[str], anchors: set[str]) -> list[Heading]:
    """Set the id of each heading, and add any additional anchors to `anchors`."""
    found: list[Heading] = []
    for place, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        inner = tokens[place + 1]
        level = _level(token, tokens[place + 2], inner.content)
        names, needs = _own(inner)
        title = plain(inner)
        if taken := [name for name in names if name in used]:
            raise ManualError(f"{token.map[0] + 1 if token.map else 0}: The anchor {taken[0]} is used twice.")
        first, *more = names or [_free(slugify(title) or "section", used)]
        used |= {first, *more}
        anchors |= set(more)
        token.attrs["id"] = first
        aliases = [Token("alias", "", 0, meta={"id": name}) for name in more]
        inner.children = aliases + (inner.children or [])
        found.append(Heading(first, title, level, needs or _inherited(found, level)))
    return found


def _inherited(before: list[Heading], level: int) -> str:
    """The option that the enclosing chapter needs, or ""."""
    above = next((heading for heading in reversed(before) if heading.level < level), None)
    return above.needs if above else ""


def _level(opens: Token, closes: Token, words: str) -> int:
    """The level of a heading, 2 to 4. Levels 1 and 5 become level 2 with a class that only changes their look."""
    if look := LOOKS.get(opens.tag):
        opens.tag = closes.tag = "h2"
        opens.attrJoin("class", look)
    level = int(opens.tag[1])
    if level not in (2, 3, 4):
        raise ManualError(f"“{words}” is a level {level} heading. Only levels 2 to 4 are allowed.")
    return level


def _own(inner: Token) -> tuple[list[str], str]:
    """Remove `{#anchor ?option=value}` from the end of a heading. Returns the anchors, and the option that it needs."""
    last = inner.children[-1] if inner.children else None
    match = OWN.search(last.content) if last else None
    if not last or not match:
        return [], ""
    last.content = last.content[: match.start()]
    return [name.lstrip("#") for name in match[1].split()], match[2] or ""


def _free(name: str, used: set[str]) -> str:
    number, free = 1, name
    while free in used:
        number += 1
        free = f"{name}-{number}"
    return free


def plain(token: Token) -> str:
    """The plain text of an inline token."""
    parts = []
    for part in token.children or []:
        parts.append(" " if part.type in LINE_ENDS else part.meta["id"] if part.type == "reference" else part.content)
    return "".join(parts).strip()
