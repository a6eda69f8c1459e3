"""People who play by mail alone: they know what stands in their emails and on the pages behind those, nothing else."""

import re
from html.parser import HTMLParser
from random import Random
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.test import Client

from accounts.mail import inbound
from accounts.models import DevEmail, IncomingMail
from games.mail import links

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

WORDS = ("a humming fridge", "the queue at the bank", "grandmother's kitchen", "an empty bus at night")
PLAYED = b"<h1>Played</h1>"


class Form(HTMLParser):
    """The forms of a page: for each its inputs by name, as (kind, values that may be sent).

    Several lists of one name are of the kind "order": each of the values is sent once.
    """

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
            if self.select and values:
                self.forms[-1][self.select] = ("order", values)
                self.select = ""
            if tag == "input":
                value = facts.get("min", "0") if kind == "number" else facts.get("value", "")
                values.append(value)
        elif tag == "option" and self.select:
            self.forms[-1][self.select][1].append(facts.get("value", ""))


class Correspondent:
    """Somebody with a mailbox. Answers each email once: by a number, by a link, or in words, in turns."""

    def __init__(self, user: Any, seed: str) -> None:
        self.user = user
        self.box: list[DevEmail] = []
        self.chance = Random(seed)
        self.text = ""  # of the email that is read
        self.turn = 0
        self.ways: dict[str, int] = {"number": 0, "words": 0, "link": 0, "form": 0}
        self.has_seen_words = False  # an email that asked for more than a number
        self.answered: set[str] = set()  # decisions
        self.is_too_late = False  # says the answer to a reply; nobody replies to that email again

    def read(self) -> None:
        """Answer all emails that ask for something; what asks nothing, or the same again, is thrown away."""
        while self.box:
            email = self.box.pop()
            self.text = self._open(email)
            asked = {self._decision_of(link) for link in self._links()}
            if asked - self.answered and self._answer(email):
                self.answered |= asked

    def _open(self, email: DevEmail) -> str:
        return email.text

    def _answer(self, email: DevEmail) -> bool:
        tries = [self._by_number, self._by_link, self._in_words, self._by_form]
        self.turn = (self.turn + 1) % len(tries)
        self.is_too_late = False
        in_turn = [*[tries[self.turn]] * 5, *tries[self.turn + 1 :], *tries[: self.turn], *tries[::3] * 6]
        return any(not self.is_too_late and act(email) for act in in_turn)

    def _note(self, way: str, has_played: bool) -> bool:
        self.ways[way] += has_played
        return has_played

    # --- by reply -----------------------------------------------------------------------------------------------------

    def _send(self, email: DevEmail, text: str) -> bool:
        text += "\n\nGreetings,\n" + self.user.username + "\n> " + self.text.replace("\n", "\n> ")
        message = inbound.Message({"Message-ID": f"<{IncomingMail.objects.count()}@phone>"}, text)
        result = inbound.receive([email.reply_to], message)
        self.is_too_late = result == "closed"
        return result == "played"

    def _by_number(self, email: DevEmail) -> bool:
        numbers = re.findall(r"^(\d+)\. .+[^…]$", self.text, re.MULTILINE)
        return bool(numbers) and self._note("number", self._send(email, self.chance.choice(numbers)))

    def _in_words(self, email: DevEmail) -> bool:
        """By one of the words in the email, with a line for each thing that stands below it."""
        found = re.findall(r"^    (\w+)(?:   \(.+\))?\n((?:    .+: \.\.\.   \(.+\)\n?)*)", self.text, re.MULTILINE)
        self.has_seen_words |= bool(found)
        if not found:
            return False
        verb, lines = self.chance.choice(found)
        fields = re.findall(r"    (.+): \.\.\.   \((.+)\)", lines)
        return self._note("words", self._send(email, "\n".join([verb, *map(self._field, fields)])))

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

    def _links(self) -> list[str]:
        """Those of the choices, and of the page with all of them, which comes last."""
        found = rf"(?:^   |on the page: |your move: ){settings.SITE_URL}(/email/\S+)"
        return re.findall(found, self.text, re.MULTILINE)

    @staticmethod
    def _decision_of(link: str) -> str:
        return links.read(link.split("/")[2]).decision

    def _by_link(self, email: DevEmail) -> bool:
        """Open a choice; if the page shows it with one button, press that."""
        link = self.chance.choice(self._links())
        page = Client().get(link)
        if page.status_code != 200 or b"Play it as" not in page.content:
            return False
        return self._note("link", PLAYED in Client().post(link).content)

    def _by_form(self, email: DevEmail) -> bool:
        """Open the form (or a choice that needs more), fill in something, send it."""
        link = self.chance.choice(self._links()[-3:])
        page = Client().get(link)
        forms = [form for form in Form(page.content.decode()).forms if "verb" in form]
        if page.status_code != 200 or not forms:
            return False
        data = {name: self._input(*facts) for name, facts in self.chance.choice(forms).items()}
        return self._note("form", PLAYED in Client().post(link, data).content)

    def _input(self, kind: str, values: list[str]) -> Any:
        if kind in ("radio", "select", "checkbox"):
            return self.chance.choice(values) if kind != "checkbox" else self.chance.sample(values, 1)
        if kind == "order":
            return self.chance.sample(values, len(values))
        if kind in ("hidden", "number"):
            return values
        return self.chance.choice(WORDS)


class AtAPhone(Correspondent):
    """One who does all of it in a browser: reads emails at the desk, taps their links, writes replies there."""

    def __init__(self, user: Any, seed: str, page: "Page") -> None:
        super().__init__(user, seed)
        self.page = page

    def _open(self, email: DevEmail) -> str:
        if not self.page.url.endswith(f"/dev/outbox/{email.pk}/"):
            self.page.goto(f"/dev/outbox/?to={self.user.email}")
            self.page.locator(f"a[href='/dev/outbox/{email.pk}/']").tap()
        return self.page.locator("pre.email").inner_text()

    def _send(self, email: DevEmail, text: str) -> bool:
        self._open(email)
        self.page.get_by_role("link", name="Reply", exact=True).tap()
        assert self.page.get_by_label("To").input_value() == email.reply_to
        self.page.get_by_label("Text").fill(text)
        self.page.get_by_role("button", name="Send").tap()
        result = self.page.get_by_text("Taken: ").inner_text()
        self.is_too_late = result.startswith("Taken: closed.")
        return result.startswith("Taken: played.")

    def _follow(self, email: DevEmail, link: str) -> str:
        """Tap a link in the email as it is shown; the heading of the page that it opens."""
        self._open(email)
        shown = self.page.frame_locator("iframe.email-frame")
        with self.page.expect_navigation(url=f"**{link}"):
            shown.locator(f"a[href='{settings.SITE_URL}{link}']").first.tap()
        return self.page.locator("h1").inner_text()

    def _press(self, button: "Locator") -> bool:
        with self.page.expect_navigation():
            button.tap()
        return self.page.locator("h1").inner_text() == "Played"

    def _whole(self) -> list[str]:
        """Links of choices that need nothing more."""
        return re.findall(rf"^\d+\. .+[^…]\n +{settings.SITE_URL}(/email/\S+)", self.text, re.MULTILINE)

    def _by_link(self, email: DevEmail) -> bool:
        shown = [link for link in self._whole() if link in email.html]  # the text alone has all of many
        if not shown:
            return False
        self._follow(email, self.chance.choice(shown))
        button = self.page.get_by_role("button", name=re.compile("^Play it as"))  # none on an email that is too old
        return button.count() == 1 and self._note("link", self._press(button))

    def _by_form(self, email: DevEmail) -> bool:
        offered = [link for link in self._links() if link not in self._whole() and link in email.html]
        if not offered:  # each choice is a button
            return False
        self._follow(email, self.chance.choice(offered[-3:]))
        forms = self.page.locator("form:has([name=verb]):visible")
        if not forms.count():
            return False
        form = forms.nth(self.chance.randrange(forms.count()))
        (fields,) = Form(form.evaluate("form => form.outerHTML")).forms
        for name, facts in fields.items():
            self._fill(form, name, facts)
        return self._note("form", self._press(form.locator("button:visible").last))

    def _fill(self, form: "Locator", name: str, facts: tuple[str, list[str]]) -> None:
        """What `_input` chooses, as a person does it; what is hidden belongs to another choice."""
        kind, values = facts
        if kind in ("radio", "checkbox"):
            return self._tap_one(form, f"[name='{name}']:enabled")
        field = form.locator(f"[name='{name}']:visible").first
        if kind == "hidden" or not field.count():
            return None
        if kind == "select":
            field.select_option(self._input(kind, values))
        else:
            field.fill(values[0] if kind == "number" else self._input(kind, values))
        return None

    def _tap_one(self, form: "Locator", box: str) -> None:
        """One of the labels, or of the boxes where they have none; nothing where those are for another choice."""
        for shown in (form.locator(f"label:visible:has({box})"), form.locator(f"{box}:visible")):
            if count := shown.count():
                return shown.nth(self.chance.randrange(count)).tap()
        return None
