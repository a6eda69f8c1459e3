"""Many moves in one process: does a move get dearer, or the process larger? `make bench MOVES=100000`."""

import gc
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from games.kernel.rng import Rng
from games.titles import load as titles
from tests.bench import cost, pushes
from tests.bench.ratios import Goal, Row, ratio_row

GOAL = Goal("≤", 1.05)  # the last tenth beside the first
SHOWN = 1000  # progress each so many moves


def rows(moves: int) -> Iterator[Row]:
    """Play so many moves in matches of all games in turn, and compare the last tenth with the first."""
    taken: list[float] = []
    sizes: list[float] = []
    games = [slug for slug in titles() if slug in pushes.SEATS]
    number = 0
    while len(taken) < moves:
        for cpu in _match(games[number % len(games)], number):
            taken.append(cpu)
            if len(taken) % SHOWN == 0:
                gc.collect()
                sizes.append(_memory())
                print(f"\r  … {len(taken):,} of {moves:,} moves, {sizes[-1]:.0f} MB", end="", file=sys.stderr)
        number += 1
    tenth = max(1, moves // 10)
    cpu_of = median(taken[-tenth:]) * 1000, median(taken[:tenth]) * 1000
    yield ratio_row(
        f"CPU of a move at the door, last tenth of {moves:,} / first", [cpu_of], "{:.2f} and {:.2f} ms", GOAL
    )
    if few := len(sizes) // 10:
        memory = median(sizes[-few:]), median(sizes[few : 2 * few])  # the first fill the caches
        yield ratio_row("memory, last tenth / second", [memory], "{:.0f} and {:.0f} MB", GOAL)


def _match(slug: str, number: int) -> Iterator[float]:
    """CPU seconds of each move of one match, played to its end."""
    match, rng = pushes.start(slug, f"e{number}-"), Rng(f"{number:032x}")
    while (cpu := cost.one_move(match.id, rng)) is not None:
        yield cpu


def _memory() -> float:
    """Resident memory of this process in MB."""
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024
