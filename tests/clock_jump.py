"""The clock jumps ten minutes ahead and back again, as a machine’s does when its time is set: what becomes of moves.

All processes of a site jump (web, workers, beat, supervisor) but not its database, which keeps the right time: the
site is ahead of it for a while. Somebody plays at each door all the time (tests/ledger.py), decisions fall due before,
during and after the jump, and live tables run on clocks that are longer than the jump.

A small library between the processes and the C library adds the jump to the time of day, and leaves alone the clock
that sleeping and waiting go by; libfaketime shifts both, so Python’s time.sleep() fails. It takes a C compiler.
`make faults`, or `python tests/clock_jump.py`; the test suite stays a few seconds instead of STAY.
"""

import mmap
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from config.embedded import servers  # noqa: E402
from config.embedded.processes import wait_until  # noqa: E402
from tests import faults  # noqa: E402
from tests.bench.site import free_port  # noqa: E402
from tests.ledger import DOORS, FATES  # noqa: E402
from tests.samples import GAME  # noqa: E402
from tests.smtp_server import sink  # noqa: E402

JUMP = 600  # seconds
STAY = 30.0  # seconds before, between and after both jumps, and for a move on a busy machine
TRACEBACK = 40  # lines of a log that belong to an error
LIVE, RESERVE = 3, 1800  # live tables, and the seconds that each person has there
SHIM = r"""
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const volatile long *jump;  /* seconds, in a file that all processes share */

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("CLOCK_JUMP");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) return;
    void *found = mmap(NULL, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
    if (found != MAP_FAILED) jump = found;
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *at) {
    int code = syscall(SYS_clock_gettime, clock, at);
    if (!code && jump && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) at->tv_sec += *jump;
    return code;
}

int gettimeofday(struct timeval *at, void *zone) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    at->tv_sec = now.tv_sec;
    at->tv_usec = now.tv_nsec / 1000;
    return 0;
}

/* The site touches files to say that it is alive. The kernel would give them the machine's time. */
int utimensat(int folder, const char *path, const struct timespec times[2], int flags) {
    struct timespec now[2];
    if (times) return syscall(SYS_utimensat, folder, path, times, flags);
    clock_gettime(CLOCK_REALTIME, now);
    now[1] = now[0];
    return syscall(SYS_utimensat, folder, path, now, flags);
}

time_t time(time_t *at) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at) *at = now.tv_sec;
    return now.tv_sec;
}
"""
Say = Callable[[str], None]


class Clock:
    """The clock of processes that start with `env`."""

    def __init__(self, folder: Path) -> None:
        library, file = folder / "clock.so", folder / "clock"
        compiler = shutil.which("cc") or "cc"
        line = [compiler, "-shared", "-fPIC", "-O1", "-x", "c", "-o", str(library), "-"]
        subprocess.run(line, input=SHIM, text=True, check=True)
        file.write_bytes(bytes(8))
        with open(file, "r+b") as opened:
            self.jump = mmap.mmap(opened.fileno(), 8)
        self.env = {"LD_PRELOAD": str(library), "CLOCK_JUMP": str(file)}

    def set(self, seconds: int) -> None:
        """Be this much ahead of the machine’s clock from now on."""
        self.jump[:] = struct.pack("=q", seconds)


def run(say: Say, stay: float = STAY) -> tuple[faults.Found, list[str]]:
    """What was found, and what is wrong with it in words. `stay`: seconds before, between and after both jumps."""
    with tempfile.TemporaryDirectory(prefix="playpost-clock-") as folder, sink() as post:
        var, found, port = servers.private_dir(Path(folder)), faults.Found(), free_port()
        clock = Clock(var)
        with faults._site(var, post, port, say, clock.env):
            faults._connect(var)
            faults._prepare(found, stay / 2)
            live, stands = [_live_match(number) for number in range(LIVE)], []
            with faults._players(found.ledger, port):
                for number, jump in enumerate((0, JUMP, 0)):
                    clock.set(jump)
                    say(f"the site is {jump} s ahead")
                    _at_every_door(found, jump, stay)
                    stands.append(_sweeps(found, number, jump, say))
            say("waiting for the rest")
            wait_until(lambda: faults._is_quiet(found), faults.PATIENCE, 1)
            faults._count(found)
            found.emails = Counter(post.taken)
            wrong = [*found.wrong(), *filter(None, stands), *_wrong_clocks(live), *_wrong_words(var)]
            return found, wrong


def _at_every_door(found: faults.Found, jump: int, stay: float) -> None:
    """Stay; somebody must get a move through at each door meanwhile, or soon after on a busy machine."""
    made = {door: len(found.ledger.noted[door]) for door in DOORS}
    time.sleep(stay)

    def shut() -> list[str]:
        return [door for door in DOORS if len(found.ledger.noted[door]) == made[door]]

    if not wait_until(lambda: not shut(), STAY, 0.5):
        found.ledger.refused += [f"{door}: shut when the site was {jump} s ahead" for door in shut()]


def _sweeps(found: faults.Found, number: int, jump: int, say: Say) -> str:
    """What is wrong with the schedule, in words: a decision that is due now must be played soon."""
    from django.db.models.functions import Now

    from games.models import MoveRecord, OpenDecision

    match = faults._match(10_000 + number)
    OpenDecision.objects.filter(match_id=match).update(due_at=Now(), remind_at=None)
    found.due |= set(OpenDecision.objects.filter(match_id=match).values_list("match_id", "key"))
    began = time.monotonic()
    is_played = wait_until(lambda: MoveRecord.objects.filter(match_id=match, by="clock").exists(), 60, 0.2)
    say(f"a decision due was played after {time.monotonic() - began:.1f} s")
    return "" if is_played else f"no clock ran out when the site was {jump} s ahead"


def _live_match(number: int) -> int:
    from games.lobby import tables
    from tests.bench.cost import people

    persons = people(3, f"live-{number}-")
    facts: dict[str, Any] = {"options": {}, "pace": "live", "move_seconds": 60, "bank_seconds": RESERVE}
    match = tables.create_match(owner=persons[0], slug=GAME, seats=3, **facts)
    for person in persons[1:]:
        tables.join(match_id=match.pk, user=person)
    return int(match.pk)


def _wrong_clocks(live: list[int]) -> list[str]:
    """Live tables on which the jump took time: an outage gives time back, so a jump may give some, and take none."""
    from django.utils import timezone

    from games.models import Match, OpenDecision

    over = Match.objects.filter(pk__in=live).exclude(status=Match.Status.RUNNING).values_list("pk", flat=True)
    wrong = [f"live match {match} is over" for match in over]
    for row in OpenDecision.objects.filter(OpenDecision.OPEN, match_id__in=live):
        assert row.due_at is not None
        left, spent = (row.due_at - timezone.now()).total_seconds(), time.monotonic() - BEGAN
        if not RESERVE - spent < left < RESERVE + 60 + JUMP:
            wrong.append(f"live match {row.match_id} has {left:.0f} s left")
    return wrong


def _wrong_words(var: Path) -> list[str]:
    """Errors in the logs with what follows, and deaths."""
    words = [line for line in faults._log(var).splitlines() if " died " in line or "not responded" in line]
    for log in var.glob("*.log"):
        lines = log.read_text(errors="replace").splitlines()
        bad = [at for at, line in enumerate(lines) if " ERROR " in line or "Traceback" in line]
        words += ["\n".join([f"{log.name}:", *lines[at : at + TRACEBACK]]) for at in bad]
    return words


BEGAN = time.monotonic()


def main() -> None:
    def say(words: str) -> None:
        print(f"{time.monotonic() - BEGAN:6.1f} s  {words}", flush=True)

    if not shutil.which("cc"):
        return print("left out: a jump of the clock, as that takes a C compiler")
    found, wrong = run(say, *map(float, sys.argv[1:2]))
    for door, count in found.ledger.count().items():
        print(f"{door}:", ", ".join(f"{count[fate]} {fate}" for fate in FATES))
    print(f"clock: {len(found.due)} decisions due, {len(found.played)} played")
    for words in wrong[:40]:
        print("WRONG:", words)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
