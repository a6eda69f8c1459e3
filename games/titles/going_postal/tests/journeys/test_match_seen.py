"""Going Postal in the browser: three people play a basic match and a Trading match; one takes a turn over."""

from typing import TYPE_CHECKING, Any

import pytest

from games.kernel.types import Move
from games.matches.loaded import load_match
from games.models import Match
from games.titles.going_postal.cards import KIND, SPACES
from games.titles.going_postal.tests.journeys.actions import asked, at_table, deal, do, talk, wish
from tests.fixtures import make_person
from tests.journeys.actions import Watch, goes_live, shows, version_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BASE, TRADE = "7fefbe942997130b0de31a6bcb7c8dab", "fdf10d15dd07c4440cfa3e7ec0f8a0c1"


@pytest.fixture
def people(db: None) -> tuple[Any, ...]:
    return tuple(make_person(name) for name in ("ada", "bo", "cy"))


def open_pages(page_of: Any, match: Match, people: tuple[Any, ...]) -> dict[int, "Page"]:
    """The page of each person, by seat; one of them is as narrow as a phone."""
    loaded, pages = load_match(match.pk), {}
    for person in people:
        seat = loaded.seat_of(person.pk)
        assert seat is not None
        pages[seat] = page_of(person, width=360 if person is people[2] else 1280, reduced_motion="reduce")
        pages[seat].goto(f"/match/{match.pk}/")
        goes_live(pages[seat])
        pages[seat].locator("#first-match .close").click()  # it lies over the first houses
        pages[seat].evaluate("window.stays = true")
    return pages


def all_show(match: Match, pages: dict[int, "Page"]) -> None:
    for page in pages.values():
        shows(page, version_of(match.pk))


def sees_nothing_hidden(page: "Page", match: Match, seat: int) -> None:
    """Check that no form and no hand on this page holds cards of others, unless the page plays their hand."""
    state = at_table(match).state
    own = {seat, state.active} if seat == state.decider else {seat}
    hidden = {card for other, hand in enumerate(state.hands) if other not in own for card in hand}
    html = page.locator("#table").inner_html()
    found = [html.find(f"card/{card}") for card in hidden if f"card/{card}" in html or f'value="{card}' in html]
    assert not found, [html[max(0, at - 600) : at + 200] for at in found]


def play_out(match: Match, pages: dict[int, "Page"]) -> list[str]:
    """Play to the end; check that each move reaches all pages. Return the verbs."""
    verbs = []
    while decisions := asked(match):
        one = decisions[0]
        move = wish(at_table(match), one)
        all_show(match, pages)
        page = pages[one.seat]
        if move.verb == "claim":
            takes_over(page, match, pages, one.seat)
        else:
            do(page, match, move)
        verbs.append(move.verb)
        if len(verbs) == 2:
            sam_walked(match, pages)
        if len(verbs) % 6 == 0:
            all_show(match, pages)
            for seat, other in pages.items():
                sees_nothing_hidden(other, match, seat)
        assert len(verbs) < 80, "the match does not end"
    return verbs


def takes_over(page: "Page", match: Match, pages: dict[int, "Page"], seat: int) -> None:
    """The eliminated player takes the turn over, sees the hand, plays it, and no longer sees it."""
    state = at_table(match).state
    active, hand = state.active, list(state.hands[state.active])
    assert page.locator(f'#t-seats [data-ref="seat/{seat}"]').get_by_text("eliminated").count()
    assert not [card for card in hand if f"card/{card}" in page.locator("#table").inner_html()]
    do(page, match, Move("claim"))
    all_show(match, pages)
    names = [row.name for row in load_match(match.pk).seats]
    assert page.locator('#t-decision [name="arg.way"]').count() >= len(hand)
    told = {seat: f"You play {names[active]}’s hand", active: f"{names[seat]} plays your hand"}
    for viewer, other in pages.items():
        said = told.get(viewer, f"{names[seat]} plays {names[active]}’s hand")
        assert said in other.locator("#t-board").inner_text()
    page.locator("#log").get_by_text(f"and take over {names[active]}’s turn.").wait_for(state="attached")
    (mine,) = asked(match)
    assert mine.seat == seat and mine.acts_for == active
    do(page, match, wish(at_table(match), mine))
    all_show(match, pages)
    kept = [card for card in hand if card in at_table(match).state.hands[active]]  # the played card lies open
    assert not [card for card in kept if f"card/{card}" in page.locator("#table").inner_html()]


@pytest.mark.slow
def test_three_people_play_a_whole_base_match(page_of: Any, monkeypatch: pytest.MonkeyPatch, people: Any) -> None:
    match = deal(monkeypatch, people, BASE)
    pages = open_pages(page_of, match, people)
    watches = [Watch(page) for page in pages.values()]
    verbs = play_out(match, pages)
    assert verbs.count("claim") == 1 and verbs.count("play") >= 15
    ends(match, pages)
    assert [watch.problems for watch in watches] == [[], [], []]


def ends(match: Match, pages: dict[int, "Page"]) -> None:
    """Check that everybody reads who has won, without a reload."""
    all_show(match, pages)
    loaded = load_match(match.pk)
    assert loaded.is_over
    winner = next(seat.name for seat in loaded.seats if seat.rank == 1)
    for seat, page in pages.items():
        told = "You won" if loaded.seats[seat].rank == 1 else f"{winner} won"
        page.locator("#t-result h2").wait_for()  # once the last beats have been shown
        assert page.locator("#t-result h2").inner_text() == told
        told = "You win" if loaded.seats[seat].rank == 1 else f"{winner} wins"
        assert f"{told}: the last survivor." in page.locator("#t-board").inner_text()
        assert page.evaluate("window.stays") is True


def sam_walked(match: Match, pages: dict[int, "Page"]) -> None:
    """Check that Sam's walk is drawn on the ring and told in text."""
    all_show(match, pages)
    state = at_table(match).state
    begun, ended = SPACES[state.start].name, SPACES[state.sam].name
    for page in pages.values():
        assert ended in page.locator(".going_postal-space.has-sam").inner_text()
        steps = "1 step" if state.sam - state.start == 1 else f"{state.sam - state.start} steps"
        assert page.locator(".going_postal-walk").inner_text() == f"Sam walked {steps}, from {begun} to {ended}."
        passed = page.locator('[data-piece="sam"]').get_attribute("data-path") or ""
        assert passed.split() == [f"space/{number}" for number in range(state.start + 1, state.sam)]


@pytest.mark.slow
@pytest.mark.by_hand  # trades are pressed in test_pressed.py, too, and the match above is a whole one
@pytest.mark.timeout(600)  # three people play a whole match
def test_three_people_play_a_trading_match(page_of: Any, monkeypatch: pytest.MonkeyPatch, people: Any) -> None:
    match = deal(monkeypatch, people, TRADE, trading=True)
    pages = open_pages(page_of, match, people)
    watches = [Watch(page) for page in pages.values()]
    (one,) = asked(match)
    do(pages[one.seat], match, wish(at_table(match), one))
    trades_and_shows(match, pages)
    verbs = play_out(match, pages)
    assert verbs.count("play") >= 10
    assert load_match(match.pk).is_over
    all_show(match, pages)
    for seat, page in pages.items():
        page.locator("#t-result h2").wait_for()
        text = page.locator("#t-result h2").inner_text()
        assert text.endswith(" won"), seat
    assert [watch.problems for watch in watches] == [[], [], []]


def trades_and_shows(match: Match, pages: dict[int, "Page"]) -> None:
    """A broken promise, a whisper, a forbidden showing, an accusation, and the exchange."""
    all_show(match, pages)
    state = at_table(match).state
    giver = state.active
    other, third = ((giver + 1) % 3, (giver + 2) % 3)
    given, got = state.hands[giver][0], state.hands[other][-1]
    talk(pages[giver], match, "offer", to=str(other), card=given, says="coffee", wants="bulk")
    all_show(match, pages)
    pages[third].locator("#going_postal-trading > summary").click()
    assert "gives Coffee Break, wants Bulk Mail" in pages[third].locator("#t-board").inner_text()
    talk(pages[other], match, "accept", **{"from": str(giver), "card": got})
    assert given in at_table(match).state.hands[other] and got in at_table(match).state.hands[giver]
    all_show(match, pages)
    talk(pages[giver], match, "whisper", to=str(other), text="Nobody saw that")
    all_show(match, pages)
    assert "Nobody saw that" in (pages[other].locator("#t-board").text_content() or "")
    assert "Nobody saw that" not in pages[third].locator("#table").inner_html()
    talk(pages[giver], match, "show", to=str(other))
    all_show(match, pages)
    talk(pages[third], match, "accuse", seat=str(giver))
    all_show(match, pages)
    for card in at_table(match).state.displayed:
        shown = pages[other].locator(f'.going_postal-shown .going_postal-face:has([href$="#{KIND[card].id}"])')
        assert shown.first.is_visible()
    exchanges(pages[third], match, third)
    all_show(match, pages)
    (one,) = asked(match)
    do(pages[other], match, one.default)
    all_show(match, pages)


def exchanges(page: "Page", match: Match, seat: int) -> None:
    """Exchange the first card of the hand for the first displayed one."""
    state = at_table(match).state
    form = page.locator('#t-decision form[data-verb="exchange"]')
    form.locator(f'label:has([name="arg.give"][value="{state.hands[seat][0]}"])').click()
    form.locator('[name="arg.takes"]').first.select_option(state.displayed[0])
    page.locator("#act [data-go]", has_text="Exchange").click()
    page.locator("#t-decision .going_postal-note", has_text="Your answer is sealed").wait_for()
