"""One event, one email; and none that tells what its reader knows or never asked for."""

from typing import Any

import pytest

from accounts.models import OutgoingMail, User
from games.lobby import tables
from games.matches import presence
from games.matches.loaded import load_match
from tests.games.test_clock import row_of
from tests.games.test_replies import local_post, send_all  # noqa: F401

pytestmark = pytest.mark.django_db


def test_whoever_moves_first_gets_one_email_about_the_start(start: Any) -> None:
    match = start()
    first = row_of(match).user
    mails = send_all()
    (mine,) = [mail for mail in mails if mail.to == [first.email]]
    assert "Your match has started, and it's your turn." in mine.body and "Pace: " in mine.body
    assert len([mail for mail in mails if mail.subject.startswith("Match started: ")]) == 2


def test_matches_against_bots_send_nothing_unless_asked_for(owner: User) -> None:
    facts = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 0, "options": {}}
    for is_wanted in (False, True):
        User.objects.filter(pk=owner.pk).update(mail_bots=is_wanted)
        match = tables.create_match(owner=owner, slug="parcels", seats=3, **facts)
        for _ in range(2):
            tables.add_bot(match_id=match.pk, user=owner)
        rows = OutgoingMail.objects.filter(match_id=str(match.pk))
        assert rows and bool(send_all()) == is_wanted
        assert is_wanted or "against bots" in rows.get(kind=rows[0].kind).reason


def test_an_open_table_needs_no_email_about_what_it_shows(start: Any) -> None:
    match = start()
    others = [seat for seat in load_match(match.pk).seats if seat.number != row_of(match).seat]
    presence.mark([(match.pk, others[0].number)])
    send_all()
    rows = OutgoingMail.objects.filter(match_id=str(match.pk), kind="started")
    told = {row.user_id: (row.status, row.reason) for row in rows}
    assert told[others[0].user] == ("skipped", "You had the table open.") and told[others[1].user] == ("sent", "")


def test_from_three_waiting_games_on_turns_come_together_and_the_first_says_why(start: Any, owner: User) -> None:
    while OutgoingMail.objects.filter(kind="turn", user=owner).count() < 3:
        start()
    assert not [mail for mail in send_all() if mail.to == [owner.email] and "Your turn" in mail.subject]
    OutgoingMail.objects.update(created_at="2026-01-01T00:00Z")
    (mail,) = [mail for mail in send_all() if mail.to == [owner.email]]
    assert mail.subject.startswith("Your turn in 3 games: ")
    assert "When three or more games wait for you, we send them in one email." in mail.body
    assert mail.alternatives[0][0].count("<img") >= 3 and len(mail.alternatives[0][0].encode()) < 102_000
