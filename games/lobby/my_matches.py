"""The page of my matches: what waits for me, what runs, tables and results."""

from collections import defaultdict
from datetime import datetime
from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.db import connection
from django.utils import timezone

from games.clocks import time_control
from games.clocks.waking_hours import Calendar
from games.kernel.position import UNSEEN
from games.lobby.list_rows import Listed, listed
from games.lobby.lists import PER_PAGE, pace_words
from games.matches import calendars
from games.models import Match
from games.table.chat_lines import unread
from games.templates import address
from games.titles import load

MOST_ROWS, MOST_INVITATIONS = 100, 20
Matches = dict[int, Listed]

# Written down: putting them together anew costs ten times as much as what the database does.
_DECISIONS = """
SELECT match_id, prompt, asked_at, drains_at, due_at FROM games_opendecision
WHERE user_id = %s AND answered_at IS NULL ORDER BY due_at, id LIMIT %s
"""
_BEGUN_OR_OPEN = """
SELECT id FROM games_match
WHERE id IN (SELECT match_id FROM games_seat WHERE user_id = %s) AND status IN ('running', 'open')
ORDER BY id DESC LIMIT %s
"""
_OVER = "FROM games_match WHERE id IN (SELECT match_id FROM games_seat WHERE user_id = %s) AND status = 'over'"
_ASKED = """
SELECT d.match_id, coalesce(nullif(u.display_name, ''), u.username), d.due_at
FROM games_opendecision d JOIN accounts_user u ON u.id = d.user_id
WHERE d.match_id = ANY(%s) AND d.pace <> ALL(%s) ORDER BY d.seat, d.id
"""
_INVITATIONS = """
SELECT i.match_id, coalesce(nullif(u.display_name, ''), u.username)
FROM games_invitation i JOIN games_match m ON m.id = i.match_id JOIN accounts_user u ON u.id = i.by_id
WHERE i.user_id = %(me)s AND m.status = 'open' AND NOT EXISTS (SELECT 1 FROM accounts_block b
    WHERE (b.by_id = %(me)s AND b.whom_id = i.by_id) OR (b.by_id = i.by_id AND b.whom_id = %(me)s))
ORDER BY i.id DESC LIMIT %(most)s
"""


class Decision(NamedTuple):
    """What waits for somebody."""

    match: int
    prompt: str
    asked_at: datetime
    drains_at: datetime | None
    due_at: datetime | None


def _rows(sql: str, given: Any) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, given)
        return [*cursor.fetchall()]


class Finished:
    """The ids of somebody's finished matches, newest first, for a Paginator."""

    def __init__(self, user_id: int) -> None:
        self.user_id = user_id

    def count(self) -> int:
        return int(_rows(f"SELECT count(*) {_OVER}", [self.user_id])[0][0])

    def __getitem__(self, part: slice) -> list[int]:
        count = part.stop - part.start
        sql = f"SELECT id {_OVER} ORDER BY id DESC OFFSET %s LIMIT %s"
        return [row[0] for row in _rows(sql, [self.user_id, part.start, count])] if count else []


def my_decisions(user: Any) -> list[dict[str, Any]]:
    """Decisions that wait for this person, the most urgent first."""
    found = _decisions(user)
    return _waiting(found, listed({one.match for one in found}), user)


def _decisions(user: Any) -> list[Decision]:
    return [Decision(*row) for row in _rows(_DECISIONS, [user.pk, MOST_ROWS])]


def _waiting(found: list[Decision], known: Matches, user: Any) -> list[dict[str, Any]]:
    hours = calendars.of_people([user.pk])
    return [
        {
            **_brief(known[one.match], user),
            "prompt": one.prompt,
            "due_at": one.due_at,
            "pace": pace_words(known[one.match]),
            **_time(one, hours.at(user.pk, one.asked_at)),
        }
        for one in found
        if one.match in known
    ]


def _time(row: Decision, hours: Calendar) -> dict[str, Any]:
    """The clock that runs now, the move's or the reserve's: when it ends, how long it was, and what comes after it."""
    now = timezone.now()
    if row.due_at is None or row.drains_at is None:
        return {"clock_at": row.due_at, "total": 0, "what_runs": ""}
    begin, end = (row.asked_at, row.drains_at) if now < row.drains_at else (row.drains_at, row.due_at)
    what_runs = time_control.what_runs(now, row.drains_at, row.due_at, hours)
    return {"clock_at": end, "total": round((end - begin).total_seconds()), "what_runs": what_runs}


def matches_page(user: Any, page: Any) -> dict[str, Any]:
    """The page "My games": waiting, running, tables and finished."""
    decisions, invited = _decisions(user), _invited(user)
    begun_or_open = [row[0] for row in _rows(_BEGUN_OR_OPEN, [user.pk, 2 * MOST_ROWS])]
    ended: Any = Finished(user.pk)
    finished = Paginator(ended, PER_PAGE).get_page(page)
    over: list[int] = list(finished.object_list)
    busy = {one.match for one in decisions}
    known = listed({*busy, *over, *(id for id in begun_or_open), *(id for id, _ in invited)})
    mine = [known[id] for id in begun_or_open if id in known]
    running = [match for match in mine if match.status == Match.Status.RUNNING and match.id not in busy][:MOST_ROWS]
    tables = [match for match in mine if match.status == Match.Status.OPEN][:MOST_ROWS]
    owed = _who_is_asked(running)
    talk = unread(user, [*busy, *(match.id for match in running)])
    finished.object_list = [_finished(known[id], user) for id in over if id in known]
    return {
        "waiting": [row | {"unread": talk.get(row["id"], 0)} for row in _waiting(decisions, known, user)],
        "running": [_brief(match, user) | owed[match.id] | {"unread": talk.get(match.id, 0)} for match in running],
        "invited": _invitations(invited, known, user),
        "tables": [_table(match, user) for match in tables],
        "finished": finished,
    }


def _who_is_asked(matches: list[Listed]) -> dict[int, dict[str, Any]]:
    """For each match who holds it up, as everybody may know it, and until when at the latest."""
    owed: dict[int, dict[str, Any]] = defaultdict(lambda: {"waiting_for": "", "due_at": None})
    for match_id, name, due_at in _rows(_ASKED, [[match.id for match in matches], list(UNSEEN)]):
        facts = owed[match_id]  # answered ones too: who has answered is nobody's business
        facts["waiting_for"] = f"{facts['waiting_for']}, {name}" if facts["waiting_for"] else name
        facts["due_at"] = min(filter(None, (facts["due_at"], due_at)), default=None)
    return owed


def _brief(match: Listed, user: Any) -> dict[str, Any]:
    others = [seat.name for seat in match.seats if seat.user not in (0, user.pk)]
    return {
        "id": match.id,
        "slug": match.slug,
        "title": load()[match.slug].meta.title,
        "opponents": ", ".join(others),
        "url": address("match", match.id),
    }


def invitations(user: Any) -> list[dict[str, Any]]:
    """Tables that wait for this person's answer, the newest first."""
    invited = _invited(user)
    return _invitations(invited, listed([id for id, _ in invited]), user)


def _invited(user: Any) -> list[Any]:
    """(match id, who invites); nobody from whom this person is kept apart."""
    return _rows(_INVITATIONS, {"me": user.pk, "most": MOST_INVITATIONS})


def _invitations(invited: list[Any], known: Matches, user: Any) -> list[dict[str, Any]]:
    return [
        _table(known[id], user)
        | {
            "by": by,
            "pace": pace_words(known[id]),
            "is_rated": known[id].is_rated,
            "join_url": address("join", id),
            "decline_url": address("decline", id),
        }
        for id, by in invited
        if id in known
    ]


def _table(match: Listed, user: Any) -> dict[str, Any]:
    url = address("match", match.id) + ("" if match.is_public else f"?key={match.token}")
    return _brief(match, user) | {"taken": match.taken, "total": match.seat_count, "url": url}


def _finished(match: Listed, user: Any) -> dict[str, Any]:
    rank = next((seat.rank for seat in match.seats if seat.user == user.pk), None)
    result = {"rank": rank, "seats": match.seat_count, "ended_at": match.ended_at}
    return _brief(match, user) | result
