"""Any hand that the rules allow can be seen and touched at every size: the largest of each game and variant."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from accounts.models import User
from games.kernel import codec, engine, legal_moves
from games.kernel.position import AnyPosition
from games.kernel.rng import Rng
from games.lobby import tables
from games.matches.loaded import load_match
from games.models import Match, OpenDecision
from games.titles import load
from tests.fixtures import make_person
from tests.journeys.actions import goes_live
from tests.journeys.test_stage import CLOCK, DRAWN, SIZES
from tests.samples import GAME_FIRST

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOVES = 120  # of a match that is played at random in search of a large hand

# Cards of which a finger meets nowhere 16 pixels in a row. A hand may scroll by itself, and cards that look alike are
# touched through the front one.
OUT_OF_REACH = """() => {
  const all = document.querySelectorAll('#t-decision.tray :is(label.is-card, [data-ref^="card/"])');
  const cards = [...all].filter((card) => card.checkVisibility() && !card.closest('.only-plain'));
  const known = new Map();
  const met = (card) => known.get(card) ?? known.set(card, run(card)).get(card);
  const run = (card) => {
    card.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const box = card.getBoundingClientRect();
    let longest = 0;
    for (const part of [0.3, 0.5, 0.7, 0.95]) {
      const isMet = (x) => card.contains(document.elementFromPoint(x, box.top + box.height * part));
      for (let x = box.left + 1, run = 0; x < box.right + 1 && longest < 16; x += 1)
        longest = Math.max(longest, (run = isMet(x) ? run + 1 : 0));
    }
    return longest;
  };
  const words = (card) => card.textContent.trim().slice(0, 30);
  const twins = (card) => cards.filter((one) => one.parentElement === card.parentElement && words(one) === words(card));
  const missed = cards.filter((card) => twins(card).every((one) => met(one) < 16));
  return [cards.length, missed.map((card) => [words(card), met(card)])];
}"""

# Cards of the hand below 56 by 80 pixels, or outside the window.
TOO_SMALL = """() => [...document.querySelectorAll('#t-decision .hand .is-held')]
  .map((card) => card.getBoundingClientRect())
  .filter((box) => box.width < 55.5 || box.height < 79.5 || box.left < -0.5 || box.right > innerWidth + 0.5
    || box.bottom > innerHeight + 0.5)
  .map((box) => [box.width, box.height, box.left, box.right, box.bottom])"""


def hand_of(view: Any, seat: int) -> int:
    held = view.hand if hasattr(view, "hand") else view.players[seat].hand
    return len(held)


def largest(slug: str, seats: int, options: dict[str, Any]) -> tuple[int, AnyPosition, int]:
    """The largest hand of a seat that is asked, in a match played at random: its size, the position and the seat."""
    game, rng = load()[slug], Rng("5e" * 16)
    position, _ = engine.start(game, seats, options, "5e" * 16)
    best: tuple[int, AnyPosition, int] | None = None
    for _ in range(MOVES):
        asked = [one for one in engine.decisions(game, position) if not one.optional]
        if not asked:
            break
        for one in asked:
            size = hand_of(engine.view_for(game, position, one.seat), one.seat)
            if best is None or size >= best[0]:
                best = size, codec.copy(game, position), one.seat
        move = legal_moves.random_move(game, position, asked[0], rng)
        engine.play(game, position, asked[0].seat, move, position.id_of(asked[0]))
    assert best is not None
    return best


def variants(slug: str) -> list[tuple[int, dict[str, Any]]]:
    """Each seat count with the usual options and with each preset."""
    meta = load()[slug].meta
    return [(seats, options) for seats in meta.seats for options in ({}, *(dict(one.options) for one in meta.presets))]


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_each_card_of_the_largest_hand_can_be_touched(slug: str, page_of: Callable[..., "Page"]) -> None:
    found = [largest(slug, seats, options) for seats, options in variants(slug)]
    biggest = max(size for size, _, _ in found)
    size, position, seat = next(one for one in found if one[0] == biggest)
    assert size > 2
    page = laid(slug, position, seat, page_of)
    goes_live(page)
    for width, height in [*SIZES, (1920, 1080), (360, 640)]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN, width)
        count, missed = page.evaluate(OUT_OF_REACH)
        assert count >= size and missed == [], (width, height, missed)
        assert page.evaluate(TOO_SMALL) == [], (width, height)
        label = page.locator(".tray label.is-card:has(input:enabled):not(.is-dim)").first
        if label.count():  # a chosen card hides no other
            label.evaluate("node => node.click()")
            assert page.evaluate(OUT_OF_REACH)[1] == [], (width, height)
            page.keyboard.press("Escape")


def laid(slug: str, position: AnyPosition, seat: int, page_of: Callable[..., "Page"]) -> "Page":
    """A match in this position, opened by the player of this seat."""
    known = User.objects.count()
    people = [make_person(f"p{known + number}") for number in range(position.seats)]
    options = codec.plain(position.options)
    match = tables.create_match(owner=people[0], slug=slug, seats=position.seats, options=options, **CLOCK)
    for person in people[1:]:
        tables.join(match_id=match.pk, user=person)
    Match.objects.filter(pk=match.pk).update(position=codec.dump(position).decode(), version=5, revision=500)
    OpenDecision.objects.filter(match=match).delete()
    sitting = load_match(match.pk).seats[seat].user
    page = page_of(next(person for person in people if person.pk == sitting), reduced_motion="reduce")
    page.goto(f"/match/{match.pk}/")
    return page
