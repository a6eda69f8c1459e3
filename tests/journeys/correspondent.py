"""People who play by mail alone: they know what stands in their letters and on the pages behind those, nothing else."""

import re
from html.parser import HTMLParser
from random import Random
from typing import Any

from django.conf import settings
from django.test import Client

from accounts import inbound
from accounts.models import IncomingMail

WORDS = ("a humming fridge", "the queue at the bank", "grandmother's kitchen", "an empty bus at night")
PLAYED = b"<h1>Played</h1>"


class Form(HTMLParser):
    """The forms of a page: for each its inputs by name, as (kind, values that may be sent)."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[dict[str, tuple[str, list[str]]]] = []
        self.select = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.forms.append({})
        elif self.forms and tag in ("input", "textarea", "select") and "disabled" not in facts and facts.get("name"):
            self.select = facts["name"] if tag == "select" else ""
            kind, values = self.forms[-1].setdefault(facts["name"], (facts.get("type", tag), []))
            if tag == "input":
                value = facts.get("min", "0") if kind == "number" else facts.get("value", "")
                values.append(value)
        elif tag == "option" and self.select:
            self.forms[-1][self.select][1].append(facts.get("value", ""))


class Correspondent:
    """Somebody with a mailbox. Answers each letter once: by a number, by a link, or in words, in turns."""

    def __init__(self, user: Any, seed: str) -> None:
        self.user = user
        self.box: list[Any] = []
        self.chance = Random(seed)
        self.turn = 0
        self.ways: dict[str, int] = {"number": 0, "words": 0, "link": 0, "form": 0}
        self.has_seen_words = False  # a letter that asked for more than a number

    def read(self) -> None:
        """Answer all letters that ask for something; what asks for nothing any more is thrown away."""
        while self.box:
            letter = self.box.pop()
            if self._links(letter):
                self._answer(letter)

    def _answer(self, letter: Any) -> bool:
        tries = [self._by_number, self._by_link, self._in_words, self._by_form]
        self.turn = (self.turn + 1) % len(tries)
        return any(act(letter) for act in [*tries[self.turn :], *tries[: self.turn], *tries[::3] * 6])

    def _note(self, way: str, has_played: bool) -> bool:
        self.ways[way] += has_played
        return has_played

    # --- by reply -----------------------------------------------------------------------------------------------------

    def _send(self, letter: Any, text: str) -> bool:
        text += "\n\nGreetings,\n" + self.user.username + "\n> " + letter.body.replace("\n", "\n> ")
        message = inbound.Message({"Message-ID": f"<{IncomingMail.objects.count()}@phone>"}, text)
        return inbound.receive([letter.extra_headers["Reply-To"]], message) == "played"

    def _by_number(self, letter: Any) -> bool:
        numbers = re.findall(r"^(\d+)\. .+[^…]$", letter.body, re.MULTILINE)
        return bool(numbers) and self._note("number", self._send(letter, self.chance.choice(numbers)))

    def _in_words(self, letter: Any) -> bool:
        """By one of the words in the letter, with a line for each thing that stands below it."""
        found = re.findall(r"^    (\w+)(?:   \(.+\))?\n((?:    .+: \.\.\.   \(.+\)\n?)*)", letter.body, re.MULTILINE)
        self.has_seen_words |= bool(found)
        if not found:
            return False
        verb, lines = self.chance.choice(found)
        fields = re.findall(r"    (.+): \.\.\.   \((.+)\)", lines)
        return self._note("words", self._send(letter, "\n".join([verb, *map(self._field, fields)])))

    def _field(self, field: tuple[str, str]) -> str:
        label, hint = field
        return f"{label}: {self._value(hint)}"

    def _value(self, hint: str) -> str:
        if number := re.match(r"a number from (\d+) to (\d+)", hint):
            return str(self.chance.randint(int(number[1]), min(int(number[2]), int(number[1]) + 3)))
        if hint.startswith("your words"):
            return self.chance.choice(WORDS)
        count = re.match(r"(?:in order, )?(?:up to )?(?:(\d+)(?: to \d+)? of )?", hint)
        assert count
        options = hint[count.end() :].split(" / ")
        if "up to" in count[0] or not count[1]:
            return self.chance.choice(options)
        return ", ".join(self.chance.sample(options, int(count[1])))

    # --- by link ------------------------------------------------------------------------------------------------------

    def _links(self, letter: Any) -> list[str]:
        return re.findall(rf"{settings.SITE_URL}(/letter/\S+)", letter.body)

    def _by_link(self, letter: Any) -> bool:
        """Open a choice; if the page shows it with one button, press that."""
        link = self.chance.choice(self._links(letter))
        page = Client().get(link)
        if page.status_code != 200 or b"Play it as" not in page.content:
            return False
        return self._note("link", PLAYED in Client().post(link).content)

    def _by_form(self, letter: Any) -> bool:
        """Open the form (or a choice that needs more), fill in something, send it."""
        link = self.chance.choice(self._links(letter)[-3:])
        page = Client().get(link)
        forms = [form for form in Form(page.content.decode()).forms if "verb" in form]
        if page.status_code != 200 or not forms:
            return False
        data = {name: self._input(*facts) for name, facts in self.chance.choice(forms).items()}
        return self._note("form", PLAYED in Client().post(link, data).content)

    def _input(self, kind: str, values: list[str]) -> Any:
        if kind in ("radio", "select", "checkbox"):
            return self.chance.choice(values) if kind != "checkbox" else self.chance.sample(values, 1)
        if kind in ("hidden", "number"):
            return values
        return self.chance.choice(WORDS)
