"""Substitutes: a lost seat goes to a volunteer, or to a bot if there is none (PLAY-09)."""

from datetime import datetime

from django.db import transaction
from django.db.models import F, Q

from accounts.models import User
from accounts.people import blocks
from games.clocks import reminders
from games.deadlines import live_play
from games.errors import NeedsAccount, Refusal, not_your_seat
from games.kernel.types import Event
from games.matches import bot_wakeups, calendars, leaving, mail_queue, platform_events
from games.matches.access import need_seat
from games.matches.bots import house_bot
from games.matches.decision_clocks import clock_of
from games.matches.loaded import LoadedMatch
from games.matches.platform_lines import note
from games.matches.play import lock_match
from games.models import LostSeat, Match, MoveRecord, OpenDecision, Seat, Substitute

MOST_AT_ONCE = 3  # running matches in which one person substitutes


def take_seat(loaded: LoadedMatch, seat: int, now: datetime) -> None:
    """Replace a player who has missed too many turns, or drop the seat if nobody can take it. The match is locked."""
    misses, was = loaded.seats[seat].misses, loaded.seats[seat]
    try:
        successor = _hand_over(loaded, seat, now, costs_nothing=is_substitute(loaded.id, seat))
    except Refusal:  # not even a bot is available
        leaving.leave(loaded, seat, "removed", "clock", None)
        return
    words = {"was": was.name, "now": successor.name, "heir": seat, "misses": misses}
    _tell(loaded.id, seat, was.user, successor, platform_events.event("took_over", "PLAY-09", **words), now)


def pass_on(*, match_id: int, user: User, now: datetime) -> None:
    """Leave a match at no cost, as a substitute or before one's first move in a match that began while one was away.

    Raises Refusal: 403 for anybody else, 409 if the match is over.
    """
    with transaction.atomic():
        loaded = lock_match(match_id)
        seat = need_seat(loaded, user)
        if loaded.is_over:
            raise Refusal(409, "This match is over.")
        if loaded.seats[seat].left_reason:
            raise not_your_seat()
        kind, clause = ("passed_on", "PLAY-09") if is_substitute(match_id, seat) else ("left_at_start", "PLAY-21")
        if kind == "left_at_start" and not may_leave_at_start(loaded, seat):
            raise Refusal(403, "Only substitutes can pass a seat on. You can resign instead.", "PLAY-09")
        successor = _hand_over(loaded, seat, now, costs_nothing=True)
        event = platform_events.event(kind, clause, was=user.name, now=successor.name, heir=seat)
        _tell(match_id, seat, None, successor, event, now)


def take_over(*, match_id: int, was: User, user: User, now: datetime) -> None:
    """Give the seat of a player whom the host of a tournament has removed to somebody else, at no cost to either.

    A seat that they have lost meanwhile is with a substitute; its bot makes way. Raises Refusal (409).
    """
    with transaction.atomic():
        loaded = lock_match(match_id)
        seat = loaded.seat_of(was.pk)
        if seat is None:
            lost = [former.seat for former in loaded.former if former.user == was.pk]
            seat = lost[-1] if lost and loaded.seats[lost[-1]].is_bot else None
        if seat is None or loaded.is_over or loaded.seats[seat].left_reason:
            raise Refusal(409, "The seat at the running table is not free. Try again when that table has ended.")
        here = {row.user for row in loaded.seats}
        if user.pk in here | {row.user for row in loaded.former}:  # who may know another hand
            raise Refusal(409, "You play at this table, or have played there.")
        if blocks.is_apart_from_any(user, [one for one in here if one is not None]):
            raise Refusal(409, "You can’t play at this table: you or somebody there has blocked the other.")
        _hand_over(loaded, seat, now, costs_nothing=True, successor=user)
        event = platform_events.event("replaced", "PLAY-09", was=was.name, now=user.name, heir=seat)
        _tell(match_id, seat, was.pk if loaded.seats[seat].user == was.pk else None, user, event, now)


def seat_to_return_to(loaded: LoadedMatch, user: User) -> int | None:
    """The seat that a bot holds for this player, in a live match that nobody else plays in (PLAY-09)."""
    lost = [former.seat for former in loaded.former if former.user == user.pk]
    if not lost or loaded.is_over or loaded.pace != "live" or loaded.people():
        return None
    return lost[-1] if loaded.seats[lost[-1]].is_bot and not loaded.seats[lost[-1]].left_reason else None


def take_back(*, match_id: int, user: User, now: datetime) -> None:
    """Give a returning player the seat that a bot has held for them. Raises Refusal (403) for anybody else."""
    with transaction.atomic():
        loaded = lock_match(match_id)
        seat = seat_to_return_to(loaded, user)
        if seat is None:
            raise not_your_seat()
        LostSeat.objects.filter(match_id=match_id, seat=seat).delete()
        Seat.objects.filter(match_id=match_id, number=seat).update(user=user, misses=0, bank_left=loaded.bank_seconds)
        _give_clocks(loaded, seat, user, now)
        note(lock_match(match_id), platform_events.event("returned", "PLAY-09", now=user.name, heir=seat), now)


def may_leave_at_start(loaded: LoadedMatch, seat: int) -> bool:
    """Did the match begin while this player was away, and have they neither moved nor missed a turn yet (PLAY-21)?"""
    row = loaded.seats[seat]
    if loaded.is_over or row.left_reason or not row.was_away or any(line.seat == seat for line in loaded.lines):
        return False
    return not MoveRecord.objects.filter(match_id=loaded.id, seat=seat).exists()


def is_substitute(match_id: int, seat: int) -> bool:
    """Has somebody else lost this seat before?"""
    return LostSeat.objects.filter(match_id=match_id, seat=seat).exists()


def _hand_over(
    loaded: LoadedMatch, seat: int, now: datetime, *, costs_nothing: bool, successor: User | None = None
) -> User:
    """To this person, to the next volunteer, or to a bot."""
    live_play.end_if_live(loaded, platform_events.event("by_post", "PLAY-20", why="heir"), now)
    absent = loaded.seats[seat].user
    makes_way = successor is not None and loaded.seats[seat].is_bot  # for whom somebody else has lost the seat
    if successor is None:
        here = {row.user for row in loaded.seats if row.user is not None}
        successor = _next_volunteer(loaded, now) or house_bot(here)
    if absent is not None and not makes_way:
        facts = {"costs_nothing": costs_nothing, "until": loaded.revision, "at": now}
        LostSeat.objects.create(match_id=loaded.id, seat=seat, user_id=absent, **facts)
    facts = {"user": successor, "misses": 0, "bank_left": loaded.bank_seconds, "was_away": False}
    Seat.objects.filter(match_id=loaded.id, number=seat).update(**facts)
    if not successor.is_bot:
        Substitute.objects.filter(user=successor, slug=loaded.slug).update(served_at=now)
    _give_clocks(loaded, seat, successor, now)
    return successor


def _next_volunteer(loaded: LoadedMatch, now: datetime) -> User | None:
    """The volunteer who has waited longest: reachable, not away, never in this match, not substituting in too many.

    None for live matches, which cannot wait for anybody; a bot steps in there.
    """
    if loaded.pace == "live":
        return None
    away = Q(vacations__starts_at__lte=now, vacations__ends_at__gt=now)
    lost = LostSeat.objects.filter(match_id=loaded.id).values_list("user", flat=True)
    here = {user for user in (*lost, *(row.user for row in loaded.seats)) if user is not None}
    people = User.objects.filter(steps_in_for__slug=loaded.slug, is_active=True, mail_bounced_at=None)
    asked = people.filter(mail_stopped=False).exclude(away).exclude(pk__in=here)
    asked = asked.exclude(pk__in=set().union(*blocks.apart_from_each(here).values()))
    taken = Q(match__lost_seats__seat=F("number"), match__status=Match.Status.RUNNING)
    for person in asked.order_by(F("steps_in_for__served_at").asc(nulls_first=True), "pk")[:20]:
        if Seat.objects.filter(taken, user=person).distinct().count() < MOST_AT_ONCE:
            return person
    return None


def _give_clocks(loaded: LoadedMatch, seat: int, successor: User, now: datetime) -> None:
    """Give the open decisions of the seat fresh clocks for the new player, or none for a bot."""
    hours = calendars.of_people([successor.pk], loaded.id).at(successor.pk, now)
    decisions = {open.id: open.decision for open in loaded.open_decisions()}
    for row in OpenDecision.objects.filter(match_id=loaded.id, seat=seat):
        row.user, row.is_bot, row.reminded, row.asked_at = successor, successor.is_bot, 0, now
        row.drains_at = row.due_at = row.remind_at = None
        if not successor.is_bot and row.answered_at is None and row.key in decisions:
            clock = clock_of(loaded, decisions[row.key], loaded.bank_seconds, now, hours)
            row.drains_at, row.due_at = clock
            row.remind_at = reminders.remind_at(now, clock[1], 0, hours)
        row.save()


def _tell(match_id: int, seat: int, absent: int | None, successor: User, event: Event, now: datetime) -> None:
    loaded = lock_match(match_id)  # with the new player
    note(loaded, event, now)
    if successor.is_bot:
        transaction.on_commit(lambda: bot_wakeups.wake_bots(match_id), robust=True)
    else:
        mail_queue.requeue_turns(loaded, seat, f"u{successor.pk}")
    line = loaded.revision  # the number of the note, which the emails quote
    others = [row.number for row in loaded.seats]
    mail_queue.queue_news(loaded, "took_over", f"a{int(now.timestamp())}.{seat}", others, line=line, taken=seat)
    if absent is not None:
        mail_queue.queue_seat_lost(loaded, seat, absent, line)


def volunteer_for(*, user: User, slugs: set[str]) -> None:
    """Volunteer as a substitute for exactly these games. Raises NeedsAccount for guests."""
    if slugs and user.is_guest:
        raise NeedsAccount("Stepping in for others needs an account.")
    Substitute.objects.filter(user=user).exclude(slug__in=slugs).delete()
    Substitute.objects.bulk_create([Substitute(user=user, slug=slug) for slug in sorted(slugs)], ignore_conflicts=True)
