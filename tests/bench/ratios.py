"""Moves and pages compared with the machine's floor: the bare consumer and the one-query page (tests.bench.bare).

Absolute times depend on the machine and its other load, so goals are ratios. In each round the floor and the site are
measured one after the other; what counts is the median of the rounds.
"""

import gc
import os
from collections.abc import Callable, Iterator, Sequence
from statistics import fmean, median
from typing import Any, NamedTuple

import uvloop

from tests.bench import load, pages
from tests.bench.load import Phase
from tests.bench.site import Site
from tests.samples import GAME

ROUNDS = 3
BARE = "tests.bench.bare:application"
ONE_QUERY = 3.2  # CPU milliseconds of the one-query page on the machine for which goals in milliseconds were set
Row = tuple[str, str, str, str]
Tell = Callable[[str], None]


class Goal(NamedTuple):
    """The ratio that we promise: at least or at most."""

    word: str
    ratio: float

    def holds(self, ratio: float) -> bool:
        return ratio >= self.ratio if self.word == "≥" else ratio <= self.ratio


class Job(NamedTuple):
    """A load, and the goals of its ratios to the bare consumer: kept up, CPU, p50 (None: only shown)."""

    name: str
    slugs: tuple[str, ...]
    pace: str = "live"
    spread: bool = False
    goals: tuple[Goal | None, Goal | None, Goal | None] = (None, None, None)


EVERY_GAME = tuple(load.SEATS)
JOBS = (
    Job(f"{GAME}, live", (GAME,), goals=(Goal("≥", 0.80), Goal("≤", 1.5), Goal("≤", 2.5))),
    Job("all games, live", EVERY_GAME, goals=(Goal("≥", 0.60), Goal("≤", 1.8), Goal("≤", 2.5))),
)
MORE_JOBS = (
    *(Job(f"{slug}, live", (slug,)) for slug in EVERY_GAME if slug != GAME),
    Job(f"{GAME} by correspondence", (GAME,), "correspondence"),
    Job("all games by correspondence", EVERY_GAME, "correspondence"),
    Job(f"{GAME}, live, spread by the proxy", (GAME,), spread=True),
)
PAGES = ("table", "lobby", "my matches")


class Loaded(NamedTuple):
    """How many matches are played at once, the moves prepared for each, the first rate, and seconds at each rate."""

    matches: int
    moves: int
    rate: float
    seconds: float


def move_rows(place: Site, size: Loaded, jobs: Sequence[Job], tell: Tell) -> Iterator[Row]:
    """Each job beside the bare consumer, on two web processes."""
    found: dict[str, list[tuple[list[Phase], list[Phase]]]] = {job.name: [] for job in jobs}
    for number in range(1, ROUNDS + 1):
        tell(f"round {number} of {ROUNDS}: the bare consumer, then {', '.join(found)}")
        place.start_web(2, BARE)
        bare = _ramp(place, load.prepare_bare(size.matches, size.moves), size)
        place.start_web(2)
        for job in jobs:
            plays = load.prepare(size.matches, size.moves, job.slugs, job.pace)
            found[job.name].append((_ramp(place, plays, size, job.spread), bare))
    for job in jobs:
        yield from _rows_of(job, found[job.name])


def _ramp(place: Site, plays: list[Any], size: Loaded, spread: bool = False) -> list[Phase]:
    gc.freeze()
    return uvloop.run(load.run(place, plays, size.rate, size.seconds, spread))


def _rows_of(job: Job, rounds: Sequence[tuple[list[Phase], list[Phase]]]) -> Iterator[Row]:
    """Kept up is the best rate of a round; CPU and p50 are those of its first rate, which both keep up with."""
    ours, bare = [found for found, _ in rounds], [found for _, found in rounds]
    first = median(phases[0].offered for phases in ours)
    kept_up = _pairs(ours, bare, lambda phases: load.best(phases).rate)
    cpu = _pairs(ours, bare, lambda phases: phases[0].cpu_per_1000)
    p50 = _pairs(ours, bare, lambda phases: phases[0].p50)
    yield ratio_row(f"{job.name}: moves kept up / bare consumer", kept_up, "{:.0f} of {:.0f}/s", job.goals[0])
    yield ratio_row(f"{job.name}: CPU at {first:.0f}/s / bare", cpu, "{:.1f} and {:.1f} s per 1,000", job.goals[1])
    yield ratio_row(f"{job.name}: p50 at {first:.0f}/s / bare", p50, "{:.0f} and {:.0f} ms", job.goals[2])
    late = median(load.best(phases).p99 for phases in ours)
    yield f"{job.name}: p99 at the rate kept up", f"{late:.0f} ms", "< 250 ms", machine_load()
    pushed = median(phases[0].bytes for phases in ours) / 1000
    yield f"{job.name}: pushed per move and viewer", f"{pushed:.1f} kB", "≤ 1.5 kB", ""


def _pairs(ours: list[Any], floor: list[Any], of: Callable[[Any], float]) -> list[tuple[float, float]]:
    return [(of(found), of(base)) for found, base in zip(ours, floor, strict=True)]


def ratio_row(name: str, pairs: Sequence[tuple[float, float]], words: str, goal: Goal | None) -> Row:
    """The median ratio of these measurements and their floors, its range, and whether the goal is met."""
    ratios = sorted(found / base for found, base in pairs)
    middle = median(ratios)
    verdict = "" if goal is None else "pass, " if goal.holds(middle) else "FAIL, "
    absolute = words.format(*(median(values) for values in zip(*pairs, strict=True)))
    more = f"{verdict}{ratios[0]:.2f} to {ratios[-1]:.2f}; {absolute}; {machine_load()}"
    return name, f"{middle:.2f}", f"{goal.word} {goal.ratio:.2f}" if goal else "", more


def page_rows(place: Site, tell: Tell) -> Iterator[Row]:
    """Pages for a logged-in person from one web process, compared with a view that only runs one query."""
    cookie, addresses = pages.prepare()
    floors: list[float] = []
    found: dict[str, list[float]] = {name: [] for name in addresses}
    for number in range(1, ROUNDS + 1):
        tell(f"round {number} of {ROUNDS}: the one-query page, then {', '.join(addresses)}")
        floors.append(one_query_page(place))
        place.start_web(1)
        for name, path in addresses.items():  # the home page is for anonymous visitors
            found[name].append(pages.measure(place, path, "" if path == "/" else cookie).cpu)
    for name, cpu in found.items():
        goal = Goal("≤", 2.5) if name in PAGES else None
        pairs = list(zip(cpu, floors, strict=True))
        yield ratio_row(f"{name}: CPU / one-query page", pairs, "{:.1f} and {:.1f} ms", goal)


def one_query_page(place: Site) -> float:
    """CPU milliseconds of the view that only runs one query, from one web process, which goes on."""
    place.start_web(1, BARE)
    return pages.measure(place, "/ratings/").cpu


def slowness(floors: Sequence[float]) -> tuple[float, Row]:
    """By how much goals in milliseconds grow on this machine, from the one-query page at several moments; and a row
    that says so."""
    each = fmean(floors)
    more = f"{ONE_QUERY} ms where the goals below were set; they are multiplied by the ratio; {machine_load()}"
    return each / ONE_QUERY, ("one-query page: CPU", f"{each:.1f} ms", "", more)


def machine_load() -> str:
    """The machine's other load."""
    return f"load {os.getloadavg()[0]:.1f}"
