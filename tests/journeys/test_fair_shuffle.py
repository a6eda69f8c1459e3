"""Browsers of players add numbers to the shuffle, and find what they saw again on the page of the proof."""

from typing import Any

import pytest

from games.kernel.rng import number_seal
from games.lobby import tables
from games.models import Match
from tests.games.scenes import CLOCK
from tests.journeys.actions import waits
from tests.samples import FROM_TWO, GAME

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LIVE: dict[str, Any] = {"pace": "live", "move_seconds": 60, "bank_seconds": 600}
FOUND = "This browser remembers its number, the seal and the other numbers it saw: all are here, unchanged."
WRONG = "Something is wrong: the seal or a number is not the one that this browser saw before."
LATE = "Something is wrong: a number came in after this browser had opened its own."
LOOK_AWAY = """() => {
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


ONLY_SEALS_SEEN = """(id) => {
  const known = JSON.parse(localStorage.getItem(`shuffle:${id}`));
  known.seen = known.seen.filter((one) => one.length > 32);
  localStorage.setItem(`shuffle:${id}`, JSON.stringify(known));
}"""


def shown(page: Any, what: str, count: int) -> list[str]:
    """The numbers or seals of a waiting table, once there are so many."""
    words = f"document.querySelector('#seats-now').dataset[{what!r}].split(' ').filter(Boolean)"
    waits(page, f"{words}.length === {count}", f"there are not {count} {what}")
    return str(page.locator("#seats-now").get_attribute(f"data-{what}")).split()


def test_browsers_seal_their_numbers_and_open_them_when_the_table_is_full(
    page_of: Any, live: str, owner: Any, player: Any
) -> None:
    match = tables.create_match(owner=owner, slug=FROM_TWO, seats=2, options={}, is_rated=False, **LIVE)
    page, other = page_of(owner), page_of(player)
    page.goto(f"{live}/match/{match.pk}/")
    page.get_by_text("Fair shuffle").click()
    assert page.locator("#commitment").inner_text() == match.commitment
    first = shown(page, "seals", 1)  # the host's own, sealed by the page
    other.goto(f"{live}/match/{match.pk}/")
    assert shown(other, "seals", 1) == first and shown(other, "numbers", 0) == []
    other.wait_for_selector("body[data-drawn]")
    other.get_by_role("button", name="Join").click()
    for one in (page, other):  # both open theirs, and the match begins by itself
        one.wait_for_selector("#t-status")
    row = Match.objects.get(pk=match.pk)
    assert len(row.numbers) == 2 and row.starts_by is None
    assert {number_seal(number) for number in row.numbers} == set(row.seals) and first[0] in row.seals
    for one in (page, other):
        one.goto(f"{live}/match/{match.pk}/proof/")
        one.get_by_text(FOUND).wait_for()
        assert one.locator("[data-number]").all_inner_texts() == sorted(row.numbers)
    Match.objects.filter(pk=match.pk).update(numbers=[*row.numbers, "0f" * 16])  # as a site that cheats would
    other.reload()
    other.get_by_text(LATE).wait_for()
    Match.objects.filter(pk=match.pk).update(numbers=["0f" * 16], seals={number_seal("0f" * 16): owner.pk})
    page.reload()
    page.get_by_text(WRONG).wait_for()


def test_a_host_who_starts_with_bots_opens_the_number_then(page_of: Any, live: str, owner: Any) -> None:
    match = tables.create_match(owner=owner, slug=GAME, seats=3, options={}, is_rated=False, **CLOCK)
    page = page_of(owner)
    page.goto(f"{live}/match/{match.pk}/")
    sealed = shown(page, "seals", 1)
    page.get_by_role("button", name="Add a bot").click()
    page.get_by_text("1 seat is free").wait_for()
    assert shown(page, "seals", 1) == sealed and shown(page, "numbers", 0) == [], "the page came back at once"
    page.get_by_role("button", name="Start with bots").click()
    page.wait_for_selector("#t-status")
    row = Match.objects.get(pk=match.pk)
    assert [number_seal(number) for number in row.numbers] == sealed


def test_people_who_look_away_open_their_number_and_hold_nobody_up(
    page_of: Any, live: str, owner: Any, player: Any
) -> None:
    match = tables.create_match(owner=owner, slug=FROM_TWO, seats=2, options={}, is_rated=False, **CLOCK)
    page = page_of(owner)
    page.goto(f"{live}/match/{match.pk}/")
    sealed = shown(page, "seals", 1)
    page.evaluate(LOOK_AWAY)
    opened = shown(page, "numbers", 1)
    assert [number_seal(number) for number in opened] == sealed
    tables.join(match_id=match.pk, user=player)
    match.refresh_from_db()
    assert match.status == "running" and match.numbers == opened
    page.goto(f"{live}/match/{match.pk}/proof/")
    page.get_by_text(FOUND).wait_for()
    Match.objects.filter(pk=match.pk).update(
        numbers=[]
    )  # as if the browser had not come to open it, and saw it nowhere
    page.evaluate(ONLY_SEALS_SEEN, match.pk)
    page.reload()
    page.get_by_text("sealed and was never opened").wait_for()
