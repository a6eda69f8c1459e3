"""Happy Little Dinosaurs as it is seen: meeples run along their routes, cards fly, all can read every moment."""

from typing import TYPE_CHECKING, Any

import pytest

from games.kernel import codec
from games.matches.loaded import load_match
from games.matches.play import play_move
from games.models import Match
from games.titles.dinosaurs.tests.scene import Table, seat
from games.titles.dinosaurs.tests.site.prepared import SLUG, lay
from games.titles.dinosaurs.tests.site.refusals import falling, grabbing, keeping, sudden, window
from tests.fixtures import make_person
from tests.games.conftest import user_of
from tests.journeys.actions import Watch, goes_live, is_accessible, shows
from tests.journeys.test_motion import NOTE

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOVED = """() => window.moved.map(([piece, time, one]) => [piece, time, one.effect.getKeyframes().length])"""


@pytest.fixture
def laid(start: Any) -> Any:
    people = tuple(make_person(name) for name in ("ann", "bob", "cy", "di", "ed", "flo"))

    def make(table: Table) -> Match:
        match: Match = start(SLUG, people[: len(table.players)], options={"dinos": "random"})
        return lay(match, table)

    return make


def answer(match: Match, seat: int, act: str, **args: Any) -> int:
    """This seat answers somewhere else; the version that everybody is told of."""
    loaded = load_match(match.pk)
    asked = next(o for o in loaded.open_decisions() if o.decision.seat == seat and not o.decision.optional)
    move = codec.move_from({"act": act, **args})
    play_move(match_id=match.pk, seat=seat, decision=asked.id, move=move, by="web", user=user_of(loaded, seat))
    return load_match(match.pk).version


def new_moves(page: "Page") -> dict[str, list[int]]:
    """What has moved since the last look: milliseconds and places passed, by piece."""
    found = {piece: [time, places] for piece, time, places in page.evaluate(MOVED)}
    page.evaluate("window.moved = []")
    return found


def about_to_close() -> Table:
    """The window is open and waits for seat 2 alone: seat 0 on 9 will collect 8, seat 2 will add the Disaster card."""
    table = Table(
        seat("iced-ptea", "bonehead", points=9, area=["meteor-2", "trapped"]),
        seat("run-home-bat", "bonehead", dino="cry-ceratops", points=3),
        seat("cool-stick", "sapper bonehead", dino="bad-luck-bronto"),
        disaster="meteor-1",
        options={"waves": "single"},
    ).lay()
    for number in (0, 1):
        table.do(number, "instants", plays=[])
    return table


@pytest.mark.clause("HD-19", "HD-23")
def test_meeples_run_and_cards_fly(page_of: Any, laid: Any) -> None:
    match = laid(about_to_close())
    page, still = page_of(user_of(load_match(match.pk), 1)), page_of(reduced_motion="reduce")
    watches = [Watch(page), Watch(still)]
    for one in (page, still):
        one.goto(f"/match/{match.pk}/")
        goes_live(one)
        one.evaluate(NOTE)
    shows(page, answer(match, 2, "instants", plays=[]))
    moved = new_moves(page)
    assert moved["meeple/0"][1] == 9  # from 9 over 10 to 16 to 17, round the corner of its route
    assert moved["meeple/0"][0] <= 600 and "meeple/1" not in moved
    version = answer(match, 2, "take")
    for one in (page, still):
        shows(one, version)
    moved = new_moves(page)
    assert {"disaster/meteor-1", "meeple/0", "meeple/2"} <= moved.keys()  # into the area; 17 to 19, 0 to 1
    assert moved["meeple/0"][1] == 3  # what it had collected before is not run again
    assert {piece.partition("/")[0] for piece in moved} >= {"card", "disaster", "meeple"}
    assert all(time <= 600 for time, _ in moved.values())
    assert new_moves(still) == {}
    assert [watch.problems for watch in watches] == [[], []]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_moment_reads_well_at_twice_the_size(page_of: Any, laid: Any, scheme: str) -> None:
    """640 px is what a window of 1280 px leaves at 200 %."""
    moments = [(window, 1), (keeping, 0), (grabbing, 0), (sudden, 2), (falling, 2)]
    for make, number in moments:
        match = laid(make())
        page = page_of(user_of(load_match(match.pk), number), width=640, color_scheme=scheme)
        watch = Watch(page)
        page.goto(f"/match/{match.pk}/")
        page.locator("#t-decision form").first.wait_for(state="attached")
        is_accessible(page)
        assert watch.problems == []
        page.close()


def test_an_instant_card_is_tapped_and_aimed_on_the_board(laid: Any, page_of: Any) -> None:
    match = laid(about_to_close())
    page = page_of(user_of(load_match(match.pk), 2), width=360, height=740, has_touch=True, reduced_motion="reduce")
    watch = Watch(page)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    sapper = page.locator('.tray input[value^="sapper"]')
    label = sapper.locator("xpath=ancestor::label")
    target = page.locator('.tray [name="arg.plays.0.target"]:checked')
    assert not page.locator(".dinosaurs-place.is-lit").count()  # nobody can be chosen before a card is
    label.tap()
    assert sapper.is_checked() and target.input_value() == "0"  # the best of the others, until one says otherwise
    page.locator('.dinosaurs-place [data-touch="seat/1"]').tap()
    assert target.input_value() == "1"
    page.locator("#act [data-undo]").tap()
    page.locator("#act [data-undo]").tap()
    assert not sapper.is_checked() and page.locator("#act", has_text="Pass").count()
    label.tap()
    page.locator("#act [data-main]", has_text="Play Sapper").tap()
    page.locator("#log").get_by_text("Score Sapper on ann").first.wait_for(state="attached")
    assert watch.problems == []


GAPS = """() => {
  const cards = [...document.querySelectorAll('.tray .choice.is-card')].filter((card) => card.checkVisibility());
  const boxes = cards.map((card) => card.getBoundingClientRect()).sort((a, b) => a.x - b.x);
  return boxes.slice(1).map((box, n) => Math.round(box.x - boxes[n].right));
}"""


@pytest.mark.parametrize("width", [360, 1280])
def test_fields_that_are_hidden_leave_no_holes_between_the_cards(laid: Any, page_of: Any, width: int) -> None:
    """Where Instants are asked for, targets and "keep" of each card stand in the form beside it."""
    match = laid(about_to_close())
    page = page_of(user_of(load_match(match.pk), 2), width=width)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    gaps = page.evaluate(GAPS)
    assert len(gaps) >= 1 and max(gaps) - min(gaps) <= 2 and max(gaps) < 20


HIDDEN_SUMS = """() => [...document.querySelectorAll('.dinosaurs-place:has(.is-play)')].filter((place) => {
  const feet = [...place.querySelectorAll('.is-play')].map((card) => card.getBoundingClientRect().bottom);
  return Math.max(...feet) > place.querySelector('.dinosaurs-sum').getBoundingClientRect().top;
}).length"""


CUT_SUMS = """() => [...document.querySelectorAll('.dinosaurs-sum')].filter(
  (sum) => sum.checkVisibility() && (sum.scrollHeight > sum.clientHeight + 1 || sum.scrollWidth > sum.clientWidth + 1)
).length"""


@pytest.mark.parametrize("width", [360, 390, 1366])
def test_three_instants_on_a_card_leave_its_sum_to_be_read(laid: Any, page_of: Any, width: int) -> None:
    hands = ("booster sapper bonehead", "booster booster sapper", "sapper", "inversion", "bonehead", "bonehead")
    dinos = ("stego", "cry-ceratops", "bad-luck-bronto", "nervous-rex", "pterry-dactyl", "raging-raptor")
    table = Table(*(seat("handy-pan" if n < 4 else "cool-stick", hand, dino=dinos[n]) for n, hand in enumerate(hands)))
    table.lay().wave(
        {
            0: [{"card": "booster-1", "target": 0}, {"card": "sapper-1", "target": 0}],
            1: [{"card": "booster-2", "target": 0}],
            3: [{"card": "inversion-1"}],
        }
    )
    match = laid(table)
    page = page_of(user_of(load_match(match.pk), 2), width=width, reduced_motion="reduce")
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    assert page.locator(".dinosaurs-place").first.locator(".is-play").count() == 3
    assert page.evaluate(HIDDEN_SUMS) == 0 and page.evaluate(CUT_SUMS) == 0


@pytest.mark.clause("HD-32")
def test_the_deadly_choice_comes_last_and_asks_once_more(laid: Any, page_of: Any) -> None:
    table = Table(
        seat("iced-ptea", "bonehead"),
        seat("run-home-bat", "bonehead", dino="cry-ceratops"),
        seat("cool-stick", "insurance bonehead", dino="bad-luck-bronto", area=["trapped", "stomped"]),
        disaster="meteor-1",
    )
    match = laid(table.lay().pass_all())
    page = page_of(user_of(load_match(match.pk), 2), reduced_motion="reduce")
    watch = Watch(page)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    assert page.locator("#act [data-go]").all_inner_texts() == ["Play Insurance", "Take it"]
    page.locator("#act [data-go]", has_text="Take it").click(force=True)  # not yet
    assert page.locator(".act-said").inner_text().startswith("It would put you out of the game")
    assert load_match(match.pk).at_table().state.phase == "disaster"
    page.locator(".dinosaurs-sure").click()
    page.locator("#act [data-go]", has_text="Take it").click()
    page.locator(".dinosaurs-place.is-out").wait_for()
    assert watch.problems == []
