"""Shared helpers for tests of guests: browsers and tables."""

import re

from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.matches.loaded import load_match
from games.models import Match, Seat
from tests.fixtures import PASSWORD
from tests.games.conftest import move_on, open_of, user_of


def forms_of(page):
    """The action URLs of the forms on a page."""
    return re.findall(r'<form method="post" action="([^"]+)"', page.content.decode())


def new_guest(**more):
    """A browser in which a guest plays against bots."""
    browser = Client(**more)
    browser.post(reverse("play_quick"))
    return browser, User.objects.filter(is_guest=True).latest("pk")


def refused(answer, words):
    """Check that a response is a refusal that offers an account."""
    body = answer.content.decode()
    return answer.status_code == 403 and words in body and reverse("save_games") in body


def sit_down(match, name="Robin", **more):
    """A browser whose guest has joined by the private link, and the guest."""
    browser = Client(**more)
    link = f"{match.get_absolute_url()}?key={match.token}"
    page = browser.get(link)
    action = re.search(r'action="([^"]+/guest/[^"]*)"', page.content.decode())[1].replace("&amp;", "&")
    assert browser.post(action, {"name": name}).status_code == 302
    return browser, User.objects.filter(is_guest=True).latest("pk")


def seats_of(user):
    return set(Seat.objects.filter(user=user).values_list("match", "number"))


def code_in(mail):
    """The code, which is alone on its line."""
    return re.search(r"^\s+(\S+)$", mail.body, re.MULTILINE)[1]


def save(browser, name="robin", email="robin@example.org", **more):
    facts = {"username": name, "email": email, "password1": PASSWORD} | more
    return browser.post(reverse("save_games"), facts)


def play_one_move(browser, guest):
    """The guest's next move through the page; their match against bots."""
    match = Match.objects.filter(seats__user=guest, status="running").latest("pk")
    while (asked := open_of(load_match(match.pk))) and user_of(load_match(match.pk), asked.decision.seat) != guest:
        move_on(match)
    move = asked.decision.default
    form = {f"arg.{field}": "" if value is None else value for field, value in move.args.items()}
    address = reverse("play", args=[match.pk])
    assert browser.post(address, {"decision": asked.id, "verb": move.verb, **form}).status_code == 302
    return match
