"""What calendars, feeds, webhooks and browser notifications say about matches: whose turn it is and until when.

Other people may read them, so they never contain a hand or a choice, only what is public at the table.
"""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from django.urls import reverse
from django.utils import timezone

from accounts.mail_kinds import ASKING, KINDS
from accounts.models import User
from accounts.notices import registry
from accounts.notices.registry import Deadline, NoticeText
from games.lobby import bell
from games.models import Match, OpenDecision, Proposal, Vacation
from games.table.local_times import at_words

TEXTS = {  # notices to players of a match
    "too_few": "Not enough players came in time. The table stays open.",
    "defaulted": "Your time ran out, so the default was played.",
    "missed": "The default was played, and the match goes on.",
    "took_over": "The match goes on with another player there.",
    "by_post": "The match goes on by email. Nobody has lost time.",
    "goes_on": "A player has ended the pause. The clocks run again.",
    "settled": "The log of the match tells what came of it.",
    "mention": "A player named you in the chat.",
}
TEXTS_AFTER_LEAVING = {
    "closed": "The table was closed before the match began.",  # notices to people who may have lost their seat
    "lost": "You missed two turns in a row.",
    "host": "The host of this site wrote to the players.",
    "seat_taken": "{match.owner.name} plays without you.",
    "removed": "{match.owner.name} has freed your seat.",
}
ABOUT_PLAYER = {"sat_down": "sat down at your table.", "declined": "declined your invitation."}


def _others(match: Match, user: User) -> str:
    seats = match.seats.select_related("user").exclude(user=user).exclude(user=None).order_by("number")
    return ", ".join(seat.user.name for seat in seats if seat.user)


def _match(data: Mapping[str, Any], user: User) -> Match | None:
    """The match of a notice, if this person still has a seat."""
    return Match.objects.defer("position").filter(pk=data["match"], seats__user=user).first()


def _news(match: Match, title: str, text: str, **more: Any) -> NoticeText:
    return NoticeText(f"{title}: {match}", text, match.get_absolute_url(), f"match-{match.pk}", **more)


def _turn(data: Mapping[str, Any], user: User, lead: str) -> NoticeText | None:
    rows = OpenDecision.objects.filter(OpenDecision.OPEN, match=data["match"], key=data["decision"], user=user)
    asked = rows.select_related("match").defer("match__position").first()
    if asked is None:
        return None
    until = f" Until {at_words(asked.due_at, user.time_zone)}." if asked.due_at else ""
    text, waiting = f"You play with {_others(asked.match, user)}.{until}", bell.counts(user.pk).games
    return _news(asked.match, lead, text, due=asked.due_at, waiting=waiting)


def _news_of_kind(data: Mapping[str, Any], user: User, kind: str) -> NoticeText | None:
    rows = Match.objects.select_related("owner").defer("position").filter(pk=data["match"])
    match = rows.first() if kind in TEXTS_AFTER_LEAVING else _match(data, user)
    if match is None:
        return None
    return _news(match, KINDS[kind].label, (TEXTS | TEXTS_AFTER_LEAVING)[kind].format(match=match))


@registry.announcer("started")
def _started(data: Mapping[str, Any], user: User) -> NoticeText | None:
    match = _match(data, user)
    return _news(match, KINDS["started"].label, f"You play with {_others(match, user)}.") if match else None


@registry.announcer("over")
def _over(data: Mapping[str, Any], user: User) -> NoticeText | None:
    match = _match(data, user)
    if match is None:
        return None
    rank = match.seats.get(user=user).rank
    return _news(match, KINDS["over"].label, f"Your place: {rank} of {match.seat_count}." if rank else "It has ended.")


@registry.announcer("proposal")
def _proposal(data: Mapping[str, Any], user: User) -> NoticeText | None:
    match = _match(data, user)
    asked = Proposal.objects.filter(pk=data["proposal"], outcome="").select_related("by").first()
    if match is None or asked is None:
        return None
    words = f"{asked.by.name} asks for {asked.get_kind_display()}."
    return NoticeText(f"A question: {match}", words, reverse("agreements", args=[match.pk]), f"match-{match.pk}")


@registry.announcer("away")
def _away(data: Mapping[str, Any], user: User) -> NoticeText | None:
    vacation = Vacation.objects.filter(pk=data["vacation"], ends_at__gt=timezone.now()).select_related("user").first()
    if vacation is None:
        return None
    text = f"{vacation.user.name} is away {vacation.in_words()}."
    return NoticeText(KINDS["away"].label, text, reverse("my_matches"), f"away-{vacation.pk}")


@registry.announcer("invited")
def _invited(data: Mapping[str, Any], user: User) -> NoticeText | None:
    open_table = Match.objects.defer("position").filter(pk=data["match"], status=Match.Status.OPEN)
    match = open_table.filter(invitations__user=user).first()
    by = User.objects.filter(pk=data["by"]).first()
    return _news(match, KINDS["invited"].label, f"{by.name} invites you to a game.") if match and by else None


@registry.announcer("left")
def _left(data: Mapping[str, Any], user: User) -> NoticeText | None:
    who = User.objects.filter(pk=data["who"]).first()
    if who is None:
        return None
    if match := _match(data, user) if "match" in data else None:
        return _news(match, KINDS["left"].label, f"{who.name} gave up the seat.")
    return NoticeText(f"{KINDS['left'].label}: {data['about']}", f"{who.name} dropped out.", data["url"], data["url"])


def _about_player(data: Mapping[str, Any], user: User, kind: str) -> NoticeText | None:
    match, who = _match(data, user), User.objects.filter(pk=data["who"]).first()
    return _news(match, KINDS[kind].label, f"{who.name} {ABOUT_PLAYER[kind]}") if match and who else None


@registry.announcer("message")
def _message(data: Mapping[str, Any], user: User) -> NoticeText | None:
    by = User.objects.filter(pk=data["by"], is_active=True).first()
    return NoticeText(f"Message from {by.name}", "", data["url"], f"message-{by.pk}") if by else None


def deadlines(user: User) -> list[Deadline]:
    """The deadlines of this person's open decisions (three queries, however many)."""
    rows = OpenDecision.objects.filter(OpenDecision.OPEN, user=user, due_at__isnull=False).exclude(pace="standing")
    timed = rows.order_by("due_at").select_related("match").defer("match__position")
    deadlines = []
    for row in timed[:200]:
        assert row.due_at is not None
        key, url = f"m{row.match_id}.{row.key}", row.match.get_absolute_url()
        deadlines.append(Deadline(key, f"{row.match}: your turn", "Your time ends.", url, row.asked_at, row.due_at))
    return deadlines


def titles(match_ids: Iterable[str]) -> dict[str, str]:
    """The names of matches by id (one query)."""
    ids = [int(id) for id in match_ids if id.isdecimal()]
    return {str(match.pk): str(match) for match in Match.objects.only("slug").filter(pk__in=ids)}


for _kind in ASKING:
    registry.announcer(_kind)(partial(_turn, lead=KINDS[_kind].label))
for _kind in ABOUT_PLAYER:
    registry.announcer(_kind)(partial(_about_player, kind=_kind))
for _kind in TEXTS | TEXTS_AFTER_LEAVING:
    registry.announcer(_kind)(partial(_news_of_kind, kind=_kind))
registry.deadlines.append(deadlines)
registry.titles.append(titles)
