"""Telling the others. Letters are queued in the transaction of the move; sockets and bots hear after its commit.

A poke says *that* something changed, never *what*: each viewer fetches its own view.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
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
from games.kernel.types import Open
from games.models import Absence, OpenDecision
from games.services.store import Change

log = logging.getLogger("playpost.notify")
MOVER_DELAY = 900  # seconds until "your turn" goes to somebody whose own move has brought it about
AT_TABLE_DELAY = 300  # seconds until "your turn" goes to somebody who has the table open
LADDER_KINDS = ("reminder", "quarter", "last_call")  # letters at the steps of the ladder of reminders
BOT_PAUSE = 0.6  # seconds, so that people can follow what bots do; never used for a deadline


def group(match_id: int) -> str:
    """The channel group of the web processes at which somebody looks at a match."""
    return f"m{match_id}"


def after_moves(changes: list[Change], letters: Iterable[Any] = ()) -> None:
    """Queue the letters of moves or departures, settle ratings, and arrange what follows the commit.

    `letters`: rows of others that are owed with them.
    """
    for change in changes:
        if change.news.ended and change.outcome.is_public:
            _settle(change.frame)
    mail.queue_many([*_turns(changes), *letters])
    _after_commit(lambda: _tell(changes))
    for change in changes:
        for pause in _bot_pauses(change):
            _after_commit(partial(wake_bots, change.frame.id, pause))


def _bot_pauses(change: Change) -> list[float]:
    """When to wake the bots: now if one is asked or may do something it need not, and when an answer is accepted."""
    frame, news = change.frame, change.news
    if not change.outcome.is_public:  # the next bot need not wait for the sweep
        return [BOT_PAUSE] if any(frame.seats[played.seat].is_bot for played in change.outcome.played) else []
    if news.ended:
        return []
    opens = [
        *news.opened,
        *(o for o in frame.open_decisions() if o.decision.optional and o.decision.pace != "standing"),
    ]
    holds = {open.decision.hold for open in opens if frame.seats[open.decision.seat].is_bot and open.answer is None}
    return sorted({BOT_PAUSE + hold for hold in holds} | ({BOT_PAUSE} if holds else set()))


def poke(match_id: int, stamp: int, seats: list[int] | None = None) -> None:
    """Tell the web processes that open pages must look again: all of them, or those of these seats alone.

    `stamp` says which write to wait for; it goes no further.
    """
    _publish([_poke(match_id, stamp, seats)])


def poke_each(stamps: Mapping[int, int]) -> None:
    """Tell the open pages of these matches (id: stamp) to look again, at their chat too."""
    pokes = [_poke(match_id, stamp, None) for match_id, stamp in stamps.items()]
    _publish([*pokes, *({"type": "said", "match": match_id} for match_id in stamps)])


def _poke(match_id: int, stamp: int, seats: list[int] | None) -> dict[str, Any]:
    return {"type": "poke", "match": match_id, "stamp": stamp, "seats": seats}


def chat(match_id: int) -> None:
    """Tell open pages that somebody has said something."""
    _publish([{"type": "said", "match": match_id}])


def _publish(messages: list[dict[str, Any]]) -> None:
    """What is stored is stored: without the broker pages learn of it when they look again, and nobody gets an error."""
    try:
        get_channel_layer().publish_now((group(message["match"]), message) for message in messages)
    except redis.RedisError as error:
        matches = ", ".join(sorted({str(message["match"]) for message in messages}))
        log.warning("Match %s: open pages were not told: %s", matches, type(error).__name__)


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


def defaulted(frame: Frame, seat: int, decision: str, *, tell_others: bool = False) -> list[Any]:
    """Letters, not queued yet: to the seat for which the clock has moved; to the others that it has missed a turn."""
    rows = []
    if frame.seats[seat].user is not None and not frame.seats[seat].is_bot:
        rows.append(_row(frame, "defaulted", f"{decision}.defaulted", seat, decision=decision))
    others = [one.number for one in _people(frame) if tell_others and one.number != seat and not one.left]
    return rows + [_row(frame, "missed", f"{decision}.missed.s{one}", one, absent=seat) for one in others]


def queue_turns_anew(frame: Frame, seat: int, mark: str) -> None:
    """Letters about what a seat is asked to somebody who has not got them: a new player, or one whose mail came back.

    `mark` tells these letters from the first ones.
    """
    mine = [one for one in frame.open_decisions() if one.decision.seat == seat and one.answer is None]
    keys = [one.id for one in mine if not one.decision.optional]
    if frame.pace != "live":
        mail.queue_many(_row(frame, "turn", f"{key}.turn.{mark}", seat, decision=key) for key in keys)


def queue_news(frame: Frame, kind: str, key: str, seats: Iterable[int], **data: Any) -> None:
    """Letters about something that the platform does at this table, to the people in these seats."""
    people = {seat.number for seat in _people(frame) if not seat.left}
    mail.queue_many(_row(frame, kind, f"{key}.s{seat}", seat, **data) for seat in seats if seat in people)


def queue_lost(frame: Frame, seat: int, absent: int, line: int) -> None:
    """A letter to who has lost the seat; `line`: the number of the line of the log that tells it."""
    facts = {"match": frame.id, "live": frame.pace == "live", "slug": frame.slug, "line": line}
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


def _tell(changes: list[Change]) -> None:
    pokes = []
    for change in changes:
        frame, outcome = change.frame, change.outcome
        recent.put(frame)
        seats = None if outcome.is_public else [played.seat for played in outcome.played]
        pokes.append(_poke(frame.id, frame.stamp, seats))
    _publish(pokes)


def _turns(changes: list[Change]) -> list[Any]:
    """Letters for new decisions, a little later: who is just playing has answered by then and gets none.

    Who has the table open gets more time for it, but a page forgotten in some window keeps no letter back for long;
    no longer does live play at a table by post (PLAY-20), whose clocks end before the letter goes out.
    Who has just moved and is asked again has the answer to the move before the eyes: a letter comes much later.
    """
    turns = [(change, open.id, open.decision.seat) for change in changes for open in _letters_for(change)]
    here = presence.among((change.frame.id, seat) for change, _, seat in turns)
    now, rows = timezone.now(), []
    for change, id, seat in turns:
        is_there = change.frame.live or (change.frame.id, seat) in here
        wait = AT_TABLE_DELAY if is_there else settings.MAIL_DELAY
        wait = MOVER_DELAY if seat in change.news.movers else wait
        later = now + timedelta(seconds=wait)
        rows.append(_row(change.frame, "turn", f"{id}.turn", seat, later, decision=id))
    return rows


def _letters_for(change: Change) -> list[Open]:
    """The new decisions about which somebody is written to."""
    frame, outcome, news = change.frame, change.outcome, change.news
    if frame.pace == "live" or news.ended or not outcome.is_public:
        return []
    asked = [open for open in news.opened if not (open.decision.optional or open.decision.continues)]
    return [open for open in asked if _is_person(frame, open.decision.seat)]


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
