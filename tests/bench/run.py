"""`make bench`: every number that we promise, measured, with the goal and the machine's floor beside it."""

import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvloop

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench import engine, floor, idle
from tests.bench.site import Site, site

LOAD = ((200, 255.0, 20.0),)  # matches, moves per second offered, seconds
PAGES = 1000  # open at once on one web process
GOALS = {"parcels": 20_000, "human_resources": 5_000}
Row = tuple[str, str, str, str]


def note(words: str) -> None:
    """Progress, on stderr."""
    print(f"  … {words}", file=sys.stderr, flush=True)


def show(rows: list[Row]) -> None:
    """The table, each row as soon as its part is done."""
    for what, value, goal, base in rows:
        print(f"{what:<58} {value:>14} {goal:>16}   {base}", flush=True)


def engine_rows() -> list[Row]:
    rows = []
    for speed in engine.all_games():
        base = floor.python_loops()
        goal = GOALS.get(speed.slug)
        name = f"{speed.slug}, {speed.seats} seats: random decisions per CPU second"
        rows.append((name, f"{speed.per_second:,.0f}", f"≥ {goal:,}" if goal else "", f"{base:,.0f} hashes/s"))
    return rows + listing_rows()


def listing_rows() -> list[Row]:
    rows = []
    for found in engine.human_resources_lists():
        name, base = f"{found.slug}, {found.kind} bots, promo: listing moves", f"{floor.python_loops():,.0f} hashes/s"
        rows += [
            (f"{name}, mean", f"{found.mean:.2f} ms", "≤ 2 ms", base),
            (f"{name}, worst", f"{found.worst:.1f} ms", "≤ 50 ms", f"up to {found.most:,} moves"),
        ]
    return rows


def cost_rows() -> list[Row]:
    from tests.bench import cost

    goals = {"move": 12, "table page": 10, "lobby": 8}
    rows = [(f"queries: {name}", str(count), f"≤ {goals[name]}", "") for name, count in cost.queries().items()]
    limits = {"position": 8, "first visit": 60, "second visit": 15}
    for name, size in cost.sizes().items():
        rows.append((f"size: {name}, compressed page", f"{size:.1f} kB", f"< {limits[name]} kB", ""))
    grown = cost.growth()
    what = f"CPU of a move: {grown['early']:.2f} ms early, {grown['late']:.2f} ms after 500"
    return [*rows, (what, f"{grown['ratio']:.2f}", "0.8 - 1.2", f"{floor.python_loops():,.0f} hashes/s")]


def replay_rows() -> list[Row]:
    from tests.bench import replay

    rows = []
    for found in replay.all_games():
        name = f"{found.slug}: open a move of a match of {found.decisions} decisions"
        rows.append((name, f"{found.median:.0f} ms", "< 30 ms", f"slowest {found.worst:.0f} ms"))
    return rows


def picture_rows() -> list[Row]:
    from tests.bench import pictures

    rows = []
    for found in pictures.all_games():
        name = f"{found.slug}: CPU of a mail's picture, mean of {found.count}"
        more = f"95 % {found.late:.1f} ms, largest {found.bytes / 1000:.0f} kB"
        rows.append((name, f"{found.mean:.1f} ms", "≤ 15 ms", f"{more}, {floor.python_loops():,.0f} hashes/s"))
    return rows


def rules_rows() -> list[Row]:
    from tests.bench import rules

    url, size = next(iter(rules.sizes().items()))
    rows = [(f"manuals: largest page, {url}", f"{size:.1f} kB", "< 40 kB", "compressed")]
    for what, found, goal in (
        ("that page, warm, for a stranger", rules.page_time(url), "< 20 ms"),
        ("that page, warm, for a member", rules.member_time(url), "< 20 ms"),
        ("a search in everything, the slowest of several", rules.search_time(), "< 50 ms"),
    ):
        rows.append((f"manuals: {what}", f"{found[0]:.1f} ms", goal, f"{found[1]:.1f} ms of CPU"))
    return rows


def socket_rows(place: Site) -> list[Row]:
    from tests.bench import sockets

    note(f"{PAGES:,} open pages on one web process")
    place.start_web(1)
    name = f"{PAGES:,} open pages, one web process"

    def tell(found: sockets.Found) -> None:
        late = f"p50 {found.p50:.0f} ms, {found.moves} moves"
        show(
            [
                (f"{name}: memory of a page", f"{found.page_kb:.0f} kB", "< 60 kB", ""),
                (f"{name}: p99 of a move, 5 seats", f"{found.p99:.0f} ms", "< 150 ms", late),
            ]
        )

    recovery = sockets.measure(place, PAGES, tell)
    return [(f"{name}: right again after kill -9", f"{recovery:.1f} s", "< 8 s", _load())]


def load_rows(place: Site) -> list[Row]:
    """The move path, and beside it the same load on a consumer that only commits a row and pokes (tests.bench.bare).

    Then once more with the pages of each match spread over both processes, as by a proxy that knows nothing of matches.
    """
    from tests.bench import load

    rows: list[Row] = []
    for matches, rate, seconds in LOAD:
        moves = int(rate * seconds / matches) + 10
        base = f"{floor.commits():,.0f} synced commits/s"

        def measure(plays: list[load.Play], what: str, rate: float, seconds: float, spread: bool = False) -> Any:
            sockets = sum(len(play.cookies) for play in plays)
            note(f"{what}: {len(plays)} matches, {sockets} sockets, {rate:.0f} moves per second for {seconds:.0f} s")
            gc.freeze()
            return uvloop.run(load.run(place, plays, rate, seconds, spread))

        found = measure(load.prepare(matches, moves), "a match at one process", rate, seconds)
        spread = measure(load.prepare(matches, moves), "matches spread over both", rate, seconds, spread=True)
        place.start_web(2, "tests.bench.bare:application")
        bare = measure(load.prepare_bare(matches, moves), "the same on a bare consumer", rate, seconds)
        name = f"{matches} matches live, two web processes"
        rows += [
            (f"{name}: moves per second", f"{found['rate']:.0f}", "≥ 250", base),
            (f"{name}: p99 to the last viewer", f"{found['p99']:.0f} ms", "< 250 ms", _delays(found, bare)),
            (f"{name}: CPU s per 1,000 moves", f"{found['cpu_per_1000']:.2f}", "< 4", _shares(found, bare)),
            ("  spread over both by the proxy: p99", f"{spread['p99']:.0f} ms", "< 250 ms", _delays(spread, bare)),
            ("  spread: CPU s per 1,000 moves", f"{spread['cpu_per_1000']:.2f}", "", _shares(spread, bare)),
        ]
    return rows


def _shares(found: dict[str, Any], bare: dict[str, Any]) -> str:
    parts = ", ".join(f"{part} {cpu:.2f}" for part, cpu in found["cpu"].items())
    return f"bare consumer {bare['cpu_per_1000']:.2f}; {parts}"


def _delays(found: dict[str, Any], bare: dict[str, Any]) -> str:
    return f"bare consumer {bare['p99']:.0f} ms; p50 {found['p50']:.0f} and {bare['p50']:.0f} ms"


def clock_rows() -> list[Row]:
    """Many running matches: the sweep, with one worker and with two; emails to a sink."""
    from tests.bench import clocks

    running = clocks.fill(note)
    name = f"{running:,} matches run: a sweep that finds nothing"
    rows = [(name, f"{clocks.idle():.1f} ms", "< 20 ms", _load())]
    for workers, goal in ((1, 30), (2, 18)):
        due = clocks.make_due()
        note(f"{due:,} decisions due, {workers} at work")
        found = clocks.together("expire", workers, clocks.still_due, note)
        what = f"{found.done:,} of {due:,} due decisions played, {workers} sweeping"
        rows.append(
            (what, f"{found.wall:.1f} s", f"< {due * goal / 10_000:.0f} s", f"{found.cpu:.1f} s of CPU, {_load()}")
        )
    rows.append((f"{name}, afterwards", f"{clocks.idle():.1f} ms", "< 20 ms", _load()))
    return rows + mail_rows()


def mail_rows() -> list[Row]:
    """Turn mails with their pictures, and beside them the same without: what a picture costs the one who sends."""
    from tests.bench import clocks

    rows, cpu = [], {}
    for what, way in (("without pictures", "send_bare"), ("with pictures", "send")):
        emails = clocks.owe_emails()
        note(f"{emails:,} turn mails {what}")
        found = clocks.mail_out(2, note, way)
        cpu[way] = found.cpu / found.done * 1000
        name = f"{found.done:,} of {emails:,} turn mails {what}, 2 sending"
        rows.append((name, f"{found.wall:.0f} s", "", f"{cpu[way]:.1f} ms of CPU each, {_load()}"))
    minutes = found.wall / found.done * clocks.ALL_MAILS / 60
    least = f"from CPU alone, two cores: {cpu['send'] / 2 * clocks.ALL_MAILS / 60_000:.1f} min"
    return [
        *rows,
        ("so a picture costs a turn mail", f"{cpu['send'] - cpu['send_bare']:.1f} ms", "≤ 15 ms", "of CPU"),
        (f"so {clocks.ALL_MAILS:,} with pictures would take", f"{minutes:.1f} min", "< 25 min", f"projected; {least}"),
    ]


def _load() -> str:
    """What others do on the machine meanwhile."""
    return f"load {os.getloadavg()[0]:.1f}"


def idle_rows() -> list[Row]:
    found = idle.measure()
    return [
        ("idle site: memory", f"{found['memory']:.0f} MB", "< 600 MB", ""),
        ("idle site: CPU of one core", f"{found['cpu']:.1f} %", "< 3 %", ""),
    ]


def main() -> None:
    wanted = set(sys.argv[1:]) or {"engine", "pictures", "cost", "rules", "replay", "load", "clocks", "sockets", "idle"}
    show([("what", "measured", "goal", "the machine's floor")])
    if "engine" in wanted:
        note("random play of each game")
        show(engine_rows())
    if "pictures" in wanted:
        note("pictures of mails")
        show(picture_rows())
    if wanted & {"cost", "rules", "replay", "load", "clocks", "sockets"}:
        with site(web=2 if "load" in wanted else 0) as place:
            parts: dict[str, Callable[[], list[Row]]] = {
                "cost": cost_rows,
                "rules": rules_rows,
                "replay": replay_rows,
                "load": lambda: load_rows(place),
                "clocks": clock_rows,
                "sockets": lambda: socket_rows(place),
            }
            for name, part in parts.items():
                if name in wanted:
                    note(name)
                    show(part())
    if "idle" in wanted:
        note("an idle site, about a minute")
        show(idle_rows())


if __name__ == "__main__":
    main()
