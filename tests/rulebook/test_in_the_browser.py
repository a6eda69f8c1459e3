"""What JavaScript adds to the manuals: tooltips, examples in place, search while typing, offline reading."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page as Tab
from playwright.sync_api import expect

from games.titles import load
from tests.samples import DUEL, GAME, GAME_FIRST, RULE, quick_first

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) sum += one.value; })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 400);
})"""

SMALLEST = """drawings => drawings.map((svg) => {
  const words = [...svg.querySelectorAll("text")].filter((one) => one.textContent.trim());
  return Math.min(99, ...words.map((one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a));
})"""
KEPT = """async (slug) => {
  while (!(await caches.match(`/rules/${slug}/kept`))) await new Promise((done) => setTimeout(done, 50));
}"""

BESIDE_AND_BELOW = """() => {
  const article = document.querySelector("article"), beside = article.offsetHeight, sheet = new CSSStyleSheet();
  sheet.replaceSync(".manual :is(.plate, .example) { float: none !important; width: auto !important }");
  document.adoptedStyleSheets = [sheet];
  return [beside, article.offsetHeight];
}"""
STRAY = """() => [...document.querySelectorAll(".says > .marks")].filter((marks) => {
  const numbers = marks.getBoundingClientRect(), block = marks.parentElement.getBoundingClientRect();
  return numbers.height && (Math.abs(numbers.top - block.top) > 16 || numbers.right > block.left);
}).map((marks) => marks.textContent)"""

CUT = """boxes => boxes.filter((box) => {
  const style = getComputedStyle(box), table = box.querySelector("table");
  const isWider = table.scrollWidth > box.clientWidth + 1;
  return isWider && !(/auto|scroll/.test(style.overflowX) && box.scrollWidth > box.clientWidth && box.tabIndex === 0);
}).length"""


@pytest.fixture
def open_page(page_of: Callable[..., Tab]) -> Callable[..., Tab]:
    """`open_page(path, width=…)` opens a page. The test fails if the page reports an error."""

    def go(path: str, **options: Any) -> Tab:
        page = page_of(reduced_motion="reduce", **options)  # contrast can't be checked during colour transitions
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.goto(path)
        return page

    return go


def test_tapping_enlarges_a_drawing(open_page: Callable[..., Tab]) -> None:
    page = open_page(f"/rules/{GAME}/", width=360, has_touch=True)
    link = page.locator(".plate-link").first
    small = link.locator("svg").bounding_box()["width"]  # type: ignore[index]
    link.tap()
    box = page.get_by_role("dialog")
    assert box.locator("svg").bounding_box()["width"] > 2 * small  # type: ignore[index]
    assert not Axe().run(page).response["violations"]
    box.get_by_role("button", name="Close").tap()
    expect(box).to_have_count(0)


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_text_in_drawings_is_readable_on_a_phone(open_page: Callable[..., Tab], slug: str) -> None:
    page = open_page(f"/rules/{slug}/", width=360)
    sizes = page.locator(".plate svg").evaluate_all(SMALLEST)
    assert sizes and min(sizes) >= 10.9, sizes


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_pictures_stand_beside_the_text_of_a_wide_page(open_page: Callable[..., Tab], slug: str) -> None:
    """They make no page much longer, and the numbers in the margin stay beside their sentences."""
    page = open_page(f"/rules/{slug}/", width=1366)
    for item in load()[slug].meta.manual:
        page.goto(f"/rules/{slug}/" + (f"{item.page}/" if item.page != "index" else ""))
        pictures = page.locator(".manual .plate").count()
        if pictures > 5:
            beside, below = page.evaluate(BESIDE_AND_BELOW)
            assert beside < 0.86 * below, (item.page, beside, below)
        assert not page.evaluate(STRAY), item.page


def test_a_term_shows_its_meaning(open_page: Callable[..., Tab]) -> None:
    """On hover, and on a phone at the first tap; the second one goes to the glossary."""
    page = open_page(f"/rules/{GAME}/", width=1366)
    page.locator("a.term").first.hover()
    expect(page.get_by_role("tooltip")).to_be_visible()
    phone = open_page(f"/rules/{GAME}/", width=390, has_touch=True)
    term = phone.locator("a.term").first
    term.tap()
    expect(phone.get_by_role("tooltip")).to_be_visible()
    assert not Axe().run(phone).response["violations"]
    term.tap()
    phone.wait_for_url(f"**/rules/{GAME}/glossary/#term-*")
    expect(phone.get_by_role("heading", name="Glossary")).to_be_visible()
    assert not Axe().run(phone).response["violations"]


def test_contents_on_a_phone_keep_ones_place(open_page: Callable[..., Tab]) -> None:
    page = open_page(f"/rules/{GAME}/", width=390, has_touch=True)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight / 2)")
    page.wait_for_timeout(200)
    place = page.evaluate("scrollY")
    page.locator(".to-contents").evaluate("link => link.click()")
    box = page.get_by_role("dialog", name="Contents")
    expect(box.locator("[aria-current=location]")).to_be_in_viewport()
    assert not Axe().run(page).response["violations"]
    page.keyboard.press("Escape")
    expect(box).to_have_count(0)
    assert page.evaluate("scrollY") == place
    page.locator(".to-contents").evaluate("link => link.click()")
    box.locator("[data-toc] a").first.tap()
    expect(box).to_have_count(0)
    assert page.evaluate("scrollY") < place


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_tables_lose_no_column_on_a_phone(open_page: Callable[..., Tab], slug: str) -> None:
    """A table that is too wide scrolls in its box; nothing cuts it."""
    page = open_page(f"/rules/{slug}/", width=390)
    for item in load()[slug].meta.manual:
        page.goto(f"/rules/{slug}/" + (f"{item.page}/" if item.page != "index" else ""))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), item.page
        assert not page.locator(".table-box").evaluate_all(CUT), item.page


WITH_GALLERY = sorted(slug for slug, game in load().items() if game.manual.gallery)


@pytest.mark.parametrize("slug", quick_first(*WITH_GALLERY))
def test_the_gallery_is_a_compact_grid(open_page: Callable[..., Tab], slug: str) -> None:
    page = open_page(f"/rules/{slug}/cards/", width=390)
    cards = page.locator(".gallery-card").count()
    assert page.locator(".gallery").bounding_box()["height"] < 250 * cards + 100  # type: ignore[index]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_learn_in_two_minutes_prints_on_one_page(open_page: Callable[..., Tab], slug: str) -> None:
    page = open_page(f"/rules/{slug}/learn/")
    expect(page.get_by_role("heading", name="Learn in two minutes")).to_be_visible()
    lost = "uses => uses.filter((use) => !document.querySelector(use.getAttribute('href'))).length"
    assert page.eval_on_selector_all(".prose use", lost) == 0
    assert not Axe().run(page).response["violations"]
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) == 1


def test_old_anchor_leads_to_the_rule_on_another_page(open_page: Callable[..., Tab]) -> None:
    page = open_page(f"/rules/{DUEL}/")
    page.evaluate(
        """(address) => {
      document.querySelector(".prose").insertAdjacentHTML("beforeend",
        '<ul class="elsewhere"><li id="xx-1"><a class="clause">there</a></li></ul>');
      document.querySelector("#xx-1 a").href = address;
      location.hash = "#xx-1";
    }""",
        f"/rules/{GAME}/#{RULE}",
    )
    page.wait_for_url(f"**/rules/{GAME}/#{RULE}")
    expect(page.locator(f"#{RULE}")).to_be_in_viewport()


@pytest.mark.parametrize("width", quick_first(360, 1280))
def test_pages_load_without_layout_shifts(open_page: Callable[..., Tab], width: int) -> None:
    page = open_page(f"/rules/{DUEL}/", width=width)
    for path in (f"/rules/{DUEL}/", f"/rules/{DUEL}/cards/", f"/rules/{GAME}/examples/", "/rules/"):
        page.goto(path)
        assert page.evaluate(SHIFTS) < 0.01, path


@pytest.mark.parametrize("width", quick_first(360, 1280))
def test_the_head_of_a_page_stands_before_scripts_run(open_page: Callable[..., Tab], width: int) -> None:
    page, boxes = open_page("/rules/", width=width), []
    for pattern in ("**/*.js", "**/no-such-script.js"):
        page.route(pattern, lambda route: route.abort())
        page.reload()
        boxes.append(page.locator(".tools").bounding_box())
        page.unroute_all()
    assert boxes[0] == boxes[1]


def test_cached_pages_contain_no_names(open_page: Callable[..., Tab], stranger: Any) -> None:
    page = open_page(f"/rules/{GAME}/", user=stranger)
    assert stranger.username in page.content() or "My games" in page.content()
    page.evaluate(KEPT, GAME)
    kept = page.evaluate(f"caches.match('/rules/{GAME}/').then((answer) => answer.text())")
    assert "My games" not in kept and "Log in" in kept and "csrfmiddlewaretoken" not in kept


def test_booklet_prints_cleanly(open_page: Callable[..., Tab]) -> None:
    page = open_page(f"/rules/{GAME}/booklet/")
    assert not Axe().run(page).response["violations"]
    pdf = page.pdf(prefer_css_page_size=True)
    count = len(re.findall(rb"/Type\s*/Page\b", pdf))
    assert 9 <= count <= 60 and re.search(rb"/MediaBox\s*\[0 0 59[45][.\d]* 84[12]", pdf)  # A4
    page.emulate_media(media="print")
    for part in (".masthead", ".footer", ".crumbs", ".example-tries", "[data-print]"):
        assert not page.locator(part).first.is_visible(), part
    assert page.locator(f"#{RULE}").is_visible()
    lost = "links => links.filter((link) => !document.getElementById(link.hash.slice(1))).length"
    assert page.eval_on_selector_all(".booklet a[href^='#']", lost) == 0


def test_pictures_are_dark_at_night_and_light_on_paper(open_page: Callable[..., Tab]) -> None:
    page = open_page(f"/rules/{GAME}/")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    looks = "parts => parts.map((part) => getComputedStyle(part).filter)"
    pictures = page.locator(".plate, .example-board")
    assert pictures.count() > 1 and all("invert" in look for look in pictures.evaluate_all(looks))
    page.emulate_media(media="print")
    assert set(pictures.evaluate_all(looks)) == {"none"}


def test_a_saved_manual_can_be_searched_offline(open_page: Callable[..., Tab]) -> None:
    page = open_page(f"/rules/{GAME}/")
    page.evaluate(KEPT, GAME)
    page.context.set_offline(True)
    page.get_by_role("searchbox").fill("what if the deck runs out")
    expect(page.locator(".search-found [role=status]")).to_contain_text("You’re offline")
    assert any("If the deck runs short" in text for text in page.locator(".search-found li").all_inner_texts()[:3])
    page.get_by_role("searchbox").fill(RULE)
    expect(page.locator(".search-found h3").first).to_contain_text(RULE.upper())
    page.get_by_role("searchbox").fill("xyzzy")
    expect(page.locator(".search-found [role=status]")).to_contain_text("nothing")
    page.context.set_offline(False)


def test_the_address_of_a_chapter_that_has_moved_leads_to_it(open_page: Callable[..., Tab]) -> None:
    page = open_page(f"/rules/{GAME}/#plans")
    page.wait_for_url(f"**/rules/{GAME}/online/#plans")
