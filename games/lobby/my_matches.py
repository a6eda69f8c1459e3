"""The page "My games": my open decisions, running matches, open tables and results."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from accounts.people import blocks
from accounts.people.listed import name_in_sql
from config.postgres import fetch_all
from games.clocks import time_control
from games.kernel.position import UNSEEN
from games.lobby.lists import PER_PAGE, pace_words
from games.lobby.match_rows import Listed, MatchRow, listed_by_id
from games.matches import calendars
from games.models import Match
from games.pagination import Pages, Rows
from games.table.chat_reading import unread

MOST_ROWS, MOST_INVITATIONS = 100, 20
CARDS = 4  # decisions shown as cards; the others are folded
FEW = 8  # begun matches that one looks through without a filter
URGENCY = (("Within a day", timedelta(days=1)), ("Within three days", timedelta(days=3)))
LATER = "Later"
Known = dict[int, Listed]  # matches by id
Decision = tuple[int, str, datetime, datetime | None, datetime | None, str]  # the columns of _DECISIONS

# Plain SQL, because building these statements from querysets takes ten times as long as executing them.
# One row for each match, because one number counts the games that wait for a person (see bell.py). Nobody waits for a
# standing order.
_DECISIONS = """
SELECT match_id, prompt, asked_at, drains_at, due_at, key FROM (
    SELECT DISTINCT ON (match_id) * FROM games_opendecision
    WHERE user_id = %s AND answered_at IS NULL AND pace <> 'standing' ORDER BY match_id, due_at, id
) AS urgent ORDER BY due_at, id LIMIT %s
"""
_BEGUN_OR_OPEN = """
SELECT id FROM games_match
WHERE id IN (SELECT match_id FROM games_seat WHERE user_id = %s AND rank IS NULL) AND status IN ('running', 'open')
ORDER BY id DESC LIMIT %s
"""
# Seats get their ranks when the match is over. Without its table, no other index is read than that of the seats.
_OVER = "SELECT match_id FROM games_seat WHERE user_id = %(me)s AND rank IS NOT NULL ORDER BY match_id DESC"
_ASKED = f"""
SELECT d.match_id, {name_in_sql("u")}, d.due_at
FROM games_opendecision d JOIN accounts_user u ON u.id = d.user_id
WHERE d.match_id = ANY(%s) AND d.pace <> ALL(%s) AND d.user_id <> %s ORDER BY d.seat, d.id
"""
_INVITATIONS = f"""
SELECT i.match_id, {name_in_sql("u")}
FROM games_invitation i JOIN games_match m ON m.id = i.match_id JOIN accounts_user u ON u.id = i.by_id
WHERE i.user_id = %(me)s AND m.status = 'open' AND NOT {blocks.sql_between("%(me)s", "i.by_id")}
ORDER BY i.id DESC LIMIT %(most)s
"""


class Waiting(MatchRow):
    """An open decision of this person. `clock_at`: when the running clock (or the reserve) ends; `total`: its seconds;
    `what_runs`: which one it is, and what follows; `unread`: unread chat lines; `key`:
    the decision's, for the picture of the position."""

    prompt: str
    due_at: datetime | None
    clock_at: datetime | None
    total: int
    what_runs: str
    unread: int
    key: str = ""


class Running(MatchRow):
    """A match waiting for others: for whom, as far as is public, and until when."""

    unread: int
    waiting_for: str = ""
    due_at: datetime | None = None


class Invitation(MatchRow):
    """An invitation of this person. `by`: who invites."""

    by: str
    pace: str


def my_decisions(user: Any, most: int = MOST_ROWS) -> list[Waiting]:
    """The most urgent open decision of this person in each match, most urgent first."""
    decisions = _decisions(user)[:most]
    return _waiting(decisions, listed_by_id({match for match, *_ in decisions}), user, {})


def _decisions(user: Any) -> list[Decision]:
    return fetch_all(_DECISIONS, [user.pk, MOST_ROWS])


def _waiting(decisions: list[Decision], known: Known, user: Any, unread_lines: dict[int, int]) -> list[Waiting]:
    hours, now, waiting = calendars.of_people([user.pk]), timezone.now(), []
    for id, prompt, asked_at, drains_at, due_at, key in decisions:
        if id not in known:
            continue
        clock_at, total, what_runs = due_at, 0, ""
        if due_at is not None and drains_at is not None:
            begin, clock_at = (asked_at, drains_at) if now < drains_at else (drains_at, due_at)
            total = round((clock_at - begin).total_seconds())
            what_runs = time_control.what_runs(now, drains_at, due_at, hours.at(user.pk, asked_at))
        unread = unread_lines.get(id, 0)
        waiting.append(Waiting(known[id], user.pk, prompt, due_at, clock_at, total, what_runs, unread, key))
    return waiting


def by_urgency(rows: Sequence[Waiting], now: datetime) -> list[tuple[str, list[Waiting]]]:
    """Open decisions in groups: ("Within a day", rows), ("Within three days", rows), ("Later", rows); none is empty."""
    groups: dict[str, list[Waiting]] = {}
    for row in rows:
        left = row.clock_at - now if row.clock_at else None
        words = next((words for words, most in URGENCY if left is not None and left < most), LATER)
        groups.setdefault(words, []).append(row)
    return [(words, groups[words]) for words in (*(words for words, _ in URGENCY), LATER) if words in groups]


def matches_page(user: Any, page: Any, slug: str = "") -> dict[str, Any]:
    """The context of the page "My games"; with a slug, only the matches of that game that have begun. `tables` and the
    page `finished` hold `MatchRow` rows. `cards`: the most urgent of `waiting`; `folded`: the others, by urgency;
    `slugs`: the games that one can filter by, if there is much to look through."""
    decisions, invited = _decisions(user), _invited(user)
    begun_or_open = [row[0] for row in fetch_all(_BEGUN_OR_OPEN, [user.pk, 2 * MOST_ROWS])]
    finished = Pages(Rows(_OVER, {"me": user.pk}, int), PER_PAGE).get_page(page)
    over: list[int] = list(finished.object_list)
    busy = {match for match, *_ in decisions}
    known = listed_by_id({*busy, *over, *begun_or_open, *(id for id, _ in invited)})
    mine = [known[id] for id in begun_or_open if id in known]
    running = [match for match in mine if match.status == Match.Status.RUNNING and match.id not in busy][:MOST_ROWS]
    tables = [match for match in mine if match.status == Match.Status.OPEN][:MOST_ROWS]
    unread_lines = unread(user, [*busy, *(match.id for match in running)])
    finished.object_list = [MatchRow(known[id], user.pk) for id in over if id in known]
    waiting = _waiting(decisions, known, user, unread_lines)
    begun = [row.match for row in waiting] + running
    if slug:
        waiting = [row for row in waiting if row.match.slug == slug]
        running = [match for match in running if match.slug == slug]
    return {
        "waiting": waiting,
        "cards": waiting[:CARDS],
        "folded": by_urgency(waiting[CARDS:], timezone.now()),
        "slugs": {match.slug for match in begun} if slug or len(begun) > FEW else (),
        "running": _running(running, user, unread_lines),
        "invited": _invitations(invited, known, user),
        "tables": [MatchRow(match, user.pk) for match in tables],
        "finished": finished,
    }


def _running(matches: list[Listed], user: Any, unread_lines: dict[int, int]) -> list[Running]:
    rows = {match.id: Running(match, user.pk, unread_lines.get(match.id, 0)) for match in matches}
    for match_id, name, due_at in fetch_all(_ASKED, [list(rows), list(UNSEEN), user.pk]):
        row = rows[match_id]  # answered ones too: which of the others have answered is secret
        row.waiting_for = f"{row.waiting_for}, {name}" if row.waiting_for else name
        row.due_at = min(filter(None, (row.due_at, due_at)), default=None)
    return [*rows.values()]


def invitations(user: Any) -> list[Invitation]:
    """The open invitations of this person, newest first."""
    invited = _invited(user)
    return _invitations(invited, listed_by_id([id for id, _ in invited]), user)


def _invited(user: Any) -> list[tuple[int, str]]:
    """Pairs (match id, name of the inviter), without blocked people."""
    return fetch_all(_INVITATIONS, {"me": user.pk, "most": MOST_INVITATIONS})


def _invitations(invited: list[tuple[int, str]], known: Known, user: Any) -> list[Invitation]:
    return [Invitation(known[id], user.pk, by, pace_words(known[id])) for id, by in invited if id in known]
