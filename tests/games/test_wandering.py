"""People who know nothing follow the links and send the forms that pages offer them, at random, for a while.

Nothing that a page offers may break, lead nowhere or be forbidden to whoever it is offered to.
"""

import re
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import urljoin

import pytest
from django.test import Client

from tests.authorisation import world
from tests.games.scenes import client_of
from tests.journeys.mailbox_robot import FoundForm, Page

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]
STEPS = 500
WHO = ("anonymous", "guest", "member", "player", "host", "organiser", "club", "staff")
ENTRANCES = ("/", "/mine/", "/tables/", "/rules/", "/groups/", "/tournaments/", "/people/me/settings/")
WORDS = ("", "hello", "yes", "7", "12 Elm Street", "ada@example.org", "2027-02-28", "x" * 600, "😀", "شكرا", "<b>&amp;")
# Not followed: files, other sites, and what ends the walk of whoever presses it.
ELSEWHERE = re.compile(r"^https?:|^mailto:|/static/|\.(ics|atom|png|svg|zip|json)\b|/(logout|delete|devices)/")
NEEDS_ACCOUNT = re.compile(r"needs? an account")  # said to guests on a page that leads them to one; no form may


@dataclass
class Wanderer:
    """Somebody in front of a page. `trail`: what they did, for whoever reads a failure; `entrances`: of their own."""

    who: str
    browser: Client
    chance: Random
    trail: list[str]
    entrances: tuple[str, ...] = ()
    at: str = "/"
    page: Page | None = None

    def step(self) -> None:
        """Send a form, follow a link, or begin again somewhere."""
        page = self.page
        forms = [form for form in page.forms if form.buttons] if page else []
        links = [link for link, _ in page.links if not link.startswith("#")] if page else []
        links = [link for link in (urljoin(self.at, link) for link in links) if not ELSEWHERE.search(link)]
        if forms and self.chance.random() < 0.5:
            self.send(self.chance.choice(forms))
        elif links and self.chance.random() < 0.95:
            self.go(self.chance.choice(links))
        else:
            self.go(self.chance.choice([*ENTRANCES, *self.entrances]))

    def go(self, address: str) -> None:
        answer = self.browser.get(address, follow=True)
        is_told = answer.status_code == 403 and NEEDS_ACCOUNT.search(answer.content.decode())
        self.arrive(f"GET {address}", answer, answer.status_code < 400 or bool(is_told))

    def send(self, form: FoundForm) -> None:
        data = {name: chosen for name in form.inputs if (chosen := self.choose(*form.inputs[name])) is not None}
        name, value, _ = self.chance.choice(form.buttons)
        data |= {name: value} if name else {}
        action = urljoin(self.at, form.action) if form.action else self.at
        if ELSEWHERE.search(action):
            return
        ask = self.browser.get if form.method == "get" else self.browser.post
        answer = ask(action, data, follow=True)
        self.arrive(f"{form.method.upper()} {action} {data}", answer, answer.status_code not in (403, 404, 405))

    def choose(self, kind: str, values: list[str]) -> Any:
        """What they put into a field of this kind."""
        if kind == "hidden":
            return values[0]
        if kind == "checkbox":
            return [value or "on" for value in values if self.chance.random() < 0.5] or None
        if kind in ("radio", "select"):
            return self.chance.choice(values) if values else None
        if kind == "file":
            return None
        kept = [value for value in values if value]
        return self.chance.choice(kept if kept and self.chance.random() < 0.5 else WORDS)

    def arrive(self, how: str, answer: Any, is_well: bool) -> None:
        body = answer.content.decode() if "html" in answer.get("Content-Type", "") else ""
        self.trail.append(f"{self.who} at {self.at}: {how[:300]} -> {answer.status_code}")
        assert is_well and answer.status_code < 500, "\n".join(self.trail[-12:])
        path, query = answer.request["PATH_INFO"], answer.request.get("QUERY_STRING", "")
        self.at, self.page = f"{path}?{query}" if query else path, Page(body) if body else None


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_that_pages_offer_breaks_or_leads_nowhere(seed: int) -> None:
    people = world.make_people()
    own = {"anonymous": (f"/{world.things_of_the_site(people)['mail_move']}",), "staff": ("/staff/",)}
    chance, trail = Random(seed), list[str]()
    wanderers = [Wanderer(who, client_of(people[who]), chance, trail, own.get(who, ())) for who in WHO]
    for _ in range(STEPS):
        chance.choice(wanderers).step()
