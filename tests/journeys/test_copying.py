"""Copying a link: with the browser's leave, and without it by hand."""

from typing import Any

import pytest

from games.lobby import tables
from tests.games.conftest import move_on
from tests.games.scenes import CLOCK
from tests.samples import GAME

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
REFUSED = "navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));"
MARKED = (
    "document.activeElement.value?.slice(document.activeElement.selectionStart, document.activeElement.selectionEnd)"
)


@pytest.mark.parametrize("is_allowed", [True, False])
def test_a_link_is_copied_or_marked_for_copying_by_hand(page_of: Any, owner: Any, is_allowed: bool) -> None:
    match = tables.create_match(owner=owner, slug=GAME, seats=3, options={}, **CLOCK)
    page = page_of(owner)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    if not is_allowed:
        page.add_init_script(REFUSED)
    page.goto(match.get_absolute_url())
    link = page.locator("#invite-url").input_value()
    page.get_by_role("button", name="Copy", exact=True).click()
    if is_allowed:
        page.get_by_role("button", name="Copied").wait_for()
        assert page.evaluate("navigator.clipboard.readText()") == link
    else:
        assert page.get_by_role("button", name="Copied").count() == 0
        assert page.evaluate(MARKED) == link


def test_a_link_out_of_sight_is_shown_where_the_browser_does_not_copy_it(page_of: Any, owner: Any, start: Any) -> None:
    match = start()
    move_on(match, 2)
    page = page_of(owner)
    page.add_init_script(REFUSED)
    page.goto(f"/match/{match.pk}/history/")
    page.get_by_role("button", name="Copy a link to this moment").click()
    link = page.locator("#moment-url")
    page.locator("#moment-url:not(.sr)").wait_for()
    assert page.evaluate("getSelection().toString().trim()") == link.inner_text().strip()
    box = link.bounding_box()
    assert box and box["width"] > 100
