"""What the page of a group shows: members, tables, leaderboard. A constant number of queries."""

from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet
from msgspec.structs import replace

from accounts.models import Rating, User
from accounts.people import blocks
from games.groups.models import Group, GroupTable, Member
from games.lobby import lists
from games.lobby.list_rows import rows_of
from games.models import Match, Seat
from games.titles import load

SHOWN = 20  # tables of each kind


def of_person(user: Any) -> QuerySet[Group]:
    """The groups of this person, by name, with the number of `people`."""
    mine = Member.objects.filter(user=user).values("group")
    return Group.objects.filter(pk__in=mine).annotate(people=Count("members")).order_by("name", "pk")


def find(group_id: int, user: Any) -> Group | None:
    """The group, for its members."""
    return Group.objects.select_related("owner").filter(pk=group_id, members__user=user).first()


def shown(group: Group, user: Any, slug: str) -> dict[str, Any]:
    """All of the page. `slug`: the game of the leaderboard, "" for the first one that is rated here."""
    members = list(User.objects.filter(pk__in=group.members.values("user"), is_active=True).order_by("username"))
    best = _best(members)
    chosen = slug if slug in load() else next(iter(best), "")
    tables = _tables(group, user)
    return {
        "group": group,
        "members": members,
        "is_owner": group.owner_id == user.pk,
        "open": [row for row in tables if row.match.status == Match.Status.OPEN],
        "running": [row for row in tables if row.match.status == Match.Status.RUNNING],
        "games": [{"slug": slug, "title": game.meta.title} for slug, game in load().items()],
        "chosen": chosen,
        "rows": best.get(chosen, []),
    }


def _best(members: list[User]) -> dict[str, list[dict[str, Any]]]:
    """The leaderboard of each game that members have played rated, provisional ratings included."""
    known = {person.pk: person for person in members}
    found: dict[str, list[dict[str, Any]]] = {}
    for row in Rating.objects.filter(user__in=known).order_by("slug", "-conservative", "user"):
        found.setdefault(row.slug, []).append({"person": known[row.user_id], "row": row})
    return found


def _tables(group: Group, user: Any) -> list[lists.TableRow]:
    """The newest that wait or run, as in the lobby, with the key of the private link; without those of people from whom
    this member is kept apart."""
    apart = Exists(Seat.objects.filter(blocks.between(user.pk, "user"), match=OuterRef("pk")))
    ours = Match.objects.filter(pk__in=GroupTable.objects.filter(group=group).values("match")).exclude(apart)
    matches = ours.filter(status__in=(Match.Status.OPEN, Match.Status.RUNNING)).order_by("-status", "-pk")
    rows = [lists.table_row(match, user) for match in rows_of(matches.values_list("pk", flat=True)[: 2 * SHOWN])]
    return [replace(row, url=row.url + row.match.key, join_url=row.join_url + row.match.key) for row in rows]
