"""The table's WebSocket consumer: pushes each viewer their own view, and accepts moves and chat.

admission.py sends the first content of a page, hub.py notifies it of changes. The pages of a process share loaded
matches. HTML rendered for a seat goes to that seat's pages only, as the difference to what they already have.

Close codes: 4401 signed out and 4404 no such match mean do not reconnect, 4426 is for pages from before an upgrade,
which load themselves again. On any other code (4429 too many pages open, 4500 error, 4508 too many messages, protocol
codes) the page reconnects and resyncs.
"""

import asyncio
import time
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

import msgspec
from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.http import HttpRequest, parse_cookie
from django.middleware.csrf import get_token

from accounts.login import sessions, throttle
from accounts.models import User
from config import static_bundles
from games.errors import Refusal, not_your_seat, too_large
from games.matches import broadcast, move_forms, presence, recent
from games.matches import play as door
from games.matches.loaded import LoadedMatch, load_match
from games.sockets import deltas
from games.sockets.admission import admission
from games.sockets.database_thread import batched_in_database_thread, in_database_thread
from games.sockets.hub import NO_MATCH, OLD_PAGE, SIGNED_OUT, TOO_MANY, TRY_AGAIN, OpenTable, open_tables, shared_match
from games.table import chat_reading, chat_writing, fragments, presenter
from games.table.chat_reading import ChatView

FLOOD, FLOOD_SECONDS = 200, 10.0  # most messages on one connection, in this time window
REACTIONS, REACTION_PAUSE = tuple("123456"), 2.0  # drawings in static/reactions.svg; seconds between two of a page
LARGEST_ID = 2**63 - 1  # of a database row
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(dict[str, Any]).decode


class TableConsumer(AsyncWebsocketConsumer):
    """One open page of a match. `session`: its session key; `table`: None until the page has been admitted; `made_for`:
    the id of who was logged in when the page was made, "" for nobody."""

    user: User | None = None
    made_for = ""
    network = ""
    table: OpenTable | None = None
    viewer = presenter.Viewer()
    revision = -1  # of the newest match state sent
    version = 0  # of the match then
    is_gone = False
    log_shown: fragments.Shown = ()
    reacted_at = -REACTION_PAUSE
    shown_at = 0.0  # when something was last sent

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Like Channels, but without a channel per page: the process has one for all pages."""
        self.scope, self.base_send = scope, send
        self.counted_since, self.count = time.monotonic(), 0
        self.arrived: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        reader = asyncio.ensure_future(self._read(receive))
        try:
            while True:
                await self.dispatch(await self.arrived.get())
        except StopConsumer:
            pass
        except Exception:
            await self.disconnect(TRY_AGAIN)  # Daphne closes the connection; leave the table as well
            raise
        finally:
            reader.cancel()

    async def _read(self, receive: Any) -> None:
        """Queue incoming messages, and count them on arrival so that slow handling cannot let the queue grow."""
        while True:
            message = await receive()
            if message["type"] != "websocket.receive" or not self._is_flood():
                self.arrived.put_nowait(message)
            elif self.count == FLOOD + 1:  # drop what is queued
                while not self.arrived.empty():
                    self.arrived.get_nowait()
                await self.close(TOO_MANY)

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Like Channels, but without its thread hop to close database connections; our threads close their own."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"No handler for message type {message['type']}")
        await handler(message)

    async def connect(self) -> None:
        """Accept at once. Permission and content are checked when admission reaches this page."""
        self.match_id = int(self.scope["url_route"]["kwargs"]["match_id"])
        cookies = parse_cookie(dict(self.scope["headers"]).get(b"cookie", b"").decode("latin-1"))
        self.session = cookies.get(settings.SESSION_COOKIE_NAME, "")
        self.csrf = _form_token(cookies.get(settings.CSRF_COOKIE_NAME, ""))
        self.network = throttle.network_of_scope(self.scope)
        self.sent, self.rendered = deltas.Sent(), fragments.Rendered()
        self.served: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        await self.accept()
        if self.match_id > LARGEST_ID:
            return await self.refuse(NO_MATCH)
        query, now = self.scope.get("query_string", b"").decode("latin-1"), static_bundles.version_of_pages()
        of_page = dict(parse_qsl(query))
        if of_page.get("of", now) != now:  # made before an upgrade: its scripts may not understand what is sent now
            return await self.refuse(OLD_PAGE)
        self.made_for = of_page.get("by", "")
        admission.add(self)

    async def refuse(self, code: int) -> None:
        """Close without sending any content."""
        self._is_served()
        await self.close(code)

    def _is_served(self) -> None:
        if not self.served.done():
            self.served.set_result(None)

    def join_table(self, table: OpenTable, loaded: LoadedMatch, user: User | None) -> None:
        """Join this table as a page of this person's seat."""
        self.user, self.table = user, table
        self.viewer = presenter.viewer_of(loaded, user, user.time_zone if user else "UTC", self.csrf)
        table.add_page(self)

    async def show_all(self, loaded: LoadedMatch, chat: ChatView) -> None:
        """Send the complete table and chat."""
        self._is_served()
        await self.show(loaded, more={"chat": fragments.chat(loaded, self.viewer, chat)})
        self.rendered = fragments.Rendered()  # after a restart it would be kept for thousands of pages at once

    async def disconnect(self, code: int) -> None:
        self.is_gone = True
        if self.table is not None:
            await self.table.remove_page(self)
            await open_tables.tidy(self.table)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Handle a move, a chat line or a resync request; refuse anything else with a message."""
        await self.served
        if self.table is None:  # refused by admission
            return
        try:
            await self._act(text_data)
        except SignedOut:
            await self.close(SIGNED_OUT)
        except Refusal as refusal:
            self.sent.forget("decision")  # send the refusal even if it is the same as last time
            await self.show(await shared_match(self.match_id, self.revision), refusal)

    async def _need_signed_in(self) -> None:
        """Check that the session is still valid. Raises SignedOut.

        No message arrives when a session is deleted or staff change the password. Costs two key reads per message.
        """
        if self.user is not None:
            pair = (self.session, self.user.pk)
            if not await in_database_thread(sessions.still_valid)([pair]):
                raise SignedOut

    def _is_flood(self) -> bool:
        """Count a message. Past the limit the socket is closed, and the page reconnects after a pause."""
        now = time.monotonic()
        if now - self.counted_since > FLOOD_SECONDS:
            self.counted_since, self.count = now, 0
        self.count += 1
        return self.count > FLOOD

    async def _act(self, text: str | None) -> None:
        """Raises Refusal, SignedOut."""
        try:
            data = _read(text)
        except Refusal:
            await self._need_signed_in()
            raise
        if "decision" in data and "chat" not in data and self.user is not None:
            await self._play(self.user, data)
            return
        await self._need_signed_in()
        if "chat" in data:
            await self._post_chat(data["chat"][0])
        elif "reaction" in data:
            await self._react(data["reaction"][0])
        elif "decision" in data:
            raise not_your_seat()
        else:  # resync
            self._forget_sent()
            await self.show(await in_database_thread(load_match)(self.match_id))

    async def _play(self, user: User, data: dict[str, list[str]]) -> None:
        """Play a move, batched with those of other pages. Raises Refusal, SignedOut."""
        seat = -1 if self.viewer.seat is None else self.viewer.seat  # -1 is refused: no such seat
        move = door.Submission(self.match_id, seat, data["decision"][0][:60], data, "live", user)
        await _play_batched(SocketMove(self.session, move))
        if loaded := recent.get(self.match_id, self.revision + 1):  # show it even if the broker is down
            await self.show(loaded)

    async def _post_chat(self, words: str) -> None:
        """Post a chat line. A refusal is shown at the chat field, which keeps the text."""
        loaded = await shared_match(self.match_id, self.revision)
        try:
            await database_sync_to_async(self._say)(loaded, words)
        except Refusal as refusal:
            self.sent.forget("chat")  # send the refusal even if it is the same as last time
            chat = await in_database_thread(chat_reading.chat_for)(loaded, self.user)
            await self.show_chat(loaded, chat, fragments.UnsentLine(refusal.message, words))

    async def _react(self, number: str) -> None:
        """Show a quick reaction of this player to the table. More than one in a while are dropped silently."""
        now, user = time.monotonic(), self.user
        if user is None or self.viewer.seat is None or number not in REACTIONS or chat_writing.is_muted(user):
            return
        if now - self.reacted_at >= REACTION_PAUSE:
            self.reacted_at = now
            await asyncio.to_thread(broadcast.reaction, self.match_id, self.viewer.seat, user.pk, int(number))

    async def show_reaction(self, seat: int, number: int) -> None:
        """Send a quick reaction."""
        await self.send(text_data=_encode({"reaction": [seat, number]}).decode())

    def _say(self, loaded: LoadedMatch, text: str) -> None:
        if self.user is not None:  # staff may have muted them since the page was opened
            self.user = User.objects.get(pk=self.user.pk)
        chat_writing.say(loaded=loaded, user=self.user, text=text)
        broadcast.chat(self.match_id)

    async def catch_up(self, loaded: LoadedMatch) -> None:
        """Send this match state if it is newer than the last one sent."""
        if loaded.revision > self.revision:
            await self.show(loaded)

    async def show(
        self, loaded: LoadedMatch, refusal: Refusal | None = None, more: dict[str, str] | None = None
    ) -> None:
        """Send the parts of the page that have changed for this viewer; `more`: parts other than the table's."""
        assert self.table is not None
        self.revision = max(self.revision, loaded.revision)
        if loaded.position is None:  # the host of the site has ended it
            await self.close(NO_MATCH)
            return
        if self.user is not None and loaded.seat_of(self.user.pk) != self.viewer.seat:
            return await self._reseat(self.table, loaded)
        here = self.table.here
        facts = presenter.describe(loaded, self.viewer, presenter.Extras(here=here, refusal=refusal))
        news, self.log_shown = fragments.log_news(loaded, self.viewer, self.log_shown)
        proposals = {"proposals": fragments.proposals(loaded, self.viewer, here)}
        is_next, self.version = 0 < self.version < loaded.version, loaded.version
        between = fragments.before_deal(loaded, self.viewer, here) if news and is_next else {}
        parts = fragments.table_parts(loaded, facts, self.rendered) | proposals | (more or {})
        await self._send(parts, news, between)

    async def show_people(self, loaded: LoadedMatch) -> None:
        """Send who is present."""
        assert self.table is not None
        parts = {"seats": fragments.seats, "proposals": fragments.proposals}
        await self._send({name: make(loaded, self.viewer, self.table.here) for name, make in parts.items()})

    async def show_chat(self, loaded: LoadedMatch, chat: ChatView, unsent: fragments.UnsentLine | None = None) -> None:
        """Send the chat as this person may read it."""
        await self._send({"chat": fragments.chat(loaded, self.viewer, chat, unsent)})

    async def _send(self, parts: dict[str, str], news: str = "", between: dict[str, str] | None = None) -> None:
        """Send the changed parts as deltas, and new log lines (`news`) in full. `between`: parts to show first."""
        earlier = {"between": self._deltas(between)} if between else {}
        changes = self._deltas(parts)
        if changes or news:
            self.shown_at = time.monotonic()
            message = {"parts": changes, "me": self.viewer.seat} | ({"news": news} if news else {}) | earlier
            await self.send(text_data=_encode(message).decode())

    def _deltas(self, parts: dict[str, str]) -> dict[str, str | deltas.Delta]:
        fresh = {name: html for name, html in parts.items() if not self.sent.has(name, html)}
        return {name: self.sent.update(name, html) for name, html in fresh.items()}

    def rest(self, before: float) -> bool:
        """Compress what was sent, unless something was sent after this moment. Returns whether it was done now."""
        if self.shown_at > before or not self.sent.pack():
            return False
        self.rendered = fragments.Rendered()
        return True

    def _forget_sent(self) -> None:
        self.sent, self.log_shown = deltas.Sent(), ()

    async def _reseat(self, table: OpenTable, loaded: LoadedMatch) -> None:
        """Rejoin the table after this person's seat has changed, and send all parts afresh."""
        await table.remove_page(self)
        self._forget_sent()
        self.join_table(table, loaded, self.user)
        await asyncio.to_thread(presence.mark, [(self.match_id, seat) for seat in table.page_counts])
        await table.announce_new()
        await self.show(loaded)
        await table.send_chat([self])


class SignedOut(Exception):
    """The session of this page has ended."""


class SocketMove(NamedTuple):
    """A move, and the session of the page that sent it."""

    session: str
    move: door.Submission


def _play_all(sent: list[SocketMove]) -> list[door.Receipt | Exception]:
    """Play those of these moves whose session is still valid."""
    valid = sessions.still_valid([(one.session, one.move.user.pk) for one in sent])
    done = iter(door.play_moves([one.move for one in sent if one.session in valid]))
    return [next(done) if one.session in valid else SignedOut() for one in sent]


_play_batched = batched_in_database_thread(_play_all)


def _form_token(cookie: str) -> str:
    """The token of this page's forms. It looks different on each page: a message that is compressed with text of others
    could otherwise tell it by its size.
    """
    request = HttpRequest()
    request.META["CSRF_COOKIE"] = cookie
    try:
        return get_token(request) if cookie else ""
    except ValueError:  # a cookie that is not ours
        return ""


def _read(text: str | None) -> dict[str, list[str]]:
    """Decode a message as form data. Raises Refusal (413, 422) if it is not a form."""
    if text is None:
        raise Refusal(422, "Please send text.")
    if len(text.encode()) > settings.MAX_BODY:
        raise too_large()
    try:
        raw = _decode(text)
    except (msgspec.DecodeError, RecursionError):
        raise Refusal(422, "We couldn’t read this message.") from None
    data = {}
    for name, value in raw.items():
        values = value if isinstance(value, list) else [value]
        if len(name) < 100:
            data[name] = [str(part) for part in values[: move_forms.MOST_VALUES] if isinstance(part, str | int)]
    return {name: values for name, values in data.items() if values}
