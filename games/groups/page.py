"""The data for a group's page: members, tables, leaderboard. A constant number of queries."""

from collections import Counter
from datetime import datetime, time
from functools import lru_cache
from time import monotonic
from typing import Any, NamedTuple

from django.core.paginator import Page
from django.db.models import Count, QuerySet
from msgspec import Struct
from msgspec.structs import replace

from accounts import zones
from accounts.leaderboards import Ranked
from accounts.people import blocks
from accounts.people.listed import COLUMNS, Person, by_id
from config.memory_cache import BoundedCache
from config.postgres import fetch_all, first
from games.groups.models import MEMBERSHIP, Group, GroupTournament, Member, StandingDate
from games.live_templates import address
from games.lobby import game_facts, open_tables
from games.lobby.match_rows import listed_by_id
from games.models import Match
from games.numbers import NEWEST
from games.pagination import Pages
from games.titles import load

SHOWN = 10  # open and running tables
LOOKED_AT = 500  # tables, the newest ones
PEOPLE = 12  # members, and places of the leaderboard
KEPT = 60  # seconds for the order of members and places
_MEMBERS = "clubs_member m JOIN accounts_user u ON u.id = m.user_id"


def of_person(user: Any) -> QuerySet[Group]:
    """The groups of this person, by name, with the number of `people`."""
    mine = Member.objects.filter(user=user).values("group")
    return Group.objects.filter(pk__in=mine).annotate(people=Count("members")).order_by("name", "pk")


def find(group_id: int, user: Any) -> Group | None:
    """The group, if this person is a member. `is_told`: whether they hear about new tables; `membership`: changes with
    the members."""
    of_member = "JOIN clubs_member m ON m.group_id = t.id WHERE t.id = %s AND m.user_id = %s"
    return first(Group, of_member, [group_id, user.pk], is_told="m.is_told", membership=MEMBERSHIP)


def members_of(group: Group) -> Page:
    """The first members by name."""
    return members_and_places(group, {}, "", None, None)[0]


def members_and_places(group: Group, tables: "Tables", slug: str, page: Any, of_places: Any) -> tuple[Page, Page]:
    """A page of the members by name, and one of their places and ratings in a game, best first, including provisional
    ones. `tables`: from newest(). As old as the last end of a match here, or a minute."""
    now = _now(group)
    members = Pages(_by_name(*now), PEOPLE).get_page(page)
    places = Pages(_ranking(*now, _last_over(tables), slug) if slug else [], PEOPLE).get_page(of_places)
    people = by_id({*members.object_list, *(pk for pk, *_ in places.object_list)})
    members.object_list = [people[pk] for pk in members.object_list if pk in people]
    rows = enumerate(places.object_list, places.start_index())
    places.object_list = [(place, Ranked(people[pk], *figures)) for place, (pk, *figures) in rows if pk in people]
    return members, places


def _now(group: Any) -> tuple[int, tuple[int, ...], int]:
    """The group, and what changes with its members, and each minute."""
    return group.pk, tuple(group.membership), int(monotonic() / KEPT)


@lru_cache(maxsize=200)
def _by_name(group: int, membership: Any, minute: int) -> list[int]:
    """The ids of the members by name. Kept for a minute, because a page shows few of them."""
    sql = f"SELECT u.id FROM {_MEMBERS} WHERE m.group_id = %s AND u.is_active ORDER BY u.username"
    return [pk for (pk,) in fetch_all(sql, [group])]


def joined(group: Group, user: Any) -> tuple[int, bool]:
    """How many members there are, and whether this person is one."""
    sql = "SELECT count(*), coalesce(bool_or(user_id = %s), false) FROM clubs_member WHERE group_id = %s"
    ((people, is_member),) = fetch_all(sql, [user.pk or 0, group.pk])
    return people, is_member


def games_of(group: Group) -> list[game_facts.GameFacts]:
    """The games that this group plays, the ones it has played most first."""
    return [game_facts.of(slug) for slug in _games(newest(group))]


_RATINGS = f"""{_MEMBERS} JOIN accounts_rating r ON r.user_id = u.id WHERE m.group_id = %(group)s AND u.is_active"""


def usual_game(group: Group, tables: "Tables") -> str:
    """The slug of the game that this group plays most of those in which members have a rating, before the first rating
    the one that it plays most."""
    if len(played := _games(tables)) == 1:
        return played[0]
    rated = _rated(*_now(group), _last_over(tables))
    return next((slug for slug in [*played, *rated] if slug in rated), next(iter(played), ""))


def _last_over(tables: "Tables") -> int:
    """The match of the group that ended last; 0 if none has."""
    return next((pk for pk, table in tables.items() if table.ended_at), 0)


@lru_cache(maxsize=200)
def _rated(group: int, membership: Any, minute: int, ended: int) -> list[str]:
    """The games in which members have a rating. Kept as long as _ranking, as it reads all ratings of a large group."""
    found = fetch_all(f"SELECT DISTINCT r.slug FROM {_RATINGS}", {"group": group})
    return sorted(slug for (slug,) in found if slug in load())


def _games(tables: "Tables") -> list[str]:
    times = Counter(table.slug for table in tables.values() if table.slug in load())
    return sorted(times, key=lambda slug: (-times[slug], slug))


@lru_cache(maxsize=200)
def _ranking(group: int, membership: Any, minute: int, ended: int, slug: str) -> list[Any]:
    """(id, rating) of the members, best first. Kept for a minute, or until a match of the group, `ended`, is over."""
    sql = f"""SELECT u.id, r.mu, r.sigma, r.conservative, r.matches, r.wins FROM {_RATINGS} AND r.slug = %(slug)s
    ORDER BY r.conservative DESC, u.id"""
    return fetch_all(sql, {"group": group, "slug": slug})


LINES = 12  # of the chat
RESULTS = 10
_LINES = f"""SELECT l.id, l.text, l.at, {COLUMNS} FROM clubs_groupline l JOIN accounts_user u ON u.id = l.user_id
WHERE l.group_id = %(group)s AND l.id < %(before)s AND NOT {blocks.sql_between("%(me)s", "l.user_id")}
ORDER BY l.id DESC LIMIT {LINES + 1}"""
_NEWEST = f"""SELECT id, status, slug, ended_at FROM games_match WHERE id IN (SELECT match_id FROM (
SELECT match_id FROM clubs_grouptable WHERE group_id = %(group)s ORDER BY match_id DESC LIMIT {LOOKED_AT}) newest
WHERE match_id <> ALL(%(known)s::bigint[]))"""
_TOGETHER = f"""SELECT id FROM unnest(%(matches)s::bigint[]) WITH ORDINALITY AS given (id, at) WHERE NOT EXISTS (
SELECT 1 FROM games_seat s WHERE s.match_id = given.id AND {blocks.sql_between("%(me)s", "s.user_id")}) ORDER BY at"""
_DATES = """SELECT d.id, d.slug, d.seats, d.starts_at, d.hour, d.zone, d.by_id, m.id, m.token
FROM clubs_standingdate d LEFT JOIN games_match m ON m.id = d.match_id AND m.status <> 'cancelled'
WHERE d.group_id = %s ORDER BY d.starts_at, d.id"""
_CUPS = f"""SELECT t.id, t.name, t.token, t.status FROM clubs_grouptournament g
JOIN tournaments_tournament t ON t.id = g.tournament_id WHERE g.group_id = %s ORDER BY g.id DESC LIMIT {RESULTS}"""


class Table(NamedTuple):
    """A table of a group."""

    status: str
    slug: str
    ended_at: datetime | None


Tables = dict[int, Table]  # by id: those that go on, newest first, then those that ended last
# Tables that are over, by group: nothing of them changes any more.
_OVER: BoundedCache[Tables] = BoundedCache(200)


class Line(NamedTuple):
    """A line of the chat."""

    pk: int
    text: str
    at: datetime
    user: Person


def lines(group: Group, user: Any, before: int = 0) -> tuple[list[Line], bool]:
    """The newest lines of the chat, or those before this id, oldest first, without those of people whom a block keeps
    apart from this member; and whether there are earlier ones."""
    rows = fetch_all(_LINES, {"group": group.pk, "me": user.pk, "before": before or NEWEST})
    return [Line(pk, text, at, Person(*who)) for pk, text, at, *who in reversed(rows[:LINES])], len(rows) > LINES


class ShownDate(Struct, frozen=True):
    """A standing date: "Every Friday, 20:00", its game, when it is next (None: when the last one ends), its table."""

    id: int
    words: str
    game: str
    seats: int
    next: datetime | None
    url: str
    may_drop: bool


def dates(group: Group, user: Any) -> list[ShownDate]:
    """The standing dates of the group, the next one first."""
    shown = []
    for pk, slug, seats, starts_at, hour, zone, author, match, token in fetch_all(_DATES, [group.pk]):
        if slug in load():
            url = f"{address('match', match)}?key={token}" if match else ""
            may_drop, game = user.pk in (author, group.owner_id), game_facts.of(slug).title
            shown.append(ShownDate(pk, _when(starts_at, hour, zone), game, seats, starts_at, url, may_drop))
    return shown


def _when(starts_at: datetime | None, hour: time | None, zone: str) -> str:
    if starts_at is None:
        return "A new game when the last one ends"
    local = starts_at.astimezone(zones.zone(zone))
    return f"Every {local:%A}, {hour or local:%H:%M} ({zone.rpartition('/')[2].replace('_', ' ')})"


class Cup(NamedTuple):
    """A tournament of the group, with the key of its link, and its state in words."""

    name: str
    url: str
    state: str


def tournaments(group: Group) -> list[Cup]:
    """The newest tournaments of the group."""
    model: Any = GroupTournament.tournament.field.related_model  # of a room that this one may not import
    states = dict(model.Status.choices)
    return [
        Cup(name, f"{address('tournament', pk)}?key={token}", states[status].capitalize())
        for pk, name, token, status in fetch_all(_CUPS, [group.pk])
    ]


def name_of(**what: Any) -> str:
    """The name of the group that has this tournament or table (`tournaments__tournament`, `tables__match`); "" if none
    has."""
    return Group.objects.filter(**what).values_list("name", flat=True).first() or ""


def hour_of(match: Match) -> datetime | None:
    """When this table of a standing date starts with whoever has come; None for all other tables."""
    return StandingDate.objects.filter(match=match.pk).values_list("starts_at", flat=True).first()


def newest(group: Group) -> Tables:
    """The newest tables of the group. Without a limit, its page would take longer with each match played. One query,
    which reads those that this process has not seen over."""
    over = _OVER.get(group.pk) or {}
    rows = fetch_all(_NEWEST, {"group": group.pk, "known": f"{{{','.join(map(str, over))}}}"})
    read = {pk: Table(*facts) for pk, *facts in rows}
    if ended := {pk: table for pk, table in read.items() if table.ended_at}:
        known = over | ended
        newest = sorted(known, reverse=True)[:LOOKED_AT]
        over = {pk: known[pk] for pk in sorted(newest, key=lambda pk: (known[pk].ended_at, pk), reverse=True)}
        _OVER.put(group.pk, over)
    return {pk: table for pk, table in sorted(read.items(), reverse=True) if not table.ended_at} | over


def results_and_going(tables: Tables, user: Any, page: Any, of_going: Any) -> tuple[Page, Page]:
    """A page of the finished matches of the group, newest first; and one of the open tables, then the running ones,
    newest first, as lobby rows with the key of their private link, without those with people whom a block keeps apart
    from this member."""
    over = Pages(_newest_with(tables, Match.Status.OVER), RESULTS).get_page(page)
    both = [pk for status in (Match.Status.OPEN, Match.Status.RUNNING) for pk in _newest_with(tables, status)]
    fitting = [pk for (pk,) in fetch_all(_TOGETHER, {"matches": both, "me": user.pk})] if both else []
    going = Pages(fitting, SHOWN).get_page(of_going)
    known = listed_by_id([*over.object_list, *going.object_list])
    over.object_list = [known[pk] for pk in over.object_list if pk in known]
    rows = [open_tables.table_row(known[pk], user) for pk in going.object_list if pk in known]
    going.object_list = [
        replace(row, url=row.url + row.match.key, join_url=row.join_url + row.match.key) for row in rows
    ]
    return over, going


def _newest_with(tables: Tables, status: str) -> list[int]:
    return [pk for pk, table in tables.items() if table.status == status]
