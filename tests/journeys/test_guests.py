"""People without an account, in browsers: two clicks to a table, and the first move."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from accounts.models import User
from games.kernel import codec
from games.lobby import tables
from games.matches.loaded import load_match
from games.matches.move_forms import move_as_form
from games.models import Match, MoveRecord
from games.table import presenter
from games.titles import load
from tests.games.conftest import move_on
from tests.journeys.actions import Watch, bots_answer, goes_live
from tests.samples import quick_first

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST_CLICKS = 2
SOON = 3.0  # seconds from the last click to the table
MOVED = 5.0  # seconds from the last click before the table to the first own move that was accepted
PATIENCE = 6  # times as much on a machine that does many other things, too
# Fill the form of a verb as the choices on the table do, and send it.
ANSWER = """([decision, verb, fields]) => {
  const forms = [...document.querySelectorAll("form[data-verb]")].filter((one) => one.decision?.value === decision);
  const form = forms.find((one) => one.dataset.verb === verb) ?? forms[0];  // what a clock does may have no form
  form.querySelector("[name=verb]").value = verb;
  for (const field of form.querySelectorAll('[name^="arg."]')) field.disabled = true;
  for (const [name, value] of fields) {
    const input = Object.assign(document.createElement("input"), { type: "hidden", name, value });
    form.append(input);
  }
  form.noValidate = true;
  form.requestSubmit();
}"""


FRONT = quick_first((None, 360), (None, 1280), *((game, (360, 1280)[place % 2]) for place, game in enumerate(load())))
LINKS = quick_first(*((game, (1280, 360)[place % 2]) for place, game in enumerate(load())))


@pytest.mark.parametrize(("game", "width"), FRONT)  # each game at the other width than by a private link
def test_from_the_front_page_to_a_table(page_of: Callable[..., "Page"], game: str | None, width: int) -> None:
    page = page_of(width=width)
    watch = Watch(page)
    page.goto("/")
    clicks = "addEventListener('click', () => sessionStorage.clicks = 1 + Number(sessionStorage.clicks || 0), true)"
    page.evaluate(clicks)
    part: Any = page.locator(f'.ticket[data-game="{game}"]') if game else page.locator(".hero")
    began = time.monotonic()
    part.get_by_role("button", name="Play now").click()
    page.locator("#t-status").wait_for()
    assert time.monotonic() - began < SOON * PATIENCE
    assert int(page.evaluate("sessionStorage.clicks")) <= MOST_CLICKS
    match = Match.objects.get()
    assert game in (match.slug, None) and page.url.endswith(match.get_absolute_url())
    make_first_move(page, match)
    assert time.monotonic() - began < MOVED * PATIENCE
    page.locator(".topline-menu > summary").click()
    assert page.get_by_role("link", name="Save my games").is_visible()
    assert watch.problems == []


def make_first_move(page: "Page", match: Match) -> None:
    """Answer as the clock would, with the page's own form; returns once the move is in the match."""
    guest = User.objects.filter(is_guest=True).latest("pk")
    bots_answer(match.pk)
    page.locator("#t-status[data-mine]").wait_for()
    goes_live(page)
    loaded = load_match(match.pk)
    asked = presenter.own_decisions(loaded, loaded.seat_of(guest.pk)).asked
    assert asked is not None
    move = asked.decision.default
    fields = [pair for pair in move_as_form(move) if pair[0] != "verb"]
    page.evaluate(ANSWER, [asked.id, move.verb, fields])
    waits_for(lambda: MoveRecord.objects.filter(match=match, user=guest).exists())


def waits_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + MOVED * PATIENCE
    while not condition():
        assert time.monotonic() < end, "the move never came"
        time.sleep(0.02)


@pytest.mark.parametrize(("game", "width"), LINKS)
def test_from_a_private_link_to_the_first_move(
    page_of: Callable[..., "Page"], owner: Any, game: str, width: int
) -> None:
    seats = load()[game].meta.seats[0]
    clock = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 0}
    usual = codec.plain(load()[game].rules.options.defaults(seats, "correspondence"))  # type: ignore[attr-defined]
    match = tables.create_match(
        owner=owner, slug=game, seats=seats, options=usual, is_rated=False, is_public=False, bots=seats - 2, **clock
    )
    page = page_of(width=width)
    watch = Watch(page)
    page.goto(f"{match.get_absolute_url()}?key={match.token}")
    began = time.monotonic()
    page.get_by_role("button", name="Join as guest").click()  # no name, no form to fill, one click
    page.locator("#t-status").wait_for()
    assert time.monotonic() - began < SOON * PATIENCE
    guest = User.objects.get(is_guest=True)
    play_until_asked(match, guest)
    make_first_move(page, match)
    assert time.monotonic() - began < MOVED * PATIENCE
    assert watch.problems == []


def play_until_asked(match: Match, guest: User) -> None:
    """Bots and the host answer, as long as it is not the guest's turn."""
    while True:
        bots_answer(match.pk)
        loaded = load_match(match.pk)
        if presenter.own_decisions(loaded, loaded.seat_of(guest.pk)).asked is not None:
            return
        move_on(match)
