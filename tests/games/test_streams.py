"""Event streams on a real server: their events, resuming, and their end."""

import asyncio
import queue
import threading
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from asgiref.sync import async_to_sync
from django.db import connection
from django.test import AsyncRequestFactory

from accounts import tokens
from accounts.models import ApiToken
from accounts.people import blocks
from games.api import streams
from games.matches import broadcast
from games.matches.loaded import load_match
from games.models import Match
from games.sockets.database_thread import in_database_thread
from games.table import chat_writing, log_words
from tests.fixtures import make_person
from tests.games.conftest import move_on, open_of, user_of
from tests.games.test_api import Program
from tests.games.test_bot_client import CLIENT
from tests.samples import FROM_TWO, GAME

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 20  # seconds


class Listener:
    """Reads a stream in a thread. `next()` returns the next event of a kind."""

    def __init__(self, site: Any, last_id: str = "") -> None:
        self.heard: queue.Queue[Any] = queue.Queue()
        self.last_id, self.log = last_id, list[dict[str, Any]]()
        answer = site.open_stream(last_id)  # no event after this is missed
        threading.Thread(target=self._read, args=(answer,), daemon=True).start()

    def _read(self, answer: Any) -> None:
        from playpost_bot.site import events_in

        try:
            for found in events_in(answer):
                self.heard.put(found)
        finally:
            self.heard.put(None)

    def next(self, kind: str) -> dict[str, Any]:
        while True:
            found = self.heard.get(timeout=PATIENCE)
            assert found is not None, "the stream has ended"
            self.last_id, event = found
            self.log.append(event)
            if event["event"] == kind:
                return dict(event)

    def waits_for_end(self) -> None:
        while self.heard.get(timeout=2 * PATIENCE) is not None:
            pass


@pytest.fixture
def listen(live: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Listener]]:
    monkeypatch.syspath_prepend(str(CLIENT))
    from playpost_bot import Site

    yield lambda user, last_id="": Listener(
        Site(live, tokens.create(user=user, name="s", scopes=["read"], days=30)), last_id
    )
    ApiToken.objects.all().delete()


@pytest.mark.clause("PLAY-11")
def test_streams_carry_what_the_persons_page_shows(
    listen: Any, start: Any, owner: Any, player: Any, staff: Any
) -> None:
    match = start()
    people = (owner, player, staff)
    heard = {user.pk: listen(user) for user in people}
    asked = user_of(load_match(match.pk), open_of(load_match(match.pk)).decision.seat)
    first = heard[asked.pk].next("decision")
    assert (first["match"], first["game"]) == (match.pk, GAME) and first["due_at"]
    for _ in range(6):
        loaded = move_on(match)
        on_turn = user_of(loaded, open_of(loaded).decision.seat)
        told = heard[on_turn.pk].next("decision")
        assert told["decision"] == open_of(loaded).id
    for user in people:
        loaded = load_match(match.pk)
        story = [line.words for line in log_words.story(loaded, loaded.seat_of(user.pk), 1)]
        listener = heard[user.pk]
        while len([event for event in listener.log if event["event"] == "move"]) < len(story):
            listener.next("move")
        assert [event["text"] for event in listener.log if event["event"] == "move"] == story
        assert all(
            event["decision"].endswith(f".{loaded.seat_of(user.pk)}") for event in listener.log if "decision" in event
        )


def test_a_stream_announces_a_match_that_starts(listen: Any, owner: Any, player: Any, table: Any) -> None:
    from games.lobby import tables

    match = table(is_public=True)
    listener = listen(owner)
    third = make_person("third")
    tables.join(match_id=match.pk, user=player)
    tables.join(match_id=match.pk, user=third)
    assert listener.next("move")["match"] == match.pk


def say(match: Match, user: Any, text: str) -> None:
    chat_writing.say(loaded=load_match(match.pk), user=user, text=text)
    broadcast.chat(match.pk)


def test_streams_carry_only_chat_that_the_person_may_read(
    listen: Any, start: Any, owner: Any, player: Any, staff: Any
) -> None:
    match = start(is_public=True)
    blocks.block(by=owner, whom=staff)
    stranger = make_person("stranger")
    listener, other = listen(owner), listen(player)
    say(match, staff, "from somebody blocked")
    say(match, stranger, "from a spectator")
    say(match, player, "Hello")
    assert listener.next("message")["text"] == "Hello"
    assert other.next("message")["text"] == "from somebody blocked"
    assert other.next("message")["text"] == "Hello", "spectators are not heard at the table"


def test_a_stream_resumes_after_a_break(listen: Any, start: Any, owner: Any, player: Any) -> None:
    match = start(slug=FROM_TWO, people=(owner, player))
    seen = listen(owner)
    move_on(match, 2)
    seen.next("move")
    loaded = move_on(match, 3)
    again = listen(owner, seen.last_id)
    newest = log_words.story(loaded, loaded.seat_of(owner.pk))[-1]
    while again.next("move")["text"] != newest.words:
        pass
    versions = [event["version"] for event in again.log if event["event"] == "move"]
    assert versions == sorted(versions) and len(versions) >= 3


def test_strangers_and_former_players_get_no_events(start: Any, owner: Any, player: Any) -> None:
    match = start(slug=FROM_TWO, people=(owner, player), is_public=True)
    stranger = make_person("stranger")
    from django.utils import timezone

    assert streams.matches_of([stranger.pk, owner.pk], timezone.now()) == {
        owner.pk: {match.pk: Match.objects.get(pk=match.pk).revision}
    }


def test_a_stream_needs_a_valid_token(live: str, owner: Any) -> None:
    program = Program(owner, ["play"])
    answer = program.get("stream/")
    assert answer.status_code == 403 and "“read”" in answer.json()["detail"]
    program.client.defaults["HTTP_AUTHORIZATION"] = "Bearer pp_x"
    assert program.post("stream/").status_code == 405


def test_opening_streams_very_fast_is_refused_with_a_sentence(
    owner: Any, player: Any, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.HAS_RATE_LIMITS = True
    monkeypatch.setattr(streams, "OPENED_A_MINUTE", 2)

    async def opened() -> list[Any]:
        requests = [AsyncRequestFactory().get("/", headers={"Authorization": f"Bearer {key}"}) for key in keys]
        answers = [await streams.stream(request) for request in requests]
        await in_database_thread(lambda: connection.close())()  # that of its thread
        return answers

    mine, other = (tokens.create(user=user, name="x", scopes=["read"], days=30) for user in (owner, player))
    keys = [mine, mine, mine, other]
    answers = async_to_sync(opened)()
    assert [answer.status_code for answer in answers] == [200, 200, 429, 200]
    assert b"Wait a minute." in answers[2].content


@pytest.mark.parametrize("last_id", ["", "x", "9" * 14, "9" * 30, "-5", "1e3"])
def test_invalid_event_ids_mean_now(last_id: str) -> None:
    from django.utils import timezone

    assert abs((streams.since_of(last_id) - timezone.now()).total_seconds()) < 5


@pytest.mark.slow
def test_a_stream_ends_with_its_token(listen: Any, start: Any, owner: Any, player: Any) -> None:
    start(slug=FROM_TWO, people=(owner, player))
    listener, kept = listen(owner), listen(player)
    ApiToken.objects.filter(user=owner).delete()
    listener.waits_for_end()
    move_on(Match.objects.get())
    assert kept.next("move")


@pytest.mark.slow
def test_many_streams_in_one_process(live: str, start: Any, owner: Any, player: Any) -> None:
    """With 300 idle streams on plain sockets, a move still reaches its player at once."""
    match = start(slug=FROM_TWO, people=(owner, player))
    people = [owner, *(make_person(f"reader{number}") for number in range(59))]
    keys = [tokens.create(user=one, name="s", scopes=["read"], days=30) for one in people]
    url = urlsplit(live)

    async def open_one(key: str) -> asyncio.StreamReader:
        reader, writer = await asyncio.open_connection("127.0.0.1", url.port)
        head = f"GET /api/v1/stream/ HTTP/1.1\r\nHost: {url.netloc}\r\nAuthorization: Bearer {key}\r\n\r\n"
        writer.write(head.encode())
        assert b"200" in await asyncio.wait_for(reader.readline(), 60)
        await asyncio.wait_for(reader.readuntil(b"retry: 3000"), 60)
        reader.writer = writer  # type: ignore[attr-defined] # keeps the connection open as long as the reader
        return reader

    def move_and_hang_up() -> None:
        move_on(match)
        connection.close()

    async def all_of_them() -> None:
        opened = [await asyncio.gather(*(open_one(key) for _ in range(streams.MOST))) for key in keys]
        assert sum(map(len, opened)) == 300
        await asyncio.to_thread(move_and_hang_up)
        for reader in opened[0]:
            await asyncio.wait_for(reader.readuntil(b"event: move"), PATIENCE)

    asyncio.run(all_of_them())
    ApiToken.objects.all().delete()
