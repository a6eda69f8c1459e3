"""Parcels seen: cards can be read where they overlap, lie in sight whole, and differ without their colours."""

import base64
from typing import TYPE_CHECKING, Any

import pytest

from games.lobby import tables
from games.matches import bots
from tests.fixtures import make_person
from tests.journeys.actions import goes_live
from tests.journeys.test_stage import CLOCK, DRAWN
from tests.samples import quick_first

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
SIZES = [(390, 844), (1366, 768)]
# The cards of the hand: width, height, how much of each is not under the next one, and how wide its index is.
HAND = """() => [...document.querySelectorAll('.tray .parcels-hand .card')].map((card, place, all) => {
  const box = card.getBoundingClientRect(), index = card.querySelector('b');
  const next = all[place + 1]?.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(index);
  const free = next && Math.abs(next.top - box.top) < 9 ? next.left - box.left : box.width;
  const letters = range.getBoundingClientRect();
  return [box.width, box.height, free, letters.right - box.left, parseFloat(getComputedStyle(index).fontSize)];
})"""
# The share of each part that lies in the window.
SHARES = """() => [...document.querySelectorAll('#t-board > *, .tray .card, #act > button, .parcels-hole')].filter(
  (part) => part.checkVisibility() && part.getBoundingClientRect().width).map((part) => {
  const { left, right, top, bottom, width, height } = part.getBoundingClientRect();
  const wide = Math.min(right, innerWidth) - Math.max(left, 0);
  const high = Math.min(bottom, innerHeight) - Math.max(top, 0);
  return Math.round(100 * Math.max(0, wide) * Math.max(0, high) / (width * height));
})"""
# Eight cards without their numbers and drawings, side by side, and a picture of them as bytes.
BARE = """() => {
  const row = document.createElement('div');
  row.id = 'bare';
  row.dataset.game = 'parcels';
  row.className = 'has-stage';
  Object.assign(row.style, { position: 'fixed', inset: 0, zIndex: 99, display: 'flex', background: '#fff' });
  const look = 'width: 48px; height: 66px; color: transparent; flex: none';
  for (let number = 1; number <= 8; number += 1)
    row.innerHTML += `<span class="card" data-n="${number}" style="${look}"></span>`;
  document.body.append(row);
}"""
# How much two neighbouring cards differ, each pixel by pixel: in lightness, from 0 to 255.
DIFFER = """async (data) => {
  const picture = new Image();
  picture.src = `data:image/png;base64,${data}`;
  await picture.decode();
  const canvas = new OffscreenCanvas(picture.width, picture.height), pen = canvas.getContext('2d');
  pen.drawImage(picture, 0, 0);
  const light = (number) => {
    const { data } = pen.getImageData(48 * number + 5, 8, 38, 44);
    const weigh = (at) => 0.3 * data[at] + 0.59 * data[at + 1] + 0.11 * data[at + 2];
    return Array.from({ length: data.length / 4 }, (_, pixel) => weigh(4 * pixel));
  };
  const all = Array.from({ length: 8 }, (_, number) => light(number));
  return all.slice(1).map((one, place) => {
    const apart = one.map((value, at) => Math.abs(value - all[place][at]));
    return apart.reduce((sum, value) => sum + value, 0) / apart.length;
  });
}"""


# The share of the cards to be beaten that is not under the words about them.
BARE_MELD = """() => {
  const words = document.querySelector('.parcels-owner').getBoundingClientRect().top;
  return Math.min(...[...document.querySelectorAll('.parcels-meld .card')].map((card) => {
    const { top, height } = card.getBoundingClientRect();
    return Math.min(1, (words - top) / height);
  }));
}"""


@pytest.fixture
def page(page_of: Any) -> "Page":
    me = make_person("ada")
    match = tables.create_match(owner=me, slug="parcels", seats=3, options={}, bots=2, **CLOCK)
    while bots.play_one(match.pk):
        pass
    page: Page = page_of(me, reduced_motion="reduce")
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    page.locator("#first-match .close").click()
    return page


def test_the_cards_to_beat_are_in_sight_on_a_small_phone(page: "Page") -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    page.evaluate(DRAWN, 360)
    assert page.evaluate(BARE_MELD) >= 0.95
    for wide, high, free, *_ in page.evaluate(HAND):
        assert wide >= 56 and high >= 76 and free >= 29


def test_the_round_is_seen_on_phones(page: "Page") -> None:
    for width, height in ((360, 640), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN, width)
        words = page.locator(".parcels-where")
        seen = words.screenshot()
        assert words.screenshot() == seen, "nothing else changes there"
        words.evaluate("(words) => words.style.opacity = 0")
        assert words.screenshot() != seen, width
        words.evaluate("(words) => words.style.opacity = 1")


def test_all_is_in_sight_whole_and_cards_can_be_read_where_they_overlap(page: "Page") -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN, width)
        assert set(page.evaluate(SHARES)) == {100}, width
        hand = page.evaluate(HAND)
        assert len(hand) >= 5
        for wide, high, free, index, letters in hand:
            assert (wide >= 56 and high >= 76) and free >= 29, (width, hand)
            assert index <= max(free, 42) and letters >= 18, (width, hand)


# What of the board is not in the window whole, from side to side, and the numbers of cards that take two lines.
OUT = """() => [...document.querySelectorAll('#t-board *')].filter((one) => {
  const { left, right, width, height } = one.getBoundingClientRect();
  if (width < 2 || one.closest('svg, .sr, details')) return false;
  return left < -1 || right > innerWidth + 1 || one.scrollWidth > one.clientWidth + 1 && one.matches('.parcels-shutter')
    || one.matches('.parcels-count') && height > 1.9 * parseFloat(getComputedStyle(one).fontSize);
}).map((one) => one.outerHTML.slice(0, 90))"""


@pytest.mark.parametrize("width", [360, 390])
def test_the_board_is_as_wide_as_a_phone_at_large_text(page: "Page", width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    for size in ("100%", "200%"):
        page.evaluate("(size) => { document.documentElement.style.fontSize = size }", size)
        page.evaluate(DRAWN, width)
        assert page.evaluate(OUT) == [], size


@pytest.mark.parametrize("sight", quick_first("deuteranopia", "none", "protanopia", "achromatopsia"))
def test_neighbouring_numbers_differ_without_their_colours(page: "Page", sight: str) -> None:
    page.evaluate(BARE)
    page.context.new_cdp_session(page).send("Emulation.setEmulatedVisionDeficiency", {"type": sight})
    picture = base64.b64encode(page.screenshot(clip={"x": 0, "y": 0, "width": 384, "height": 66})).decode()
    apart = page.evaluate(DIFFER, picture)
    assert min(apart) >= 4, apart
