"""Section 9 of the rulebook, row by row, on the engine: every refusal, word for word, and who hears which first."""

from collections.abc import Callable
from typing import Any

import pytest

from games.kernel import codec, engine, validation
from games.kernel.errors import IllegalMove
from games.titles.dinosaurs import game
from games.titles.dinosaurs.tests.scene import SEED, Table
from games.titles.dinosaurs.tests.site.refusals import (
    ANSWERED,
    NOT_YOURS,
    NOTHING,
    OUT,
    ROWS,
    TURN,
    WRONG_KIND,
    Row,
    choosing,
    effect,
    falling,
    grabbing,
    keeping,
    sudden,
    window,
)


def refused(table: Table, seat: int, move: Any) -> tuple[str, str]:
    """The sentence and clause that refuse this move; the position stays as it was."""
    before = codec.dump(table.position)
    with pytest.raises(IllegalMove) as found:
        engine.play(game, table.position, seat, codec.move_from(move))
    assert codec.dump(table.position) == before
    return found.value.message, found.value.clause


@pytest.mark.clause("HD-119")
@pytest.mark.parametrize("row", ROWS, ids=[f"{row.clause}-{number}" for number, row in enumerate(ROWS)])
def test_each_row_is_refused_in_the_words_of_the_rulebook(row: Row) -> None:
    if isinstance(row.move, dict) and "act" in row.move:
        assert refused(row.make(), row.seat, row.move) == (row.sentence, row.clause)
        return
    with pytest.raises(IllegalMove) as found:
        codec.move_from(row.move)
    told = validation.unreadable(game, False, found.value)
    assert (told.message, told.clause) == (row.sentence, row.clause)


SETUPS: tuple[tuple[int, dict[str, Any], str, str], ...] = (
    (1, {}, "This game needs two to six players.", "HD-02"),
    (7, {}, "This game needs two to six players.", "HD-02"),
    (3, {"speed": 2}, "Unknown option: speed.", "HD-119"),
    (3, {"waves": "loud"}, "Unknown value for the option waves.", "HD-119"),
    (3, {"extra_dinos": "some"}, "Unknown value for the option extra_dinos.", "HD-119"),
    (3, {"dinos": ["stego"]}, "The list of dinosaurs must have one entry per seat.", "HD-05"),
    (3, {"dinos": ["stego", None, None, None]}, "The list of dinosaurs must have one entry per seat.", "HD-05"),
    (3, {"dinos": ["dodo", None, None]}, "There is no such Dinosaur in this match.", "HD-02"),
    (3, {"dinos": [None, None, "raging-raptor"]}, "There is no such Dinosaur in this match.", "HD-02"),
    (3, {"dinos": ["stego", None, "stego"]}, "That Dinosaur is already taken; pick another.", "HD-03"),
)


@pytest.mark.clause("HD-02", "HD-03", "HD-05", "HD-119")
@pytest.mark.parametrize(("seats", "options", "sentence", "clause"), SETUPS)
def test_a_match_that_cannot_be_set_up(seats: int, options: dict[str, Any], sentence: str, clause: str) -> None:
    with pytest.raises(IllegalMove) as found:
        engine.start(game, seats, options, SEED)
    assert (found.value.message, found.value.clause) == (sentence, clause)


PICKS = (
    ("dodo", "There is no such Dinosaur in this match.", "HD-02"),
    ("raging-raptor", "There is no such Dinosaur in this match.", "HD-02"),
    (None, "There is no such Dinosaur in this match.", "HD-02"),
    ("stego", "That Dinosaur is already taken; pick another.", "HD-03"),
)


@pytest.mark.clause("HD-02", "HD-03")
@pytest.mark.parametrize(("dino", "sentence", "clause"), PICKS)
def test_a_dinosaur_that_cannot_be_picked(dino: Any, sentence: str, clause: str) -> None:
    position, _ = engine.start(game, 3, {"dinos": "pick"}, SEED)
    engine.play(game, position, 2, codec.move_from({"act": "dino", "dino": "stego"}))
    with pytest.raises(IllegalMove) as found:
        engine.play(game, position, 0, codec.move_from({"act": "dino", "dino": dino}))
    assert (found.value.message, found.value.clause) == (sentence, clause)


# What a move of each kind says whatever else stands in it.
KINDS = ("choose", "effect", "grab", "keep", "instants", "sudden", "take", "insure", "redirect", "dance")
EFFECTS = ("effect", "grab", "keep")
CHOSEN = ("You have already chosen your card for this round.", "HD-14")
OUTSIDE = ("You are not part of this Sudden Death.", "HD-92")
PLAYED = ("You have already chosen your Sudden Death card.", "HD-93")
TAKE_ONE = ("You have seen the hand: now take one card.", "HD-70")
KEEP_ONE = ("You have seen the two cards: now keep one.", "HD-61")
Said = dict[str, tuple[str, str]]
# Each step: who is asked and for what, what those hear who are not asked, and what special kinds hear.
STEPS: dict[str, tuple[Callable[[], Table], dict[int, tuple[str, ...]], dict[int, Said], dict[int, Said]]] = {
    "choosing": (choosing, {1: ("choose",), 2: ("choose",)}, {0: {"choose": CHOSEN}}, {}),
    "effect": (effect("pet-rock"), {0: ("effect",)}, {n: dict.fromkeys(EFFECTS, TURN) for n in (1, 2, 3)}, {}),
    "grabbing": (
        grabbing,
        {0: ("grab",)},
        {n: dict.fromkeys(EFFECTS, TURN) for n in (1, 2, 3)},
        {0: {"effect": TAKE_ONE}},
    ),
    "keeping": (
        keeping,
        {0: ("keep",)},
        {n: dict.fromkeys(EFFECTS, TURN) for n in (1, 2, 3)},
        {0: {"effect": KEEP_ONE}},
    ),
    "window": (window, {1: ("instants",), 2: ("instants",)}, {0: {"instants": ANSWERED}}, {}),
    "sudden": (sudden, {2: ("sudden",)}, {0: {"sudden": OUTSIDE}, 1: {"sudden": PLAYED}}, {}),
    "falling": (
        falling,
        {2: ("take", "insure", "redirect")},
        {n: dict.fromkeys(("take", "insure", "redirect"), NOT_YOURS) for n in (0, 1)},
        {},
    ),
}


@pytest.mark.clause("HD-14", "HD-40", "HD-50", "HD-61", "HD-70", "HD-81", "HD-85", "HD-92", "HD-93", "HD-119")
@pytest.mark.parametrize("step", STEPS)
def test_each_seat_hears_its_own_line_in_each_step(step: str) -> None:
    make, asked, unasked, special = STEPS[step]
    table = make()
    for seat, player in enumerate(table.players):
        for kind in KINDS:
            if kind in asked.get(seat, ()):
                continue
            expected = special.get(seat, {}).get(kind, WRONG_KIND)
            if player.out is not None:
                expected = OUT
            elif seat not in asked:
                expected = unasked[seat].get(kind, NOTHING)
            assert refused(table, seat, {"act": kind}) == expected, (seat, kind)
    for seat in set(range(len(table.players))) - set(asked):
        assert refused(table, seat, {"act": ""}) == ("That move could not be read.", "HD-119"), seat
    for seat in (-1, len(table.players)):
        for kind in (*KINDS, "orders"):
            assert refused(table, seat, {"act": kind}) == ("That seat is not in this match.", "HD-119"), (seat, kind)


@pytest.mark.clause("HD-40")
@pytest.mark.parametrize("step", STEPS)
def test_who_has_left_is_out_in_each_step(step: str) -> None:
    make, asked, _, _ = STEPS[step]
    table = make()
    gone = next(seat for seat, player in enumerate(table.players) if player.out is None and seat not in asked)
    engine.drop(game, table.position, gone, "resigned")
    for kind in KINDS:
        assert refused(table, gone, {"act": kind}) == OUT, kind
