"""Reading: what lists show. Constant numbers of queries, each with an index; writes nothing."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.core.paginator import Page
from django.db import connection
from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.people import blocks, ties
from games.clocks import time_control
from games.kernel import codec
from games.kernel.data import Meta
from games.lobby import durations
from games.lobby.list_rows import Listed, rows_of
from games.matches.loaded import LoadedMatch
from games.models import Match, Seat
from games.pagination import Uncounted
from games.table import tutorials
from games.templates import address
from games.titles import folder, load

PER_PAGE = 20
MATCHES_LOOKED_AT = 50  # for people to suggest
WATCHED = 12  # matches on a page of those to watch
MOST_WATCHED = 1_200  # of those being played and of those that ended: the newest, where many are
# Who sits at a table, as lists name them: the other columns of thirty times three people would be a quarter of a page.
NAMES = ("username", "display_name", "is_bot", "bot_owner")
NAMED_SEATS = (
    Seat.objects.select_related("user")
    .only("match_id", "number", "rank", *(f"user__{name}" for name in NAMES))
    .order_by("number")
)
SEATS = Prefetch("seats", NAMED_SEATS)


_FACTS: dict[str, tuple[Meta, dict[str, Any]]] = {}  # of each game, with what they were made of


def games_list() -> list[dict[str, Any]]:
    """The games with what people want to know first."""
    return [game_facts(slug) for slug in load()]


def game_facts(slug: str) -> dict[str, Any]:
    """One game for tickets, forms and lists. KeyError for an unknown slug."""
    meta = load()[slug].meta
    if slug not in _FACTS or _FACTS[slug][0] is not meta:
        _FACTS[slug] = (meta, _facts_of(slug, meta))
    return dict(_FACTS[slug][1])


def _facts_of(slug: str, meta: Meta) -> dict[str, Any]:
    seats = f"{meta.seats[0]}" if len(meta.seats) == 1 else f"{meta.seats[0]} to {meta.seats[-1]}"
    return {
        "slug": slug,
        "title": meta.title,
        "picture": f"titles/{slug}/cover.svg" if (folder(slug) / "pictures/cover.svg").exists() else "",
        "tagline": meta.tagline,
        "seats": seats,
        "length": f"{meta.minutes[0]} to {meta.minutes[1]} minutes",
        "turns": meta.turns,
        "url_rules": reverse("rules", args=[slug]),
        "url_new": f"{reverse('new_match')}?game={slug}",
        "url_play": reverse("play_now", args=[slug]),
        "url_learn": reverse("tutorial", args=[slug]) if tutorials.of_game(slug) else "",
    }


def quick_game() -> dict[str, Any] | None:
    """The game that is over soonest: what "Play now" begins for people who have no wish."""
    games = load()
    if not games:
        return None
    return game_facts(min(games, key=lambda slug: (games[slug].meta.minutes, games[slug].meta.seats)))


def option_words(slug: str, options: dict[str, Any], seats: int) -> list[str]:
    """Options in the words of the title's meta.toml; those without words or without a meaning here are left out."""
    meta = load()[slug].meta
    named = [name for name in options if seats in meta.option_seats.get(name, (seats,))]
    keys = (f"{name}={str(options[name]).lower()}" for name in named)
    return [meta.option_words[key] for key in keys if key in meta.option_words]


def unusual_words(slug: str, options: dict[str, Any], seats: int, pace: str) -> list[str]:
    """Only the options that differ from the default; the table itself shows them all."""
    usual = codec.plain(load()[slug].rules.options.defaults(seats, pace))
    return option_words(slug, {name: value for name, value in options.items() if value != usual.get(name)}, seats)


@dataclass(frozen=True)
class Wanted:
    """What somebody looks for in the lobby; empty fields do not filter. `seats`: the size of the table."""

    slug: str = ""
    pace: str = ""
    seats: int = 0
    rated: str = ""  # "yes" or "no"
    host: str = ""  # "friends": friends and people one follows

    def asked(self) -> dict[str, Any]:
        """The filters that are set, by the names that pages give them."""
        names = {"game": self.slug, "pace": self.pace, "seats": self.seats, "rated": self.rated}
        names["host"] = self.host
        return {name: value for name, value in names.items() if value}

    def among(self, tables: QuerySet[Match]) -> QuerySet[Match]:
        """The tables that fit."""
        facts = {"slug": self.slug, "pace": self.pace, "seat_count": self.seats}
        tables = tables.filter(**{name: value for name, value in facts.items() if value})
        return tables.filter(is_rated=self.rated == "yes") if self.rated else tables

    def written(self) -> tuple[str, dict[str, Any]]:
        """The same as a piece of SQL about games_match m, and what it needs."""
        facts = {"slug": self.slug, "pace": self.pace, "seat_count": self.seats}
        given = {name: value for name, value in facts.items() if value}
        given |= {"is_rated": self.rated == "yes"} if self.rated else {}
        return "".join(f" AND m.{name} = %({name})s" for name in given), given


def open_tables(user: Any, wanted: Wanted, page: Any) -> Page:
    """Public tables that wait for players, newest first."""
    found, known = Uncounted(ToJoin(user, wanted), PER_PAGE).get_page(page), durations.lengths()
    found.object_list = [table_row(match, user, known) for match in rows_of(found.object_list)]
    return found


def to_join(user: Any, wanted: Wanted) -> QuerySet[Match]:
    """Public tables that wait; none at which somebody sits from whom this person is kept apart."""
    tables = wanted.among(Match.objects.filter(status=Match.Status.OPEN, is_public=True))
    if user.pk is None:
        return tables
    if wanted.host:
        tables = tables.filter(owner__in=ties.known_to(user))
    apart = Seat.objects.filter(user__in=blocks.apart_from(user.pk), match=OuterRef("pk"))
    return tables.exclude(Exists(apart))


def quickest_table(user: Any, wanted: Wanted) -> dict[str, Any] | None:
    """The row of the table that a quick join offers: public, unrated before rated, then the one that needs the fewest
    more players, then the oldest; never the user's own."""
    tables = to_join(user, wanted).exclude(pk__in=Seat.objects.filter(user=user).values("match"))
    if user.is_guest:
        tables = tables.filter(is_rated=False)
    free = Count("seats", filter=Q(seats__user=None))
    tables = tables.annotate(free=free).filter(free__gt=0).order_by("is_rated", "free", "id")
    found = rows_of(tables.values_list("id", flat=True)[:1])
    return table_row(found[0], user, durations.lengths()) if found else None


def matches_to_watch(user: Any, wanted: Wanted, page: Any) -> Page:
    """Public matches of the day: those that are being played, newest first, then those that ended since yesterday,
    the last to end first."""
    found = Uncounted(ToWatch(wanted), WATCHED).get_page(page)
    found.object_list = [table_row(match, user) for match in rows_of(found.object_list)]
    return found


class ToJoin:
    """Slices of to_join(), newest first: their ids."""

    def __init__(self, user: Any, wanted: Wanted) -> None:
        fits, self.given = wanted.written()
        self.sql = _TO_JOIN.format(fits=fits + (_BY_FRIENDS if wanted.host and user.pk else ""))
        self.given |= {"me": user.pk, "apart": list(blocks.apart_from(user.pk) if user.pk else ())}

    def __getitem__(self, part: slice) -> list[int]:
        return _ids(self.sql, self.given | {"first": part.start, "count": part.stop - part.start})


class ToWatch:
    """Slices of the matches to watch: their ids. Each kind is read from its own index, no further than the slice."""

    def __init__(self, wanted: Wanted) -> None:
        fits, self.given = wanted.written()
        self.sql = _TO_WATCH.format(fits=fits)

    def __getitem__(self, part: slice) -> list[int]:
        end, since = min(part.stop, 2 * MOST_WATCHED), timezone.now() - timedelta(days=1)
        more = {
            "most": MOST_WATCHED,
            "since": since,
            "end": end,
            "first": part.start,
            "count": max(0, end - part.start),
        }
        return _ids(self.sql, self.given | more)


def _ids(sql: str, given: dict[str, Any]) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(sql, given)
        return [row[0] for row in cursor.fetchall()]


# Written down: putting them together anew costs ten times as much as all that the database does for the lobby.
_TO_JOIN = """
SELECT m.id FROM games_match m WHERE m.status = 'open' AND m.is_public{fits} AND NOT EXISTS (
    SELECT 1 FROM games_seat s WHERE s.match_id = m.id AND s.user_id = ANY(%(apart)s))
ORDER BY m.id DESC OFFSET %(first)s LIMIT %(count)s
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
ORDER BY status DESC, newest DESC OFFSET %(first)s LIMIT %(count)s
"""


def table_row(match: Listed, user: Any, known: dict[str, int] | None = None) -> dict[str, Any]:
    """A table or match as lists show it; `known`: measured lengths, for the likely end."""
    is_known = user is not None and user.is_authenticated
    mine = is_known and any(seat.user == user.pk for seat in match.seats)
    is_closed = is_known and match.is_rated and user.is_guest
    facts = game_facts(match.slug)
    duration = durations.duration(match, known) if known else None
    return {
        "id": match.id,
        "slug": match.slug,
        "title": facts["title"],
        "url": address("match", match.id),
        "join_url": address("join", match.id),
        "owner": match.owner,
        "taken": match.taken,
        "total": match.seat_count,
        "seats": [
            {"name": seat.name, "is_bot": seat.is_any_bot, "is_free": False} if seat.user else {"is_free": True}
            for seat in match.seats
        ],
        "pace": pace_words(match),
        "is_rated": match.is_rated,
        "options": unusual_words(match.slug, match.options, match.seat_count, match.pace),
        "length": facts["length"] if match.pace == Match.Pace.LIVE else facts["turns"],
        "finish": durations.finish_in_words(match, duration, timezone.now()) if duration else "",
        "is_over": match.status == Match.Status.OVER,
        "url_replay": address("replay", match.id),
        "is_mine": mine,
        "can_join": is_known and not mine and not is_closed,
        "why_not": _why_not(match, is_known, is_closed),
    }


def _why_not(match: Listed, is_known: bool, is_closed: bool) -> str:
    """What stands where the button to join would be."""
    if is_closed:
        return "Rated games need an account."
    if is_known:
        return ""
    return "Log in to join." if match.is_rated else "No account needed."


def played_with(user: Any) -> list[str]:
    """Names of the people this person met at a table most recently, for suggestions."""
    mine = Seat.objects.filter(user=user).order_by("-match").values_list("match", flat=True)[:MATCHES_LOOKED_AT]
    seats = Seat.objects.filter(
        match__in=list(mine), user__is_bot=False, user__is_guest=False, user__is_active=True
    ).exclude(user=user)
    seats = seats.exclude(blocks.between(user.pk, "user"))
    return sorted(set(seats.values_list("user__username", flat=True)))


def pace_words(match: Match | Listed | LoadedMatch) -> str:
    """ "Correspondence: 1 day for each move, then a 3-day reserve"."""
    kind = "Live" if match.pace == "live" else "Correspondence"
    return f"{kind}: {time_control.clock_in_words(match.move_seconds, match.bank_seconds)}"
