"""A few evenings of somebody who has only a mailbox and a browser without cookies, in order, step by step."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from accounts.models import User
from games.lobby import tables
from games.matches import leaving
from games.matches.loaded import load_match
from games.models import ChatLine, Match, MoveRecord
from tests.fixtures import make_person
from tests.games.conftest import DAY, browser_of, move_on
from tests.games.test_clock import row_of
from tests.games.test_email_links import one_mail_to
from tests.games.test_replies import local_post, reply, send_all, turn_email  # noqa: F401
from tests.samples import GAME, TITLE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]


class Reader:
    """A person who opens links, without cookies and without a log-in."""

    def __init__(self, user: User) -> None:
        self.user, self.page = user, ""

    def opens(self, address: str) -> "Reader":
        self.page = Client().get(self._path(address)).content.decode()
        return self

    def presses(self, address: str, **fields: str) -> "Reader":
        browser = Client(enforce_csrf_checks=True)
        self.page = browser.post(self._path(address), fields, follow=True).content.decode()
        return self

    def sees(self, *words: str) -> None:
        told = " ".join(strip_tags(self.page.partition("<main")[2]).split())
        assert all(word in told for word in words), (words, told[:600])
        assert reverse("account_signup") not in self.page and 'aria-label="Main"' not in self.page

    def link(self, words: str) -> str:
        found = re.search(rf'href="([^"]+)"[^>]*>{re.escape(words)}<', self.page)
        assert found, (words, strip_tags(self.page.partition("<main")[2])[:600])
        return found[1]

    def form(self, button: str) -> str:
        found = re.search(rf'action="([^"]+)">\s*<button[^>]*>{re.escape(button)}<', self.page)
        assert found, button
        return found[1]

    @staticmethod
    def _path(address: str) -> str:
        return address.removeprefix(settings.SITE_URL).replace("&amp;", "&")


def choice_of(email: Any, number: int = 1) -> tuple[str, str]:
    """(words, link) of this choice in the text of an email."""
    found = re.search(rf"^{number}\. (.+)\n +(http\S+)", email.body, re.MULTILINE)
    assert found, email.body
    return found[1], found[2]


def quoted(email: Any) -> str:
    lines = "\n".join(f"> {line}" for line in email.body.splitlines()[:20])
    return f"On Mon, 2 Mar 2026 Playpost wrote:\n{lines}"


def test_a_turn_from_the_email_to_the_next_game(start: Any, stranger: User) -> None:
    match, other = start(), start()
    person = row_of(match).user
    while row_of(other).user != person:
        move_on(other)
    email = turn_email(match)
    words, link = choice_of(email)
    assert f"These links play for {person.name}. Don’t forward them." in email.body
    me = Reader(person)
    # The touch shows the move and the position after it; nothing is played yet.
    me.opens(link).sees(words, "After your move:")
    assert load_match(match.pk).version == 1 and "<svg" in me.page
    # Somebody else who is logged in is asked first.
    forwarded = browser_of(stranger).get(Reader._path(link)).content.decode()
    assert f"This link plays for {person.name}" in forwarded and "Your hand" not in forwarded
    # The second touch plays, without cookies, and the page says what was played.
    me.presses(link).sees(f"You played: {words}")
    assert MoveRecord.objects.filter(match=match, user=person, by="mail").count() == 1
    onward, table = me.link("Next game"), me.link("See the table")
    # It can be taken back, and is played again.
    me.presses(me.form("Take it back"), now="yes").sees("Taken back")
    assert MoveRecord.objects.filter(match=match, by="undo").exists()
    # The table is shown as this person sees it.
    me.opens(table).sees("Your hand")
    # The next game asks its question, with choices.
    me.opens(onward).sees(load_match(other.pk).game.meta.title)
    assert "mailed-choices" in me.page


def test_a_reply_plays_and_one_below_the_quote_is_said_at_the_table(start: Any) -> None:
    match = start()
    first = turn_email(match)
    assert reply(first, f"1 thanks!\n\n{quoted(first)}\n") == "played"
    second, reader = turn_email(match), row_of(match).user
    reply(second, f"{quoted(second)}\n\nGood luck, everybody\n")
    line = ChatLine.objects.get()
    assert (line.text, line.user) == ("Good luck, everybody", reader)


def test_an_invitation_to_the_end_and_again(owner: User, player: User) -> None:
    facts = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": 0, "options": {}}
    table = tables.create_match(owner=owner, slug=GAME, seats=3, is_public=False, **facts)
    third = make_person("third")
    for person in (player, third):
        tables.invite(match_id=table.pk, by=owner, name=person.username)
    # The invitations are accepted from the email.
    for email in [one for one in send_all() if one.subject.startswith(f"Play {TITLE} with")]:
        me = Reader(User.objects.get(email=email.to[0]))
        link = re.search(rf"{settings.SITE_URL}/email/\S+", email.body)
        assert link
        me.opens(link[0]).sees("Take a seat")
        me.presses(link[0], answer="yes").sees("You have a seat." if me.user == player else "Your hand")
    assert Match.objects.get(pk=table.pk).status == "running"
    # The match ends, and the winner asks for another one.
    for person in (player, third):
        leaving.resign(match_id=table.pk, user=person)
    end = next(one for one in send_all() if one.to == [owner.email] and one.subject.startswith("You won"))
    again = re.search(r"Play again: (\S+)", end.body)
    assert again
    Reader(owner).opens(again[1]).sees("new table with the same options")
    me = Reader(owner).presses(again[1])
    me.sees("You play again")
    me.opens(me.link("Open the new table")).sees("You have a seat.")


def test_unsubscribing_from_a_digest_says_what_it_stops(start: Any, owner: User) -> None:
    User.objects.filter(pk=owner.pk).update(mail_mode="quiet", mail_quiet_minutes=1)
    for _ in range(2):
        start()
    email = one_mail_to(owner)
    assert "Unsubscribing from this email stops the emails about all matches." in email.body
    stop = re.search(r"<(http[^>]+)>", email.extra_headers["List-Unsubscribe"])
    assert stop
    Reader(owner).opens(stop[1]).sees("all matches")
    assert not User.objects.get(pk=owner.pk).mail_stopped
    Reader(owner).presses(stop[1])
    assert User.objects.get(pk=owner.pk).mail_stopped
