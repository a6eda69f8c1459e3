"""Text at 200 % on a phone: pages about people and clubs keep all in sight, and a table its tools and question."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Friendship
from accounts.rating_scale import SETTLED
from games.groups import services as groups
from games.lobby import messages, seasons
from games.matches.loaded import load_match
from games.models import SeasonScore
from games.titles import load
from games.tournaments import services as tournaments
from tests.fixtures import make_person
from tests.games.conftest import move_on, open_of, user_of
from tests.journeys.actions import Watch
from tests.samples import DUEL, GAME

TERMS = {"seats": 4, "move_seconds": 86400, "bank_seconds": 0}
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# What sticks out of the window, unless it lies in a box that scrolls, is cut off on purpose or is for screen readers.
OUT = """() => {
  document.documentElement.style.fontSize = "200%";
  const SKIPPED = ".ledger-box *, .sr, svg, pre, details:not([open]) > :not(summary)";
  const sticks = (part) => {
    const box = part.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && box.right > innerWidth + 1 && !part.closest(SKIPPED);
  };
  const out = [...document.querySelectorAll("main *, header *")].filter(sticks);
  return [document.documentElement.scrollWidth, out.slice(0, 5).map((part) => part.outerHTML.slice(0, 90))];
}"""


def test_large_text_fits_a_phone(page_of):
    ada, bo = make_person("ada"), make_person("bo-with-a-long-name")
    Friendship.objects.create(by=ada, to=bo, agreed_at=timezone.now())
    messages.write(by=ada, to=bo, text="Shall we play on Friday? " * 6)
    group = groups.create(owner=ada, name="The Tuesday Evening Correspondence Club")
    groups.join(token=group.token, user=bo)
    season = seasons.at(timezone.now()) - 1
    SeasonScore.objects.create(user=bo, season=season, slug=GAME, points=4, matches=SETTLED, wins=4, place=1)
    cup = tournaments.announce(
        owner=ada, name="The Long Winter Cup", slug=GAME, starts_at=timezone.now() + timedelta(days=1), **TERMS
    )
    page, found = page_of(ada, width=390), {}
    for address in (
        *(group.get_absolute_url(), cup.get_absolute_url(), f"/messages/{bo.username}/", f"/people/{bo.username}/"),
        *("/mine/", "/news/", "/groups/", "/tournaments/", f"/ratings/?game={GAME}&season={season}", "/search/?q=bo"),
    ):
        watch = Watch(page)
        page.goto(address)
        wide, out = page.evaluate(OUT)
        if wide > 390 or out or watch.problems:
            found[address] = [wide, out, watch.problems]
    assert found == {}


# What covers the middle of each tool of a table, and which tools are too narrow to press.
HIDDEN = """() => [...document.querySelectorAll(".topline > .tool, .topline-menu > .tool")].filter((tool) => {
  const box = tool.getBoundingClientRect();
  return box.width < 24 || !tool.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}).map((tool) => tool.title || tool.textContent)"""


# Words at a table that begin on one line and end on another.
BROKEN = """() => [...document.querySelectorAll("#t-board *")].flatMap((one) => [...one.childNodes]).flatMap((node) => {
  const box = node.parentElement;
  if (node.nodeType !== Node.TEXT_NODE || box.clientWidth === 1 || box.closest("svg, .sr, details")) return [];
  return [...node.data.matchAll(/[^\\s-]+/g)].filter((word) => {
    const range = new Range();
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    const lines = [...range.getClientRects()].filter((line) => line.width > 2).map((line) => Math.round(line.y));
    return new Set(lines).size > 1;
  }).map(String);
})"""


@pytest.mark.parametrize("slug", sorted(load()))
def test_words_at_a_table_stay_words_at_large_text(page_of, start, slug):
    ada, bo, cy = (make_person(name) for name in ("ada", "bo", "cy"))
    match = start(slug, (ada, bo) if load()[slug].meta.seats[0] == 2 else (ada, bo, cy))
    loaded = move_on(match, 9)
    page = page_of(user_of(loaded, open_of(loaded).decision.seat), width=195, height=422, reduced_motion="reduce")
    page.goto(match.get_absolute_url())
    page.locator("#t-board > *").first.wait_for()
    assert page.evaluate(BROKEN) == []


def test_the_tools_and_the_question_of_a_table_stay_whole_at_large_text(page_of, start):
    ada, bo = make_person("ada"), make_person("bo")
    match = start(slug=DUEL, people=(ada, bo))
    loaded = load_match(match.pk)
    page = page_of(
        user_of(loaded, open_of(loaded).decision.seat), width=195
    )  # as many letters wide as a phone of 390 px at 200 %, also for its media queries
    page.goto(match.get_absolute_url())
    page.locator(".status-ask").wait_for()
    assert page.locator(".topline .tool").count() >= 4 and page.evaluate(HIDDEN) == []
    assert page.evaluate(
        "(() => { const ask = document.querySelector('.status-ask');"
        " return ask.scrollHeight <= ask.clientHeight + 1 })()"
    ), "the whole question"


# The plates of which the name is cut, or a number is out of sight.
CUT = """() => [...document.querySelectorAll(".seatplate")].filter((plate) => {
  const name = plate.querySelector(".seatplate-name"), box = plate.getBoundingClientRect();
  const parts = [...plate.querySelectorAll(".counter, .seatplate-picture")].map((one) => one.getBoundingClientRect());
  return (!plate.matches(".is-me") && name.scrollWidth > name.clientWidth) || name.scrollHeight > name.clientHeight + 3
    || parts.some((part) => part.width && (part.left < box.left || part.right > box.right + 1));
}).map((plate) => plate.innerText)"""


@pytest.mark.parametrize("slug", sorted(load()))
def test_all_players_are_whole_at_large_text(page_of, start, slug):
    names = ("ada", "Bruno", "Cleo", "dee", "Edda", "flo", "Gus", "Hal")
    people = [make_person(name) for name in names[: max(load()[slug].meta.seats)]]
    page = page_of(people[0], width=195, height=422)
    page.goto(start(slug, people).get_absolute_url())
    page.locator(".seatplate").first.wait_for()
    assert page.evaluate(CUT) == []


def test_a_replay_is_stepped_through_at_the_lower_edge_at_large_text(page_of, start):
    match = start(DUEL, (make_person("ada"), make_person("bo")))
    move_on(match, 3)
    page = page_of(width=195, height=422)
    page.goto(f"{match.get_absolute_url()}history/?at=2")
    for part in ("[data-play]", ".travel"):
        box = page.locator(part).bounding_box()
        assert box["y"] > 360 and box["y"] + box["height"] <= 422, part
    assert page.locator(".status").bounding_box()["width"] > 180
