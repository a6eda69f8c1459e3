"""The cards and the deal (Introduction, Goal, Setup: HR-01 to HR-17)."""

from collections import Counter

import pytest

from games.kernel import engine
from games.titles.human_resources import game
from games.titles.human_resources.cards import ABILITY, BASE, CARDS, OTHER, POINTS, PROMO
from games.titles.human_resources.geometry import parts, place, xy
from games.titles.human_resources.patterns import IMAGES, newly_formed, orientations
from games.titles.human_resources.tests.tables import A, B, lines, play, points, table

VALUES = [2, 4, 6, 5, 8, 5, 7, 3, 4, 1, 2, 3, 6, 4, 4]


@pytest.mark.clause("HR-01", "HR-02", "HR-05")
def test_the_base_deck_has_27_dark_and_27_light_cards() -> None:
    assert len(BASE) == 54
    assert Counter(CARDS[card].kind for card in BASE) == {"project": 30, "manager": 18, "quota": 6}
    assert Counter(CARDS[card].colour for card in BASE) == {"D": 27, "L": 27}
    for colour in "DL":
        half = Counter(CARDS[card].kind for card in BASE if card[-1] == colour)
        assert half == {"project": 15, "manager": 9, "quota": 3}
    assert [CARDS[f"Q{number}D"].name for number in (1, 2, 3)] == ["Three Dark", "Five Cards", "More Scored Cards"]


@pytest.mark.clause("HR-04")
def test_printed_points() -> None:
    for colour in "DL":
        assert [POINTS[f"P{number:02}{colour}"] for number in range(1, 16)] == VALUES
    assert sum(POINTS[card] for card in BASE if CARDS[card].kind == "project") == 128
    assert [POINTS[card] for card in ("Q1D", "Q2D", "Q3D", "Q1L", "Q2L", "Q3L")] == [3, 4, 2, 3, 5, 1]
    assert all(POINTS[card] == 0 for card in BASE if CARDS[card].kind == "manager")


@pytest.mark.clause("HR-06")
def test_light_cards_have_the_pattern_with_colours_swapped() -> None:
    for number in range(1, 16):
        dark, light = CARDS[f"P{number:02}D"], CARDS[f"P{number:02}L"]
        turned = tuple("".join(OTHER.get(letter, letter) for letter in row) for row in dark.grid)
        assert light.grid == turned and light.name == dark.name


@pytest.mark.clause("HR-07", "HR-08")
def test_managers_come_in_pairs_and_quotas_once() -> None:
    managers = Counter(ABILITY[card] for card in BASE if CARDS[card].kind == "manager")
    assert len(managers) == 9 and set(managers.values()) == {2}
    for number in range(1, 10):
        assert ABILITY[f"M{number}D"] == ABILITY[f"M{number}L"]
    assert len({ABILITY[card] for card in BASE if CARDS[card].kind == "quota"}) == 6


def test_design_rules_of_the_patterns() -> None:
    """Connected, four to eight cubicles, at most five by three, mirror-symmetric, all 30 drawings different."""
    opening = {place(0, 0): "D", place(1, 0): "L", place(0, 1): "L", place(1, 1): "D"}
    seen = set()
    for card in (card for card in BASE if CARDS[card].kind == "project"):
        grid = CARDS[card].grid
        assert len({len(row) for row in grid}) == 1 and len(grid[0]) <= 5 and len(grid) <= 3
        squares = {place(x, y) for y, row in enumerate(grid) for x, letter in enumerate(row) if letter != "."}
        assert 4 <= len(squares) <= 8 and len(parts(squares)) == 1
        looks = orientations(grid)
        assert tuple(row[::-1] for row in grid) in _turned(grid)
        assert not seen & set(looks)
        seen |= set(looks)
        assert not newly_formed(card, opening, list(opening))


def _turned(grid: tuple[str, ...]) -> list[tuple[str, ...]]:
    turns = [grid]
    for _ in range(3):
        turns.append(tuple("".join(column) for column in zip(*reversed(turns[-1]), strict=True)))
    return turns


def test_the_number_of_orientations() -> None:
    looks = [2, 2, 2, 2, 1, 4, 2, 2, 1, 4, 4, 4, 4, 4, 4]
    for colour in "DL":
        assert [len(IMAGES[f"P{number:02}{colour}"]) for number in range(1, 16)] == looks


@pytest.mark.clause("HR-12", "HR-13", "HR-14", "HR-15")
@pytest.mark.parametrize(("promo", "left"), [(False, 44), (True, 52)])
def test_the_deal(promo: bool, left: int) -> None:
    faces = set()
    for seed in range(20):
        position, _ = engine.start(game, 2, {"promo": promo}, f"{seed:032x}")
        state = position.state
        office = {xy(at): cubicle.card[-1] for at, cubicle in state.office.items()}
        assert office == {(0, 0): "D", (1, 0): "L", (0, 1): "L", (1, 1): "D"}
        assert [len(hand) for hand in state.hands] == [3, 3]
        assert len(state.deck) == left and state.discard == []
        for seat in (A, B, None):
            assert all(cubicle.card is None for cubicle in game.rules.view(state, "turn", seat).office)
        faces.add(tuple(cubicle.card for cubicle in state.office.values()))
    assert len(faces) == 20


@pytest.mark.clause("HR-16", "HR-122")
def test_all_printed_points_count_when_choosing_the_first_player() -> None:
    assert [POINTS[f"X{number}D"] for number in (1, 2, 3, 4)] == [1, 0, 3, 0]
    counted = 0
    for seed in range(200):
        position, _ = engine.start(game, 2, {"promo": True}, f"{seed:032x}")
        sums = [sum(POINTS[card] for card in hand) for hand in position.state.hands]
        dealt = [card for hand in position.state.hands for card in hand]
        special = [card for card in dealt if card in PROMO or CARDS[card].kind == "quota"]
        counted += bool(special)
        assert sums[position.state.active] == min(sums)
    assert counted > 50


@pytest.mark.clause("HR-17")
def test_equal_totals_are_settled_by_lot() -> None:
    first, ties, said = Counter(), 0, set()
    for seed in range(2000):
        position, events = engine.start(game, 2, {}, f"{seed:032x}")
        sums = [sum(POINTS[card] for card in hand) for hand in position.state.hands]
        if sums[0] == sums[1]:
            ties += 1
            first[position.state.active] += 1
            said |= set(lines(events))
        assert position.state.by_lot == (sums[0] == sums[1])
    assert 0.05 < ties / 2000 < 0.095  # measured in the rulebook: 7.1 %
    assert min(first.values()) > ties / 3
    assert said == {f"{name} goes first (equal hand totals, drawn by lot)." for name in "AB"}


@pytest.mark.clause("HR-03", "HR-09", "HR-10")
def test_backs_are_open() -> None:
    position = table(hand=("M1D", "M2L"), rival=("P01D", "P02D", "P03L"), deck=("M3L", "M4D"))
    for seat in (A, B, None):
        view = engine.view_for(game, position, seat)
        assert [(one.dark, one.light) for one in view.seats] == [(1, 1), (2, 1)]
        assert (view.deck_count, view.deck_top) == (2, "L")
    play(position, A, "place", card="M2L", at=[2, 0])
    view = engine.view_for(game, position, None)
    assert [cubicle.colour for cubicle in view.office if (cubicle.x, cubicle.y) == (2, 0)] == ["L"]
    assert (view.deck_count, view.deck_top) == (1, "D")


@pytest.mark.clause("HR-15")
def test_the_discard_pile_is_open_and_in_order() -> None:
    position = table(hand=("M9D", "M2D"), rival=("M9L",))
    play(position, A, "hire", card="M9D")
    play(position, B, "hire", card="M9L")
    for seat in (A, B, None):
        assert engine.view_for(game, position, seat).discard == ["M9D", "M9L"]


@pytest.mark.clause("HR-11", "HR-95", "HR-96")
def test_the_most_points_win() -> None:
    scored = (("P01D", "Q1D"), ("P02D",))
    position = table(hand=("P05D", "M1D"), mine=("P05L",), deck=("M2D",), scored=scored)
    play(position, A, "place", card="M1D", at=[2, 0])
    assert points(position) == [5, 4]  # neither the hand nor the project in play counts
    assert game.rules.result(position.state) == [1, 2]
