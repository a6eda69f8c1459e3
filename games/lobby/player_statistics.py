"""How somebody has played: matches by game, places, reliability, and how they did against the person who looks."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Avg, Count, F, Q

from games.models import AnswerTime, LostSeat, Match, Seat
from games.titles import load

ENOUGH = 10  # turns from which reliability says something


@dataclass(frozen=True)
class Played:
    """Matches of one game that ended: how many, how many won, the average place."""

    title: str
    matches: int
    wins: int
    place: float


@dataclass(frozen=True)
class Reliability:
    """Turns of the last 90 days that were played in time, in percent (None: too few to tell); seats lost, ever; the
    usual answering time in seconds at each pace."""

    in_time: int | None
    seats_lost: int
    answers_after: dict[str, float]


@dataclass(frozen=True)
class Against:
    """Matches of one game that two people finished together: in how many the one came before the other, or after."""

    title: str
    matches: int
    better: int
    worse: int


def by_game(person: Any) -> list[Played]:
    """The games that this person has finished, the most played first. One query."""
    rows = _ended(person).values("match__slug").order_by("match__slug")
    found = rows.annotate(matches=Count("pk"), wins=Count("pk", Q(rank=1)), place=Avg("rank"))
    games = load()
    played = [
        Played(games[row["match__slug"]].meta.title, row["matches"], row["wins"], row["place"])
        for row in found
        if row["match__slug"] in games
    ]
    return sorted(played, key=lambda row: -row.matches)


def against(person: Any, viewer: Any) -> list[Against]:
    """For each game: how the viewer did against this person. One query."""
    rows = _ended(person).filter(match__seats__user=viewer, match__seats__rank__isnull=False)
    rows = rows.annotate(other=F("match__seats__rank")).values("match__slug").order_by("match__slug")
    found = rows.annotate(
        matches=Count("pk"), better=Count("pk", Q(other__lt=F("rank"))), worse=Count("pk", Q(other__gt=F("rank")))
    )
    games = load()
    return [
        Against(games[row["match__slug"]].meta.title, row["matches"], row["better"], row["worse"])
        for row in found
        if row["match__slug"] in games
    ]


def reliability(person: Any) -> Reliability:
    """Counted daily from the last 90 days (durations.count). Two queries."""
    rows = {row.pace: row for row in AnswerTime.objects.filter(user=person)}
    answers = sum(row.answers for row in rows.values())
    turns = answers + sum(row.missed for row in rows.values())
    return Reliability(
        in_time=round(100 * answers / turns) if turns >= ENOUGH else None,
        seats_lost=LostSeat.objects.filter(user=person, costs_nothing=False).count(),
        answers_after={pace: row.seconds for pace, row in rows.items() if row.answers},
    )


def _ended(person: Any) -> Any:
    is_ended = Q(match__status=Match.Status.OVER, match__is_lesson=False, rank__isnull=False)
    return Seat.objects.filter(is_ended, user=person)
