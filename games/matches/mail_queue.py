"""Queues a match's emails (your turn, reminders, the result) in the same transaction as the event they report.

One email per event: news that fits into the first sentence of a "your turn" email is not sent separately.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import OutgoingMail
from games.kernel.position import Open
from games.matches import presence
from games.matches.loaded import LoadedMatch
from games.matches.store import Change
from games.models import OpenDecision

TURN = "turn"
MOVER_DELAY = 900  # seconds before "your turn" is sent to somebody who has just moved at the table and is asked again
JOINED: dict[str, tuple[str, ...]] = {  # kind of email: the kinds whose news it includes, so that they are not sent
    "over": ("took_over", "defaulted", "missed"),
    "turn": ("took_over", "defaulted", "missed"),
    "lost": ("defaulted",),
    "took_over": ("missed",),
    "defaulted": (),
    "missed": (),
}
AT_TABLE_DELAY = 300  # seconds before "your turn" is sent to somebody who has the table open, or has moved by mail


def queue_started(loaded: LoadedMatch) -> None:
    """Queue "the match has started" for everybody who does not get a "your turn" email anyway."""
    opens = [] if loaded.pace == "live" else loaded.open_decisions()
    asked = {open.decision.seat for open in opens if _needs_email(open)}
    others = [seat.number for seat in _people(loaded) if seat.number not in asked]
    outbox.queue_many(_row(loaded, "started", f"s{seat}.started", seat) for seat in others)


def defaulted(loaded: LoadedMatch, seat: int, decision: str, *, tell_others: bool = False) -> list[Any]:
    """Unsaved emails: to the player for whom the clock has moved and, with `tell_others`, to their opponents."""
    rows = []
    # After a sealed default the next question may follow at once, as soon as the clock has played for the others.
    later = None if tell_others else timezone.now() + timedelta(seconds=settings.MAIL_DELAY)
    if loaded.seats[seat].user is not None and not loaded.seats[seat].is_bot:
        rows.append(_row(loaded, "defaulted", f"{decision}.defaulted", seat, later, decision=decision))
    others = [one.number for one in loaded.people() if tell_others and one.number != seat]
    at = loaded.revision
    return rows + [_row(loaded, "missed", f"{decision}.missed.s{one}", one, absent=seat, at=at) for one in others]


def requeue_turns(loaded: LoadedMatch, seat: int, mark: str) -> None:
    """Queue "your turn" again, for a new player in the seat or for somebody whose emails had bounced.

    `mark` makes the keys differ from those of the first emails.
    """
    mine = [one for one in loaded.open_decisions() if one.decision.seat == seat and one.answer is None]
    keys = [one.id for one in mine if not one.decision.optional]
    if loaded.pace != "live":
        outbox.queue_many(_row(loaded, "turn", f"{key}.turn.{mark}", seat, decision=key) for key in keys)


def queue_news(loaded: LoadedMatch, kind: str, key: str, seats: Iterable[int], **data: Any) -> None:
    """Queue emails about something the platform did in this match, to the people in these seats."""
    people = {seat.number for seat in loaded.people()}
    outbox.queue_many(_row(loaded, kind, f"{key}.s{seat}", seat, **data) for seat in seats if seat in people)


def queue_seat_lost(loaded: LoadedMatch, seat: int, absent: int, line: int) -> None:
    """Queue an email to the player who has lost the seat; `line`: number of the log record about it."""
    facts = {"match": loaded.id, "live": loaded.pace == "live", "slug": loaded.slug, "line": line}
    outbox.queue(kind="lost", key=f"m{loaded.id}.s{seat}.lost.u{absent}", user=absent, data=facts)


def queue_reminder(loaded: LoadedMatch, seat: int, decision: str, kind: str, due: datetime) -> None:
    """Queue a reminder or the last call, at most once per deadline."""
    outbox.queue_many([_row(loaded, kind, reminder_key(decision, kind, due), seat, decision=decision)])


def reminder_key(decision: str, kind: str, due: datetime) -> str:
    """The key of a reminder in its match: there is at most one per deadline."""
    return f"{decision}.{kind}.{int(due.timestamp())}"


def samples(person: Any) -> list[Any]:
    """Unsaved emails about this person's open decisions, for the preview in the settings."""
    asked = OpenDecision.objects.filter(OpenDecision.OPEN, user=person).exclude(pace="standing").select_related("match")
    rows = list(asked.defer("match__position").order_by("due_at")[:5])
    emails = []
    for row in rows:
        facts = {"match": row.match_id, "seat": row.seat, "live": False, "slug": row.match.slug, "decision": row.key}
        emails.append(outbox.row_for(kind="turn", key=f"m{row.match_id}.{row.key}.turn", user=person, data=facts))
        emails[-1].user = person
    return emails


def turn_mails(changes: list[Change]) -> list[Any]:
    """Unsaved "your turn" emails for new decisions. Each is delayed, and is not sent if the decision is answered first.

    The delay is longer for somebody who has the table open, but bounded, as the page may be forgotten in a tab; live
    play in a correspondence match (PLAY-20) counts as open, as its clocks run out sooner. It is longest for somebody
    who has just moved at the table and is asked again: they have seen the question. So have those who moved by mail,
    on the page of the link or in the answer to the reply, but neither stays open.
    """
    turns = [(change, open.id, open.decision.seat) for change in changes for open in _emails_for(change)]
    here = presence.among((change.loaded.id, seat) for change, _, seat in turns)
    now, rows = timezone.now(), []
    for change, id, seat in turns:
        is_there = change.loaded.live_play or (change.loaded.id, seat) in here
        wait = AT_TABLE_DELAY if is_there else settings.MAIL_DELAY
        if moved_by := _way_of(change, seat):
            wait = AT_TABLE_DELAY if moved_by == "mail" else MOVER_DELAY
        later = now + timedelta(seconds=wait)
        rows.append(_row(change.loaded, "turn", f"{id}.turn", seat, later, decision=id))
        if any(entry.by == "start" for entry in change.entries):
            rows[-1].data["begun"] = True
    return rows


def _way_of(change: Change, seat: int) -> str:
    """How the person in this seat has just moved (web, mail …); "" if they have not."""
    return next((one.by for one in change.entries if one.seat == seat and one.user and one.by != "bot"), "")


def merge_news(turns: list[Any], news: Iterable[Any]) -> list[Any]:
    """All of these emails, with news of a missed turn folded into the "your turn" email of the same person."""
    asked = {(row.match_id, row.user_id): row for row in turns}
    kept = []
    for row in news:
        turn = asked.get((row.match_id, row.user_id)) if row.kind in ("missed", "defaulted") else None
        if turn is None:
            kept.append(row)
        else:
            turn.data |= _news_of(row)
    return [*turns, *kept]


def join_waiting(matches: Collection[LoadedMatch]) -> None:
    """Merge queued emails about these matches so that each person gets one per event (see JOINED).

    Only emails that no sender has tried yet are merged.
    """
    ids, people = {loaded.id for loaded in matches}, {seat.user for loaded in matches for seat in _people(loaded)}
    waiting = OutgoingMail.objects.filter(status="queued", attempts=0, user__in=people, kind__in=JOINED)
    waiting = waiting.filter(match_id__in=[str(id) for id in ids])
    by_person: dict[tuple[str, int], dict[str, Any]] = {}
    for row in waiting.select_for_update(skip_locked=True).order_by("id"):
        by_person.setdefault((row.match_id, row.user_id), {})[row.kind] = row
    asked = set(OpenDecision.objects.filter(OpenDecision.OPEN, match_id__in=ids).values_list("match_id", "key"))
    for rows in by_person.values():
        if (turn := rows.get("turn")) and (int(turn.match_id), turn.data["decision"]) not in asked:
            del rows["turn"]  # already answered, so it will not be sent
        if first := next((rows[kind] for kind in JOINED if kind in rows), None):
            others = [rows[kind] for kind in JOINED[first.kind] if kind in rows]
            for row in others:
                first.data |= _news_of(row)
            if others:
                first.save(update_fields=["data"])
                OutgoingMail.objects.filter(pk__in=[row.pk for row in others]).delete()


def _news_of(row: Any) -> dict[str, Any]:
    """The data that another email needs to include this one's news."""
    if row.kind == "took_over":
        return {"line": row.data["line"], "taken": row.data["taken"]}
    return {"missed": True} if row.kind == "defaulted" else {"absent": row.data["absent"], "at": row.data.get("at")}


def not_needed(loaded: LoadedMatch, decision: str, reason: str) -> None:
    """Cancel "your turn" for a decision that another email has just asked."""
    waiting = OutgoingMail.objects.filter(key=f"m{loaded.id}.{decision}.turn", status=OutgoingMail.Status.QUEUED)
    waiting.update(status=OutgoingMail.Status.SKIPPED, reason=reason, done_at=timezone.now())


def _emails_for(change: Change) -> list[Open]:
    """The new decisions that need a "your turn" email; none on a clock that has run out, which plays them too."""
    loaded = change.loaded
    if loaded.pace == "live" or loaded.is_over or not change.outcome.is_public:
        return []
    people = {seat.number for seat in loaded.people()}
    late = {row.key for row in loaded.asked if row.due_at is not None and row.due_at <= timezone.now()}
    opened = [open for open in change.opened if open.id not in late and open.decision.seat in people]
    return [open for open in opened if _needs_email(open)]


def _needs_email(open: Open) -> bool:
    return open.answer is None and not open.decision.optional


def queue_result(loaded: LoadedMatch, rated: Mapping[int, tuple[int, int]]) -> None:
    """Queue emails to everybody that the match is over; `rated`: {user id: (rating before, after)}."""
    rows = []
    for seat in _people(loaded):
        rows.append(_row(loaded, "over", f"s{seat.number}.over", seat.number))
        if seat.user in rated:
            rows[-1].data["rating"] = list(rated[seat.user])
    outbox.queue_many(rows)


def _people(loaded: LoadedMatch) -> list[Any]:
    return [seat for seat in loaded.seats if seat.user is not None and not seat.is_bot]


def _row(loaded: LoadedMatch, kind: str, key: str, seat: int, later: datetime | None = None, **data: Any) -> Any:
    facts = {"match": loaded.id, "seat": seat, "live": loaded.pace == "live", "slug": loaded.slug, **data}
    facts["time"] = loaded.move_seconds
    left = {player.seat for player in loaded.former}  # a bot that took over a seat was not chosen as an opponent
    if all(other.is_bot and other.number not in left for other in loaded.seats if other.number != seat):
        facts["bots"] = True
    user = loaded.seats[seat].user
    assert user is not None
    return outbox.row_for(kind=kind, key=f"m{loaded.id}.{key}", user=user, data=facts, not_before=later)
