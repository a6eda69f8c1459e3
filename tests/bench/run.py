"""`make bench`: measure every number that we promise, and compare it with its goal and the machine's baseline."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.bench import api, engine, floor, idle, ratios
from tests.bench.ratios import Row, machine_load
from tests.bench.site import Site, site
from tests.samples import DUEL, GAME

QUICK = "quick" in sys.argv
MATCHES, MOST_MOVES = (120, 60) if QUICK else (300, 90)  # matches at once, and moves prepared for each
FIRST_RATE, SECONDS = 200.0, 2.0 if QUICK else 4.0  # moves per second to begin with, and for how long each rate
MOVES = int(os.environ.get("MOVES") or 0)  # only play so many in one process
PAGES = 1000  # open at once on one web process
GOALS = {GAME: 20_000, DUEL: 5_000}
ALL = (
    "engine",
    "pictures",
    "cost",
    "pushes",
    "weight",
    "pages",
    "rules",
    "replay",
    "load",
    "api",
    "clocks",
    "sockets",
    "mails",
    "quiet",
    "people",
    "idle",
)
SUBSET = ("cost", "pushes", "weight", "pages", "load")  # `make bench-quick`


def note(words: str) -> None:
    """Print progress to stderr."""
    print(f"  … {words}", file=sys.stderr, flush=True)


def show(rows: Iterable[Row]) -> None:
    """The table of results. Each row is printed as soon as it is known."""
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
    for found in engine.longest_lists():
        name, base = f"{found.slug}, {found.kind} bots, promo: listing moves", f"{floor.python_loops():,.0f} hashes/s"
        rows += [
            (f"{name}, mean", f"{found.mean:.2f} ms", "≤ 2 ms", base),
            (f"{name}, worst", f"{found.worst:.1f} ms", "≤ 50 ms", f"up to {found.most:,} moves"),
        ]
    return rows


def cost_rows() -> list[Row]:
    from tests.bench import cost

    goals = {"move": 4, "table page": 10, "lobby": 8}
    rows = [(f"queries: {name}", str(count), f"≤ {goals[name]}", "") for name, count in cost.queries().items()]
    asked, cpu = cost.by_correspondence()
    rows += [
        ("queries: a move by correspondence", str(asked), "≤ 2", ""),
        (
            "CPU of a move by correspondence, at the door",
            f"{cpu:.2f} ms",
            "≤ 1.2 ms",
            f"{floor.python_loops():,.0f} hashes/s",
        ),
    ]
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
                (f"{name}: memory of a page", f"{found.page_kb:.0f} kB", "≤ 40 kB", ""),
                (f"{name}: p99 of a move, 5 seats", f"{found.p99:.0f} ms", "< 150 ms", late),
            ]
        )

    recovery = sockets.measure(place, PAGES, tell)
    return [(f"{name}: right again after kill -9", f"{recovery:.1f} s", "< 8 s", machine_load())]


def load_rows(place: Site) -> Iterator[Row]:
    """The move path, faster and faster until it is too much, beside a consumer that only commits a row and pokes."""
    jobs = ratios.JOBS if QUICK else ratios.JOBS + ratios.MORE_JOBS
    return ratios.move_rows(place, ratios.Loaded(MATCHES, MOST_MOVES, FIRST_RATE, SECONDS), jobs, note)


def push_rows() -> list[Row]:
    """Pushes without connections: bytes, and CPU of the process alone, which other load affects least."""
    from tests.bench import pushes

    rows = []
    for found in pushes.all_games():
        name = f"{found.slug}: a move shown to {found.seats} pages"
        more = f"the door {found.door:.2f} ms, largest push {found.largest / 1000:.1f} kB"
        rows += [
            (f"{name}, CPU", f"{found.cpu:.2f} ms", "≤ 1.5 ms", f"{more}, {floor.python_loops():,.0f} hashes/s"),
            (f"{name}, each", f"{found.bytes / 1000:.1f} kB", "≤ 1.5 kB", ""),
        ]
    return rows


def weight_rows(place: Site) -> list[Row]:
    from tests.bench import weight

    if not place.ports:
        place.start_web(1)
    rows = []
    for found in weight.all_games(place.ports[0]):
        name = f"{found.slug}: first visit of a table in a browser"
        rows += [
            (f"{name}, on the wire", f"{found.bytes / 1000:.1f} kB", "≤ 40 kB", ""),
            (f"{name}, requests", str(found.requests), "≤ 8", ""),
        ]
    return rows


def page_rows(place: Site) -> Iterator[Row]:
    """Pages for a logged-in person from one process, compared with a view that only runs one query."""
    return ratios.page_rows(place, note)


def clock_rows() -> list[Row]:
    """Many running matches: the sweep with one worker and with two, and emails to a sink."""
    from tests.bench import clocks

    running = clocks.fill(note)
    name = f"{running:,} matches run: a sweep that finds nothing"
    rows = [(name, f"{clocks.idle():.1f} ms", "< 20 ms", machine_load())]
    for workers, goal in ((1, 30), (2, 18)):
        due = clocks.make_due()
        note(f"{due:,} decisions due, {workers} at work")
        found = clocks.together("expire", workers, clocks.still_due, note)
        what = f"{found.done:,} of {due:,} due decisions played, {workers} sweeping"
        rows.append(
            (
                what,
                f"{found.wall:.1f} s",
                f"< {due * goal / 10_000:.0f} s",
                f"{found.cpu:.1f} s of CPU, {machine_load()}",
            )
        )
    rows.append((f"{name}, afterwards", f"{clocks.idle():.1f} ms", "< 20 ms", machine_load()))
    return rows + mail_rows()


def mail_rows() -> list[Row]:
    """Turn emails with and without pictures: what a picture costs the sender."""
    from tests.bench import clocks

    rows, cpu = [], {}
    for what, way in (("without pictures", "send_bare"), ("with pictures", "send")):
        emails = clocks.owe_emails()
        note(f"{emails:,} turn mails {what}")
        found = clocks.mail_out(2, note, way)
        cpu[way] = found.cpu / found.done * 1000
        name = f"{found.done:,} of {emails:,} turn mails {what}, 2 sending"
        rows.append((name, f"{found.wall:.0f} s", "", f"{cpu[way]:.1f} ms of CPU each, {machine_load()}"))
    minutes = found.wall / found.done * clocks.ALL_MAILS / 60
    least = f"from CPU alone, two cores: {cpu['send'] / 2 * clocks.ALL_MAILS / 60_000:.1f} min"
    return [
        *rows,
        ("so a picture costs a turn mail", f"{cpu['send'] - cpu['send_bare']:.1f} ms", "≤ 15 ms", "of CPU"),
        (f"so {clocks.ALL_MAILS:,} with pictures would take", f"{minutes:.1f} min", "< 25 min", f"projected; {least}"),
    ]


def written_rows(place: Site) -> Iterator[Row]:
    from tests.bench import mails

    floors = [ratios.one_query_page(place)]
    found = mails.all_games()
    for one in found:
        what = f"{one.slug}: CPU of writing a turn mail, mean of {one.count}"
        yield what, f"{one.whole:.1f} ms", "", f"{one.picture:.1f} ms of it the picture"
    times, row = ratios.slowness([*floors, ratios.one_query_page(place)])
    yield row
    each = fmean(one.whole for one in found)
    what = f"so {mails.ALL:,} with pictures, two processes, written in"
    minutes = f"{each / 2 * mails.ALL / 60_000:.1f} min"
    yield what, minutes, f"< {mails.MINUTES * times:.1f} min", f"{each:.1f} ms each"


def quiet_rows() -> list[Row]:
    from tests import quiet_week

    week = quiet_week.on_this_site()
    worst = max(week.per_day.values())
    what = f"a week of five friends, five matches, {week.moves} moves: emails"
    return [
        (
            f"{what} per person and day",
            f"{week.mean(5):.1f}",
            "≤ 3",
            ", ".join(f"{n} {k}" for k, n in week.kinds.items()),
        ),
        (f"{what} on the worst day", f"{worst}", "≤ 6", f"{week.at_night} at night"),
    ]


def people_rows(place: Site) -> Iterator[Row]:
    """The slowest page of each kind on a large site."""
    from tests.bench import people

    return people.rows(place, note)


def idle_rows() -> list[Row]:
    found = idle.measure()
    return [
        ("idle site: memory", f"{found['memory']:.0f} MB", "< 600 MB", ""),
        ("idle site: CPU of one core", f"{found['cpu']:.1f} %", "< 3 %", ""),
    ]


def main() -> None:
    show([("what", "measured", "goal", "the machine's floor")])
    if MOVES:
        with site(web=0):
            from tests.bench import endurance

            show(endurance.rows(MOVES))
        return
    wanted = set(sys.argv[1:]) - {"quick"} or (set(SUBSET) if QUICK else set(ALL))
    if "engine" in wanted:
        note("random play of each game")
        show(engine_rows())
    if "pictures" in wanted:
        note("pictures of mails")
        show(picture_rows())
    if wanted - {"engine", "pictures", "idle"}:
        with site(web=2 if "load" in wanted else 0) as place:
            parts: dict[str, Callable[[], Iterable[Row]]] = {
                "cost": cost_rows,
                "pushes": push_rows,
                "weight": lambda: weight_rows(place),
                "pages": lambda: page_rows(place),
                "rules": rules_rows,
                "replay": replay_rows,
                "load": lambda: load_rows(place),
                "api": lambda: api.rows(place),
                "clocks": clock_rows,
                "sockets": lambda: socket_rows(place),
                "mails": lambda: written_rows(place),
                "quiet": quiet_rows,
                "people": lambda: people_rows(place),  # the last, as it replaces everything in the database
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
