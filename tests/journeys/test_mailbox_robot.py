"""Whole matches by people who have nothing but a mailbox: no login, no reminder, never a page without a next step."""

from datetime import UTC, datetime, time, timedelta
from typing import Any
from zlib import crc32

import pytest
from django.core import mail as postbox
from django.db import connection
from django.utils import timezone

from accounts.mail import inbound, outbox
from accounts.mail_kinds import LADDER
from accounts.models import OutgoingMail
from games.deadlines import sweep
from games.lobby import tables
from games.matches import bots
from games.matches.loaded import load_match
from games.models import Match, MoveRecord, OpenDecision
from games.titles import load
from tests.fixtures import make_person
from tests.games.conftest import DAY, SteadyChance, steady_chance  # noqa: F401
from tests.journeys.mailbox_robot import Robot, told

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
STEP = timedelta(minutes=6)  # longer than the delay of "your turn" for somebody who has just played by mail
PATIENCE = 200  # steps without any move
QUICKLY = 0.95  # share of all decisions that two presses can answer


def variants() -> list[tuple[str, int, str]]:
    """Three for each game: (slug, seats, preset), from the smallest to the largest table of up to six."""
    found: dict[tuple[str, int, str], None] = {}
    for slug, game in sorted(load().items()):
        sizes = [seats for seats in game.meta.seats if seats <= 6]
        presets = [preset.title for preset in game.meta.presets] or [""]
        for place, seats in enumerate((sizes[0], sizes[len(sizes) // 2], sizes[-1])):
            found[slug, seats, presets[place % len(presets)]] = None
    return list(found)


class World:
    """Time that passes in steps, the post, and bots that answer at once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = datetime.combine(timezone.now().date(), time(9), UTC)
        monkeypatch.setattr(timezone, "now", lambda: self.now)
        self.robots: list[Robot] = []

    def begin(self, slug: str, seats: int, preset: str) -> Match:
        """One robot plays by links, one by replies; bots have the other seats."""
        chosen = next((one for one in load()[slug].meta.presets if one.title == preset), None)
        options = {**chosen.options, **chosen.per_seat} if chosen else {}
        people = [make_person("by_links"), make_person("by_replies")]
        for person in people:  # a whole match in a day or two
            person.mail_daily_limit = 500
            person.save()
        ways = zip(people, ("links", "replies"), strict=True)
        self.robots = [Robot(person, way, f"{slug}{seats}{preset}{way}") for person, way in ways]
        facts = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": 3 * DAY, "bots": seats - 2}
        match = tables.create_match(owner=people[0], slug=slug, seats=seats, options=options, **facts)
        tables.join(match_id=match.pk, user=people[1])
        return match

    def step(self, match: Match) -> None:
        self.now += STEP
        while bots.play_one(match.pk) is not None:
            pass
        sweep.expire_due(self.now)
        sweep.remind_due(self.now)
        self._check_law(match)
        outbox.send_due(1000)
        for email in postbox.outbox:
            next(robot for robot in self.robots if email.to == [robot.user.email]).box.append(email)
        postbox.outbox.clear()
        for robot in self.robots:
            robot.read()

    def _check_law(self, match: Match) -> None:
        """Each open decision of a person has an email waiting or sent, or was shown on a page."""
        shown = {decision for robot in self.robots for decision in robot.shown}
        rows = OutgoingMail.objects.filter(match_id=str(match.pk), status__in=("queued", "sent"))
        asked = {row.data.get("decision") for row in rows.filter(kind__in=("turn", "answer"))}
        waiting = OpenDecision.objects.filter(OpenDecision.OPEN, match=match, is_bot=False).exclude(pace="standing")
        unheard = [row.key for row in waiting if row.key not in asked | shown]
        assert not unheard, (unheard, list(OutgoingMail.objects.order_by("-pk").values("key", "status", "reason")[:8]))


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch, settings: Any, request: pytest.FixtureRequest) -> World:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    settings.REPLY_ADDRESS = "reply@in.example.org"
    settings.MAIL_DELAY = 0
    monkeypatch.setattr(inbound, "MOST_AN_HOUR", 500)  # robots answer faster than people
    bots_choose_alike(monkeypatch, crc32(request.node.name.encode()) % 10**9)
    return World(monkeypatch)


def bots_choose_alike(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """In every run: what a bot chooses depends on chance and on the number of the match. (Which no other match of a
    run had, because caches go by it.)"""
    monkeypatch.setattr(bots, "secrets", SteadyChance())
    with connection.cursor() as cursor:
        cursor.execute("select setval(pg_get_serial_sequence(%s, 'id'), %s)", [Match._meta.db_table, 10**9 + number])


@pytest.mark.parametrize(("slug", "seats", "preset"), variants())
def test_a_mailbox_is_enough(slug: str, seats: int, preset: str, world: World) -> None:
    match, version, waited = world.begin(slug, seats, preset), 0, 0
    while not load_match(match.pk).is_over:
        world.step(match)
        records = MoveRecord.objects.filter(match=match).count()
        waited = waited + 1 if records == version else 0
        version = records
        assert waited < PATIENCE, [robot.titles[-3:] for robot in world.robots]
    played = set(
        MoveRecord.objects.filter(match=match, user__in=[r.user for r in world.robots]).values_list("by", flat=True)
    )
    assert played <= {"mail", "order", "note", "start"}
    assert not OutgoingMail.objects.filter(kind__in=(*LADDER, "defaulted", "missed", "lost"), status="sent").exists()
    decided = [one for robot in world.robots for one in robot.decided]
    assert all(one.presses <= 2 for one in decided if one.is_hurried)
    quick = sum(one.is_quick for one in decided) / len(decided)
    assert quick >= QUICKLY, f"{quick:.1%} of {len(decided)} decisions could be answered with two presses"
    print(
        f"\n{slug} with {seats}, {preset}, {quick:.1%} of {len(decided)} quick:",
        *told(world.robots),
        sep="\n  ",
    )
