"""Reading: what lists show. Constant numbers of queries, each with an index; writes nothing."""

import secrets
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db import connection
from django.db.models import Count, Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import measures, pace, tutorials
from games.frames import Frame
from games.kernel import codec
from games.models import Absence, ChatLine, Invitation, Match, MoveRecord, OpenDecision, Report, Seat, Visit
from games.pages import Uncounted
from games.services.chat import hides_asides
from games.titles import folder, load

PER_PAGE = 20
MOST_ROWS = 100
CHAT_LINES = 50
TALK_PAGE = 200
QUICK_TRIES = 5  # tables that a quick join looks at: others may be quicker at the first ones
WATCHED = 12  # matches on a page of those to watch
_SEATS_WITH_TIMES = Prefetch("seats", measures.with_times(Seat.objects.select_related("user").order_by("number")))
_SEATS = Prefetch("seats", Seat.objects.select_related("user").order_by("number"))


def games_list() -> list[dict[str, Any]]:
    """The games with what people want to know first."""
    return [game_facts(slug) for slug in load()]


def game_facts(slug: str) -> dict[str, Any]:
    """One game for stamps, forms and lists. KeyError for an unknown slug."""
    meta = load()[slug].meta
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
        "url_learn": reverse("tutorial", args=[slug]) if tutorials.of_game(slug) else "",
    }


def option_words(slug: str, options: dict[str, Any], seats: int) -> list[str]:
    """Options in the words of the title's meta.toml; those without words or without a meaning here are left out."""
    meta = load()[slug].meta
    named = [name for name in options if seats in meta.option_seats.get(name, (seats,))]
    keys = (f"{name}={str(options[name]).lower()}" for name in named)
    return [meta.option_words[key] for key in keys if key in meta.option_words]


def _unusual(match: Match) -> list[str]:
    """Only those options that are not as usual: all of them stand at the table itself."""
    usual = codec.plain(load()[match.slug].options.defaults(match.seat_count, match.pace))  # type: ignore[attr-defined]
    chosen = {name: value for name, value in match.options.items() if value != usual.get(name)}
    return option_words(match.slug, chosen, match.seat_count)


@dataclass(frozen=True)
class Wanted:
    """What somebody looks for in the lobby; empty fields do not filter. `seats`: the size of the table."""

    slug: str = ""
    pace: str = ""
    seats: int = 0
    rated: str = ""  # "yes" or "no"

    def among(self, tables: QuerySet[Match]) -> QuerySet[Match]:
        """The tables that fit."""
        facts = {"slug": self.slug, "pace": self.pace, "seat_count": self.seats}
        tables = tables.filter(**{name: value for name, value in facts.items() if value})
        return tables.filter(is_rated=self.rated == "yes") if self.rated else tables


def open_tables(user: Any, wanted: Wanted, page: Any) -> Page:
    """Public tables that wait for players, newest first."""
    tables = wanted.among(Match.objects.filter(status=Match.Status.OPEN, is_public=True))
    tables = tables.order_by("-id").select_related("owner").prefetch_related(_SEATS_WITH_TIMES)
    found, known = Paginator(tables, PER_PAGE).get_page(page), measures.lengths()
    found.object_list = [table_row(match, user, known) for match in found.object_list]
    return found


def quickest_tables(user: Any, wanted: Wanted) -> list[int]:
    """Some public tables that need the fewest more players, the oldest of them first; never one's own."""
    tables = wanted.among(Match.objects.filter(status=Match.Status.OPEN, is_public=True))
    tables = tables.exclude(pk__in=Seat.objects.filter(user=user).values("match"))
    free = Count("seats", filter=Q(seats__user=None))
    found = tables.annotate(free=free).filter(free__gt=0).order_by("free", "id").values_list("pk", flat=True)
    return list(found[:QUICK_TRIES])


def matches_to_watch(wanted: Wanted, page: Any) -> Page:
    """Public matches of the day: those that are being played, newest first, then those that ended since yesterday."""
    day = timezone.now() - timedelta(days=1)
    shown = Q(status=Match.Status.RUNNING) | Q(status=Match.Status.OVER, ended_at__gt=day)
    matches = wanted.among(Match.objects.filter(shown, is_public=True)).order_by("-status", "-id")
    matches = matches.select_related("owner").defer("position").prefetch_related(_SEATS)
    found = Uncounted(matches, WATCHED).get_page(page)
    found.object_list = [table_row(match, None) for match in found.object_list]
    return found


def table_row(match: Match, user: Any, known: dict[str, int] | None = None) -> dict[str, Any]:
    """A table or match as lists show it; `known`: measured lengths, for the likely end."""
    seats = list(match.seats.all())
    is_known = user is not None and user.is_authenticated
    mine = is_known and any(seat.user_id == user.pk for seat in seats)
    facts = game_facts(match.slug)
    duration = measures.duration(match, known) if known else None
    return {
        "id": match.pk,
        "slug": match.slug,
        "title": facts["title"],
        "url": match.get_absolute_url(),
        "join_url": reverse("join", args=[match.pk]),
        "owner": match.owner.name,
        "taken": sum(seat.user_id is not None for seat in seats),
        "total": match.seat_count,
        "seats": [
            {"name": seat.user.name, "is_bot": seat.user.is_bot, "is_free": False} if seat.user else {"is_free": True}
            for seat in seats
        ],
        "pace": pace_words(match),
        "is_rated": match.is_rated,
        "options": _unusual(match),
        "length": facts["length"] if match.pace == Match.Pace.LIVE else facts["turns"],
        "finish": measures.finish_in_words(match, duration, timezone.now()) if duration else "",
        "note": "over" if match.status == Match.Status.OVER else "",
        "is_mine": mine,
        "can_join": is_known and not mine,
        "why_not": "" if is_known else "Log in to take a seat.",
    }


def pace_words(match: Match | Frame) -> str:
    """ "By post: 1 day a move, 3 days in reserve"."""
    kind = "Live" if match.pace == "live" else "By post"
    return f"{kind}: {pace.clock_in_words(match.move_seconds, match.bank_seconds)}"


def waiting_count(user_id: int) -> int:
    """How many decisions wait for this person."""
    return OpenDecision.objects.filter(OpenDecision.OPEN, user_id=user_id).exclude(pace="standing").count()


def my_decisions(user: Any) -> list[dict[str, Any]]:
    """Decisions that wait for this person, the most urgent first."""
    rows = (
        OpenDecision.objects.filter(OpenDecision.OPEN, user=user)
        .order_by("due_at")
        .select_related("match")
        .defer("match__position")
        .prefetch_related(Prefetch("match__seats", Seat.objects.select_related("user").order_by("number")))
    )[:MOST_ROWS]
    return [
        {
            **_brief(row.match, user),
            "prompt": row.prompt,
            "due_at": row.due_at,
            "total": round((row.due_at - row.asked_at).total_seconds()) if row.due_at else 0,
            "pace": pace_words(row.match),
        }
        for row in rows
    ]


def next_decision(user: Any, after: int = 0) -> str:
    """Address of the most urgent decision in another match than `after`; "" if there is none."""
    rows = OpenDecision.objects.filter(OpenDecision.OPEN, user=user).exclude(match_id=after).order_by("due_at")
    match_id = rows.values_list("match_id", flat=True).first()
    return reverse("match", args=[match_id]) if match_id else ""


def my_matches(user: Any, page: Any) -> dict[str, Any]:
    """The page "My games": waiting, running, tables and finished."""
    waiting = my_decisions(user)
    seats = _matches_of(user)
    busy = {row["id"] for row in waiting}
    running = [m for m in seats.filter(status=Match.Status.RUNNING)[:MOST_ROWS] if m.pk not in busy]
    owed = _who_is_asked(running)
    talk = unread(user, [*busy, *(match.pk for match in running)])
    tables = list(seats.filter(status=Match.Status.OPEN)[:MOST_ROWS])
    invited = Match.objects.filter(
        pk__in=Invitation.objects.filter(user=user).values("match"), status=Match.Status.OPEN
    )
    finished = Paginator(seats.filter(status=Match.Status.OVER), PER_PAGE).get_page(page)
    finished.object_list = [_finished(match, user) for match in finished.object_list]
    return {
        "waiting": [row | {"unread": talk.get(row["id"], 0)} for row in waiting],
        "running": [_brief(match, user) | owed[match.pk] | {"unread": talk.get(match.pk, 0)} for match in running],
        "tables": [_table(match, user, "") for match in tables]
        + [_table(match, user, "you are invited") for match in invited.prefetch_related(_SEATS)[:20]],
        "finished": finished,
    }


def _matches_of(user: Any) -> QuerySet[Match]:
    mine = Seat.objects.filter(user=user).values("match")
    return Match.objects.filter(pk__in=mine).order_by("-id").defer("position").prefetch_related(_SEATS)


def _who_is_asked(matches: list[Match]) -> dict[int, dict[str, Any]]:
    """For each match who holds it up, as everybody may know it, and until when at the latest."""
    owed: dict[int, dict[str, Any]] = defaultdict(lambda: {"waiting_for": "", "due_at": None})
    rows = OpenDecision.objects.filter(match__in=matches).exclude(pace="standing").select_related("user")
    for row in rows.order_by("seat"):  # answered ones too: who has answered is nobody's business
        facts = owed[row.match_id]
        name = row.user.name
        facts["waiting_for"] = f"{facts['waiting_for']}, {name}" if facts["waiting_for"] else name
        facts["due_at"] = min(filter(None, (facts["due_at"], row.due_at)), default=None)
    return owed


def _brief(match: Match, user: Any) -> dict[str, Any]:
    others = [seat.user.name for seat in match.seats.all() if seat.user and seat.user_id != user.pk]
    return {
        "id": match.pk,
        "slug": match.slug,
        "title": match.game.meta.title,
        "opponents": ", ".join(others),
        "url": match.get_absolute_url(),
    }


def _table(match: Match, user: Any, note: str) -> dict[str, Any]:
    taken = sum(seat.user_id is not None for seat in match.seats.all())
    url = match.get_absolute_url() + ("" if match.is_public else f"?key={match.token}")
    return _brief(match, user) | {"taken": taken, "total": match.seat_count, "note": note, "url": url}


def _finished(match: Match, user: Any) -> dict[str, Any]:
    rank = next((seat.rank for seat in match.seats.all() if seat.user_id == user.pk), None)
    ends = {1: "st", 2: "nd", 3: "rd"}
    words = f"{rank}{ends.get(rank, 'th')} of {match.seat_count}" if rank else ""
    return _brief(match, user) | {"rank_words": words, "is_win": rank == 1, "ended_at": match.ended_at}


@dataclass(frozen=True)
class Talk:
    """The chat of a table as one person reads it: newest lines, oldest first; whom they have muted, with names.

    `has_more`: are there older lines than these?
    """

    lines: list[ChatLine]
    muted: dict[int, str]
    has_more: bool = False


class Reported(NamedTuple):
    """Words that somebody reported: how often, with which reasons; are they hidden from all by now?"""

    text: str
    count: int
    reasons: list[str]
    is_hidden: bool


def reported(frame: Frame, user: Any, shown: str | None = None) -> list[Reported]:
    """What was reported at this table and no member of the staff has settled yet, the newest words first.

    `shown`: all that this person can read in the game; other words of the game (a whisper) and talk of spectators that
    is hidden from them are left out. None: all words.
    """
    found = Report.objects.filter(match_id=frame.id, settled_at=None).select_related("line")
    hides = shown is not None and hides_asides(frame, user)
    rows: dict[str, list[str]] = {}
    for row in found.order_by("-at", "-pk"):
        may_read = shown is None or (not (hides and row.line.aside) if row.line else row.text in shown)
        if may_read:
            rows.setdefault(row.text, []).append(row.reason)
    return [
        Reported(text, len(reasons), [reason for reason in reasons if reason], text in frame.hidden)
        for text, reasons in rows.items()
    ]


def talk_of(frame: Frame, user: Any, visit: Visit | None = None) -> Talk:
    """The chat for this person. `visit`: what is known of theirs, if somebody has read it already."""
    is_known = user is not None and user.is_authenticated
    if visit is None and is_known:
        visit = Visit.objects.filter(match_id=frame.id, user_id=user.pk).first()
    lines = _newest_lines(frame.id, hides_asides(frame, user if is_known else None), _muted(visit))
    return _talk(lines, _muted(visit), _names_of_muted([visit] if visit else []))


def talks_of(readers: Sequence[tuple[Frame, User | None]]) -> list[Talk]:
    """The chat of each frame for the person beside it. What several may read alike is read once."""
    people, matches = {user.pk for _, user in readers if user}, {frame.id for frame, _ in readers}
    visits = Visit.objects.filter(match_id__in=matches, user_id__in=people) if people else ()
    muted_by = {(visit.match_id, visit.user_id): _muted(visit) for visit in visits}
    names, lines_of = _names_of_muted(visits), cache(_newest_lines)
    found = []
    for frame, user in readers:
        muted = muted_by.get((frame.id, user.pk), ()) if user else ()
        found.append(_talk(lines_of(frame.id, hides_asides(frame, user), muted), muted, names))
    return found


def stamps_of(match_ids: Collection[int]) -> dict[int, int]:
    """The newest write of each of these matches."""
    return dict(Match.objects.filter(pk__in=match_ids).values_list("pk", "stamp"))


def _muted(visit: Visit | None) -> tuple[int, ...]:
    return tuple(visit.muted) if visit else ()


def _names_of_muted(visits: Iterable[Visit]) -> dict[int, str]:
    muted = {who for visit in visits for who in visit.muted}
    return {person.pk: person.name for person in User.objects.filter(pk__in=muted)} if muted else {}


def _newest_lines(match_id: int, hides_asides: bool, muted: tuple[int, ...]) -> list[ChatLine]:
    """The lines to show, oldest first, and one more before them if there are older ones."""
    return list(reversed(_said_at(match_id, hides_asides, muted)[: CHAT_LINES + 1]))


def _said_at(match_id: int, hides_asides: bool, muted: tuple[int, ...]) -> QuerySet[ChatLine]:
    found = ChatLine.objects.filter(match_id=match_id).exclude(user__in=muted).select_related("user").order_by("-id")
    return found.filter(aside=False) if hides_asides else found


def _talk(lines: list[ChatLine], muted: tuple[int, ...], names: dict[int, str]) -> Talk:
    hidden = {who: names[who] for who in muted if who in names}
    return Talk(lines[-CHAT_LINES:], hidden, has_more=len(lines) > CHAT_LINES)


def all_talk(frame: Frame, user: Any, page: Any) -> Page:
    """The whole talk of a table as one person reads it, the newest page first, each page oldest first."""
    visit = Visit.objects.filter(match_id=frame.id, user_id=user.pk).first()
    found = Paginator(_said_at(frame.id, hides_asides(frame, user), _muted(visit)), TALK_PAGE).get_page(page)
    found.object_list = list(reversed(found.object_list))
    return found


def unread(user: Any, match_ids: Collection[int]) -> dict[int, int]:
    """How many lines of chat this player has not had on the screen yet, by match: what others said and may be read."""
    if not match_ids:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_UNREAD, {"user": user.pk, "matches": list(match_ids)})
        return dict(cursor.fetchall())


_UNREAD = """
SELECT c.match_id, count(*) FROM games_chatline c
LEFT JOIN games_visit v ON v.match_id = c.match_id AND v.user_id = %(user)s
WHERE c.match_id = ANY(%(matches)s) AND c.user_id <> %(user)s AND NOT c.aside AND c.id > coalesce(v.said, 0)
  AND NOT coalesce(v.muted, '[]') @> to_jsonb(c.user_id)
GROUP BY c.match_id
"""


def answered_by(match_id: int, seat: int, decision: str) -> str:
    """How this decision was answered: web, live, mail, api, bot or clock; "" if this seat never answered it."""
    records = MoveRecord.objects.filter(match_id=match_id, seat=seat, decision=decision).order_by("-number")
    return records.values_list("by", flat=True).first() or ""


def may_see(frame: Frame, user: Any, key: str = "") -> bool:
    """May this person look at the match: it is public, they sit there or were invited, or they hold its link."""
    if frame.is_public or secrets.compare_digest(key.encode(), frame.token.encode()):
        return True
    if user is None or not user.is_authenticated:
        return False
    is_known = frame.seat_of(user.pk) is not None or user.is_staff
    if is_known or Invitation.objects.filter(match_id=frame.id, user_id=user.pk).exists():
        return True
    return Absence.objects.filter(match_id=frame.id, user_id=user.pk).exists()  # who has lost a seat may watch
