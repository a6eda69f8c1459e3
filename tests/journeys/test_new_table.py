"""The form of a new table in a browser."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from games.titles import load
from tests.fixtures import make_person

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_form_of_a_new_table_fits_one_screen_for_every_game(page_of: Callable[..., "Page"]) -> None:
    page = page_of(make_person("ada"), width=1280)
    page.set_viewport_size({"width": 1280, "height": 720})
    for slug in load():
        page.goto(f"/tables/new/?game={slug}")
        box = page.get_by_role("button", name="Open the table").bounding_box()
        assert box and box["y"] + box["height"] <= 720, slug
        for name in ("Players", "Play with", "Pace", "Rules"):
            assert page.get_by_role("group", name=name, exact=True).is_visible(), (slug, name)
        assert not page.get_by_label("Clock", exact=True).is_visible()
        page.get_by_text("Advanced", exact=True).click()
        assert page.get_by_label("Clock", exact=True).is_visible()
