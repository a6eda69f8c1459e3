"""Live play in a browser: gavel, stamps and money are animated, half-typed text survives, the keyboard is enough."""

from typing import TYPE_CHECKING, Any

import pytest

from games.kernel import codec
from games.kernel.position import AnyPosition
from games.matches.loaded import load_match
from games.models import Match
from games.titles.adulting.tests.site.seats import Seated, lay
from games.titles.adulting.tests.tables import do, numbers, table, up_to_votes, vote_all
from tests.fixtures import make_person
from tests.games.conftest import user_of
from tests.games.recorded_matches import recorded
from tests.journeys import actions as journeys
from tests.journeys.actions import Watch, goes_live, show_is_loaded, tick, waits
from tests.journeys.test_motion import NOTE, moved
from tests.journeys.test_stage import DRAWN

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
RICH = (5, 5, 5, 5)
# What follows the scroll position does not move by itself.
MOVING = """document.querySelector('.adulting-gain')
  || document.getAnimations().some((one) => one.timeline === document.timeline)"""
LIVE: dict[str, Any] = {"pace": "live", "money": RICH, "answers": "together"}


def voting() -> AnyPosition:
    """The votes of a round in which players 1 and 2 gave the adult answer."""
    position = table("rnk02", **LIVE)
    numbers(position, 1, 2, 3)
    do(position, 0, "rule")
    up_to_votes(position, (1, 2))
    return position


@pytest.fixture
def at(start: Any) -> Any:
    """A live match of four at this position, with everybody's seat."""

    def make(position: AnyPosition) -> tuple[Match, list[Seated]]:
        people = tuple(make_person(name) for name in ("ada", "bo", "cy", "dee"))
        options = codec.plain(position.options)
        match = start("adulting", people, pace="live", move_seconds=60, bank_seconds=600, options=options)
        lay(match, position)
        return match, [Seated(match, seat) for seat in range(4)]

    return make


def opened(page_of: Any, match: Match, seat: int, **how: Any) -> tuple["Page", Watch]:
    page = page_of(user_of(load_match(match.pk), seat), **how)
    watch = Watch(page, allowed=(404,))  # no manual is loaded here
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    page.evaluate(NOTE)
    return page, watch


def test_votes_are_no_longer_asked_when_the_last_one_has_been_given(
    page_of: Any, start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The card is won at the same moment, and only its winner is asked."""
    told, match = recorded(start, "adulting", monkeypatch)
    told.move_on(match, 14)
    page, _ = opened(page_of, match, 0)
    page.get_by_text("Do you believe them?").wait_for()
    told.move_on(match, 3)
    page.get_by_text("Nothing to decide now.").wait_for()
    assert not page.get_by_text("Do you believe them?").is_visible()


# The news and the middle of the table each time that a thumb turns or a hand opens.
SHOWN = """() => {
  window.parts = () => [".status-last", ".adulting-cloth"].map((one) => document.querySelector(one).textContent);
  window.shown = [];
  document.addEventListener("table:beat", ({ detail: { art } }) => { if (art) shown.push([art, ...parts()]); });
}"""


def test_nothing_tells_the_votes_and_bids_before_they_are_shown(
    page_of: Any, start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, match = recorded(start, "adulting", monkeypatch)
    told.move_on(match, 16)
    page, _ = opened(page_of, match, 0)
    show_is_loaded(page)
    page.evaluate(SHOWN)
    before = page.evaluate("parts()")
    told.move_on(match, 1)
    page.locator(".status-last", has_text="takes the card").wait_for()
    shown = page.evaluate("shown")
    assert {art for art, *_ in shown} == {"thumb-up", "thumb-down", "fist"}
    assert all(parts == before for _, *parts in shown)


# Words of papers that lie under their stamp, and whether the job can be read.
PAPERS = """() => {
  const lies = (stamp, line) => {
    const words = document.createRange(), { top, left } = stamp.getBoundingClientRect();
    words.selectNodeContents(line);
    return [...words.getClientRects()].some((part) => part.bottom > top + 4 && part.right > left + 4);
  };
  const papers = [...document.querySelectorAll('.adulting-speech:has(.adulting-stamp)')].filter((paper) =>
    lies(paper.querySelector('.adulting-stamp'), paper.querySelector('.adulting-line')));
  const card = document.querySelector('.adulting-dealt').getBoundingClientRect();
  const job = document.querySelector('.adulting-dealt .adulting-big').getBoundingClientRect();
  return [papers.map((paper) => paper.innerText), job.left < card.right && job.top < card.bottom - 16];
}"""


# Names on papers, and words of the job's kind, that are cut or broken; whether the job's text is cut.
CUT = """() => {
  const seen = (one) => one.getClientRects().length > 0;
  const words = new Range(), lines = (one) => (words.selectNodeContents(one), [...words.getClientRects()]);
  const names = [...document.querySelectorAll('.adulting-papers .adulting-name > b')].filter(seen);
  const kinds = [...document.querySelectorAll('.adulting-dealt .adulting-job')].filter(seen);
  const right = document.querySelector('.adulting-dealt').getBoundingClientRect().right;
  return [[...names.filter((one) => one.scrollWidth > one.clientWidth), ...kinds.filter((one) => lines(one).length > 1)]
    .map((one) => one.textContent),
    lines(document.querySelector('.adulting-dealt .adulting-big')).some((line) => line.left > right)];
}"""
EIGHT = ("ada", "Bruno", "cy", "Clara", "eve", "flo", "Gustav", "hal")


@pytest.fixture
def eight(start: Any) -> Any:
    """A match of eight at this position."""

    def make(position: AnyPosition) -> Match:
        people = tuple(make_person(name) for name in EIGHT)
        options = codec.plain(position.options)
        return lay(start("adulting", people, pace="live", move_seconds=60, bank_seconds=600, options=options), position)

    return make


def votes_of_eight() -> AnyPosition:
    position = table("rnk02", 8, pace="live", money=(5,) * 8, answers="together")
    numbers(position, 1, 2, 3, 4, 5, 6, 7)
    up_to_votes(position, (1, 2, 4))
    return position


def test_stamped_papers_of_eight_can_be_read_while_adults_bid(page_of: Any, eight: Any) -> None:
    position = votes_of_eight()
    vote_all(position, {0: [1], 2: [1], 3: [1], 5: [1], 6: [1]})
    page, _ = opened(page_of, eight(position), 0, reduced_motion="reduce")
    page.locator(".adulting-fists").wait_for()
    for width, height in ((390, 844), (1366, 768), (360, 640), (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN, width)
        assert page.evaluate(PAPERS) == [[], True], (width, height)


def test_names_of_eight_are_whole_beside_their_stamps_on_a_phone(page_of: Any, eight: Any) -> None:
    page, _ = opened(page_of, eight(votes_of_eight()), 3, reduced_motion="reduce")
    for width, height in ((360, 640), (390, 844), (390, 740)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN, width)
        assert page.evaluate(CUT) == [[], False], (width, height)
    assert page.locator(".adulting-papers .adulting-stamp").first.is_visible()


def test_names_and_the_kind_of_the_job_stay_words_at_large_text(page_of: Any, eight: Any) -> None:
    """A phone of 360 pixels is as wide as this at 200 %, in letters."""
    position = table("chl06", 8, pace="live", money=(5,) * 8, answers="together")
    page, _ = opened(page_of, eight(position), 1, width=180, height=320, reduced_motion="reduce")
    assert page.locator(".adulting-papers b").first.is_visible() and page.locator(".adulting-job").first.is_visible()
    assert page.evaluate(CUT)[0] == []


def test_the_longest_job_of_eight_is_whole_on_phones(page_of: Any, eight: Any) -> None:
    position = table("pay06", 8, pace="live", money=(5,) * 8, answers="together")
    page, _ = opened(page_of, eight(position), 1, reduced_motion="reduce")
    for width, height in ((844, 376), (390, 740)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN, width)
        assert page.evaluate(CUT) == [[], False], (width, height)


# Whether the fine print begins on the paper of the job, which had room for it and was left blank.
BEGINS = """() => {
  const paper = document.querySelector('.adulting-dealt').getBoundingClientRect();
  const [first] = document.querySelector('.adulting-dealt .adulting-fine').getClientRects();
  return first.left < paper.right && first.top < paper.bottom - 16;
}"""


def test_the_fine_print_begins_on_a_paper_that_has_room(page_of: Any, at: Any) -> None:
    match, _ = at(voting())
    page, _ = opened(page_of, match, 3, reduced_motion="reduce")
    for width, height in ((844, 390), (360, 640), (390, 740)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN, width)
        assert page.evaluate(BEGINS), (width, height)


# Whether the fine print ends on the paper of the job.
ENDS = """() => {
  const paper = document.querySelector('.adulting-dealt').getBoundingClientRect();
  const last = [...document.querySelector('.adulting-dealt .adulting-fine').getClientRects()].at(-1);
  return last.right <= paper.right && last.bottom <= paper.bottom;
}"""


def test_two_lines_of_fine_print_are_whole_on_a_phone_in_landscape(page_of: Any, at: Any) -> None:
    match, _ = at(voting())
    page, _ = opened(page_of, match, 3, width=844, height=390, reduced_motion="reduce")
    page.locator("#t-board .adulting-fine").wait_for()
    assert page.evaluate(ENDS)


def test_answers_of_four_lie_under_no_stamp_on_a_phone(page_of: Any, at: Any) -> None:
    match, _ = at(voting())
    page, _ = opened(page_of, match, 3, reduced_motion="reduce")
    for width, height in ((390, 740), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN, width)
        assert page.evaluate(PAPERS) == [[], True], (width, height)


def is_accessible(page: "Page") -> None:
    """Wait until nothing moves by itself."""
    for _ in range(40):
        if not page.evaluate(MOVING):
            break
        page.wait_for_timeout(50)
    journeys.is_accessible(page)


def names_of(page: "Page") -> set[str]:
    return {piece for piece, _ in moved(page)}


# Read in one go, for the picture of the court does not stay: the votes for the plaintiff, and all words.
VERDICT = """(() => {
  const scene = document.querySelector('.beat-banner .adulting-case'), votes = '.adulting-bench-row .is-for';
  const isTold = /guilty/i.test(scene?.querySelector('.adulting-stamp')?.textContent);
  return isTold && Boolean(window.verdict = [scene.querySelectorAll(votes).length, scene.innerText]);
})()"""


def test_a_case_interrupts_the_vote_and_typed_text_is_kept(page_of: Any, at: Any) -> None:
    match, seats = at(voting())
    sued, watch = opened(page_of, match, 1, width=360)
    juror, other = opened(page_of, match, 2, height=1900, color_scheme="dark")  # high enough to see everything
    calm, third = opened(page_of, match, 3, reduced_motion="reduce")
    tick(sued.locator("[name='arg.bid.amount'][value='3']"))
    sued.locator(".adulting-gavel-key").click()
    sued.locator("summary", has_text="Sue a player").click()
    sued.locator("#adulting-sue textarea").fill("Half a thought")
    seats[3].plays("sue", defendant=1, ground="perjury", price=2, statement="I doubt <b>it</b>.")
    sued.locator("#t-decision", has_text="You are sued for at most").wait_for()
    assert sued.locator("[name='arg.bid.amount'][value='3']").is_checked()
    assert sued.locator("#adulting-sue textarea").input_value() == "Half a thought"
    sued.keyboard.press("Escape")  # the sheet behind the gavel closes
    juror.get_by_text("I doubt <b>it</b>.").locator("visible=true").first.wait_for()
    assert "gavel/1" in names_of(juror) and "docket/1" in names_of(sued)
    for page in (sued, juror):
        is_accessible(page)
    tick(sued.locator("form[data-verb='plead'] [name='arg.fight_up_to'][value='2']"))
    sued.locator("form[data-verb='plead'] [name='arg.retort']").fill("They are plastic plants.")
    sued.locator("#act [data-go]", has_text="Plead").press("Enter")
    juror.get_by_text("is sealed").or_(juror.get_by_text("the hearing")).first.wait_for()
    seats[0].plays("hear", case=1, allow=True, price=2)
    juror.locator("#act").get_by_role("button", name="Guilty", exact=True).press("Enter")
    seats[0].plays("jury", case=1, up=True)
    waits(calm, VERDICT, "no verdict is shown")
    votes, words = calm.evaluate("window.verdict")
    assert votes == 2 and "They are plastic plants." in words
    for page in (sued, juror, calm):
        page.locator("#t-board .adulting-stamp:visible", has_text="GUILTY").first.wait_for()
    assert "stamp/court-1" in names_of(juror)
    assert ["", 600] in moved(juror), "the fine flies"
    seats[0].plays("votes", down=[2])
    seats[2].plays("votes", down=[])
    seats[3].plays("votes", down=[])
    for page in (sued, juror, calm):
        page.locator("#adulting-last > summary").click()
        last = page.locator("#t-board .adulting-last")
        last.locator(".adulting-stamp", has_text="STANDS").wait_for()  # the round is over, the joke is not
        last.locator(".adulting-stamp", has_text="GUILTY").wait_for()
        last.locator(".adulting-stamp", has_text="OUT").wait_for()
        is_accessible(page)
    assert all(0 < time <= 600 for _, time in moved(juror))
    assert {"said/r7-2-answer"} <= names_of(juror), "the papers are swept off the table"
    assert moved(calm) == []
    assert [watch.problems, other.problems, third.problems] == [[], [], []]


def tab_to(page: "Page", selector: str) -> None:
    """Press Tab until this has the focus."""
    for _ in range(120):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the tabulator never comes to {selector}")


def enter(page: "Page") -> None:
    """Submit the form and wait until the answer is sealed."""
    page.keyboard.press("Enter")
    page.locator("#t-decision .adulting-sealed").wait_for()


def test_a_round_with_the_keyboard_alone(page_of: Any, at: Any) -> None:
    match, seats = at(table("rnk02", **LIVE))
    page, watch = opened(page_of, match, 1)
    tab_to(page, "#t-decision [name='arg.n']")
    page.keyboard.type("12")
    enter(page)
    for seat in (2, 3):
        seats[seat].plays("number", n=seat)
    seats[0].plays("rule")
    page.locator("form[data-verb='answer']").wait_for()
    tab_to(page, "#t-decision [name='arg.choice']")
    page.keyboard.press("Space")
    tab_to(page, "#t-decision [name='arg.note']")
    page.keyboard.type("It is in my calendar.")
    enter(page)
    for seat in (0, 2, 3):
        seats[seat].plays("answer", choice=0)
    page.locator("form[data-verb='votes']").wait_for()
    tab_to(page, "#t-decision [name='arg.down']")
    page.keyboard.press("Space")
    enter(page)
    for seat in (0, 2, 3):
        seats[seat].plays("votes", down=[])
    page.locator("form[data-verb='bid']").wait_for()
    tab_to(page, "#t-decision [name='arg.amount']")
    page.keyboard.type("4")
    enter(page)
    for seat in (0, 2, 3):
        seats[seat].plays("bid", amount=seat)
    page.get_by_text("You take the card for 4.").first.wait_for()
    state = load_match(match.pk).at_table().state
    assert state.report.winner == 1 and state.report.answers[0].note == "It is in my calendar."
    assert watch.problems == []
