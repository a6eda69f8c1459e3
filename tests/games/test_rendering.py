"""What is rendered for each viewer of each move: what is remembered of it is right, and nothing of it is left behind
that only the garbage collector could free.
"""

import gc
from typing import Any

import pytest

from games import live_templates
from games.matches.loaded import LoadedMatch
from games.memory_cache import Newest
from games.table import fragments, presenter
from games.table.presenter import Viewer
from games.titles import load
from tests.games.conftest import move_on

FEW = 30  # objects; a view and its template used to be hundreds


def render(loaded: LoadedMatch, seat: int | None) -> None:
    facts = presenter.describe(loaded, Viewer(seat=seat))
    fragments.parts(loaded, facts)


@pytest.mark.django_db
@pytest.mark.parametrize("slug", sorted(load()))
def test_what_is_remembered_of_a_table_is_what_would_be_rendered_anew(
    start: Any, owner: Any, player: Any, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start(slug, (owner, player) if load()[slug].meta.seats[0] == 2 else None)
    remembered: Newest[str] = Newest(1000)
    for _ in range(5):
        loaded = move_on(match, 7)
        if loaded.is_over:
            break
        viewers = [Viewer(user=7, seat=0), Viewer(user=8, seat=1), Viewer(user=9), Viewer()]
        monkeypatch.setattr(live_templates, "_KEPT", remembered)
        warm = [fragments.parts(loaded, presenter.describe(loaded, viewer)) for viewer in viewers]
        for viewer, known in zip(viewers, warm, strict=True):
            monkeypatch.setattr(live_templates, "_KEPT", Newest(100))
            assert fragments.parts(loaded, presenter.describe(loaded, viewer)) == known
    assert loaded.version > 4


@pytest.mark.django_db
@pytest.mark.parametrize("slug", sorted(load()))
def test_a_rendered_table_frees_its_view_at_once(start: Any, owner: Any, player: Any, slug: str) -> None:
    match = start(slug, (owner, player) if load()[slug].meta.seats[0] == 2 else None)
    loaded = move_on(match, 5)
    for seat in (0, 1, None):
        render(loaded, seat)  # the first time templates are read, which leaves a lot
    gc.collect()
    gc.disable()
    try:
        for seat in (0, 1, None):
            render(loaded, seat)
        assert gc.collect() < FEW
    finally:
        gc.enable()
