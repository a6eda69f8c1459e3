"""The stage in WebKit, as on every iPhone: measured as in test_stage.py, and played with its mouse.

By hand: it needs the Debian packages webkit2gtk-driver and xvfb, too large for every run. What WebKit does not know of
our styles is in tests/test_styles.py.
"""

import json
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any
from urllib.request import Request, urlopen

import pytest
from django.test import Client

from config.embedded.processes import wait_until
from games.lobby import tables
from games.titles import load
from tests.fixtures import free_port, make_person
from tests.journeys.actions import bots_answer, version_of
from tests.journeys.test_keyboard_touch_and_text import FIELDS, PLACE, READY, THINGS
from tests.journeys.test_stage import CLOCK, MEASURE

pytestmark = [pytest.mark.by_hand, pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BROWSER = next(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"), Path("MiniBrowser"))
SIZES = [(1280, 900), (480, 860)]  # its window cannot be as narrow as a phone
MOVES, SECONDS = 3, 60

# Drawings outside the place that they are drawn in, other than those with a place of their own; parts that scroll
# sideways.
ASTRAY = """const out = [];
for (const drawn of document.querySelectorAll('#t-board svg, .tray svg, #t-seats svg')) {
  const at = drawn.getBoundingClientRect(), place = drawn.parentElement.getBoundingClientRect();
  const { position, scale, rotate, overflow } = getComputedStyle(drawn);
  if (!drawn.checkVisibility() || drawn.parentElement.closest('svg') || position === 'absolute') continue;
  if (scale !== 'none' || rotate !== 'none' || overflow === 'visible') continue;
  const over = Math.max(place.top - at.top, at.bottom - place.bottom, place.left - at.left, at.right - place.right);
  if (over > 4 || !at.width) out.push(`${drawn.outerHTML.slice(0, 90)} ${Math.round(over)} ${Math.round(at.width)}`);
}
for (const part of document.querySelectorAll('.result, .decision, #t-board'))
  if (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX === 'auto')
    out.push(`${part.id} scrolls sideways`);
return out;"""
WRITE = """for (const field of document.querySelectorAll(arguments[0])) {
  if (['radio', 'checkbox'].includes(field.type)) continue;
  field.value ||= field.min || `a thing ${field.name}`;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}"""
SHOWN = "return document.querySelector('#t-status').dataset.version"
LISTEN = "window.failed = []; addEventListener('error', (event) => failed.push(event.message))"


class WebKit:
    """A window of WebKit, driven by WebDriver (W3C)."""

    def __init__(self, address: str) -> None:
        self.address = address
        options = {"binary": str(BROWSER), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self.session = f"/session/{self.ask('/session', wanted)['sessionId']}"

    def ask(self, path: str, body: Any = None, method: str = "POST") -> Any:
        request = Request(self.address + path, json.dumps(body or {}).encode(), method=method)
        with urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def go(self, url: str) -> None:
        self.ask(f"{self.session}/url", {"url": url})

    def run(self, script: str, *args: Any) -> Any:
        return self.ask(f"{self.session}/execute/sync", {"script": script, "args": args})

    def resize(self, width: int, height: int) -> None:
        self.ask(f"{self.session}/window/rect", {"width": width, "height": height})

    def click(self, x: float, y: float) -> None:
        moves = [
            {"type": "pointerMove", "x": int(x), "y": int(y)},
            *({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")),
        ]
        self.ask(f"{self.session}/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": moves}]})

    def close(self) -> None:
        self.ask(self.session, method="DELETE")


@pytest.fixture
def webkit() -> Iterator[WebKit]:
    with ExitStack() as stack:
        port, display = free_port(), f":{free_port() % 1000 + 100}"
        for command in (["Xvfb", display, "-screen", "0", "1400x1000x24"], ["WebKitWebDriver", f"--port={port}"]):
            env = {**os.environ, "DISPLAY": display, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}  # we may be root
            process = stack.enter_context(subprocess.Popen(command, env=env, stderr=subprocess.DEVNULL))
            stack.callback(process.terminate)
            time.sleep(1)
        window = WebKit(f"http://127.0.0.1:{port}")
        stack.callback(window.close)
        yield window


def play_on(window: WebKit, match_id: int, chance: Random) -> None:
    """Touch what can be touched until a move is made."""
    version, until = version_of(match_id), time.monotonic() + SECONDS
    while version_of(match_id) == version:
        assert time.monotonic() < until, window.run("return document.querySelector('#table').innerText")
        window.run(WRITE, FIELDS.replace(":visible", ""))
        is_ready = window.run("return document.querySelector(arguments[0]) !== null", READY)
        if place := window.run(f"return ({PLACE})(arguments)", READY if is_ready else THINGS, chance.random()):
            window.click(*place)
        time.sleep(0.5)


@pytest.mark.parametrize("slug", sorted(load()))
def test_a_table_is_drawn_and_played_in_webkit(slug: str, live: str, webkit: WebKit) -> None:
    me, chance, wrong = make_person("ada"), Random(slug), []
    seats = load()[slug].meta.seats[0]
    match = tables.create_match(owner=me, slug=slug, seats=seats, options={}, bots=seats - 1, **CLOCK)
    client = Client()
    client.force_login(me)
    webkit.go(f"{live}/healthz")
    webkit.ask(
        f"{webkit.session}/cookie", {"cookie": {"name": "sessionid", "value": client.cookies["sessionid"].value}}
    )
    webkit.go(f"{live}/match/{match.pk}/")
    webkit.run(LISTEN)
    for _ in range(MOVES):
        bots_answer(match.pk)
        assert wait_until(lambda: webkit.run(SHOWN) == str(version_of(match.pk)), 15, 0.2)
        time.sleep(4)  # the beats of the last moves
        for size in SIZES:
            webkit.resize(*size)
            time.sleep(0.5)
            found = webkit.run(f"return ({MEASURE})()")
            wrong += [f"{size}: {what}" for what in (*webkit.run(ASTRAY), *found["hidden"], *found["tight"])]
            wrong += [f"{size}: the page scrolls"] * found["scrolls"]
        play_on(webkit, match.pk, chance)
    assert webkit.run("return failed") == []
    assert wrong == [], "\n".join(wrong)
