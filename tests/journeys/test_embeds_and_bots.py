"""What the open platform shows: a moment in a blog's frame, bots, apps and the page for programmers."""

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from accounts import bots, oauth
from games.matches import leaving
from games.models import Match
from tests.fixtures import PASSWORD, make_person
from tests.games.conftest import move_on, user_of
from tests.journeys.actions import will_be_judged
from tests.journeys.test_every_page import faults
from tests.samples import quick_first

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def over(start: Any) -> Match:
    match: Match = start(is_public=True)
    loaded = move_on(match, 8)
    for seat in (1, 2):
        leaving.resign(match_id=match.pk, user=user_of(loaded, seat))
    return match


@pytest.fixture
def blog() -> Iterator[Callable[[str], str]]:
    """`blog(html)`: the address of a page of another site. A real one: browsers keep others from local addresses."""
    pages: list[bytes] = []

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(pages[-1])

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def publish(html: str) -> str:
        pages.append(html.encode())
        return f"http://127.0.0.1:{server.server_port}/"

    yield publish
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize("width", quick_first(360, 1280))
def test_a_moment_in_the_frame_of_a_blog(page_of: Any, live: str, blog: Any, over: Match, width: int) -> None:
    page = page_of(width=width, java_script_enabled=False)
    source, size = f"{live}/match/{over.pk}/embed/?at=3", min(width - 20, 640)
    address = blog(f'<!doctype html><h1>Blog</h1><iframe id="m" src="{source}" width="{size}" height="640"></iframe>')
    page.goto(address)
    frame = page.frame_locator("#m")
    frame.get_by_text("After move 2 of").wait_for()
    frame.get_by_role("link", name="Next move").click()
    frame.get_by_text("After move 3 of").wait_for()
    assert page.url == address and not page.context.cookies()


@pytest.mark.parametrize("width", quick_first(360, 1280))
def test_its_own_page_and_the_settings_have_no_faults(page_of: Any, over: Match, owner: Any, width: int) -> None:
    bot = bots.create(owner=owner, name="Clever")
    oauth.register(owner=make_person("maker"), name="Notifier", redirect_uri="https://app.example.org/back")
    oauth.register(owner=owner, name="Mine", redirect_uri="https://app.example.org/back")
    page = will_be_judged(page_of(owner, width=width))
    found = {}
    for address in (
        *(f"/match/{over.pk}/embed/?at=4", "/people/me/bots/", f"/people/me/bots/{bot.pk}/", "/people/me/apps/"),
        *("/api/", "/ratings/?bots=1", "/people/Clever-bot/"),
    ):
        page.goto(address)
        found[address] = faults(page, width)
    assert not any(found.values()), found


def test_a_bot_gets_its_first_token_by_hand(page_of: Any, owner: Any) -> None:
    page = page_of(owner)
    page.goto("/people/me/bots/")
    page.get_by_label("Name").fill("Clever")
    page.get_by_role("button", name="Make bot").click()
    page.get_by_role("heading", name="Clever (bot)", exact=True).wait_for()
    page.get_by_label("What is it for?").fill("Home")
    page.get_by_label("Play: make moves in your name").check()
    page.get_by_role("button", name="Make token").click()
    page.get_by_role("heading", name="Confirm it’s you").wait_for()  # a token outlasts the session
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    key = page.get_by_label("Copy it now").input_value()
    assert key.startswith("pp_")
