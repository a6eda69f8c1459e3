"""A week of five friends who play five matches by email, on a clock of its own: who gets how many emails, and when."""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.db import transaction

from accounts.mail import outbox
from accounts.models import OutgoingMail, User
from games.deadlines import sweep, vacations
from games.kernel import legal_moves
from games.kernel.rng import Rng
from games.lobby import tables
from games.matches import play
from games.matches.loaded import load_match
from games.models import OpenDecision, SweepHeartbeat
from games.titles import load
from tests.clock import Clock

ZONES = ("Europe/Berlin", "America/New_York", "Asia/Tokyo", "Europe/London", "UTC")
MONDAY = datetime(2026, 3, 2, 17, 0, tzinfo=ZoneInfo("Europe/Berlin"))  # after work
STEP = timedelta(minutes=10)
AWAKE = range(7, 23)
DAY = 86400
AT_NIGHT = (*range(7), 23)


class Week:
    """What was sent: one (person, time in their zone, kinds) per email."""

    def __init__(self) -> None:
        self.sent: list[tuple[str, datetime, tuple[str, ...]]] = []
        self.moves = 0

    @property
    def per_day(self) -> Counter[tuple[str, date]]:
        return Counter((name, at.date()) for name, at, _ in self.sent)

    @property
    def at_night(self) -> int:
        return sum(at.hour in AT_NIGHT for _, at, _ in self.sent)

    @property
    def kinds(self) -> Counter[str]:
        return Counter(kind for _, _, kinds in self.sent for kind in kinds)

    def mean(self, people: int, days: int = 7) -> float:
        return len(self.sent) / people / days


def live_through(people: Sequence[User], patch: pytest.MonkeyPatch, looks: float = 0.3, days: int = 7) -> Week:
    """Each person looks in `looks` times an hour while awake, and then answers all. One books a vacation, one forgets
    their games for two days."""
    week, clock, dice = Week(), Clock(patch, MONDAY), Random(1)
    SweepHeartbeat.objects.update_or_create(defaults={"at": clock.now})
    for number, slug in enumerate(slug for slug, game in load().items() if not game.meta.model):
        _begin(people, slug, number)
    if len(people) > 3:
        first = clock.now.date() + timedelta(days=2)
        vacations.book(user=people[3], first=first, last=first + timedelta(days=1), now=clock.now)
    zones = {person.pk: ZoneInfo(person.time_zone) for person in people}
    while clock.now < MONDAY + timedelta(days=days):
        clock.now += STEP
        for person in people:
            here = clock.now.astimezone(zones[person.pk])
            forgets = person == people[-1] and timedelta(days=2) < clock.now - MONDAY < timedelta(days=4)
            if here.hour in AWAKE and not forgets and dice.random() < looks * STEP / timedelta(hours=1):
                week.moves += _answer_all(person, dice)
        SweepHeartbeat.objects.update(at=clock.now)
        sweep.sweep(clock.now)
        outbox.send_due()
        _note(week, people, clock.now, zones)
    return week


def _begin(people: Sequence[User], slug: str, number: int) -> None:
    seats = min(load()[slug].meta.seats, key=lambda seats: abs(seats - len(people)))
    own = [people[(number + seat) % len(people)] for seat in range(seats)]
    facts: dict[str, Any] = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": 3 * DAY, "options": {}}
    match = tables.create_match(owner=own[0], slug=slug, seats=seats, **facts)
    for person in own[1:]:
        tables.join(match_id=match.pk, user=person, token=match.token)


def _answer_all(person: User, dice: Random) -> int:
    """Answer what is asked now, but not what these answers bring about: they look again later."""
    asked = OpenDecision.objects.filter(OpenDecision.OPEN, user=person).exclude(pace="standing")
    done = 0
    for match_id, key in list(asked.values_list("match_id", "key")):
        loaded = load_match(match_id)
        opens = [one for one in loaded.open_decisions() if one.id == key and one.answer is None]
        for one in opens[:1]:
            rng = Rng(f"{dice.getrandbits(128):032x}")
            move = legal_moves.random_move(loaded.game, loaded.at_table(), one.decision, rng)
            play.play_move(match_id=match_id, seat=one.decision.seat, decision=key, move=move, by="web", user=person)
            done += 1
    return done


def _note(week: Week, people: Sequence[User], now: datetime, zones: dict[int, ZoneInfo]) -> None:
    by_address: dict[str, User] = {person.email: person for person in people}
    for message in mail.outbox:
        key = message.extra_headers["Message-ID"].strip("<>").partition("@")[0]
        first = OutgoingMail.objects.get(key=key)
        rows = OutgoingMail.objects.filter(bundle=key) if first.bundle else [first]
        person = by_address[message.to[0]]
        week.sent.append((person.username, now.astimezone(zones[person.pk]), tuple(sorted(row.kind for row in rows))))
    mail.outbox.clear()


def five_friends(create: Callable[..., User]) -> list[User]:
    """Five people in five time zones."""
    names = ("anna", "ben", "cleo", "dora", "emil")
    return [create(name, email=f"{name}@example.org", time_zone=zone) for name, zone in zip(names, ZONES, strict=True)]


def on_this_site() -> Week:
    """The week on the site of a benchmark; nothing is kept."""
    from django.test.utils import override_settings

    backend = "django.core.mail.backends.locmem.EmailBackend"
    with pytest.MonkeyPatch.context() as patch, override_settings(MAIL_IS_QUIET=True, EMAIL_BACKEND=backend):
        mail.outbox = []
        with transaction.atomic():
            OutgoingMail.objects.filter(status="queued").delete()
            week = live_through(five_friends(User.objects.create_user), patch)
            transaction.set_rollback(True)
    return week
