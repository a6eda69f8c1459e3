"""Demo people and matches: each created once, and for a new title at the next start."""

from email.header import decode_header, make_header
from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import OutgoingMail, User
from games import titles
from games.management.commands import seeddemo
from games.models import Match
from tests.fixtures import make_person
from tests.samples import DUEL, GAME, TITLE

pytestmark = pytest.mark.django_db


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The titles that the command finds; tests can add more."""
    slugs = [GAME]
    known = titles.load()
    monkeypatch.setattr(seeddemo, "load", lambda: {slug: known[slug] for slug in slugs})
    return slugs


def running() -> dict[str, int]:
    anna = User.objects.get(username="anna")
    rows = Match.objects.filter(status="running", seats__user=anna).values_list("slug", flat=True)
    return {slug: list(rows).count(slug) for slug in rows}


def test_a_title_added_later_gets_its_match(installed: list[str], capsys: Any) -> None:
    call_command("seeddemo")
    assert running() == {GAME: 1}
    installed.append(DUEL)
    before = Match.objects.count()
    capsys.readouterr()
    call_command("seeddemo")
    told = capsys.readouterr().out
    assert running() == {GAME: 1, DUEL: 1} and Match.objects.count() == before + 1
    assert titles.load()[DUEL].meta.title in told and TITLE not in told
    assert told.splitlines()[-1].startswith("Demo accounts: anna, ben, clara; their password was printed")


def test_nothing_is_made_twice(installed: list[str]) -> None:
    call_command("seeddemo")
    before = sorted(Match.objects.values_list("slug", "status"))
    Match.objects.filter(status="running").update(status="over")  # Anna has played it to its end
    call_command("seeddemo")
    assert len(before) == Match.objects.count() and not running()
    assert User.objects.filter(is_bot=False).count() == 3


def test_a_real_person_with_a_demo_name_gets_nothing(installed: list[str]) -> None:
    make_person("anna")
    call_command("seeddemo")
    assert not Match.objects.exists() and User.objects.filter(is_bot=False).count() == 1


def test_the_outbox_has_an_email_for_the_turn_of_each_game(installed: list[str]) -> None:
    installed.append(DUEL)
    call_command("seeddemo")
    OutgoingMail.objects.update(next_try_at=timezone.now())  # as if the pause before "your turn" were over
    outbox.send_due()
    asked = [
        str(make_header(decode_header(email.from_email)))
        for email in mail.outbox
        if email.to == ["anna@example.com"] and "YOUR CH" in email.body
    ]
    for slug in installed:
        assert any(f"· {titles.load()[slug].meta.title} with " in sender for sender in asked)
