"""Happy Little Dinosaurs in the browser: meeples run along their routes, cards fly, every phase is readable."""

from typing import TYPE_CHECKING, Any

import pytest

from games.kernel import codec
from games.matches.loaded import load_match
from games.matches.play import play_move
from games.models import Match
from games.titles.dinosaurs.drawing.faces import LARGE
from games.titles.dinosaurs.tests.scene import Table, seat
from games.titles.dinosaurs.tests.site.prepared import SLUG, set_position
from games.titles.dinosaurs.tests.site.refusals import falling, grabbing, keeping, sudden, window
from tests.fixtures import make_person
from tests.games.conftest import user_of
from tests.journeys.actions import Watch, goes_live, is_accessible, show_is_loaded, shows
from tests.journeys.test_motion import NOTE
from tests.samples import quick_first

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# Read and forgotten at once: what moves between two calls would be lost.
MOVED = """() => window.moved.splice(0).map(([piece, time, one]) => [piece, time, one.effect.getKeyframes().length])"""


@pytest.fixture
def laid(start: Any) -> Any:
    people = tuple(make_person(name) for name in ("ann", "bob", "cy", "di", "ed", "flo"))

    def make(table: Table, **how: Any) -> Match:
        match: Match = start(SLUG, people[: len(table.players)], options={"dinos": "random"}, **how)
        return set_position(match, table)

    return make


def answer(match: Match, seat: int, act: str, **args: Any) -> int:
    """Let this seat answer elsewhere. Return the version that all pages should reach."""
    loaded = load_match(match.pk)
    asked = next(o for o in loaded.open_decisions() if o.decision.seat == seat and not o.decision.optional)
    move = codec.move_from({"act": act, **args})
    play_move(match_id=match.pk, seat=seat, decision=asked.id, move=move, by="web", user=user_of(loaded, seat))
    return load_match(match.pk).version


# The names that are cut, or that the dot of somebody's presence lies on.
UNREADABLE = """() => [...document.querySelectorAll(".seatplate:not(.is-me)")].filter((plate) => {
  const name = plate.querySelector(".seatplate-name"), dot = plate.querySelector(".presence").getBoundingClientRect();
  const words = new Range();
  words.selectNodeContents(name.querySelector("a, span"));
  const lies = [...words.getClientRects()].some((line) => line.width > 1 &&
    line.right > dot.left && line.left < dot.right && line.bottom > dot.top && line.top < dot.bottom);
  return lies || name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 2;
}).map((plate) => plate.innerText)"""


def new_moves(page: "Page") -> dict[str, list[int]]:
    """What has moved since the last call: by piece, the milliseconds and the number of places passed."""
    return {piece: [time, places] for piece, time, places in page.evaluate(MOVED)}


def about_to_close() -> Table:
    """The window waits only for seat 2: seat 0 (9 points) will collect 8, and seat 2 will add the Disaster card."""
    table = Table(
        seat("iced-ptea", "bonehead", points=9, area=["meteor-2", "trapped"]),
        seat("run-home-bat", "bonehead", dino="cry-ceratops", points=3),
        seat("cool-stick", "sapper bonehead", dino="bad-luck-bronto"),
        disaster="meteor-1",
        options={"waves": "single"},
    ).play_cards()
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
    assert moved["meeple/0"][1] == 9  # from 9 to 17, round the corner of the route
    assert moved["meeple/0"][0] <= 600 and "meeple/1" not in moved
    version = answer(match, 2, "take")
    for one in (page, still):
        shows(one, version)
    moved = new_moves(page)
    for _ in range(100):
        if any(piece.startswith("card/") for piece in moved):  # they fly once the next round is dealt
            break
        page.wait_for_timeout(100)
        moved |= new_moves(page)
    assert {"disaster/meteor-1", "meeple/0", "meeple/2"} <= moved.keys()  # into the area; 17 to 19, 0 to 1
    assert moved["meeple/0"][1] == 3  # it does not run the collected spaces again
    assert {piece.partition("/")[0] for piece in moved} >= {"card", "disaster", "meeple"}
    assert all(time <= 600 for time, _ in moved.values())
    assert new_moves(still) == {}
    assert [watch.problems for watch in watches] == [[], []]


@pytest.mark.parametrize("width", quick_first(360, 390))
def test_six_names_are_read_whole_on_a_phone(page_of: Any, start: Any, width: int) -> None:
    people = [make_person(name) for name in ("ann", "Bruno", "Nikolai", "Margaret", "Wilhelmina", "Bo")]
    page = page_of(people[0], width=width, height=640)
    page.goto(start(SLUG, people).get_absolute_url())
    goes_live(page)
    assert page.evaluate(UNREADABLE) == []


@pytest.mark.parametrize(("scheme", "rules"), quick_first(("light", {}), ("dark", {"runOnly": ["color-contrast"]})))
def test_every_phase_is_readable_at_200_percent_zoom(page_of: Any, laid: Any, scheme: str, rules: Any) -> None:
    """A window of 1280 px is 640 px wide at 200 %. In the dark, only the colours are others."""
    moments = [(window, 1), (keeping, 0), (grabbing, 0), (sudden, 2), (falling, 2)]
    for make, number in moments:
        match = laid(make())
        page = page_of(user_of(load_match(match.pk), number), width=640, color_scheme=scheme)
        watch = Watch(page)
        page.goto(f"/match/{match.pk}/")
        page.locator("#t-decision form").first.wait_for(state="attached")
        is_accessible(page, **rules)
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
    assert sapper.is_checked() and target.input_value() == "0"  # the preselected target is the best rival
    page.locator('.dinosaurs-place [data-touch="seat/1"]').tap()
    assert target.input_value() == "1"
    page.locator("#act [data-undo]").tap()
    page.locator("#act [data-undo]").tap()
    assert not sapper.is_checked() and page.locator("#act", has_text="Pass").count()
    label.tap()
    page.locator("#act [data-main]", has_text="Play Sapper").tap()
    page.locator("#log").get_by_text("Score Sapper on ann").first.wait_for(state="attached")
    assert watch.problems == []


def promised(page: "Page", name: str) -> list[str]:
    """What the bar says about this person, and what the button would do."""
    page.locator(".act-said", has_text=name).wait_for()
    return [page.locator(".act-said").inner_text(), page.locator("#act [data-main]").inner_text()]


def test_a_dragged_card_promises_the_same_as_a_touched_one(laid: Any, page_of: Any) -> None:
    match = laid(about_to_close())
    page = page_of(user_of(load_match(match.pk), 2), reduced_motion="reduce")
    watch = Watch(page)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    sapper, rival = (
        page.locator(".tray label.is-card", has_text="Sapper"),
        page.locator('.dinosaurs-place [data-touch="seat/1"]'),
    )
    sapper.click()
    name = str(rival.get_attribute("aria-label")).removeprefix("Choose ")
    rival.click()
    touched = promised(page, name)
    assert "Sapper" in touched[1]
    for _ in range(2):
        page.locator("#act [data-undo]").click()
    show_is_loaded(page)
    sapper.drag_to(rival)
    assert promised(page, name) == touched and watch.problems == []


GAPS = """() => {
  const cards = [...document.querySelectorAll('.tray .choice.is-card')].filter((card) => card.checkVisibility());
  const boxes = cards.map((card) => card.getBoundingClientRect()).sort((a, b) => a.x - b.x);
  return boxes.slice(1).map((box, n) => Math.round(box.x - boxes[n].right));
}"""


@pytest.mark.parametrize("width", quick_first(360, 1280))
def test_hidden_fields_leave_no_gaps_between_the_cards(laid: Any, page_of: Any, width: int) -> None:
    """In the scoring window, the form has hidden fields beside each card for its target and "keep"."""
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


@pytest.mark.parametrize("width", quick_first(390, 360, 1366))
def test_three_instants_on_a_card_do_not_cover_its_score(laid: Any, page_of: Any, width: int) -> None:
    hands = ("booster sapper bonehead", "booster booster sapper", "sapper", "inversion", "bonehead", "bonehead")
    dinos = ("stego", "cry-ceratops", "bad-luck-bronto", "nervous-rex", "pterry-dactyl", "raging-raptor")
    table = Table(*(seat("handy-pan" if n < 4 else "cool-stick", hand, dino=dinos[n]) for n, hand in enumerate(hands)))
    table.play_cards().wave(
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


# Where a ribbon is seen on the chosen player.
RIBBONS = """() => [...document.querySelectorAll('.touch[data-ribbon]')].filter(
  (one) => getComputedStyle(one, '::before').display !== 'none').map((one) => one.parentElement.classList[0])"""


def test_what_the_window_says_is_whole_on_a_phone_and_no_ribbon_covers_a_plate(laid: Any, page_of: Any) -> None:
    first = seat("mouth-trap", "booster bonehead")
    table = Table(first, seat("star-fruit", "bonehead", dino="cry-ceratops"), disaster="meteor-1").play_cards()
    match = laid(table)
    page = page_of(user_of(load_match(match.pk), 0), width=390, height=844, reduced_motion="reduce")
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    said = page.locator(".dinosaurs-phase")
    assert "2 times" in said.inner_text() and "change places" in said.inner_text()
    assert said.evaluate("(said) => said.scrollHeight <= said.clientHeight + 1")
    page.locator(".tray label", has_text="Score Booster").click()
    page.locator(".seatplate:has(.touch[data-ribbon])").wait_for()
    assert page.evaluate(RIBBONS) == ["dinosaurs-place"]


def test_what_to_do_about_the_disaster_is_whole_on_a_phone(laid: Any, page_of: Any) -> None:
    lowest = seat("cool-stick", "redirect bonehead")
    table = Table(seat("iced-ptea"), seat("run-home-bat"), lowest, disaster="casual-afternoon-stroll")
    match = laid(table.play_cards().pass_all())
    page = page_of(user_of(load_match(match.pk), 2), width=360, height=640, reduced_motion="reduce")
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    asked = page.locator(".status-ask")
    assert asked.inner_text() == "Lowest score: take Casual Afternoon Stroll or stop it."
    assert asked.evaluate("(asked) => asked.scrollHeight <= asked.clientHeight + 1")


def test_a_card_discarded_with_the_disaster_is_named_on_the_button(laid: Any, page_of: Any) -> None:
    lowest = seat("cool-stick", "inversion bonehead")
    table = Table(seat("iced-ptea"), seat("run-home-bat"), lowest, disaster="meteor-1")
    match = laid(table.play_cards().pass_all())
    page = page_of(user_of(load_match(match.pk), 2), reduced_motion="reduce")
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    assert page.locator(".status-ask").inner_text() == "Take Meteor. You may discard a card."
    page.locator(".tray label", has_text="Score Inversion").click()
    page.locator("#act [data-go]", has_text="Take it, discard Score Inversion").wait_for()
    page.locator(".act-said", has_text="You discard Score Inversion.").wait_for()
    assert page.locator(".tray label", has_text="Score Inversion").get_attribute("data-ribbon") == "Discard"


@pytest.mark.parametrize("pace", ["live", "correspondence"])
def test_a_hand_without_instants_passes_by_itself_only_at_a_live_table(laid: Any, page_of: Any, pace: str) -> None:
    table = Table(
        seat("iced-ptea", "sapper"), seat("run-home-bat", "sapper"), seat("cool-stick", "bonehead"), disaster="meteor-1"
    )
    match = laid(table.play_cards(), pace=pace, move_seconds=180 if pace == "live" else 86400)
    page = page_of(user_of(load_match(match.pk), 2), reduced_motion="reduce")
    watch = Watch(page)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    passed = '#t-decision form[data-verb="instants"]'
    if pace == "live":
        page.locator(".act-said", has_text="so you pass in a moment").wait_for()
        page.locator(passed).first.wait_for(state="detached")
    else:
        page.wait_for_timeout(4000)
    assert bool(page.locator(passed).count()) == (pace != "live")
    assert watch.problems == []


@pytest.mark.clause("HD-121")
def test_a_long_press_on_pass_plans_ahead_and_a_short_one_passes(laid: Any, page_of: Any) -> None:
    match = laid(window())
    page = page_of(user_of(load_match(match.pk), 2), width=390, reduced_motion="reduce")
    watch = Watch(page)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    passes = page.locator("#act").get_by_role("button", name="Pass", exact=True)
    passes.click(delay=800)
    page.locator("#t-order form").wait_for()
    assert page.locator('#t-decision form[data-verb="instants"]').count(), "the long press has not passed"
    page.keyboard.press("Escape")
    passes.click()
    page.locator('#t-decision form[data-verb="instants"]').first.wait_for(state="detached")
    assert watch.problems == []


ALONE = {
    "effect": (
        "so you decline in a moment",
        lambda: Table(
            seat("smoothie", "bonehead"),
            seat("run-home-bat", "sapper"),
            seat("cool-stick", "sapper"),
            disaster="meteor-1",
        ).play_cards(),
    ),
    "sudden": ("so it is played in a moment", sudden),
}


@pytest.mark.parametrize("verb", quick_first(*ALONE))
def test_what_has_no_alternative_is_answered_by_itself_at_a_live_table(laid: Any, page_of: Any, verb: str) -> None:
    words, make = ALONE[verb]
    table = make()
    match = laid(table, pace="live", move_seconds=180)
    page = page_of(user_of(load_match(match.pk), 0 if verb == "effect" else 2), reduced_motion="reduce")
    watch = Watch(page)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    page.locator(".act-said", has_text=words).wait_for()
    page.locator(f'#t-decision form[data-verb="{verb}"]').first.wait_for(state="detached")
    assert watch.problems == []


@pytest.mark.clause("HD-32")
def test_the_deadly_choice_comes_last_and_needs_confirmation(laid: Any, page_of: Any) -> None:
    table = Table(
        seat("iced-ptea", "bonehead"),
        seat("run-home-bat", "bonehead", dino="cry-ceratops"),
        seat("cool-stick", "insurance bonehead", dino="bad-luck-bronto", area=["trapped", "stomped"]),
        disaster="meteor-1",
    )
    match = laid(table.play_cards().pass_all())
    page = page_of(user_of(load_match(match.pk), 2), reduced_motion="reduce")
    watch = Watch(page)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    assert page.locator("#act [data-go]").all_inner_texts() == ["Play Insurance", "Take it and be out"]
    page.locator("#act [data-go]", has_text="Take it").dblclick()  # asks again: no yes yet
    page.locator(".act-said", has_text="It puts you out of the game. Do you want that?").wait_for()
    assert load_match(match.pk).at_table().state.phase == "disaster"
    page.locator("#act [data-main]", has_text="Yes: Take it and be out").click()
    page.locator(".dinosaurs-place.is-out").wait_for()
    assert watch.problems == []


LAID = """() => {
  const sized = (selector) => [...document.querySelectorAll(selector)].map((node) => node.getBoundingClientRect());
  const least = (boxes) => [Math.min(...boxes.map((box) => box.width)), Math.min(...boxes.map((box) => box.height))];
  return [least(sized('.dinosaurs-laid > .dinosaurs-card')), sized('.dinosaurs-up > .dinosaurs-card')[0].width];
}"""


@pytest.mark.parametrize(("count", "least"), quick_first((6, [84, 122]), (4, [110, 160])))
def test_laid_cards_are_large_and_a_warning_says_what_it_means(laid: Any, page_of: Any, count: int, least: Any) -> None:
    dinos = ("stego", "cry-ceratops", "bad-luck-bronto", "nervous-rex", "pterry-dactyl", "raging-raptor")
    laid_down = ["handy-pan"] * 4 + ["cool-stick"] * 2
    hands = ("sapper", "bonehead", "sapper", "bonehead", "inversion", "bonehead")
    areas = {1: ["trapped", "stomped"]}
    seats = [seat(laid_down[n], hands[n], dino=dinos[n], area=areas.get(n, [])) for n in range(count)]
    match = laid(Table(*seats).play_cards())
    page = page_of(user_of(load_match(match.pk), 2), width=1366, height=768, reduced_motion="reduce")
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    sizes, disaster = page.evaluate(LAID)
    assert sizes[0] >= least[0] and sizes[1] >= least[1] and disaster >= 160
    warning = page.locator(".dinosaurs-danger")
    warning.locator("summary").click()
    warning.get_by_text("One more Emotional or Meteor Disaster card, and ").wait_for()
    assert page.locator(".seatplate-facts", has_text="one more (E or M) and out").count() == 1


def test_two_laid_cards_are_large_on_a_phone_beside_their_dinosaurs(laid: Any, page_of: Any) -> None:
    seats = [seat("iced-ptea", dino="stego"), seat("run-home-bat", dino="cry-ceratops")]
    match = laid(Table(*seats).play_cards())
    page = page_of(user_of(load_match(match.pk), 0), width=390, height=844, reduced_motion="reduce")
    for width, height, least in ((390, 844, 96), (844, 390, 54)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/match/{match.pk}/")
        goes_live(page)
        cards = [one.bounding_box() for one in page.locator(".dinosaurs-laid > .dinosaurs-card").all()]
        dinos = [one.bounding_box() for one in page.locator(".dinosaurs-portrait").all()]
        assert len(cards) == 2 and all(card["width"] >= least for card in cards), (width, cards)
        for card, dino in zip(cards, dinos, strict=True):
            assert dino["width"] >= 48 and (
                dino["x"] >= card["x"] + card["width"] - 8 or dino["x"] + dino["width"] <= card["x"] + 8
            ), (width, card, dino)


# The height of the letters of the names on a hand of small cards, in pixels; 0 where the next card covers them.
NAMES = """(large) => [...document.querySelectorAll(".tray .is-card .dinosaurs-face")].map((face) => {
  const use = [...face.querySelectorAll("use")].find((one) => one.checkVisibility());
  const wide = face.getBoundingClientRect().width, isWhole = face.closest("label").offsetWidth > wide - 1;
  return isWhole && use.href.baseVal.endsWith("-low") ? large * wide / 132 : 0;
})"""


def test_names_on_a_hand_of_five_can_be_read_on_phones(page_of: Any, start: Any) -> None:
    match = start(SLUG, options={"dinos": "random"})
    page = page_of(user_of(load_match(match.pk), 0), width=390, height=844)
    page.goto(f"/match/{match.pk}/")
    for width, height in ((360, 640), (390, 844), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        sizes = page.evaluate(NAMES, LARGE)
        assert len(sizes) == 5 and min(sizes) >= 10, (width, sizes)


def test_a_dinosaur_that_another_player_takes_first_is_no_longer_chosen(page_of: Any, start: Any) -> None:
    match = start(SLUG)
    page = page_of(user_of(load_match(match.pk), 0), reduced_motion="reduce")
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    page.locator("label.dinosaurs-pick").first.click()
    page.locator("#act [data-undo]").wait_for()
    shows(page, answer(match, 1, "dino", dino=page.locator("#t-decision input:checked").input_value()))
    page.locator("#act [data-undo]").wait_for(state="detached")
    assert page.locator(".act-said").inner_text() == "" and page.locator(".status-last").is_visible()
