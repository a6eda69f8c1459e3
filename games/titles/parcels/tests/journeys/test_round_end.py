"""The end of a round: the last play, the places and the points stand on the table of the old round, then it deals."""

import zlib
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

from games.kernel import codec, engine
from games.kernel.types import Move
from games.matches.loaded import load_match
from games.matches.play import play_move
from games.models import Match, Snapshot
from games.titles.parcels import game
from games.titles.parcels.scene import place
from tests.games.conftest import open_of, user_of
from tests.games.prepared import set_position
from tests.journeys.actions import Watch, goes_live, show_is_loaded, shows, version_of, waits

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# What stands while each beat is shown: the round, the meld, and the cards that the plates count.
NOTE = """() => {
  window.stood = [];
  document.addEventListener("table:beat", ({ detail }) => requestAnimationFrame(() => stood.push([
    [detail.kind, detail.art].join(" ").trim(), document.querySelector(".parcels-where b").textContent,
    [...document.querySelectorAll(".parcels-meld .card b")].map((one) => one.textContent).join(" "),
    document.querySelectorAll("#t-decision .card").length])));
}"""
HANDS = [[3, 3], [1, 2, 6], [2, 4, 6, 7, 8]]


@pytest.fixture
def match(start: Any) -> Match:
    match: Match = start()
    set_position(match, position := place(HANDS, [1, 1, 5, 5], rounds=3, deck=[5, 5], turn=2))
    shot = zlib.compress(codec.dump(position))
    Snapshot.objects.update_or_create(match=match, version=match.version, defaults={"position": shot})
    play(match, 2, [2])
    return match


def play(match: Match, seat: int, cards: list[int]) -> None:
    loaded = load_match(match.pk)
    move, user = Move("play", {"cards": cards}), user_of(loaded, seat)
    play_move(match_id=match.pk, seat=seat, decision=open_of(loaded).id, move=move, by="web", user=user)


def deliver(match: Match) -> None:
    """Seat 0 plays its last cards."""
    play(match, 0, [3, 3])


def told(page: "Page") -> list[list[Any]]:
    waits(page, "stood.some(([what]) => what === 'deal')", "no deal")
    stood: list[list[Any]] = page.evaluate("stood")
    return stood


def test_the_old_round_stands_until_the_deal(page_of: Any, match: Match) -> None:
    page = page_of(user_of(load_match(match.pk), 1))
    watch = Watch(page)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    page.keyboard.press("Shift")
    show_is_loaded(page)
    page.evaluate(NOTE)
    deliver(match)
    stood = told(page)
    kinds = [what for what, *_ in stood]
    assert kinds[:3] == ["play", "banner empty", "banner delivered"] and kinds[-1] == "deal" and "score" in kinds
    for what, *rest in stood[:-1]:
        assert rest == ["Round 1 of 3", "3 3", 3], what  # the last meld lies there, my three cards are still mine
    assert stood[-1][1:3] == ["Round 2 of 3", ""] and stood[-1][3] > 3
    shows(page, version_of(match.pk))
    assert not page.locator(".parcels-last[open]").count(), "the last round lies on the new one"
    assert watch.problems == []


def test_the_last_round_is_not_under_the_next_legal_play(page_of: Any, match: Match) -> None:
    deliver(match)
    page = page_of(user_of(loaded := load_match(match.pk), open_of(loaded).decision.seat), width=1280, height=800)
    page.goto(f"/match/{match.pk}/")
    page.locator(".parcels-next:visible").wait_for()
    goes_live(page)
    page.keyboard.press("Shift")
    show_is_loaded(page)
    page.locator(".parcels-last[open]").wait_for()  # whoever has not seen it end reads it first
    page.locator(".parcels-where").click()
    page.locator(".parcels-last:not([open])").wait_for()
    last, link = page.locator(".parcels-last > summary").bounding_box(), page.locator(".parcels-next").bounding_box()
    assert last and link and last["x"] + last["width"] <= link["x"], (last, link)


def test_a_replay_shows_it_too_and_a_key_ends_it(page_of: Any, match: Match) -> None:
    deliver(match)
    page = page_of(user_of(load_match(match.pk), 1))
    watch, version = Watch(page), version_of(match.pk)
    page.goto(f"/match/{match.pk}/history/?at={version - 1}")
    page.evaluate(NOTE)
    page.keyboard.press("ArrowRight")
    assert [rest[0] for _, *rest in told(page)][-2:] == ["Round 1 of 3", "Round 2 of 3"]
    page.goto(f"/match/{match.pk}/history/?at={version - 1}")
    page.keyboard.press("ArrowRight")
    page.locator(".beat-banner").first.wait_for()
    assert page.locator(".parcels-where b").inner_text() == "Round 1 of 3"
    page.get_by_role("heading", name=f"After move {version - 1} of").wait_for(timeout=1000)
    page.keyboard.press("Shift")
    page.get_by_text("Round 2 of 3", exact=True).wait_for(timeout=2000)
    page.locator(".beat-banner").wait_for(state="detached")
    assert watch.problems == []


def test_nobody_is_told_more_than_their_own_hand(match: Match) -> None:
    deliver(match)
    html = Client().get(f"/match/{match.pk}/history/?at={version_of(match.pk)}").content.decode()
    assert "data-between" in html and 'data-piece="hand' not in html


def test_what_stood_is_the_position_before_the_deal() -> None:
    position = place(HANDS, [1, 1, 5, 5], rounds=3, deck=[5, 5])
    outcome = engine.play(game, position, 0, Move("play", {"cards": [3, 3]}))
    assert outcome.between is not None
    before = engine.view_for(game, outcome.between, 1)
    assert (before.round, before.hand, before.table.cards) == (1, HANDS[1], [3, 3])
    assert position.state.round == 2
