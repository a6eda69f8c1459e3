"""Live play at a table by correspondence (PLAY-20): it begins by consent when all are there, and ends without cost
for anybody.

While it lasts `Match.live_play` is set, and new decisions get live clocks (store.clock_of). Clocks by correspondence
are stopped:
what each had left is kept beside it and given back at the end. Whatever ends it plays nothing: a page that is closed, a
time that runs out, a wish. Who is there is read from Valkey, by the sweep; twice, a minute apart, before anybody
counts as gone, so that neither a page that is loaded again nor a web process that is restarted ends anything.
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
from games.matches.loaded import AskedRow, LivePlay, LoadedMatch
from games.matches.platform_lines import note
from games.matches.play import lock_match
from games.matches.store import clock_of
from games.models import Match, Seat

CLAUSE = "PLAY-20"
GRACE = 60  # seconds that a player may be away
CHOICES = tuple(seconds for seconds, _ in time_control.LIVE_CHOICES)  # seconds for each decision


def has_own_time(decision: Decision) -> bool:
    """Do the rules give it a time, whatever the pace? (An `aside` has at most the time of a turn, so it has none.)"""
    return bool(decision.clock.limit) and decision.clock.pace != "aside"


def may_begin(loaded: LoadedMatch, here: Collection[int]) -> bool:
    """Can live play be asked for: at a table by correspondence with several people, all of them there?"""
    seats = loaded.people()
    is_by_post = loaded.tempo[0] != "live" and not loaded.is_over and loaded.position is not None
    return is_by_post and len(seats) > 1 and all(seat.number in here for seat in seats)


def need_all_here(loaded: LoadedMatch, asker: int) -> None:
    """Raises Refusal (409) if live play cannot begin now. Players are there between two pages, too: whoever asks leaves
    the old page with the form, and the others may agree before the next one is open."""
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
    """Stop the clocks by correspondence of a locked match and start live ones. Emails about them wait for five
    minutes."""
    decisions, hours = _decisions(loaded), calendars.of_match(loaded)
    loaded.live_play = LivePlay(now, seconds)
    cache.delete(_key(loaded.id))  # whoever had left an earlier stretch has a whole minute again
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
    """Let a locked match go on by correspondence, and tell everybody why. Nothing happens if it does so already."""
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
        return  # its clock has stopped before
    seat = loaded.seats[row.seat]
    calendar = hours.at(seat.user, row.asked_at)
    moment = row.answered_at or now  # what an answer has used of the reserve is counted up to it
    if row.key in live.left:
        clock = time_control.go_on(live.left[row.key], calendar, moment)
    else:
        clock = clock_of(loaded, decision, seat.bank_left, now, calendar)
    move_clock(loaded, row, clock, calendar, now)


def left_tables(now: datetime) -> list[int]:
    """The matches in live play that somebody has left for longer than GRACE."""
    found = []
    for match_id, seats in Match.objects.filter(live_play__isnull=False).values_list("pk", "seat_count"):
        people = Seat.objects.filter(match_id=match_id, user__is_bot=False, left_reason="")
        if set(people.values_list("number", flat=True)) <= presence.here(match_id, seats):
            cache.delete(_key(match_id))
        elif now.timestamp() - (cache.get_or_set(_key(match_id), int(now.timestamp()), 600) or 0) >= GRACE:
            found.append(match_id)
    return found


def end_if_left(match_id: int, key: str, now: datetime) -> bool:
    """Look again at a locked match that somebody seems to have left, and let it go on by correspondence."""
    try:
        loaded = lock_match(match_id)
    except Unreadable:  # it was reported where it was read; staff may close it
        return False
    here = presence.here(match_id, len(loaded.seats))
    gone = [seat.number for seat in loaded.people() if seat.number not in here]
    if loaded.live_play is None or not gone:
        return False
    cache.delete(_key(match_id))
    end_if_live(loaded, platform_events.event("by_post", CLAUSE, why="gone", seats=gone), now)
    return True


def forget_left(loaded: LoadedMatch, decision: str) -> None:
    """Give this decision of a locked match its full time when it goes on by correspondence."""
    if loaded.live_play and loaded.live_play.left.pop(decision, None):
        _write(loaded)
        touch(loaded)  # a process that remembers the match must not write the old one back


def _key(match_id: int) -> str:
    return f"gone:{match_id}"


def _decisions(loaded: LoadedMatch) -> dict[str, Decision]:
    return {open.id: open.decision for open in loaded.open_decisions()}


def _write(loaded: LoadedMatch) -> None:
    Match.objects.filter(pk=loaded.id).update(live_play=codec.plain(loaded.live_play) if loaded.live_play else None)
