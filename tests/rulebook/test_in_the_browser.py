"""What script adds to the manuals: words of rules, examples in place, search while typing, reading offline."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page as Tab
from playwright.sync_api import expect

from games.titles import load
from tests.rulebook.conftest import load_once

BOOKS = sorted(load())
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
KEPT = """async () => {
  while (!(await caches.match("/rules/parcels/kept"))) await new Promise((done) => setTimeout(done, 50));
}"""


@pytest.fixture
def open_page(page_of: Callable[..., Tab]) -> Callable[..., Tab]:
    """`open_page(path, width=…)`: a page that has reported no error when the test ends well."""
    load_once()

    def go(path: str, **options: Any) -> Tab:
        page = page_of(reduced_motion="reduce", **options)  # a colour on its way to another has no contrast to judge
        page.on("pageerror", lambda error: pytest.fail(str(error)))
        page.goto(path)
        return page

    return go


def test_pointing_at_a_link_to_a_rule_shows_its_sentence(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/clauses/")
    box = page.get_by_role("tooltip")
    page.get_by_role("link", name="PC-35", exact=True).hover()
    expect(box).to_contain_text("A meld with the same card count and the same total is not stronger")
    expect(box).to_contain_text("our ruling")
    box.hover()  # it stays while somebody reads it
    page.wait_for_timeout(300)
    expect(box).to_be_visible()
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()


def test_number_in_the_margin_shows_the_exact_sentence(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/")
    mark = page.get_by_role("link", name="PC-35", exact=True)
    block = page.locator("li", has=mark)
    assert mark.bounding_box()["x"] > block.bounding_box()["x"] + block.bounding_box()["width"]  # type: ignore[index]
    mark.hover()
    expect(page.get_by_role("tooltip")).to_contain_text("A meld with the same card count and the same total")
    expect(page.get_by_role("tooltip")).to_contain_text("our ruling")
    mark.click()
    expect(page).to_have_url(re.compile("#pc-35$"))
    assert block.evaluate("element => getComputedStyle(element).outlineStyle") == "solid"


def test_numbers_stay_out_of_the_way_on_a_phone(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/", width=360, has_touch=True)
    mark = page.get_by_role("link", name="PC-35", exact=True)
    expect(mark).to_be_hidden()
    page.locator("li.says", has_text="The same total isn't enough.").tap()
    expect(mark).to_be_visible()
    expect(page.get_by_role("link", name="PC-34", exact=True)).to_be_hidden()
    page.locator("li.says", has_text="The same total isn't enough.").tap()
    expect(mark).to_be_hidden()
    page.get_by_label("Rule numbers").check()
    expect(page.get_by_role("link", name="PC-34", exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto("/rules/human_resources/")
    expect(page.get_by_role("link", name="HR-52", exact=True)).to_be_visible()  # the choice is kept
    page.get_by_label("Rule numbers").uncheck()
    page.goto("/rules/parcels/#pc-34")
    expect(
        page.get_by_role("link", name="PC-34", exact=True)
    ).to_be_visible()  # the rule of the address shows its number
    expect(mark).to_be_hidden()


def test_numbers_are_switched_on_without_script(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/", width=360, java_script_enabled=False)
    expect(page.get_by_role("link", name="PC-35", exact=True)).to_be_hidden()
    page.get_by_label("Rule numbers").check()
    expect(page.get_by_role("link", name="PC-35", exact=True)).to_be_visible()


def test_search_and_menu_stay_in_sight(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/#leaving", height=700)
    expect(page.locator("[data-toc] [aria-current=location]")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("searchbox")).to_be_in_viewport(ratio=1)
    expect(
        page.get_by_role("navigation", name="Manual").get_by_role("link", name="Rules", exact=True)
    ).to_be_in_viewport()
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/rules/parcels/#passing")
    expect(page.get_by_role("searchbox")).to_be_in_viewport(ratio=1)
    top = page.locator("#passing").bounding_box()["y"]  # type: ignore[index]
    bar = page.locator(".manual-tools").bounding_box()
    assert bar and top >= bar["y"] + bar["height"] - 1  # the bar covers nothing that was asked for


def test_touch_enlarges_a_drawing(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/", width=360, has_touch=True)
    link = page.locator(".plate-link").first
    small = link.locator("svg").bounding_box()["width"]  # type: ignore[index]
    link.tap()
    box = page.get_by_role("dialog")
    assert box.locator("svg").bounding_box()["width"] > 2 * small  # type: ignore[index]
    assert not Axe().run(page).response["violations"]
    box.get_by_role("button", name="Close").tap()
    expect(box).to_have_count(0)


def test_drawing_is_a_link_without_script(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/", width=360, java_script_enabled=False)
    page.locator(".plate-link").first.click()
    page.wait_for_url("**/static/titles/parcels/parcels-limits*.svg")


@pytest.mark.parametrize("slug", BOOKS)
def test_words_in_drawings_are_large_enough_on_a_phone(open_page: Callable[..., Tab], slug: str) -> None:
    page = open_page(f"/rules/{slug}/", width=360)
    sizes = page.locator(".plate svg").evaluate_all(SMALLEST)
    assert sizes and min(sizes) >= 10.9, sizes


@pytest.mark.parametrize("slug", BOOKS)
def test_two_minutes_are_one_printed_page(open_page: Callable[..., Tab], slug: str) -> None:
    page = open_page(f"/rules/{slug}/learn/")
    expect(page.get_by_role("heading", name="Learn in two minutes")).to_be_visible()
    lost = "uses => uses.filter((use) => !document.querySelector(use.getAttribute('href'))).length"
    assert page.eval_on_selector_all(".prose use", lost) == 0
    assert not Axe().run(page).response["violations"]
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))) == 1


def test_focus_shows_the_sentence_without_leaving(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/#pc-23", width=360)
    link = page.get_by_role("link", name="PC-23", exact=True).first
    link.focus()
    expect(page.get_by_role("tooltip")).to_contain_text("The set limit is")
    assert link.get_attribute("aria-describedby") == "clause-words" and not link.get_attribute("title")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not Axe().run(page).response["violations"]
    page.keyboard.press("Tab")
    expect(link).not_to_have_attribute("aria-describedby", "clause-words")


def test_link_to_a_rule_on_another_page_leads_on(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/human_resources/")
    page.evaluate("""() => {
      document.querySelector(".prose").insertAdjacentHTML("beforeend",
        '<ul class="elsewhere"><li id="xx-1"><a class="clause" href="/rules/parcels/#pc-35">PC-35</a></li></ul>');
      location.hash = "#xx-1";
    }""")
    page.wait_for_url("**/rules/parcels/#pc-35")
    expect(page.locator("#pc-35")).to_be_in_viewport()


def test_example_is_played_in_the_page(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/examples/", width=360)
    box = page.locator("#play-full-pass")
    box.get_by_role("button", name="Take the 1s, add the 4").click()
    expect(box).to_contain_text("Ann passes: takes 2 × 1, adds 4; turned up 3; 7 in hand.")
    expect(box).to_contain_text("The rules behind it")
    assert page.url.endswith("/rules/parcels/examples/")
    box.get_by_role("combobox").select_option(index=1)
    box.get_by_role("button", name="Make this move").click()
    expect(box).to_contain_text("Ben ")
    expect(page.locator(".example[aria-busy]")).to_have_count(0)
    assert not Axe().run(page).response["violations"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    box.get_by_role("link", name="Begin again").click()
    expect(box.get_by_role("button", name="Take the 6, add a 6")).to_be_visible()
    box.get_by_role("button", name="Take the 6, add a 6").press("Enter")
    expect(box).to_contain_text("Not allowed.")
    box.get_by_role("button", name="Another move").click()
    expect(box.get_by_role("combobox")).to_be_visible()


def test_example_is_played_without_script(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/human_resources/examples/", java_script_enabled=False)
    page.locator("#play-shifting").get_by_role("button", name="Shift them south by 1").click()
    expect(page.locator("#play-shifting")).to_contain_text("Ann completed Corner Desk dark for 1")
    page.get_by_role("button", name="Make this move").click()
    expect(page.locator(".example-log")).to_contain_text("Ben ")
    page.get_by_role("link", name="Back to the manual").click()
    expect(page.locator("#play-shifting")).to_be_in_viewport()


def test_search_finds_while_somebody_types(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/")
    page.get_by_role("searchbox").first.press_sequentially("empty stor", delay=10)
    found = page.get_by_role("region", name="Found in the rules")
    expect(found.get_by_role("link", name="PC-49", exact=True)).to_be_visible()
    expect(found.locator("li", has_text="a pass does nothing at all").locator("mark").first).to_be_visible()
    assert not Axe().run(page).response["violations"]
    page.keyboard.press("Escape")
    expect(found).to_be_empty()
    page.goto("/rules/search/")
    page.get_by_role("searchbox").press_sequentially("pasing", delay=10)
    page.get_by_role("link", name="passing", exact=True).click()
    page.wait_for_url("**/search/?q=passing")
    expect(page.locator("#found mark").first).to_be_visible()


def test_contents_follow_the_reader(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/")
    here = page.locator("[data-toc] [aria-current=location]")
    expect(here).to_have_text("Learn in two minutes")
    page.locator("#passing").scroll_into_view_if_needed()
    page.evaluate("document.getElementById('passing').scrollIntoView()")
    expect(here).to_have_text("Passing")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(here).to_have_text("Leaving")


def test_gallery_is_arranged_in_place(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/human_resources/gallery/", width=360)
    page.get_by_label("Kind").select_option("Quota")
    expect(page.locator(".gallery-card")).to_have_count(6)
    page.get_by_label("Order").select_option("Points")
    expect(page.locator(".gallery-card h2").first).to_have_text("Only This Card")
    expect(page).to_have_url(re.compile(r"\?kind=Quota&sort=Points$"))
    page.reload()
    expect(page.locator(".gallery-card")).to_have_count(6)
    assert not Axe().run(page).response["violations"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_moves_while_a_page_comes_in(open_page: Callable[..., Tab], width: int) -> None:
    page = open_page("/rules/human_resources/", width=width)
    for path in ("/rules/human_resources/", "/rules/human_resources/gallery/", "/rules/parcels/examples/", "/rules/"):
        page.goto(path)
        assert page.evaluate(SHIFTS) < 0.01, path


def test_manual_is_read_without_a_connection_after_one_visit(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/")
    page.evaluate(KEPT)
    page.context.set_offline(True)
    page.goto("/rules/parcels/examples/")
    expect(page.get_by_role("heading", name="A full pass")).to_be_visible()
    assert page.evaluate("[...document.styleSheets].filter((sheet) => sheet.cssRules.length > 20).length") == 2
    page.goto("/rules/parcels/gallery/")
    expect(page.locator(".gallery-card").first).to_be_visible()
    page.goto("/rules/")
    expect(page.get_by_role("heading", name="Rules of the games")).to_be_visible()
    page.context.set_offline(False)


def test_what_is_kept_bears_nobodys_name(open_page: Callable[..., Tab], stranger: Any) -> None:
    page = open_page("/rules/parcels/", user=stranger)
    assert stranger.username in page.content() or "My games" in page.content()
    page.evaluate(KEPT)
    kept = page.evaluate("caches.match('/rules/parcels/').then((answer) => answer.text())")
    assert "My games" not in kept and "Log in" in kept and "csrfmiddlewaretoken" not in kept


def test_booklet_is_printed_clean(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/booklet/")
    assert not Axe().run(page).response["violations"]
    pdf = page.pdf(prefer_css_page_size=True)
    count = len(re.findall(rb"/Type\s*/Page\b", pdf))
    assert 9 <= count <= 60 and re.search(rb"/MediaBox\s*\[0 0 59[45][.\d]* 84[12]", pdf)  # A4
    page.emulate_media(media="print")
    for part in (".masthead", ".footer", ".crumbs", ".example-tries", "[data-print]"):
        assert not page.locator(part).first.is_visible(), part
    assert page.locator("#pc-35").is_visible()
    lost = "links => links.filter((link) => !document.getElementById(link.hash.slice(1))).length"
    assert page.eval_on_selector_all(".booklet a[href^='#']", lost) == 0


def test_a_click_on_the_circle_of_a_round_goes_to_the_phase(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/adulting/", width=390)
    page.locator("#round-overview ~ figure").first.get_by_text("Sorting", exact=True).click()
    expect(page).to_have_url(re.compile("#sorting-phase$"))
    expect(page.locator("#sorting-phase")).to_be_in_viewport()
    expect(page.locator("dialog.large-picture")).to_have_count(0)
