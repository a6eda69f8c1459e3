"""A whole manual on one page: its parts one after the other, their anchors kept apart, links between them inside."""

import re
from collections.abc import Collection
from urllib.parse import urldefrag, urljoin

from rulebook.models import Page, page_url

ELSEWHERE = re.compile(
    r'<details class="fold no-print">.*?</details>\n', re.DOTALL
)  # repeats the rules of the other parts
POINTER = re.compile(r'\b(id|href|aria-labelledby|for)="([^"]*)"|url\(#([^)]+)\)')
RULE = re.compile(r"[a-z]+-\d+")


def part(page: Page, names: Collection[str]) -> str:
    """The HTML of one page as a part of the booklet that holds the pages `names`."""
    here = page_url(page.slug, page.name)
    inside = {page_url(page.slug, name): name for name in names}

    def moved(found: re.Match[str]) -> str:
        if found[3]:
            return f"url(#{page.name}-{found[3]})"
        if found[1] != "href":
            return f'{found[1]}="{_anchor(page.name, found[2])}"'
        target, anchor = urldefrag(urljoin(here, found[2]))
        if target not in inside:
            return found[0]
        return f'href="#{_anchor(inside[target], anchor) if anchor else f"part-{inside[target]}"}"'

    return POINTER.sub(moved, ELSEWHERE.sub("", page.html))


def _anchor(name: str, anchor: str) -> str:
    """Rules keep their anchors; the others bear the name of their page, because two pages may use the same."""
    return anchor if RULE.fullmatch(anchor) else f"{name}-{anchor}"
