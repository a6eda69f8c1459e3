"""Live play in a correspondence match (PLAY-20): starts by consent when everybody is present, and costs nobody a turn.

While it lasts, `Match.live_play` is set and new decisions get live clocks (decision_clocks.clock_of). Correspondence
clocks are stopped; the time each had left is stored with the match and restored at the end. Live play ends when a
player leaves, a clock runs out or somebody asks for it, and no default is played for that. The sweep reads from Valkey
who is present.
A player must be missing for a minute before they count as gone, so that reloading a page or restarting a web process
does not end live play.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.core.cache import cache

from accounts.mail import outbox
from accounts.mail_kinds import TURNS
from games.clocks import time_control
from games.clocks.waking_hours import ALWAYS
from games.deadlines.shifted_clocks import move_clock
from games.errors import Refusal, Unreadable
from games.kernel import codec
from games.kernel.types import Decision, Event
from games.matches import calendars, mail_queue, platform_events, presence
from games.matches.calendars import Hours
from games.matches.changes import touch
from games.matches.decision_clocks import clock_of
from games.matches.loaded import AskedRow, LivePlay, LoadedMatch
from games.matches.platform_lines import note
from games.matches.play import lock_match
from games.models import Match, Seat

CLAUSE = "PLAY-20"
GRACE = 60  # seconds a player may be away
CHOICES = tuple(seconds for seconds, _ in time_control.LIVE_CHOICES)  # seconds for each decision


def has_own_time(decision: Decision) -> bool:
    """Do the rules fix the time for this decision at any pace? (Not for an `aside`: it gets at most a turn's time.)"""
    return bool(decision.clock.limit) and decision.clock.pace != "aside"


def may_begin(loaded: LoadedMatch, here: Collection[int]) -> bool:
    """Can live play be proposed: in a running correspondence match of several people who are all present?"""
    seats = loaded.people()
    is_slow = loaded.tempo[0] != "live" and not loaded.is_over and loaded.position is not None
    return is_slow and len(seats) > 1 and all(seat.number in here for seat in seats)


def need_all_here(loaded: LoadedMatch, asker: int) -> None:
    """Raises Refusal (409) if live play cannot begin now. Players between two pages count as present: submitting the
    form closes the asker's page, and the others may agree before the next one has loaded."""
    if loaded.live_play:
        raise Refusal(409, "This table is already playing live.", CLAUSE)
    seats = len(loaded.seats)
    here = presence.here(loaded.id, seats) | presence.just_left(loaded.id, seats) | {asker}
    if away := [seat.name for seat in loaded.people() if seat.number not in here]:
        verb = "is" if len(away) == 1 else "are"
        raise Refusal(
            409, f"{' and '.join(away)} {verb} not at the table. Everybody must be here to play live.", CLAUSE
        )


def begin(loaded: LoadedMatch, seconds: int, now: datetime) -> None:
    """Stop the correspondence clocks of a locked match and start live ones. Emails about turns wait 5 minutes."""
    decisions, hours = _decisions(loaded), calendars.of_match(loaded)
    loaded.live_play = LivePlay(now, seconds)
    cache.delete(_key(loaded.id))  # an absence noted in earlier live play must not shorten the minute of grace
    for row in loaded.asked:
        if row.key not in decisions or has_own_time(decisions[row.key]) or row.answered_at is not None:
            continue
        if row.drains_at is None or row.due_at is None:
            continue  # no clock
        calendar = hours.at(loaded.seats[row.seat].user, row.asked_at)
        loaded.live_play.left[row.key] = time_control.stop(row.drains_at, row.due_at, calendar, now)
        move_clock(loaded, row, clock_of(loaded, decisions[row.key], 0, now, ALWAYS), ALWAYS, now)
    _write(loaded)
    outbox.postpone(match_id=loaded.id, kinds=TURNS, until=now + timedelta(seconds=mail_queue.AT_TABLE_DELAY))
    note(loaded, platform_events.event("plays_live", CLAUSE, seconds=seconds), now)


def end_if_live(loaded: LoadedMatch, event: Event, now: datetime) -> None:
    """Return a locked match to correspondence and tell everybody why. Does nothing if it is not in live play."""
    if loaded.live_play is None:
        return
    live, loaded.live_play = loaded.live_play, None
    decisions, hours = _decisions(loaded), calendars.of_match(loaded)
    for row in loaded.asked:
        if row.key in decisions and not has_own_time(decisions[row.key]) and row.drains_at is not None:
            _go_on(loaded, live, row, decisions[row.key], hours, now)
    _write(loaded)
    note(loaded, event, now)
    told = [seat.number for seat in loaded.people()]
    mail_queue.queue_news(loaded, "by_post", f"by_post{int(live.since.timestamp())}", told, line=loaded.revision)


def _go_on(loaded: LoadedMatch, live: LivePlay, row: AskedRow, decision: Decision, hours: Hours, now: datetime) -> None:
    if row.answered_at is not None and row.answered_at < live.since:
        return  # its clock had already stopped
    seat = loaded.seats[row.seat]
    calendar = hours.at(seat.user, row.asked_at)
    moment = row.answered_at or now  # an answered decision stopped using the reserve when it was answered
    if row.key in live.left:
        clock = time_control.resume(live.left[row.key], calendar, moment)
    else:
        clock = clock_of(loaded, decision, seat.bank_left, now, calendar)
    move_clock(loaded, row, clock, calendar, now)


def left_tables(now: datetime) -> list[int]:
    """Matches in live play where somebody has been missing for at least GRACE seconds."""
    left = []
    for match_id, seats in Match.objects.filter(live_play__isnull=False).values_list("pk", "seat_count"):
        people = Seat.objects.filter(match_id=match_id, user__is_bot=False, left_reason="")
        if set(people.values_list("number", flat=True)) <= presence.here(match_id, seats):
            cache.delete(_key(match_id))
        elif now.timestamp() - (cache.get_or_set(_key(match_id), int(now.timestamp()), 600) or 0) >= GRACE:
            left.append(match_id)
    return left


def end_if_left(match_id: int, key: str, now: datetime) -> bool:
    """Return a locked match to correspondence if, on a second look, somebody is still missing."""
    try:
        loaded = lock_match(match_id)
    except Unreadable:  # already logged; staff can close the match
        return False
    here = presence.here(match_id, len(loaded.seats))
    gone = [seat.number for seat in loaded.people() if seat.number not in here]
    if loaded.live_play is None or not gone:
        return False
    cache.delete(_key(match_id))
    end_if_live(loaded, platform_events.event("by_post", CLAUSE, why="gone", seats=gone), now)
    return True


def forget_left(loaded: LoadedMatch, decision: str) -> None:
    """Let this decision of a locked match have its full time when correspondence resumes."""
    if loaded.live_play and loaded.live_play.left.pop(decision, None):
        _write(loaded)
        touch(loaded)  # or a process that has the match cached would write the old value back


def _key(match_id: int) -> str:
    return f"gone:{match_id}"


def _decisions(loaded: LoadedMatch) -> dict[str, Decision]:
    return {open.id: open.decision for open in loaded.open_decisions()}


def _write(loaded: LoadedMatch) -> None:
    Match.objects.filter(pk=loaded.id).update(live_play=codec.plain(loaded.live_play) if loaded.live_play else None)
