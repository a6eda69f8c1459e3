"""A robot that has nothing but a mailbox: it follows links in emails and presses buttons of the pages they lead to, or
it only replies. It never logs in, keeps no cookies, and counts its presses and the words it was shown."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from random import Random
from typing import Any
from urllib.parse import urljoin

from django.conf import settings
from django.test import Client
from django.urls import reverse

from accounts.mail import inbound
from accounts.models import IncomingMail
from games.mail import links

WORDS = ("a humming fridge", "the queue at the bank", "grandmother's kitchen", "an empty bus at night")
MOST_PRESSES = 12  # for one decision
QUICK = 2  # presses: a choice, and to confirm it
CURIOUS = 0.1  # share of the decisions for which it looks further than the whole moves in the email
VOID = {"input", "br", "img", "link", "meta", "hr"}


@dataclass
class FoundForm:
    """A form of a page: its inputs by name, as (kind, values), and its buttons as (name, value, words)."""

    action: str
    method: str = "get"
    inputs: dict[str, tuple[str, list[str]]] = field(default_factory=dict)
    buttons: list[list[str]] = field(default_factory=list)


class Page(HTMLParser):
    """The main part of a page, as somebody sees it who has only links and buttons."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: list[list[str]] = []  # (address, words)
        self.choices: list[str] = []  # addresses in lists of choices
        self.forms: list[FoundForm] = []
        self.words, self.title = 0, ""
        self._open: list[str] = []
        self._list = ""
        self._select = ""
        self.feed(html.partition("<main")[2].partition("</main>")[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self._open.append(tag)
        if tag in ("ol", "ul"):
            self._list = facts.get("class", "")
        elif tag == "a" and facts.get("href"):
            self.links.append([facts["href"], ""])
            if self._list == "mailed-choices":
                self.choices.append(facts["href"])
        elif tag == "form":
            self.forms.append(FoundForm(facts.get("action", ""), facts.get("method", "get")))
        elif tag == "button" and self.forms and facts.get("type", "submit") == "submit":
            self.forms[-1].buttons.append([facts.get("name", ""), facts.get("value", ""), ""])
        elif self.forms and tag in ("input", "select", "textarea") and facts.get("name") and "disabled" not in facts:
            self._add_input(tag, facts)
        elif tag == "option" and self._select and self.forms:
            self.forms[-1].inputs[self._select][1].append(facts.get("value", ""))

    def _add_input(self, tag: str, facts: dict[str, str]) -> None:
        self._select = facts["name"] if tag == "select" else ""
        _, values = self.forms[-1].inputs.setdefault(facts["name"], (facts.get("type", tag), []))
        if tag == "input":
            values.append(facts.get("value", "") or facts.get("min", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            while self._open.pop() != tag:
                pass
        if tag in ("ol", "ul"):
            self._list = ""

    def handle_data(self, data: str) -> None:
        if "svg" in self._open or "option" in self._open:
            return
        self.words += len(data.split())
        if "h1" in self._open:
            self.title += data.strip()
        if "button" in self._open and self.forms and self.forms[-1].buttons:
            self.forms[-1].buttons[-1][2] += data
        elif "a" in self._open and self.links:
            self.links[-1][1] += data


@dataclass
class Decided:
    """One answered decision: how often something was pressed for it, and how many words were shown. `is_hurried`: it
    took one of the whole moves that were offered. `has_whole`: there was one where the decision was asked first."""

    presses: int
    words: int
    is_hurried: bool = True
    has_whole: bool = True

    @property
    def is_quick(self) -> bool:
        """Could it be answered with two presses? Who looks further presses more often, but did not have to."""
        return self.has_whole and (self.presses <= QUICK or not self.is_hurried)


class Robot:
    """A player with a mailbox. `way`: "links" or "replies"."""

    def __init__(self, user: Any, way: str, seed: str) -> None:
        self.user, self.way, self.chance = user, way, Random(seed)
        self.box: list[Any] = []
        self.decided: list[Decided] = []
        self.shown: set[str] = set()  # ids of decisions that a page has shown
        self.titles: list[str] = []
        self.words, self.is_hurried, self.has_whole = 0, True, True

    def read(self) -> None:
        """Go through the mailbox, oldest first. An email that asks nothing (any more) is thrown away."""
        while self.box:
            email = self.box.pop(0)
            asked = self._asked(email.alternatives[0][0])
            assert asked or "YOUR CHOICES" not in email.body, email.body
            if asked and "Reply-To" in email.extra_headers:
                (self._follow if self.way == "links" else self._reply)(email)

    def _asked(self, html: str) -> list[tuple[str, str]]:
        """The links of an email that answer a decision, with their words. Emails about the start or the end of a match
        can have none; a reply to those speaks at the table."""
        found = re.findall(rf'<a [^>]*href="{settings.SITE_URL}(/email/[^"]+)"[^>]*>([^<]*)', html)
        return [(url, words) for url, words in found if self._decision_of(url)]

    # --- by reply -----------------------------------------------------------------------------------------------------

    def _reply(self, email: Any) -> None:
        whole = re.findall(r"^(?:(\d+)\.|-) (.+[^…])\n +http", email.body, re.MULTILINE)
        if not whole:
            return
        number, label = self.chance.choice(whole)
        text = number or label  # choices that are numbers themselves have none
        message = inbound.Message({"Message-ID": f"<{IncomingMail.objects.count()}@robot>"}, text)
        outcome = inbound.receive([email.extra_headers["Reply-To"]], message)
        assert outcome in ("played", "closed", "changed"), (outcome, text, email.body)
        if outcome == "played":
            self.decided.append(Decided(1, len(email.body.split())))

    # --- by links -----------------------------------------------------------------------------------------------------

    def _follow(self, email: Any) -> None:
        """Tap a choice in the email, and go on from page to page for as long as one asks something."""
        html = email.alternatives[0][0]
        self.words = len(re.sub(r"<style.*?</style>|<[^>]*>", " ", html, flags=re.DOTALL).split())
        asked = self._asked(html)
        self._meet(asked)
        url, presses = self._chosen(asked), 0
        page = self._get(url)
        while True:
            presses += 1
            assert presses <= MOST_PRESSES, self.titles[-MOST_PRESSES:]
            before = len(self.decided)
            url, page = self._step(url, page, presses)
            if len(self.decided) > before:
                presses, self.words = -1, 0
                if not page.choices:
                    return
                self._meet(self._offered_on(page))
            elif not url:
                return

    def _meet(self, offered: list[tuple[str, str]]) -> None:
        """A decision is asked, with these links."""
        self.is_hurried, self.has_whole = True, bool(self._whole(offered))

    @staticmethod
    def _offered_on(page: Page) -> list[tuple[str, str]]:
        return [(href, words) for href, words in page.links if href in page.choices]

    def _whole(self, offered: list[tuple[str, str]]) -> list[str]:
        """Those of these links that are whole moves."""
        return [url for url, words in offered if self._is_choice(url) and not words.endswith("…")]

    def _step(self, url: str, page: Page, presses: int) -> tuple[str, Page]:
        """Press one thing on this page: ("", page) if there is nothing to decide there."""
        ready = next((one for one in page.forms if any(b[2].startswith("Play it as") for b in one.buttons)), None)
        if ready is not None:
            return self._send(url, ready, presses)
        forms = [one for one in page.forms if "verb" in one.inputs and one.buttons]
        if page.choices and (not forms or self.chance.random() < 0.8):
            way = self._next_of(page)
        elif forms:
            return self._send(url, self.chance.choice(forms), presses)
        elif page.title == "That move is not possible":
            way = next(href for href, words in page.links if words == "Choose another move")
        else:
            return "", page
        url = urljoin(url, way).removeprefix(settings.SITE_URL)
        return url, self._get(url)

    def _next_of(self, page: Page) -> str:
        """One of the choices on a page."""
        if "/email/" not in page.choices[0]:  # what an unfinished choice lacks
            return str(self.chance.choice(page.choices))
        return self._chosen(self._offered_on(page))

    def _send(self, url: str, form: FoundForm, presses: int) -> tuple[str, Page]:
        data = {name: self._input(*facts) for name, facts in form.inputs.items()}
        answer = Client(enforce_csrf_checks=True).post(urljoin(url, form.action) if form.action else url, data)
        page = self._looked_at(answer)
        if page.title in ("Played", "You have already played"):
            self.decided.append(Decided(presses + 1, self.words, self.is_hurried, self.has_whole))
        return url, page

    def _input(self, kind: str, values: list[str]) -> Any:
        if kind in ("radio", "select"):
            return self.chance.choice(values)
        if kind == "checkbox":
            return self.chance.sample(values, 1)
        return values if kind in ("hidden", "number") else self.chance.choice(WORDS)

    def _get(self, url: str) -> Page:
        return self._looked_at(Client().get(url))

    def _looked_at(self, answer: Any) -> Page:
        """No page is a dead end, none leads its reader out of their game."""
        html = answer.content.decode()
        page = Page(html)
        assert answer.status_code in (200, 409, 410, 422), (answer.status_code, page.title)
        assert page.links or any(form.buttons for form in page.forms), f"no next step: {page.title}"
        ways = [href for href, _ in page.links]
        assert not [way for way in ways if way.startswith(("/match/", reverse("account_signup")))], (page.title, ways)
        self.words += page.words
        self.titles.append(page.title)
        self.shown |= {decision for way in page.choices if (decision := self._decision_of(way))}
        return page

    def _chosen(self, offered: list[tuple[str, str]]) -> str:
        """One of these links of a decision: a whole move, unless it is curious or there is none."""
        whole = self._whole(offered)
        self.is_hurried = self.is_hurried and bool(whole) and self.chance.random() > CURIOUS
        return self.chance.choice(whole if self.is_hurried else [url for url, _ in offered])

    @staticmethod
    def _is_choice(url: str) -> bool:
        return _ticket(url.split("/email/")[1].split("/")[0]).choice.isdecimal()

    @staticmethod
    def _decision_of(url: str) -> str:
        """The decision that a link answers; "" if it is for something else."""
        found = re.search(r"/email/([^/?]+)/", url)
        if not found:
            return ""
        ticket = _ticket(found[1])
        return ticket.decision if ticket.choice.isdecimal() or ticket.choice == links.FORM else ""


@cache
def _ticket(token: str) -> links.Ticket:
    """What a link is for. Robots look at each several times, and the site verifies it with a query."""
    return links.read(token)


def told(robots: list[Robot]) -> Iterator[str]:
    """Presses and words per decision."""
    for robot in robots:
        every = sorted(one.presses for one in robot.decided)
        words = sorted(one.words for one in robot.decided)
        if every:
            few = sum(one.is_quick for one in robot.decided) / len(every)
            yield (
                f"{robot.way}: {len(every)} decisions, presses median {every[len(every) // 2]}, most {every[-1]},"
                f" {few:.1%} could do with {QUICK}; words median {words[len(words) // 2]}"
            )
