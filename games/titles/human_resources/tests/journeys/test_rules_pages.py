"""The manual in a browser: playing an example without script, and sorting the gallery."""

import re
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page as Tab
from playwright.sync_api import expect

from tests.rulebook.test_in_the_browser import open_page

__all__ = ["open_page"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_an_example_can_be_played_without_script(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/human_resources/examples/", java_script_enabled=False)
    page.locator("#play-shifting").get_by_role("button", name="Shift them south by 1").click()
    expect(page.locator("#play-shifting")).to_contain_text("Ann completes Corner Desk dark for 1")
    page.get_by_role("button", name="Make this move").click()
    expect(page.locator(".example-log")).to_contain_text("Ben ")
    page.get_by_role("link", name="Back to the manual").click()
    expect(page.locator("#play-shifting")).to_be_in_viewport()


def test_the_gallery_is_sorted_without_reloading(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/human_resources/cards/", width=360)
    page.get_by_label("Kind").select_option("Quota")
    expect(page.locator(".gallery-card")).to_have_count(6)
    page.get_by_label("Order").select_option("Points")
    expect(page.locator(".gallery-card h2").first).to_have_text("Only This Card")
    expect(page).to_have_url(re.compile(r"\?kind=Quota&sort=Points$"))
    page.reload()
    expect(page.locator(".gallery-card")).to_have_count(6)
    assert not Axe().run(page).response["violations"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
