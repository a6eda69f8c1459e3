"""The stage, measured: every game with a tray of its own, some decisions at nine sizes of the window.

When my turn comes, board, tray and buttons are in sight whole; nothing of them moves between turns; what one touches is
large enough; a plain move takes two presses, and no press plays without saying so before. A title is measured as soon
as it has a tray (table/tray.html).
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from games.lobby import tables
from games.matches import bots, leaving
from games.matches.loaded import load_match
from games.titles import folder, load
from tests.fixtures import make_person
from tests.journeys.actions import Watch, bots_answer, goes_live, moved_on, on_turn, shows, version_of
from tests.samples import DUEL, GAME, GAME_FIRST, LARGEST, quick_first

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LARGE = [(1440, 900), (1366, 768), (1280, 720), (1024, 768), (820, 1180)]
SIZES = [*LARGE, (390, 844), (360, 740), (844, 390), (667, 375)]
STAGED = [slug for slug in load() if (folder(slug) / "table" / "tray.html").exists()]
CLOCK: Any = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 259200}
TAP, LETTERS = 44, 11  # pixels
CHROME = {True: 56, False: 48}  # above the board of a large window, and of a phone

MEASURE = Path(__file__).with_name("stage.js").read_text()


# Some frames after the window has its size: what looks at its own size then has settled, however busy the machine is.
DRAWN = """async (width) => {
  for (let frames = 0; frames < 4; frames += innerWidth === width) await new Promise(requestAnimationFrame);
}"""


def at_each_size(
    page: "Page", sizes: Sequence[tuple[int, int]] = SIZES, measure: str = MEASURE
) -> dict[tuple[int, int], Any]:
    """What this script measures at each size of the window."""
    found = {}
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN, width)
        found[width, height] = page.evaluate(measure)
    return found


def complaints(found: dict[tuple[int, int], dict[str, Any]], before: dict[tuple[int, int], Any]) -> list[str]:
    """What is wrong at which size; `before`: where board and tray were."""
    wrong = []
    for size, facts in found.items():
        is_large = size[0] > 820 and size[1] > 400
        wrong += [f"{size}: {words}" for words in (f"{name} is out of sight" for name in facts["hidden"])]
        wrong += [f"{size}: too small to touch: {what}" for what in facts["tight"]]
        wrong += [f"{size}: too small to read: {what}" for what in facts["small"]]
        if facts["scrolls"]:
            wrong.append(f"{size}: the page scrolls")
        if facts["top"] > CHROME[is_large] + 8 * (size[0] == 820):
            wrong.append(f"{size}: the top line is {facts['top']} high")
        if before and facts["places"] != before[size]["places"]:
            wrong.append(f"{size}: moved from {before[size]['places']} to {facts['places']}")
    return wrong


def plain_move(page: "Page") -> int:
    """Press one thing that may be chosen, then the button that it makes ready: the presses, 0 if one is not enough. Of
    a form that is asked step by step, those of its last step. A thing may be enough and play at once."""
    asked = page.locator("#t-decision").get_attribute("data-decision")
    main = page.locator(f"#table:has(#t-decision[data-decision='{asked}']) #act [data-main][aria-disabled=false]")
    page.evaluate(DRAWN, 1280)
    while step := page.evaluate("document.querySelector('#t-decision form[data-next]')?.dataset.ready"):
        if step == "no":
            page.locator("#t-decision form[data-next] label:visible").first.click()
        if not main.count():  # something must be written
            return 0
        main.click()
    if main.count():
        main.click()
        return 1
    for thing in page.locator(".tray label:not(.is-dim, .only-plain *), #t-board [data-touch]").all():
        if not thing.is_visible():
            continue
        thing.click()
        page.wait_for_timeout(50)
        if page.locator(f"#t-decision form[data-sent], #t-decision:not([data-decision='{asked}'])").count():
            return 1
        pin = page.locator("#t-board [data-pin]")  # what a chosen card may do, shown on the board
        if pin.count() and not main.count():
            pin.first.click()
        if main.count():
            main.click()
            return 2
        page.keyboard.press("Escape")
    return 0


# What lies around the forms and has been scrolled.
SCROLLED = """() => {
  const found = [];
  for (let node = document.querySelector('#t-decision form'); node; node = node.parentElement)
    if (node.scrollTop || node.scrollLeft) found.push(`${node.id || node.className || node.tagName} ${node.scrollTop}`);
  return found;
}"""


def grey_buttons_tell(page: "Page") -> None:
    """A grey button says what is missing to a finger, a mouse and a screen reader."""
    for button in [one for one in page.locator("#act [data-go][aria-disabled=true]").all() if one.is_visible()]:
        box, words = button.bounding_box(), button.inner_text()
        assert box
        page.evaluate("document.querySelector('.act-said').textContent = ''")
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        said = page.locator(".act-said").inner_text()
        assert said and page.locator(".act-said").is_visible(), words
        assert button.get_attribute("title") == said, words
        assert page.evaluate(SCROLLED) == [], words


def press_keys(page: "Page") -> None:
    """Keys that choose, on the first choice of each kind; none of them plays."""
    for kind in ("radio", "checkbox"):
        choices = page.locator(f"#t-decision [type={kind}]:enabled:not(.only-plain *)")
        if choices.count():
            choices.first.focus()
            for key in ("ArrowRight", "ArrowLeft", "ArrowDown", "Space", "1"):
                page.keyboard.press(key)
    page.evaluate("new Promise((done) => setTimeout(done, 0))")
    assert not page.locator("#t-decision form[data-sent]").count()
    page.keyboard.press("Escape")


@pytest.mark.parametrize(
    ("slug", "decisions"), [(GAME, 2), *quick_first((LARGEST, 2), *((slug, 6) for slug in STAGED))]
)
def test_the_stage_stands_still_and_no_press_surprises(
    slug: str, decisions: int, page_of: Callable[..., "Page"]
) -> None:
    me = make_person("ada")
    seats = load()[slug].meta.seats[0]
    match = tables.create_match(owner=me, slug=slug, seats=seats, options={}, bots=seats - 1, **CLOCK)
    page = page_of(me, reduced_motion="reduce")
    watch = Watch(page)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    seen: dict[tuple[int, int], Any] = {}
    wrong: list[str] = []
    presses: list[int] = []
    for number in range(decisions):
        bots_answer(match.pk)
        version = version_of(match.pk)
        if load_match(match.pk).is_over:
            break
        shows(page, version)
        found = at_each_size(page, SIZES[number % 2 :: 2] if seen else SIZES)  # all at first, then by turns
        wrong += complaints(found, seen)
        seen = seen or found
        for width, height in ((390, 844), (1280, 720)):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(DRAWN, width)
            grey_buttons_tell(page)
        press_keys(page)
        assert version_of(match.pk) == version
        presses.append(plain_move(page))
        if not presses[-1]:
            bots.play_one(match.pk, for_people=True)
        version = moved_on(match.pk, version)
        shows(page, version)
        if number % 3 == 0:  # while others are on turn
            wrong += complaints(at_each_size(page, SIZES[(number + 1) % 2 :: 2]), seen)
    assert not wrong, "\n".join(sorted(set(wrong)))
    assert any(presses) and max(presses) <= 2, presses
    assert watch.problems == []


# What is chosen now: inputs, and the button that would send it.
CHOSEN = """() => {
  const inputs = [...document.querySelectorAll('#t-decision input:checked')];
  const main = document.querySelector('#act [data-main]');
  return [inputs.map((input) => `${input.name} ${input.value}`), main?.textContent, main?.ariaDisabled];
}"""


# Say something long about a choice, as if one had just been made.
PREVIEW = """(times) => {
  document.querySelector('.act-said').textContent = 'You take all that lies on the table. '.repeat(times);
  document.getElementById('act').style.width = `${100 + innerWidth / 10}px`; // the bar measures itself again
}"""

# Tell a long move, as after somebody's first match: is it cut, does it lie over the board?
NEWS = """() => {
  document.getElementById('first-match')?.remove();
  delete document.getElementById('table').dataset.first;
  const news = document.querySelector('.status-last'), board = document.getElementById('t-board');
  news.textContent = 'Ada passes: takes 1 × 6, adds a 3; turns up nothing; 2 in hand. Trick to Ada. A 5 joins storage.';
  const over = news.getBoundingClientRect().top < board.getBoundingClientRect().bottom - 2;
  return [getComputedStyle(news).visibility, news.scrollHeight > news.clientHeight, over];
}"""

# Say something short about a choice: does it lie on the news?
MIXED = """() => {
  const [news, said] = ['.status-last', '.act-said'].map((part) => document.querySelector(part));
  said.textContent = 'You pass.';
  const [low, high] = [news.getBoundingClientRect().bottom, said.getBoundingClientRect().top];
  return getComputedStyle(news).visibility === 'visible' && low > high + 1;
}"""

# Tell far more than fits: how many pixels of a line that is not whole can be seen?
TOO_LONG = """() => {
  const news = document.querySelector('.status-last');
  news.textContent = 'Ada passes: takes 1 × 6, adds a 3; turns up nothing. '.repeat(9);
  return news.clientHeight % parseFloat(getComputedStyle(news).lineHeight);
}"""

# Where the words begin, where the board ends, and how far the stage has been scrolled.
PREVIEWED = """() => {
  const [words, board] = ['.act-said', '#t-board'].map((part) => document.querySelector(part).getBoundingClientRect());
  return [words.top, board.bottom, document.querySelector('.stage').scrollTop];
}"""


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_a_long_preview_has_a_place_of_its_own_on_a_phone(slug: str, page_of: Callable[..., "Page"]) -> None:
    me = make_person("ada")
    seats = max(load()[slug].meta.seats)
    match = tables.create_match(owner=me, slug=slug, seats=seats, options={}, bots=seats - 1, **CLOCK)
    page = page_of(me, reduced_motion="reduce")
    bots_answer(match.pk)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    for width, height in ((360, 640), (390, 844), (844, 390), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN, width)
        before = page.evaluate(PREVIEWED)[1]
        page.evaluate(PREVIEW, 5 if height >= 800 else 3)
        page.evaluate(DRAWN, width)
        top, bottom, scrolled = page.evaluate(PREVIEWED)
        assert bottom - 1 <= top < height and not scrolled, (width, top, bottom, scrolled)
        assert height < 800 or bottom == before, (width, bottom, before)  # a high window keeps a place for it
        page.evaluate("document.querySelector('.act-said').textContent = ''")


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_what_comes_after_a_match_is_in_sight_however_long_its_list(slug: str, page_of: Callable[..., "Page"]) -> None:
    me = make_person("ada")
    seats = max(load()[slug].meta.seats)
    match = tables.create_match(owner=me, slug=slug, seats=seats, options={}, bots=seats - 1, **CLOCK)
    while not load_match(match.pk).is_over:
        bots.play_one(match.pk, for_people=True)
    page = page_of(me, reduced_motion="reduce", width=360, height=520)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)  # that draws the result again
    buttons = [one.bounding_box() for one in page.locator(".result-next .button").all()]
    assert len(buttons) >= 2 and all(box and box["y"] > 0 and box["y"] + box["height"] <= 520 for box in buttons), (
        buttons
    )


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_news_are_told_whole_on_a_high_phone(slug: str, page_of: Callable[..., "Page"]) -> None:
    me = make_person("ada")
    seats = max(load()[slug].meta.seats)
    match = tables.create_match(owner=me, slug=slug, seats=seats, options={}, bots=seats - 1, **CLOCK)
    page = page_of(me, reduced_motion="reduce", width=390, height=844)
    bots_answer(match.pk)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    assert not page.evaluate(MIXED)
    assert page.evaluate(NEWS) == ["visible", False, False]
    assert not page.evaluate(MIXED)
    assert page.evaluate(NEWS)[0] == "visible", "a short preview has room in the bar"
    assert page.evaluate(TOO_LONG) < 2


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_what_is_chosen_survives_a_tray_that_is_drawn_anew(slug: str, page_of: Callable[..., "Page"]) -> None:
    me = make_person("ada")
    seats = load()[slug].meta.seats[0]
    match = tables.create_match(owner=me, slug=slug, seats=seats, options={}, bots=seats - 1, **CLOCK)
    page = page_of(me, reduced_motion="reduce")
    while bots.play_one(match.pk):
        pass
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    thing = page.locator(".tray label:not(.is-dim):visible").first
    if thing.count():
        thing.click()
    before = page.evaluate(CHOSEN)
    page.evaluate("() => { document.getElementById('t-decision').dataset.old = '1'; tableSocket.socket.send('{}'); }")
    page.wait_for_selector("#t-decision:not([data-old])", state="attached")
    page.evaluate("new Promise((done) => setTimeout(done, 0))")  # buttons are drawn once the tray is whole
    assert page.evaluate(CHOSEN) == before


# What of the result cannot be reached: buttons out of sight, or a window that scrolls to the side.
OUT_OF_REACH = """() => {
  const result = document.querySelector('.result');
  const out = (node) => {
    const box = node.getBoundingClientRect();
    return box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight;
  };
  const words = [...result.querySelectorAll('a, button')].filter(out).map((node) => node.textContent);
  return result.scrollWidth > result.clientWidth ? [...words, 'it scrolls to the side'] : words;
}"""


STATUS_STICKS_OUT = """() => {
  document.documentElement.style.fontSize = "200%";
  const boxOf = (part) => document.querySelector(part).getBoundingClientRect();
  return Math.max(boxOf(".status-ask").right, boxOf(".status-clock").right) > boxOf(".topline [data-drawer]").left;
}"""


def test_letters_of_twice_the_size_leave_room_for_the_status(page_of: Callable[..., "Page"]) -> None:
    match = tables.create_match(owner=make_person("ada"), slug=DUEL, seats=2, options={}, is_rated=False, **CLOCK)
    tables.join(match_id=match.pk, user=make_person("bo"))
    page = page_of(on_turn(match))
    page.goto(f"/match/{match.pk}/")
    for width in (360, 768):
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate(DRAWN, width)
        assert not page.evaluate(STATUS_STICKS_OUT), width


def test_the_end_is_in_sight_whole_and_speaks_to_me(page_of: Callable[..., "Page"]) -> None:
    me = make_person("ada")
    match = tables.create_match(owner=me, slug=DUEL, seats=2, options={}, bots=1, **CLOCK)
    leaving.resign(match_id=match.pk, user=me)
    page = page_of(me, reduced_motion="reduce")
    page.goto(f"/match/{match.pk}/")
    page.locator(".result-fold").wait_for()
    page.locator(".result-story", has_text="You resign: ").wait_for()
    found = {}
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN, width)
        found[width, height] = page.evaluate(OUT_OF_REACH)
    assert not any(found.values()), found
    found_by_axe = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    assert [(one["id"], [node["target"] for node in one["nodes"]]) for one in found_by_axe] == []


def test_a_long_story_of_the_end_leaves_the_last_message_in_sight(page_of: Callable[..., "Page"]) -> None:
    me, other = make_person("ada"), make_person("bo")
    match = tables.create_match(owner=me, slug=DUEL, seats=2, options={}, **CLOCK)
    tables.join(match_id=match.pk, user=other)
    leaving.resign(match_id=match.pk, user=me)
    page = page_of(me, width=844, height=390, reduced_motion="reduce")
    page.goto(f"/match/{match.pk}/")
    page.locator("#t-result h2").wait_for()
    page.locator(".result-story").evaluate("(story) => { story.textContent = 'A long story of it all. '.repeat(13); }")
    field, story = (page.locator(part).last.bounding_box() for part in ("#last-word", ".result-story"))
    assert field and story and field["y"] < story["y"] + story["height"], "beside it, not below"


RESULT = """() => {
  const box = document.getElementById('t-result');
  const near = { top: 0, left: 0, right: innerWidth, bottom: innerHeight };
  const fold = innerWidth > 400 ? ', .result-fold' : ''; // on a phone one may scroll to it
  const parts = box.querySelectorAll(`svg.ending, h2, .ranks li, .result-next :is(a, button)${fold}`);
  const out = [...parts].filter((part) => {
    const { left, right, top, bottom, width } = part.getBoundingClientRect();
    const tall = part.matches('li') && bottom - top > 60;
    return !width || tall || left < near.left || top < near.top || right > near.right || bottom > near.bottom;
  });
  const last = box.querySelector('.ranks li:last-child'), next = box.querySelector('.result-next');
  if (last.getBoundingClientRect().bottom > next.getBoundingClientRect().top) out.push(next);
  return [box.scrollWidth - box.clientWidth, out.map((part) => part.textContent.trim() || part.className.baseVal)];
}"""


@pytest.mark.slow
def test_the_end_of_a_full_table_is_in_sight_whole(page_of: Callable[..., "Page"]) -> None:
    """Picture, headline, eight places and all buttons at each size."""
    me, other = make_person("ada"), make_person("bo")
    match = tables.create_match(owner=me, slug=LARGEST, seats=8, options={}, bots=6, **CLOCK)
    tables.join(match_id=match.pk, user=other)
    for person in (me, other):
        leaving.resign(match_id=match.pk, user=person)
    while bots.play_one(match.pk):
        pass
    page = page_of(me, reduced_motion="reduce")
    page.goto(f"/match/{match.pk}/")
    page.locator("#t-result h2").wait_for()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN, width)
        assert page.evaluate(RESULT) == [0, []], (width, height)


# What the card of the first match lies on that it should not: players, and what one plays with; and small parts.
COVERS = """() => {
  const card = document.getElementById('first-match'), box = card.getBoundingClientRect();
  const boxOf = (part) => document.querySelector(part)?.getBoundingClientRect() ?? new DOMRect(-9, -9);
  const meets = (part) => {
    const other = boxOf(part), isBeside = box.left >= other.right - 1 || other.left >= box.right - 1;
    return !isBeside && box.top < other.bottom - 1 && other.top < box.bottom - 1;
  };
  const small = [...card.querySelectorAll('a, button, summary')].filter((part) => {
    const { width, height, right } = part.getBoundingClientRect();
    return width < 44 || height < 44 || right > innerWidth;
  });
  const covered = ['#t-seats', '#t-board', '#t-decision', '#act', '#t-log'].filter(meets);
  return [...covered, ...small.map((part) => part.textContent)];
}"""

AIM = "document.querySelector('#first-match summary > span').offsetWidth"  # 0: not shown


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_the_card_of_the_first_match_covers_no_player_and_nothing_to_play_with(
    slug: str, page_of: Callable[..., "Page"]
) -> None:
    me = make_person("ada")
    seats = min(load()[slug].meta.seats)
    match = tables.create_match(owner=me, slug=slug, seats=seats, options={}, bots=seats - 1, **CLOCK)
    while bots.play_one(match.pk):
        pass
    page = page_of(me, reduced_motion="reduce")
    page.goto(f"/match/{match.pk}/")
    page.locator("#first-match .close").wait_for()
    for width, height in ((360, 640), (390, 844), (844, 390), (768, 1024), (1024, 768), (1280, 720), (1366, 768)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN, width)
        assert page.evaluate(COVERS) == [], (width, height)
        assert width < 1280 or page.evaluate(AIM) > 180, (width, height)
    page.set_viewport_size({"width": 360, "height": 640})
    page.evaluate(DRAWN, 360)
    assert not 0 < page.evaluate(AIM) < 180, "no column of single words"
    more = page.locator("#first-match summary")
    more.click()
    page.locator("#first-match", has_text="Now: ").wait_for()
    assert page.get_by_text("Hold a card to enlarge it.").is_visible()
    assert page.evaluate(AIM) > 180
