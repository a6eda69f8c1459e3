"""The sweep: finds due clocks (live and correspondence), checks them again under the match's lock, and acts.

Any number of workers may sweep at once: match rows are locked with SKIP LOCKED, so no worker waits and nothing is done
twice. Defaults are played in batches, one transaction each, because queries and disk syncs cost far more than the
rules. Special cases (the end of a match, a lost seat) and failures are redone one by one, each in its own transaction.
A match that fails there is logged and put off by an hour, so that it cannot block the others; not if it was the
database that went away.
"""

import logging
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Value
from django.db.models.functions import Least
from django.utils import timezone

from accounts.mail import outbox, sending
from accounts.mail_kinds import LADDER
from config.postgres import fetch_all, is_away
from games.clocks import reminders, time_control
from games.deadlines import live_play, substitutes, undelivered
from games.deadlines.shifted_clocks import shift_waking_hours
from games.kernel.types import Decision
from games.matches import bot_wakeups, calendars, mail_queue, platform_events
from games.matches.calendars import Hours
from games.matches.changes import changed
from games.matches.loaded import AskedRow, LoadedMatch, load_match, load_matches
from games.matches.platform_lines import write_note
from games.matches.play import Submission, lock_match, play_move, prepare, settle
from games.matches.store import Change
from games.models import Match, OpenDecision, SweepHeartbeat

log = logging.getLogger("playpost.clock")
BATCH = 100
OUTAGE = timedelta(minutes=5)  # if the sweep was down for longer, everybody gets the time back
BEAT = timedelta(seconds=20)  # between heartbeats: how precisely the start of an outage is known
WEB_SILENT = 10.0  # seconds
FORGOTTEN = timedelta(seconds=10)  # a bot that has not moved by then has missed its wake-up

# Each subquery reads one index entry. With a "due by now" condition PostgreSQL might scan the table instead.
_SOONEST = """
SELECT (SELECT min(at) FROM games_sweepheartbeat),
       (SELECT min(due_at) FROM games_opendecision WHERE answered_at IS NULL),
       (SELECT min(remind_at) FROM games_opendecision WHERE answered_at IS NULL),
       (SELECT min(asked_at) FROM games_opendecision WHERE answered_at IS NULL AND is_bot),
       (SELECT min(started_at) FROM games_match WHERE live_play IS NOT NULL)
"""
_CLAIM = f"""
SELECT d.match_id, d.key FROM games_opendecision d JOIN games_match m ON m.id = d.match_id
WHERE d.answered_at IS NULL AND d.due_at <= %(now)s AND NOT {undelivered.TURN_IS_LATE}
ORDER BY d.due_at LIMIT %(most)s FOR NO KEY UPDATE OF m SKIP LOCKED
"""


def sweep(now: datetime | None = None) -> None:
    """Do everything that is due. A single cheap query finds out whether anything is; usually nothing is."""
    now = now or timezone.now()
    if web_hangs(now):
        return
    heartbeat, due, remind, bot, live = fetch_all(_SOONEST)[0]
    if heartbeat is None or abs(now - heartbeat) > BEAT:  # it is in the future after the clock was set back
        give_back_outage(now)
        heartbeat, due, remind, bot, live = fetch_all(_SOONEST)[0]
    if due and due <= now:
        expire_due(now)
    if remind and remind <= now:
        remind_due(now)
    if bot and bot <= now - FORGOTTEN:
        wake_forgotten_bots(now)
    if live:
        end_live_play(now)


def web_hangs(now: datetime) -> bool:
    """Is the web process hanging? Then nobody can move, so the sweep pauses, and the gap counts as an outage.

    Only known under `manage.py up`, where the web process touches a file every second (also for its supervisor).
    """
    file = os.environ.get("PLAYPOST_WEB_ALIVE")
    if not file:
        return False
    try:
        return now.timestamp() - os.stat(file).st_mtime > WEB_SILENT
    except FileNotFoundError:  # it is still starting
        return False


def give_back_outage(now: datetime) -> timedelta:
    """After an outage, move every deadline by its length, so that nobody loses time (PLAY-15). Returns the length."""
    with transaction.atomic():
        heartbeat = SweepHeartbeat.objects.select_for_update().first()
        if heartbeat is None:
            SweepHeartbeat.objects.create(at=now)
            return timedelta()
        gap = now - heartbeat.at
        if gap > OUTAGE:
            # Lock the matches in order. write_note() increments their revisions, as processes cache matches.
            moved = OpenDecision.objects.filter(OpenDecision.OPEN, due_at__gte=heartbeat.at)
            clocks = Match.objects.filter(status=Match.Status.RUNNING, pk__in=moved.values("match")).order_by("pk")
            matches = list(clocks.select_for_update(no_key=True).values_list("pk", flat=True))
            moved.filter(match__in=matches).update(
                due_at=F("due_at") + gap,
                drains_at=F("drains_at") + gap,
                remind_at=F("remind_at") + gap,
                asked_at=Least(F("asked_at") + gap, Value(now)),  # so that it does not count against the reserve
            )
            shift_waking_hours(heartbeat.at, now)  # the waking time that was lost, and no deadline in a vacation
            write_note(matches, platform_events.event("stood_still", "PLAY-15", seconds=gap.total_seconds()), now)
            log.warning("The sweep was down for %s. All deadlines were extended by that much.", gap)
        if gap < -BEAT:  # the clock was set back, and a bot's wake-up would come as much later
            OpenDecision.objects.filter(OpenDecision.OPEN, is_bot=True, asked_at__gt=now).update(asked_at=now)
        if abs(gap) > BEAT:
            SweepHeartbeat.objects.filter(pk=heartbeat.pk).update(at=now)
        return gap if gap > OUTAGE else timedelta()


def expire_due(now: datetime) -> int:
    """Play the default of each decision whose time is up (PLAY-08). Returns how many were played."""
    done = 0
    while played := _expire_batch(now):
        done += played
    return done


def _expire_batch(now: datetime) -> int:
    claimed: dict[int, str] = {}
    played: set[int] = set()
    try:
        with transaction.atomic():
            claimed = _claim(now)
            changes, emails = _defaults(claimed, now)
            if changes:
                settle(changes, emails)
                mail_queue.join_waiting([change.loaded for change in changes])
                played = {change.loaded.id for change in changes}
    except Exception as error:
        log.warning("A batch of %s defaults failed and is played one by one: %s", len(claimed), type(error).__name__)
        played = set()
    return len(played) + sum(_guarded(_expire, id, key, now) for id, key in claimed.items() if id not in played)


def _claim(now: datetime) -> dict[int, str]:
    """Lock matches where time is up and nobody is moving right now. Returns one due decision key per match id."""
    claimed: dict[int, str] = {}
    values = {"now": now, "no_answer": sending.NO_ANSWER, "most": BATCH}
    for match_id, key in fetch_all(_CLAIM, values):
        claimed.setdefault(match_id, key)
    return claimed


def _defaults(claimed: dict[int, str], now: datetime) -> tuple[list[Change], list[Any]]:
    """Prepare the defaults of locked matches as play_move() would, and the emails about them."""
    loaded_matches = load_matches(list(claimed))  # after the lock, so that it sees what the previous holder committed
    hours = calendars.of_matches(loaded_matches.values())
    changes, emails = [], []
    for loaded in loaded_matches.values():
        with suppress(Exception):  # _expire_batch() retries it alone, where a failure is logged
            if default := _plain_default(loaded, claimed[loaded.id], now, hours[loaded.id]):
                changes.append(default[0])
                emails += default[1]
    return changes, emails


def _plain_default(loaded: LoadedMatch, key: str, now: datetime, hours: Hours) -> tuple[Change, list[Any]] | None:
    """The default and its emails; None for a special case, which has to be played alone."""
    row, decision = _find_due(loaded, key, now)
    if row is None or decision is None or loaded.live_play:
        return None
    if loaded.seats[row.seat].misses + 1 >= time_control.MISSES_TO_LOSE_SEAT:
        return None
    change = prepare(loaded, Submission(loaded.id, row.seat, key, decision.default, "clock"), hours)
    if not isinstance(change, Change) or change.loaded.is_over:  # ratings: one at a time, see record_result
        return None
    return change, _emails(loaded, row, decision)


def end_live_play(now: datetime) -> int:
    """Return live correspondence tables that somebody has left to correspondence (PLAY-20). Returns how many."""
    return sum(_guarded(live_play.end_if_left, match_id, "", now) for match_id in live_play.left_tables(now))


def remind_due(now: datetime) -> int:
    """Queue the reminders and last calls that are due. Returns how many."""
    due = OpenDecision.objects.filter(OpenDecision.OPEN, remind_at__lte=now).order_by("remind_at")
    rows = list(due.values_list("match_id", "key")[:BATCH])
    return sum(_guarded(_remind, match_id, key, now) for match_id, key in rows)


def wake_forgotten_bots(now: datetime) -> int:
    """Wake bots whose wake-up was lost, such as by a restart of the broker. Returns in how many matches."""
    late = OpenDecision.objects.filter(OpenDecision.OPEN, is_bot=True, asked_at__lte=now - FORGOTTEN)
    matches = sorted(set(late.order_by("asked_at").values_list("match_id", flat=True)[:BATCH]))
    # Reset asked_at: matches whose rules crash go to the back of the queue, and busy workers are not flooded.
    late.filter(match_id__in=matches).update(asked_at=now)
    for match_id in matches:
        bot_wakeups.wake_bots(match_id)
    return len(matches)


def _guarded(act: Callable[[int, str, datetime], bool], match_id: int, key: str, now: datetime) -> int:
    try:
        with transaction.atomic():
            return int(_lock_if_free(match_id) and act(match_id, key, now))
    except Exception as error:
        if is_away(error):
            log.warning("Match %s: no database for the clock of decision %s.", match_id, key, exc_info=True)
            return 0  # it restarts: the next sweep tries again
        log.exception("Match %s: the clock of decision %s failed and will be retried in an hour.", match_id, key)
        _postpone(match_id, key, now, now + timedelta(hours=1))
        return 0


def _postpone(match_id: int, key: str, now: datetime, later: datetime) -> None:
    """Put off a clock that failed, so that it does not keep the sweep busy."""
    with changed(match_id):
        rows = OpenDecision.objects.filter(match_id=match_id, key=key)
        rows.filter(due_at__lte=now).update(due_at=later, remind_at=None)
        rows.filter(due_at__gt=now).update(remind_at=later)  # only the reminder failed, so keep the deadline


def _lock_if_free(match_id: int) -> bool:
    """Lock the match unless somebody is moving right now; the next sweep will try again."""
    return bool(fetch_all("SELECT 1 FROM games_match WHERE id = %s FOR UPDATE SKIP LOCKED", [match_id]))


def _find_due(loaded: LoadedMatch, key: str, now: datetime) -> tuple[AskedRow | None, Decision | None]:
    """The row of this decision if its time is up, and the decision itself if the rules still ask it."""
    row = next((row for row in loaded.asked if row.key == key and row.answered_at is None), None)
    if row is None or row.due_at is None or row.due_at > now:
        return None, None
    return row, next((open.decision for open in loaded.open_decisions() if open.id == key), None)


def _emails(loaded: LoadedMatch, row: AskedRow, decision: Decision) -> list[Any]:
    if decision.clock.continues:
        return []
    is_public = row.pace == "turn" and not decision.secret  # do not tell others who owes a secret answer
    return mail_queue.defaulted(loaded, row.seat, row.key, tell_others=is_public)


def _expire(match_id: int, key: str, now: datetime) -> bool:
    loaded = lock_match(match_id)
    row, decision = _find_due(loaded, key, now)
    if row is None:
        return False
    if decision is None:  # the rules were changed and no longer ask this
        with changed(match_id):
            OpenDecision.objects.filter(match_id=match_id, key=key).delete()
        return False
    if loaded.live_play and not live_play.has_own_time(decision):  # live play costs nobody a turn
        live_play.end_if_live(loaded, platform_events.event("by_post", "PLAY-20", why="late"), now)
        return True
    play_move(match_id=match_id, seat=row.seat, decision=key, move=decision.default, by="clock")
    outbox.queue_many(_emails(loaded, row, decision))
    may_be_lost = loaded.seats[row.seat].misses + 1 >= time_control.MISSES_TO_LOSE_SEAT
    if may_be_lost and (match_now := _has_missed_enough(match_id, row.seat)):
        substitutes.take_seat(match_now, row.seat, now)
    mail_queue.join_waiting([loaded, load_match(match_id)] if may_be_lost else [loaded])
    return True


def _has_missed_enough(match_id: int, seat: int) -> LoadedMatch | None:
    """PLAY-09: two defaults in a row lose the seat, unless the last one ended the match. The match if so, else None."""
    loaded = lock_match(match_id)
    row = loaded.seats[seat]
    is_lost = row.misses >= time_control.MISSES_TO_LOSE_SEAT and not row.left_reason and not loaded.is_over
    return loaded if is_lost else None


def _remind(match_id: int, key: str, now: datetime) -> bool:
    decision = OpenDecision.objects.filter(OpenDecision.OPEN, match_id=match_id, key=key, remind_at__lte=now).first()
    if decision is None or decision.due_at is None:
        return False
    due = decision.due_at
    hours = calendars.of_people([decision.user_id]).at(decision.user_id, decision.asked_at)
    # Skip steps that are already outdated, as after a pause of the sweep.
    step = max(decision.reminded + 1, reminders.steps_taken(decision.asked_at, due, now, hours))
    mail_queue.queue_reminder(lock_match(match_id), decision.seat, key, LADDER[step - 1], due)
    decision.reminded = step
    moment = reminders.remind_at(decision.asked_at, due, step, hours)
    if moment is not None and decision.user is not None and not hours.week:  # who has chosen no waking hours
        moment = reminders.before_night(moment, decision.user.time_zone, now)
    decision.remind_at = moment
    decision.save(update_fields=["reminded", "remind_at"])
    return True
