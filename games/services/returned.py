"""Letters that come back: who was never told loses no time, once (PLAY-15)."""

from datetime import datetime

from accounts.models import OutgoingMail, User
from games import calendars, notify, platform
from games.frames import AskedRow, Frame, load_frame
from games.models import OpenDecision
from games.services import fluid
from games.services.notes import note
from games.services.play import lock_frame
from games.services.relay import move_clock
from games.services.store import clock_of

ABOUT_A_DECISION = ("turn", "reminder", "quarter", "nudge", "last_call")


def letters_came_back(person: User, now: datetime) -> None:
    """Start the clocks anew of the decisions about which a letter was sent to nobody. Called in a transaction."""
    for match_id, keys in sorted(_told_in_vain(person).items()):
        frame = lock_frame(match_id)
        for row in frame.asked:
            if row.key in keys and row.answered_at is None and row.due_at is not None and row.due_at > now:
                _start_anew(frame, row, now)


def _told_in_vain(person: User) -> dict[int, set[str]]:
    """Open decisions, by match, about which we have sent something and which have not been moved before."""
    found = OpenDecision.objects.filter(OpenDecision.OPEN, user=person, due_at__isnull=False, excused_at=None)
    open_ones = set(found.filter(match__pace="correspondence").values_list("match_id", "key"))
    mails = OutgoingMail.objects.filter(user=person, status="sent", kind__in=ABOUT_A_DECISION)
    sent = mails.filter(match_id__in=[str(match_id) for match_id, _ in open_ones]).values_list("match_id", "data")
    told: dict[int, set[str]] = {}
    for match_id, data in sent:
        if (int(match_id), data.get("decision")) in open_ones:
            told.setdefault(int(match_id), set()).add(data["decision"])
    return told


def _start_anew(frame: Frame, row: AskedRow, now: datetime) -> None:
    if frame.live:  # its clock by post stands still; it gets the full time when that goes on
        fluid.forget_left(frame, row.key)
        OpenDecision.objects.filter(match_id=frame.id, key=row.key).update(excused_at=now)
        return
    seat = frame.seats[row.seat]
    hours = calendars.of_frame(frame).at(seat.user, row.asked_at)
    before = row.due_at
    decision = next(open.decision for open in frame.open_decisions() if open.id == row.key)
    drains, due = clock_of(frame, decision, seat.bank_left, now, hours)
    if before is None or due <= before or row.drains_at is None:
        return
    OpenDecision.objects.filter(match_id=frame.id, key=row.key).update(asked_at=now, excused_at=now, reminded=0)
    move_clock(frame, row, (drains, due), hours, now)
    seconds = (due - before).total_seconds()
    note(frame, platform.event("came_back", "PLAY-15", seat=row.seat, seconds=seconds), now)


def letters_come_through(person: User, now: datetime) -> None:
    """Write once more about what this person is asked: the letters of the meantime went to nobody."""
    asked = OpenDecision.objects.filter(OpenDecision.OPEN, user=person, match__pace="correspondence")
    for match_id in sorted(set(asked.values_list("match_id", flat=True))):
        frame = load_frame(match_id)
        seat = frame.seat_of(person.pk)
        if seat is not None:
            notify.queue_turns_anew(frame, seat, f"b{int(now.timestamp())}")


def unreachable(user_ids: list[int]) -> set[int]:
    """Those of these people to whom no mail comes through."""
    return set(User.objects.filter(pk__in=user_ids, mail_bounced_at__isnull=False).values_list("pk", flat=True))
