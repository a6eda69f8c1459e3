"""What a move costs each open page, in recorded matches: bytes as they are sent to browsers."""

import asyncio
from typing import Any

import pytest

from games.matches.loaded import load_match
from games.sockets.hub import OpenTable
from games.table.chat_reading import ChatView
from games.titles import load
from tests.bench.pushes import Page, size_of
from tests.games.conftest import user_of
from tests.games.recorded_matches import recorded
from tests.samples import GAME, quick_first

MOST_MOVES = 120
MEAN, P95, P99 = 1_500, 2_500, 4_000  # at most
TITLES = [slug for slug, game in sorted(load().items()) if not game.meta.model and slug != GAME]


class Weighed(Page):
    """An open page without a connection. `sizes`: of all messages."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.sizes: list[int] = []

    async def send(self, text_data: Any = None, bytes_data: Any = None, close: bool = False) -> None:
        self.sizes.append(size_of(text_data))


@pytest.mark.django_db
@pytest.mark.parametrize("slug", quick_first(GAME, *TITLES))
def test_a_move_is_a_small_message(start: Any, slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told, match = recorded(start, slug, monkeypatch, pace="live", move_seconds=600, bank_seconds=600)
    loaded = load_match(match.pk)
    table, people = OpenTable(loaded.id), [*(user_of(loaded, seat.number) for seat in loaded.seats), None]
    pages = [Weighed(loaded, user, table) for user in people]
    for page in pages:
        asyncio.run(page.show_all(loaded, ChatView([], {}, False)))
        page.sizes.clear()
    for _ in told.record["moves"][:MOST_MOVES]:
        told.move_on(match, 1)
        loaded = load_match(match.pk)
        for page in pages:
            asyncio.run(page.catch_up(loaded))
    sizes = sorted(size for page in pages for size in page.sizes)
    found = sum(sizes) // len(sizes), sizes[int(0.95 * len(sizes))], sizes[int(0.99 * len(sizes))]
    assert all(size <= most for size, most in zip(found, (MEAN, P95, P99), strict=True)), found
