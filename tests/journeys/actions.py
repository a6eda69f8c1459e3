"""What a person does at a page: read an email, choose a play, find a rule; and a watch on what pages complain of."""

import re
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from axe_playwright_python.sync_playwright import Axe
from django.core.cache import cache
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import DevEmail, OutgoingMail
from games.matches import bots
from games.matches.loaded import load_match
from games.models import Match
from tests.games.conftest import open_of, user_of

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

SOCKET_IS_OPEN = "window.tableSocket?.socket?.readyState === 1"
SOON = 15_000  # milliseconds in which a move of somebody else has to be there, also where other tests share the machine


class Watch:
    """Collects what the console, blocked content and failed requests say."""

    def __init__(self, page: "Page", allowed: tuple[int, ...] = ()) -> None:
        self.problems: list[str] = []
        self.allowed = allowed
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        page.on("response", self._response)

    def _console(self, message: Any) -> None:
        is_status = any(f"status of {code}" in message.text for code in self.allowed)
        if message.type in ("error", "warning") and not is_status:
            place = message.location
            self.problems.append(f"{message.text} ({place['url']}, line {place['lineNumber'] + 1})")

    def _response(self, answer: Any) -> None:
        if answer.status >= 400 and answer.status not in self.allowed:
            self.problems.append(f"{answer.status} {answer.url}")


def newest_email(address: str, about: str) -> DevEmail:
    """Some time passes: nobody has just looked at a decision, and everything is due. The newest email to this address
    with these words in its Message-ID."""
    cache.delete_many([f"seen:{row.match_id}:{row.data.get('decision')}" for row in OutgoingMail.objects.all()])
    OutgoingMail.objects.filter(status="queued").update(next_try_at=timezone.now() - timedelta(seconds=1))
    outbox.send_due()
    emails = DevEmail.objects.filter(recipients=address).order_by("-id")
    found = next((email for email in emails if about in email.headers.get("Message-ID", "")), None)
    assert found is not None, f"no email for {address} about {about!r}"
    return found


def code_in(email: DevEmail) -> str:
    found = re.search(r"\n    (\S+)\n", email.text)
    assert found
    return found[1]


def choices_in(email: DevEmail) -> list[str]:
    """Paths of the links to choices, in the order of the email."""
    return re.findall(r"https?://[^/\s]+(/email/\S+)", email.text)


def sign_up(page: "Page", name: str, password: str = "quiet brown letterbox") -> None:
    page.goto("/accounts/signup/")
    page.get_by_label("Email address").fill(f"{name}@example.org")
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("main").get_by_role("button", name="Sign up").click()
    page.get_by_role("heading", name="Enter the code").wait_for()
    page.get_by_label("Code").fill(code_in(DevEmail.objects.filter(recipients=f"{name}@example.org").latest("id")))
    page.get_by_role("button", name="Confirm").click()
    page.wait_for_url(lambda url: "confirm-email" not in url)


def tick(box: "Locator") -> None:
    """Click the label of this box, as a person does (the box itself may be drawn away), until it is checked."""
    end = time.monotonic() + 15
    while not box.is_checked():
        assert time.monotonic() < end, f"{box} cannot be checked"
        box.locator("xpath=ancestor::label").click(timeout=5000)


def bots_answer(match_id: int) -> None:
    """What the workers do, which do not run in tests."""
    while bots.play_one(match_id):
        pass


def version_of(match_id: int) -> int:
    return load_match(match_id).version


def goes_live(page: "Page") -> None:
    """Wait until the socket of this page is open and has said what stands: that draws all parts again, and a test that
    holds one of them would lose it. (The policy of our pages forbids Playwright's own waiting.)"""
    line_opens(page)
    waits(page, "window.heard === true", "the socket has said nothing")


def show_is_loaded(page: "Page") -> None:
    """Wait for the scripts that come once the table stands: beats, sounds, dragging."""
    waits(page, "Boolean(window.beats)", "the show was never loaded")


def line_opens(page: "Page") -> None:
    """Wait until the socket of this page is open, whatever comes through it."""
    waits(page, SOCKET_IS_OPEN, "the socket never opened")


def waits(page: "Page", condition: str, otherwise: str) -> None:
    end = time.monotonic() + 15
    while not page.evaluate(condition):
        assert time.monotonic() < end, otherwise
        page.wait_for_timeout(30)


def shows(page: "Page", version: int) -> None:
    """The page has come up to this version by itself."""
    page.wait_for_selector(f'#t-status[data-version="{version}"]', timeout=SOON)


def moved_on(match_id: int, version: int, seconds: float = 15) -> int:
    """Wait until the match is beyond this version; the version it has then."""
    end = time.monotonic() + seconds
    while (now := version_of(match_id)) <= version:
        assert time.monotonic() < end, f"nothing happened after version {version}"
        time.sleep(0.02)
    return now


def seat_on_turn(match: Match) -> int:
    return open_of(load_match(match.pk)).decision.seat


def on_turn(match: Match) -> Any:
    return user_of(load_match(match.pk), seat_on_turn(match))


def will_be_judged(page: "Page") -> "Page":
    """Let each document of this page bring axe along: the browser then compiles it once, not for every address."""
    page.add_init_script(Axe().axe_script)
    return page


def barriers(page: "Page", **options: Any) -> list[dict[str, Any]]:
    """What axe finds on this page. It is given to each document only once: that takes as long as a run. Whoever judges
    one address after the other calls will_be_judged()."""
    if not page.evaluate("Boolean(window.axe?.run)"):
        page.evaluate(Axe().axe_script)
    chosen = {"resultTypes": ["violations"], "preload": False} | options
    found: list[dict[str, Any]] = page.evaluate(
        "async (options) => (await axe.run(options)).violations.map(({ id, nodes }) => ({ id, nodes }))", chosen
    )
    return found


def is_accessible(page: "Page", **options: Any) -> None:
    found = barriers(page, **options)
    assert [(one["id"], [node["target"] for node in one["nodes"]]) for one in found] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
