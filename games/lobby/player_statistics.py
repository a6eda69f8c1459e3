"""A player's statistics: matches and places by game, reliability, and results against the viewer."""

from dataclasses import dataclass
from typing import Any

from django.core.cache import cache

from config.postgres import fetch_all
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
_TOGETHER = """SELECT m.slug, count(*), count(*) FILTER (WHERE v.rank < s.rank), count(*) FILTER (WHERE v.rank > s.rank)
FROM games_seat s JOIN games_seat v ON v.match_id = s.match_id AND v.user_id = %(viewer)s AND v.rank IS NOT NULL
JOIN games_match m ON m.id = s.match_id
WHERE s.user_id = %(person)s AND s.rank IS NOT NULL AND m.status = 'over' AND NOT m.is_lesson
GROUP BY m.slug ORDER BY m.slug"""
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
    games, people = load(), {"person": person.pk, "viewer": viewer.pk}
    return [
        HeadToHead(games[slug].meta.title, *counts) for slug, *counts in fetch_all(_TOGETHER, people) if slug in games
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
