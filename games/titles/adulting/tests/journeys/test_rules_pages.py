"""The manual in a browser."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page as Tab
from playwright.sync_api import expect

from tests.rulebook.test_in_the_browser import open_page

__all__ = ["open_page"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_clicking_the_round_diagram_opens_the_phase(open_page: Callable[..., Tab]) -> None:
    page = open_page("/rules/adulting/", width=390)
    page.locator("#round-overview ~ figure").first.get_by_text("Sorting", exact=True).click()
    expect(page).to_have_url(re.compile("#sorting-phase$"))
    expect(page.locator("#sorting-phase")).to_be_in_viewport()
    expect(page.locator("dialog.large-picture")).to_have_count(0)
