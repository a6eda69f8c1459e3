"""A friend who was invited by email and never loses the game: a seat as a guest, emails from the first move, an account
with the same address, and a rematch. On a phone."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from accounts.models import DevEmail, User
from games.lobby import email_invitations, tables
from games.matches import leaving
from games.matches.loaded import load_match
from games.models import Match
from tests.fixtures import PASSWORD
from tests.games.conftest import move_on, open_of, user_of
from tests.journeys.actions import Watch, is_accessible, newest_email
from tests.journeys.test_guests import make_first_move, play_until_asked
from tests.samples import DUEL

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ADDRESS = "friend@example.org"


def turn_emails() -> int:
    return DevEmail.objects.filter(recipients=ADDRESS, headers__icontains=".turn").count()


def test_from_an_email_invitation_to_a_rematch(page_of: Callable[..., "Page"], owner: Any) -> None:
    phone = page_of(width=390)
    watch = Watch(phone)
    clock = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 0}
    match = tables.create_match(owner=owner, slug=DUEL, seats=2, options={}, is_rated=False, is_public=False, **clock)
    email_invitations.invite_address(match_id=match.pk, by=owner, address=ADDRESS)
    invitation = newest_email(ADDRESS, "invited")
    link = re.search(r"(/invited/\S+/)", invitation.text)[1]  # type: ignore[index]
    phone.goto(link)
    phone.get_by_role("heading", name=f"{owner.name} invites you to play").wait_for()
    is_accessible(phone)
    phone.get_by_label("Your name").fill("Robin")
    phone.get_by_role("button", name="Join as guest").click()
    phone.locator("#first-match").wait_for()
    guest = User.objects.get(is_guest=True)
    assert guest.mail_address == ADDRESS

    play_until_asked(match, guest)
    assert newest_email(ADDRESS, ".turn").subject
    make_first_move(phone, match)
    phone.locator("#first-match").wait_for(state="detached")
    sent = turn_emails()
    while user_of(load_match(match.pk), open_of(load_match(match.pk)).decision.seat) != guest:
        move_on(match)
    newest_email(ADDRESS, ".turn")
    assert turn_emails() > sent, "an email for each turn"

    lost = page_of(width=390)  # without the cookie
    lost.goto(link)
    lost.get_by_text("You’re Robin.").wait_for()
    is_accessible(lost)
    settings = re.search(r"Email settings: http://[^/]+(/\S+)", newest_email(ADDRESS, ".turn").text)[1]  # type: ignore[index]
    lost.goto(settings)
    lost.get_by_role("button", name="Save").click()
    lost.get_by_text("Your email settings are saved.").wait_for()
    is_accessible(lost)

    phone.locator(".topline-menu > summary").click()
    phone.get_by_role("link", name="Save my games").click()
    assert phone.get_by_label("Email address").input_value() == ADDRESS
    phone.get_by_label("User name").fill("robin")
    phone.get_by_label("Password", exact=True).fill(PASSWORD)
    is_accessible(phone)
    phone.get_by_role("main").get_by_role("button", name="Save my games").click()
    phone.wait_for_url(f"**{match.get_absolute_url()}")
    account = User.objects.get(pk=guest.pk)
    assert (account.is_guest, account.email) == (False, ADDRESS), "no code: the invitation's link has confirmed it"

    leaving.resign(match_id=match.pk, user=owner)
    phone.get_by_role("button", name="Play again").click()
    phone.wait_for_url(lambda url: not url.endswith(match.get_absolute_url()))
    again = Match.objects.get(rematch_of=match)
    assert again.owner == account and watch.problems == []
