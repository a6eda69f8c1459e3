"""The tables that one can join, matches to watch, and whom and what one usually plays. Each list is one statement."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.core.paginator import Page
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from msgspec import Struct

from accounts.models import OutgoingMail
from accounts.people import blocks, friends
from config.postgres import fetch_all
from games.live_templates import address
from games.lobby import durations, game_facts
from games.lobby.match_rows import OF_FOUND, Listed, listed, read
from games.models import Match, Seat
from games.pagination import Pages, Rows
from games.titles import load

PER_PAGE = 20
MATCHES_LOOKED_AT = 50  # the newest ones, for suggesting people and a game
WATCHED = 12  # matches per page of those to watch
MOST_WATCHED = 600  # the newest running and the newest finished ones


@dataclass(frozen=True)
class TableFilter:
    """The filters of the lobby; empty fields do not filter. `seats`: the size of the table."""

    slug: str = ""
    pace: str = ""
    seats: int = 0
    rated: str = ""  # "yes" or "no"
    host: str = ""  # "friends": friends and people one follows

    def asked(self) -> dict[str, Any]:
        """The filters that are set, by query parameter."""
        names = {"game": self.slug, "pace": self.pace, "seats": self.seats, "rated": self.rated, "host": self.host}
        return {name: value for name, value in names.items() if value}

    @property
    def in_words(self) -> str:
        """What the filters ask for: "Going Postal, live, 4 players", or ""."""
        facts = (
            load()[self.slug].meta.title if self.slug else "",
            self.pace,
            f"{self.seats} players" if self.seats else "",
            {"yes": "rated", "no": "unrated"}.get(self.rated, ""),
            "hosted by friends" if self.host else "",
        )
        return ", ".join(filter(None, facts))

    def columns(self) -> dict[str, Any]:
        """The filters on columns of a match."""
        facts = {"slug": self.slug, "pace": self.pace, "seat_count": self.seats}
        columns = {name: value for name, value in facts.items() if value}
        return columns | ({"is_rated": self.rated == "yes"} if self.rated else {})


def to_join_and_watch(user: Any, wanted: TableFilter, page: Any = "", watch: Any = "") -> tuple[Page, Page]:
    """Pages of two lists: public tables waiting for players, newest first; and public matches to watch, running ones,
    newest first, then those of the last day, most recently ended first."""
    sql = _TO_JOIN.replace("{friends}", _BY_FRIENDS if wanted.host and user.pk else "")
    to_join = Pages(_rows(sql, wanted, {"me": user.pk}), PER_PAGE).get_page(page)
    given = {"most": MOST_WATCHED, "since": timezone.now() - timedelta(days=1)}
    to_watch = Pages(_rows(_TO_WATCH, wanted, given), WATCHED, most=2 * MOST_WATCHED).get_page(watch)
    lengths = durations.lengths()
    to_join.object_list = [table_row(match, user, lengths) for match in to_join.object_list]
    to_watch.object_list = [table_row(match, user) for match in to_watch.object_list]
    return to_join, to_watch


def joinable(user: Any, wanted: TableFilter) -> QuerySet[Match]:
    """Public tables waiting for players, without those of people who are kept apart from this person (by a block)."""
    tables = Match.objects.filter(status=Match.Status.OPEN, is_public=True, **wanted.columns())
    if user.pk is None:
        return tables
    if wanted.host:
        tables = tables.filter(owner__in=friends.friends_and_followed(user))
    apart = Seat.objects.filter(user__in=blocks.apart_from(user.pk), match=OuterRef("pk"))
    return tables.exclude(Exists(apart))


def quickest_table(user: Any, wanted: TableFilter) -> "TableRow | None":
    """The table that a quick join offers: public, unrated before rated, then with the fewest free seats, then the
    oldest; never one at which the user already sits, or from which the host has removed them."""
    removed = OutgoingMail.objects.filter(user=user, kind="removed", key__endswith=".removed")
    tables = joinable(user, wanted).exclude(pk__in=Seat.objects.filter(user=user).values("match"))
    tables = tables.exclude(pk__in=map(int, removed.values_list("match_id", flat=True)))
    if user.is_guest:
        tables = tables.filter(is_rated=False)
    free = Count("seats", filter=Q(seats__user=None))
    tables = tables.annotate(free=free).filter(free__gt=0).order_by("is_rated", "free", "id")
    first = listed(tables.values_list("id", flat=True)[:1])
    return table_row(first[0], user, durations.lengths()) if first else None


def _rows(sql: str, wanted: TableFilter, given: dict[str, Any]) -> Rows:
    """The matches whose ids a statement finds, in which `{fits}` is replaced by the filters of the lobby."""
    columns = wanted.columns()
    fits = "".join(f" AND m.{name} = %({name})s" for name in columns)
    return Rows(sql.replace("{fits}", fits), given | columns, read, OF_FOUND)


# Plain SQL, because building these statements from querysets takes ten times as long as executing them. Each kind of
# match to watch is read from its own index, no further than the slice.
_TO_JOIN = f"""
SELECT m.id FROM games_match m WHERE m.status = 'open' AND m.is_public{{fits}}{{friends}} AND NOT EXISTS (
    SELECT 1 FROM games_seat s WHERE s.match_id = m.id AND {blocks.sql_between("%(me)s", "s.user_id")})
ORDER BY m.id DESC
"""
_BY_FRIENDS = """ AND m.owner_id IN (
    SELECT whom_id FROM accounts_follow WHERE by_id = %(me)s
    UNION SELECT to_id FROM accounts_friendship WHERE by_id = %(me)s AND agreed_at IS NOT NULL
    UNION SELECT by_id FROM accounts_friendship WHERE to_id = %(me)s AND agreed_at IS NOT NULL)"""
_TO_WATCH = """
SELECT id FROM (
    (SELECT id, 'running' AS status, id::float AS newest FROM (
        SELECT id, slug, pace, seat_count, is_rated FROM games_match WHERE is_public AND status = 'running'
        ORDER BY id DESC LIMIT %(most)s) AS m WHERE true{fits} ORDER BY id DESC LIMIT %(end)s)
    UNION ALL
    (SELECT id, 'over', extract(epoch FROM ended_at) FROM (
        SELECT id, ended_at, slug, pace, seat_count, is_rated FROM games_match
        WHERE is_public AND status = 'over' AND ended_at > %(since)s
        ORDER BY ended_at DESC LIMIT %(most)s) AS m WHERE true{fits} ORDER BY ended_at DESC LIMIT %(end)s)) AS found
ORDER BY status DESC, newest DESC
"""


class TableRow(Struct, frozen=True):
    """A table or match as live/table_rows.html shows it. `finish`: the likely end; `why_not`: shown instead of the
    button to join. What follows from the match alone is only read when its part of the row is rendered."""

    match: Listed
    url: str
    join_url: str
    finish: str
    is_mine: bool
    can_join: bool
    why_not: str

    @property
    def is_over(self) -> bool:
        return self.match.status == Match.Status.OVER

    @property
    def pace(self) -> str:
        return game_facts.pace_words(self.match)

    @property
    def options(self) -> list[str]:
        return game_facts.unusual_words(self.match.slug, self.match.options, self.match.seat_count, self.match.pace)

    @property
    def length(self) -> str:
        return game_facts.length_words(self.match)


def table_row(match: Listed, user: Any, known: dict[str, int] | None = None) -> TableRow:
    """The row for this person. `known`: durations.lengths(), for the likely end."""
    is_known = user is not None and user.is_authenticated
    is_mine = is_known and user.pk in [seat.user for seat in match.seats]
    needs_account = is_known and match.is_rated and user.is_guest
    duration = durations.duration(match, known) if known else None
    why_not = ""
    if needs_account:
        why_not = "Rated games need an account."
    elif not is_known:
        why_not = "Log in to join." if match.is_rated else "No account needed."
    return TableRow(
        match=match,
        url=match.url,
        join_url=address("join", match.id),
        finish=durations.finish_in_words(match, duration, timezone.now()) if duration else "",
        is_mine=is_mine,
        can_join=is_known and not is_mine and not needs_account,
        why_not=why_not,
    )


_USUAL = """SELECT slug FROM games_match WHERE NOT is_lesson AND id IN (SELECT match_id FROM games_seat
WHERE user_id = %s ORDER BY match_id DESC LIMIT %s) GROUP BY slug ORDER BY count(*) DESC, slug"""


def usual_game(user: Any) -> str:
    """The game that this person has played most of late; "" if none."""
    if not user.is_authenticated:
        return ""
    return next((slug for (slug,) in fetch_all(_USUAL, [user.pk, MATCHES_LOOKED_AT]) if slug in load()), "")


def played_with(user: Any) -> list[str]:
    """Names of the people this person has recently played with, for suggestions."""
    mine = Seat.objects.filter(user=user).order_by("-match").values_list("match", flat=True)[:MATCHES_LOOKED_AT]
    people = {"user__is_bot": False, "user__is_guest": False, "user__is_active": True}
    seats = Seat.objects.filter(match__in=list(mine), **people).exclude(user=user)
    seats = seats.exclude(blocks.between(user.pk, "user"))
    return sorted(set(seats.values_list("user__username", flat=True)))
