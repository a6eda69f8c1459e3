"""A minimal manual of a made-up game, for tests of the renderer."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction

from games.kernel.data import Clause, ManualPage
from rulebook import library, sources
from rulebook.models import Page, Section
from rulebook.sources import Source

DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" role="img" aria-labelledby="t">
<title id="t">Old title</title><defs><symbol id="dot"><circle r="1"/></symbol><linearGradient id="g"/></defs>
<use href="#dot"/><rect fill="url(#g)" width="1" height="1"/></svg>"""
CLAUSES = {
    "XY-01": Clause(id="XY-01", section="Start", text="Everybody takes <five> cards & looks."),
    "XY-02": Clause(id="XY-02", section="Start", text="XY-01 holds for guests too, as PLAY-04 and QQ-01 do not say."),
}
INDEX = "::clause XY-01\n\n::clause XY-02\n"


@pytest.fixture
def source(tmp_path: Path) -> Callable[..., Source]:
    """`source(index, other="…")`: a manual with these pages; the folder has one drawing, dot.svg."""
    (tmp_path / "dot.svg").write_text(DRAWING)

    def make(index: str = INDEX, **further: str) -> Source:
        pages = {"index": index, **further}
        menu = tuple(ManualPage(page=name, title=name.title()) for name in pages)
        return Source("made_up", menu, pages, CLAUSES, tmp_path)

    return make


_rows: list[tuple[list[Any], list[Any]]] = []


def load_once() -> None:
    """Load all manuals into the database: rendered for the first test that needs them, inserted as rows for others."""
    if not _rows:
        assert library.load() == (len(sources.manuals()), [])
        _rows.append((list(Page.objects.all()), list(Section.objects.all())))
        return
    pages, sections = _rows[0]
    with transaction.atomic():
        Page.objects.all().delete()  # a late request of the previous test may have loaded one
        Page.objects.bulk_create(pages)
        Section.objects.bulk_create(sections)


@pytest.fixture
def manuals(db: Any) -> None:
    """All manuals are loaded."""
    load_once()
