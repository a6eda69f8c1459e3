"""A whole match by mail alone: letters are read, answered by reply or by their links, and nobody opens the table.

One player sleeps and loses the seat to a substitute, one goes on vacation, the mail of one comes back.
"""

import re
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from anymail.signals import tracking
from django.conf import settings
from django.core import mail as postbox
from django.test import Client
from django.utils import timezone

from accounts import inbound, mail
from accounts.models import IncomingMail, OutgoingMail, User
from games import tasks
from games.frames import Frame, load_frame
from games.models import Absence, Match, MoveRecord, OpenDecision, Willing
from games.services import absence, clock, lobby, vacations
from games.titles import load
from tests.conftest import make_person
from tests.games.conftest import DAY

pytestmark = pytest.mark.django_db
ROUNDS = 600  # of the post; more than any of these matches takes


@pytest.fixture(autouse=True)
def post_office(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.REPLY_ADDRESS = "reply@in.example.org"


def collect() -> list[Any]:
    """What the postman brings now."""
    OutgoingMail.objects.filter(status="queued").update(next_try_at=timezone.now() - timedelta(seconds=1))
    mail.send_due(1000)
    letters, postbox.outbox[:] = list(postbox.outbox), []
    return letters


def play_from(letter: Any, number: int) -> None:
    """Answer a letter: every second one by reply, the others by a link."""
    links = re.findall(rf"{settings.SITE_URL}(/letter/\S+)", letter.body)
    lines = re.findall(r"^\d+\. .+$", letter.body, re.MULTILINE)
    if lines and number % 2:
        text = f"{number % len(lines) + 1}\n"
        message = inbound.Message({"Message-ID": f"<{IncomingMail.objects.count()}@phone>"}, text)
        if inbound.receive([letter.extra_headers["Reply-To"]], message) == "played":
            return
    for link in links:
        page = Client().get(link)
        if page.status_code == 200 and b"<button" in page.content and Client().post(link).status_code == 200:
            return


@pytest.mark.parametrize("slug", ["human_resources", "parcels"])
def test_a_match_is_played_by_mail_alone(slug: str) -> None:
    seats = load()[slug].meta.seats[0]
    people = [make_person(f"p{number}") for number in range(seats)]
    stands_in = make_person("stands_in")
    absence.set_willing(user=stands_in, slugs={slug})
    facts = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": 3 * DAY, "options": {}}
    match = lobby.create_match(owner=people[0], slug=slug, seats=seats, **facts)
    for person in people[1:]:
        lobby.join(match_id=match.pk, user=person)
    asleep, away, returned = people[0], people[1], people[-1]
    today = timezone.now().date()
    vacations.book(user=away, first=today + timedelta(days=1), last=today + timedelta(days=2), now=timezone.now())
    frame = run(match, asleep, returned)
    assert frame.is_over and all(seat.rank for seat in frame.seats)
    assert Absence.objects.filter(match=match).earliest("at").user_id == asleep.pk
    assert Willing.objects.get(user=stands_in).served_at is not None
    ways = set(MoveRecord.objects.filter(match=match).values_list("by", flat=True))
    assert {"mail", "clock"} <= ways <= {"mail", "clock", "start", "note", "order", "bot"}  # and nobody by a page
    assert MoveRecord.objects.filter(match=match, by="mail").count() > 5


def run(match: Match, asleep: User, returned: User) -> Frame:
    """The post comes and goes until the match is over; who gets no letter any more is played for by the clock."""
    for number in range(ROUNDS):
        frame = load_frame(match.pk)
        if frame.is_over:
            break
        before = frame.version
        for letter in collect():
            if "Reply-To" in letter.extra_headers and letter.to != [asleep.email]:
                play_from(letter, number)
        if number == 6:
            event = SimpleNamespace(event_type="bounced", recipient=returned.email)
            tracking.send(sender=None, event=event, esp_name="Test")
            User.objects.filter(pk=returned.pk).update(mail_bounced_at=None)  # and she confirms it again
        if load_frame(match.pk).version == before:
            due = OpenDecision.objects.filter(OpenDecision.OPEN, match=match).order_by("due_at").first()
            if due is not None and due.due_at is not None:
                clock.expire_due(due.due_at)
            tasks.run_bots(match.pk)
    return load_frame(match.pk)
