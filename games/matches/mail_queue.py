"""Queues a match's emails in the transaction of what they are about: your turn, reminders, the end.

One event, one email: what a "your turn" can say in its first sentence gets no email of its own.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import OutgoingMail
from games.kernel.position import Open
from games.matches import presence
from games.matches.loaded import LoadedMatch
from games.matches.store import Change
from games.models import OpenDecision

MOVER_DELAY = 900  # seconds until "your turn" goes to somebody whose own move has brought it about
JOINED: dict[str, tuple[str, ...]] = {  # emails about one event: the first tells what the others would
    "over": ("took_over", "defaulted", "missed"),
    "turn": ("took_over", "defaulted", "missed"),
    "lost": ("defaulted",),
    "took_over": ("missed",),
    "defaulted": (),
    "missed": (),
}
_WAITING = """
SELECT count(DISTINCT d.match_id) FROM games_opendecision d JOIN games_match m ON m.id = d.match_id
WHERE d.answered_at IS NULL AND d.user_id = %s AND d.pace <> 'standing' AND m.pace = 'correspondence'
"""
AT_TABLE_DELAY = 300  # seconds until "your turn" goes to somebody who has the table open


def queue_started(loaded: LoadedMatch) -> None:
    """Emails that the match has begun, to those whom no "your turn" tells it."""
    asked = set() if loaded.pace == "live" else {open.decision.seat for open in loaded.open_decisions() if _asks(open)}
    others = [seat.number for seat in _people(loaded) if seat.number not in asked]
    outbox.queue_many(_row(loaded, "started", f"s{seat}.started", seat) for seat in others)


def defaulted(loaded: LoadedMatch, seat: int, decision: str, *, tell_others: bool = False) -> list[Any]:
    """Emails, not queued yet: to the seat for which the clock has moved; to the others that it has missed a turn."""
    rows = []
    # What stays sealed may be followed by the next question at once, when the clock has played for the others, too.
    later = None if tell_others else timezone.now() + timedelta(seconds=settings.MAIL_DELAY)
    if loaded.seats[seat].user is not None and not loaded.seats[seat].is_bot:
        rows.append(_row(loaded, "defaulted", f"{decision}.defaulted", seat, later, decision=decision))
    others = [one.number for one in loaded.people() if tell_others and one.number != seat]
    return rows + [_row(loaded, "missed", f"{decision}.missed.s{one}", one, absent=seat) for one in others]


def queue_turns_anew(loaded: LoadedMatch, seat: int, mark: str) -> None:
    """Emails about what a seat is asked to somebody who has not got them: a new player, or one whose mail came back.

    `mark` tells these emails from the first ones.
    """
    mine = [one for one in loaded.open_decisions() if one.decision.seat == seat and one.answer is None]
    keys = [one.id for one in mine if not one.decision.optional]
    if loaded.pace != "live":
        outbox.queue_many(_row(loaded, "turn", f"{key}.turn.{mark}", seat, decision=key) for key in keys)


def queue_news(loaded: LoadedMatch, kind: str, key: str, seats: Iterable[int], **data: Any) -> None:
    """Emails about something that the platform does at this table, to the people in these seats."""
    people = {seat.number for seat in loaded.people()}
    outbox.queue_many(_row(loaded, kind, f"{key}.s{seat}", seat, **data) for seat in seats if seat in people)


def queue_lost(loaded: LoadedMatch, seat: int, absent: int, line: int) -> None:
    """An email to whoever has lost the seat; `line`: the number of the line of the log that tells it."""
    facts = {"match": loaded.id, "live": loaded.pace == "live", "slug": loaded.slug, "line": line}
    outbox.queue_many(
        [outbox.row_for(kind="lost", key=f"m{loaded.id}.s{seat}.lost.u{absent}", user=absent, data=facts)]
    )


def queue_ladder(loaded: LoadedMatch, seat: int, decision: str, kind: str, due: datetime) -> None:
    """A reminder or the last call for a deadline; once for each deadline."""
    key = f"{decision}.{kind}.{int(due.timestamp())}"
    outbox.queue_many([_row(loaded, kind, key, seat, decision=decision)])


def samples(person: Any) -> list[Any]:
    """Emails, not stored, about what this person is asked now: for the preview in the settings."""
    asked = OpenDecision.objects.filter(OpenDecision.OPEN, user=person).exclude(pace="standing").select_related("match")
    rows = list(asked.defer("match__position").order_by("due_at")[:5])
    found = []
    for row in rows:
        facts = {"match": row.match_id, "seat": row.seat, "live": False, "slug": row.match.slug, "decision": row.key}
        found.append(outbox.row_for(kind="turn", key=f"m{row.match_id}.{row.key}.turn", user=person, data=facts))
        found[-1].user = person
    return found


def games_waiting(user_id: int) -> int:
    """In how many games it is this person's turn."""
    with connection.cursor() as cursor:  # asked before each email: building the query took longer than its answer
        cursor.execute(_WAITING, [user_id])
        return int(cursor.fetchone()[0])


def turn_mails(changes: list[Change]) -> list[Any]:
    """Emails for new decisions, a little later: who is just playing has answered by then and gets none.

    Who has the table open gets more time for it, but a page forgotten in some window keeps no email back for long;
    no longer does live play at a table by correspondence (PLAY-20), whose clocks end before the email goes out.
    Who has just moved and is asked again has the answer to the move before the eyes: an email comes much later.
    """
    turns = [(change, open.id, open.decision.seat) for change in changes for open in _emails_for(change)]
    here = presence.among((change.loaded.id, seat) for change, _, seat in turns)
    now, rows = timezone.now(), []
    for change, id, seat in turns:
        is_there = change.loaded.live_play or (change.loaded.id, seat) in here
        wait = AT_TABLE_DELAY if is_there else settings.MAIL_DELAY
        wait = MOVER_DELAY if seat in change.news.movers else wait
        later = now + timedelta(seconds=wait)
        rows.append(_row(change.loaded, "turn", f"{id}.turn", seat, later, decision=id))
        if change.news.is_start:
            rows[-1].data["begun"] = True
    return rows


def merged(turns: list[Any], news: Iterable[Any]) -> list[Any]:
    """These rows without news of a missed turn for somebody who is asked now: "your turn" says it first."""
    asked = {(row.match_id, row.user_id): row for row in turns}
    kept = []
    for row in news:
        turn = asked.get((row.match_id, row.user_id)) if row.kind in ("missed", "defaulted") else None
        if turn is None:
            kept.append(row)
        else:
            turn.data |= _told_by(row)
    return [*turns, *kept]


def join_waiting(matches: Collection[LoadedMatch]) -> None:
    """One email for one event, among those about these matches that nobody has begun to send: "your turn" and the
    result tell what was missed before; whoever has lost the seat, or hears who has it now, need not hear why twice."""
    ids, people = {loaded.id for loaded in matches}, {seat.user for loaded in matches for seat in _people(loaded)}
    waiting = OutgoingMail.objects.filter(status="queued", attempts=0, user__in=people, kind__in=JOINED)
    waiting = waiting.filter(match_id__in=[str(id) for id in ids])
    by_person: dict[tuple[str, int], dict[str, Any]] = {}
    for row in waiting.select_for_update(skip_locked=True).order_by("id"):
        by_person.setdefault((row.match_id, row.user_id), {})[row.kind] = row
    asked = set(OpenDecision.objects.filter(OpenDecision.OPEN, match_id__in=ids).values_list("match_id", "key"))
    for rows in by_person.values():
        if (turn := rows.get("turn")) and (int(turn.match_id), turn.data["decision"]) not in asked:
            del rows["turn"]  # it was answered, and will not be sent
        if first := next((rows[kind] for kind in JOINED if kind in rows), None):
            others = [rows[kind] for kind in JOINED[first.kind] if kind in rows]
            for row in others:
                first.data |= _told_by(row)
            if others:
                first.save(update_fields=["data"])
                OutgoingMail.objects.filter(pk__in=[row.pk for row in others]).delete()


def _told_by(row: Any) -> dict[str, Any]:
    """What another email has to say so that this one is not needed."""
    if row.kind == "took_over":
        return {"line": row.data["line"], "taken": row.data["taken"]}
    return {"missed": True} if row.kind == "defaulted" else {"absent": row.data["absent"]}


def _emails_for(change: Change) -> list[Open]:
    """The new decisions about which somebody is written to."""
    loaded, outcome, news = change.loaded, change.outcome, change.news
    if loaded.pace == "live" or news.ended or not outcome.is_public:
        return []
    people = {seat.number for seat in loaded.people()}
    return [open for open in news.opened if _asks(open) and open.decision.seat in people]


def _asks(open: Open) -> bool:
    return open.answer is None and not (open.decision.optional or open.decision.clock.continues)


def queue_over(loaded: LoadedMatch, rated: Mapping[int, tuple[int, int]]) -> None:
    """Emails to everybody that the match is over; `rated`: {user id: (rating before, after)}."""
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
    left = {one.seat for one in loaded.former}  # a bot that plays on for somebody was not chosen as an opponent
    if all(other.is_bot and other.number not in left for other in loaded.seats if other.number != seat):
        facts["bots"] = True
    user = loaded.seats[seat].user
    assert user is not None
    return outbox.row_for(kind=kind, key=f"m{loaded.id}.{key}", user=user, data=facts, not_before=later)
