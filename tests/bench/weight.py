"""What a browser loads when it opens a table for the first time: requests, and bytes on the wire."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import sync_playwright

from tests.bench import load
from tests.fixtures import CHROMIUM


@dataclass(frozen=True)
class Weight:
    slug: str
    requests: int
    bytes: int


def all_games(port: int) -> Iterator[Weight]:
    """Open one table of each game, each in a new browser. Sockets are not counted."""
    plays = {slug: load.prepare(1, 6, (slug,))[0] for slug in load.SEATS}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for slug, play in plays.items():
            yield _first_visit(browser, slug, f"http://localhost:{port}", play)
        browser.close()


def _first_visit(browser: Any, slug: str, site: str, play: load.Play) -> Weight:
    context = browser.new_context()
    name, _, value = play.cookies[0].partition("=")
    context.add_cookies([{"name": name, "value": value, "url": site}])
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(f"{site}/match/{play.id}/", wait_until="networkidle")
    context.close()
    return Weight(slug, len(sizes), int(sum(sizes)))
