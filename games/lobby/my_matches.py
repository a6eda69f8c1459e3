"""The page "My games": my open decisions, running matches, open tables and results."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.utils import timezone
from msgspec import Struct, json

from accounts.people import blocks
from accounts.people.listed import name_in_sql
from config.postgres import fetch_all
from games.clocks import time_control
from games.kernel.position import UNSEEN
from games.lobby import bell
from games.lobby.game_facts import pace_words
from games.lobby.match_rows import Listed, MatchRow, listed_by_id, listed_with
from games.lobby.open_tables import PER_PAGE
from games.matches import calendars
from games.models import Match
from games.pagination import Pages, Rows
from games.table.chat_reading import sql_of_unread

MOST_ROWS, MOST_INVITATIONS = 100, 20
CARDS = 4  # decisions shown as cards; the others are folded
FEW = 8  # begun matches that one looks through without a filter
URGENCY = (("Within a day", timedelta(days=1)), ("Within three days", timedelta(days=3)))
LATER = "Later"


class Decision(Struct):
    """An open decision of this person, the most urgent one of its match."""

    match_id: int
    prompt: str
    asked_at: datetime
    drains_at: datetime | None
    due_at: datetime | None
    key: str


class Invited(Struct):
    """`by`: the name of the inviter, who is nobody blocked."""

    match_id: int
    by: str


class Mine(Struct):
    """What there is of a person's games, before the matches are read."""

    decisions: list[Decision]
    invited: list[Invited]
    begun_or_open: list[int]
    calendar: calendars.Person
    waits: bell.Counts


class Others(NamedTuple):
    """What goes on in a running match: chat lines not read yet; whom it waits for except this person, and until when.
    Which of the others have answered is secret, so those who have are named, too."""

    unread: int
    waiting_for: str
    due_at: datetime | None


# Plain SQL, because building these statements from querysets takes ten times as long as executing them.
# One decision for each match, because one number counts the games that wait for a person (see bell.py). Nobody waits
# for a standing order.
_DECISIONS = """
SELECT match_id, prompt, asked_at, drains_at, due_at, key FROM (
    SELECT DISTINCT ON (match_id) * FROM games_opendecision
    WHERE user_id = %(me)s AND answered_at IS NULL AND pace <> 'standing' ORDER BY match_id, due_at, id
) AS urgent ORDER BY due_at, id LIMIT %(rows)s
"""
_BEGUN_OR_OPEN = """
SELECT id FROM games_match
WHERE id IN (SELECT match_id FROM games_seat WHERE user_id = %(me)s AND rank IS NULL) AND status IN ('running', 'open')
ORDER BY id DESC LIMIT 2 * %(rows)s
"""
_INVITATIONS = f"""
SELECT i.match_id, {name_in_sql("u")} AS by
FROM games_invitation i JOIN games_match m ON m.id = i.match_id JOIN accounts_user u ON u.id = i.by_id
WHERE i.user_id = %(me)s AND m.status = 'open' AND NOT {blocks.sql_between("%(me)s", "i.by_id")}
ORDER BY i.id DESC LIMIT %(invitations)s
"""
_MINE = f"""SELECT json_build_object(
    'decisions', (SELECT coalesce(json_agg(d), '[]') FROM ({_DECISIONS}) AS d),
    'invited', (SELECT coalesce(json_agg(i), '[]') FROM ({_INVITATIONS}) AS i),
    'begun_or_open', ARRAY({_BEGUN_OR_OPEN}),
    'calendar', {calendars.sql_of_person("%(me)s")}, 'waits', {bell.SQL_OF_COUNTS})::text"""
# Seats get their ranks when the match is over. Without its table, no other index is read than that of the seats.
_OVER = "SELECT match_id FROM games_seat WHERE user_id = %(me)s AND rank IS NOT NULL ORDER BY match_id DESC"
_OTHERS = f"""CASE WHEN m.status = 'running' THEN (
    SELECT json_build_array({sql_of_unread("%(me)s", "m.id")},
        coalesce(string_agg({name_in_sql("u")}, ', ' ORDER BY d.seat, d.id), ''), min(d.due_at))
    FROM games_opendecision d JOIN accounts_user u ON u.id = d.user_id
    WHERE d.match_id = m.id AND d.pace <> ALL(%(unseen)s) AND d.user_id <> %(me)s) END::text"""


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
    waiting_for: str
    due_at: datetime | None


class Invitation(MatchRow):
    """An invitation of this person. `by`: who invites."""

    by: str
    pace: str


def decisions_and_invitations(user: Any) -> tuple[list[Waiting], list[Invitation]]:
    """The most urgent open decision of this person in each match, most urgent first; and their open invitations, newest
    first."""
    mine = _mine(user)
    known = listed_by_id([*(one.match_id for one in mine.decisions), *(one.match_id for one in mine.invited)])
    return _waiting(mine, known, user, {}), _invitations(mine, known, user)


def _mine(user: Any) -> Mine:
    limits = {"rows": MOST_ROWS, "invitations": MOST_INVITATIONS}
    ((facts,),) = fetch_all(_MINE, {"me": user.pk, "now": timezone.now(), **limits})
    return json.decode(facts, type=Mine)


def _waiting(mine: Mine, known: dict[int, Listed], user: Any, others: dict[int, Others]) -> list[Waiting]:
    hours, now, waiting = calendars.Hours({user.pk: mine.calendar}), timezone.now(), []
    for one in mine.decisions:
        id, drains_at, due_at = one.match_id, one.drains_at, one.due_at
        if id not in known:
            continue
        clock_at, total, what_runs = due_at, 0, ""
        if due_at is not None and drains_at is not None:
            begin, clock_at = (one.asked_at, drains_at) if now < drains_at else (drains_at, due_at)
            total = round((clock_at - begin).total_seconds())
            what_runs = time_control.what_runs(now, drains_at, due_at, hours.at(user.pk, one.asked_at))
        unread = others[id].unread if id in others else 0
        waiting.append(Waiting(known[id], user.pk, one.prompt, due_at, clock_at, total, what_runs, unread, one.key))
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
    mine, me = _mine(user), user.pk
    finished = Pages(Rows(_OVER, {"me": me}, int), PER_PAGE).get_page(page)
    over: list[int] = list(finished.object_list)
    busy, invited = {one.match_id for one in mine.decisions}, [one.match_id for one in mine.invited]
    found = listed_with([*busy, *over, *mine.begun_or_open, *invited], _OTHERS, {"me": me, "unseen": list(UNSEEN)})
    known = {id: match for id, (match, _) in found.items()}
    others = {id: json.decode(facts, type=Others) for id, (_, facts) in found.items() if facts}
    begun_or_open = [known[id] for id in mine.begun_or_open if id in known]
    running = [match for match in begun_or_open if match.status == Match.Status.RUNNING and match.id not in busy]
    tables = [match for match in begun_or_open if match.status == Match.Status.OPEN][:MOST_ROWS]
    finished.object_list = [MatchRow(known[id], me) for id in over if id in known]
    waiting, running = _waiting(mine, known, user, others), running[:MOST_ROWS]
    begun = [row.match for row in waiting] + running
    if slug:
        waiting = [row for row in waiting if row.match.slug == slug]
        running = [match for match in running if match.slug == slug]
    return {
        "waits": mine.waits,
        "waiting": waiting,
        "cards": waiting[:CARDS],
        "folded": by_urgency(waiting[CARDS:], timezone.now()),
        "slugs": {match.slug for match in begun} if slug or len(begun) > FEW else (),
        "running": [Running(match, me, *others[match.id]) for match in running],
        "invited": _invitations(mine, known, user),
        "tables": [MatchRow(match, me) for match in tables],
        "finished": finished,
    }


def _invitations(mine: Mine, known: dict[int, Listed], user: Any) -> list[Invitation]:
    rows = [(known[one.match_id], one.by) for one in mine.invited if one.match_id in known]
    return [Invitation(match, user.pk, by, pace_words(match)) for match, by in rows]
