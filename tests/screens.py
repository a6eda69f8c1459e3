"""`make screens`: pictures of the key states of every game and of every page, 360 and 1280 pixels wide, by day and by
night, to look at.

They go to `var/screens/`, which git ignores. Starts servers of its own and needs Chromium. Name games or "pages" to see
only these: `.venv/bin/python tests/screens.py parcels pages`. Says what is wider than the window, and what the console
says.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests.bench.site import ROOT, site
from tests.fixtures import CHROMIUM

FOLDER = ROOT / "var" / "screens"
PHONE, DESK = 360, 1280
HEIGHTS = {PHONE: 740, DESK: 900}
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
CLOCK: Any = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 259200}
MOST_MOVES = 700
TOUCHED = "#t-board [data-touch], #t-seats [data-touch]"
CHOICES = "#t-decision :is([data-choose], form.action :is(input[type=radio], input[type=checkbox]))"
IS_LEFT = "node => !node.checked && !node.disabled && node.getClientRects().length > 0"


class Camera:
    """A phone and a desk, used by one person after the other."""

    def __init__(self, browser: Browser, address: str, keys: dict[str, str]) -> None:
        self.address, self.keys = address, keys
        self.pages = {width: self._page(browser, width) for width in HEIGHTS}
        self.count = 0

    def _page(self, browser: Browser, width: int) -> Page:
        view: Any = {"width": width, "height": HEIGHTS[width]}
        context = browser.new_context(
            viewport=view, base_url=self.address, has_touch=width == PHONE, reduced_motion="reduce"
        )
        page = context.new_page()
        page.on("console", lambda said: self._complain(page, said.text) if said.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self._complain(page, str(error)))
        return page

    def _complain(self, page: Page, words: str) -> None:
        print(f"  {page.url}: {words}", flush=True)

    def sign_in(self, context: BrowserContext, who: str) -> None:
        context.clear_cookies()
        if who:
            context.add_cookies([{"name": "sessionid", "value": self.keys[who], "url": self.address}])

    def visit(self, who: str, path: str) -> Iterator[tuple[int, Page]]:
        """The phone and the desk, showing this page to this person."""
        for width, page in self.pages.items():
            page.goto("about:blank")
            self.sign_in(page.context, who)
            page.goto(path)
            page.wait_for_timeout(350)
            yield width, page

    def shoot(self, name: str, page: Page, whole: bool = True) -> None:
        """What is seen first and the whole page, by day and by night."""
        width = page.viewport_size["width"] if page.viewport_size else 0
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.screenshot(path=FOLDER / f"{name}-{width}-{scheme}.png")
        if whole:
            page.screenshot(path=FOLDER / f"{name}-{width}-whole.png", full_page=True)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            print(f"  {name} is wider than {width}", flush=True)
        self.count += 2

    def page(self, name: str, who: str, path: str) -> None:
        for _, page in self.visit(who, path):
            self.shoot(name, page)

    def decision(self, name: str, who: str, path: str) -> None:
        """A decision as it is asked, begun by touch, and ready to confirm with its preview."""
        for _, page in self.visit(who, path):
            self.shoot(name, page)
            if begin(page):
                self.shoot(f"{name}-begun", page, whole=False)
            if finish(page):
                self.shoot(f"{name}-ready", page, whole=False)


def begin(page: Page) -> bool:
    """Touch the first thing on the picture that may be chosen; False if there is none or nothing is left to choose."""
    things = page.locator(TOUCHED)
    if not things.count():
        return False
    things.first.scroll_into_view_if_needed()
    things.first.dispatch_event("click")
    page.wait_for_timeout(300)
    return True


def finish(page: Page) -> bool:
    """Choose what comes first until a preview says what the choice would do."""
    for _ in range(8):
        said = page.locator("#t-decision output.preview, #t-decision .human_resources-preview").all_inner_texts()
        if any(words.strip() for words in said):
            return True
        left = [node for node in page.query_selector_all(CHOICES) if node.evaluate(IS_LEFT)]
        if not left:
            return False
        left[0].dispatch_event("click")
        page.wait_for_timeout(400)
    return False


def people() -> dict[str, Any]:
    from accounts.models import User

    return {user.username: user for user in User.objects.filter(is_bot=False)}


def session(user: Any) -> str:
    from django.test import Client

    client = Client()
    client.force_login(user, backend="accounts.login.backend.Backend")
    return str(client.cookies["sessionid"].value)


def table(slug: str, guests: list[Any], **options: Any) -> Any:
    from games.lobby import tables

    match = tables.create_match(owner=guests[0], slug=slug, seats=len(guests), options=options, **CLOCK)
    for guest in guests[1:]:
        tables.join(match_id=match.pk, user=guest)
    return match


def asked_of(match: Any) -> list[tuple[str, Any]]:
    """(kind of decision, person) of all that is asked now and not yet answered."""
    from games.kernel import engine
    from games.matches.loaded import load_match

    loaded = load_match(match.pk)
    if loaded.is_over:
        return []
    found = [one for one in engine.open_decisions(loaded.game, loaded.at_table()) if one.answer is None]
    return [
        (
            f"{loaded.at_table().step}-{'-'.join(action.verb for action in one.decision.actions[:2])}",
            loaded.seats[one.decision.seat],
        )
        for one in found
        if one.decision.clock.pace != "standing" and not one.decision.optional
    ]


OUT = "out"  # the event with which a seat is out


# What each game is looked at with beside its usual rules, so that all kinds of its decisions are seen.
MORE: dict[str, list[dict[str, Any]]] = {
    "going_postal": [{"trading": True, "cutthroat": True}],
    "adulting": [{"bank": "open", "scoring": "everyone", "category": "lists"}],
    "dinosaurs": [{"two_player_rules": False}],
}


def play_through(camera: Camera, slug: str, guests: list[Any]) -> None:
    """Each kind of decision of a match of house bots, the table of those who wait, of a spectator, and the end."""
    from games.matches import bots

    seen: set[str] = set()
    for options in [{}, *MORE.get(slug, [])]:
        match = table(slug, guests, **options)
        path = f"/match/{match.pk}/"
        for number in range(MOST_MOVES):
            asked = asked_of(match)
            if not asked:
                break
            for kind, seat in asked:
                if kind in seen:
                    continue
                seen.add(kind)
                camera.decision(f"{slug}-{kind}", seat.username, path)
                camera.page(f"{slug}-{kind}-words", seat.username, f"{path}text/")
            if number == 6:
                busy = {seat.username for _, seat in asked}
                idle = [guest.username for guest in guests if guest.username not in busy]
                for who in [*idle[:1], ""]:
                    camera.page(f"{slug}-{'waiting' if who else 'watching'}", who, path)
            told = bots.play_one(match.pk, for_people=True)
            if told and OUT not in seen and any(event.kind == OUT for event in told.events):
                seen.add(OUT)
                camera.page(f"{slug}-somebody-out", guests[0].username, path)
        if options:
            continue
        camera.page(f"{slug}-over", guests[0].username, path)
        camera.page(f"{slug}-over-words", guests[0].username, f"{path}text/")
        camera.page(f"{slug}-replay", guests[0].username, f"{path}history/?at=9")
        camera.page(f"{slug}-proof", guests[0].username, f"{path}proof/")


def side_pages(camera: Camera, slug: str) -> None:
    """What belongs to a game beside its matches: tutorial, what if, table in the making, manual."""
    from games.lobby import tables

    anna = people()["anna"]
    lesson = tables.begin_tutorial(owner=anna, slug=slug)
    camera.page(f"{slug}-tutorial", "anna", f"/match/{lesson.pk}/")
    for _, page in camera.visit("anna", f"/match/{lesson.pk}/"):
        page.locator(".topline-menu > summary").click()
        page.get_by_role("button", name="What if").click()
        page.wait_for_url("**/try/**")
        camera.shoot(f"{slug}-what-if", page)
    for _, page in camera.visit("anna", f"/match/{lesson.pk}/"):
        page.locator("[data-drawer]").first.click()
        page.wait_for_timeout(500)
        camera.shoot(f"{slug}-drawer", page, whole=False)
    camera.page(f"{slug}-new-table", "anna", f"/tables/new/?game={slug}")
    camera.page(f"{slug}-manual", "", f"/rules/{slug}/")


PAGES = {
    "": {
        "home": "/", "log-in": "/accounts/login/", "sign-up": "/accounts/signup/", "reset": "/accounts/password/reset/",
        "tables": "/tables/", "ratings": "/ratings/", "rules": "/rules/", "rules-search": "/rules/search/?q=stamp",
        "nothing": "/no-such-page/", "person": "/people/anna/",
    },
    "anna": {
        "home-own": "/", "my-games": "/mine/", "hours": "/mine/hours/", "vacation": "/mine/vacation/",
        "orders": "/mine/orders/", "substitute": "/mine/substitute/", "tables-own": "/tables/",
        "new-table": "/tables/new/",
        "profile": "/people/anna/", "settings": "/people/me/settings/", "security": "/people/me/security/",
        "devices": "/people/me/devices/",
        "mail": "/people/me/mail/", "mail-settings": "/people/me/mail/settings/", "channels": "/people/me/channels/",
        "delete": "/people/me/delete/", "records": "/records/", "passkeys": "/accounts/2fa/",
        "email": "/accounts/email/",
        "password": "/accounts/password/change/", "log-out": "/accounts/logout/",
    },
}  # fmt: skip


def site_pages(camera: Camera) -> None:
    """Every page beside the tables, and those that ask before something happens to a match."""
    from games.lobby import tables
    from games.matches.loaded import load_match
    from games.table import chat

    guests = people()
    anna, ben, clara = (guests[name] for name in ("anna", "ben", "clara"))
    match = table("parcels", [anna, ben, clara])
    line = chat.say(loaded=load_match(match.pk), user=ben, text="Shall we play again tomorrow? " * 4)
    path = f"/match/{match.pk}/"
    for name in ("agree", "resign", "reports", "proof", "history"):
        camera.page(f"page-match-{name}", "anna", f"{path}{name}/")
    camera.page("page-match-report", "anna", f"{path}report/?line={line.pk}")
    waits = tables.create_match(owner=ben, slug="adulting", seats=5, options={}, bots=2, **CLOCK)
    camera.page("page-table-open-host", "ben", f"/match/{waits.pk}/")
    camera.page("page-table-open", "anna", f"/match/{waits.pk}/")
    for who, pages in PAGES.items():
        for name, path in pages.items():
            camera.page(f"page-{name}", who, path)


def main(wanted: list[str]) -> None:
    if CHROMIUM is None:
        raise SystemExit("Install Chromium, or name the program in CHROMIUM.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright keeps an event loop in the main thread
    with site(web=1) as place:
        from django.core.management import call_command

        from games.titles import load

        call_command("loadrules", verbosity=0)
        call_command("seeddemo", verbosity=0)
        guests = people()
        keys = {name: session(guests[name]) for name in ("anna", "ben", "clara")}
        with sync_playwright() as play:
            browser = play.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
            camera = Camera(browser, f"http://localhost:{place.ports[0]}", keys)
            for slug in [slug for slug in load() if not wanted or slug in wanted]:
                play_through(camera, slug, [guests[name] for name in keys][: max(2, load()[slug].meta.seats[0])])
                side_pages(camera, slug)
            if not wanted or "pages" in wanted:
                site_pages(camera)
            browser.close()
    print(f"{camera.count} pictures in {FOLDER}")


if __name__ == "__main__":
    main(sys.argv[1:])
