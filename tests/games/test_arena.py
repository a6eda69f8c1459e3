"""`manage.py arena`: which bot is better, by how much and how surely; API bots play as on a site. And `make arena`."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.management.commands import arena
from tests.arena import Contest, played, share, verdict
from tests.samples import FROM_TWO, LARGEST

EXAMPLES = Path(arena.CLIENT) / "examples"


def run(capsys: Any, *arguments: Any) -> tuple[str, str]:
    call_command("arena", *map(str, arguments))
    shown = capsys.readouterr()
    return shown.out, shown.err


def test_the_same_seed_gives_the_same_result(capsys: Any) -> None:
    first, _ = run(capsys, "house", "random", "--game", FROM_TWO, "--matches", 4)
    assert (first, _) == run(capsys, "house", "random", "--game", FROM_TWO, "--matches", 4)


def test_an_api_bot_can_play_in_the_arena(capsys: Any) -> None:
    said, _ = run(capsys, EXAMPLES / "random_bot.py", "house", "--game", LARGEST, "--matches", 2)
    assert "2 matches" in said


@pytest.mark.parametrize(
    ("ranks", "kinds", "expected"),
    [([1, 2], "AB", 1.0), ([1, 1], "AB", 0.5), ([1, 2, 3], "ABA", 0.5), ([1, 2, 3, 4], "ABAB", 0.75)],
)
def test_scores_compare_every_a_with_every_b(ranks: list[int], kinds: str, expected: float) -> None:
    assert arena.score(ranks, list(kinds)) == expected


def test_the_difference_is_elo_with_bounds() -> None:
    assert round(arena.points(10 / 11, 1000)) == 400
    assert arena.points(1.0, 50) == pytest.approx(-arena.points(0.0, 50)) and arena.points(1.0, 50) < 1000
    assert "either may be better" in arena.verdict(["a", "b"], [0.0, 1.0, 0.0, 1.0])
    assert "B is better" in arena.verdict(["a", "b"], [0.0, 0.1] * 20)


@pytest.mark.parametrize(
    "arguments", [("nobody", "house"), (EXAMPLES / "README.md", "house"), ("house", "random", "--matches", 1)]
)
def test_invalid_arguments_are_refused(capsys: Any, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(CommandError):
        run(capsys, *arguments)


@pytest.mark.parametrize(("ranks", "seat", "expected"), [([1, 2, 3], 0, 3.0), ([1, 1, 3], 1, 1.5), ([2, 1], 0, 0.0)])
def test_wins_are_multiples_of_a_fair_share(ranks: list[int], seat: int, expected: float) -> None:
    assert share(ranks, seat) == expected


def test_the_bot_takes_each_seat_in_turn_and_its_moves_are_timed() -> None:
    contest = Contest(FROM_TWO, 2, "house", "random")
    shares, seconds = zip(*(played(contest, number) for number in range(4)), strict=True)
    assert set(shares) <= {0.0, 1.0, 2.0} and all(len(spent) > 2 for spent in seconds)
    assert "4 matches; CPU per move" in verdict(
        contest, list(shares), [second for spent in seconds for second in spent]
    )
