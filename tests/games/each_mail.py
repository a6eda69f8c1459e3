"""One email of each kind about a match of a game as delivered, for measuring and viewing."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

from django.db.models import F
from django.utils import timezone

from accounts.models import OutgoingMail
from games.agreements import proposals
from games.deadlines import nudges, sweep
from games.lobby import email_invitations, tables
from games.matches import leaving
from games.matches.loaded import load_match
from games.models import Match, OpenDecision, Seat
from tests.games.conftest import DAY, move_on
from tests.games.test_clock import row_of
from tests.games.test_replies import reply, send_all
from tests.samples import seats_of

MOVES = (4, 3, 2)  # after each so many moves there is a turn mail
Mails = Iterator[tuple[str, Any]]


def each_mail(start: Callable[..., Match], people: tuple[Any, ...], slug: str) -> Mails:
    """(kind, message). Needs the fixture `local_post`."""
    people = people[: seats_of(slug)]
    yield from _invitations(people, slug)
    match = start(slug, people)
    yield from _kinds(send_all())
    for moves in MOVES:
        move_on(match, moves)
        yield from _kinds(mail for mail in send_all() if ".turn@" in mail.extra_headers["Message-ID"])
    yield from _ladder(match)
    yield from _answers(match)
    proposals.ask_pause(match_id=match.pk, user=_other(match), days=3)
    yield from _kinds(send_all())
    yield from _missed(match)
    yield from _missed(match)
    for seat in Seat.objects.filter(match=match, left_reason="", user__is_bot=False).select_related("user"):
        if not load_match(match.pk).is_over:
            leaving.resign(match_id=match.pk, user=seat.user)
    yield from _kinds(send_all())


def _kinds(mails: Any) -> Mails:
    for mail in mails:
        name = mail.extra_headers["Message-ID"].strip("<>").partition("@")[0]
        row = OutgoingMail.objects.get(key=name)
        begun = " (begun)" if row.data.get("begun") else ""
        yield (row.kind + begun, mail)


def _invitations(people: tuple[Any, ...], slug: str) -> Mails:
    facts: dict[str, Any] = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": 3 * DAY, "options": {}}
    table = tables.create_match(owner=people[0], slug=slug, seats=len(people), **facts)
    tables.invite(match_id=table.pk, by=people[0], name=people[1].username)
    yield from _kinds(send_all())
    email_invitations.invite_address(match_id=table.pk, by=people[0], address="friend@example.org")
    yield from _kinds(send_all())
    tables.close_table(match_id=table.pk, user=people[0])


def _ladder(match: Match) -> Mails:
    row = row_of(match)
    for _ in range(3):
        row.refresh_from_db()
        sweep.remind_due(row.remind_at)
        yield from _kinds(mail for mail in send_all() if mail.to == [row.user.email])
    OpenDecision.objects.filter(pk=row.pk).update(asked_at=timezone.now() - timedelta(days=2))
    nudges.nudge(match_id=match.pk, user=_other(match), seat=row.seat)
    yield from _kinds(send_all())


def _answers(match: Match) -> Mails:
    """Answers to an invalid and to a valid reply."""
    asked = OutgoingMail.objects.filter(kind="nudge").latest("pk")
    assert asked.status == "sent"
    for words in ("99", "1"):
        OutgoingMail.objects.filter(pk=asked.pk).update(status="queued")
        (mail,) = [mail for mail in send_all() if mail.to == [asked.user.email]]
        reply(mail, words)
        yield from _kinds(mail for mail in send_all() if ".answer@" in mail.extra_headers["Message-ID"])


def _other(match: Match) -> Any:
    """A player who is waiting for the player to move."""
    asked = row_of(match)
    return Seat.objects.filter(match=match, left_reason="").exclude(user=asked.user).first().user  # type: ignore[union-attr]


def _missed(match: Match) -> Mails:
    """The player to move misses the turn; the second time somebody else gets the seat."""
    absent = Seat.objects.filter(match=match).order_by("-misses").first()
    row = row_of(match)
    if absent and absent.misses and not load_match(match.pk).is_over:
        Seat.objects.filter(match=match, number=row.seat).update(misses=1)
    OpenDecision.objects.filter(pk=row.pk).update(due_at=timezone.now() - timedelta(seconds=1))
    Match.objects.filter(pk=match.pk).update(revision=F("revision") + 1)
    sweep.expire_due(timezone.now())
    yield from _kinds(send_all())
