"""The check of stated results reports each difference."""

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from games.titles import folder, load_all
from rulebook import checks, examples
from rulebook.examples import Act, Try, faults
from rulebook.sources import Source

GAME = load_all()["noughts"]
WIN = examples.read_examples(folder("noughts"))["win-now"]
TOP_RIGHT, TOP_LEFT = (Act("mark", {"cell": 2}),), (Act("mark", {"cell": 0}),)
LINE = "Ann wins."


def test_a_correct_statement_has_no_faults() -> None:
    attempt = Try("Mark top right", TOP_RIGHT, says=(LINE,), clauses=("NC-04",), holds={"cells.2": "X"})
    assert faults(GAME, WIN, attempt) == []


@pytest.mark.parametrize(
    ("attempt", "fault"),
    [
        (Try("x", TOP_RIGHT, says=("Ben wins.",)), "the log does not say “Ben wins.”"),
        (Try("x", TOP_RIGHT, says=(LINE, LINE)), f"the log does not say “{LINE}”"),
        (Try("x", TOP_RIGHT, refused="No."), "refused with “”, not “No.”"),
        (Try("x", TOP_LEFT, says=(LINE,)), "refused with “Choose an empty cell"),
        (Try("x", TOP_RIGHT, says=(LINE,), clauses=("NC-99",)), "NC-99 did not fire"),
        (Try("x", TOP_RIGHT, holds={"cells.2": "O"}), "cells.2 is 'X'"),
        (Try("x", TOP_RIGHT), "states no result"),
    ],
)
def test_each_fault_is_reported(attempt: Try, fault: str) -> None:
    assert any(found.startswith(fault) for found in faults(GAME, WIN, attempt)), faults(GAME, WIN, attempt)


def test_moves_after_a_refusal_are_not_played() -> None:
    result = examples.play(GAME, WIN, [*TOP_LEFT, *TOP_RIGHT])
    assert result.refused is not None and result.refused.clause and not result.told
    assert result.position.state.cells[2] == ""


def test_a_title_without_the_file_has_no_examples(tmp_path: Path) -> None:
    assert examples.read_examples(tmp_path) == {}


def test_loading_names_every_wrong_result_with_its_place() -> None:
    wrong = replace(WIN, tries=(Try("x", TOP_RIGHT, says=("Ben wins.",)), Try("y", TOP_LEFT, refused="No.")))
    source = Source("noughts", (), {}, {}, folder("noughts") / "pictures", game=GAME, examples={"win-now": wrong})
    first, second = checks.wrong_examples(source, {}, is_whole=False)
    assert re.match(r"manual/examples.toml:\d+: win-now, “x”: the log does not say “Ben wins.”", first)
    assert re.match(r"manual/examples.toml:\d+: win-now, “y”: refused with ", second)
