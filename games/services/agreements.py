"""What players settle among themselves: a pause, more time, a move taken back, live play. One asks, all others agree.

Who is asked: the people who still play, without the asker and without bots. A table with nobody else agrees at once.
"""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts import mail
from games import calendars, pace, platform
from games.errors import Refusal, not_your_seat
from games.frames import AskedRow, Frame, Question, SeatRow
from games.models import Pause, Proposal
from games.services import fluid, takebacks
from games.services.notes import note, touch
from games.services.play import lock_frame
from games.services.relay import move_clock, relay_seat

STANDS = timedelta(days=3)  # so long a question waits for its answers
STANDS_LIVE = timedelta(minutes=10)  # the one for live play, which all are there to answer
LETTER_LATER = timedelta(minutes=1)  # the letter about it: an open page shows it at once, but may be forgotten
LONGEST_PAUSE = 30 * pace.DAY
MOST_TIME = 7 * pace.DAY
Kind, Outcome = Proposal.Kind, Proposal.Outcome


def ask_pause(*, match_id: int, user: Any, days: int) -> Proposal:
    """Ask the others for a pause of so many days (PLAY-16). Raises Refusal: 403, 404, 409, 422."""
    with transaction.atomic():
        frame, seat = _at_table(match_id, user)
        _need_post(frame, "PLAY-16")
        if not 1 <= days <= LONGEST_PAUSE // pace.DAY:
            raise Refusal(422, f"A pause has 1 to {LONGEST_PAUSE // pace.DAY} days.", "PLAY-16")
        if pause_of(frame.id, timezone.now()):
            raise Refusal(409, "This match is paused already.", "PLAY-16")
        return _ask(frame, seat, Kind.PAUSE, amount=days * pace.DAY)


def ask_time(*, match_id: int, user: Any, hours: int) -> Proposal:
    """Ask the opponents for more time for the own open decision (PLAY-17). Raises Refusal: 403, 404, 409, 422."""
    with transaction.atomic():
        frame, seat = _at_table(match_id, user)
        _need_post(frame, "PLAY-17")
        if not 1 <= hours <= MOST_TIME // pace.HOUR:
            raise Refusal(422, f"Ask for 1 to {MOST_TIME // pace.HOUR} hours.", "PLAY-17")
        row = next((row for row in frame.asked if row.seat == seat.number and _runs(row)), None)
        if row is None:
            raise Refusal(409, "No clock of yours is running here.", "PLAY-17")
        return _ask(frame, seat, Kind.TIME, amount=hours * pace.HOUR, decision=row.key)


def ask_undo(*, match_id: int, user: Any) -> Proposal:
    """Ask the opponents to let the last move be taken back (PLAY-18). Raises Refusal: 403, 404, 409."""
    with transaction.atomic():
        frame, seat = _at_table(match_id, user)
        takebacks.check(frame, seat.number)
        return _ask(frame, seat, Kind.UNDO, version=frame.version)


def ask_live(*, match_id: int, user: Any, seconds: int) -> Proposal:
    """Ask the others to play live, with so many seconds for each decision (PLAY-20). Raises Refusal: 403 to 422."""
    with transaction.atomic():
        frame, seat = _at_table(match_id, user)
        if frame.pace == "live":
            raise Refusal(409, "This table is live as it is.", "PLAY-20")
        if seconds not in fluid.CHOICES:
            raise Refusal(422, f"Choose {', '.join(map(str, fluid.CHOICES))} seconds for each decision.", "PLAY-20")
        if pause_of(frame.id, timezone.now()):
            raise Refusal(409, "This match is paused. End the pause first.", "PLAY-20")
        fluid.need_all_here(frame, seat.number)
        return _ask(frame, seat, Kind.LIVE, amount=seconds)


def back_to_post(*, match_id: int, user: Any) -> None:
    """End live play (PLAY-20). Raises Refusal: 403, 404, 409 when the table is played by post already."""
    with transaction.atomic():
        frame, seat = _at_table(match_id, user)
        if frame.live is None:
            raise Refusal(409, "This table is played by post already.", "PLAY-20")
        event = platform.event("by_post", "PLAY-20", why="asked", seats=[seat.number])
        fluid.end_if_live(frame, event, timezone.now())


def agree(*, match_id: int, user: Any, proposal_id: int) -> Proposal:
    """Say yes; the last yes carries it out. Raises Refusal: 403, 404, 409 when it is settled or not possible now."""
    with transaction.atomic():
        frame, seat = _at_table(match_id, user)
        proposal = _open_one(frame, proposal_id)
        if proposal.kind == Kind.LIVE:
            fluid.need_all_here(frame, seat.number)
        if user.pk not in proposal.agreed:
            proposal.agreed.append(user.pk)
            proposal.save(update_fields=["agreed"])
        if not _settle(frame, proposal).outcome:
            touch(frame)  # open pages show who has yet to answer
        return proposal


def decline(*, match_id: int, user: Any, proposal_id: int) -> None:
    """Say no, or take the own question back. Raises Refusal: 403, 404, 409."""
    with transaction.atomic():
        frame, seat = _at_table(match_id, user)
        proposal = _open_one(frame, proposal_id)
        is_own = proposal.by_id == user.pk
        _close(proposal, Outcome.WITHDRAWN if is_own else Outcome.DECLINED)
        _note(frame, "no_deal", proposal, seat=seat.number, outcome=proposal.outcome)


def end_pause(*, match_id: int, user: Any) -> None:
    """Let the clocks run again (PLAY-16). Raises Refusal: 403, 404, 409 when there is no pause."""
    with transaction.atomic():
        frame, seat = _at_table(match_id, user)
        now = timezone.now()
        pause = pause_of(frame.id, now)
        if pause is None:
            raise Refusal(409, "This match is not paused.", "PLAY-16")
        before = calendars.of_frame(frame)
        Pause.objects.filter(pk=pause.pk).update(ends_at=now)
        _relay(frame, before, now)
        note(frame, platform.event("goes_on", "PLAY-16", seat=seat.number), now)


def pause_of(match_id: int, now: datetime) -> Pause | None:
    """The pause that a match is in."""
    return Pause.objects.filter(match_id=match_id, starts_at__lte=now, ends_at__gt=now).first()


def open_proposal(match_id: int, now: datetime) -> Proposal | None:
    """The question that stands at this table."""
    return Proposal.objects.filter(match_id=match_id, outcome="", ends_at__gt=now).select_related("by").first()


def asked_of(frame: Frame, proposal: Proposal | Question) -> list[SeatRow]:
    """The seats whose players have to agree."""
    return [seat for seat in frame.people() if seat.number != proposal.seat]


def _runs(row: AskedRow) -> bool:
    return row.answered_at is None and row.due_at is not None and row.due_at > timezone.now()


def _at_table(match_id: int, user: Any) -> tuple[Frame, SeatRow]:
    """The locked match and the seat of somebody who still plays there."""
    frame = lock_frame(match_id)
    number = frame.seat_of(user.pk)
    if number is None:
        raise not_your_seat()
    if frame.is_over:
        raise Refusal(409, "This match is over.", "PLAY-04")
    if frame.seats[number].left:
        raise Refusal(409, "You have left this match.", "PLAY-05")
    return frame, frame.seats[number]


def _need_post(frame: Frame, clause: str) -> None:
    if frame.tempo[0] == "live":
        raise Refusal(409, "This is for tables that are played by post.", clause)


def _ask(frame: Frame, seat: SeatRow, kind: str, **facts: Any) -> Proposal:
    now = timezone.now()
    standing = Proposal.objects.filter(match_id=frame.id, outcome="")
    standing.filter(ends_at__lte=now).update(outcome=Outcome.LAPSED)
    if standing.exists():
        raise Refusal(409, "Another question stands at this table. Let it be answered first.", CLAUSES[kind])
    times = {"asked_at": now, "ends_at": now + (STANDS_LIVE if kind == Kind.LIVE else STANDS)}
    proposal = Proposal.objects.create(
        match_id=frame.id, kind=kind, seat=seat.number, by_id=seat.user, **facts, **times
    )
    if asked_of(frame, proposal):
        _note(frame, "asks", proposal, seat=seat.number, what=kind, seconds=proposal.amount)
        _write_to(frame, proposal)
        return proposal
    return _settle(frame, proposal)


def in_words(proposal: Proposal | Question, names: list[str]) -> str:
    """ "Anna asks for a pause of 3 days." """
    facts = {"seat": proposal.seat, "what": proposal.kind, "seconds": proposal.amount}
    return platform.story(platform.event("asks", CLAUSES[Kind(proposal.kind)], **facts), names)


CLAUSES = {Kind.PAUSE: "PLAY-16", Kind.TIME: "PLAY-17", Kind.UNDO: "PLAY-18", Kind.LIVE: "PLAY-20"}


def _open_one(frame: Frame, proposal_id: int) -> Proposal:
    """Raises Refusal (404, 409). Its own asker may look it up too: agreeing to oneself changes nothing."""
    proposal = Proposal.objects.filter(pk=proposal_id, match_id=frame.id).first()
    if proposal is None:
        raise Refusal(404, "There is no such question at this table.")
    if proposal.outcome or proposal.ends_at <= timezone.now():
        raise Refusal(409, "This question is settled.", CLAUSES[proposal.kind])
    return proposal


def _settle(frame: Frame, proposal: Proposal) -> Proposal:
    """Carry it out if nobody is missing."""
    if {seat.user for seat in asked_of(frame, proposal)} <= set(proposal.agreed):
        frame.question = None
        _ACTS[proposal.kind](frame, proposal)
        _close(proposal, Outcome.AGREED)
    return proposal


def _close(proposal: Proposal, outcome: str) -> None:
    proposal.outcome = outcome
    proposal.save(update_fields=["outcome"])


def _pause(frame: Frame, proposal: Proposal) -> None:
    now = timezone.now()
    before = calendars.of_frame(frame)
    until = now + timedelta(seconds=proposal.amount)
    Pause.objects.create(match_id=frame.id, starts_at=now, ends_at=until)
    _relay(frame, before, now)
    _note(frame, "paused", proposal, until=f"{until:%-d %B %Y, %H:%M}")


def _relay(frame: Frame, before: calendars.Hours, now: datetime) -> None:
    after = calendars.of_frame(frame)
    for seat in frame.seats:
        relay_seat(frame, seat.number, before, after, now)


def _give_time(frame: Frame, proposal: Proposal) -> None:
    row = next((row for row in frame.asked if row.key == proposal.decision and _runs(row)), None)
    if row is None or row.due_at is None or row.drains_at is None:
        raise Refusal(409, "The decision is made already.", "PLAY-17")
    more = timedelta(seconds=proposal.amount)
    hours = calendars.of_frame(frame).at(frame.seats[row.seat].user, row.asked_at)
    move_clock(frame, row, (row.drains_at + more, row.due_at + more), hours, timezone.now())
    _note(frame, "more_time", proposal, seat=proposal.seat, seconds=proposal.amount)


def _take_back(frame: Frame, proposal: Proposal) -> None:
    if frame.version != proposal.version:
        raise Refusal(409, "Somebody has moved since.", "PLAY-18")
    takebacks.take_back(frame, proposal.seat)


def _play_live(frame: Frame, proposal: Proposal) -> None:
    fluid.begin(frame, proposal.amount, timezone.now())


_ACTS = {Kind.PAUSE: _pause, Kind.TIME: _give_time, Kind.UNDO: _take_back, Kind.LIVE: _play_live}


def _note(frame: Frame, kind: str, proposal: Proposal, **facts: Any) -> None:
    note(frame, platform.event(kind, CLAUSES[Kind(proposal.kind)], **facts), timezone.now())


def _write_to(frame: Frame, proposal: Proposal) -> None:
    """A letter to everybody who is asked."""
    facts = {"match": frame.id, "proposal": proposal.pk, "live": frame.pace == "live", "slug": frame.slug}
    later = proposal.asked_at + (LETTER_LATER if proposal.kind == Kind.LIVE else timedelta())
    mail.queue_many(
        mail.row_for(
            kind="proposal",
            key=f"m{frame.id}.s{seat.number}.proposal{proposal.pk}",
            user=seat.user,
            data=facts | {"seat": seat.number},
            not_before=later,
        )
        for seat in asked_of(frame, proposal)
        if seat.user is not None
    )
