"""A new password invalidates email links, reply addresses, calendar and feed; so do a suspension and a deleted account,
and the links say so."""

import time
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from accounts import services
from accounts.mail import inbound
from accounts.models import OutgoingMail
from accounts.notices import calendar_feeds
from games.mail import links
from games.matches.loaded import load_match
from games.operations import moderation
from tests.fixtures import PASSWORD
from tests.games.conftest import open_of, user_of

pytestmark = pytest.mark.django_db


def test_links_in_mails_end_with_the_password(start):
    match = start()
    loaded = load_match(match.pk)
    asked = open_of(loaded)
    user = user_of(loaded, asked.decision.seat)
    path = urlsplit(links.link(links.Ticket(match.pk, asked.decision.seat, user.pk, "0", asked.id))).path
    assert Client().get(path).status_code == 200
    user.set_password("another one for the envelopes")  # by whomever: the person, a link, the staff
    user.save()
    for answer in (Client().get(path), Client().post(path)):
        assert answer.status_code == 410 and "A new password was set" in answer.content.decode()
    assert load_match(match.pk).version == loaded.version


def test_a_link_that_is_too_old_leads_to_its_table_by_the_login(start, monkeypatch):
    match = start()
    user = user_of(load_match(match.pk), 0)
    user.set_password(PASSWORD)
    user.save()
    path = urlsplit(links.link(links.Ticket(match.pk, 0, user.pk, links.TABLE))).path
    late = time.time() + links.LIFETIME.total_seconds() + 60
    monkeypatch.setattr(links.time, "time", lambda: late)
    visitor = Client()
    way = f"/accounts/login/?next=/match/{match.pk}/"
    answer = visitor.get(path)
    assert (
        answer.status_code == 410 and "30 days old" in answer.content.decode() and f'"{way}"' in answer.content.decode()
    )
    form = {"login": user.username, "password": PASSWORD, "next": f"/match/{match.pk}/"}
    assert visitor.post(way, form, follow=True).redirect_chain[-1][0] == f"/match/{match.pk}/"
    assert f'"/match/{match.pk}/"' in visitor.get(path).content.decode()


def test_links_in_mails_tell_of_a_suspension_and_of_a_deleted_account(start, staff):
    match = start()
    seat, user = 0, user_of(load_match(match.pk), 0)
    path = urlsplit(links.link(links.Ticket(match.pk, seat, user.pk, links.TABLE))).path
    moderation.suspend(by=staff, username=user.username, words="Rude words")
    for answer in (Client().get(path, follow=True), Client().post(path, follow=True)):
        assert "Your account is suspended." in answer.content.decode() and "Rude words" in answer.content.decode()
    moderation.lift_suspension(by=staff, username=user.username, words="A mistake")
    assert Client().get(path).status_code == 200
    services.delete_account(user=user)
    answer = Client().get(path)
    assert answer.status_code == 410 and "This account was deleted." in answer.content.decode()
    assert "Another player" not in answer.content.decode() and "Log in" not in answer.content.decode()


def test_addresses_for_replies_end_with_the_password(start, settings):
    settings.REPLY_ADDRESS = "reply@in.example.org"
    start()
    row = OutgoingMail.objects.filter(kind="turn").select_related("user").first()
    old = inbound.address_for(row)
    assert inbound.emails_of(old)
    row.user.set_password("another one for the envelopes")
    row.user.save()
    assert inbound.emails_of(old) == {} and inbound.emails_of(inbound.address_for(row))


def test_calendar_and_feed_end_with_the_password(owner):
    token = calendar_feeds.token_of(owner)
    assert Client().get(reverse("calendar", args=[token])).status_code == 200
    owner.set_password("another one for the envelopes")
    owner.save()
    for name in ("calendar", "atom"):
        assert Client().get(reverse(name, args=[token])).status_code == 404
    assert Client().get(reverse("calendar", args=[calendar_feeds.token_of(owner)])).status_code == 200
