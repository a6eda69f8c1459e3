"""Many pages connecting at once, as after a restart, are served in batches, each with its own view."""

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from math import inf
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import DeviceSession as Session
from accounts.models import User
from games.matches.loaded import load_match
from games.sockets import admission, consumer, hub, page_limits
from games.sockets.channel_layer import TableLayer
from games.sockets.database_thread import in_database_thread
from games.sockets.hub import OpenTables
from games.table import fragments
from tests.deltas import Parts
from tests.games.conftest import move_on
from tests.games.scenes import Cast, make_cast, set_up
from tests.games.table_sockets import session_of

Story = Callable[[OpenTables], Awaitable[None]]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def cast(transactional_db: None) -> Cast:
    return make_cast()


class Page:
    """An open page with a consumer in this process; `sent`: messages sent to it."""

    def __init__(self, match_id: int, session: str = "") -> None:
        self.sent: list[dict[str, Any]] = []
        self.inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        cookie = f"{settings.SESSION_COOKIE_NAME}={session}".encode()
        scope = {"type": "websocket", "url_route": {"kwargs": {"match_id": match_id}}, "headers": [(b"cookie", cookie)]}
        self.inbox.put_nowait({"type": "websocket.connect"})
        self.consumer = consumer.TableConsumer()
        self.task = asyncio.ensure_future(self.consumer(scope, self.inbox.get, self._send))

    async def _send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)

    def leave(self) -> None:
        self.inbox.put_nowait({"type": "websocket.disconnect", "code": 1006})

    @property
    def html(self) -> str:
        """The HTML that the page shows."""
        parts, news = Parts(), ""
        for message in self.sent:
            if message.get("text"):
                news += parts.hear(message["text"])
        return "".join(parts.values()) + news

    @property
    def code(self) -> int | None:
        return next((message["code"] for message in self.sent if message["type"] == "websocket.close"), None)


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The batch sizes so far."""
    sizes: list[int] = []
    monkeypatch.setattr(admission, "read", _noting(admission.read, sizes))
    return sizes


def _noting(read: Any, sizes: list[int]) -> Any:
    def noted(asked: Any) -> Any:
        sizes.append(len(asked))
        return read(asked)

    return noted


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> Callable[[Story], None]:
    """Runs a story in a fresh web process."""

    def run(story: Story) -> None:
        tables = OpenTables()
        monkeypatch.setattr(page_limits, "_open", Counter())
        monkeypatch.setattr(admission, "open_tables", tables)
        monkeypatch.setattr(consumer, "open_tables", tables)
        monkeypatch.setattr(consumer, "admission", admission.Admission())
        async_to_sync(_and_close)(story(tables))

    return run


async def _and_close(story: Awaitable[None]) -> None:
    try:
        await story
    finally:
        await in_database_thread(_close)()


def _close() -> None:
    connection.close()  # that of the thread in which this runs


async def until(is_true: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not is_true():
            await asyncio.sleep(0.01)


def test_a_crowd_is_served_in_batches_and_each_page_gets_its_own_view(cast, process, at_once):
    matches = [set_up(cast, "running", True) for _ in range(3)]
    people: list[User | None] = [cast.owner, cast.player, cast.third, None]
    sessions = [session_of(person) for person in people]

    async def story(tables: OpenTables) -> None:
        crowd = [(match, who) for _ in range(8) for match in matches for who in range(len(people))]
        pages = [Page(match.pk, sessions[who]) for match, who in crowd]
        await until(lambda: all("t-chat" in page.html for page in pages))
        assert max(at_once) <= admission.BATCH_SIZE < len(pages) == sum(at_once)
        for match in matches:
            hands = {who: _own(page) for (at, who), page in zip(crowd, pages, strict=True) if at == match}
            assert len(set(hands.values())) == len(people)
            for (at, who), page in zip(crowd, pages, strict=True):
                assert at != match or _own(page) == hands[who]
            table = tables.by_match[match.pk]
            assert len(table.pages) == 32 and sorted(table.page_counts.values()) == [8, 8, 8]
        for page in pages:
            page.leave()
        await until(lambda: not tables.by_match)

    process(story)


@pytest.mark.parametrize(("who", "limit"), [("owner", "MOST_PAGES"), ("nobody", "MOST_OF_NETWORK")])
def test_a_page_too_many_is_closed_and_the_others_go_on(cast, process, settings, monkeypatch, who, limit):
    match = set_up(cast, "running", True)
    settings.HAS_RATE_LIMITS = True
    monkeypatch.setattr(page_limits, limit, 2)
    session, of_another = session_of(getattr(cast, who)), session_of(cast.player)

    async def story(tables: OpenTables) -> None:
        pages = [Page(match.pk, session) for _ in range(2)]
        await until(lambda: all("t-chat" in page.html for page in pages))
        third, other = Page(match.pk, session), Page(match.pk, of_another)
        await until(lambda: "t-chat" in other.html and third.code == hub.TOO_MANY_PAGES)
        assert not third.html and [page.code for page in (*pages, other)] == [None, None, None]
        pages[0].leave()
        await until(lambda: len(tables.by_match[match.pk].pages) == 2)
        again = Page(match.pk, session)
        await until(lambda: "t-chat" in again.html)
        for page in (pages[1], third, other, again):
            page.leave()
        await until(lambda: not tables.by_match)
        assert not page_limits._open

    process(story)


def test_a_page_that_rested_gets_the_next_move_like_any_other(cast, process, monkeypatch):
    match = set_up(cast, "running", True)
    sessions = [session_of(person) for person in (cast.owner, cast.owner)]

    async def story(tables: OpenTables) -> None:
        pages = [Page(match.pk, session) for session in sessions]
        await until(lambda: all("t-chat" in page.html for page in pages))
        tired = pages[0].consumer
        assert not tired.rest(before=0.0), "something was sent a moment ago"
        assert tired.rest(before=inf) and not tired.rest(before=inf)
        counts = [len(page.sent) for page in pages]
        await in_database_thread(move_on)(match, 1)
        await until(lambda: all(len(page.sent) > count for page, count in zip(pages, counts, strict=True)))
        assert pages[0].sent[counts[0] :] == pages[1].sent[counts[1] :], "the same difference"
        assert pages[0].html == pages[1].html
        monkeypatch.setattr(hub, "AWAKE", -1.0)
        async with asyncio.timeout(20):
            while any(page.consumer.sent._texts for page in pages):
                await tables.rest()
        for page in pages:
            page.leave()
        await until(lambda: not tables.by_match)

    process(story)


def _own(page: Page) -> str:
    """The parts that differ between seats."""
    found = re.findall(r'<section id="t-(?:board|decision)".*?</section>', page.html, re.S)
    assert len(found) == 2
    return "".join(found)


def test_a_batch_takes_the_same_queries_however_many_pages(cast):
    matches = [set_up(cast, "running", True) for _ in range(2)]
    sessions = [session_of(person) for person in (cast.owner, cast.player, cast.third)]
    counts = []
    for asked in (
        [(matches[0].pk, sessions[0])],
        [(matches[0].pk, key) for key in sessions * 9],
        [(match.pk, key) for match in matches for key in sessions * 9],
    ):
        with CaptureQueriesContext(connection) as queries:
            assert all(arrival.loaded for arrival in admission.read(asked))
        counts.append(len(queries))
    assert counts == [6, 6, 7]  # sessions, people, loaded matches, muted, blocked, and the talk of each table


def test_closed_sockets_cost_nothing(cast, process, at_once):
    match = set_up(cast, "running", True)

    async def story(tables: OpenTables) -> None:
        pages = [Page(match.pk) for _ in range(100)]
        for page in pages[:99]:
            page.leave()
        await until(lambda: "t-chat" in pages[99].html)
        assert sum(at_once) < 100 and not any(page.html for page in pages[:99])
        assert tables.by_match[match.pk].pages == {pages[99].consumer}

    process(story)


def test_an_unreadable_match_does_not_hold_up_other_pages(cast, process):
    good, bad = set_up(cast, "running", True), set_up(cast, "running", True)
    type(bad).objects.filter(pk=bad.pk).update(position="{}")

    async def story(tables: OpenTables) -> None:
        pages = [Page(match.pk) for match in (bad, good, bad)]
        missing = Page(10**9)
        await until(lambda: "t-chat" in pages[1].html and missing.code is not None)
        assert [page.code for page in pages] == [4500, None, 4500] and missing.code == 4404
        await until(lambda: list(tables.by_match) == [good.pk])

    process(story)


def test_a_page_that_fails_is_closed_and_does_not_hold_up_others(cast, process, monkeypatch):
    good, bad = set_up(cast, "running", True), set_up(cast, "running", True)
    parts = fragments.table_parts

    def fail(loaded: Any, *facts: Any) -> Any:
        assert loaded.id != bad.pk, "the picture of this position fails"
        return parts(loaded, *facts)

    monkeypatch.setattr(fragments, "table_parts", fail)

    async def story(tables: OpenTables) -> None:
        pages = [Page(match.pk) for match in (bad, good, bad, good)]
        await until(lambda: "t-chat" in pages[1].html and "t-chat" in pages[3].html)
        await until(lambda: pages[0].code == pages[2].code == 4500)
        await until(lambda: list(tables.by_match) == [good.pk])

    process(story)


def test_a_move_while_a_page_is_loading_is_not_missed(cast, process, monkeypatch):
    match = set_up(cast, "running", True)
    read = admission.read

    def slow(asked: Any) -> Any:
        found = read(asked)
        move_on(match, 1)
        return found

    monkeypatch.setattr(admission, "read", slow)

    async def story(tables: OpenTables) -> None:
        page = Page(match.pk, "")
        await until(lambda: 'data-version="2"' in page.html)

    process(story)
    assert load_match(match.pk).version == 2


def test_pages_are_closed_even_if_the_sign_out_message_was_lost(cast, process):
    match = set_up(cast, "running", True)
    sessions = [session_of(person) for person in (cast.owner, cast.player, cast.third)]

    async def story(tables: OpenTables) -> None:
        pages = [Page(match.pk, session) for session in (*sessions, "")]
        await until(lambda: all("t-chat" in page.html for page in pages))
        await Session.objects.filter(session_key=sessions[0]).adelete()
        await User.objects.filter(pk=cast.player.pk).aupdate(is_active=False)
        await tables.close_signed_out()
        assert [page.code for page in pages] == [4401, 4401, None, None]

    process(story)


def test_pages_catch_up_on_lost_messages(cast, process, monkeypatch):
    match = set_up(cast, "running", True)

    async def story(tables: OpenTables) -> None:
        page = Page(match.pk, "")
        await until(lambda: "t-chat" in page.html)
        monkeypatch.setattr(TableLayer, "publish_now", lambda *_: None)  # a broker that forgets
        await in_database_thread(move_on)(match, 1)
        assert 'data-version="2"' not in page.html
        await tables.catch_up()
        assert 'data-version="2"' in page.html

    process(story)
