"""The page of my matches: what waits for me, what runs, tables and results."""

from collections import defaultdict
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Prefetch, QuerySet
from django.urls import reverse
from django.utils import timezone

from games.clocks import time_control
from games.clocks.waking_hours import Calendar
from games.lobby.lists import NAMED_SEATS, PER_PAGE, SEATS, pace_words
from games.matches import calendars, open_decisions
from games.models import Match, OpenDecision, Seat
from games.table.chat_lines import unread

MOST_ROWS = 100


def my_decisions(user: Any) -> list[dict[str, Any]]:
    """Decisions that wait for this person, the most urgent first."""
    rows = (
        OpenDecision.objects.filter(OpenDecision.OPEN, user=user)
        .order_by("due_at")
        .select_related("match")
        .defer("match__position")
        .prefetch_related(Prefetch("match__seats", NAMED_SEATS))
    )[:MOST_ROWS]
    hours = calendars.of_people([user.pk])
    return [
        {
            **_brief(row.match, user),
            "prompt": row.prompt,
            "due_at": row.due_at,
            "pace": pace_words(row.match),
            **_time(row, hours.at(user.pk, row.asked_at)),
        }
        for row in rows
    ]


def _time(row: OpenDecision, hours: Calendar) -> dict[str, Any]:
    """The clock that runs now, the move's or the reserve's: when it ends, how long it was, and what comes after it."""
    now = timezone.now()
    if row.due_at is None or row.drains_at is None:
        return {"clock_at": row.due_at, "total": 0, "what_runs": ""}
    begin, end = (row.asked_at, row.drains_at) if now < row.drains_at else (row.drains_at, row.due_at)
    what_runs = time_control.what_runs(now, row.drains_at, row.due_at, hours)
    return {"clock_at": end, "total": round((end - begin).total_seconds()), "what_runs": what_runs}


def matches_page(user: Any, page: Any) -> dict[str, Any]:
    """The page "My games": waiting, running, tables and finished."""
    waiting = my_decisions(user)
    seats = _matches_of(user)
    busy = {row["id"] for row in waiting}
    begun_or_open = list(seats.filter(status__in=(Match.Status.RUNNING, Match.Status.OPEN))[: 2 * MOST_ROWS])
    running = [m for m in begun_or_open if m.status == Match.Status.RUNNING and m.pk not in busy][:MOST_ROWS]
    tables = [m for m in begun_or_open if m.status == Match.Status.OPEN][:MOST_ROWS]
    owed = _who_is_asked(running)
    talk = unread(user, [*busy, *(match.pk for match in running)])
    finished = Paginator(seats.filter(status=Match.Status.OVER), PER_PAGE).get_page(page)
    finished.object_list = [_finished(match, user) for match in finished.object_list]  # type: ignore[misc]
    return {
        "waiting": [row | {"unread": talk.get(row["id"], 0)} for row in waiting],
        "running": [_brief(match, user) | owed[match.pk] | {"unread": talk.get(match.pk, 0)} for match in running],
        "invited": invitations(user),
        "tables": [_table(match, user) for match in tables],
        "finished": finished,
    }


def _matches_of(user: Any) -> QuerySet[Match]:
    mine = Seat.objects.filter(user=user).values("match")
    return Match.objects.filter(pk__in=mine).order_by("-id").defer("position").prefetch_related(SEATS)


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


def invitations(user: Any) -> list[dict[str, Any]]:
    """Tables that wait for this person's answer, the newest first."""
    rows = open_decisions.invitations_to(user.pk).select_related("match", "by")
    return [
        _table(row.match, user)
        | {
            "by": row.by.name,
            "pace": pace_words(row.match),
            "is_rated": row.match.is_rated,
            "join_url": reverse("join", args=[row.match_id]),
            "decline_url": reverse("decline", args=[row.match_id]),
        }
        for row in rows.order_by("-id").prefetch_related(Prefetch("match__seats", NAMED_SEATS))[:20]
    ]


def _table(match: Match, user: Any) -> dict[str, Any]:
    taken = sum(seat.user_id is not None for seat in match.seats.all())
    url = match.get_absolute_url() + ("" if match.is_public else f"?key={match.token}")
    return _brief(match, user) | {"taken": taken, "total": match.seat_count, "url": url}


def _finished(match: Match, user: Any) -> dict[str, Any]:
    rank = next((seat.rank for seat in match.seats.all() if seat.user_id == user.pk), None)
    result = {"rank": rank, "seats": match.seat_count, "ended_at": match.ended_at}
    return _brief(match, user) | result
