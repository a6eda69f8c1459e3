"""A minimal manual of a made-up game, for tests of the renderer."""

from collections.abc import Callable
from pathlib import Path

import pytest

from games.kernel.data import Clause, ManualPage
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
