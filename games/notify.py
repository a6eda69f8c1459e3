"""Telling the others. Letters are queued in the transaction of the move; sockets and bots hear after its commit.

A poke says *that* something changed, never *what*: each viewer fetches its own view.
"""

import logging
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import redis
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounts import mail, ratings
from games import presence
from games.frames import Frame, recent
from games.kernel.types import Outcome
from games.models import Absence, OpenDecision
from games.services.store import News

log = logging.getLogger("playpost.notify")
MOVER_DELAY = 900  # seconds until "your turn" goes to somebody whose own move has brought it about
AT_TABLE_DELAY = 300  # seconds until "your turn" goes to somebody who has the table open
BOT_PAUSE = 0.6  # seconds, so that people can follow what bots do; never used for a deadline


def group(match_id: int) -> str:
    """The channel group of everybody who looks at a match."""
    return f"m{match_id}"


def seat_group(match_id: int, seat: int) -> str:
    """The channel group of the pages of one seat."""
    return f"m{match_id}.s{seat}"


def after_move(frame: Frame, outcome: Outcome, news: News) -> None:
    """Queue the letters of a move or departure, settle ratings, and arrange what follows the commit."""
    if not outcome.is_public:
        seats = [played.seat for played in outcome.played]
        _after_commit(lambda: _tell(frame, [seat_group(frame.id, seat) for seat in seats]))
        if any(frame.seats[seat].is_bot for seat in seats):  # the next bot need not wait for the sweep
            _after_commit(partial(wake_bots, frame.id, BOT_PAUSE))
        return
    if news.ended:
        _settle(frame)
    else:
        _queue_turns(frame, news)
    _after_commit(lambda: _tell(frame, [group(frame.id)]))
    for pause in () if news.ended else _bot_pauses(frame, news):
        _after_commit(partial(wake_bots, frame.id, pause))


def _bot_pauses(frame: Frame, news: News) -> list[float]:
    """When to wake the bots: now if one is asked or may do something it need not, and when an answer is accepted."""
    opens = [
        *news.opened,
        *(o for o in frame.open_decisions() if o.decision.optional and o.decision.pace != "standing"),
    ]
    holds = {open.decision.hold for open in opens if frame.seats[open.decision.seat].is_bot and open.answer is None}
    return sorted({BOT_PAUSE + hold for hold in holds} | ({BOT_PAUSE} if holds else set()))


def poke(match_id: int, version: int, stamp: int, groups: Iterable[str]) -> None:
    """Tell open pages to look again. `stamp` tells our own processes which write to wait for; it goes no further."""
    _publish(groups, {"type": "poke", "match": match_id, "version": version, "stamp": stamp})


def chat(match_id: int) -> None:
    """Tell open pages that somebody has said something."""
    _publish([group(match_id)], {"type": "said", "match": match_id})


def _publish(groups: Iterable[str], message: dict[str, Any]) -> None:
    """What is stored is stored: without the broker pages learn of it when they look again, and nobody gets an error."""
    layer = get_channel_layer()
    try:
        for name in groups:
            layer.publish_now(name, message)
    except redis.RedisError as error:
        log.warning("Match %s: open pages were not told: %s", message["match"], type(error).__name__)


def wake_bots(match_id: int, pause: float = BOT_PAUSE) -> None:
    """Let a worker play the bots that are asked. If this gets lost the sweep finds them."""
    from games.tasks import run_bots

    try:
        run_bots.apply_async((match_id,), countdown=pause)
    except OperationalError:
        log.warning("Match %s: the broker is away, its bots wait for the sweep.", match_id)


def queue_started(frame: Frame) -> None:
    """Letters to everybody that the match has begun."""
    mail.queue_many(_row(frame, "started", f"s{seat.number}.started", seat.number) for seat in _people(frame))


def queue_defaulted(frame: Frame, seat: int, decision: str, *, tell_others: bool = False) -> None:
    """A letter to the seat for which the clock has moved; and to the others that it has missed a turn."""
    rows = []
    if frame.seats[seat].user is not None and not frame.seats[seat].is_bot:
        rows.append(_row(frame, "defaulted", f"{decision}.defaulted", seat, decision=decision))
    others = [one.number for one in _people(frame) if tell_others and one.number != seat and not one.left]
    rows += [_row(frame, "missed", f"{decision}.missed.s{one}", one, absent=seat) for one in others]
    mail.queue_many(rows)


def queue_turns_anew(frame: Frame, seat: int) -> None:
    """Letters to somebody who has just taken a seat over, about what it is asked."""
    user = frame.seats[seat].user
    keys = [row.key for row in frame.asked if row.seat == seat and row.answered_at is None]
    if frame.pace != "live":
        mail.queue_many(_row(frame, "turn", f"{key}.turn.u{user}", seat, decision=key) for key in keys)


def queue_news(frame: Frame, kind: str, key: str, seats: Iterable[int], **data: Any) -> None:
    """Letters about something that the platform does at this table, to the people in these seats."""
    people = {seat.number for seat in _people(frame) if not seat.left}
    mail.queue_many(_row(frame, kind, f"{key}.s{seat}", seat, **data) for seat in seats if seat in people)


def queue_lost(frame: Frame, seat: int, absent: int, words: str) -> None:
    """A letter to who has lost the seat."""
    facts = {"match": frame.id, "live": frame.pace == "live", "slug": frame.slug, "words": words}
    mail.queue_many([mail.row_for(kind="lost", key=f"m{frame.id}.s{seat}.lost.u{absent}", user=absent, data=facts)])


def queue_ladder(frame: Frame, seat: int, decision: str, kind: str, due: datetime) -> None:
    """A reminder or the last call for a deadline; once for each deadline."""
    key = f"{decision}.{kind}.{int(due.timestamp())}"
    mail.queue_many([_row(frame, kind, key, seat, decision=decision)])


def samples(person: Any) -> list[Any]:
    """Letters, not stored, about what this person is asked now: for the preview in the settings."""
    asked = OpenDecision.objects.filter(OpenDecision.OPEN, user=person).exclude(pace="standing").select_related("match")
    rows = list(asked.defer("match__position").order_by("due_at")[:5])
    found = []
    for row in rows:
        facts = {"match": row.match_id, "seat": row.seat, "live": False, "slug": row.match.slug, "decision": row.key}
        found.append(mail.row_for(kind="turn", key=f"m{row.match_id}.{row.key}.turn", user=person, data=facts))
        found[-1].user = person
    return found


def _after_commit(act: Callable[[], None]) -> None:
    """Run after the commit. A broker that is away must not turn a stored move into an error: it is logged."""
    transaction.on_commit(act, robust=True)


def _tell(frame: Frame, groups: list[str]) -> None:
    recent.put(frame)
    poke(frame.id, frame.version, frame.stamp, groups)


def _queue_turns(frame: Frame, news: News) -> None:
    """Letters for new decisions, a little later: who is just playing has answered by then and gets none.

    Who has the table open gets more time for it, but a page forgotten in some window keeps no letter back for long.
    Who has just moved and is asked again has the answer to the move before the eyes: a letter comes much later.
    """
    if frame.pace == "live":
        return
    asked = [(open.id, open.decision) for open in news.opened if not open.decision.optional]
    turns = [(id, one.seat) for id, one in asked if not one.continues and _is_person(frame, one.seat)]
    if not turns:
        return
    now, here = timezone.now(), presence.here(frame.id, len(frame.seats))
    waits = {seat: AT_TABLE_DELAY if seat in here else settings.MAIL_DELAY for _, seat in turns}
    waits |= dict.fromkeys(news.movers & waits.keys(), MOVER_DELAY)
    later = {seat: now + timedelta(seconds=wait) for seat, wait in waits.items()}
    mail.queue_many(_row(frame, "turn", f"{id}.turn", seat, later[seat], decision=id) for id, seat in turns)


def _settle(frame: Frame) -> None:
    people = {seat.user: seat.rank for seat in frame.seats if seat.user is not None and seat.rank is not None}
    if frame.is_rated and len(people) == len(frame.seats):
        lost = list(Absence.objects.filter(match_id=frame.id))
        heirs = {row.user_id: frame.seats[row.seat].user for row in lost}
        absent = {row.user_id: heirs[row.user_id] for row in lost if not row.was_substitute}
        ratings.record_result(frame.slug, people, {user for user in heirs.values() if user}, absent)
    mail.queue_many(_row(frame, "over", f"s{seat.number}.over", seat.number) for seat in _people(frame))


def _is_person(frame: Frame, seat: int) -> bool:
    row = frame.seats[seat]
    return row.user is not None and not row.is_bot and not row.left


def _people(frame: Frame) -> list[Any]:
    return [seat for seat in frame.seats if seat.user is not None and not seat.is_bot]


def _row(frame: Frame, kind: str, key: str, seat: int, later: datetime | None = None, **data: Any) -> Any:
    facts = {"match": frame.id, "seat": seat, "live": frame.pace == "live", "slug": frame.slug, **data}
    user = frame.seats[seat].user
    assert user is not None
    return mail.row_for(kind=kind, key=f"m{frame.id}.{key}", user=user, data=facts, not_before=later)
