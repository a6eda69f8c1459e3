"""At every game's table: a refused move names its rule, and the link opens this table's manual at it, marked."""

from typing import TYPE_CHECKING, Any

import pytest

from games import titles
from games.kernel.types import Move
from games.matches import move_forms
from games.matches.loaded import load_match
from games.models import Match
from games.table import why_not
from tests.games.conftest import move_on, user_of
from tests.samples import DUEL, GAME_FIRST

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = [{"width": 390, "height": 844}, {"width": 1366, "height": 768}]
MOST_MOVES = 40
TOPS = "all => all.map(one => one.getBoundingClientRect().top)"
SEND = """([address, fields]) => {
  const form = document.createElement("form"), token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  Object.assign(form, { method: "post", action: address });
  for (const [name, value] of [["csrfmiddlewaretoken", token], ...fields])
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  document.body.append(form);
  form.submit();
}"""


def forbidden(match: Match) -> tuple[int, str, Move]:
    """Play on until a seat may want something that is not allowed. Returns the seat, its decision and the move."""
    for _ in range(MOST_MOVES):
        loaded = load_match(match.pk)
        for one in loaded.open_decisions():
            decision = one.decision
            if decision.clock.pace == "standing":
                continue
            for tried in why_not._tried(loaded.game, loaded.at_table(), decision):
                reason = why_not._reason(loaded.game, loaded.at_table(), decision.seat, tried)
                if tried.move and reason and reason[0].startswith(loaded.game.meta.prefix):
                    return decision.seat, one.id, tried.move
        move_on(match)
    raise AssertionError("everything is allowed in this game")


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_a_refused_move_links_to_its_rule_in_the_manual_of_this_table(
    page_of: Any, start: Any, owner: Any, player: Any, staff: Any, slug: str
) -> None:
    match = start(slug, (owner, player, staff)[: titles.load()[slug].meta.seats[0]])
    seat, decision, move = forbidden(match)
    page: Page = page_of(user_of(load_match(match.pk), seat))
    for size in SIZES:
        page.set_viewport_size(size)
        page.goto(f"/match/{match.pk}/")
        fields = [("decision", decision), *move_forms.move_as_form(move)]
        with page.expect_navigation():
            page.evaluate(SEND, [f"/match/{match.pk}/play/", fields])
        link = page.locator(".refusal a.clause:visible, .act-said a.clause:visible").first
        link.wait_for()
        number = link.inner_text().lower()
        link.click()
        marked = page.locator(f"#drawer .is-here:has(#drawer-{number})")
        marked.wait_for()
        words = marked.bounding_box()
        assert words and words["width"] > 200 and words["height"] > 18, "the whole sentence is marked"
        buttons = page.locator("#drawer .drawer-mine > a").evaluate_all(TOPS)
        assert len(buttons) == 2 and buttons[0] == buttons[1], "side by side"
        page.locator("#drawer [data-mine]").click()
        page.locator("#drawer .why-not").wait_for()
        assert number.upper() in page.locator("#drawer .why-not h2").inner_text()


def test_a_rule_in_the_drawer_can_be_reported_with_its_match(page_of: Any, start: Any, owner: Any, player: Any) -> None:
    match = start(DUEL, (owner, player))
    page: Page = page_of(owner)
    page.goto(f"/match/{match.pk}/")
    page.locator("a[data-drawer]").click()
    page.locator("#drawer .says").first.hover()
    with page.expect_popup() as opened:
        page.locator("#drawer .doubt:visible").first.click()
    opened.value.wait_for_url(f"**/report/?match={match.pk}")
