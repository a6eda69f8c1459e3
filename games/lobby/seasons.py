"""Seasons of three months: points for rated matches, and a stamp for the first three of each list.

A season is a number, four times the year plus the quarter (0 to 3), in UTC. A table gives the share of the other people
who placed below you, as in a tournament: first place 1, last place 0. Bots don't count, and those who left get nothing.
"""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import Min
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from msgspec import Struct

from accounts import names
from accounts.leaderboards import NAMED, UNLISTED
from accounts.mail import outbox
from accounts.models import User
from accounts.people.listed import COLUMNS, Person
from accounts.rating_scale import SETTLED
from config.postgres import fetch_all
from games.models import Match, SeasonScore
from games.titles import load

EVER = 0  # all seasons
STAMPED = 3  # places that get a stamp
COUNTED = timedelta(hours=1)  # after the end of a season, its last matches have been counted
SHORT = ("Jan–Mar", "Apr–Jun", "Jul–Sep", "Oct–Dec")
MONTHS = ("January to March", "April to June", "July to September", "October to December")
ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}

_SCORES = """
WITH seats AS (
    SELECT s.match_id, m.slug, s.user_id, CASE s.left_reason WHEN '' THEN s.rank ELSE 1000 END AS rank
    FROM games_match m JOIN games_seat s ON s.match_id = m.id JOIN accounts_user u ON u.id = s.user_id
    WHERE m.status = 'over' AND m.is_rated AND m.ended_at >= %(begin)s AND m.ended_at < %(end)s
      AND s.rank IS NOT NULL AND NOT u.is_bot AND u.bot_owner_id IS NULL AND NOT u.is_guest
), shares AS (
    SELECT a.slug, a.user_id, avg(CASE WHEN a.rank = 1000 OR a.rank > b.rank THEN 0 WHEN a.rank = b.rank THEN 0.5
           ELSE 1 END) AS points, bool_and(a.rank <= b.rank) AND a.rank < 1000 AS is_won
    FROM seats a JOIN seats b ON b.match_id = a.match_id AND b.user_id <> a.user_id
    GROUP BY a.match_id, a.slug, a.user_id, a.rank
), totals AS (
    SELECT coalesce(slug, '') AS slug, user_id, round(sum(points), 6)::float AS points, count(*) AS matches,
           count(*) FILTER (WHERE is_won) AS wins
    FROM shares GROUP BY GROUPING SETS ((slug, user_id), (user_id))
)
"""
_EVER = """
WITH totals AS (
    SELECT slug, user_id, sum(points) AS points, sum(matches) AS matches, sum(wins) AS wins
    FROM games_seasonscore WHERE season <> 0 AND slug = '' GROUP BY slug, user_id
)
"""
_STAMPS = """SELECT slug, place, season FROM games_seasonscore WHERE user_id = %(person)s AND place <= %(first)s
AND matches >= %(settled)s AND season > %(ever)s AND season <= %(stamped)s ORDER BY season DESC, place, slug"""
_INSERT = f"""
INSERT INTO games_seasonscore (season, slug, user_id, points, matches, wins, place)
SELECT %(season)s, slug, user_id, points, matches, wins, rank() OVER (PARTITION BY slug ORDER BY points DESC)
FROM totals WHERE user_id NOT IN ({UNLISTED})
"""


class SeasonStamp(Struct, frozen=True):
    """A stamp on a profile: "1st", the game or "All games", "Oct–Dec 2026"."""

    place: str
    game: str
    season: str
    picture: SafeString


def at(now: datetime) -> int:
    """The season of a moment."""
    utc = now.astimezone(UTC)
    return utc.year * 4 + (utc.month - 1) // 3


def begin(season: int) -> datetime:
    """Its first moment; the end of the season before."""
    return datetime(season // 4, season % 4 * 3 + 1, 1, tzinfo=UTC)


def in_words(season: int) -> str:
    """ "October to December 2026"."""
    return f"{MONTHS[season % 4]} {season // 4}"


def stamped() -> int:
    """The newest season whose stamps are given."""
    return at(timezone.now() - COUNTED) - 1


def recompute() -> None:
    """Score the current season, the one before, in which a match may have ended late, and those never scored. Tell the
    first three of a season once."""
    now = at(timezone.now())
    first = Match.objects.filter(status=Match.Status.OVER, is_rated=True).aggregate(first=Min("ended_at"))["first"]
    if first is None:
        return
    for season in range(at(first), now + 1):
        if season >= now - 1 or not SeasonScore.objects.filter(season=season).exists():
            _store(season, _SCORES, {"begin": begin(season), "end": begin(season + 1)})
    _store(EVER, _EVER, {})
    _tell_of_stamps(stamped())


def _store(season: int, scores: str, values: dict[str, Any]) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        SeasonScore.objects.filter(season=season).delete()
        cursor.execute(scores + _INSERT, {"season": season} | values)


def _tell_of_stamps(season: int) -> None:
    scores = SeasonScore.objects.filter(season=season, place__lte=STAMPED, matches__gte=SETTLED, user__is_active=True)
    for user, own in groupby(scores.select_related("user").order_by("user", "place", "slug"), lambda one: one.user):
        stamps = [_stamp(one.slug, one.place, season) for one in own if not one.slug or one.slug in load()]
        won = ", ".join(f"{stamp.place} in {stamp.game}" for stamp in stamps)
        facts = {"about": f"{in_words(season)}: {won}", "url": f"{reverse('leaderboard')}?game=all&season={season}"}
        outbox.queue(kind="stamp", key=f"s{season}.u{user.pk}.stamp", user=user, data=facts)


def choices() -> list[tuple[int, str]]:
    """The seasons to choose from, newest first: number and words. One query."""
    now = at(timezone.now())
    first = SeasonScore.objects.filter(season__gt=EVER).order_by("season").values_list("season", flat=True).first()
    return [(season, in_words(season)) for season in range(now, (first or now) - 1, -1)]


class Score(NamedTuple):
    """A line of the list of a season."""

    points: float
    matches: int
    wins: int
    place: int
    user: Person


_LINES = f"""SELECT s.points, s.matches, s.wins, s.place, {COLUMNS}
FROM games_seasonscore s JOIN accounts_user u ON u.id = s.user_id
WHERE s.season = %(season)s AND s.slug = %(slug)s AND s.user_id = ANY(%(people)s) ORDER BY s.place, s.user_id"""


def statement(season: int, slug: str, name: str = "") -> tuple[str, dict[str, Any]]:
    """SQL and its values for the ids on the list of a season, best first, without closed accounts; of people whose
    names have words that begin so."""
    sql = f"""SELECT s.user_id FROM games_seasonscore s WHERE s.season = %(season)s AND s.slug = %(slug)s
    AND s.user_id NOT IN ({UNLISTED}){NAMED.format(row="s") if name else ""} ORDER BY s.place, s.user_id"""
    values = {"season": season, "slug": slug}
    return sql, values | ({"parts": names.parts(name, is_whole=False)} if name else {})


def scores(season: int, slug: str, user_ids: Iterable[int]) -> list[Score]:
    """The lines of these people, best first."""
    rows = fetch_all(_LINES, {"season": season, "slug": slug, "people": list(user_ids)})
    return [Score(points, matches, wins, place, Person(*who)) for points, matches, wins, place, *who in rows]


def of_person(user: Any, season: int, slug: str) -> Score | None:
    return next(iter(scores(season, slug, [user.pk])), None) if user.is_authenticated else None


def stamps_of(person: User) -> list[SeasonStamp]:
    """The stamps of this person's finished seasons, newest first. One query."""
    values = {"person": person.pk, "first": STAMPED, "settled": SETTLED, "ever": EVER, "stamped": stamped()}
    return [_stamp(*row) for row in fetch_all(_STAMPS, values) if not row[0] or row[0] in load()]


def _stamp(slug: str, place: int, season: int) -> SeasonStamp:
    game = load()[slug].meta.title if slug else "All games"
    words = f"{SHORT[season % 4]} {season // 4}"
    return SeasonStamp(ORDINALS[place], game, words, picture(place, season % 4))


@cache
def picture(place: int, quarter: int) -> SafeString:
    """A perforated stamp: the place, on a star with three rays in the first quarter (0) and one more in each other."""
    rays = "".join(f"M32 36 {x} {y}" for x, y in _RAYS[quarter])
    return format_html(_DRAWING, rays, place)


_RAYS = (
    ((32, 14), (50, 45), (14, 45)),
    ((32, 14), (54, 36), (32, 58), (10, 36)),
    ((32, 14), (53, 29), (45, 54), (19, 54), (11, 29)),
    ((32, 14), (51, 25), (51, 47), (32, 58), (13, 47), (13, 25)),
)
_DRAWING = (
    '<svg class="season-stamp" viewBox="0 0 64 72" aria-hidden="true" focusable="false">'
    '<path d="M3 3h58v66H3z" fill="currentColor"/><path class="teeth" d="M3 3h58v66H3z"/>'
    '<path class="frame" d="M9 9h46v54H9z"/><path class="rays" d="{}"/><circle cx="32" cy="36" r="14"/>'
    '<text x="32" y="43.5">{}</text></svg>'
)
