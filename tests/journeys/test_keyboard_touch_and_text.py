"""Whole matches of every game by the other ways: with the keyboard or fingers alone, and in words without script.

Whoever plays knows no rules: they try what the page offers until it takes a move.
"""

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

from games.lobby import tables
from games.matches.loaded import load_match
from games.models import Match, MoveRecord
from games.titles import load
from tests.fixtures import make_person
from tests.games.conftest import DAY, browser_of
from tests.journeys.actions import Watch, bots_answer, goes_live, version_of
from tests.journeys.correspondent import WORDS, Form
from tests.samples import GAME, short_options

if TYPE_CHECKING:
    from playwright.sync_api import Page

TRIES = 60  # for one move


def match_with_bots(slug: str) -> tuple[Any, Match]:
    me, seats = make_person("ada"), load()[slug].meta.seats[0]
    clock: Any = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": DAY}
    options = short_options(slug)
    return me, tables.create_match(owner=me, slug=slug, seats=seats, options=options, bots=seats - 1, **clock)


def moves_of(match: Match, user: Any, by: str) -> int:
    return MoveRecord.objects.filter(match=match, user=user, by=by).count()


# --- in words ---------------------------------------------------------------------------------------------------------


def filled(form: dict[str, tuple[str, list[str]]], chance: Random) -> dict[str, Any]:
    """What somebody puts into the fields of a form."""
    data: dict[str, Any] = {}
    for name, (kind, values) in form.items():
        if kind in ("radio", "select"):
            data[name] = chance.choice(values)
        elif kind == "order":
            data[name] = chance.sample(values, len(values))
        elif kind == "checkbox":
            data[name] = chance.sample(values, chance.randint(0, min(2, len(values))))
        else:
            data[name] = values if kind in ("hidden", "number") else chance.choice(WORDS)
    return data


def answer_in_words(client: Client, address: str, chance: Random) -> bool:
    """Try the forms of the page until one is taken. A refusal says why, at an address that can be reloaded."""
    page = client.get(address).content.decode()
    forms = [form for form in Form(page).forms if "verb" in form]
    for _ in range(TRIES if forms else 0):
        answer = client.post(address, filled(chance.choice(forms), chance))
        if answer.status_code == 302:
            assert answer["Location"] == address
            return True
        assert answer.status_code in (409, 422) and 'class="refusal"' in answer.content.decode()
    return False


@pytest.mark.django_db
@pytest.mark.parametrize("slug", sorted(load()))
def test_a_whole_match_in_words(slug: str) -> None:
    me, match = match_with_bots(slug)
    client, address, chance = browser_of(me), f"/match/{match.pk}/text/", Random(slug)
    bots_answer(match.pk)
    while not load_match(match.pk).is_over:
        assert answer_in_words(client, address, chance), client.get(address).content.decode()
        bots_answer(match.pk)
    heading = client.get(address).content.decode().split("<h1>")[1].split("</h1>")[0]
    assert heading.endswith(" won") or heading.startswith("Shared first place")
    assert moves_of(match, me, "web") >= 3


# --- by keys and by fingers -------------------------------------------------------------------------------------------

AT = """() => {
  const at = document.activeElement, inside = at.closest('#t-decision, #t-board, #t-seats, #act');
  const kind = !inside ? '' : at.matches('[data-go]') ? 'go'
    : at.matches('[data-touch], #t-board button, a[class*=target]') ? 'thing'
    : at.matches('textarea, [type=text], [type=number], input:not([type])') ? 'words'
    : at.matches('[type=radio], [type=checkbox]') ? 'choice' : '';
  const confirms = ['go', 'choice'].includes(kind) || at.matches('[aria-pressed=true]');
  const isReady = document.querySelector('#act [data-main][aria-disabled=false]') !== null;
  return [kind, at.type === 'number', confirms, isReady];
}"""
NUMBERS = """() => [...document.querySelectorAll('#t-decision [data-key]:enabled:not(:checked)')]
  .filter((input) => input.closest('label')?.checkVisibility()).map((input) => input.dataset.key)"""
STOPS = 120  # of the tabulator, in one round: late in a match, the log alone has ninety links to rules
SENT = "#t-decision form[data-sent]"  # until the server has answered
READY = "#act [data-main][aria-disabled=false]"
ON_BOARD = "[data-touch], #t-board button, a[class*=target]"
THINGS = f".tray label:not(.only-plain *):has(input:enabled), {ON_BOARD}, .tray div > button"
STEP = "#t-decision form[data-next]"  # whose button leads to the next question
FIELDS = "#t-decision :is(textarea, input):required:visible"


def by_keys(page: "Page", chance: Random) -> None:
    """Numbers for cards; then from stop to stop with the tabulator, choosing here and there; Enter when it is ready."""
    if keys := page.evaluate(NUMBERS):
        page.keyboard.press(chance.choice(keys))
    has_acted = False
    for _ in range(2 * STOPS):
        kind, is_number, confirms, is_ready = page.evaluate(AT)
        if is_ready and confirms:
            return page.keyboard.press("Enter")
        has_acted = not has_acted and not is_ready and do_by_key(page, kind, is_number, chance)
        if not has_acted:
            page.keyboard.press("Tab")
    return None


def do_by_key(page: "Page", kind: str, is_number: bool, chance: Random) -> bool:
    """Perhaps choose what has the focus."""
    if kind == "words":
        page.keyboard.press("ControlOrMeta+a")
        # Numbered: the ten examples of a list must differ.
        page.keyboard.type("1" if is_number else f"{chance.choice(WORDS)} {chance.randrange(1000)}")
    elif kind == "thing":
        page.keyboard.press(chance.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
        page.keyboard.press("Enter")
    elif kind == "choice" and chance.random() < 0.5:
        page.keyboard.press("Space")
    else:
        return False
    return True


# Where a finger meets one of these things, if nothing lies over it there. (Cards may lie on one another: one touches
# the front one, which raises those behind it too.)
PLACE = """([things, chance]) => {
  const seen = [...document.querySelectorAll(things)].filter((thing) => thing.checkVisibility());
  const thing = seen[Math.floor(chance * seen.length)];
  thing?.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const box = thing?.getBoundingClientRect(), [x, y] = box ? [box.x + box.width / 2, box.y + box.height / 2] : [];
  return box && thing.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
}"""
# The click that follows a touch has come, and what it sets going at once has gone.
SETTLED = """async () => {
  for (let frames = 0; frames < 2; frames += 1) await new Promise(requestAnimationFrame);
  await new Promise((done) => setTimeout(done, 0));
}"""


def by_fingers(page: "Page", chance: Random) -> None:
    """Write where one must write, tap what can be tapped, and the button when it is ready."""
    for field in page.locator(FIELDS).all():
        if field.get_attribute("type") not in ("radio", "checkbox"):
            field.fill(field.get_attribute("min") or chance.choice(WORDS))
    for _ in range(8):
        is_ready = page.locator(READY).count() > 0
        if place := page.evaluate(PLACE, [READY if is_ready else THINGS, chance.random()]):
            page.touchscreen.tap(*place)
            page.evaluate(SETTLED)
        if is_ready or page.locator(SENT).count():  # the click of the last touch may have come late
            break


def has_moved(page: "Page", match_id: int, version: int) -> bool:
    """Has the move been taken? A secret answer counts: then nothing is asked here any more.

    What was sent is answered first: the server draws the tray again, whether it takes the move or refuses it.
    """
    page.locator(SENT).first.wait_for(state="detached")
    return version_of(match_id) > version or not page.locator("#act [data-go]").count()


def play_out(page: "Page", match: Match, act: Callable[["Page", Random], None], slug: str) -> None:
    chance = Random(slug)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    while not load_match(match.pk).is_over:
        bots_answer(match.pk)
        version = version_of(match.pk)
        page.wait_for_selector(f'#t-status[data-version="{version}"]', timeout=20_000)
        if load_match(match.pk).is_over:
            break
        for _ in range(TRIES):
            is_step = page.locator(STEP).count() > 0
            act(page, chance)
            if has_moved(page, match.pk, version):
                break
            if not is_step:
                page.keyboard.press("Escape")
        else:
            raise AssertionError(f"no move is taken: {page.locator('#t-decision').inner_text()}")
    page.locator(".result").wait_for()


# The other pairs take minutes, and are run by hand.
WALKED = {by_keys: GAME, by_fingers: GAME}
MATCHES = [
    pytest.param(act, slug, marks=[] if slug == walked else [pytest.mark.by_hand])
    for act, walked in WALKED.items()
    for slug in sorted(load())
]


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("act", "slug"), MATCHES)
def test_a_whole_match_by_keys_or_by_fingers(act: Any, slug: str, page_of: Callable[..., "Page"]) -> None:
    me, match = match_with_bots(slug)
    phone: Any = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True} if act is by_fingers else {}
    page = page_of(me, reduced_motion="reduce", **phone)
    watch = Watch(page, allowed=(404,))  # the tests have no manuals, whose rules are shown where one points
    play_out(page, match, act, slug)
    assert moves_of(match, me, "live") >= 3 and watch.problems == []
