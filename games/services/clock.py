"""Clocks: one sweep for live and correspondence alike. It finds due rows, looks again under the match's lock, acts.

Any number of workers may sweep at once: the match row is locked with SKIP LOCKED, so nobody waits and nothing is done
twice. A match that fails is pushed an hour ahead and reported; it cannot block the others.
"""

import logging
from datetime import datetime, timedelta
from random import shuffle

from django.db import connection, transaction
from django.db.models import F, Value
from django.db.models.functions import Least
from django.utils import timezone

from games import calendars, notify, pace, platform
from games.frames import AskedRow, Frame
from games.kernel import engine
from games.models import Match, OpenDecision, Pulse
from games.services import absence
from games.services.notes import write_note
from games.services.play import lock_frame, play_move
from games.services.relay import relay_all

log = logging.getLogger("playpost.clock")
BATCH = 100
OUTAGE = timedelta(minutes=5)  # a longer silence of the sweep is given back to everybody
KINDS = ("reminder", "quarter", "last_call")  # steps of the ladder


def sweep(now: datetime | None = None) -> dict[str, int]:
    """Expire and remind whatever is due. Returns the counts {"expired", "reminded", "woken"}."""
    now = now or timezone.now()
    give_back_outage(now)
    return {"expired": expire_due(now), "reminded": remind_due(now), "woken": wake_forgotten_bots(now)}


def give_back_outage(now: datetime) -> timedelta:
    """After an outage move every deadline by its length, once: nobody loses time to it (PLAY-15). Returns it."""
    with transaction.atomic():
        pulse = Pulse.objects.select_for_update().first()
        if pulse is None:
            Pulse.objects.create(at=now)
            return timedelta()
        gap = now - pulse.at
        if gap > OUTAGE:
            matches = _lock_running()
            OpenDecision.objects.filter(OpenDecision.OPEN, due_at__gte=pulse.at).update(
                due_at=F("due_at") + gap,
                drains_at=F("drains_at") + gap,
                remind_at=F("remind_at") + gap,
                asked_at=Least(F("asked_at") + gap, Value(now)),  # nor pays for it from the reserve
            )
            relay_all(pulse.at, now)  # who has waking hours gets back those that were lost
            write_note(matches, platform.event("stood_still", "PLAY-15", seconds=gap.total_seconds()), now)
            log.warning("The sweep stood still for %s: all deadlines were moved by it.", gap)
        if gap > timedelta(seconds=20):
            Pulse.objects.filter(pk=pulse.pk).update(at=now)
        return gap if gap > OUTAGE else timedelta()


def _lock_running() -> list[int]:
    """Lock all running matches, in order. The note in their logs gives them a new stamp: processes remember frames."""
    running = Match.objects.select_for_update(no_key=True).filter(status=Match.Status.RUNNING).order_by("pk")
    return list(running.values_list("pk", flat=True))


def expire_due(now: datetime) -> int:
    """Play the default of each decision whose time is up (PLAY-08). Returns how many were played."""
    done = 0
    while True:
        due = OpenDecision.objects.filter(OpenDecision.OPEN, due_at__lte=now).order_by("due_at")
        rows = list(due.values_list("match_id", "key")[:BATCH])
        shuffle(rows)  # other workers have found the same ones: do not go behind each other
        played = sum(_guarded(_expire, match_id, key, now) for match_id, key in rows)
        done += played
        if not played:
            return done


def remind_due(now: datetime) -> int:
    """Queue the reminders and last calls whose moment has come. Returns how many."""
    due = OpenDecision.objects.filter(OpenDecision.OPEN, remind_at__lte=now).order_by("remind_at")
    rows = list(due.values_list("match_id", "key")[:BATCH])
    return sum(_guarded(_remind, match_id, key, now) for match_id, key in rows)


def wake_forgotten_bots(now: datetime) -> int:
    """Bots whose wake-up was lost (a broker that was restarted) are woken again."""
    late = OpenDecision.objects.filter(OpenDecision.OPEN, is_bot=True, asked_at__lte=now - timedelta(seconds=10))
    matches = sorted(set(late.order_by("asked_at").values_list("match_id", flat=True)[:BATCH]))
    # Asked anew: one whose rules crash comes again after the others, and busy workers get no second heap of wake-ups.
    late.filter(match_id__in=matches).update(asked_at=now)
    for match_id in matches:
        notify.wake_bots(match_id)
    return len(matches)


def _guarded(act, match_id: int, key: str, now: datetime) -> int:  # type: ignore[no-untyped-def]
    try:
        with transaction.atomic():
            return int(_lock_if_free(match_id) and act(match_id, key, now))
    except Exception:
        log.exception("Match %s: the clock of decision %s failed and is tried again in an hour.", match_id, key)
        later = now + timedelta(hours=1)
        rows = OpenDecision.objects.filter(match_id=match_id, key=key)
        rows.filter(due_at__lte=now).update(due_at=later, remind_at=None)
        rows.filter(due_at__gt=now).update(remind_at=later)  # only the reminder failed: the deadline stands
        return 0


def _lock_if_free(match_id: int) -> bool:
    """Lock the match unless somebody moves in it right now; the next sweep looks again."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM games_match WHERE id = %s FOR UPDATE SKIP LOCKED", [match_id])
        return cursor.fetchone() is not None


def _find(frame: Frame, key: str) -> AskedRow | None:
    return next((row for row in frame.asked if row.key == key and row.answered_at is None), None)


def _expire(match_id: int, key: str, now: datetime) -> bool:
    frame = lock_frame(match_id)
    row = _find(frame, key)
    if row is None or row.due_at is None or row.due_at > now:
        return False
    opens = engine.open_decisions(frame.game, frame.at_table())
    decision = next((open.decision for open in opens if open.id == key), None)
    if decision is None:  # the rules were mended and do not ask this any more
        OpenDecision.objects.filter(match_id=match_id, key=key).delete()
        return False
    play_move(match_id=match_id, seat=row.seat, decision=key, move=decision.default, by="clock")
    if not decision.continues:
        is_public = row.pace == "turn" and not decision.secret  # who owes a secret answer is nobody's business
        notify.queue_defaulted(frame, row.seat, key, tell_others=is_public)
    may_be_lost = frame.seats[row.seat].misses + 1 >= pace.MISSES_TO_LOSE_SEAT
    if may_be_lost and (frame_now := _has_missed_enough(match_id, row.seat)):
        absence.take_seat(frame_now, row.seat, now)
    return True


def _has_missed_enough(match_id: int, seat: int) -> Frame | None:
    """PLAY-09: two defaults in a row give the seat up, unless the last one has ended the match."""
    frame = lock_frame(match_id)
    row = frame.seats[seat]
    return frame if row.misses >= pace.MISSES_TO_LOSE_SEAT and not row.left and not frame.is_over else None


def _remind(match_id: int, key: str, now: datetime) -> bool:
    decision = OpenDecision.objects.filter(OpenDecision.OPEN, match_id=match_id, key=key, remind_at__lte=now).first()
    if decision is None or decision.due_at is None:
        return False
    hours = calendars.of_people([decision.user_id]).at(decision.user_id, decision.asked_at)
    # A step that was overtaken by the next, perhaps because the sweep stood still, is not sent after it.
    step = max(decision.reminded + 1, pace.steps_taken(decision.asked_at, decision.due_at, now, hours))
    notify.queue_ladder(lock_frame(match_id), decision.seat, key, KINDS[step - 1], decision.due_at)
    decision.reminded = step
    decision.remind_at = pace.remind_at(decision.asked_at, decision.due_at, step, hours)
    decision.save(update_fields=["reminded", "remind_at"])
    return True
