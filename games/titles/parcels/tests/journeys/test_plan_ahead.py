"""Planning ahead at the table: the form over the board, its defaults, and refused plans."""

from collections.abc import Callable
from typing import Any

import pytest

from games.lobby import tables
from games.matches.loaded import load_match
from tests.fixtures import make_person
from tests.journeys.actions import Watch, goes_live

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
CLOCK: Any = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 259200}

# Is this refusal visible, or does something cover it?
LIES_ON_TOP = """(refusal) => {
  const box = refusal.getBoundingClientRect();
  return refusal.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""


def test_a_refused_plan_says_why_and_a_kept_one_is_shown(page_of: Callable[..., Any]) -> None:
    people = [make_person(name) for name in ("ada", "bo", "cy")]
    match = tables.create_match(owner=people[0], slug="parcels", seats=3, options={}, bots=0, **CLOCK)
    for person in people[1:]:
        tables.join(match_id=match.pk, user=person)
    asked = next(row.seat for row in load_match(match.pk).asked if row.due_at)
    seats = load_match(match.pk).seats
    waiting = next(person for person in people if person.pk != seats[asked].user)
    page = page_of(waiting, width=390, height=844, reduced_motion="reduce")
    watch = Watch(page, allowed=(422,))
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    page.get_by_role("button", name="Plan ahead").click()
    form = page.locator("#t-order")
    form.locator("label:has(input[value=play])").first.click()
    form.get_by_role("button", name="Keep this plan").click()
    refusal = page.locator(".refusal")
    refusal.wait_for()
    assert refusal.evaluate(LIES_ON_TOP)
    form.locator("label:has(input[value=pass])").first.click()
    assert form.locator("select[name$='0.take']").input_value()  # preselected: a pass takes a stack
    form.get_by_role("button", name="Keep this plan").click()
    page.get_by_role("button", name="Change my plan").wait_for()
    assert "add nothing" in page.locator(".is-plan").inner_text()
    assert watch.problems == []
