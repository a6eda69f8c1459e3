"""`manage.py arena`: which bot is better, by how much and how surely; API bots play as on a site."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.management.commands import arena
from games.management.commands.arena import Contest, Score
from games.titles import load
from tests.samples import FROM_TWO, LARGEST

EXAMPLES = Path(arena.CLIENT) / "examples"


def run(capsys: Any, *arguments: Any) -> tuple[str, str]:
    call_command("arena", *map(str, arguments), "--jobs", "1")
    shown = capsys.readouterr()
    return shown.out, shown.err


def test_the_same_seed_gives_the_same_result(capsys: Any) -> None:
    facts = ("house", "random", "--game", FROM_TWO, "--seats", 2, "--matches", 4)
    first, again = (run(capsys, *facts)[0].partition("CPU") for _ in range(2))
    assert first[0] == again[0] and "per move" in first[2]


def test_every_number_of_seats_is_tried_on_all_cores(capsys: Any) -> None:
    call_command("arena", "house", "random", "--game", FROM_TWO, "--matches", "2", "--jobs", "2")
    assert capsys.readouterr().out.count("2 matches") == len(load()[FROM_TWO].meta.seats)


def test_an_api_bot_can_play_in_the_arena(capsys: Any) -> None:
    seats = load()[LARGEST].meta.seats[0]
    said, _ = run(capsys, EXAMPLES / "random_bot.py", "house", "--game", LARGEST, "--seats", seats, "--matches", 2)
    assert "2 matches" in said


@pytest.mark.parametrize(
    ("ranks", "seat", "expected"), [([1, 2], 0, 1.0), ([1, 1], 1, 0.5), ([1, 2, 3], 1, 0.5), ([1, 2, 2, 4], 2, 0.5)]
)
def test_a_bot_is_compared_with_each_of_its_rivals(ranks: list[int], seat: int, expected: float) -> None:
    assert arena.beaten(ranks, seat) == expected


def test_the_difference_is_elo_with_bounds() -> None:
    assert round(arena.points(10 / 11, 1000)) == 400
    assert arena.points(1.0, 50) == pytest.approx(-arena.points(0.0, 50)) and arena.points(1.0, 50) < 1000
    assert "either may be better" in said_of([0.0, 1.0, 0.0, 1.0]) and "B is better" in said_of([0.0, 0.1] * 20)


def said_of(beaten: list[float]) -> str:
    return arena.verdict(Contest("x", 2, "a", "b", ""), [Score(1.0, one, [0.1]) for one in beaten])


@pytest.mark.parametrize(
    "arguments", [("nobody", "house"), (EXAMPLES / "README.md", "house"), ("house", "random", "--matches", 1)]
)
def test_invalid_arguments_are_refused(capsys: Any, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(CommandError):
        run(capsys, *arguments)


@pytest.mark.parametrize(("ranks", "seat", "expected"), [([1, 2, 3], 0, 3.0), ([1, 1, 3], 1, 1.5), ([2, 1], 0, 0.0)])
def test_wins_are_multiples_of_a_fair_share(ranks: list[int], seat: int, expected: float) -> None:
    assert arena.share(ranks, seat) == expected


def test_the_bot_takes_each_seat_in_turn_and_its_moves_are_timed() -> None:
    scores = [arena.played(Contest(FROM_TWO, 2, "house", "random", "0"), number) for number in range(4)]
    assert {score.won for score in scores} <= {0.0, 1.0, 2.0} and all(len(score.seconds) > 2 for score in scores)
