"""Embeds manual pages in another page (booklet, drawer): keeps ids unique and adjusts links."""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any
from urllib.parse import urldefrag, urljoin

from msgspec import Struct

from rulebook.models import Page, page_url

ELSEWHERE = re.compile(r'<details class="fold no-print">.*?</details>\n', re.DOTALL)  # repeats the rules of other pages
POINTER = re.compile(r'\b(id|href|aria-labelledby|for)="([^"]*)"|url\(#([^)]+)\)')
CHAPTER = re.compile(r"(?=<h[234]\b)")
HEADING = re.compile(r'<h([234])[^>]* id="([^"]+)"')
RULE = re.compile(r"[a-z]+-\d+")


def part(page: Page, names: Collection[str]) -> str:
    """The HTML of a page as a part of a booklet with the pages `names`. Rules keep their anchors."""
    inside = {page_url(page.slug, name): name for name in names}

    def anchor(name: str, old: str) -> str:
        return (old if RULE.fullmatch(old) else f"{name}-{old}") if old else f"part-{name}"

    return _moved(ELSEWHERE.sub("", page.html), page, inside, anchor)


def in_drawer(page: Page, html: str) -> str:
    """The HTML of a page for the drawer: all its ids start with drawer-; links to other pages leave the drawer."""
    return _moved(html, page, {page_url(page.slug, page.name): page.name}, lambda name, old: f"drawer-{old}")


class TableRules(Struct, frozen=True):
    """What the rules are that a table plays by: a game, a version, and its options, such as {"blitz": "true"}."""

    slug: str
    version: int
    options: dict[str, str]

    def uses(self, needs: str) -> bool:
        """Whether a chapter that needs this option ("" for none) is about the table."""
        name, _, value = needs.partition("=")
        return not needs or self.options.get(name, value) == value


def of_table(page: Page, table: TableRules) -> tuple[str, list[dict[str, Any]]]:
    """The HTML and the contents of a page, without the chapters about options that the table does not play with."""
    contents = [heading for heading in page.toc if table.uses(heading.get("needs", ""))]
    void = {heading["anchor"] for heading in page.toc} - {heading["anchor"] for heading in contents}
    kept, is_void = [], False
    for chapter_html in CHAPTER.split(page.html):
        if begun := HEADING.match(chapter_html):
            is_void = begun[2] in void or (is_void and begun[1] == "4")
        kept += [] if is_void else [chapter_html]
    return "".join(kept), contents


def chapter(page: Page, name: str) -> str:
    """The HTML of one chapter as a separate page: from its h2 to the next one; "" if there is none."""
    begun = re.search(rf'<h2[^>]* id="{name}"', page.html)
    if begun is None:
        return ""
    following = re.compile(r"<h2\b").search(page.html, begun.end())
    html = ELSEWHERE.sub("", page.html[begun.start() : following.start() if following else len(page.html)])
    here, own = page_url(page.slug, page.name), {found[2] for found in POINTER.finditer(html) if found[1] == "id"}

    def move(found: re.Match[str]) -> str:
        is_near = found[1] != "href" or found[2].removeprefix("#") in own
        return found[0] if is_near else f'href="{urljoin(here, found[2])}"'

    return POINTER.sub(move, html)


def _moved(html: str, page: Page, inside: Mapping[str, str], anchor: Callable[[str, str], str]) -> str:
    """The HTML with ids and references to them renamed by `anchor`. `inside`: pages embedded in the same page."""
    here = page_url(page.slug, page.name)

    def move(found: re.Match[str]) -> str:
        if found[3]:
            return f"url(#{anchor(page.name, found[3])})"
        if found[1] != "href":
            return f'{found[1]}="{anchor(page.name, found[2])}"'
        target, old = urldefrag(urljoin(here, found[2]))
        return f'href="#{anchor(inside[target], old)}"' if target in inside else f'href="{target}{old and f"#{old}"}"'

    return POINTER.sub(move, html)
