"""A player's browser adds a number to the shuffle, and finds it again on the page of the proof."""

from typing import Any

import pytest

from games.lobby import tables
from games.models import Match, Seat
from tests.games.scenes import CLOCK

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_browser_adds_its_number_and_finds_it_in_the_proof(page_of: Any, live: str, owner: Any) -> None:
    match = tables.create_match(owner=owner, slug="parcels", seats=3, options={}, **CLOCK)
    page = page_of(owner)
    page.goto(f"{live}/match/{match.pk}/")
    page.get_by_text("Fair shuffle").click()
    assert page.locator("#commitment").inner_text() == match.commitment
    page.get_by_role("button", name="Start with bots").click()
    page.wait_for_selector("#t-status")
    number = Seat.objects.get(match=match, user=owner).client_seed
    assert len(number) == 32 and Match.objects.get(pk=match.pk).commitment == match.commitment
    page.goto(f"{live}/match/{match.pk}/proof/")
    page.get_by_text("This browser remembers its number: it is in the list").wait_for()
    assert page.locator("[data-number]").all_inner_texts() == [number]
