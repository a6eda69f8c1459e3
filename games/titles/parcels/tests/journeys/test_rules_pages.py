"""The manual in a browser: rule numbers and popups, inline examples, search while typing, offline reading."""

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page as Tab
from playwright.sync_api import expect

from tests.rulebook.test_in_the_browser import KEPT, open_page

__all__ = ["open_page"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_pointing_at_a_link_to_a_rule_shows_its_sentence(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/clauses/")
    box = page.get_by_role("tooltip")
    page.get_by_role("link", name="PC-35", exact=True).hover()
    expect(box).to_contain_text("same total? That doesn’t beat it.")
    expect(box).to_contain_text("our ruling")
    box.hover()  # it stays open while the mouse is over it
    page.wait_for_timeout(300)
    expect(box).to_be_visible()
    page.keyboard.press("Escape")
    expect(box).to_be_hidden()


def test_number_in_the_margin_shows_the_exact_sentence(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/")
    mark = page.get_by_role("link", name="PC-35", exact=True)
    block = page.locator("li", has=mark)
    number, words = mark.bounding_box(), block.bounding_box()
    assert number and words and number["x"] + number["width"] < words["x"]
    mark.hover()
    expect(page.get_by_role("tooltip")).to_contain_text("same total? That doesn’t beat it.")
    expect(page.get_by_role("tooltip")).to_contain_text("our ruling")
    mark.click()
    expect(page).to_have_url(re.compile("#pc-35$"))
    assert block.evaluate("element => getComputedStyle(element).outlineStyle") == "solid"


def test_numbers_stay_out_of_the_way_on_a_phone(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/", width=360, has_touch=True)
    mark = page.get_by_role("link", name="PC-35", exact=True)
    expect(mark).to_be_hidden()
    page.locator("li.says", has_text="Same number of cards, same total? That doesn’t beat it.").tap()
    expect(mark).to_be_visible()
    expect(page.get_by_role("link", name="PC-34", exact=True)).to_be_hidden()
    page.locator("li.says", has_text="Same number of cards, same total? That doesn’t beat it.").tap()
    expect(mark).to_be_hidden()
    page.get_by_label("Rule numbers").check()
    expect(page.get_by_role("link", name="PC-34", exact=True)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.goto("/rules/human_resources/")
    expect(page.get_by_role("link", name="HR-52", exact=True)).to_be_visible()  # the choice is remembered
    page.get_by_label("Rule numbers").uncheck()
    page.goto("/rules/parcels/#pc-34")
    expect(page.get_by_role("link", name="PC-34", exact=True)).to_be_visible()  # the rule in the URL shows its number
    expect(mark).to_be_hidden()


def test_numbers_are_switched_on_without_script(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/", width=360, java_script_enabled=False)
    expect(page.get_by_role("link", name="PC-35", exact=True)).to_be_hidden()
    page.get_by_label("Rule numbers").check()
    expect(page.get_by_role("link", name="PC-35", exact=True)).to_be_visible()


def test_search_and_menu_stay_in_sight(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/#end-of-the-game", height=700)
    expect(page.locator("[data-toc] [aria-current=location]")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("searchbox")).to_be_in_viewport(ratio=1)
    expect(
        page.get_by_role("navigation", name="Manual", exact=True).get_by_role("link", name="Rules", exact=True)
    ).to_be_in_viewport()
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/rules/parcels/#passing")
    expect(page.get_by_role("searchbox")).to_be_in_viewport(ratio=1)
    top = page.locator("#passing").bounding_box()["y"]  # type: ignore[index]
    bar = page.locator(".manual-tools").bounding_box()
    assert bar and top >= bar["y"] + bar["height"] - 1  # the bar does not cover the linked heading


def test_a_drawing_is_a_link_without_script(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/", width=360, java_script_enabled=False)
    page.locator(".plate-link").first.click()
    page.wait_for_url("**/static/titles/parcels/parcels-limits*.svg")


def test_focus_shows_the_sentence_without_leaving(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/#pc-23", width=360)
    link = page.get_by_role("link", name="PC-23", exact=True).first
    link.focus()
    expect(page.get_by_role("tooltip")).to_contain_text("at most as many as the largest stack in storage")
    assert link.get_attribute("aria-describedby") == "clause-words" and not link.get_attribute("title")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not Axe().run(page).response["violations"]
    page.keyboard.press("Tab")
    expect(link).not_to_have_attribute("aria-describedby", "clause-words")


def test_example_is_played_in_the_page(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/examples/", width=360)
    box = page.locator("#play-full-pass")
    box.get_by_role("button", name="Take the 1s, add the 4").click()
    expect(box).to_contain_text("Ann passes: takes 2 × 1, adds a 4; turns up 3; 7 in hand.")
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


def test_search_results_appear_while_typing(open_page: Callable[..., Tab]) -> None:
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
    expect(page.locator("#found")).to_contain_text("Showing results for passing.")
    expect(page.locator("#found mark").first).to_be_visible()


def test_the_table_of_contents_follows_scrolling(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/")
    here = page.locator("[data-toc] [aria-current=location]")
    expect(here).to_have_text("Learn in two minutes")
    page.locator("#passing").scroll_into_view_if_needed()
    page.evaluate("document.getElementById('passing').scrollIntoView()")
    expect(here).to_have_text("Passing")
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    expect(here).to_have_text("Playing online")


def test_the_manual_works_offline_after_one_visit(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/")
    page.evaluate(KEPT, "parcels")
    page.context.set_offline(True)
    page.goto("/rules/parcels/examples/")
    expect(page.get_by_role("heading", name="A full pass")).to_be_visible()
    sheets = page.evaluate(
        "[...document.querySelectorAll('link[rel=stylesheet]')].map((link) => link.sheet?.cssRules.length ?? 0)"
    )
    assert len(sheets) > 1 and min(sheets) > 20, sheets
    page.goto("/rules/parcels/cards/")
    expect(page.locator(".gallery-card").first).to_be_visible()
    page.goto("/rules/")
    expect(page.get_by_role("heading", name="Rules of the games")).to_be_visible()
    page.context.set_offline(False)


def test_link_to_a_rule_shows_it(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/parcels/examples/", width=360)
    page.get_by_role("link", name="PC-35", exact=True).first.click()
    rule = page.locator("#pc-35")
    rule.wait_for()
    expect(page).to_have_url(re.compile("/rules/parcels/#pc-35$"))
    expect(rule).to_be_in_viewport()
    block = rule.locator("xpath=ancestor::*[contains(@class, 'says')]")
    assert block.evaluate("element => getComputedStyle(element).outlineStyle") == "solid"
