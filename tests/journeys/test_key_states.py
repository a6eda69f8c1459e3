"""Every kind of decision of every game on screen: nothing sticks out at 360 pixels, at 640 (1280 at 200 %) and at 180
(360 at 200 %), and axe finds nothing, by day and by night in turns, also with a choice begun on the picture."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from games.lobby import tables
from games.matches import bots
from games.matches.loaded import load_match
from games.models import Match
from games.titles import load
from tests.fixtures import make_person
from tests.games.conftest import DAY, open_of, user_of
from tests.journeys.actions import barriers
from tests.samples import GAME_FIRST

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WIDTHS, HEIGHT = (180, 640, 360), 720
MOST_STATES, MOST_MOVES = 6, 160
# What sticks out of the window although nothing around it scrolls on its own.
OUTSIDE = """() => {
  const own = (node) => /auto|scroll|hidden|clip/.test(getComputedStyle(node).overflowX);
  const scrolls = (node) => node && node !== document.body && (own(node) || scrolls(node.parentElement));
  const sticksOut = (node) => {
    const box = node.getBoundingClientRect();
    return box.width && box.right > innerWidth + 1 && !scrolls(node.parentElement);
  };
  const found = [...document.querySelectorAll("main *")].filter(sticksOut);
  return found.slice(0, 3).map((node) => `${node.tagName}.${node.className.baseVal ?? node.className}`);
}"""


def states(slug: str, people: list[Any]) -> Iterator[tuple[str, Match, Any]]:
    """(step, match, who is asked there) for each kind of step that a match of house bots comes to; then its end."""
    facts = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": DAY, "options": {}}
    match = tables.create_match(owner=people[0], slug=slug, seats=len(people), **facts)
    for person in people[1:]:
        tables.join(match_id=match.pk, user=person)
    seen: set[str] = set()
    for _ in range(MOST_MOVES):
        loaded = load_match(match.pk)
        if loaded.is_over or len(seen) == MOST_STATES:
            break
        step = loaded.at_table().step
        if step not in seen:
            seen.add(step)
            yield step, match, user_of(loaded, open_of(loaded).decision.seat)
        bots.play_one(match.pk, for_people=True)


def too_wide(page: "Page") -> list[str]:
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            found.append(f"{wide} pixels wide at {width}: {page.evaluate(OUTSIDE)}")
    return found


def touched(page: "Page") -> bool:
    """Touch the first thing on the picture that is lit, if there is one: the page then says what it would do."""
    lit = page.locator("#t-board [data-touch]")
    if lit.count():
        lit.first.dispatch_event("click")
        page.evaluate("new Promise((done) => setTimeout(done, 0))")
    return bool(lit.count())


def barriers_in(page: "Page", scheme: Any) -> list[str]:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    return [f"{scheme}: {one['id']} {one['nodes'][0]['target']}" for one in barriers(page)]


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_every_kind_of_decision_fits_and_is_accessible(page_of: Any, slug: str) -> None:
    people = [make_person(f"guest{number}") for number in range(load()[slug].meta.seats[0])]
    pages, found, count = {person: page_of(person, width=360, height=HEIGHT) for person in people}, {}, 0
    for step, match, person in states(slug, people):
        page, count = pages[person], count + 1
        first, then = ("light", "dark") if count % 2 else ("dark", "light")
        page.goto(f"/match/{match.pk}/")
        page.locator(".is-scripted #act").wait_for(state="attached")
        if problems := too_wide(page) + barriers_in(page, first):
            found[step] = problems
        if touched(page) and (problems := too_wide(page) + barriers_in(page, then)):
            found[f"{step}, begun"] = problems
        page.goto(f"/match/{match.pk}/text/")
        if problems := too_wide(page):
            found[f"{step} in words"] = problems
    assert count >= 1 and found == {}
