"""Nothing is voided: the seat of who stays away goes to somebody who is willing, else to a bot (PLAY-09)."""

import logging
from datetime import datetime

from django.db import transaction
from django.db.models import F, Q

from accounts.models import User
from games import calendars, notify, pace, platform
from games.errors import Refusal, not_your_seat
from games.frames import Frame
from games.models import Absence, Match, OpenDecision, Seat, Willing
from games.services import fluid, seats
from games.services.notes import note
from games.services.play import lock_frame
from games.services.store import clock_of

log = logging.getLogger("playpost.absence")
MOST_AT_ONCE = 3  # running matches in which one person substitutes


def take_seat(frame: Frame, seat: int, now: datetime) -> None:
    """Give the seat of who has missed too much to another, on a locked frame. Without anybody it leaves the match."""
    misses, was = frame.seats[seat].misses, frame.seats[seat]
    try:
        heir = _hand_over(frame, seat, now)
    except Refusal:  # not even a bot is left
        seats.leave(frame, seat, "removed", "clock", None)
        return
    words = {"was": was.name, "now": heir.name, "misses": misses}
    _tell(frame.id, seat, was.user, heir, platform.event("took_over", "PLAY-09", **words), now)


def pass_on(*, match_id: int, user: User, now: datetime) -> None:
    """A substitute does not want the seat any more. Raises Refusal: 403 for others, 409 when it is over."""
    with transaction.atomic():
        frame = lock_frame(match_id)
        seat = frame.seat_of(user.pk)
        if seat is None or frame.seats[seat].left:
            raise not_your_seat()
        if frame.is_over:
            raise Refusal(409, "This match is over.")
        if not is_substitute(match_id, seat):
            raise Refusal(403, "Only who stepped in for somebody passes a seat on; others resign.", "PLAY-09")
        heir = _hand_over(frame, seat, now)
        _tell(match_id, seat, None, heir, platform.event("passed_on", "PLAY-09", was=user.name, now=heir.name), now)


def is_substitute(match_id: int, seat: int) -> bool:
    """Did somebody else lose this seat before?"""
    return Absence.objects.filter(match_id=match_id, seat=seat).exists()


def _hand_over(frame: Frame, seat: int, now: datetime) -> User:
    fluid.end_if_live(frame, platform.event("by_post", "PLAY-20", why="heir"), now)
    absent = frame.seats[seat].user
    was_substitute = is_substitute(frame.id, seat)
    heir = _willing(frame, now) or seats.house_bot({row.user for row in frame.seats if row.user is not None})
    if absent is not None:
        facts = {"was_substitute": was_substitute, "until": frame.stamp, "at": now}
        Absence.objects.create(match_id=frame.id, seat=seat, user_id=absent, **facts)
    Seat.objects.filter(match_id=frame.id, number=seat).update(user=heir, misses=0, bank_left=frame.bank_seconds)
    if not heir.is_bot:
        Willing.objects.filter(user=heir, slug=frame.slug).update(served_at=now)
    _give_clocks(frame, seat, heir, now)
    return heir


def _willing(frame: Frame, now: datetime) -> User | None:
    """Who has waited longest to be useful: awake for us, never at this table, not busy with too many others' seats.

    Nobody is waited for at a live table, so a bot steps in there.
    """
    if frame.pace == "live":
        return None
    away = Q(vacations__starts_at__lte=now, vacations__ends_at__gt=now)
    here = {row.user for row in frame.seats} | set(
        Absence.objects.filter(match_id=frame.id).values_list("user", flat=True)
    )
    people = User.objects.filter(willing__slug=frame.slug, is_active=True, mail_bounced_at=None, mail_stopped=False)
    asked = people.exclude(away).exclude(pk__in=[user for user in here if user is not None])
    for person in asked.order_by(F("willing__served_at").asc(nulls_first=True), "pk")[:20]:
        if _served_now(person) < MOST_AT_ONCE:
            return person
    return None


def _served_now(person: User) -> int:
    taken = Q(match__absences__seat=F("number"), match__status=Match.Status.RUNNING)
    return Seat.objects.filter(taken, user=person).distinct().count()


def _give_clocks(frame: Frame, seat: int, heir: User, now: datetime) -> None:
    """The new player's decisions have clocks of their own, a bot's have none."""
    hours = calendars.of_people([heir.pk], frame.id).at(heir.pk, now)
    decisions = {open.id: open.decision for open in frame.open_decisions()}
    for row in OpenDecision.objects.filter(match_id=frame.id, seat=seat):
        row.user, row.is_bot, row.reminded, row.asked_at = heir, heir.is_bot, 0, now
        row.drains_at = row.due_at = row.remind_at = None
        if not heir.is_bot and row.answered_at is None and row.key in decisions:
            clock = clock_of(frame, decisions[row.key], frame.bank_seconds, now, hours)
            row.drains_at, row.due_at = clock
            row.remind_at = pace.remind_at(now, clock[1], 0, hours)
        row.save()


def _tell(match_id: int, seat: int, absent: int | None, heir: User, event: platform.Event, now: datetime) -> None:
    frame = lock_frame(match_id)  # with the new player
    note(frame, event, now)
    if heir.is_bot:
        transaction.on_commit(lambda: notify.wake_bots(match_id), robust=True)
    else:
        notify.queue_turns_anew(frame, seat, f"u{heir.pk}")
    line = frame.stamp  # the number of the note: the letters tell what it says
    others = [row.number for row in frame.seats]
    notify.queue_news(frame, "took_over", f"a{int(now.timestamp())}.{seat}", others, line=line, taken=seat)
    if absent is not None:
        notify.queue_lost(frame, seat, absent, line)


def set_willing(*, user: User, slugs: set[str]) -> None:
    """Be on the list of substitutes for these games, and for no others."""
    Willing.objects.filter(user=user).exclude(slug__in=slugs).delete()
    Willing.objects.bulk_create([Willing(user=user, slug=slug) for slug in sorted(slugs)], ignore_conflicts=True)
