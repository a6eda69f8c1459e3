"""Unreadable positions are never stored, and one that exists anyway does not affect anything else."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts import services as people
from games.deadlines import sweep, undelivered, vacations
from games.errors import Refusal
from games.matches import play, recent
from games.matches.loaded import load_match
from games.models import Match, OpenDecision, Seat, Vacation
from games.sockets.admission import read
from games.sockets.hub import TRY_AGAIN
from tests.games.conftest import browser_of, open_of, user_of
from tests.games.table_sockets import session_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def broken(start: Any) -> Match:
    """A match whose stored position cannot be read."""
    match: Match = start()
    facts = json.loads(match.position)
    facts["state"] = {"nonsense": 1}
    Match.objects.filter(pk=match.pk).update(position=json.dumps(facts), revision=match.revision + 1)
    recent._matches._kept.clear()
    return match


def test_a_move_that_would_make_the_position_unreadable_is_refused(start, monkeypatch):
    match = start()
    loaded = load_match(match.pk)
    asked = open_of(loaded)
    step = type(loaded.game.rules.by_name[loaded.at_table().step])
    honest = step.resolve

    def spoil(self, state, answers, turn):
        state.trick = None
        return honest(self, state, answers, turn)

    monkeypatch.setattr(step, "resolve", spoil)
    before = Match.objects.values().get(pk=match.pk)
    with pytest.raises(Refusal) as refused:
        facts = {"seat": asked.decision.seat, "decision": asked.id, "move": asked.decision.default}
        play.play_move(match_id=match.pk, by="web", user=user_of(loaded, asked.decision.seat), **facts)
    assert refused.value.status == 422
    assert Match.objects.values().get(pk=match.pk) == before


def test_its_pages_explain_the_error(broken, owner):
    for path in (f"/match/{broken.pk}/", f"/api/v1/matches/{broken.pk}/"):
        answer = browser_of(owner).get(path)
        assert answer.status_code == 500 and "can’t be shown right now" in answer.content.decode()


def test_its_page_leads_to_the_next_move_elsewhere(broken, start, owner):
    sound = start()
    OpenDecision.objects.filter(match__in=(broken, sound)).update(user=owner, answered_at=None)
    page = browser_of(owner).get(f"/match/{broken.pk}/").content.decode()
    link = re.search(r'href="([^"]+)">Next move</a>', page)[1]
    assert browser_of(owner).get(link)["Location"] == f"/match/{sound.pk}/"


def test_its_players_can_delete_their_accounts(broken, start, owner, player, stranger):
    other = start(people=(owner, player, stranger))
    people.delete_account(user=owner)
    assert Seat.objects.get(match=other, user=owner).left_reason == "resigned"
    assert Seat.objects.get(match=broken, user=owner).left_reason == "resigned"
    assert not OpenDecision.objects.filter(match=broken, user=owner).exists()


def test_its_players_can_book_and_cancel_vacations(broken, owner):
    now = timezone.now()
    day = now.date() + timedelta(days=3)
    booked = vacations.book(user=owner, first=day, last=day, now=now)
    vacations.cancel(user=owner, vacation_id=booked.pk, now=now)
    assert not Vacation.objects.exists()


def test_bounced_emails_move_clocks_in_other_matches(broken, start, owner, monkeypatch):
    other = start()
    row = OpenDecision.objects.filter(match=other).first()
    monkeypatch.setattr(undelivered, "_bounced_decisions", lambda person: {broken.pk: {"1.0"}, other.pk: {row.key}})
    undelivered.restart_clocks(row.user, row.asked_at + timedelta(hours=2))
    row.refresh_from_db()
    assert row.excused_at
    undelivered.resend_turns(owner, timezone.now())


def test_the_sweep_plays_in_other_matches(broken, start):
    other = start()
    late = timezone.now() + timedelta(days=30)
    sweep.give_back_outage(late)
    OpenDecision.objects.update(due_at=late - timedelta(minutes=1), remind_at=None)
    assert sweep.expire_due(late) >= 1
    assert load_match(other.pk).version > other.version
    assert OpenDecision.objects.filter(match=broken, due_at__gt=late).exists(), "put off"


def test_requests_batched_with_it_are_served(broken, start, owner):
    other = start()
    key = session_of(owner)
    first, second = read([(broken.pk, key), (other.pk, key)])
    assert first.loaded is None and first.code == TRY_AGAIN
    assert second.loaded is not None and second.chat is not None


def test_staff_can_close_it_but_no_readable_match_of_their_own(broken, start, staff, owner):
    """Even if they play in it: a host who plays with friends may be the only member of staff."""
    sound = start()
    client = browser_of(staff)
    for match, is_theirs in ((broken, True), (sound, False)):
        assert Seat.objects.filter(match=match, user=staff).exists()
        page = client.get(f"/staff/matches/{match.pk}/").content.decode()
        assert ("/staff/do/abandon/" in page) is is_theirs
        answer = client.post("/staff/do/abandon/", {"match": match.pk, "words": "It can’t be played on."})
        assert answer.status_code == (302 if is_theirs else 403)
    broken.refresh_from_db()
    sound.refresh_from_db()
    assert (broken.status, sound.status) == ("cancelled", "running")
    assert not OpenDecision.objects.filter(match=broken).exists()
    answer = browser_of(owner).get(f"/match/{broken.pk}/")
    assert answer.status_code == 410 and "The host of this site ended the match." in answer.content.decode()
    assert browser_of(owner).get("/mine/").status_code == 200


def test_in_live_play_it_is_logged_once_and_left_alone(broken, caplog):
    now = timezone.now()
    Match.objects.filter(pk=broken.pk).update(
        live_play={"since": (now - timedelta(hours=1)).isoformat(), "seconds": 60}
    )
    before = Match.objects.values().get(pk=broken.pk)
    with caplog.at_level("INFO", "playpost"):
        for seconds in range(0, 200, 2):
            sweep.end_live_play(now + timedelta(seconds=seconds))
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert Match.objects.values().get(pk=broken.pk) == before
