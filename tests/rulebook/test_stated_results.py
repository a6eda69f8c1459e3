"""Stated results of examples: what is not so is named."""

from pathlib import Path

import pytest

from games.titles import folder, load
from rulebook import examples
from rulebook.examples import Act, Try
from tests.manual_examples import wrong_in

GAME = load()["parcels"]
PAIR = examples.read_examples(folder("parcels"))["beating-a-pair"]
PLAY_4_5 = (Act("play", {"cards": [4, 5]}),)
LINE = "Ann plays 4-5 (2 cards, total 9); 7 left."


def test_a_true_statement_has_no_faults() -> None:
    attempt = Try("Play 4-5", PLAY_4_5, says=(LINE,), clauses=("PC-32",), holds={"players.0.hand_size": 7})
    assert wrong_in(GAME, PAIR, attempt) == []


@pytest.mark.parametrize(
    ("attempt", "fault"),
    [
        (Try("x", PLAY_4_5, says=("Ann wins.",)), "the log does not say “Ann wins.”"),
        (Try("x", PLAY_4_5, says=(LINE, LINE)), f"the log does not say “{LINE}”"),
        (Try("x", PLAY_4_5, refused="No."), "refused with “”, not “No.”"),
        (Try("x", (Act("play", {"cards": [8]}),), says=(LINE,)), "refused with “The table shows 2 cards"),
        (Try("x", PLAY_4_5, says=(LINE,), clauses=("PC-99",)), "PC-99 did not fire"),
        (Try("x", PLAY_4_5, holds={"players.0.hand_size": 8}), "players.0.hand_size is 7"),
        (Try("x", PLAY_4_5), "states no result"),
    ],
)
def test_each_fault_is_named(attempt: Try, fault: str) -> None:
    assert any(found.startswith(fault) for found in wrong_in(GAME, PAIR, attempt))


def test_moves_after_a_refusal_are_not_played() -> None:
    result = examples.play(GAME, PAIR, [Act("play", {"cards": [8]}), *PLAY_4_5])
    assert result.refused is not None and result.refused.clause == "PC-33" and not result.told
    assert result.position.state.table == [4, 4]


def test_a_title_without_the_file_has_no_examples(tmp_path: Path) -> None:
    assert examples.read_examples(tmp_path) == {}
