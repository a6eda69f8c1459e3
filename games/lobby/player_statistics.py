"""A player's statistics: matches and places by game, reliability, and results against the viewer."""

from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.db.models import Count, F, Q

from config.postgres import fetch_all
from games.models import Match, Seat
from games.titles import load

ENOUGH = 10  # turns needed for a meaningful reliability

KEPT = 24 * 3600  # seconds
# Counts the seats of ended matches by two indexes; the figures change only with it.
_ENDED = """SELECT (SELECT count(*) FROM games_seat WHERE user_id = %(person)s)
- (SELECT count(*) FROM games_seat WHERE user_id = %(person)s AND rank IS NULL)"""
_PLAYED = """SELECT m.slug, count(*), count(*) FILTER (WHERE s.rank = 1), avg(s.rank)::float
FROM games_seat s JOIN games_match m ON m.id = s.match_id
WHERE s.user_id = %(person)s AND s.rank IS NOT NULL AND m.status = 'over' AND NOT m.is_lesson
GROUP BY m.slug ORDER BY 2 DESC, 1"""

_ANSWERS = """SELECT l.lost, a.pace, a.seconds, a.answers, a.missed FROM (SELECT count(*) AS lost FROM games_lostseat
WHERE user_id = %(person)s AND NOT costs_nothing) l LEFT JOIN games_answertime a ON a.user_id = %(person)s"""


@dataclass(frozen=True)
class GamesPlayed:
    """Finished matches of one game: how many, wins, average place."""

    title: str
    matches: int
    wins: int
    place: float


@dataclass(frozen=True)
class Reliability:
    """Percentage of turns played in time in the last 90 days (None: too few turns); seats lost, all-time; the usual
    answering time in seconds at each pace."""

    in_time: int | None
    seats_lost: int
    answers_after: dict[str, float]


@dataclass(frozen=True)
class HeadToHead:
    """Finished matches of one game with both people: in how many the viewer placed better, and worse."""

    title: str
    matches: int
    better: int
    worse: int


def by_game(person: Any) -> list[GamesPlayed]:
    """The finished games of this person, most played first. One query as long as no other match has ended."""
    ended = fetch_all(_ENDED, {"person": person.pk})[0][0]
    key = f"played:{person.pk}:{person.date_joined:%s}:{ended}"
    rows = cache.get(key)
    if rows is None:
        rows = fetch_all(_PLAYED, {"person": person.pk})
        cache.set(key, rows, KEPT)
    games = load()
    return [
        GamesPlayed(games[slug].meta.title, matches, wins, place)
        for slug, matches, wins, place in rows
        if slug in games
    ]


def head_to_head(person: Any, viewer: Any) -> list[HeadToHead]:
    """The viewer's results against this person, by game. One query."""
    rows = _ended(person).filter(match__seats__user=viewer, match__seats__rank__isnull=False)
    rows = rows.annotate(other=F("match__seats__rank")).values("match__slug").order_by("match__slug")
    totals = rows.annotate(
        matches=Count("pk"), better=Count("pk", Q(other__lt=F("rank"))), worse=Count("pk", Q(other__gt=F("rank")))
    )
    games = load()
    return [
        HeadToHead(games[row["match__slug"]].meta.title, row["matches"], row["better"], row["worse"])
        for row in totals
        if row["match__slug"] in games
    ]


def reliability(person: Any) -> Reliability:
    """Computed daily from the last 90 days (durations.recompute). One query."""
    known = fetch_all(_ANSWERS, {"person": person.pk})
    rows = [(pace, seconds, answers, missed) for _, pace, seconds, answers, missed in known if pace is not None]
    answers = sum(row[2] for row in rows)
    turns = answers + sum(row[3] for row in rows)
    return Reliability(
        in_time=round(100 * answers / turns) if turns >= ENOUGH else None,
        seats_lost=known[0][0],
        answers_after={pace: seconds for pace, seconds, answered, _ in rows if answered},
    )


def _ended(person: Any) -> Any:
    is_ended = Q(match__status=Match.Status.OVER, match__is_lesson=False, rank__isnull=False)
    return Seat.objects.filter(is_ended, user=person)
