"""Inviting people by name, by email address and by private link."""

import re
from datetime import timedelta

import pytest
from anymail.signals import AnymailTrackingEvent, tracking
from django.test import Client
from django.utils import timezone

from accounts.mail import door, inbound, never, outbox
from accounts.models import OutgoingMail, User
from games.groups import news, services
from games.lobby import durations
from games.lobby import tables as lobby_tables
from games.models import EmailInvitation, Invitation, MatchLength
from tests.accounts.test_door import REPORT
from tests.games.conftest import DAY, browser_of
from tests.games.test_lobby import FORM, open_table
from tests.samples import GAME, GAME_FIRST, TITLE, seats_of

pytestmark = pytest.mark.django_db


def test_an_invitation_by_name_sends_an_email_and_opens_a_private_table(owner, player):
    match = open_table(owner, is_public=False)
    assert browser_of(player).get(f"/match/{match.pk}/").status_code == 403
    answer = browser_of(owner).post(f"/match/{match.pk}/invite/", {"name": " PLAYER "})
    assert answer.status_code == 302
    assert OutgoingMail.objects.get(kind="invited").user == player
    assert browser_of(player).get(f"/match/{match.pk}/").status_code == 200
    page = browser_of(player).get("/mine/").content.decode()
    assert "owner invites you." in page and f'action="/match/{match.pk}/decline/"' in page
    assert 'class="dot"' in page  # on the bell
    assert browser_of(player).post(f"/match/{match.pk}/join/").status_code == 302
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("name", ["nobody-here", "", "Ada-bot", "x" * 500, "pla\x07yer", "pla\nyer", "<b>"])
def test_unknown_names_cannot_be_invited(owner, player, name):
    match = open_table(owner, bots=1)
    answer = browser_of(owner).post(f"/match/{match.pk}/invite/", {"name": name})
    assert answer.status_code == 422
    assert "There is no player with that name." in answer.content.decode()
    assert not Invitation.objects.exists()


def test_seated_players_are_not_invited_again(owner, player):
    match = open_table(owner)
    lobby_tables.join(match_id=match.pk, user=player)
    answer = browser_of(owner).post(f"/match/{match.pk}/invite/", {"name": "player"})
    assert answer.status_code == 409 and "player is already at this table." in answer.content.decode()


@pytest.mark.parametrize("name", ["player", "friend@example.com"])
def test_inviting_twice_sends_one_email_and_says_so(owner, player, name):
    address = f"/match/{open_table(owner).pk}/invite/"
    assert browser_of(owner).post(address, {"name": name}).status_code == 302
    again = browser_of(owner).post(address, {"name": name.title(), "note": "At eight?"}).content.decode()
    assert f"{name} is invited already. You can also send them the link." in again and 'value="At eight?"' in again
    assert OutgoingMail.objects.filter(kind__startswith="invited").count() == 1


def test_the_host_lets_somebody_back_whom_another_player_has_invited(owner, player, stranger):
    match = open_table(owner, seats=4)
    for person in (player, stranger):
        lobby_tables.join(match_id=match.pk, user=person)
    lobby_tables.clear_seat(match_id=match.pk, user=owner, seat=match.seats.get(user=player).number)
    for by, may_join in ((stranger, False), (owner, True)):
        assert browser_of(by).post(f"/match/{match.pk}/invite/", {"name": "player"}).status_code == 302
        assert (browser_of(player).post(f"/match/{match.pk}/join/").status_code == 302) == may_join


def test_an_invitation_can_be_declined(owner, player):
    match = open_table(owner, is_public=False)
    lobby_tables.invite(match_id=match.pk, by=owner, name="player")
    assert browser_of(player).post(f"/match/{match.pk}/leave/").status_code == 302
    assert browser_of(player).get(f"/match/{match.pk}/").status_code == 403


def test_declining_removes_the_card_and_the_count(owner, player):
    match = open_table(owner, is_public=False)
    lobby_tables.invite(match_id=match.pk, by=owner, name="player")
    answer = browser_of(player).post(f"/match/{match.pk}/decline/", follow=True)
    page = answer.content.decode()
    assert "You declined the invitation." in page and "invites you" not in page and 'class="dot"' not in page
    assert browser_of(player).post(f"/match/{match.pk}/decline/").status_code == 404


def test_an_address_gets_one_email_whose_link_opens_the_private_table(owner, player, mailoutbox):
    match = open_table(owner, is_public=False, is_rated=False)
    client = browser_of(owner)
    for address, status in (("Friend@Example.com ", 302), ("friend@example.com", 422)):
        assert client.post(f"/match/{match.pk}/invite/", {"name": address}).status_code == status
    assert outbox.send_due() == 1 and not outbox.send_due()
    (email,) = mailoutbox
    assert "List-Unsubscribe-Post" in email.extra_headers and "owner@" not in email.body
    assert email.to == ["friend@example.com"] and email.subject == f"Play {TITLE} with owner?"
    assert "You can play without an account." in email.body
    link = re.search(r"Join: (\S+)", email.body)[1]
    path = link[link.index("/invited/") :]
    for client in (Client(), browser_of(player)):
        page = client.get(path, follow=True)
        assert page.status_code == 200 and page.redirect_chain == [
            (f"/match/{match.pk}/?key={match.token}&from=mail", 302)
        ]
    assert Client().get(path[:-3] + "x/").status_code == 403
    lobby_tables.close_table(match_id=match.pk, user=owner)
    assert Client().get(path).status_code == 410


def test_inviting_an_address_does_not_reveal_whether_it_has_an_account(owner, player, stranger):
    match = open_table(owner)
    for address in (player.email, "nobody@example.com"):
        answer = browser_of(owner).post(f"/match/{match.pk}/invite/", {"name": address}, follow=True)
        assert f"We’ve sent an invitation to {address}." in answer.content.decode()
    assert not Invitation.objects.exists() and EmailInvitation.objects.count() == 2
    seen = browser_of(stranger).get(f"/match/{match.pk}/").content.decode()
    assert "nobody@example.com" not in seen
    assert browser_of(stranger).post(f"/match/{match.pk}/invite/", {"name": "x@example.com"}).status_code == 403


def test_a_wrong_address_is_refused_in_words(owner):
    match = open_table(owner)
    answer = browser_of(owner).post(f"/match/{match.pk}/invite/", {"name": "friend@"})
    assert answer.status_code == 422 and "This isn’t an email address." in answer.content.decode()
    assert not EmailInvitation.objects.exists()


def test_recent_opponents_are_suggested(owner, player, stranger, start):
    start()
    match = open_table(owner)
    page = browser_of(owner).get(f"/match/{match.pk}/").content.decode()
    names = set(re.findall('<option value="([a-z]+)"></option>', page))
    assert player.username in names and owner.username not in names


def test_a_table_opened_from_a_profile_invites_that_person(owner, player):
    match = open_table(owner)
    page = browser_of(owner).get(f"/people/{player.username}/").content.decode()
    assert f'action="/match/{match.pk}/invite/"' in page and "/tables/new/?invite=player" in page
    games = browser_of(owner).get("/tables/new/?invite=player").content.decode()
    assert f"/tables/new/?game={GAME}&amp;invite=player" in games
    browser_of(owner).post(f"/tables/new/?game={GAME}&invite=player", FORM | {"company": "friends"})
    assert Invitation.objects.get().user == player


def test_a_link_to_a_new_table_sends_no_email_to_an_address(owner):
    browser_of(owner).post(f"/tables/new/?game={GAME}&invite=friend@example.org", FORM | {"company": "friends"})
    assert not EmailInvitation.objects.exists()


def test_a_private_link_shows_the_table_and_gives_a_seat(owner, player):
    match = open_table(owner, is_public=False)
    page = browser_of(owner).get(f"/match/{match.pk}/").content.decode()
    assert f"/match/{match.pk}/?key={match.token}" in page
    friend = browser_of(player)
    page = friend.get(f"/match/{match.pk}/?key={match.token}").content.decode()
    assert f'action="/match/{match.pk}/join/?key={match.token}"' in page
    assert friend.post(f"/match/{match.pk}/join/?key={match.token}").status_code == 302
    assert friend.get(f"/match/{match.pk}/").status_code == 200


def test_an_invitation_shows_the_game_and_a_line_from_the_inviter(owner, player, mailoutbox):
    match = open_table(owner)
    for name in ("player", "friend@example.com"):
        browser_of(owner).post(f"/match/{match.pk}/invite/", {"name": name, "note": " Like in\nLisbon! "})
    outbox.send_due()
    assert len(mailoutbox) == 2
    for email in mailoutbox:
        html = email.alternatives[0][0]
        assert "“Like in Lisbon!”" in email.body and "Like in Lisbon!" in html.partition("<h1")[0], "in the preheader"
        assert f"Players: {owner.name}; 2 seats free" in email.body and "Length: " in email.body
        if email.to == ["friend@example.com"]:
            assert "If you don’t join, we won’t write about it again." in email.body and "the only" not in email.body
        assert "Learn in two minutes: " in email.body and '<img class="position"' in html and "cid:" in html


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_an_invitation_tells_the_length_at_this_table(slug, owner, mailoutbox):
    MatchLength.objects.create(slug=slug, seat_count=seats_of(slug), answers=40, matches=9)
    durations._lengths.cache_clear()
    facts = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": 0, "options": {}}
    match = lobby_tables.create_match(owner=owner, slug=slug, seats=seats_of(slug), **facts)
    browser_of(owner).post(f"/match/{match.pk}/invite/", {"name": "friend@example.com"})
    outbox.send_due()
    length = re.search(r"^Length: (.+)$", mailoutbox[0].body, re.MULTILINE)[1]
    assert re.search(r"; likely ends .*\d", length) and not re.search(r"for \d or \d players", length)
    durations._lengths.cache_clear()


def test_a_line_to_a_friend_has_no_links(owner, player):
    match = open_table(owner)
    for name, line in (("player", "see www.example.com"), ("friend@example.com", "Look: example.com, now")):
        answer = browser_of(owner).post(f"/match/{match.pk}/invite/", {"name": name, "note": line})
        assert answer.status_code == 422 and "Please leave links out" in answer.content.decode()
        assert f'value="{name}"' in answer.content.decode() and f'value="{line}"' in answer.content.decode(), "kept"


@pytest.mark.parametrize("name", ["player", "friend@example.com"])
def test_somebody_muted_invites_without_a_line(owner, player, name):
    User.objects.filter(pk=owner.pk).update(muted_until=timezone.now() + timedelta(days=1))
    table, row = open_table(owner).get_absolute_url(), {"name": name, "note": "You again"}
    address, group = f"{table}invite/", services.create(owner=owner, name="Club")
    for page in (table, group.get_absolute_url()):
        assert "A line from you" not in browser_of(owner).get(page).content.decode()
    answer = browser_of(owner).post(address, row)
    assert answer.status_code == 403 and "You can’t write in invitations until" in answer.content.decode()
    assert browser_of(owner).post(address, row | {"note": ""}).status_code == 302


@pytest.mark.parametrize("name", ["player", "friend@example.com"])
def test_a_line_that_cannot_be_shown_is_refused(owner, player, name):
    for line in ("a\x07b", "\u202egnol"):
        answer = browser_of(owner).post(f"/match/{open_table(owner).pk}/invite/", {"name": name, "note": line})
        assert answer.status_code == 422 and "can’t be shown" in answer.content.decode()
    assert not EmailInvitation.objects.exists()


def never_link(email):
    (way,) = re.findall("<(http[^>]+)>", email.extra_headers["List-Unsubscribe"])
    assert way in email.body and "friend" not in way
    return way[way.index("/people/") :]


def test_an_address_that_wants_no_invitations_gets_none_from_anybody(owner, stranger, mailoutbox):
    """Who invites it is told the same as always: a refusal would say that somebody reads it."""
    address = "Friend@example.com"
    lobby_tables.join(match_id=(match := open_table(owner)).pk, user=stranger)
    browser_of(owner).post(f"/match/{match.pk}/invite/", {"name": address})
    outbox.send_due()
    way = never_link(mailoutbox.pop())
    reader = Client(enforce_csrf_checks=True)
    assert "No more invitations?" in reader.get(way).content.decode(), "scanners follow links"
    assert "No more invitations<" in reader.post(way, {"List-Unsubscribe": "One-Click"}).content.decode()
    group = services.create(owner=stranger, name="Club")
    answer = browser_of(stranger).post(f"/match/{open_table(stranger).pk}/invite/", {"name": address}, follow=True)
    assert f"We’ve sent an invitation to {address}." in answer.content.decode()
    assert news.invite(group=group, by=stranger, name=address, note="") == address.lower()
    outbox.send_due()
    assert not mailoutbox and not OutgoingMail.objects.filter(status="queued").exists()
    for page in ("/people/me/mails/", "/people/me/export/"):
        assert "takes no invitations" not in browser_of(stranger).get(page).content.decode()
    reader.post(way, {"again": "yes"})
    news.invite(group=services.create(owner=owner, name="Team"), by=owner, name=address, note="Come!")
    outbox.send_due()
    assert "“Come!”" in mailoutbox[0].body and never_link(mailoutbox[0]) == way
    assert Client().post(way[:-3] + "x/").status_code == 403


def test_a_complaint_about_an_invitation_ends_them(owner):
    event = AnymailTrackingEvent(event_type="complained", recipient="friend@example.com")
    tracking.send(sender=None, event=event, esp_name="Test")
    assert never.is_refused("Friend@Example.com") and not never.is_refused("owner@example.com")


def test_who_invited_a_mistyped_address_sees_that_nothing_came_there(owner, settings):
    settings.REPLY_ADDRESS, settings.HAS_VERP = "reply@play.example.org", True
    match = open_table(owner, is_public=False)
    for address in ("friend@exmaple.org", "friend@example.org"):
        browser_of(owner).post(f"/match/{match.pk}/invite/", {"name": address})
    wrong = OutgoingMail.objects.filter(kind="invited_by_email").earliest("pk")
    report = REPORT.format(action="failed", status="5.1.1").encode()
    assert door.take([inbound.bounce_address(wrong)], report) == "bounced"
    page = browser_of(owner).get(f"/match/{match.pk}/").content.decode()
    assert "Invited: friend@exmaple.org (could not be delivered), friend@example.org<" in page
    owner.refresh_from_db()
    wrong.refresh_from_db()
    assert owner.mail_bounced_at is None and wrong.done_at, "deleted in time, as others are"


def test_a_mail_service_reports_an_address_that_was_mistyped(owner, mailoutbox):
    match, group = open_table(owner, is_public=False), services.create(owner=owner, name="Team")
    browser = browser_of(owner)
    for page in (f"/match/{match.pk}/", f"/groups/{group.pk}/"):
        browser.post(f"{page}invite/", {"name": "friend@exmaple.org"})
        outbox.send_due()
        told = {"recipient": "friend@exmaple.org", "metadata": mailoutbox[-1].metadata}
        event = AnymailTrackingEvent(event_type="bounced", **told)
        tracking.send(sender=None, event=event, esp_name="Test")
        assert "friend@exmaple.org (could not be delivered)" in browser.get(page).content.decode()
    owner.refresh_from_db()
    assert owner.mail_bounced_at is None
