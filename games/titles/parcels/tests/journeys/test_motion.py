"""Animated moves: cards travel for at most 0.6 s, and the animation can be skipped or turned off."""

from typing import Any

import pytest

from games.kernel import codec
from games.matches.loaded import load_match
from games.matches.play import play_move
from games.models import Match
from games.titles.parcels.scene import place
from games.titles.parcels.tests.journeys.actions import play_a_turn
from tests.games.conftest import move_on, open_of, user_of
from tests.games.prepared import set_position
from tests.games.recorded_matches import recorded
from tests.journeys.actions import Watch, goes_live, on_turn, show_is_loaded, shows, version_of, waits
from tests.journeys.test_motion import NOTE, moved

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def match(start: Any) -> Match:
    match: Match = start()
    move_on(match, 3)
    return match


def test_cards_travel_and_any_key_ends_it(page_of: Any, match: Match) -> None:
    page, other = page_of(on_turn(match)), page_of()
    watches = [Watch(page), Watch(other)]
    for one in (page, other):
        one.goto(f"/match/{match.pk}/")
        goes_live(one)
        one.evaluate(NOTE)
    version = version_of(match.pk)
    play_a_turn(page)
    for one in (page, other):
        shows(one, version + 1)
        assert moved(one) and all(time <= 600 for _, time in moved(one))
    other.keyboard.press("Shift")
    assert other.evaluate("window.moved.every(([, , one]) => one.playState === 'finished')")
    assert [watch.problems for watch in watches] == [[], []]


def test_reduced_motion_disables_animations(page_of: Any, match: Match) -> None:
    page = page_of(on_turn(match), reduced_motion="reduce")
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    page.evaluate(NOTE)
    version = version_of(match.pk)
    play_a_turn(page)
    shows(page, version + 1)
    assert moved(page) == []


STARTS = """() => {
  window.starts = [];
  const real = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    const tray = document.getElementById("t-decision").getBoundingClientRect(), box = this.getBoundingClientRect();
    const [dx, dy] = (frames.translate?.[0] ?? "0px 0px").split(" ").map(parseFloat);
    const lies = (y) => (y > tray.top ? "tray" : "table");
    const middle = box.y + box.height / 2;
    const end = frames.translate ? parseFloat(frames.translate.at(-1).split(" ")[1]) : 0;
    window.starts.push([this.dataset.piece ?? "", lies(middle + dy), lies(middle + end)]);
    return real.call(this, frames, how);
  };
}"""


def answer(match: Match, kind: str, **args: Any) -> None:
    loaded = load_match(match.pk)
    asked = open_of(loaded)
    user, move = user_of(loaded, asked.decision.seat), codec.move_from({"kind": kind, **args})
    play_move(match_id=match.pk, seat=asked.decision.seat, decision=asked.id, move=move, by="web", user=user)


def seen_by(page_of: Any, match: Match, seat: int) -> Any:
    page = page_of(user_of(load_match(match.pk), seat))
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    page.evaluate(STARTS)
    return page


def test_cards_of_others_never_touch_my_hand(page_of: Any, start: Any) -> None:
    """I hold the numbers that are played and beaten: all of them come from their player and go to the discard."""
    hands = [[3, 4, 5, 5, 8], [4, 5, 7, 8], [1, 2, 8]]
    match = set_position(start(), place(hands, [1, 2], turn=1, table=[3, 4], owner=2, deck=[6, 6, 6]))
    page = seen_by(page_of, match, 0)
    version = version_of(match.pk)
    answer(match, "play", cards=[4, 5])
    shows(page, version + 1)
    moves = page.evaluate("window.starts")
    assert {piece for piece, *_ in moves} >= {"meld-1/4", "meld-1/5", "meld-2/3", "meld-2/4"}
    assert [move for move in moves if "tray" in move] == []


def test_my_own_cards_rise_from_my_hand(page_of: Any, start: Any) -> None:
    hands = [[3, 4, 5, 5, 8], [4, 5, 7, 8], [1, 2, 8]]
    match = set_position(start(), place(hands, [1, 2], turn=0, table=[3, 4], owner=2, deck=[6, 6, 6]))
    page = seen_by(page_of, match, 0)
    version = version_of(match.pk)
    answer(match, "play", cards=[4, 5])
    shows(page, version + 1)
    moves = page.evaluate("window.starts")
    # The cards of the hand go over everything else, so that the edge of the board does not cut them off.
    assert {("hand/4", "tray", "table"), ("hand/5", "tray", "table")} <= set(map(tuple, moves))
    assert {"meld-0/4", "meld-0/5"} <= {piece for piece, *_ in moves}


def test_what_i_take_and_add_goes_from_and_to_my_hand(
    page_of: Any, start_any: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No second copy of a stack that I take flies to my panel, and what I add does not come from there."""
    told, match = recorded(start_any, "parcels", monkeypatch)
    told.move_on(match, 7)
    page = seen_by(page_of, match, 0)
    show_is_loaded(page)
    version = version_of(match.pk)
    told.move_on(match, 1)
    shows(page, version + 1)
    moves = page.evaluate("window.starts")
    assert ["hand/4", "table", "tray"] in moves and "stack/4" not in [piece for piece, *_ in moves]
    assert ["stack/6", "tray", "table"] in moves


FLIES = """() => {
  const real = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    const parts = [this, ...this.children];
    if (this.inert && frames.scale) window.flies = parts.map((part) => part.getBoundingClientRect().width);
    return real.call(this, frames, how);
  };
}"""


def test_the_card_that_i_play_flies_as_it_lay_in_my_hand(page_of: Any, start: Any) -> None:
    """At a mouse a touch on “Next legal play” finds it, though the news stand on the same line."""
    hands = [[3, 4, 5, 5, 8], [4, 5, 7, 8], [1, 2, 8]]
    match = set_position(start(), place(hands, [1, 2], turn=0))
    page = page_of(user_of(load_match(match.pk), 0), width=1280, height=800)
    page.goto(f"/match/{match.pk}/")
    goes_live(page)
    page.evaluate(FLIES)
    page.get_by_role("button", name="Next legal play").click()
    in_hand = page.evaluate("""() => {
      const card = document.querySelector("label:has(:checked) .card");
      return [card, ...card.children].map((part) => part.getBoundingClientRect().width);
    }""")
    version = version_of(match.pk)
    page.locator("#act [data-main][aria-disabled=false]").click()
    shows(page, version + 1)
    waits(page, "window.flies", "nothing flies")
    assert page.evaluate("window.flies") == pytest.approx(in_hand, abs=2)
