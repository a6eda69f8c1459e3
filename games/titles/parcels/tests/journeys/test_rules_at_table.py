"""The rules at the table: a refusal shows the rule it rests on, and the drawer opens, marks and finds rules."""

from typing import TYPE_CHECKING, Any

import pytest

from games.matches.loaded import load_match
from games.models import Match
from games.titles.parcels.tests.journeys.test_log_pictures import match, on_turn, opened
from tests.games.conftest import user_of
from tests.samples import quick_first

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["match"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = [{"width": 390, "height": 844}, {"width": 1366, "height": 768}]


def refused(page: "Page") -> None:
    """Choose cards of the hand until the choice is not allowed."""
    for card in page.locator(".tray label:has(input[type=checkbox])").all():
        card.evaluate("label => label.click()")  # copies of a number are stacked
        page.wait_for_timeout(400)
        if page.locator(".act-said .clause").count():
            return


@pytest.mark.parametrize("size", quick_first(*SIZES), ids=["phone", "laptop"])
def test_a_refusal_links_to_its_rule_and_the_drawer_marks_all_of_it(page_of: Any, match: Match, size: Any) -> None:
    page = page_of(user_of(load_match(match.pk), on_turn(match)))
    page.set_viewport_size(size)
    opened(page, match)
    refused(page)
    link = page.locator(".act-said .clause").first
    number = link.inner_text()
    assert number.startswith("PC-") and link.is_visible()
    link.click()
    rule = page.locator(f"#drawer .is-here:has(#drawer-{number.lower()})")
    rule.wait_for()
    words = rule.bounding_box()
    assert words and words["width"] > 200 and words["height"] > 18, "the whole sentence is marked"
    assert page.url.endswith(f"/match/{match.pk}/")


def test_the_drawer_answers_questions_and_opens_the_manual_at_the_answer(page_of: Any, match: Match) -> None:
    page = page_of(user_of(load_match(match.pk), on_turn(match)))
    opened(page, match)
    page.locator("a[data-drawer]").click()
    page.locator("#drawer-q").fill("can the leader pass")
    page.locator("#drawer .found a.clause").first.click()
    page.locator("#drawer .is-here").first.wait_for()
    assert page.locator("#drawer .is-here:has(#drawer-pc-16)").count() or page.locator("#drawer .is-here").count()
    assert page.url.endswith(f"/match/{match.pk}/")
