"""The desk is as high as its question, asks what does not fit step by step, takes coins, and hides the law behind a
gavel."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from games.kernel.position import AnyPosition
from games.matches.loaded import load_match
from games.titles.adulting.cards import CARDS
from games.titles.adulting.tests.journeys.test_party import at, opened, tab_to
from games.titles.adulting.tests.tables import do, numbers, table, up_to_votes, vote_all
from games.titles.adulting.words import PHRASES
from tests.journeys.actions import waits
from tests.journeys.test_stage import DRAWN
from tests.samples import quick_first

if TYPE_CHECKING:
    from playwright.sync_api import Page

__all__ = ["at"]
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = [(390, 844), (1366, 768)]
RICH: dict[str, Any] = {"pace": "live", "money": (5, 30, 6, 4), "answers": "together"}
WITH = {**RICH, "sorting": "with_work"}
WORDS = [
    "kettles",
    "colanders",
    "oven-gloves",
    "salt",
    "gravy",
    "fish-knives",
    "candles",
    "string",
    "whisks",
    "coasters",
    "spirit-levels",
    "bunting",
    "vases",
    "hooks",
    "rawlplugs",
    "doilies",
    "sieves",
    "ladles",
    "trivets",
    "egg-cups",
    "tongs",
    "jars",
    "scales",
    "graters",
]

# The share of the desk that is in sight, and the share of the window's height that the tray takes.
DESK = """() => {
  const desk = document.querySelector('.adulting-desk'), tray = document.getElementById('t-decision');
  return [desk.clientHeight / desk.scrollHeight, tray.offsetHeight / innerHeight];
}"""


def bidding() -> AnyPosition:
    """Players 1 and 2 bid; player 1 has more money than can lie there as coins."""
    position = voting()
    vote_all(position)
    return position


def voting(job: str = "rnk02", **options: Any) -> AnyPosition:
    position = table(job, **RICH | options)
    numbers(position, 1, 2, 3)
    up_to_votes(position, (1, 2))
    return position


def ruling() -> AnyPosition:
    position = table("rnk02", **WITH)
    numbers(position, 1, 2, 3, choice=0)
    return position


def keying_in() -> AnyPosition:
    position = voting(bank="open")
    vote_all(position)
    return position


def scoring() -> AnyPosition:
    return table("", dealer=1, hands={1: ["cat06", "cat08"]}, **RICH)


QUESTIONS: dict[str, tuple[Callable[[], AnyPosition], int]] = {
    "list": (lambda: table("cat14", category="lists", **RICH), 1),
    "number": (lambda: table("rnk02", **WITH), 1),
    "performance": (lambda: table("chl06", **WITH), 1),
    "ruling": (ruling, 0),
    "votes": (voting, 1),
    "bid": (bidding, 1),
    "till": (keying_in, 1),
    "scoring": (scoring, 1),
}


# The lines of the job's card that are seen in part only, and whether there are lines that are not seen.
HAS_GROWN = f"""async () => {{
  const shown = () => `${{({DESK})()}}`, before = shown();
  await new Promise((done) => setTimeout(done, 300));
  return before.startsWith("1,") && shown() === before;
}}"""
LINES = """() => {
  const card = document.querySelector('.adulting-dealt'), box = card.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(card);
  const lines = [...range.getClientRects()].filter((line) => line.width && line.height);
  const isSeen = (line) => line.left < box.right && line.top < box.bottom;
  const isCut = (line) => isSeen(line) && (line.bottom > box.bottom + 2 || line.top < box.top - 2);
  return [lines.filter(isCut).length, lines.filter(isSeen).length, lines.some((line) => !isSeen(line))];
}"""


@pytest.mark.parametrize("name", quick_first("ruling", *(name for name in QUESTIONS if name != "ruling")))
def test_the_whole_question_is_in_sight_and_the_card_of_the_job_opens(page_of: Any, at: Any, name: str) -> None:
    make, seat = QUESTIONS[name]
    match, _ = at(make())
    page, watch = opened(page_of, match, seat)
    for width, height in ((360, 640), *SIZES):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(200)
        if (width, height) in SIZES:
            waits(page, f"({HAS_GROWN})()", "the desk has not grown with its question")
            share, high = page.evaluate(DESK)
            assert share == 1 and high < 0.61, (width, share, high)
        if name not in ("till", "scoring"):  # the job is done
            whole_lines(page)
    assert watch.problems == []


def whole_lines(page: "Page") -> None:
    """The card of the job shows whole lines, and all of them if it is touched."""
    cut, seen, is_folded = page.evaluate(LINES)
    assert not cut and seen, (page.viewport_size, cut, seen)
    if is_folded:
        page.locator(".adulting-dealt").focus()
        assert page.evaluate(LINES)[::2] == [0, False], page.viewport_size
        page.locator(".adulting-dealt").blur()


def long_lists(laps: int) -> AnyPosition:
    """The ruling on three lists of this length, and the dealer's own answer."""
    position = table("cat14", category="lists", laps=laps, **WITH)
    for seat in (1, 2, 3):
        do(position, seat, "list", examples=WORDS[8 * seat - 8 :][:laps], choice=0)
    return position


@pytest.mark.parametrize(("width", "height"), quick_first(*SIZES))
def test_each_page_of_a_long_ruling_is_in_sight_with_its_fine_print(
    page_of: Any, at: Any, width: int, height: int
) -> None:
    match, _ = at(long_lists(6))
    page, watch = opened(page_of, match, 0, width=width, height=height)
    dots = page.locator(".adulting-dots button")
    dots.first.wait_for()
    seen: list[str] = []
    for number in range(count := dots.count()):
        dots.nth(number).dispatch_event("click")
        assert page.evaluate(DESK)[0] == 1 and dots.count() == count
        seen += page.locator("[name='arg.strike']:visible").evaluate_all("boxes => boxes.map(box => box.value)")
        assert page.locator("#t-decision .adulting-fine").is_visible() == (number < count - 1)
    assert len(seen) == len(set(seen)) == 18, "each example is on one page"
    page.locator(".adulting-answer").first.click()
    page.locator("#act").get_by_role("button", name="Publish the ruling").click()
    page.locator("#t-board .adulting-stamp").first.wait_for()
    assert watch.problems == []


def test_long_performances_are_put_in_order_page_by_page(page_of: Any, at: Any) -> None:
    position = table("chl06", **WITH)
    for seat in (1, 2, 3):
        do(position, seat, "perform", text=f"Performance {seat}: " + "ode to a tea towel, " * 13, choice=0)
    match, _ = at(position)
    page, watch = opened(page_of, match, 0, width=390, height=844)
    dots, ranked = page.locator(".adulting-dots button"), page.locator("#t-decision .adulting-ranked")
    dots.first.wait_for()
    seats: list[str] = ranked.evaluate_all("rows => rows.map(row => row.dataset.seat)")
    seen: list[str] = []
    for number in range(dots.count()):
        dots.nth(number).dispatch_event("click")
        assert page.evaluate(DESK)[0] == 1
        seen += page.locator("#t-decision .adulting-ranked:visible").evaluate_all(
            "rows => rows.map(row => row.dataset.seat)"
        )
    assert seen == seats and len(seats) == 3, "each performance is on one page"
    dots.first.dispatch_event("click")
    assert ranked.nth(0).is_visible() and not ranked.nth(2).is_visible()
    for _ in seats[1:]:  # the best one goes down to the last place, and the page goes with it
        page.locator(f"#t-decision .adulting-ranked[data-seat='{seats[0]}'] button", has_text="↓").click()
    last = ranked.nth(2)
    assert (last.get_attribute("data-seat"), last.get_attribute("data-place")) == (seats[0], "3.") and last.is_visible()
    dots.last.dispatch_event("click")
    page.locator(".adulting-answer").first.click()
    page.locator("#act").get_by_role("button", name="Publish the ruling").click()
    page.locator("#t-board .adulting-stamp").first.wait_for()
    ruled = load_match(match.pk).at_table().state.round.job.order
    assert ruled == [int(seat) for seat in (*seats[1:], seats[0])]
    assert watch.problems == []


def test_a_performance_is_dragged_to_its_place(page_of: Any, at: Any) -> None:
    position = table("chl06", **WITH)
    for seat in (1, 2, 3):
        do(position, seat, "perform", text=f"Performance {seat}", choice=0)
    match, _ = at(position)
    page, watch = opened(page_of, match, 0)
    rows = page.locator("#t-decision .adulting-ranked")
    order = "rows => rows.map(row => row.dataset.seat)"
    rows.nth(2).wait_for()
    first, *others = rows.evaluate_all(order)
    below = rows.nth(2).bounding_box()
    assert below
    rows.nth(0).drag_to(rows.nth(2), target_position={"x": below["width"] / 3, "y": below["height"] - 3})
    assert rows.evaluate_all(order) == [*others, first]
    assert rows.nth(2).get_attribute("data-place") == "3." and watch.problems == []


def test_a_page_that_is_too_long_shows_that_it_goes_on(page_of: Any, at: Any) -> None:
    match, _ = at(long_lists(8))
    page, _ = opened(page_of, match, 0, width=360, height=420)
    assert page.evaluate(DESK)[0] < 1
    assert "gradient" in page.locator(".adulting-desk").evaluate("desk => getComputedStyle(desk).backgroundImage")


def test_what_does_not_fit_is_asked_step_by_step(page_of: Any, at: Any) -> None:
    match, _ = at(table("rnk02", **WITH))
    page, watch = opened(page_of, match, 1, width=390)
    page.set_viewport_size({"width": 390, "height": 640})
    dots = page.locator(".adulting-dots button")
    dots.first.wait_for()
    assert dots.count() == 2 and not page.locator("[name='arg.choice']").first.is_visible()
    page.locator("[name='arg.n']").fill("7")
    page.locator("[name='arg.n']").press("Enter")
    page.locator(".adulting-answer").first.click()
    assert not page.locator("[name='arg.n']").is_visible()
    page.evaluate("document.querySelector('.slips').replaceChildren()")  # a newcomer's notices
    dots.first.click()
    assert page.locator("[name='arg.n']").input_value() == "7"
    page.locator("#act").get_by_role("button", name="Next").click()
    page.locator("#act").get_by_role("button", name="Send number").click()
    page.locator("#t-decision .adulting-sealed").first.wait_for()
    assert watch.problems == []


def test_a_large_bid_is_put_together_from_coins(page_of: Any, at: Any) -> None:
    position = bidding()
    match, _ = at(position)
    page, watch = opened(page_of, match, 1, width=390)
    money = position.state.players[1].money
    assert money > 10
    amount = page.locator("[name='arg.amount']")
    for words, left in (("+5", 5), ("+1", 6), ("All", money), ("+5", money), ("None", 0), ("+1", 1)):
        page.locator(".adulting-main .adulting-coin", has_text=words).click()
        assert amount.input_value() == str(left)
    page.locator("#act [data-main]").click()
    page.locator("#t-decision .adulting-sealed").first.wait_for()
    assert watch.problems == []


def test_without_money_one_bids_nothing_by_itself(page_of: Any, at: Any) -> None:
    position = bidding()
    position.state.players[2].money = 0
    match, _ = at(position)
    page, watch = opened(page_of, match, 2)
    page.locator(".act-said", has_text="You have no money, so you bid 0 in a moment.").wait_for()
    page.locator("#t-decision .adulting-sealed").first.wait_for()
    assert not page.locator("#t-decision [data-alone]").count(), "it is given once"
    assert watch.problems == []


CUT = """() => {
  const boxOf = (part) => document.querySelector(part).getBoundingClientRect();
  const card = boxOf('.adulting-at .adulting-card'), cloth = boxOf('.adulting-cloth');
  return [Math.max(0, cloth.top - card.top), Math.max(0, card.bottom - cloth.bottom)];
}"""


def test_the_card_to_win_is_whole_above_a_high_desk(page_of: Any, at: Any) -> None:
    titled = next(id for id, card in CARDS.items() if card.effect and id.startswith("rnk"))
    match, _ = at(voting(titled))
    page, watch = opened(page_of, match, 1)
    for width, height in ((1280, 800), (1280, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN, width)
        assert page.evaluate(CUT) == pytest.approx([0, 0], abs=2), width
    assert watch.problems == []


def test_the_last_spade_is_asked_about_again(page_of: Any, at: Any) -> None:
    match, _ = at(table("", hands={0: ["cat02", "cat06"]}, **RICH, spades=2))
    page, watch = opened(page_of, match, 0, width=390)
    ends = page.locator(".adulting-ways form", has_text="This ends the game.").first
    ends.locator("button").click()
    page.locator(".act-said", has_text="This ends the game. Do you want that?").wait_for()
    assert load_match(match.pk).status == "running"
    page.locator("#act [data-main]", has_text="Yes: Place it: +").click()
    page.locator(".result").first.wait_for()
    assert load_match(match.pk).is_over
    assert watch.problems == []


TITLED = """() => [...document.querySelectorAll('.adulting-held:has(b)')].map((card) => {
  const picture = card.querySelector('.is-picture'), words = card.querySelector('.adulting-words');
  return [picture.getBoundingClientRect().width, words.getBoundingClientRect().height, words.innerText];
})"""


def test_a_card_with_a_title_shows_its_effect_in_one_line_and_a_picture(page_of: Any, at: Any) -> None:
    titled = [id for id, card in CARDS.items() if card.effect][:3]
    match, _ = at(table("", dealer=1, hands={1: titled}, **RICH))
    page, watch = opened(page_of, match, 1)
    lines = set(PHRASES["short"].values())
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        shown = page.evaluate(TITLED)
        assert len(shown) >= len(titled), (width, shown)
        assert all(wide >= 12 and high >= 8 and line in lines for wide, high, line in shown), (width, shown)
    assert watch.problems == []


FITS = """() => [...document.querySelectorAll('.adulting-shelf .adulting-held')].map((card) =>
  card.querySelector('.adulting-sign > span').getBoundingClientRect().right < card.getBoundingClientRect().right)"""


def test_the_suits_of_a_full_hand_are_not_cut_on_a_phone(page_of: Any, at: Any) -> None:
    titled = [id for id, card in CARDS.items() if card.effect][:4]
    match, _ = at(table("cat14", hands={1: titled}, category="lists"))
    page, watch = opened(page_of, match, 1, width=390)
    assert page.evaluate(FITS) == [True] * 4
    assert watch.problems == []


def test_the_law_is_behind_the_gavel_for_the_keyboard_too(page_of: Any, at: Any) -> None:
    match, _ = at(voting())
    page, watch = opened(page_of, match, 1)
    sheet = page.locator("#adulting-legal")
    assert not sheet.is_visible()
    tab_to(page, ".adulting-gavel-key")
    page.keyboard.press("Enter")
    sheet.wait_for()
    tab_to(page, "#adulting-sue > summary")
    page.keyboard.press("Enter")
    tab_to(page, "#adulting-sue textarea")
    page.keyboard.type("There are three plants.")
    page.keyboard.press("Escape")
    sheet.wait_for(state="hidden")
    assert is_focused(page, ".adulting-gavel-key")
    page.keyboard.press("Enter")
    assert page.locator("#adulting-sue textarea").input_value() == "There are three plants."
    page.locator("form[data-verb='sue'] [name='arg.defendant'][value='2']").check()
    page.locator("form[data-verb='sue'] [type=submit]").press("Enter")
    page.locator("#t-board .adulting-judge", has_text="Lawsuit 1").wait_for()
    assert watch.problems == []


def is_focused(page: "Page", selector: str) -> bool:
    return bool(page.evaluate("selector => document.activeElement.matches(selector)", selector))


def test_the_same_example_twice_is_told_at_both_places_and_is_not_handed_in(page_of: Any, at: Any) -> None:
    match, _ = at(table("cat14", **WITH, category="lists"))
    page, watch = opened(page_of, match, 1)
    page.locator(".adulting-answer").first.click()
    lines = page.locator("[data-list] input")
    lines.nth(0).fill("The tea towels")
    lines.nth(3).fill("tea-towel")
    assert [lines.nth(place).get_attribute("aria-invalid") for place in (0, 1, 3)] == ["true", None, "true"]
    told = page.locator("[data-list] li").evaluate_all(
        "all => all.map((one) => getComputedStyle(one, '::after').content)"
    )
    assert told[:4] == ['"The same as example 4."', '""', '""', '"The same as example 1."']
    page.locator("#act [data-main][aria-disabled=true]").click(force=True)
    page.locator(".act-said", has_text="The same as example 4.").wait_for()
    lines.nth(3).fill("a kettle")
    page.locator("#act [data-main][aria-disabled=false]").wait_for()
    assert page.locator("[data-list] [aria-invalid]").count() == 0
    assert watch.problems == []


def test_the_chosen_ruling_and_ones_case_survive_what_others_do(page_of: Any, at: Any) -> None:
    match, _ = at(voting())
    page, watch = opened(page_of, match, 1)
    page.locator(".adulting-gavel-key").click()
    page.locator("#adulting-legal summary", has_text="Object to a ruling").click()
    page.locator("a[data-matter]").last.click()
    chosen = page.locator("[data-chosen]").inner_text()
    page.locator("form[data-verb='appeal'] [name='arg.statement']").fill("Half a thought")
    page.evaluate("() => { document.getElementById('t-decision').dataset.old = '1'; tableSocket.socket.send('{}'); }")
    page.wait_for_selector("#t-decision:not([data-old])", state="attached")
    assert page.locator("[data-chosen]").inner_text() == chosen != ""
    assert page.locator("form[data-verb='appeal'] [name='arg.statement']").input_value() == "Half a thought"
    page.locator("form[data-verb='appeal'] [type=submit]").click()
    page.locator("#t-board .adulting-judge").first.wait_for()
    assert watch.problems == []


def test_a_button_beside_an_example_stays_under_the_finger(page_of: Any, at: Any) -> None:
    position = table("cat14", category="turns", **RICH)
    do(position, 1, "name", text="kettles")
    match, _ = at(position)
    page, _ = opened(page_of, match, 0)
    button = page.get_by_role("button", name="Strike")
    before = button.bounding_box()
    button.hover()
    page.wait_for_timeout(500)  # longer than a preview takes
    assert button.bounding_box() == before


def test_a_preview_comes_once_no_button_is_pressed(page_of: Any, at: Any) -> None:
    make, seat = QUESTIONS["number"]
    match, _ = at(make())
    page, _ = opened(page_of, match, seat)
    page.locator("summary", has_text="I give no number").click()
    form = page.locator("form[data-verb=skip]")
    form.locator(".button").first.dispatch_event("pointerdown")
    form.locator("[type=radio]").first.dispatch_event("click")
    page.wait_for_timeout(700)  # longer than a preview takes
    assert form.locator(".preview").text_content() == ""
    form.locator(".button").first.dispatch_event("pointerup")
    form.locator(".preview").filter(has_text="You give no result").wait_for()
