"""The law of correspondence: an email asks each open decision, or will, or its player has seen it."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import OutgoingMail, User
from games.kernel.rng import Rng
from games.models import Match, OpenDecision
from games.titles import load
from tests.fixtures import make_person
from tests.games.conftest import move_on, open_of
from tests.games.test_after_the_email import link_of
from tests.games.test_replies import local_post  # noqa: F401
from tests.samples import seats_of

pytestmark = pytest.mark.django_db
MOVES = 12
SEEN = ("You had just looked at it.", "The answer to your reply asked it.")


def unheard(match: Match) -> list[OpenDecision]:
    asked = OpenDecision.objects.filter(OpenDecision.OPEN, match=match, user__is_bot=False).exclude(pace="standing")
    told = OutgoingMail.objects.filter(match_id=str(match.pk), kind__in=("turn", "answer"))
    heard = [row for row in told if row.status in ("queued", "sent") or row.reason in SEEN]
    return [
        one for one in asked if (one.user_id, one.key) not in {(row.user_id, row.data["decision"]) for row in heard}
    ]


@pytest.mark.parametrize("slug", sorted(load()))
def test_each_open_decision_has_an_email_waiting_or_sent(start: Any, slug: str, settings: Any) -> None:
    """With a limit of one email a day, and an hour between moves by mail and at the table."""
    settings.MAIL_IS_QUIET = True
    people = tuple(make_person(f"heard{number}") for number in range(seats_of(slug)))
    User.objects.filter(pk__in=[person.pk for person in people]).update(mail_daily_limit=1)
    match, rng = start(slug, people), Rng("5e" * 16)
    for number in range(MOVES):
        loaded = move_on(match, rng=rng, by="mail" if number % 2 else "web")
        if loaded.is_over:
            break
        assert not unheard(match)
        OutgoingMail.objects.filter(status="queued", held_until=None).update(next_try_at=timezone.now())
        outbox.send_due()
        assert not unheard(match)
        later = timedelta(hours=1)
        for row in OutgoingMail.objects.filter(status="sent"):
            OutgoingMail.objects.filter(pk=row.pk).update(done_at=(row.done_at or row.created_at) - later)
    asked = open_of(loaded)
    Client().get(link_of(match, asked.decision.seat, asked.id))
    assert not unheard(match)
