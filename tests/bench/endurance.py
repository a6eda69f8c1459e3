"""Many moves in one process: does a move get dearer, or the process larger? `make bench MOVES=100000`."""

import gc
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from django.db import connection

from games.kernel.rng import Rng
from games.titles import load as titles
from tests.bench import cost, pushes
from tests.bench.ratios import Goal, Row, ratio_row

GOAL = Goal("≤", 1.05)  # the last tenth beside the first
SHOWN = 1000  # progress each so many moves
CHECKED = 50  # the machine's speed each so many moves, as another load may change it in between


def rows(moves: int) -> Iterator[Row]:
    """Play so many moves in matches of all games in turn, and compare the last tenth with the first."""
    taken: list[float] = []
    machine: list[float] = []
    sizes: list[float] = []
    games = [slug for slug in titles() if slug in pushes.SEATS]
    number = 0
    while len(taken) < moves:
        for cpu in _match(games[number % len(games)], number):
            taken.append(cpu)
            if len(taken) % CHECKED == 0:
                machine.append(_machine())
            if len(taken) % SHOWN == 0:
                gc.collect()
                sizes.append(_memory())
                print(f"\r  … {len(taken):,} of {moves:,} moves, {sizes[-1]:.0f} MB", end="", file=sys.stderr)
        number += 1
    of_machine = [now / median(machine) for now in _ends(machine)]
    cpu_of = tuple(cpu * 1000 / slower for cpu, slower in zip(_ends(taken), of_machine, strict=True))
    name = f"CPU of a move at the door, last tenth of {moves:,} / first"
    yield ratio_row(name, [cpu_of], "{:.2f} and {:.2f} ms at one speed of the machine", GOAL)
    if few := len(sizes) // 10:
        memory = median(sizes[-few:]), median(sizes[few : 2 * few])  # the first fill the caches
        yield ratio_row("memory, last tenth / second", [memory], "{:.0f} and {:.0f} MB", GOAL)


def _ends(values: list[float]) -> tuple[float, float]:
    """The medians of the last tenth and of the first."""
    tenth = max(1, len(values) // 10)
    return median(values[-tenth:]), median(values[:tenth])


def _machine() -> float:
    """CPU seconds of a little work like that of a move: two queries, and rows to JSON and back."""
    began = time.process_time()
    with connection.cursor() as cursor:
        for _ in range(2):
            cursor.execute("SELECT now(), generate_series(1, 20)")
            cursor.fetchall()
    json.loads(json.dumps([{"seat": seat, "hand": ["card"] * 9} for seat in range(200)]))
    return time.process_time() - began


def _match(slug: str, number: int) -> Iterator[float]:
    """CPU seconds of each move of one match, played to its end."""
    match, rng = pushes.start(slug, f"e{number}-"), Rng(f"{number:032x}")
    while (cpu := cost.one_move(match.id, rng)) is not None:
        yield cpu


def _memory() -> float:
    """Resident memory of this process in MB."""
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024
