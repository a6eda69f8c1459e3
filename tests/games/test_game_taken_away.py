"""The folder of a game is gone, but matches, tables, tournaments and standing dates of it are still there."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import OutgoingMail, User
from games import tasks
from games.groups import services as groups
from games.lobby import tables
from games.matches import recent
from games.titles import load, load_all
from games.tournaments.models import Tournament
from tests.fixtures import make_person
from tests.games.conftest import DAY, browser_of
from tests.games.tournaments.test_play import announced, crew, finish
from tests.samples import DUEL, GAME, TITLE

pytestmark = pytest.mark.django_db
FACTS: dict[str, Any] = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": 0, "options": {}}


def take_away(slug: str, patch: pytest.MonkeyPatch) -> None:
    patch.delitem(load(), slug)
    patch.delitem(load_all(), slug)
    recent._matches._kept.clear()


def test_lists_name_it_and_everything_else_goes_on(
    start: Any, owner: User, player: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish(start())
    match, table = start(), tables.create_match(owner=owner, slug=GAME, seats=3, **FACTS)
    group = groups.create(owner=owner, name="Friday five")
    groups.add_table(group_id=group.pk, user=owner, match=table)
    cup = announced(owner, [player])
    take_away(GAME, monkeypatch)
    me = browser_of(owner)
    pages = ["/mine/", "/news/", "/tables/", "/people/owner/", f"/groups/{group.pk}/"]
    for path in [*pages, "/tournaments/", f"/tournaments/{cup.pk}/", f"/match/{table.pk}/"]:
        assert me.get(path).status_code == 200, path
    assert TITLE in me.get("/mine/").content.decode()
    assert "can’t be shown right now" in me.get(f"/match/{match.pk}/").content.decode()
    OutgoingMail.objects.update(next_try_at=timezone.now())
    outbox.send_due(100)
    assert not OutgoingMail.objects.filter(reason__contains="could not be rendered").exists()


def test_its_matches_can_be_ended_by_staff_and_old_emails_lead_to_a_sentence(
    start: Any, owner: User, monkeypatch: pytest.MonkeyPatch, mailoutbox: list[Any]
) -> None:
    match, boss = start(), make_person("boss", is_staff=True)
    outbox.send_due(100)
    links = {link for email in mailoutbox for link in re.findall(rf"{settings.SITE_URL}(/email/\S+)", email.body)}
    take_away(GAME, monkeypatch)
    for link in links:
        page = Client().get(link)
        assert page.status_code == 500 and "can’t be shown right now" in page.content.decode()
    browser_of(boss).post("/staff/do/abandon/", {"match": match.pk, "words": "We have put it away."})
    match.refresh_from_db()
    assert links and match.status == "cancelled"
    assert "The host of this site ended the match." in browser_of(owner).get(f"/match/{match.pk}/").content.decode()


def test_an_open_table_does_not_start(
    owner: User, player: User, stranger: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tables.create_match(owner=owner, slug=GAME, seats=3, **FACTS)
    tables.join(match_id=table.pk, user=player)
    take_away(GAME, monkeypatch)
    page = browser_of(stranger).post(f"/match/{table.pk}/join/", follow=True)
    assert "has taken this game away" in page.content.decode()
    tables.close_table(match_id=table.pk, user=owner)


def test_other_tournaments_go_on(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    people = crew(3)
    gone, other = announced(owner, people), announced(owner, people, slug=DUEL, seats=2)
    Tournament.objects.update(starts_at=timezone.now())
    take_away(GAME, monkeypatch)
    tasks.run_tournaments()
    assert [Tournament.objects.get(pk=one.pk).status for one in (gone, other)] == ["open", "running"]
