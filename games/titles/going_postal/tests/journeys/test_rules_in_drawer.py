"""The rules beside the table: a link to a chapter about a variant that is not played opens the whole manual."""

from typing import Any

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_link_to_a_variant_that_is_not_played_opens_the_manual(
    page_of: Any, start: Any, owner: Any, player: Any, staff: Any
) -> None:
    match = start("going_postal", (owner, player, staff))
    page = page_of(owner)
    page.goto(f"/match/{match.pk}/")
    page.locator("a[data-drawer]").click()
    page.locator("#drawer-q").fill("GP-93")
    page.locator("#drawer .found a").first.click()
    page.locator("#drawer .is-here").first.wait_for()
    with page.expect_popup() as opened:
        page.locator("#drawer a[href='#drawer-blitz']").first.click()
    opened.value.wait_for_url("**/rules/going_postal/rules/#blitz")
