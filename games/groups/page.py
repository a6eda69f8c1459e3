"""The data for a group's page: members, tables, leaderboard. A constant number of queries."""

from datetime import datetime
from typing import Any

from django.core.paginator import Page
from django.db.models import Count, Exists, F, OuterRef, QuerySet
from msgspec import Struct
from msgspec.structs import replace

from accounts import zones
from accounts.models import Rating, User
from accounts.people import blocks
from games.groups.models import Group, GroupLine, GroupTable, GroupTournament, Member, StandingDate
from games.lobby import lists
from games.lobby.list_rows import listed
from games.models import Match, Seat
from games.pagination import Uncounted
from games.titles import load

SHOWN = 20  # open and running tables each
LOOKED_AT = 500  # tables, the newest ones
PEOPLE = 20  # members, and places of the leaderboard


def of_person(user: Any) -> QuerySet[Group]:
    """The groups of this person, by name, with the number of `people`."""
    mine = Member.objects.filter(user=user).values("group")
    return Group.objects.filter(pk__in=mine).annotate(people=Count("members")).order_by("name", "pk")


def find(group_id: int, user: Any) -> Group | None:
    """The group, if this person is a member. `is_told`: whether they hear about new tables."""
    mine = Group.objects.select_related("owner").filter(pk=group_id, members__user=user)
    return mine.annotate(is_told=F("members__is_told")).first()


def members_of(group: Group, page: Any) -> Page:
    """The members by name."""
    people = User.objects.filter(pk__in=group.members.values("user"), is_active=True).order_by("username")
    return Uncounted(people.defer(*User.unlisted_fields()), PEOPLE).get_page(page)


def is_member(group: Group, user: Any) -> bool:
    return bool(user.is_authenticated and group.members.filter(user=user).exists())


def games_of(group: Group) -> list[str]:
    """The names of the games that this group plays, the ones it has played most first."""
    played = _newest(group)
    slugs = played.order_by().values_list("slug").annotate(times=Count("pk")).order_by("-times", "slug")
    return [lists.game_facts(slug).title for slug, _ in slugs if slug in load()]


def rated_games(group: Group) -> list[str]:
    """The slugs of the games in which members have a rating."""
    return sorted(set(_ratings(group).values_list("slug", flat=True).distinct()))


def leaderboard(group: Group, slug: str, page: Any) -> Page:
    """The members' ratings in a game, best first, including provisional ones."""
    rows = _ratings(group).filter(slug=slug).select_related("user").order_by("-conservative", "user")
    return Uncounted(rows.defer(*User.unlisted_fields("user__")), PEOPLE).get_page(page)


def _ratings(group: Group) -> QuerySet[Rating]:
    return Rating.objects.filter(user__in=group.members.values("user"), user__is_active=True)


LINES = 30  # of the chat
RESULTS = 10


def lines(group: Group, user: Any) -> list[GroupLine]:
    """The newest lines of the chat, oldest first, without those of people whom a block keeps apart from this member."""
    rows = (
        group.lines.select_related("user")
        .defer(*User.unlisted_fields("user__"))
        .exclude(blocks.between(user.pk, "user"))
        .order_by("-id")
    )
    return list(rows[:LINES])[::-1]


def _newest(group: Group) -> QuerySet[Match]:
    """The newest tables of the group. Without a limit, its page would take longer with each match played."""
    tables = GroupTable.objects.filter(group=group).order_by("-match").values("match")[:LOOKED_AT]
    return Match.objects.filter(pk__in=tables)


class ShownDate(Struct, frozen=True):
    """A standing date: "Every Friday, 20:00", its game, when it is next (None: when the last one ends), its table."""

    id: int
    words: str
    game: str
    seats: int
    by: str
    next: datetime | None
    url: str
    may_drop: bool


def dates(group: Group, user: Any) -> list[ShownDate]:
    """The standing dates of the group, the next one first."""
    rows = group.dates.select_related("by", "match").defer("match__position").order_by("starts_at", "pk")
    return [_date(row, group, user) for row in rows if row.slug in load()]


def _date(row: StandingDate, group: Group, user: Any) -> ShownDate:
    words = "A new game when the last one ends"
    if row.starts_at is not None:
        local = row.starts_at.astimezone(zones.zone(row.zone))
        words = f"Every {local:%A}, {local:%H:%M} ({row.zone.rpartition('/')[2].replace('_', ' ')})"
    match, may_drop = row.match, user.pk in (row.by_id, group.owner_id)
    url = f"{match.get_absolute_url()}?key={match.token}" if match else ""
    game = lists.game_facts(row.slug).title
    return ShownDate(row.pk, words, game, row.seats, row.by.name, row.starts_at, url, may_drop)


def tournaments(group: Group) -> list[GroupTournament]:
    """The newest tournaments of the group."""
    return list(group.tournaments.select_related("tournament").order_by("-pk")[:RESULTS])


def results(group: Group, page: Any) -> Page:
    """The finished matches of the group, newest first."""
    over = _newest(group).filter(status=Match.Status.OVER).order_by("-ended_at").values_list("pk", flat=True)
    shown = Uncounted(over, RESULTS).get_page(page)
    shown.object_list = listed(list(shown.object_list))
    return shown


def tables(group: Group, user: Any) -> list[lists.TableRow]:
    """The newest open and running tables as lobby rows, with the key of their private link, without those with people
    whom a block keeps apart from this member."""
    apart = Exists(Seat.objects.filter(blocks.between(user.pk, "user"), match=OuterRef("pk")))
    matches = (
        _newest(group)
        .exclude(apart)
        .filter(status__in=(Match.Status.OPEN, Match.Status.RUNNING))
        .order_by("-status", "-pk")
    )
    rows = [lists.table_row(match, user) for match in listed(matches.values_list("pk", flat=True)[: 2 * SHOWN])]
    return [replace(row, url=row.url + row.match.key, join_url=row.join_url + row.match.key) for row in rows]
