"""Recorded matches are told beat by beat, and what stands at the end is what the server sent: in every game."""

import re
from html import unescape
from itertools import groupby
from typing import TYPE_CHECKING, Any

import pytest

from games.kernel.words import read_by
from games.matches.loaded import before_deal, load_match
from games.models import Match
from games.table import fragments, presenter
from games.table.replay import at_version
from tests.fixtures import make_person
from tests.games.conftest import fix_chance, move_on, user_of
from tests.games.recorded_matches import Recorded, recorded
from tests.journeys.actions import Watch, goes_live, show_is_loaded, shows, version_of, waits
from tests.samples import DUEL, GAME_FIRST

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# Notes the versions shown, and where pieces of others start and end while they move.
NOTE = """(me) => {
  window.versions = [];
  window.strays = [];
  const version = () => Number(document.getElementById("t-status").dataset.version);
  document.addEventListener("table:shown", () => versions.push(version()));
  const own = new Set(), pieces = () => document.querySelectorAll("#t-decision [data-piece]");
  const collect = () => pieces().forEach((one) => own.add(one.dataset.piece));
  collect();
  for (const kind of ["table:news", "table:shown"]) document.addEventListener(kind, collect, true);
  const real = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    const tray = document.getElementById("t-decision").getBoundingClientRect(), box = this.getBoundingClientRect();
    const isBeat = this.className.includes?.("beat-");
    const piece = this.dataset.piece, told = `[data-beats*="|seat/${me}|${piece}|${piece}"]`; // what I add to the table
    const isFromMe = this.dataset.from === `seat/${me}` || this.closest("#t-decision") || document.querySelector(told);
    const isMine = isBeat || isFromMe || own.has(this.dataset.piece);
    for (const one of isMine ? [] : frames.translate ?? []) {
      const y = box.y + box.height / 2 + parseFloat(one.split(" ")[1]), x = box.x + box.width / 2 + parseFloat(one);
      const isIn = y > tray.top && y < tray.bottom && x > tray.left && x < tray.right;
      if (isIn && !(this instanceof SVGElement)) strays.push([this.dataset.piece, this.dataset.from, one]);
    }
    return real.call(this, frames, how);
  };
}"""
LEFT = ".beat-number, .beat-card, .beat-stamp, .beat-ring, .beat-banner, .beat-victory, .is-lifted, main > [data-piece]"
GONE = f"!document.querySelector('{LEFT}')"
STANDS = """() => ["t-board", "t-seats", "t-decision"].map((id) => {
  const part = document.getElementById(id).cloneNode(true);
  for (const one of part.querySelectorAll("time, .presence, .status-clock, .stepper > button")) one.remove();
  return part.textContent.replace(/\\s+/g, " ").trim();
})"""
SHOWN = """() => {
  window.shown = [];
  document.addEventListener("table:swapped", ({ target }) => {
    const version = Number(document.getElementById("t-status").dataset.version);
    if (target.id === "t-board") shown.push([version, target.textContent.replace(/\\s+/g, " ").trim()]);
  }, true); // before the title's own script adds anything
}"""
RESTS = "!window.beats.isRunning() && !document.documentElement.hasAttribute('data-beats')"


def watched(page_of: Any, match: Match, seat: int) -> "Page":
    page: Page = page_of(user_of(load_match(match.pk), seat))
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    page.keyboard.press("Shift")
    show_is_loaded(page)
    page.evaluate(NOTE, seat)
    return page


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_the_end_of_all_beats_is_what_a_fresh_page_shows(
    page_of: Any, start: Any, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two players watch the same recorded moves, one in full, one pressing keys all the time."""
    told, match = recorded(start, slug, monkeypatch)
    told.move_on(match, max(0, len(told.record["moves"]) // 2 - 4))  # past the beginning: tricks, stamps, scores
    spectator = page_of()
    spectator.goto(f"/match/{match.pk}/")
    goes_live(spectator)
    spectator.evaluate(SHOWN)
    calm, hasty = watched(page_of, match, 0), watched(page_of, match, 1)
    watches = [Watch(calm), Watch(hasty)]
    for _ in range(4):
        told.move_on(match, 2)
        shows(hasty, version_of(match.pk))
        hasty.keyboard.press("Shift")
    shows(spectator, version_of(match.pk))
    waits(spectator, RESTS, "the beats never ended")  # the end of a round stands for a while before the next deal
    states = spectator.evaluate("shown")
    for version, board in states:  # what stood before a deal comes before the number of its move, one of the next two
        before = [boards_at(match, later)[0] for later in (version + 1, version + 2) if later <= states[-1][0]]
        assert board in boards_at(match, version) + before
    assert states[-1][1] == boards_at(match, states[-1][0])[-1]
    for page, seat in ((calm, 0), (hasty, 1)):
        shows(page, version_of(match.pk))
        waits(page, RESTS, "the beats never ended")
        waits(page, GONE, "copies of pieces were left behind")
        versions = page.evaluate("versions")
        assert versions == sorted(versions)
        assert page.evaluate("strays") == []
        stood = page.evaluate(STANDS)
        page.goto(f"/match/{match.pk}/")
        goes_live(page)
        assert stood == page.evaluate(STANDS), f"the page of seat {seat}, loaded afresh"
    assert [watch.problems for watch in watches] == [[], []]


# What parts that wait for a beat show before a move, and when the first such beat begins.
AFTER = """() => {
  const parts = () => [...document.querySelectorAll("[data-after]")];
  const words = () => new Map(parts().map((part) => [part.classList[0] + part.dataset.after, part.textContent]));
  const fits = (beat) => (word) => Object.values(beat).some((one) => one && word.endsWith(one));
  const isTold = (name, beat) => name.split(" ").every(fits(beat));
  let before;
  window.rest = () => { before = words(); window.early = []; window.found = []; };
  document.addEventListener("table:beat", ({ detail: { kind, from, to, piece } }) => {
    for (const [name, now] of words()) {
      if (!before.has(name) || found.includes(name) || !isTold(name, { kind, from, to, piece })) continue;
      found.push(name);
      if (now !== before.get(name)) early.push([name, before.get(name), now]);
    }
  });
  rest();
}"""


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_figures_and_words_change_when_the_move_that_changes_them_is_shown(
    page_of: Any, start: Any, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, match = recorded(start, slug, monkeypatch)
    told.move_on(match, max(0, len(told.record["moves"]) // 2 - 4))
    page, heard = watched(page_of, match, 0), 0
    page.evaluate(AFTER)
    while heard < 3 and told.played < len(told.record["moves"]):
        told.move_on(match, 1)
        shows(page, version_of(match.pk))
        waits(page, RESTS, "the beats never ended")
        assert page.evaluate("early") == []
        heard += page.evaluate("found.length")
        page.evaluate("rest()")
    assert heard


END = """() => {
  window.told = [];
  const seen = { opacityProperty: true, visibilityProperty: true };
  const isSeen = (name) => Boolean(document.querySelector(name)?.checkVisibility(seen));
  const isOver = () => isSeen("#over") || (document.querySelector(".is-winner") && isSeen("#t-status"));
  document.addEventListener("table:beat", ({ detail }) => told.push([detail.kind, isOver()]));
  window.tops = [];
  const note = () => tops.push(document.getElementById("t-decision").getBoundingClientRect().top);
  for (const kind of ["table:news", "table:shown"]) document.addEventListener(kind, note);
}"""
LOG = """[...document.querySelectorAll("#log .log-line")].map((line) => {
  const words = line.cloneNode(true);
  for (const one of words.querySelectorAll("time, .clause, .pics")) one.remove();
  return words.textContent.replace(/\\s+/g, " ").trim();
})"""


def test_the_last_move_is_told_before_the_card_of_the_end(
    page_of: Any, start: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What opens with the end changes older lines of the log; the beats of the last move are played all the same."""
    told = Recorded(DUEL)
    fix_chance(monkeypatch, told)
    match = start(DUEL, (make_person("player0"), make_person("player1")), options=told.record["options"])
    told.move_on(match, len(told.record["moves"]) - 1)
    page = watched(page_of, match, 0)
    page.evaluate(END)
    page.evaluate("document.getElementById('act').prepend(makeButton('Undo move', { dataset: { takeback: '' } }))")
    page.get_by_role("button", name="Undo move").wait_for()
    told.move_on(match, 1)
    page.locator("#over").wait_for()
    assert not page.get_by_role("button", name="Undo move").is_visible()
    assert len(set(page.evaluate("tops"))) == 1, "the hand jumps when the result comes"
    kinds = page.evaluate("told")
    assert len(kinds) > 1 and not any(is_over for _, is_over in kinds), kinds
    waits(page, RESTS, "the beats never ended")
    log = page.evaluate(LOG)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    fresh = page.evaluate(LOG)
    assert log[: len(fresh)] == fresh


VICTORY = """() => {
  window.victories = [];
  document.addEventListener("table:beat", ({ detail }) => requestAnimationFrame(() => {
    const name = document.querySelector(".beat-victory b"), card = document.querySelector("#over");
    const lifted = [...document.querySelectorAll(".is-lifted")].map((one) => Number(one.dataset.seat));
    if (detail.kind === "victory") victories.push([name.textContent, name.getBoundingClientRect().width > 60, lifted,
      Boolean(card?.checkVisibility({ visibilityProperty: true }))]);
  }));
}"""


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_the_winners_are_shown_in_a_picture_before_the_card_of_the_end(
    page_of: Any, start: Any, slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A winner sees "You win" with motion, a spectator the winners' names without."""
    told, match = recorded(start, slug, monkeypatch)
    told.move_on(match, len(told.record["moves"]) - 1)
    won = [seat for seat, rank in enumerate(told.record["result"]) if rank == 1]
    pages = [watched(page_of, match, won[0]), page_of(reduced_motion="reduce")]
    pages[1].goto(f"/match/{match.pk}/")
    goes_live(pages[1])
    show_is_loaded(pages[1])
    for page in pages:
        page.evaluate(VICTORY)
    told.move_on(match, 1)
    names = [load_match(match.pk).names[seat] for seat in won]
    others = f"{', '.join(names[:-1])} and {names[-1]} win" if len(won) > 1 else f"{names[0]} wins"
    for page, words in zip(
        pages, ("You win" if len(won) == 1 else others.replace(names[0], "You", 1), others), strict=True
    ):
        page.locator("#over").wait_for()
        assert page.evaluate("victories") == [[words, True, won, False]]
        waits(page, GONE, "the picture was left behind")


def boards_at(match: Match, version: int) -> list[str]:
    """The texts of the boards that the server drew for spectators at this version: before a deal, after the move."""
    then = at_version(load_match(match.pk), version)
    drawn = [
        fragments.Rendered().parts(one, presenter.describe(one, presenter.Viewer()))["board"]
        for one in (before_deal(then), then)
        if one is not None
    ]
    return [" ".join(unescape(re.sub(r"<[^>]*>", "", read_by(board, None))).split()) for board in drawn]


# Not the fading edges of what scrolls: they count as animations, but only scrolling moves them.
RUNNING = """document.getAnimations().filter((one) => one.playState === 'running'
  && one.timeline instanceof DocumentTimeline).length"""


@pytest.mark.slow
def test_a_burst_of_moves_leaves_nothing_behind(page_of: Any, start: Any) -> None:
    match = start()
    page = watched(page_of, match, 0)
    move_on(match, 16)
    # However long sixteen boards take to draw on a busy machine: the question is what is left of them.
    page.wait_for_selector(f'#t-status[data-version="{version_of(match.pk)}"]', timeout=90_000)
    waits(page, RESTS, "the beats never ended")
    waits(page, GONE, "copies of pieces were left behind")
    waits(page, f"{RUNNING} < 3", "something goes on moving")
    versions = page.evaluate("versions")
    assert [one for one, _ in groupby(versions)] == sorted(set(versions))  # in order; a deal takes two steps
