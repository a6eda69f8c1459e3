"""Queries about open decisions and invitations across all matches. Each is one query that uses an index."""

from collections.abc import Collection
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.urls import reverse

from accounts.people import blocks
from config.postgres import fetch_all
from games.models import Invitation, Match, MoveRecord


def invitations_to(user_id: int) -> QuerySet[Invitation]:
    """Open invitations to this person, except from people whom they block or who block them."""
    rows = Invitation.objects.filter(user_id=user_id, match__status=Match.Status.OPEN)
    return rows.exclude(blocks.between(user_id, "by"))


class Waiting(NamedTuple):
    """An open decision."""

    match: int
    seat: int
    key: str


def next_decision(user: Any, after: int = 0) -> str:
    """URL of the match with this person's most urgent decision, other than match `after`; "" if there is none."""
    found = most_urgent(user, after)
    return reverse("match", args=[found.match]) if found else ""


def most_urgent(user: Any, after: int = 0) -> Waiting | None:
    """This person's most urgent decision in a match other than `after`."""
    found = fetch_all(f"SELECT match_id, seat, key {NEXT}", {"user": user.pk, "match": after})
    return Waiting(*found[0]) if found else None


# Where a person's most urgent decision stands, other than those of one match.
NEXT = """FROM games_opendecision WHERE user_id = %(user)s AND answered_at IS NULL AND match_id <> %(match)s
AND pace <> 'standing' ORDER BY due_at, id LIMIT 1"""


def revisions_of(match_ids: Collection[int]) -> dict[int, int]:
    """The current revision of each of these matches."""
    return dict(Match.objects.filter(pk__in=match_ids).values_list("pk", "revision"))


def answered(match_id: int, seat: int, decision: str) -> tuple[str, int]:
    """How this decision was answered (web, live, mail, api, bot or clock), and the version after that; ("", 0) if this
    seat never answered it."""
    records = MoveRecord.objects.filter(match_id=match_id, seat=seat, decision=decision).order_by("-number")
    return records.values_list("by", "version").first() or ("", 0)
