"""The rules, clause by clause."""

import pytest

from games.kernel import engine
from games.kernel.errors import IllegalMove
from games.kernel.position import AnyPosition
from games.kernel.types import Move
from games.kernel.words import read_by
from games.titles.noughts import game
from games.titles.noughts.drawing import scene


def play(position: AnyPosition, seat: int, cell: int) -> list[str]:
    events = engine.play(game, position, seat, Move("mark", {"cell": cell})).events
    return [read_by(game.table.story(event, ("Ann", "Ben")), None) for event in events]


@pytest.mark.clause("NC-01", "NC-02", "NC-03", "NC-06")
def test_crosses_begin_and_players_take_turns() -> None:
    position, _ = engine.start(game, 2, {}, "7" * 32)
    assert play(position, 0, 0) == ["Ann marks top left."]
    assert position.state.cells == ["X", *[""] * 8]
    (decision,) = engine.decisions(game, position)
    assert (decision.seat, decision.default) == (1, Move("mark", {"cell": 1}))
    with pytest.raises(IllegalMove, match="Choose an empty cell"):
        play(position, 1, 0)


@pytest.mark.clause("NC-04", "NC-05")
@pytest.mark.parametrize("cells, cell, wins", [("XX.OO....", 2, True), ("XO.XO....", 6, True), ("XOXXOOOX.", 8, False)])
def test_three_in_a_row_win_and_a_full_board_is_a_draw(cells: str, cell: int, wins: bool) -> None:
    position = scene([mark.strip(".") for mark in cells])
    assert play(position, 0, cell)[-1] == ("Ann wins." if wins else "The board is full: a draw.")
    assert game.rules.result(position.state) == ([1, 2] if wins else [1, 1])


@pytest.mark.clause("NC-07")
def test_the_other_player_wins_when_one_leaves() -> None:
    position, _ = engine.start(game, 2, {}, "7" * 32)
    engine.drop(game, position, 0, "resigned")
    assert game.rules.result(position.state) == [2, 1]
