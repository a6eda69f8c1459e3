"""A whole match of each game by mail alone: emails are answered by reply or by their links, nobody opens the table.

One player sleeps most of the day, one goes on vacation, the mail of one comes back. None of them loses a turn by it.
Then the one who sleeps does all of it in a browser, on a phone: the outbox, the emails, their links, the replies.
"""

from collections import Counter
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from anymail.signals import AnymailTrackingEvent, tracking
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import DevEmail, OutgoingMail
from games.deadlines import chosen_hours, substitutes, sweep, vacations
from games.lobby import tables
from games.matches.loaded import load_match
from games.models import LostSeat, Match, MoveRecord, OpenDecision, Substitute
from games.table import log_words
from games.titles import load
from tests.fixtures import make_person
from tests.games.conftest import DAY, steady_chance  # noqa: F401
from tests.journeys.actions import Watch
from tests.journeys.correspondent import AtAPhone, Correspondent
from tests.samples import DUEL, FROM_TWO, GAME, LARGEST, short_options

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.urls("tests.accounts.urls_with_dev_outbox")]
HOURS = 24 * 60  # of the story; more than any of these matches takes
AWAKE = ((9 * 60, 14 * 60),)  # from nine to two, each day


class Story:
    """A match by email in a time of its own: an hour passes, the post comes, everybody answers what has come."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = datetime.combine(timezone.now().date(), time(18), UTC)
        monkeypatch.setattr(timezone, "now", lambda: self.now)
        self.cast: list[Correspondent] = []
        self.newest = 0
        self.silent: list[Any] = []
        self.lost_at: datetime | None = None
        self.is_mended = False

    def begin(self, slug: str) -> Match:
        """A table of three, or of two where there are no more; the first to sit down sleeps, the second will be away,
        the last one's mail will come back."""
        seats = min(load()[slug].meta.seats, key=lambda number: abs(number - 3))
        people = [make_person(f"p{number}") for number in range(seats)]
        chosen_hours.choose(user=people[0], week=(AWAKE,) * 7, days_off=(), now=self.now)
        facts = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": 3 * DAY}
        match = tables.create_match(owner=people[0], slug=slug, seats=seats, options=short_options(slug), **facts)
        for person in people[1:]:
            tables.join(match_id=match.pk, user=person)
        self.cast = [Correspondent(person, f"{slug}.{person.username}") for person in people]
        self.asleep, self.away, self.returned = people[0], people[1], people[-1]
        self.vacation = vacations.book(user=self.away, first=self.day(1), last=self.day(2), now=self.now)
        return match

    def day(self, number: int) -> date:
        return (self.now + timedelta(days=number)).date()

    def can_read(self, user: Any) -> bool:
        """Is this person awake and at home?"""
        if user in self.silent:
            return False
        if user == self.asleep:
            return 9 <= self.now.hour < 14
        return bool(user != self.away or not self.vacation.starts_at <= self.now < self.vacation.ends_at)

    def hour(self) -> None:
        self.now += timedelta(hours=1)
        sweep.expire_due(self.now)
        sweep.remind_due(self.now)
        outbox.send_due(1000)
        for email in DevEmail.objects.filter(pk__gt=self.newest).order_by("pk"):
            self.newest = email.pk
            if self._is_lost(email):
                email.delete()
            else:
                next(one for one in self.cast if email.recipients == one.user.email).box.append(email)
        if self.lost_at is not None:
            self._afterwards(self.now - self.lost_at)
        for one in self.cast:
            if self.can_read(one.user):
                one.read()

    def _is_lost(self, email: DevEmail) -> bool:
        """When the vacations are over nothing gets through to the last person, until she confirms her address."""
        if email.recipients != self.returned.email or self.is_mended or self.now < self.vacation.ends_at:
            return False
        if self.lost_at is None and "YOUR CHOICES" in email.text:
            self.lost_at = self.now
        return self.lost_at is not None

    def _afterwards(self, passed: timedelta) -> None:
        if passed == timedelta(hours=5):
            for _ in range(2):  # the mail service says it twice
                event = AnymailTrackingEvent(event_type="bounced", recipient=self.returned.email)
                tracking.send(sender=None, event=event, esp_name="Test")
            assert self._asked() == self.now  # her clock starts again
        elif passed == timedelta(hours=10):
            self.is_mended = True
            email_confirmed.send(sender=None, request=None, email_address=EmailAddress.objects.get(user=self.returned))

    def _asked(self) -> datetime:
        """When the last person was asked what she does not know of."""
        asked = OpenDecision.objects.filter(OpenDecision.OPEN, user=self.returned).exclude(due_at=None)
        return asked.earliest("asked_at").asked_at


@pytest.fixture
def story(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Story:
    settings.DEBUG = True
    settings.REPLY_ADDRESS = "reply@in.example.org"
    settings.MAIL_DELAY = 0
    return Story(monkeypatch)


def play_to_the_end(story: Story, match: Match) -> None:
    """Hour by hour; then: nobody lost a turn, a vacation or a night by it, and both kinds of answers were used."""
    loaded = load_match(match.pk)
    for _ in range(HOURS):
        story.hour()
        loaded = load_match(match.pk)
        if loaded.is_over:
            break
    assert loaded.is_over and all(seat.rank and seat.misses == 0 for seat in loaded.seats)
    records = MoveRecord.objects.filter(match=match)
    ways = set(records.values_list("by", flat=True))
    assert {"mail"} <= ways <= {"mail", "start", "note", "order"}  # nothing by a page, nothing by the clock
    assert not OutgoingMail.objects.filter(kind__in=("defaulted", "missed", "lost")).exists()
    assert not records.filter(user=story.away, at__gte=story.vacation.starts_at, at__lt=story.vacation.ends_at).exists()
    assert {at.hour for at in records.filter(by="mail", user=story.asleep).values_list("at", flat=True)} <= {
        *range(9, 14)
    }
    assert story.is_mended
    assert [line.clause for line in log_words.story(load_match(match.pk, 500), None)].count(
        "PLAY-15"
    ) == 1  # her time was given back, once
    for one in story.cast:
        assert records.filter(by="mail", user=one.user).count() == sum(one.ways.values())
    used = Counter[str]()
    for one in story.cast:
        used.update(one.ways)
    assert used["number"] + used["words"] and used["link"] + used["form"], used
    assert sum(one.ways["words"] for one in story.cast) or not any(one.has_seen_words for one in story.cast)


@pytest.mark.parametrize("slug", sorted(load()))
def test_a_match_is_played_by_mail_alone(slug: str, story: Story) -> None:
    play_to_the_end(story, story.begin(slug))


# The matches of the two others take minutes. The one with the most kinds of questions is played in each run.
FROM_A_PHONE = [
    pytest.param(slug, marks=[] if slug == LARGEST else [pytest.mark.by_hand])
    for slug in sorted(set(load()) - {DUEL, FROM_TWO})
]


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("slug", FROM_A_PHONE)
def test_one_plays_a_whole_match_from_a_phone(slug: str, story: Story, phone: "Page") -> None:
    watch = Watch(phone, allowed=(410, 422))
    match = story.begin(slug)
    story.cast[0] = AtAPhone(story.asleep, f"{slug}.phone", phone)
    play_to_the_end(story, match)
    assert watch.problems == []


def test_who_never_answers_an_email_loses_the_seat_to_somebody_who_does(story: Story) -> None:
    stands_in = make_person("stands_in")
    substitutes.volunteer_for(user=stands_in, slugs={GAME})
    match = story.begin(GAME)
    story.cast.append(Correspondent(stands_in, "stands in"))
    story.silent = [story.asleep]
    for _ in range(HOURS):
        story.hour()
        if load_match(match.pk).is_over:
            break
    assert load_match(match.pk).is_over
    lost = LostSeat.objects.get(match=match)
    assert lost.user_id == story.asleep.pk
    assert Substitute.objects.get(user=stands_in).served_at is not None
    ways = MoveRecord.objects.filter(match=match, seat=lost.seat).order_by("number").values_list("by", "user__username")
    assert [by for by, _ in ways][:2] == ["clock", "clock"] and ("mail", "stands_in") in ways
    kinds = OutgoingMail.objects.filter(user=story.asleep).values_list("kind", flat=True)
    assert {"turn", "reminder", "quarter", "last_call", "defaulted", "lost"} <= set(kinds)
