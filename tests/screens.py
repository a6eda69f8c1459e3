"""`make screens`: pictures of the key states of every game and of every page, on a phone and on a laptop, by day and by
night, contact sheets of them, and strips of frames of what happens at a table (strips.py), to look at.

They go to `var/screens/`, which git ignores. Starts servers of its own and needs Chromium. Name games or "pages" to
see only these: `.venv/bin/python tests/screens.py noughts pages`. Says what is wider than the window, what the console
says, and where nothing could be chosen.
"""

import os
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tests import strips
from tests.bench.site import ROOT, site
from tests.fixtures import CHROMIUM
from tests.samples import GAME, LARGEST

FOLDER = ROOT / "var" / "screens"
PHONE, DESK = 390, 1366
HEIGHTS = {PHONE: 844, DESK: 768}
SCHEMES: Any = ("light", "dark")
ON_A_SHEET = {PHONE: (12, 6), DESK: (6, 2)}  # pictures, and how many of them side by side
SHEET_WIDTH = 1540
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
CLOCK: Any = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 259200}
MOST_MOVES = 700
TOUCHED = "#t-board [data-touch], #t-seats [data-touch]"
IN_HAND = "#t-decision form.action label:not(.is-dim):has(input)"
FIELDS = "#t-decision form.action :is(textarea, [type=text], [type=number])"
READY = "#act [data-main][aria-disabled=false]"


class Camera:
    """A phone and a desk, used by one person after the other."""

    def __init__(self, browser: Browser, address: str, keys: dict[str, str]) -> None:
        self.address, self.keys = address, keys
        self.pages = {width: self._page(browser, width) for width in HEIGHTS}
        self.count = 0
        self.names: list[str] = []
        self.filmed: set[str] = set()  # moments

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

    def shoot(self, name: str, page: Page, whole: bool = False) -> None:
        """What is seen, by day and by night; `whole`: all of a page that scrolls, too."""
        width = page.viewport_size["width"] if page.viewport_size else 0
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=FOLDER / f"{name}-{width}-{scheme}.png")
        if whole:
            page.screenshot(path=FOLDER / f"{name}-{width}-whole.png", full_page=True)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            print(f"  {name} is wider than {width}", flush=True)
        if name not in self.names:
            self.names.append(name)

    def page(self, name: str, who: str, path: str, whole: bool = False) -> None:
        for _, page in self.visit(who, path):
            self.shoot(name, page, whole)

    def moments(self, match: Any, who: str) -> None:
        """A strip of frames for each kind of event that the table shows."""
        browser = self.pages[DESK].context.browser
        if browser is not None:
            self.count += strips.take(browser, self.address, self.keys[who], HEIGHTS, match, FOLDER, self.filmed)

    def decision(self, name: str, who: str, path: str) -> None:
        """A decision as it is asked, and ready to confirm with the words about it."""
        for _, page in self.visit(who, path):
            self.shoot(name, page)
            if choose(page):
                self.shoot(f"{name}-chosen", page)
            else:
                print(f"  {name}: nothing could be chosen", flush=True)

    def sheets(self, browser: Browser, title: str) -> None:
        """All pictures since the last sheets, small, side by side."""
        page = browser.new_page(viewport={"width": SHEET_WIDTH, "height": 600})
        for width, (most, beside) in ON_A_SHEET.items():
            for scheme in SCHEMES:
                names = [name for name in self.names if (FOLDER / f"{name}-{width}-{scheme}.png").exists()]
                for number, start in enumerate(range(0, len(names), most), 1):
                    page.goto(f"file://{_sheet(names[start : start + most], width, scheme, beside)}")
                    page.screenshot(path=FOLDER / f"sheet-{title}-{width}-{scheme}-{number}.png", full_page=True)
        page.close()
        self.count += len(self.names)
        self.names.clear()


def _sheet(names: list[str], width: int, scheme: str, beside: int) -> Path:
    figures = "".join(f"<figure><img src='{name}-{width}-{scheme}.png'>{name}</figure>" for name in names)
    style = f"body{{margin:8px;display:grid;grid-template-columns:repeat({beside},1fr);gap:8px;font:13px sans-serif}}"
    sheet = FOLDER / "sheet.html"
    sheet.write_text(f"<style>{style}figure{{margin:0}}img{{width:100%;display:block}}</style>{figures}")
    return sheet


def choose(page: Page) -> bool:
    """Write something, press what is lit and what lies in the hand, one after the other, until a move is ready."""
    for field in page.locator(FIELDS).all():
        if field.is_visible() and not field.input_value():
            field.fill("12" if field.get_attribute("type") == "number" else "A toaster that apologises")
    for selector in (TOUCHED, IN_HAND, TOUCHED):
        for thing in page.locator(selector).all()[:8]:
            if page.locator(READY).count():
                break
            if thing.is_visible():
                thing.dispatch_event("click")
                page.wait_for_timeout(120)
    page.wait_for_timeout(450)  # the words about it come
    return page.locator(READY).count() > 0


def people() -> dict[str, Any]:
    from accounts.models import User

    return {user.username: user for user in User.objects.filter(is_bot=False)}


def session(user: Any) -> str:
    from django.test import Client

    client = Client()
    client.force_login(user, backend="accounts.login.backend.Backend")
    return str(client.cookies["sessionid"].value)


def table(slug: str, guests: list[Any], bots: int = 0, **options: Any) -> Any:
    from games.lobby import tables

    seats = len(guests) + bots
    match = tables.create_match(owner=guests[0], slug=slug, seats=seats, options=options, bots=bots, **CLOCK)
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
        if one.decision.clock.pace != "standing"
        and not one.decision.optional
        and not loaded.seats[one.decision.seat].is_bot
    ]


OUT = "out"  # the event with which a seat is out


def more_tables(slug: str) -> list[dict[str, Any]]:
    """What its title wants to be looked at with, beside the usual rules: `tests/screens.toml`."""
    from games.titles import folder

    path = folder(slug) / "tests" / "screens.toml"
    return list(tomllib.loads(path.read_text("utf-8"))["tables"]) if path.is_file() else []


def play_through(camera: Camera, slug: str, guests: list[Any]) -> None:
    """Each kind of decision of a match of house bots, the table of those who wait, of a spectator, and the end."""
    seen: set[str] = set()
    for options in [{}, *more_tables(slug)]:
        crowd = f"-of-{len(guests) + options['bots']}" if "bots" in options else ""
        match = table(slug, guests, **options)
        play(camera, slug, match, guests, crowd, seen)
        path = f"/match/{match.pk}/"
        camera.page(f"{slug}-over{crowd}", guests[0].username, path)
        camera.moments(match, guests[0].username)
        if not options:
            camera.page(f"{slug}-replay", guests[0].username, f"{path}history/?at=9")


def play(camera: Camera, slug: str, match: Any, guests: list[Any], crowd: str, seen: set[str]) -> None:
    from games.matches import bots

    path = f"/match/{match.pk}/"
    for number in range(MOST_MOVES):
        asked = asked_of(match)
        for kind, seat in asked:
            if f"{kind}{crowd}" in seen:
                continue
            seen.add(f"{kind}{crowd}")
            camera.decision(f"{slug}-{kind}{crowd}", seat.username, path)
        if number == 14:
            busy = {seat.username for _, seat in asked}
            idle = [guest.username for guest in guests if guest.username not in busy]
            for who in [*idle[:1], ""]:
                camera.page(f"{slug}-{'waiting' if who else 'watching'}{crowd}", who, path)
        told = bots.play_one(match.pk, for_people=True)
        if told and OUT not in seen and any(event.kind == OUT for event in told.events):
            seen.add(OUT)
            camera.page(f"{slug}-somebody-out", guests[0].username, path)
        if told is None:
            break


def side_pages(camera: Camera, slug: str) -> None:
    """What belongs to a game beside its matches: tutorial, what if, table in the making, manual."""
    from games.lobby import tables

    anna = people()["anna"]
    lesson = tables.begin_tutorial(owner=anna, slug=slug)
    camera.page(f"{slug}-tutorial", "anna", f"/match/{lesson.pk}/")
    for _, page in camera.visit("anna", f"/match/{lesson.pk}/"):
        page.locator(".topline-menu > summary").click()
        page.get_by_role("button", name="What if").click()
        page.wait_for_url("**/what-if/**")
        camera.shoot(f"{slug}-what-if", page)
    for _, page in camera.visit("anna", f"/match/{lesson.pk}/"):
        page.locator(".topline [data-drawer]").first.click()
        page.wait_for_timeout(500)
        camera.shoot(f"{slug}-drawer", page)
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
    match = table(GAME, [anna, ben, clara])
    line = chat.say(loaded=load_match(match.pk), user=ben, text="Shall we play again tomorrow? " * 4)
    path = f"/match/{match.pk}/"
    for name in ("agree", "resign", "reports", "proof", "history"):
        camera.page(f"page-match-{name}", "anna", f"{path}{name}/")
    camera.page("page-match-report", "anna", f"{path}report/?line={line.pk}")
    waits = tables.create_match(owner=ben, slug=LARGEST, seats=5, options={}, bots=2, **CLOCK)
    camera.page("page-table-open-host", "ben", f"/match/{waits.pk}/")
    camera.page("page-table-open", "anna", f"/match/{waits.pk}/")
    for who, pages in PAGES.items():
        for name, path in pages.items():
            camera.page(f"page-{name}", who, path, whole=True)


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
                camera.sheets(browser, slug)
            if not wanted or "pages" in wanted:
                site_pages(camera)
                camera.sheets(browser, "pages")
            browser.close()
    print(f"{camera.count} states in {FOLDER}")


if __name__ == "__main__":
    main(sys.argv[1:])
