"""Browsers of players add numbers to the shuffle, and find what they saw again on the page of the proof."""

from typing import Any

import pytest

from games.lobby import tables
from games.models import Match
from tests.games.scenes import CLOCK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FOUND = "This browser remembers its number, the seal and the other numbers it saw: all are here, unchanged."
WRONG = "Something is wrong: the seal or a number is not the one that this browser saw before."


def numbers_shown(page: Any, count: int) -> list[str]:
    """The numbers of a waiting table, once there are so many."""
    here = "count => document.querySelector('#seats-now').dataset.numbers.split(' ').filter(Boolean).length === count"
    page.wait_for_function(here, arg=count)
    return str(page.locator("#seats-now").get_attribute("data-numbers")).split()


def test_browsers_add_their_numbers_and_find_them_in_the_proof(
    page_of: Any, live: str, owner: Any, player: Any
) -> None:
    match = tables.create_match(owner=owner, slug="parcels", seats=3, options={}, is_rated=False, **CLOCK)
    page, other = page_of(owner), page_of(player)
    page.goto(f"{live}/match/{match.pk}/")
    page.get_by_text("Fair shuffle").click()
    assert page.locator("#commitment").inner_text() == match.commitment
    first = numbers_shown(page, 1)[0]  # the host's own, added by the page
    other.goto(f"{live}/match/{match.pk}/")
    assert numbers_shown(other, 1) == [first]
    other.get_by_role("button", name="Join").click()
    both = numbers_shown(page, 2)
    assert both[0] == first and [len(number) for number in both] == [32, 32]
    page.get_by_role("button", name="Start with bots").click()
    page.wait_for_selector("#t-status")
    row = Match.objects.get(pk=match.pk)
    assert (row.numbers, row.commitment) == (both, match.commitment)
    for one in (page, other):
        one.goto(f"{live}/match/{match.pk}/proof/")
        one.get_by_text(FOUND).wait_for()
        assert one.locator("[data-number]").all_inner_texts() == sorted(both)
    Match.objects.filter(pk=match.pk).update(numbers=[both[1], "0f" * 16])  # as a site that cheats would
    other.reload()
    other.get_by_text(WRONG).wait_for()
