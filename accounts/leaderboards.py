"""The queries of the leaderboards of all time. Those of a season are in games/lobby/seasons.py.

Plain SQL, because querysets and model instances would take most of the time of a page.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from math import inf
from time import monotonic
from typing import Any

from django.utils import timezone
from msgspec import Struct

from accounts import names
from accounts.people.listed import COLUMNS, Person
from accounts.rating_scale import SETTLED, Figures
from config.postgres import fetch_all

UNLISTED = "SELECT id FROM accounts_user WHERE NOT is_active OR bot_owner_id IS NOT NULL"  # not on lists of people
NAMED = " AND {row}.user_id IN (SELECT id FROM accounts_user WHERE name_parts @> %(parts)s::varchar[])"
_BOTS = "SELECT id FROM accounts_user WHERE bot_owner_id IS NOT NULL AND is_active"
_ORDER = " ORDER BY r.conservative DESC, r.user_id"
STEP, STEP_SECONDS = 500, 60
AWAY = timedelta(days=365)


class Ranked(Figures, Struct, frozen=True):
    """A line of a leaderboard."""

    user: Person
    mu: float
    sigma: float
    conservative: float
    matches: int
    wins: int
    updated_at: datetime | None = None

    @property
    def away_since(self) -> str:
        """ "Oct 2025" if the last rated match of this game was more than a year ago, else ""."""
        is_away = self.updated_at is not None and self.updated_at < timezone.now() - AWAY
        return f"{self.updated_at:%b %Y}" if is_away else ""


class Board(Struct, frozen=True):
    """The leaderboard of a game: of people, or of the bots that people own, without provisional ratings and closed
    accounts. `pace`: ratings from matches of this pace only."""

    slug: str
    pace: str = ""
    of_bots: bool = False

    @property
    def ratings(self) -> str:
        """The ratings of everybody, as r."""
        return (
            "accounts_pacerating r WHERE r.slug = %(slug)s AND r.pace = %(pace)s"
            if self.pace
            else "accounts_rating r WHERE r.slug = %(slug)s"
        )

    @property
    def listed(self) -> str:
        """The ratings on the list, all from the index of the leaderboard."""
        people = f"r.user_id IN ({_BOTS})" if self.of_bots else f"r.user_id NOT IN ({UNLISTED})"
        return f"{self.ratings} AND r.matches >= {SETTLED} AND {people}"

    def values(self, **more: Any) -> dict[str, Any]:
        return {"slug": self.slug, "pace": self.pace, **more}


def statement(board: Board, name: str = "") -> tuple[str, dict[str, Any]]:
    """SQL and its values for the ids on the board, best first; of people whose names have words that begin so."""
    named = NAMED.format(row="r") if name else ""
    values = board.values(parts=names.parts(name, is_whole=False)) if name else board.values()
    return f"SELECT r.user_id FROM {board.listed}{named}{_ORDER}", values


def statement_from(board: Board, number: int) -> tuple[str, dict[str, Any], int]:
    """The same from the last milestone before this line (from 0) on, and the number of lines before the milestone."""
    milestones = _milestones(board, int(monotonic() / STEP_SECONDS))
    key, user, place = milestones[min(number // STEP, len(milestones) - 1)]
    sql = f"""SELECT r.user_id FROM {board.listed} AND r.conservative <= %(top)s
    AND (r.conservative < %(top)s OR r.user_id >= %(top_user)s){_ORDER}"""
    return sql, board.values(top=-key, top_user=user), place - 1


def best(board: Board, most: int) -> list[Ranked]:
    """The first lines."""
    sql, values = statement(board)
    return ranked(board, [user for (user,) in fetch_all(f"{sql} LIMIT %(most)s", values | {"most": most})])


def ranked(board: Board, user_ids: Iterable[int]) -> list[Ranked]:
    """The lines of these people, best first; provisional ones too."""
    chosen = f"SELECT * FROM {board.ratings} AND r.user_id = ANY(%(people)s)"
    sql = f"""SELECT r.mu, r.sigma, r.conservative, r.matches, r.wins, r.updated_at, {COLUMNS}
    FROM ({chosen}) AS r JOIN accounts_user u ON u.id = r.user_id{_ORDER}"""
    rows = fetch_all(sql, board.values(people=list(user_ids)))
    return [Ranked(Person(*row[6:]), *row[:6]) for row in rows]


def places_of(board: Board, rows: Sequence[Ranked]) -> list[int]:
    """The places (from 1) of these lines, each counted from the last milestone before it. One query."""
    milestones = _milestones(board, int(monotonic() / STEP_SECONDS))
    keys = [(-row.conservative, row.user.pk) for row in rows]
    starts = [milestones[bisect_left(milestones, (*key, 0)) - 1] for key in keys]
    sql = f"""SELECT (SELECT count(*) FROM {board.listed}
        AND r.conservative <= p.first AND (r.conservative < p.first OR r.user_id >= p.first_user)
        AND r.conservative >= p.mine AND (r.conservative > p.mine OR r.user_id < p.my_user))
    FROM unnest(%(firsts)s::float8[], %(first_users)s::bigint[], %(mine)s::float8[], %(my_users)s::bigint[])
    WITH ORDINALITY AS p (first, first_user, mine, my_user, at) ORDER BY at"""
    places = {
        "firsts": [-key for key, _, _ in starts],
        "first_users": [user for _, user, _ in starts],
        "mine": [row.conservative for row in rows],
        "my_users": [row.user.pk for row in rows],
    }
    counts = fetch_all(sql, board.values(**places))
    return [place + count for (_, _, place), (count,) in zip(starts, counts, strict=True)]


@lru_cache(maxsize=64)
def _milestones(board: Board, minute: int) -> list[tuple[float, int, int]]:
    """Every so many lines (-conservative, user, place), found anew every minute: counting from the top of a long board
    would take most of a page's time. The first is above everybody, so that short boards are exact."""
    order = "row_number() OVER (ORDER BY r.conservative DESC, r.user_id) AS place"
    sql = f"""SELECT -conservative, user_id, place FROM (SELECT r.conservative, r.user_id, {order}
    FROM {board.listed}) AS placed WHERE place > 1 AND place %% {STEP} = 1 ORDER BY place"""
    return [(-inf, 0, 1), *fetch_all(sql, board.values())]
