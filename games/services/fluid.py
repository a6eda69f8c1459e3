"""Live play at a table by post (PLAY-20): it begins by consent when all are there, and ends without cost for anybody.

While it lasts `Match.live` is set, and new decisions get live clocks (store.clock_of). The clocks by post are stopped:
what each had left is kept beside it and given back at the end. Whatever ends it plays nothing: a page that is closed, a
time that runs out, a wish. Who is there is read from Valkey, by the sweep; twice, a minute apart, before anybody
counts as gone, so that neither a page that is loaded again nor a web process that is restarted ends anything.
"""

from collections.abc import Collection
from datetime import datetime, timedelta

from django.core.cache import cache

from accounts import mail
from games import calendars, notify, pace, platform, presence
from games.calendars import Hours
from games.errors import Refusal
from games.frames import AskedRow, Frame, LivePlay
from games.hours import ALWAYS
from games.kernel import codec
from games.kernel.types import Decision, Event
from games.models import Match, Seat
from games.services.notes import note, touch
from games.services.play import lock_frame
from games.services.relay import move_clock
from games.services.store import clock_of

CLAUSE = "PLAY-20"
GRACE = 60  # seconds that a player may be away
CHOICES = tuple(seconds for seconds, _ in pace.LIVE_CHOICES)  # seconds for each decision


def has_own_time(decision: Decision) -> bool:
    """Do the rules give it a time, whatever the pace? (An `aside` has at most the time of a turn, so it has none.)"""
    return bool(decision.limit) and decision.pace != "aside"


def may_begin(frame: Frame, here: Collection[int]) -> bool:
    """Can live play be asked for: at a table by post with several people, all of them there?"""
    seats = frame.people()
    is_by_post = frame.tempo[0] != "live" and not frame.is_over and frame.position is not None
    return is_by_post and len(seats) > 1 and all(seat.number in here for seat in seats)


def need_all_here(frame: Frame, asker: int) -> None:
    """Raises Refusal (409) if live play cannot begin now. Who asks is there, even between two pages."""
    if frame.live:
        raise Refusal(409, "This table plays live already.", CLAUSE)
    here = presence.here(frame.id, len(frame.seats)) | {asker}
    if away := [seat.name for seat in frame.people() if seat.number not in here]:
        verb = "is" if len(away) == 1 else "are"
        raise Refusal(409, f"{' and '.join(away)} {verb} not at the table. Live play needs everybody.", CLAUSE)


def begin(frame: Frame, seconds: int, now: datetime) -> None:
    """Stop the clocks by post of a locked match and start live ones. Letters about them wait for five minutes."""
    decisions, hours = _decisions(frame), calendars.of_frame(frame)
    frame.live = LivePlay(now, seconds)
    cache.delete(_key(frame.id))  # whoever had left an earlier stretch has a whole minute again
    for row in _running(frame, decisions):
        assert row.drains_at is not None and row.due_at is not None
        calendar = hours.at(frame.seats[row.seat].user, row.asked_at)
        frame.live.left[row.key] = pace.stop(row.drains_at, row.due_at, calendar, now)
        move_clock(frame, row, clock_of(frame, decisions[row.key], 0, now, ALWAYS), ALWAYS, now)
    _write(frame)
    mail.put_off(
        match_id=frame.id, kinds=("turn", *notify.LADDER_KINDS), until=now + timedelta(seconds=notify.AT_TABLE_DELAY)
    )
    note(frame, platform.event("plays_live", CLAUSE, seconds=seconds), now)


def end_if_live(frame: Frame, event: Event, now: datetime) -> None:
    """Let a locked match go on by post, and tell everybody why. Nothing happens if it does so already."""
    if frame.live is None:
        return
    live, frame.live = frame.live, None
    decisions, hours = _decisions(frame), calendars.of_frame(frame)
    for row in frame.asked:
        if row.key in decisions and not has_own_time(decisions[row.key]) and row.drains_at is not None:
            _go_on(frame, live, row, decisions[row.key], hours, now)
    _write(frame)
    note(frame, event, now)
    told = [seat.number for seat in frame.people()]
    notify.queue_news(frame, "by_post", f"by_post{int(live.since.timestamp())}", told, line=frame.stamp)


def _go_on(frame: Frame, live: LivePlay, row: AskedRow, decision: Decision, hours: Hours, now: datetime) -> None:
    if row.answered_at is not None and row.answered_at < live.since:
        return  # its clock has stopped before
    seat = frame.seats[row.seat]
    calendar = hours.at(seat.user, row.asked_at)
    moment = row.answered_at or now  # what an answer has used of the reserve is counted up to it
    if row.key in live.left:
        clock = pace.go_on(live.left[row.key], calendar, moment)
    else:
        clock = clock_of(frame, decision, seat.bank_left, now, calendar)
    move_clock(frame, row, clock, calendar, now)


def left_tables(now: datetime) -> list[int]:
    """The matches in live play that somebody has left for longer than GRACE."""
    found = []
    for match_id, seats in Match.objects.filter(live__isnull=False).values_list("pk", "seat_count"):
        if _numbers_of_people(match_id) <= presence.here(match_id, seats):
            cache.delete(_key(match_id))
        elif now.timestamp() - cache.get_or_set(_key(match_id), int(now.timestamp()), 600) >= GRACE:
            found.append(match_id)
    return found


def end_if_left(match_id: int, key: str, now: datetime) -> bool:
    """Look again at a locked match that somebody seems to have left, and let it go on by post."""
    frame = lock_frame(match_id)
    here = presence.here(match_id, len(frame.seats))
    gone = [seat.number for seat in frame.people() if seat.number not in here]
    if frame.live is None or not gone:
        return False
    cache.delete(_key(match_id))
    end_if_live(frame, platform.event("by_post", CLAUSE, why="gone", seats=gone), now)
    return True


def forget_left(frame: Frame, decision: str) -> None:
    """Give this decision of a locked match its full time when it goes on by post."""
    if frame.live and frame.live.left.pop(decision, None):
        _write(frame)
        touch(frame)  # a process that remembers the match must not write the old one back


def _numbers_of_people(match_id: int) -> set[int]:
    rows = Seat.objects.filter(match_id=match_id, user__is_bot=False, left="")
    return set(rows.values_list("number", flat=True))


def _key(match_id: int) -> str:
    return f"gone:{match_id}"


def _decisions(frame: Frame) -> dict[str, Decision]:
    return {open.id: open.decision for open in frame.open_decisions()}


def _running(frame: Frame, decisions: dict[str, Decision]) -> list[AskedRow]:
    """The clocks that live play changes: those of open decisions to which the rules give no time of their own."""
    return [
        row
        for row in frame.asked
        if row.answered_at is None
        and row.due_at is not None
        and row.key in decisions
        and not has_own_time(decisions[row.key])
    ]


def _write(frame: Frame) -> None:
    Match.objects.filter(pk=frame.id).update(live=codec.plain(frame.live) if frame.live else None)
