"""Rendering for every viewer after every move: caches are correct, so that an open page equals a new one, and rendering
leaves no reference cycles behind for the garbage collector.
"""

import gc
import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import structs

from config.memory_cache import BoundedCache
from games import live_templates
from games.kernel import bots
from games.kernel.rng import Rng
from games.kernel.types import Event
from games.matches import leaving
from games.matches.loaded import LoadedMatch, load_match
from games.sockets.deltas import Sent
from games.table import fragments, log_words, presenter
from games.table.presenter import Viewer
from games.titles import load
from tests.deltas import Parts
from tests.games.conftest import move_on
from tests.samples import DUEL, GAME_FIRST

VIEWERS = [Viewer(user=7, seat=0), Viewer(user=8, seat=1), Viewer(user=9), Viewer(), Viewer(zone="Asia/Tokyo")]
FEW = 30  # objects; a view with its template used to leave hundreds


def render(loaded: LoadedMatch, seat: int | None) -> None:
    facts = presenter.describe(loaded, Viewer(seat=seat))
    fragments.parts(loaded, facts)


def garbage_of(act: Callable[[], Any]) -> int:
    """How many objects this process leaves to the garbage collector meanwhile."""
    gc.collect()
    gc.disable()
    gc.freeze()  # matches of other tests that leave the cache meanwhile don't count
    try:
        act()
        return gc.collect()
    finally:
        gc.unfreeze()
        gc.enable()


def rendered_again(loaded: LoadedMatch, viewer: Viewer, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The parts for this viewer, rendered without any cache."""
    monkeypatch.setattr(live_templates, "_KEPT", BoundedCache(100))
    alone = structs.replace(loaded, parts={})
    return fragments.parts(alone, presenter.describe(alone, viewer))


class OpenPage:
    """An open page that gets what has changed."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer, self.rendered, self.sent, self.parts = viewer, fragments.Rendered(), Sent(), Parts()

    def catch_up(self, loaded: LoadedMatch) -> None:
        """What the consumer does after a move."""
        parts = fragments.table_parts(loaded, presenter.describe(loaded, self.viewer), self.rendered)
        fresh = {name: html for name, html in parts.items() if not self.sent.has(name, html)}
        changes = {name: self.sent.update(name, html) for name, html in fresh.items()}
        self.parts.hear(json.dumps({"parts": changes, "me": self.viewer.seat}))


@pytest.mark.django_db
@pytest.mark.parametrize("slug", sorted(load()))
def test_cached_parts_equal_freshly_rendered_ones(
    start: Any, owner: Any, player: Any, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start(slug, (owner, player) if load()[slug].meta.seats[0] == 2 else None)
    remembered: BoundedCache[str] = BoundedCache(1000)
    for _ in range(5):
        loaded = move_on(match, 7)
        if loaded.is_over:
            break
        monkeypatch.setattr(live_templates, "_KEPT", remembered)
        warm = [fragments.parts(loaded, presenter.describe(loaded, viewer)) for viewer in VIEWERS]
        for viewer, known in zip(VIEWERS, warm, strict=True):
            assert rendered_again(loaded, viewer, monkeypatch) == known
    assert loaded.version > 4


@pytest.mark.django_db
@pytest.mark.parametrize("slug", GAME_FIRST)
def test_after_each_move_an_open_page_equals_a_new_one(
    start: Any, owner: Any, player: Any, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start(slug, (owner, player) if load()[slug].meta.seats[0] == 2 else None)
    pages, remembered, rng = [OpenPage(viewer) for viewer in VIEWERS], BoundedCache[str](1000), Rng("cd" * 16)
    for _ in range(40):
        loaded = move_on(match, rng=rng)
        monkeypatch.setattr(live_templates, "_KEPT", remembered)
        for page in pages:
            page.catch_up(loaded)
        for page in pages:
            again = rendered_again(loaded, page.viewer, monkeypatch)
            assert {name: again[name] for name in page.parts} == page.parts
        if loaded.is_over:
            break
    assert loaded.version > 4


@pytest.mark.django_db
def test_what_opens_with_the_end_replaces_older_records(start: Any, owner: Any, player: Any) -> None:
    match = start(DUEL, (owner, player))
    before = move_on(match, 30)
    viewers = [Viewer(user=owner.pk, seat=0), Viewer()]
    shown = [fragments.log_news(before, viewer, ())[1] for viewer in viewers]
    leaving.resign(match_id=match.pk, user=player)
    after = load_match(match.pk)
    for viewer, known in zip(viewers, shown, strict=True):
        words = [
            {line.number: [one.words for one in log_words.lines_of(loaded, line, viewer.seat)] for line in loaded.lines}
            for loaded in (before, after)
        ]
        changed = {str(number) for number in words[0] if words[0][number] != words[1].get(number, words[0][number])}
        news, _ = fragments.log_news(after, viewer, known)
        older, newest = news.split('<ol data-onto="log">')
        assert after.is_over and changed <= set(re.findall(r"<li id=log-(\d+)", older))
        assert "data-beats" in newest and "data-beats" not in older


@pytest.mark.django_db
@pytest.mark.parametrize("slug", GAME_FIRST)
def test_rendering_a_table_frees_its_view_at_once(start: Any, owner: Any, player: Any, slug: str) -> None:
    match = start(slug, (owner, player) if load()[slug].meta.seats[0] == 2 else None)
    loaded = move_on(match, 5)

    def all_pages() -> None:
        for seat in (0, 1, None):
            render(loaded, seat)

    all_pages()  # the first rendering compiles templates and leaves many objects
    assert min(garbage_of(all_pages) for _ in range(3)) < FEW  # the least: connections and caches close beside it


@pytest.mark.parametrize("slug", sorted(load()))
def test_telling_a_match_leaves_nothing_behind(slug: str) -> None:
    game, told = load()[slug], list[Event]()
    seats = game.meta.seats[0]
    bots.self_play(game, seats, "0" * 32, {}, ["random"] * seats, lambda position, asked, events: told.extend(events))
    names = [f"Player {seat}" for seat in range(seats)]

    def tell() -> None:
        for event in told[:300]:
            game.table.story(event, names)

    tell()
    assert min(garbage_of(tell) for _ in range(3)) < FEW
