"""The data for tournament pages. A constant number of queries each."""

from bisect import bisect_left
from collections import defaultdict
from typing import Any

from django.contrib.humanize.templatetags.humanize import ordinal
from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, Max, Min, OuterRef, Q, QuerySet
from django.utils.safestring import SafeString
from msgspec import Struct

from accounts import stamps
from accounts.models import User
from accounts.people import blocks
from accounts.people.listed import Person as Listed
from games.live_templates import address
from games.lobby import seasons
from games.pagination import Pages
from games.tournaments import progress, services, standings
from games.tournaments.course import Course, Entered, Table
from games.tournaments.course import scores as scores_of
from games.tournaments.models import Entrant, Tournament

PER_PAGE = 25
Entrants = dict[int, Entered]
LINES = 25  # of the standings
TABLES, FOLDED_TABLES = 12, 4  # of a round that runs and of the others, if nobody asked for all
FOUND = 10  # by a search
ADVANCED = {
    Tournament.Format.SWISS: (
        "You play {rounds} rounds, each against players with about as many points as you. You get your next table "
        "as soon as enough players have finished the round. With an odd number, the lowest player sits out and gets "
        "half a point. Nobody sits out twice before all have."
    ),
    Tournament.Format.POOLS: "In each pool everybody meets everybody. A table starts as soon as its players are free.",
    Tournament.Format.KNOCKOUT: (
        "The best half of each table advances until one table is left, the final. The bracket is fixed at the start. A "
        "table starts as soon as the tables that feed it have ended. If somebody has dropped out, the next best "
        "player of their table advances."
    ),
}


def sizes_in_words(tournament: Tournament) -> str:
    """How many people sit at a table: "3 to 5", as uneven numbers make some tables larger or smaller by one."""
    seats = [size for size in tournament.game.meta.seats if abs(size - tournament.seats) <= 1]
    return str(seats[0]) if seats[0] == seats[-1] else f"{seats[0]} to {seats[-1]}"


class Person(Struct, frozen=True):
    """A participant; `rank`: at a table; `username`: "" of a deleted account."""

    name: str
    url: str
    is_me: bool
    rank: int | None = None
    username: str = ""
    stamp: str = ""


class StandingRow(Struct, frozen=True):
    """A line of the standings. `entrant`: its id."""

    place: int
    person: Person
    score: standings.Standing
    has_dropped: bool
    entrant: int = 0

    @property
    def points(self) -> str:
        return f"{self.score.points:.2f}".removesuffix(".00")


class ShownTable(Struct, frozen=True):
    """A table of a round; `sent`: where its players will come from, in words."""

    number: int
    url: str
    people: list[Person]
    sent: list[str]
    is_over: bool

    @property
    def is_bye(self) -> bool:
        return len(self.people or self.sent) == 1

    @property
    def is_mine(self) -> bool:
        return any(one.is_me for one in self.people)


class ShownRound(Struct, frozen=True):
    """`hidden`: how many more tables it has."""

    number: int
    tables: list[ShownTable]
    is_open: bool
    hidden: int = 0


def listed(user: Any, page: Any) -> Page:
    """Tournaments with the number of `people`, newest first."""
    shown = Pages(_visible(user), PER_PAGE).get_page(page)
    entered = Entrant.objects.filter(tournament__in=[row.pk for row in shown])
    people = dict(entered.values_list("tournament").annotate(people=Count("pk")))
    for row in shown:
        row.people = people.get(row.pk, 0)
    return shown


def called(text: str, user: Any) -> list[Tournament]:
    """The newest tournaments whose names contain this text."""
    return list(_visible(user).filter(name__icontains=text)[:FOUND])


def _visible(user: Any) -> QuerySet[Tournament]:
    """The tournaments in this person's lists: without private ones, and those of blocked or blocking hosts."""
    rows = Tournament.objects.exclude(status=Tournament.Status.CANCELLED).order_by("-id")
    if user.is_authenticated:
        mine = Exists(Entrant.objects.filter(tournament=OuterRef("pk"), user=user))
        if apart := blocks.apart_from(user.pk):
            rows = rows.exclude(~mine, owner__in=apart)
        rows = rows.filter(Q(is_private=False) | mine)
    else:
        rows = rows.filter(is_private=False)
    return rows


def format_in_words(tournament: Tournament) -> str:
    """How its format works."""
    return ADVANCED[Tournament.Format(tournament.format)].format(rounds=tournament.rounds)


def entered(entrants: Entrants, user: Any) -> Entered | None:
    """This person's entry."""
    me = user.pk  # read once: a request's user is lazy
    return next((one for one in entrants.values() if one.user_id == me), None)


def lines(tournament: Tournament, entrants: Entrants, course: Course, user: Any, page: Any) -> Page:
    """The standings, or before the start the entrants. Without a page in the URL, the one with this person’s line."""
    scores = {score.who: score for score in scores_of(tuple(entrants), course.ranked)}
    order = progress.by_round_reached(tournament, list(scores)) if tournament.round else list(entrants)
    places = _places(order, scores) if tournament.status != Tournament.Status.OVER else {}
    me = entered(entrants, user)
    mine = order.index(me.pk) if me else 0
    shown = Paginator(order, LINES).get_page(page or mine // LINES + 1)
    rows = [
        StandingRow(
            entrants[who].place or places.get(who, at),
            _person(entrants[who].user, user),
            scores[who],
            entrants[who].has_dropped,
            who,
        )
        for at, who in enumerate(shown.object_list, start=shown.start_index())
    ]
    return Page(rows, shown.number, shown.paginator)


def winners(tournament: Tournament, entrants: Entrants, user: Any) -> list[tuple[str | None, Person, SafeString]]:
    """Once it is over, the first three: "1st", who, and the stamp that the first three of a season get."""
    if tournament.status != Tournament.Status.OVER or tournament.ended_at is None:
        return []
    first = sorted((one.place, one.pk) for one in entrants.values() if one.place and one.place <= seasons.STAMPED)
    season = seasons.at(tournament.ended_at)
    return [
        (str(ordinal(place)), _person(entrants[who].user, user), seasons.picture(place, season)) for place, who in first
    ]


def _places(order: list[int], scores: dict[int, Any]) -> dict[int, int]:
    """Places while it runs: people with the same points share one, so that nobody leads before the first result."""
    points = sorted(-scores[who].points for who in order)
    return {who: 1 + bisect_left(points, -scores[who].points) for who in order}


def _person(person: Listed, user: Any) -> Person:
    url, username = ("", "") if person.is_deleted else (address("profile", person.username), person.username)
    return Person(person.name, url, person.pk == user.pk, None, username, stamps.mark(person.pk, person.stamp))


def rounds(tournament: Tournament, entrants: Entrants, course: Course, user: Any, whole: str = "") -> list[ShownRound]:
    """The rounds, newest first, planned ones included; in each, this person's table comes first. `whole`: the number of
    the round with all its tables, however many they are."""
    by_round: dict[int, dict[int, Table]] = defaultdict(dict)
    for table in course.tables:
        by_round[table.round][table.number] = table
    runs = {table.round for table in course.tables if table.match_id and not table.is_over}
    mine = entered(entrants, user)
    me = mine.pk if mine else 0
    now, shown = runs or {tournament.round}, []
    for number, made in sorted(by_round.items(), reverse=True):
        tables = sorted(made.values(), key=lambda one: all(who != me for who, _ in one.places))
        is_whole = whole == str(number)
        most = len(tables) if is_whole else TABLES if number in now else FOLDED_TABLES
        first = [_shown(table, entrants, me, by_round) for table in tables[:most]]
        shown.append(ShownRound(number, first, number in now or is_whole, len(tables[most:])))
    return shown


def _shown(table: Table, entrants: Entrants, me: int, by_round: dict[int, dict[int, Table]]) -> ShownTable:
    """A table of a round, where only names are shown."""
    people = [Person(entrants[who].user.name, "", who == me, rank) for who, rank in table.places]
    if table.is_over:
        people.sort(key=lambda one: one.rank or 0)
    sent = [_sent(by_round[table.round - 1][at], which, entrants, by_round) for at, which in table.sources]
    url = address("match", table.match_id) if table.match_id else ""
    return ShownTable(table.number, url, people, sent, table.is_over)


def _sent(before: Table, which: int, entrants: Entrants, by_round: dict[int, dict[int, Table]]) -> str:
    """Who comes from this table of the previous round: "2nd of table 3", or the player with the bye."""
    if len(before.places or before.sources) > 1:
        return f"{ordinal(which)} of table {before.number}"
    if before.places:
        return entrants[before.places[0][0]].user.name
    at, which = before.sources[0]
    return _sent(by_round[before.round - 1][at], which, entrants, by_round)


def calendar(tournament: Tournament) -> Any:
    """When each round began and ended; running rounds have tables `left`. One query."""
    left = Count("pk", filter=Q(ended_at=None))
    dates = {"began": Min("match__started_at"), "ended": Max("ended_at"), "tables": Count("pk"), "left": left}
    return tournament.tables.values("round").annotate(**dates).order_by("round")


def find(tournament_id: int, user: Any) -> Tournament | None:
    """The tournament, unless it is hidden from this person."""
    found = Tournament.objects.select_related("owner").defer(*User.unlisted_fields("owner__"))
    tournament = found.filter(pk=tournament_id).first()
    return None if tournament is None or services.is_hidden(tournament, user) else tournament
