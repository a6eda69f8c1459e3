"""Who answers by mail hears of the next decision at once: in the answer to a reply, on the page of a link; or soon."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as postbox
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import OutgoingMail
from games.matches import play
from games.matches.loaded import load_match
from games.models import Match
from games.titles import load
from tests.fixtures import make_person
from tests.games.conftest import open_of, user_of
from tests.games.test_replies import local_post, reply, send_all, the_answer, turn_email  # noqa: F401
from tests.samples import seats_of

pytestmark = pytest.mark.django_db
SOON = timedelta(minutes=6)


def answer(match: Match, by: str = "web") -> None:
    loaded = load_match(match.pk)
    asked = open_of(loaded)
    seat, move = asked.decision.seat, asked.decision.default
    play.play_move(match_id=match.pk, seat=seat, decision=asked.id, move=move, by=by, user=user_of(loaded, seat))


@pytest.fixture
def two_parts(start: Any) -> Match:
    """A match whose first turn has two parts: the second goes on with the clock of the first."""
    for slug in sorted(load()):
        people = tuple(make_person(f"{slug}{number}") for number in range(seats_of(slug)))
        tried: Match = start(slug, people)
        answer(tried)
        if open_of(load_match(tried.pk)).decision.clock.continues:
            match: Match = start(slug, people)
            return match
    raise AssertionError("no game begins with a turn of two parts")


@pytest.mark.parametrize("by", ["web", "mail"])
def test_the_second_part_of_a_turn_gets_a_mail(two_parts: Match, by: str) -> None:
    answer(two_parts, by)
    asked = open_of(load_match(two_parts.pk))
    assert asked.decision.clock.continues
    row = OutgoingMail.objects.get(key=f"m{two_parts.pk}.{asked.id}.turn")
    assert row.status == "queued"
    assert (row.next_try_at <= timezone.now() + SOON) == (by == "mail")  # who played at the table has seen the question


def test_the_answer_to_a_reply_asks_the_next_question(two_parts: Match) -> None:
    email = turn_email(two_parts)
    assert reply(email, "1") == "played"
    asked = open_of(load_match(two_parts.pk))
    outbox.send_due()  # before "your turn" is due: the answer asks the same, so that no second mail does
    (told,) = postbox.outbox
    assert f"It’s your turn again. {asked.decision.prompt}" in told.body and "\n1. " in told.body
    assert OutgoingMail.objects.get(key=f"m{two_parts.pk}.{asked.id}.turn").status == "skipped"
    assert reply(told, "1") == "played"
    assert asked.id not in [row.key for row in load_match(two_parts.pk).asked]


def test_a_late_reply_is_answered_with_the_question_that_is_open_now(two_parts: Match) -> None:
    email = turn_email(two_parts)
    answer(two_parts)
    assert reply(email, "1") == "closed"
    told = the_answer()
    assert "You have already moved at the table." in told.body and "\n1. " in told.body
    assert reply(told, "1") == "played"


def test_a_question_to_others_is_not_offered(two_parts: Match) -> None:
    email = turn_email(two_parts)
    person = email.to
    answer(two_parts)
    answer(two_parts)
    assert reply(email, "1") == "closed"
    told = the_answer()
    assert told.to == person and "\n1. " not in told.body
