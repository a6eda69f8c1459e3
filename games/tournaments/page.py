"""The data for tournament pages. A constant number of queries each."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.contrib.humanize.templatetags.humanize import ordinal
from django.core.paginator import Page, Paginator
from django.utils.safestring import SafeString
from msgspec import Struct

from accounts import stamps
from accounts.people import blocks
from accounts.people.listed import Person as Listed
from accounts.people.listed import by_id
from config.postgres import fetch_all, first
from games.live_templates import address
from games.lobby import seasons
from games.models import Seat
from games.pagination import Pages, Rows
from games.tournaments import progress, services, standings
from games.tournaments.course import Entered, Table
from games.tournaments.course import scores as scores_of
from games.tournaments.models import Tournament

PER_PAGE = 25
Entrants = dict[int, Entered]
Rounds = dict[int, dict[int, Table]]
Names = dict[int, str]
LINES = 25  # of the standings
TABLES, FOLDED_TABLES = 12, 4  # of a round that runs and of the others, if nobody asked for all
FOUND = 10  # by a search
ADVANCED = {
    Tournament.Format.SWISS: (
        "You play {rounds} rounds, each against players with about as many points as you. You get your next table "
        "as soon as enough players have finished the round. If the tables leave a player over, the lowest sits out "
        "and gets half a point. Nobody sits out twice before all have."
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
    shown = Pages(Rows(_visible(), _reader(user), int), PER_PAGE).get_page(page)
    shown.object_list = _by_id(shown.object_list)
    return shown


def called(text: str, user: Any) -> list[Tournament]:
    """The newest tournaments whose names contain this text."""
    rows = fetch_all(f"{_visible('AND strpos(lower(t.name), lower(%(text)s)) > 0')} LIMIT {FOUND}", _reader(user, text))
    return _by_id([id for (id,) in rows])


def _visible(more: str = "") -> str:
    """SQL for the ids of tournaments in somebody's lists, newest first: those they take part in, and others that are
    not private and whose hosts no block keeps apart from them. Its values come from _reader()."""
    return f"""SELECT t.id FROM tournaments_tournament t WHERE t.status <> 'cancelled' {more} AND (
    NOT t.is_private AND t.owner_id <> ALL(%(apart)s) OR EXISTS (
    SELECT 1 FROM tournaments_entrant e WHERE e.tournament_id = t.id AND e.user_id = %(me)s)) ORDER BY t.id DESC"""


def _reader(user: Any, text: str = "") -> dict[str, Any]:
    apart = blocks.apart_from(user.pk) if user.is_authenticated else ()
    return {"me": user.pk or 0, "apart": list(apart), "text": text}


def _by_id(ids: list[int]) -> list[Tournament]:
    """These tournaments with the number of `people`, newest first."""
    people = "SELECT count(*) FROM tournaments_entrant e WHERE e.tournament_id = t.id"
    sql = f"SELECT t.*, ({people}) AS people FROM tournaments_tournament t WHERE t.id = ANY(%s) ORDER BY t.id DESC"
    return list(Tournament.objects.raw(sql, [ids])) if ids else []


def format_in_words(tournament: Tournament) -> str:
    """How its format works."""
    return ADVANCED[Tournament.Format(tournament.format)].format(rounds=tournament.rounds)


def entered(entrants: Entrants, user: Any) -> Entered | None:
    """This person's entry."""
    me = user.pk or 0  # read once: a request's user is lazy
    return next((one for one in entrants.values() if one.user_id == me), None)


def free_places(tournament: Tournament, entrants: Entrants) -> set[int]:
    """Entrants whose places somebody can take over: who dropped out by their own choice plays at no table any more."""
    if tournament.status != Tournament.Status.RUNNING or tournament.format == Tournament.Format.POOLS:
        return set()
    gone = [one for one in entrants.values() if one.has_dropped]
    at_tables = Seat.objects.filter(match__tournament_table__tournament=tournament.pk, match__status="running")
    playing = set(
        at_tables.filter(left_reason="", user__in=[one.user_id for one in gone]).values_list("user", flat=True)
    )
    return {one.pk for one in gone if one.is_removed or one.user_id not in playing}


def lines(
    tournament: Tournament, entrants: Entrants, tables: list[Table], me: Entered | None, user: Any, page: Any
) -> Page:
    """The standings, or before the start the entrants. Without a page in the URL, the one with this person’s line."""
    scores = {score.who: score for score in scores_of(tuple(entrants), tuple([table.places for table in tables]))}
    order = progress.by_round_reached(tournament, list(scores)) if tournament.round else list(entrants)
    places = _places(order, scores) if tournament.status != Tournament.Status.OVER else {}
    mine = order.index(me.pk) if me else 0
    shown = Paginator(order, LINES).get_page(page or mine // LINES + 1)
    people = _people(entrants, shown.object_list)
    rows = [
        StandingRow(
            entrants[who].place or places.get(who, at),
            _person(people[who], user),
            scores[who],
            entrants[who].has_dropped,
            who,
        )
        for at, who in enumerate(shown.object_list, start=shown.start_index())
    ]
    return Page(rows, shown.number, shown.paginator)


def sits_out(rounds: Iterable[ShownRound]) -> int | None:
    """The number of the running round in which this person has no table."""
    running = (made for made in rounds if not all(table.is_over for table in made.tables))
    return next((made.number for made in running if any(one.is_bye and one.is_mine for one in made.tables)), None)


def winners(tournament: Tournament, entrants: Entrants, user: Any) -> list[tuple[str | None, Person, SafeString]]:
    """Once it is over, the first three: "1st", who, and the stamp that the first three of a season get."""
    if tournament.status != Tournament.Status.OVER or tournament.ended_at is None:
        return []
    first = sorted((one.place, one.pk) for one in entrants.values() if one.place and one.place <= seasons.STAMPED)
    season, people = seasons.at(tournament.ended_at), _people(entrants, [who for _, who in first])
    return [
        (str(ordinal(place)), _person(people[who], user), seasons.picture(place, season % 4)) for place, who in first
    ]


def _places(order: list[int], scores: dict[int, Any]) -> dict[int, int]:
    """Places while it runs: people with the same points share one, so that nobody leads before the first result."""
    points = sorted(-scores[who].points for who in order)
    return {who: 1 + bisect_left(points, -scores[who].points) for who in order}


def _people(entrants: Entrants, ids: Iterable[int]) -> dict[int, Listed]:
    """These entrants as people. One query, for those that the page shows."""
    users = {who: entrants[who].user_id for who in ids}
    people = by_id(users.values())
    return {who: people[user] for who, user in users.items()}


def _person(person: Listed, user: Any) -> Person:
    url, username = ("", "") if person.is_deleted else (address("profile", person.username), person.username)
    return Person(person.name, url, person.pk == user.pk, None, username, stamps.mark(person.pk, person.stamp))


def rounds(
    tournament: Tournament, entrants: Entrants, tables: list[Table], mine: Entered | None, whole: str = ""
) -> list[ShownRound]:
    """The rounds, newest first, planned ones included; in each, this person's table (`mine`: their entry) comes first.
    `whole`: the number of the round with all its tables, however many they are."""
    by_round: Rounds = defaultdict(dict)
    for table in tables:
        by_round[table.round][table.number] = table
    runs = {table.round for table in tables if table.match_id and not table.is_over}
    me = mine.pk if mine else 0
    own = {table.pk for table in tables if me in [who for who, _ in table.places]} if me else set()
    now, shown = runs or {tournament.round}, []
    for number, made in sorted(by_round.items(), reverse=True):
        ordered = sorted(made.values(), key=lambda one: one.pk not in own) if own else list(made.values())
        is_whole = whole == str(number)
        most = len(ordered) if is_whole else TABLES if number in now else FOLDED_TABLES
        shown.append((number, ordered[:most], number in now or is_whole, len(ordered[most:])))
    seen = [table for _, first, *_ in shown for table in first]
    byes = [table for table in tables if len(table.places) == 1]  # whose players may have been sent on
    people = _people(entrants, {who for table in (*seen, *byes) for who, _ in table.places})
    names = {who: person.name for who, person in people.items()}
    return [
        ShownRound(number, [_shown(table, names, me, by_round) for table in first], is_open, hidden)
        for number, first, is_open, hidden in shown
    ]


def _shown(table: Table, names: Names, me: int, by_round: Rounds) -> ShownTable:
    """A table of a round, where only names are shown."""
    people = [Person(names[who], "", who == me, rank) for who, rank in table.places]
    if table.is_over:
        people.sort(key=lambda one: one.rank or 0)
    sent = [_sent(by_round[table.round - 1][at], which, names, by_round) for at, which in table.sources]
    url = address("match", table.match_id) if table.match_id else ""
    return ShownTable(table.number, url, people, sent, table.is_over)


def _sent(before: Table, which: int, names: Names, by_round: Rounds) -> str:
    """Who comes from this table of the previous round: "2nd of table 3", or the player with the bye."""
    if len(before.places or before.sources) > 1:
        return f"{ordinal(which)} of table {before.number}"
    if before.places:
        return names[before.places[0][0]]
    at, which = before.sources[0]
    return _sent(by_round[before.round - 1][at], which, names, by_round)


def find(tournament_id: int, user: Any) -> Tournament | None:
    """The tournament, unless it is hidden from this person."""
    tournament = first(Tournament, "WHERE id = %s", [tournament_id])
    return None if tournament is None or services.is_hidden(tournament, user) else tournament
