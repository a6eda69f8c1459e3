"""`make screens`: pictures of the states of every game and of every page at eight sizes, by day and by night, contact
sheets of them, and strips of frames of what happens at a table (strips.py), to look at.

They go to `var/screens/`, which git ignores. Starts servers of its own and needs Chromium. A run can be short:
`make screens TITLE=pages SIZE="390x844 1366x768"`, and `MOMENTS=no` for no strips, `MOMENTS=only` for nothing else.
Says how far it is, what is wider than the window, what the console says, and where nothing could be chosen.
"""

import os
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from msgspec import structs
from playwright.sync_api import BrowserContext, Page, Playwright, sync_playwright

from tests import strips
from tests.bench.site import ROOT, site
from tests.fixtures import CHROMIUM
from tests.samples import GAME, LARGEST

FOLDER = ROOT / "var" / "screens"
TITLES = ROOT / "games" / "titles"
SIZES = ["360x640", "390x844", "768x1024", "844x390", "1024x768", "1366x768", "1920x1080", "1280x720-large-text"]
USUAL = ["390x844", "1366x768"]  # pages that are not tables, and moments
TOUCH = SIZES[:4]
TWICE = "--blink-settings=defaultFontSize=32"  # as somebody who needs large letters sets it in the browser
SCHEMES: Any = ("light", "dark")
SHEET_WIDTH, SHEET_HEIGHT = 1540, 1500  # of which the pictures of a sheet fill most
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
MOMENTS = os.environ.get("MOMENTS", "")
CLOCK: Any = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 259200}
MOST_MOVES, MOST_DECISIONS, MANY_MOVES = 700, 4, 14  # of a table; after many moves it is shown to those who wait
TOUCHED = "#t-board [data-touch], #t-seats [data-touch]"
IN_HAND = "#t-decision :is(form.action, .hand) label:not(.is-dim):has(input)"
FIELDS = "#t-decision form.action :is(textarea, [type=text], [type=number])"
READY = "#act [data-main][aria-disabled=false]"
SETTLED = """async (width) => {
  for (let frames = 0; frames < 4; frames += innerWidth === width) await new Promise(requestAnimationFrame);
}"""


def measures(size: str) -> dict[str, int]:
    width, height = size.split("-")[0].split("x")
    return {"width": int(width), "height": int(height)}


class Camera:
    """Three browsers, for fingers, for a mouse and for large letters, used by one person after the other."""

    def __init__(self, play: Playwright, address: str, keys: dict[str, str], sizes: list[str]) -> None:
        self.address, self.keys, self.sizes = address, keys, sizes
        large = [size for size in sizes if "large" in size]
        touch = [size for size in sizes if size in TOUCH]
        kinds = [(touch, False), ([size for size in sizes if size not in touch + large], False), (large, True)]
        self.pages = [(some, self._page(play, some, is_large)) for some, is_large in kinds if some]
        self.shown = self.pages[0][0]  # sizes of the page that is shown now
        self.count = 0
        self.began = time.monotonic()
        self.names: list[str] = []
        self.filmed: set[str] = set()  # moments

    def _page(self, play: Playwright, sizes: list[str], is_large: bool) -> Page:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=[*SWITCHES, TWICE] if is_large else SWITCHES)
        view: Any = measures(sizes[0])
        context = browser.new_context(
            viewport=view, base_url=self.address, has_touch=sizes[0] in TOUCH, reduced_motion="reduce"
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

    def visit(self, who: str, path: str) -> Iterator[Page]:
        """Each browser, showing this page to this person."""
        for sizes, page in self.pages if MOMENTS != "only" else ():
            self.shown = sizes
            page.goto("about:blank")
            self.sign_in(page.context, who)
            page.goto(path)
            page.wait_for_timeout(350)
            yield page

    def shoot(self, name: str, page: Page, only: list[str] = SIZES) -> None:
        """What is seen at each size of this browser, by day and by night."""
        for size in [size for size in self.shown if size in only]:
            page.set_viewport_size(measures(size))  # type: ignore[arg-type]
            page.evaluate(SETTLED, measures(size)["width"])
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                page.screenshot(path=FOLDER / f"{name}-{size}-{scheme}.png")
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                print(f"  {name} is wider than {size}", flush=True)
        if name not in self.names:
            self.names.append(name)
            print(f"{time.monotonic() - self.began:5.0f} s  {self.count + len(self.names):3}  {name}", flush=True)

    def page(self, name: str, who: str, path: str, only: list[str] = SIZES) -> None:
        for page in self.visit(who, path):
            self.shoot(name, page, only)

    def moments(self, match: Any, who: str) -> None:
        """A strip of frames for each kind of event that the table shows."""
        sizes = {measures(size)["width"]: measures(size)["height"] for size in self.sizes if size in USUAL}
        browser = self.pages[0][1].context.browser
        if browser is not None and MOMENTS != "no":
            self.count += strips.take(browser, self.address, self.keys[who], sizes, match, FOLDER, self.filmed)

    def decision(self, name: str, who: str, path: str) -> None:
        """A decision as it is asked, and ready to confirm with the words about it."""
        for page in self.visit(who, path):
            self.shoot(name, page)
            if choose(page):
                self.shoot(f"{name}-chosen", page)
            else:
                print(f"  {name}: nothing could be chosen", flush=True)

    def sheets(self, title: str) -> None:
        """All pictures since the last sheets, small, side by side: one sheet for each size and scheme, or more."""
        browser = self.pages[0][1].context.browser
        page = browser.new_page(viewport={"width": SHEET_WIDTH, "height": 600}) if browser else self.pages[0][1]
        for size in self.sizes:
            most, beside = _on_a_sheet(size)
            for scheme in SCHEMES:
                names = [name for name in self.names if (FOLDER / f"{name}-{size}-{scheme}.png").exists()]
                for number, start in enumerate(range(0, len(names), most), 1):
                    page.goto(f"file://{_sheet(names[start : start + most], size, scheme, beside)}")
                    page.screenshot(path=FOLDER / f"sheet-{title}-{size}-{scheme}-{number}.png", full_page=True)
        page.close()
        self.count += len(self.names)
        self.names.clear()


def _on_a_sheet(size: str) -> tuple[int, int]:
    """How many pictures of this size a sheet holds, and how many of them side by side."""
    view = measures(size)
    is_tall = view["height"] > view["width"]
    beside = (8 if view["width"] < 500 else 6) if is_tall else 4
    rows = SHEET_HEIGHT // (SHEET_WIDTH // beside * view["height"] // view["width"] + 20)
    return beside * max(1, rows), beside


def _sheet(names: list[str], size: str, scheme: str, beside: int) -> Path:
    figures = "".join(f"<figure><img src='{name}-{size}-{scheme}.png'>{name}</figure>" for name in names)
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


def tables_of(slug: str, least: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """(name, facts) of each table that is played: fewest seats, most seats, and what its title wants to be looked at
    with beside the usual rules (`tests/screens.toml`)."""
    from games.titles import folder, load

    yield "", {}
    seats = max(load()[slug].meta.seats)
    if seats > least:
        yield f"-of-{seats}", {"bots": seats - least}
    path = folder(slug) / "tests" / "screens.toml"
    more = list(tomllib.loads(path.read_text("utf-8"))["tables"]) if path.is_file() else []
    yield from ((f"-more-{number}", options) for number, options in enumerate(more, 1))


def play_through(camera: Camera, slug: str, guests: list[Any]) -> None:
    """Up to twelve states of each table: its kinds of decision, as asked and chosen, the table of those who wait, of a
    spectator, of somebody out, the end, the replay. A further table shows only decisions that were not seen yet."""
    seen: set[str] = set()
    for name, options in tables_of(slug, len(guests)):
        match = table(slug, guests, **options)
        is_further = "more" in name
        play(camera, slug, match, guests, "" if is_further else name, seen)
        path = f"/match/{match.pk}/"
        if not is_further:
            camera.page(f"{slug}-over{name}", guests[0].username, path)
            camera.page(f"{slug}-replay{name}", guests[0].username, f"{path}history/?at=9")
        camera.moments(match, guests[0].username)
    for position, moves in strips.stories(slug):
        match = table(slug, guests, bots=position.seats - len(guests), **structs.asdict(position.options))
        strips.tell(match, position, moves)
        camera.moments(match, guests[0].username)


def play(camera: Camera, slug: str, match: Any, guests: list[Any], crowd: str, seen: set[str]) -> None:
    from games.matches import bots

    path, shown = f"/match/{match.pk}/", 0
    for number in range(MOST_MOVES):
        asked = asked_of(match)
        for kind, seat in asked:
            if f"{kind}{crowd}" not in seen and shown < MOST_DECISIONS:
                seen.add(f"{kind}{crowd}")
                shown += 1
                camera.decision(f"{slug}-{kind}{crowd}", seat.username, path)
        if number == MANY_MOVES:
            busy = {seat.username for _, seat in asked}
            idle = [guest.username for guest in guests if guest.username not in busy]
            for who in [*idle[:1], ""]:
                camera.page(f"{slug}-{'waiting' if who else 'watching'}{crowd}", who, path)
        told = bots.play_one(match.pk, for_people=True)
        if f"{OUT}{crowd}" not in seen and has_happened(match, OUT):
            seen.add(f"{OUT}{crowd}")
            camera.page(f"{slug}-somebody-out{crowd}", guests[0].username, path)
        if told is None:
            break


def has_happened(match: Any, kind: str) -> bool:
    from games.kernel import codec
    from games.models import MoveRecord

    logs = MoveRecord.objects.filter(match=match).values_list("events", flat=True)
    return any(event.kind == kind for events in logs for event in codec.load_events(events))


def side_pages(camera: Camera, slug: str) -> None:
    """What belongs to a game beside its matches: tutorial, what if, table in the making, manual."""
    from games.lobby import tables

    anna = people()["anna"]
    lesson = tables.begin_tutorial(owner=anna, slug=slug)
    camera.page(f"{slug}-tutorial", "anna", f"/match/{lesson.pk}/", USUAL)
    for page in camera.visit("anna", f"/match/{lesson.pk}/history/"):
        page.locator("[data-try]").evaluate("form => form.requestSubmit()")  # narrow windows keep it in a menu
        page.wait_for_url("**/what-if/**")
        camera.shoot(f"{slug}-what-if", page, USUAL)
    for page in camera.visit("anna", f"/match/{lesson.pk}/"):
        page.locator(".topline [data-drawer]").first.click()
        page.wait_for_timeout(500)
        camera.shoot(f"{slug}-drawer", page, USUAL)
    camera.page(f"{slug}-new-table", "anna", f"/tables/new/?game={slug}", USUAL)
    camera.page(f"{slug}-manual", "", f"/rules/{slug}/", USUAL)


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
    from games.table import chat_writing

    guests = people()
    anna, ben, clara = (guests[name] for name in ("anna", "ben", "clara"))
    match = table(GAME, [anna, ben, clara])
    line = chat_writing.say(loaded=load_match(match.pk), user=ben, text="Shall we play again tomorrow? " * 4)
    path = f"/match/{match.pk}/"
    for name in ("agree", "resign", "reports", "proof", "history"):
        camera.page(f"page-match-{name}", "anna", f"{path}{name}/", USUAL)
    camera.page("page-match-report", "anna", f"{path}report/?line={line.pk}", USUAL)
    waits = tables.create_match(owner=ben, slug=LARGEST, seats=5, options={}, bots=2, **CLOCK)
    camera.page("page-table-open-host", "ben", f"/match/{waits.pk}/", USUAL)
    camera.page("page-table-open", "anna", f"/match/{waits.pk}/", USUAL)
    for who, pages in PAGES.items():
        for name, path in pages.items():
            camera.page(f"page-{name}", who, path, USUAL)


def chosen(name: str, among: list[str]) -> list[str]:
    """What the variable of this name asks for, all if it is empty; one word can begin several."""
    words = os.environ.get(name, "").split()
    if unknown := [word for word in words if not any(one.startswith(word) for one in among)]:
        raise SystemExit(f"{name} knows no {', '.join(unknown)}, only {', '.join(among)}.")
    return [one for one in among if not words or one.startswith(tuple(words))]


def main() -> None:
    if CHROMIUM is None:
        raise SystemExit("Install Chromium, or name the program in CHROMIUM.")
    FOLDER.mkdir(parents=True, exist_ok=True)
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright keeps an event loop in the main thread
    sizes = chosen("SIZE", SIZES)
    wanted = chosen("TITLE", [*(path.parent.name for path in TITLES.glob("*/meta.toml")), "pages"])
    with site(web=1) as place:
        from django.core.management import call_command

        from games.titles import load

        call_command("loadrules", verbosity=0)
        call_command("seeddemo", verbosity=0)
        guests = people()
        keys = {name: session(guests[name]) for name in ("anna", "ben", "clara")}
        with sync_playwright() as play:
            camera = Camera(play, f"http://localhost:{place.ports[0]}", keys, sizes)
            for slug in [slug for slug in load() if slug in wanted]:
                play_through(camera, slug, [guests[name] for name in keys][: max(2, load()[slug].meta.seats[0])])
                side_pages(camera, slug)
                camera.sheets(slug)
            if "pages" in wanted:
                site_pages(camera)
                camera.sheets("pages")
    print(f"{camera.count} states in {FOLDER}")


if __name__ == "__main__":
    main()
