"""Replies to invitations and to news from the host reach who wrote them."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import Block, OutgoingMail, StaffAct, User
from games.groups import news, services
from games.operations import announcements, moderation, staff_actions
from tests.games.conftest import browser_of
from tests.games.test_invited_guests import ADDRESS, follow
from tests.games.test_lobby import open_table
from tests.games.test_replies import local_post, reply, send_all  # noqa: F401

pytestmark = pytest.mark.django_db
WORDS = "Not today.\nFriday?"


def answered(mail: Any) -> Any:
    """The email that a reply to this one causes."""
    assert reply(mail, WORDS + "\n\n> quoted") == "passed on"
    (passed,) = send_all()
    assert WORDS in passed.body and mail.to[0] not in passed.to
    return passed


def invitation_to(owner: User, name: str) -> Any:
    browser_of(owner).post(f"/match/{open_table(owner).pk}/invite/", {"name": name})
    (mail,) = send_all()
    return mail


def test_a_reply_to_an_invitation_reaches_the_inviter(owner: User, player: User) -> None:
    for name, sender in ((player.username, player.name), ("friend@example.com", "friend@example.com")):
        passed = answered(invitation_to(owner, name))
        assert passed.to == [owner.email] and passed.subject.startswith(f"{sender} replies to your invitation to ")
        assert player.email not in passed.body and "Open the table: http" in passed.body
        assert ("Reply-To" in passed.extra_headers) == (sender == player.name)
        assert ("Write to friend@example.com" in passed.body) == (sender != player.name)
    assert "Not today." in browser_of(owner).get("/news/").content.decode()


def test_a_reply_of_many_lines_is_passed_on_whole(owner: User, player: User) -> None:
    lines = [f"The {day} is too early for me." for day in ("2nd", "3rd", "4th", "5th", "6th", "7th")]
    assert reply(invitation_to(owner, player.username), "\n".join(["Not today.", "", *lines])) == "passed on"
    (passed,) = send_all()
    assert "\n".join(["Not today.", *lines]) in passed.body


def test_two_people_talk_by_replies(owner: User, player: User) -> None:
    passed = answered(invitation_to(owner, player.username))
    assert f"Your reply goes to {player.name}." in passed.body and "not read" not in passed.body
    back = answered(passed)
    assert back.to == [player.email] and back.subject == f"{owner.name} replies to your message"
    assert answered(back).to == [owner.email]


def test_a_guest_who_sits_at_the_table_is_named_and_answered(table: Any, owner: User) -> None:
    match = table()
    guest = follow(match, owner, Client())
    mail = next(one for one in send_all() if one.to == [ADDRESS])
    passed = answered(mail)
    assert passed.subject.startswith("Robin replies to") and ADDRESS not in passed.body
    assert answered(passed).to == [guest.mail_address]


def test_a_reply_to_a_groups_invitation_reaches_the_inviter(owner: User, player: User) -> None:
    group = services.create(owner=owner, name="Club")
    for name in (player.username, "friend@example.com"):
        news.invite(group=group, by=owner, name=name, note="")
        (mail,) = send_all()
        assert "replies to your invitation to Club" in answered(mail).subject


def test_a_blocked_persons_reply_goes_nowhere(owner: User, player: User) -> None:
    mail = invitation_to(owner, player.username)
    Block.objects.create(by=owner, whom=player)
    assert reply(mail, WORDS) == "nothing" and not OutgoingMail.objects.filter(kind="passed_on").exists()


def test_replies_to_the_hosts_news_reach_the_staff(owner: User, player: User, staff: User) -> None:
    staff_actions.announce(by=staff, text="New games tonight", hours=5, by_email=True)
    announcements.queue_emails()
    mail = next(one for one in send_all() if one.to == [player.email])
    assert answered(mail).to == [staff.email]
    StaffAct.objects.all().delete()
    moderation.mute(by=staff, username=player.username, words="Be kind", days=1)
    (mail,) = send_all()
    assert reply(mail, "Sorry!") == "answered" and StaffAct.objects.get(person=player).answer == "Sorry!"
