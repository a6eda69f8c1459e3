"""Proposals between players: a pause, more time, a takeback, live play. One player asks, all the others must agree.

Everybody else who is still playing is asked, except bots. If there is nobody to ask, it takes effect at once.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.mail import outbox
from config.postgres import fetch_all, is_away
from games.agreements import takebacks
from games.clocks import time_control
from games.deadlines import live_play
from games.deadlines.shifted_clocks import move_clock, shift_seat
from games.errors import Refusal
from games.kernel.words import read_by
from games.matches import calendars, mail_queue, platform_events
from games.matches.access import need_seat
from games.matches.changes import touch
from games.matches.loaded import AskedRow, LoadedMatch, Question, SeatRow
from games.matches.platform_lines import note
from games.matches.play import lock_match
from games.models import Pause, Proposal

log = logging.getLogger("playpost.match")

OPEN_FOR = timedelta(days=3)  # how long a proposal stays open
OPEN_FOR_LIVE = timedelta(minutes=10)  # for live play, when everybody is present to answer
EMAIL_LATER = timedelta(minutes=1)  # for live play: an open page shows it at once, but may be forgotten in a tab
LONGEST_PAUSE = 30 * time_control.DAY
MOST_TIME = 7 * time_control.DAY
Kind, Outcome = Proposal.Kind, Proposal.Outcome


def ask_pause(*, match_id: int, user: Any, days: int) -> Proposal:
    """Ask the other players for a pause (PLAY-16). Raises Refusal: 403, 404, 409, 422."""
    with _at_table(match_id, user) as (loaded, seat):
        _check_not_live(loaded, "PLAY-16")
        if not 1 <= days <= LONGEST_PAUSE // time_control.DAY:
            raise Refusal(422, f"A pause can last 1 to {LONGEST_PAUSE // time_control.DAY} days.", "PLAY-16")
        if pause_of(loaded.id, timezone.now()):
            raise Refusal(409, "This match is already paused.", "PLAY-16")
        return _ask(loaded, seat, Kind.PAUSE, amount=days * time_control.DAY)


def ask_time(*, match_id: int, user: Any, hours: int) -> Proposal:
    """Ask the opponents for more time for your own open decision (PLAY-17). Raises Refusal: 403, 404, 409, 422."""
    with _at_table(match_id, user) as (loaded, seat):
        _check_not_live(loaded, "PLAY-17")
        if not 1 <= hours <= MOST_TIME // time_control.HOUR:
            raise Refusal(422, f"Ask for 1 to {MOST_TIME // time_control.HOUR} hours.", "PLAY-17")
        row = running_clock(loaded, seat.number)
        if row is None:
            raise Refusal(409, "Your clock isn’t running here.", "PLAY-17")
        return _ask(loaded, seat, Kind.TIME, amount=hours * time_control.HOUR, decision=row.key)


def running_clock(loaded: LoadedMatch, seat: int) -> AskedRow | None:
    """The decision of this seat whose clock runs, if any: for this one it can have more time."""
    return next((row for row in loaded.asked if row.seat == seat and _is_running(row)), None)


def ask_takeback(*, match_id: int, user: Any) -> Proposal:
    """Ask the opponents to let the last move be taken back (PLAY-18). Raises Refusal: 403, 404, 409."""
    with _at_table(match_id, user) as (loaded, seat):
        takebacks.check(loaded, seat.number)
        return _ask(loaded, seat, Kind.UNDO, version=loaded.version)


def undo(*, match_id: int, user: Any) -> None:
    """Take the last move back at once: within three seconds, or against bots alone (PLAY-18). Raises Refusal: 403, 404,
    409."""
    with _at_table(match_id, user) as (loaded, seat):
        if not takebacks.is_free(loaded, seat.number):
            raise Refusal(409, "It’s too late to undo this move. You can ask the other players.", "PLAY-18")
        takebacks.take_back(loaded, seat.number)


def ask_live(*, match_id: int, user: Any, seconds: int) -> Proposal:
    """Ask to play live, with this many seconds per move (PLAY-20). Raises Refusal: 403, 404, 409, 422."""
    with _at_table(match_id, user) as (loaded, seat):
        if loaded.pace == "live":
            raise Refusal(409, "This is already a live game.", "PLAY-20")
        if seconds not in live_play.CHOICES:
            *some, most = map(str, live_play.CHOICES)
            raise Refusal(422, f"Choose {', '.join(some)} or {most} seconds for each decision.", "PLAY-20")
        if pause_of(loaded.id, timezone.now()):
            raise Refusal(409, "This match is paused. End the pause first.", "PLAY-20")
        live_play.need_all_here(loaded, seat.number)
        return _ask(loaded, seat, Kind.LIVE, amount=seconds)


def stop_live_play(*, match_id: int, user: Any) -> None:
    """End live play (PLAY-20). Raises Refusal: 403, 404, 409 if the table is not playing live."""
    with _at_table(match_id, user) as (loaded, seat):
        if loaded.live_play is None:
            raise Refusal(409, "This table isn’t playing live.", "PLAY-20")
        event = platform_events.event("by_post", "PLAY-20", why="asked", seats=[seat.number])
        live_play.end_if_live(loaded, event, timezone.now())


def agree(*, match_id: int, user: Any, proposal_id: int) -> Proposal:
    """Agree; the last agreement carries it out. Raises Refusal: 403, 404, 409 if closed or impossible now."""
    with _at_table(match_id, user) as (loaded, seat):
        proposal = _open_one(loaded, proposal_id)
        if proposal.kind == Kind.LIVE:
            live_play.need_all_here(loaded, seat.number)
        if user.pk not in proposal.agreed:
            proposal.agreed.append(user.pk)
            proposal.save(update_fields=["agreed"])
        if _settle(loaded, proposal).outcome:
            _tell_asker(loaded, proposal)
        else:
            touch(loaded)  # open pages list who has yet to answer
        return proposal


def decline(*, match_id: int, user: Any, proposal_id: int) -> None:
    """Decline, or withdraw your own proposal. Raises Refusal: 403, 404, 409."""
    with _at_table(match_id, user) as (loaded, seat):
        proposal = _open_one(loaded, proposal_id)
        is_own = proposal.by_id == user.pk
        _close(proposal, Outcome.WITHDRAWN if is_own else Outcome.DECLINED)
        _note_no_deal(loaded, proposal, seat.number)
        if not is_own:
            _tell_asker(loaded, proposal)


def end_pause(*, match_id: int, user: Any) -> None:
    """End a pause; the clocks run again (PLAY-16). Raises Refusal: 403, 404, 409 if there is no pause."""
    with _at_table(match_id, user) as (loaded, seat):
        now = timezone.now()
        pause = pause_of(loaded.id, now)
        if pause is None:
            raise Refusal(409, "This match isn’t paused.", "PLAY-16")
        before = calendars.of_match(loaded)
        Pause.objects.filter(pk=pause.pk).update(ends_at=now)
        _shift_all(loaded, before, now)
        note(loaded, platform_events.event("goes_on", "PLAY-16", seat=seat.number), now)
        others = [one.number for one in loaded.people() if one.number != seat.number]
        mail_queue.queue_news(loaded, "goes_on", f"goes_on{pause.pk}", others, line=loaded.revision)


def lapse() -> None:
    """Close the requests that not everybody has answered in time, or that the match has passed. Carry out those to
    which all have agreed who are left."""
    now = timezone.now()
    for id, match_id in fetch_all(_RIPE, [now]):
        try:
            _conclude(match_id, id, now)
        except Exception as error:  # go on with the others
            if is_away(error):
                raise
            if not isinstance(error, Refusal):  # that is of a match that was closed, or cannot be read
                log.exception("Match %s: what a player asked of the others failed.", match_id)
            Proposal.objects.filter(pk=id, outcome="").update(outcome=Outcome.LAPSED)


_RIPE = """
SELECT q.id, q.match_id FROM games_proposal q JOIN games_match m ON m.id = q.match_id
WHERE q.outcome = '' AND (q.ends_at <= %s
    OR q.kind = 'undo' AND q.version <> m.version
    OR q.kind = 'time' AND NOT EXISTS (
        SELECT FROM games_opendecision d WHERE d.match_id = m.id AND d.key = q.decision AND d.answered_at IS NULL)
    OR NOT EXISTS (
        SELECT FROM games_seat s
        WHERE s.match_id = m.id AND s.number = q.seat AND s.user_id = q.by_id AND s.left_reason = '')
    OR q.kind <> 'live' AND NOT EXISTS (
        SELECT FROM games_seat s JOIN accounts_user u ON u.id = s.user_id
        WHERE s.match_id = m.id AND s.number <> q.seat AND s.left_reason = '' AND NOT u.is_bot
            AND NOT q.agreed @> to_jsonb(u.id)))
"""


@transaction.atomic
def _conclude(match_id: int, id: int, now: datetime) -> None:
    loaded = lock_match(match_id)
    proposal = Proposal.objects.filter(pk=id, outcome="").first()
    if proposal is None:
        return
    if proposal.ends_at <= now or loaded.is_over or _is_outdated(loaded, proposal):
        _lapse(loaded, proposal)
    elif _settle(loaded, proposal).outcome:
        _tell_asker(loaded, proposal)


def pause_of(match_id: int, now: datetime) -> Pause | None:
    """The current pause of a match, or None."""
    return Pause.objects.filter(match_id=match_id, starts_at__lte=now, ends_at__gt=now).first()


def open_proposal(match_id: int, now: datetime) -> Proposal | None:
    """The open proposal of a match, or None."""
    return Proposal.objects.filter(match_id=match_id, outcome="", ends_at__gt=now).select_related("by").first()


def is_asked(loaded: LoadedMatch) -> bool:
    """Does a request stand, so that nobody can ask for something else?"""
    standing = open_proposal(loaded.id, timezone.now())
    return standing is not None and not _is_outdated(loaded, standing)


def asked_of(loaded: LoadedMatch, proposal: Proposal | Question) -> list[SeatRow]:
    """The seats whose players must agree."""
    return [seat for seat in loaded.people() if seat.number != proposal.seat]


def _is_running(row: AskedRow) -> bool:
    return row.answered_at is None and row.due_at is not None and row.due_at > timezone.now()


@contextmanager
def _at_table(match_id: int, user: Any) -> Iterator[tuple[LoadedMatch, SeatRow]]:
    """Lock the match in a transaction and yield it with the user's seat. Raises Refusal if they are not playing."""
    with transaction.atomic():
        loaded = lock_match(match_id)
        seat = loaded.seats[need_seat(loaded, user)]
        if loaded.is_over:
            raise Refusal(409, "This match is over.", "PLAY-04")
        if seat.left_reason:
            raise Refusal(409, "You have left this match.", "PLAY-05")
        yield loaded, seat


def _check_not_live(loaded: LoadedMatch, clause: str) -> None:
    if loaded.tempo[0] == "live":
        raise Refusal(409, "You can’t do this while the table is playing live.", clause)


def _ask(loaded: LoadedMatch, seat: SeatRow, kind: Proposal.Kind, **facts: Any) -> Proposal:
    now = timezone.now()
    if standing := Proposal.objects.filter(match_id=loaded.id, outcome="").first():
        if standing.ends_at > now and not _is_outdated(loaded, standing):
            raise Refusal(409, "There is already an open request at this table. Wait for the answer.", CLAUSES[kind])
        _lapse(loaded, standing)
    times = {"asked_at": now, "ends_at": now + (OPEN_FOR_LIVE if kind == Kind.LIVE else OPEN_FOR)}
    proposal = Proposal.objects.create(
        match_id=loaded.id, kind=kind, seat=seat.number, by_id=seat.user or 0, **facts, **times
    )
    if asked_of(loaded, proposal):
        _note(loaded, "asks", proposal, seat=seat.number, what=kind, seconds=proposal.amount)
        _queue_emails(loaded, proposal)
        return proposal
    return _settle(loaded, proposal)


def in_words(proposal: Proposal | Question, names: list[str], reader: int | None) -> str:
    """ "Anna asks for a pause of 3 days." """
    facts = {"seat": proposal.seat, "what": proposal.kind, "seconds": proposal.amount}
    event = platform_events.event("asks", CLAUSES[Kind(proposal.kind)], **facts)
    return read_by(platform_events.story(event, names), reader)


CLAUSES = {Kind.PAUSE: "PLAY-16", Kind.TIME: "PLAY-17", Kind.UNDO: "PLAY-18", Kind.LIVE: "PLAY-20"}


def _open_one(loaded: LoadedMatch, proposal_id: int) -> Proposal:
    """An open proposal of this match. Raises Refusal (404, 409). Agreeing to your own proposal changes nothing."""
    proposal = Proposal.objects.filter(pk=proposal_id, match_id=loaded.id).first()
    if proposal is None:
        raise Refusal(404, "There is no such request at this table.")
    if proposal.outcome or proposal.ends_at <= timezone.now():
        raise Refusal(409, "This request is already settled.", CLAUSES[Kind(proposal.kind)])
    return proposal


def _settle(loaded: LoadedMatch, proposal: Proposal) -> Proposal:
    """Put the proposal into effect once everybody has agreed."""
    if {seat.user for seat in asked_of(loaded, proposal)} <= set(proposal.agreed):
        loaded.question = None
        _EFFECTS[Kind(proposal.kind)](loaded, proposal)
        _close(proposal, Outcome.AGREED)
    return proposal


def _close(proposal: Proposal, outcome: str) -> None:
    proposal.outcome = outcome
    proposal.save(update_fields=["outcome"])


def begin_pause(loaded: LoadedMatch, seconds: int, kind: str) -> None:
    """Stop the clocks of a locked match for this long. `kind`: the kind of the line for its log."""
    now = timezone.now()
    before = calendars.of_match(loaded)
    until = now + timedelta(seconds=seconds)
    Pause.objects.create(match_id=loaded.id, starts_at=now, ends_at=until)
    _shift_all(loaded, before, now)
    note(loaded, platform_events.event(kind, "PLAY-16", until=f"{until:%-d %B %Y, %H:%M}"), now)


def _lapse(loaded: LoadedMatch, proposal: Proposal) -> None:
    """Close a request, in the log and for the player who asked, unless nobody waits for its answer any more."""
    _close(proposal, Outcome.LAPSED)
    if loaded.is_over or _is_outdated(loaded, proposal):
        touch(loaded)  # open pages show it no longer
        return
    _note_no_deal(loaded, proposal, proposal.seat)
    _tell_asker(loaded, proposal)


def _note_no_deal(loaded: LoadedMatch, proposal: Proposal, seat: int) -> None:
    facts = {"seat": seat, "what": proposal.kind, "seconds": proposal.amount, "outcome": proposal.outcome}
    _note(loaded, "no_deal", proposal, **facts)


def _is_outdated(loaded: LoadedMatch, proposal: Proposal) -> bool:
    """Has the player who asked left, the move been made for which time was asked, or somebody moved after the move to
    take back?"""
    asker = loaded.seats[proposal.seat]
    if asker.user != proposal.by_id or asker.left_reason:
        return True
    if proposal.kind == Kind.TIME:
        return not any(row.key == proposal.decision and _is_running(row) for row in loaded.asked)
    return proposal.kind == Kind.UNDO and loaded.version != proposal.version


def _shift_all(loaded: LoadedMatch, before: calendars.Hours, now: datetime) -> None:
    after = calendars.of_match(loaded)
    for seat in loaded.seats:
        shift_seat(loaded, seat.number, before, after, now)


def _give_time(loaded: LoadedMatch, proposal: Proposal) -> None:
    row = next((row for row in loaded.asked if row.key == proposal.decision and _is_running(row)), None)
    if row is None or row.due_at is None or row.drains_at is None:
        raise Refusal(409, "This move has already been made.", "PLAY-17")
    hours = calendars.of_match(loaded).at(loaded.seats[row.seat].user, row.asked_at)
    clock = time_control.lengthen(row.drains_at, row.due_at, proposal.amount, hours)
    move_clock(loaded, row, clock, hours, timezone.now())
    _note(loaded, "more_time", proposal, seat=proposal.seat, seconds=proposal.amount)


def _take_back(loaded: LoadedMatch, proposal: Proposal) -> None:
    if loaded.version != proposal.version:
        raise Refusal(409, "Somebody has moved since.", "PLAY-18")
    takebacks.take_back(loaded, proposal.seat)


_EFFECTS: dict[str, Callable[[LoadedMatch, Proposal], None]] = {
    Kind.PAUSE: lambda loaded, agreed: begin_pause(loaded, agreed.amount, "paused"),
    Kind.TIME: _give_time,
    Kind.UNDO: _take_back,
    Kind.LIVE: lambda loaded, agreed: live_play.begin(loaded, agreed.amount, timezone.now()),
}


def _note(loaded: LoadedMatch, kind: str, proposal: Proposal, **facts: Any) -> None:
    note(loaded, platform_events.event(kind, CLAUSES[Kind(proposal.kind)], **facts), timezone.now())


def _queue_emails(loaded: LoadedMatch, proposal: Proposal) -> None:
    """Queue an email to everybody who is asked."""
    facts = {"match": loaded.id, "proposal": proposal.pk, "live": loaded.pace == "live", "slug": loaded.slug}
    later = proposal.asked_at + (EMAIL_LATER if proposal.kind == Kind.LIVE else timedelta())
    outbox.queue_many(
        outbox.row_for(
            kind="proposal",
            key=f"m{loaded.id}.s{seat.number}.proposal{proposal.pk}",
            user=seat.user,
            data=facts | {"seat": seat.number},
            not_before=later,
        )
        for seat in asked_of(loaded, proposal)
        if seat.user is not None
    )


def _tell_asker(loaded: LoadedMatch, proposal: Proposal) -> None:
    """Queue an email with the answer, the newest line of the log, to the player who asked. Live play has everybody at
    the table, and after a takeback it is their turn, which they are told anyway."""
    is_told = proposal.kind == Kind.LIVE or (proposal.kind == Kind.UNDO and proposal.outcome == Outcome.AGREED)
    if is_told or loaded.seats[proposal.seat].user != proposal.by_id:
        return
    facts = {"match": loaded.id, "seat": proposal.seat, "live": loaded.pace == "live", "slug": loaded.slug}
    facts |= {"line": loaded.revision, "clause": CLAUSES[Kind(proposal.kind)]}
    facts |= {"lapsed": True} if proposal.outcome == Outcome.LAPSED else {}
    outbox.queue(kind="settled", key=f"m{loaded.id}.settled{proposal.pk}", user=proposal.by_id, data=facts)
