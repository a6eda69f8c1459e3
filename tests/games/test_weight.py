"""What a first visit of a table loads, worked out from its files; `make bench` counts the same in a browser."""

import gzip
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.contrib.staticfiles import finders

from config import static_bundles
from games.titles import folder, load
from tests.games.conftest import browser_of

HAS_MINIFIER = find_spec("minify") is not None
# Of somebody who is asked for all that the first decision can hold.
MOST_BYTES, MOST_REQUESTS = 43_900 if HAS_MINIFIER else 46_700, 7
HEADERS, PAGE_HEADERS = 300, 1_050  # of a file, and of the page with its policies
DRAWN = re.compile(r"/static/([\w./]+\.svg)#|url\(([\w./]+\.svg)")


@cache
def packed(text: str) -> int:
    return len(brotli.compress(text.encode(), quality=11))


def read(name: str) -> str:
    return Path(str(finders.find(name))).read_text(encoding="utf-8")


def bundle(slug: str, kind: str) -> str:
    shared = static_bundles.TABLE_STYLES if kind == "css" else static_bundles.TABLE_SCRIPTS
    own = [path for path in sorted((folder(slug) / "table").glob(f"*.{kind}")) if ".soon." not in path.name]
    return "\n".join(
        static_bundles.MINIFIERS[kind](text) for text in [*map(read, shared), *(path.read_text() for path in own)]
    )


@pytest.mark.django_db
@pytest.mark.parametrize("slug", sorted(load()))
def test_a_first_visit_is_light(start: Any, owner: Any, player: Any, slug: str) -> None:
    match = start(slug, (owner, player) if load()[slug].meta.seats[0] == 2 else None)
    page = browser_of(owner).get(match.get_absolute_url()).content.decode()
    style, script = bundle(slug, "css"), bundle(slug, "js")
    drawings = {one or other for one, other in DRAWN.findall(page + style)}
    files = [style, script, *map(read, sorted(drawings))]
    size = sum(packed(text) + HEADERS for text in files) + len(gzip.compress(page.encode(), 6)) + PAGE_HEADERS
    assert len(files) + 1 <= MOST_REQUESTS
    assert size <= MOST_BYTES
