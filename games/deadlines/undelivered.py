"""Emails that bounced or go out late, as the mail server is away: their recipients get the time back (PLAY-15)."""

from datetime import datetime

from accounts.mail_kinds import ASKING
from accounts.models import OutgoingMail, User
from games.deadlines import live_play
from games.deadlines.shifted_clocks import move_clock
from games.matches import calendars, mail_queue, platform_events
from games.matches.decision_clocks import clock_of
from games.matches.loaded import AskedRow, LoadedMatch, load_matches
from games.matches.platform_lines import note
from games.matches.play import lock_readable
from games.models import OpenDecision

# As the mail server is away, the email of decision `d` still waits: nobody's time is up before they were told.
TURN_IS_LATE = """EXISTS (
    SELECT FROM accounts_outgoingmail o
    WHERE o.user_id = d.user_id AND o.status = 'queued' AND o.kind = 'turn' AND o.match_id = d.match_id::text
        AND o.data->>'decision' = d.key AND (o.attempts > 0 OR starts_with(o.reason, %(no_answer)s))
)"""


def restart_clocks(person: User, now: datetime) -> None:
    """Restart the clocks of the open decisions whose emails bounced. Call it in a transaction."""
    keys = _bounced_decisions(person)
    for loaded in lock_readable(sorted(keys)):
        for row in loaded.asked:
            if row.key in keys[loaded.id] and row.answered_at is None and row.due_at is not None and row.due_at > now:
                _restart_clock(loaded, row, now, "came_back")


def restart_late_clock(email: OutgoingMail, now: datetime) -> None:
    """Restart the clock of a decision whose "your turn" goes out only now. Its default was not played meanwhile."""
    if email.kind != mail_queue.TURN or email.data.get("live") or "decision" not in email.data:
        return
    for loaded in lock_readable([int(email.data["match"])]):
        for row in loaded.asked:
            if row.key == email.data["decision"] and row.answered_at is None and row.due_at is not None:
                _restart_clock(loaded, row, now, "told_late")


def _bounced_decisions(person: User) -> dict[int, set[str]]:
    """Keys of open decisions by match, if an email about them was sent and their clock was not restarted before."""
    rows = OpenDecision.objects.filter(OpenDecision.OPEN, user=person, due_at__isnull=False, excused_at=None)
    open_ones = set(rows.filter(match__pace="correspondence").values_list("match_id", "key"))
    mails = OutgoingMail.objects.filter(user=person, status="sent", kind__in=ASKING)
    sent = mails.filter(match_id__in=[str(match_id) for match_id, _ in open_ones]).values_list("match_id", "data")
    keys: dict[int, set[str]] = {}
    for match_id, data in sent:
        if (int(match_id), data.get("decision")) in open_ones:
            keys.setdefault(int(match_id), set()).add(data["decision"])
    return keys


def _restart_clock(loaded: LoadedMatch, row: AskedRow, now: datetime, why: str) -> None:
    if loaded.live_play:  # the correspondence clock is stopped; it gets its full time when it resumes
        live_play.forget_left(loaded, row.key)
        OpenDecision.objects.filter(match_id=loaded.id, key=row.key).update(excused_at=now)
        return
    seat = loaded.seats[row.seat]
    hours = calendars.of_match(loaded).at(seat.user, row.asked_at)
    before = row.due_at
    decision = next(open.decision for open in loaded.open_decisions() if open.id == row.key)
    drains, due = clock_of(loaded, decision, seat.bank_left, now, hours)
    if before is None or due <= before or row.drains_at is None:
        return
    OpenDecision.objects.filter(match_id=loaded.id, key=row.key).update(asked_at=now, excused_at=now, reminded=0)
    move_clock(loaded, row, (drains, due), hours, now)
    seconds = (due - before).total_seconds()
    note(loaded, platform_events.event(why, "PLAY-15", seat=row.seat, seconds=seconds), now)


def resend_turns(person: User, now: datetime) -> None:
    """Send "your turn" emails again: those sent in the meantime did not arrive, or are asked for."""
    asked = OpenDecision.objects.filter(OpenDecision.OPEN, user=person, match__pace="correspondence")
    for loaded in load_matches(sorted(set(asked.values_list("match_id", flat=True)))).values():
        seat = loaded.seat_of(person.pk)
        if seat is not None:
            mail_queue.requeue_turns(loaded, seat, f"b{int(now.timestamp())}")
