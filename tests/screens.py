"""`make screens`: pictures of the key states of every game, 360 and 1280 pixels wide, by day and by night, to look at.

They go to `var/screens/`, which git ignores. Starts servers of its own and needs Chromium.
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Browser, Page, sync_playwright

from tests.bench.site import ROOT, site
from tests.conftest import CHROMIUM

FOLDER = ROOT / "var" / "screens"
WIDTHS = {360: 740, 1280: 900}
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def prepare() -> Iterator[tuple[str, str]]:
    """(name, address) of each state, as Anna of the demo data sees it."""
    from games import tutorials
    from games.models import Match
    from games.services import lobby
    from games.titles import load

    anna = people()["anna"]
    for slug in load():
        for status in ("running", "over"):
            match = Match.objects.filter(slug=slug, status=status, seats__user=anna).order_by("id").first()
            if match is None:
                continue
            name = f"{slug}-{'mine' if status == 'running' else 'over'}"
            yield name, f"/match/{match.pk}/"
            yield f"{name}-words", f"/match/{match.pk}/text/"
            yield f"{name}-replay", f"/match/{match.pk}/history/?at=5"
        if tutorials.of_game(slug):
            yield f"{slug}-tutorial", f"/match/{lobby.begin_tutorial(owner=anna, slug=slug).pk}/"
    yield "lobby", "/tables/"
    yield "new-table", "/tables/new/"
    yield "my-games", "/mine/"


def people() -> dict[str, Any]:
    from accounts.models import User

    return {user.username: user for user in User.objects.filter(is_bot=False)}


def session() -> str:
    """A session of Anna; made before Playwright's event loop runs, in which Django would refuse the database."""
    from django.test import Client

    client = Client()
    client.force_login(people()["anna"], backend="django.contrib.auth.backends.ModelBackend")
    return str(client.cookies["sessionid"].value)


def open_page(browser: Browser, address: str, key: str, width: int, scheme: Any) -> Page:
    view: Any = {"width": width, "height": WIDTHS[width]}
    context = browser.new_context(viewport=view, color_scheme=scheme, base_url=address)
    context.add_cookies([{"name": "sessionid", "value": key, "url": address}])
    return context.new_page()


def shoot(page: Page, name: str, address: str) -> None:
    """What is seen first, and the whole page."""
    page.goto(address)
    page.wait_for_timeout(700)
    page.screenshot(path=FOLDER / f"{name}.png")
    page.screenshot(path=FOLDER / f"{name}-whole.png", full_page=True)
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        print(f"  {name} is wider than the window", flush=True)


def main() -> None:
    if CHROMIUM is None:
        raise SystemExit("Install Chromium, or name the program in CHROMIUM.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    with site(web=1) as place:
        from django.core.management import call_command

        call_command("loadrules", verbosity=0)
        call_command("seeddemo", verbosity=0)
        states, key, address = list(prepare()), session(), f"http://localhost:{place.ports[0]}"
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
            for width in WIDTHS:
                for scheme in ("light", "dark"):
                    page = open_page(browser, address, key, width, scheme)
                    for name, path in states:
                        shoot(page, f"{name}-{width}-{scheme}", path)
                    page.context.close()
            browser.close()
    print(f"{4 * len(states)} states in {FOLDER}")


if __name__ == "__main__":
    main()
