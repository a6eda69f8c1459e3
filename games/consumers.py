"""The socket of a table: pushes each viewer its own view, takes moves and chat through the same doors as the pages.

The channel layer carries only "something changed". Frames are shared by the sockets of a process; what is rendered
for a seat is sent to that seat's sockets only, and only the parts that differ from what was sent before.

Close codes: 4401 signed out (do not come back), 4404 no such match. Others: come back and resync.
"""

import asyncio
import time
from typing import Any

import msgspec
from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings

from accounts import live as people_live
from accounts.models import User
from games import forms, fragments, notify, presence, present, selectors
from games.errors import Refusal, too_large
from games.frames import Frame, frame_at, load_frame, recent
from games.private_links import kept
from games.services import chat as talk
from games.services import play as door
from games.threads import in_database_thread

FLOOD, FLOOD_SECONDS = 200, 10.0  # messages on one line within so many seconds
SESSION_CHECK = 30  # seconds between looks whether the session is still good
_decode = msgspec.json.Decoder(dict[str, Any]).decode
_loading: dict[tuple[int, int], "asyncio.Future[Frame]"] = {}


async def shared_frame(match_id: int, stamp: int) -> Frame:
    """A frame of at least this stamp; sockets of this process that ask at the same time share one query."""
    frame = recent.get(match_id, stamp)
    if frame is not None:
        return frame
    key = (match_id, stamp)
    task = _loading.get(key)
    if task is None:
        task = _loading[key] = asyncio.ensure_future(in_database_thread(frame_at)(match_id, stamp))
        task.add_done_callback(lambda _: _loading.pop(key, None))
    return await asyncio.shield(task)


class TableConsumer(AsyncWebsocketConsumer):
    """One open page of a match."""

    async def dispatch(self, message: dict[str, Any]) -> None:
        """As in Channels, without its thread hop to close database connections: whatever we run in a thread does so."""
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"No handler for message type {message['type']}")
        await handler(message)

    async def connect(self) -> None:
        self.match_id = int(self.scope["url_route"]["kwargs"]["match_id"])
        self.user = self.scope["user"] if self.scope["user"].is_authenticated else None
        self.sent: dict[str, int] = {}  # hashes by part
        self.log_shown: fragments.Shown = ()
        self.here: set[int] = set()
        self.checked_at = self.counted_since = time.monotonic()
        self.count = 0
        self.stamp = -1
        # Listen first, then look: a move in between would be missed.
        await self.channel_layer.group_add(notify.group(self.match_id), self.channel_name)
        frame = await in_database_thread(self._visible_frame)()
        if frame is None:
            return await self.refuse(4404)
        recent.put(frame)
        self.viewer = self._viewer(frame)
        for name in self._groups():
            await self.channel_layer.group_add(name, self.channel_name)
        await self.accept()
        self.here = await asyncio.to_thread(presence.here, self.match_id, len(frame.seats))
        await self._arrive()
        await self._push(await shared_frame(self.match_id, frame.stamp))
        await self.said({})

    def _visible_frame(self) -> Frame | None:
        """The match, if it has begun and this person may see it."""
        try:
            frame = load_frame(self.match_id)
        except Refusal:
            return None
        key = kept(self.scope["session"], self.match_id)
        return frame if frame.position is not None and selectors.may_see(frame, self.user, key) else None

    async def refuse(self, code: int) -> None:
        """Close for good: the page does not come back on a code of ours."""
        await self.channel_layer.group_discard(notify.group(self.match_id), self.channel_name)
        await self.accept()
        await self.close(code)

    async def disconnect(self, code: int) -> None:
        if not hasattr(self, "viewer"):
            return
        for name in self._groups():
            await self.channel_layer.group_discard(name, self.channel_name)
        await self._depart()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A move, a line of chat, or "look again". Anything else is refused in words; nothing is ever half done."""
        if self._is_flood():
            return await self.close(1008)
        try:
            if text_data is None:
                raise Refusal(422, "Send text, please.")
            if len(text_data.encode()) > settings.MAX_BODY:
                raise too_large()
            if not await self._is_signed_in():
                return await self.close(4401)
            await self._act(_read(text_data))
        except Refusal as refusal:
            self.sent.pop("decision", None)  # the same refusal again is an answer too
            await self._push(await shared_frame(self.match_id, self.stamp), refusal)

    def _is_flood(self) -> bool:
        """More messages than any hand can send: the line is closed, and the page opens it again after a pause."""
        now = time.monotonic()
        if now - self.counted_since > FLOOD_SECONDS:
            self.counted_since, self.count = now, 0
        self.count += 1
        return self.count > FLOOD

    async def poke(self, message: dict[str, Any]) -> None:
        """Something changed: fetch the own view again."""
        if not await self._is_signed_in():
            return await self.close(4401)
        if message["stamp"] > self.stamp:
            await self._push(await shared_frame(self.match_id, message["stamp"]))

    async def presence(self, message: dict[str, Any]) -> None:
        """Somebody came or went."""
        if not message["here"] and message["seat"] == self.viewer.seat:  # the page at another process; ours is here
            await asyncio.to_thread(presence.mark, [(self.match_id, message["seat"])])
            return await self._announce(True)
        (self.here.add if message["here"] else self.here.discard)(message["seat"])
        frame = await shared_frame(self.match_id, self.stamp)
        seats, deal = (make(frame, self.viewer, self.here) for make in (fragments.seats, fragments.deal))
        await self._send({"seats": seats, "deal": deal})

    async def said(self, message: dict[str, Any]) -> None:
        """Somebody said something."""
        frame = await shared_frame(self.match_id, self.stamp)
        talk = await in_database_thread(selectors.talk_of)(frame, self.user)
        await self._send({"chat": fragments.chat(frame, self.viewer, talk)})

    async def bye(self, message: dict[str, Any]) -> None:
        """This person has signed out (of this session, or everywhere)."""
        tag = message.get("session")
        session = self.scope.get("session")
        if not tag or tag == people_live.session_tag(session.session_key if session else None):
            await self.close(4401)

    async def _act(self, data: dict[str, list[str]]) -> None:
        if "chat" in data:
            frame = await shared_frame(self.match_id, self.stamp)
            await database_sync_to_async(self._say)(frame, data["chat"][0])
        elif "decision" in data:
            await in_database_thread(self._play)(data)
            if frame := recent.get(self.match_id, self.stamp + 1):  # who moved sees it even if no broker tells it
                await self._push(frame)
        else:  # "look again"
            self._forget_sent()
            await self._push(await in_database_thread(load_frame)(self.match_id))

    def _say(self, frame: Frame, text: str) -> None:
        talk.say(frame=frame, user=self.user, text=text)
        notify.chat(self.match_id)

    def _play(self, data: dict[str, list[str]]) -> None:
        if self.user is None or self.viewer.seat is None:
            raise Refusal(403, "This is not your seat.", "PLAY-11")
        door.play_move(
            match_id=self.match_id,
            seat=self.viewer.seat,
            decision=data["decision"][0][:60],
            move=data,
            by="live",
            user=self.user,
        )

    async def _push(self, frame: Frame, refusal: Refusal | None = None) -> None:
        """Send the parts of the page that differ from what this viewer has."""
        self.stamp = max(self.stamp, frame.stamp)
        if self.viewer.user is not None and frame.seat_of(self.viewer.user) != self.viewer.seat:
            return await self._reseat(frame)
        facts = present.describe(frame, self.viewer, present.Extras(here=self.here, refusal=refusal))
        news, self.log_shown = fragments.log_news(frame, self.viewer, self.log_shown)
        deal = {"deal": fragments.deal(frame, self.viewer, self.here)}
        await self._send(fragments.table_parts(frame, facts) | deal, news)

    async def _send(self, parts: dict[str, str], news: str = "") -> None:
        """Send the parts that differ from what was sent before, and the news as they are."""
        fresh = {name: html for name, html in parts.items() if self.sent.get(name) != hash(html)}
        self.sent |= {name: hash(html) for name, html in fresh.items()}
        if text := "\n".join([*fresh.values(), news]).strip():
            await self.send(text_data=text)

    def _forget_sent(self) -> None:
        self.sent, self.log_shown = {}, ()

    async def _is_signed_in(self) -> bool:
        """Look now and then whether the session still stands; a lost "bye" must not leave a door open."""
        if self.user is None or time.monotonic() - self.checked_at < SESSION_CHECK:
            return True
        self.checked_at = time.monotonic()
        return await in_database_thread(self._may_stay)()

    def _may_stay(self) -> bool:
        session = self.scope["session"]
        is_here = session.exists(session.session_key)
        return bool(is_here and User.objects.filter(pk=self.user.pk, is_active=True).exists())

    async def _arrive(self) -> None:
        seat = self.viewer.seat
        if seat is None:
            return
        is_first = _pages.add(self.match_id, seat)
        await asyncio.to_thread(presence.mark, [(self.match_id, seat)])
        if is_first:
            self.here.add(seat)
            await self._announce(True)

    async def _depart(self) -> None:
        seat = self.viewer.seat
        if seat is not None and _pages.remove(self.match_id, seat):
            await asyncio.to_thread(presence.forget, self.match_id, seat)
            await self._announce(False)

    async def _reseat(self, frame: Frame) -> None:
        """The seat has a new player: go on as what this person is now, with all parts new."""
        for name in self._groups()[1:]:
            await self.channel_layer.group_discard(name, self.channel_name)
        await self._depart()
        self.viewer = self._viewer(frame)
        for name in self._groups()[1:]:
            await self.channel_layer.group_add(name, self.channel_name)
        self._forget_sent()
        await self._arrive()
        await self._push(frame)
        await self.said({})

    async def _announce(self, is_here: bool) -> None:
        message = {"type": "presence", "seat": self.viewer.seat, "here": is_here}
        await self.channel_layer.group_send(notify.group(self.match_id), message)

    def _viewer(self, frame: Frame) -> present.Viewer:
        zone = getattr(self.user, "time_zone", "UTC")
        return present.viewer_of(frame, self.user, zone, self.scope.get("cookies", {}).get("csrftoken", ""))

    def _groups(self) -> list[str]:
        groups = [notify.group(self.match_id)]
        if self.viewer.seat is not None:
            groups.append(notify.seat_group(self.match_id, self.viewer.seat))
        if self.user is not None:
            groups.append(people_live.group(self.user.pk))
        return groups


def _read(text: str) -> dict[str, list[str]]:
    """A message as form data. Raises Refusal (422) for what is no form."""
    try:
        raw = _decode(text)
    except (msgspec.DecodeError, RecursionError):
        raise Refusal(422, "This message could not be read.") from None
    data = {}
    for name, value in raw.items():
        values = value if isinstance(value, list) else [value]
        if name != "HEADERS" and len(name) < 100:
            data[name] = [str(part) for part in values[: forms.MOST_VALUES] if isinstance(part, str | int)]
    return {name: values for name, values in data.items() if values}


class _Pages:
    """Open pages by (match, seat) in this process; keeps their presence fresh."""

    def __init__(self) -> None:
        self.counts: dict[tuple[int, int], int] = {}
        self.task: asyncio.Task[None] | None = None

    def add(self, match_id: int, seat: int) -> bool:
        """Count a page; True for the first of its seat."""
        key = (match_id, seat)
        self.counts[key] = self.counts.get(key, 0) + 1
        if self.task is None or self.task.done():
            self.task = asyncio.ensure_future(self._refresh())
        return self.counts[key] == 1

    def remove(self, match_id: int, seat: int) -> bool:
        """Forget a page; True for the last of its seat."""
        key = (match_id, seat)
        self.counts[key] = self.counts.get(key, 1) - 1
        if self.counts[key] > 0:
            return False
        del self.counts[key]
        return True

    async def _refresh(self) -> None:
        while self.counts:
            await asyncio.to_thread(presence.mark, list(self.counts))
            await asyncio.sleep(presence.REFRESH)


_pages = _Pages()
