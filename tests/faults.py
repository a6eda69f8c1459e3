"""kill -9 of each process in the middle of the work: what became of moves, decisions and emails.

`make faults` starts a whole site by `manage.py up`, lets decisions and steps of the reminder ladder fall due all the
time, and somebody plays at each door (tests/ledger.py). It kills each process ten times at random moments, stops one
for a while and empties Valkey after each round, lets the supervisor bring them back, fills the disk at last, and counts
moves, rows and emails. The test suite does the same with fewer kills and without a full disk, which takes minutes.

A full disk, a power cut, a rolling restart and a clock that is set have files of their own: full_disk.py, power_cut.py,
rolling_restart.py, clock_jump.py.
"""

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from config.embedded import servers, supervisor  # noqa: E402
from config.embedded.processes import command_line, dies_with_parent, send, wait_until  # noqa: E402
from tests import kept_dump  # noqa: E402
from tests.bench.site import free_port  # noqa: E402
from tests.full_disk import fill, small_disk  # noqa: E402
from tests.ledger import DOORS, FATES, REPLY_TO, WEBHOOK_SECRET, Ledger, Player  # noqa: E402
from tests.samples import GAME  # noqa: E402
from tests.smtp_server import Sink, sink  # noqa: E402

VICTIMS = {
    "web": " config.web ",
    "worker": " config.worker celery",
    "clocks": " config.worker clocks",
    "beat": " config.worker beat",
    "Valkey": "/valkey-server ",
    "PostgreSQL": "/bin/postgres ",
}
GAP = 2.0  # average seconds between two kills
LONG_GAP = 6.0  # the same, for many kills
EACH_SECOND = 1.5  # matches per second in which something is due
SLACK = 15  # seconds: a busy supervisor notices a death late
PATIENCE = 90.0
STILL = 2.5  # seconds for which a process is stopped (SIGSTOP)
STEPS = (".reminder.", ".quarter.", ".last_call.")  # in the keys of emails
Key = tuple[int, str]  # match and decision


@dataclass
class Found:
    """What was due, and its outcome. `emails`: how often the mail server has accepted each."""

    kills: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in VICTIMS})
    due: set[Key] = field(default_factory=set)
    reminded: set[Key] = field(default_factory=set)
    played: Counter[Key] = field(default_factory=Counter)
    steps: Counter[Key] = field(default_factory=Counter)
    unsent: list[str] = field(default_factory=list)  # in words
    rows: set[str] = field(default_factory=set)
    known: set[str] = field(default_factory=set)  # including those no longer needed when they were retried after a kill
    emails: Counter[str] = field(default_factory=Counter)
    ledger: Ledger = field(default_factory=Ledger)

    def wrong(self) -> list[str]:
        """All violations, in words."""
        return [
            *self.ledger.wrong(),
            *(f"decision {key} was lost" for key in self.due - self.played.keys()),
            *(f"decision {key} was played {count} times" for key, count in self.played.items() if count != 1),
            *(f"decision {key} was played too early" for key in self.played.keys() - self.due),
            *(f"the ladder of {key} was lost" for key in self.reminded - self.steps.keys()),
            *(f"the ladder of {key} has {count} emails" for key, count in self.steps.items() if count != 1),
            *self.unsent,
            *(f"ladder email {key} went out twice" for key in self.repeats() if any(step in key for step in STEPS)),
            *(f"email {key} never went out" for key in self.rows - self.emails.keys()),
            *(f"email {key} belongs to no row" for key in self.emails.keys() - self.known),
        ]

    def moved(self) -> set[Key]:
        """All decisions that are stored."""
        return set(self.ledger.stored)

    def repeats(self) -> list[str]:
        """Emails that the mail server has accepted more than once."""
        return sorted(key for key, count in self.emails.items() if count > 1)


def run(kills: int, say: Callable[[str], None], fills_disk: bool = False) -> Found:
    """Start a site, kill each process this many times, wait until it is idle, and count."""
    with (
        tempfile.TemporaryDirectory(prefix="playpost-faults-") as folder,
        small_disk(Path(folder), fills_disk) as disk,
        sink() as post,
    ):
        var, found, port = servers.private_dir(Path(folder)), Found(), free_port()
        with _site(var, post, port, say):
            _connect(var)
            gap = GAP if kills < 4 else LONG_GAP
            _prepare(found, kills * len(VICTIMS) * gap)
            say(f"{len(found.due)} decisions and {len(found.reminded)} reminders fall due")
            with _players(found.ledger, port):
                for number, name in enumerate(_order(kills), 1):
                    time.sleep(random.uniform(0, 2 * gap))
                    _spare(found.kills[name])
                    _kill(var, name)
                    found.kills[name].append(time.monotonic())
                    say(f"{name} killed")
                    if number % len(VICTIMS) == 0:
                        _stop_and_empty(var, say)
                if fills_disk:
                    fill(disk, say, meanwhile=lambda: _end_postgres(var, say))
            say("waiting for the rest")
            wait_until(lambda: _is_quiet(found), PATIENCE, 1)
            say(f"what the site said:\n{_log(var).partition('Ctrl-C')[2]}")
            _count(found)
            found.emails = Counter(post.taken)
        return found


def _order(kills: int) -> list[str]:
    """A random order in rounds: each once per round."""
    return [name for _ in range(kills) for name in random.sample(list(VICTIMS), len(VICTIMS))]


def _spare(deaths: list[float]) -> None:
    """Wait if it has died too often: the supervisor gives up after MAX_DEATHS deaths within DEATH_WINDOW seconds."""
    few = supervisor.MAX_DEATHS - 1
    if len(deaths) >= few:
        time.sleep(max(0.0, deaths[-few] + supervisor.DEATH_WINDOW + SLACK - time.monotonic()))


@contextmanager
def _players(ledger: Ledger, port: int) -> Iterator[None]:
    """Somebody at each door, who plays on after the last fault."""
    players = [Player(ledger, door, port) for door in DOORS]
    for player in players:
        player.start()
    yield
    before = {door: len(ledger.noted[door]) for door in DOORS}
    wait_until(lambda: all(len(ledger.noted[door]) > before[door] + 1 for door in DOORS), PATIENCE, 1)
    ledger.refused += [f"{door}: shut after the faults" for door in DOORS if len(ledger.noted[door]) == before[door]]
    for player in players:
        player.is_over.set()
    for player in players:
        player.join(PATIENCE)


def _stop_and_empty(var: Path, say: Callable[[str], None]) -> None:
    """Stop one process for a while (SIGSTOP), then empty Valkey (FLUSHALL)."""
    import redis

    time.sleep(random.uniform(0, GAP))
    name = random.choice([name for name in VICTIMS if name != "Valkey"])
    _kill(var, name, signal.SIGSTOP)
    time.sleep(STILL)
    _kill(var, name, signal.SIGCONT)
    say(f"{name} stopped for {STILL} s")
    wait_until(lambda: redis.Redis.from_url(os.environ["REDIS_URL"]).flushall(), 10)
    say("Valkey emptied")


def _end_postgres(var: Path, say: Callable[[str], None]) -> None:
    """Let PostgreSQL end by itself, as it does when it needs a new file of its log and there is no room for one.

    It ends the sooner the more is written; asked to begin a new file, it does so at once. The worker is killed, too.
    """
    from django.db import DatabaseError, connection

    pid = _pid_of(var, "PostgreSQL")

    def is_gone() -> bool:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_logical_emit_message(true, '', repeat('x', 100000)), pg_switch_wal()")
        except DatabaseError:
            connection.close()  # it may have been lost earlier
        return not command_line(pid)

    say("PostgreSQL ended" if wait_until(is_gone, 40, 0.1) else "PostgreSQL lives on")
    _kill(var, "worker")


@contextmanager
def _site(
    var: Path, post: Sink, port: int, say: Callable[[str], None], more: dict[str, str] | None = None
) -> Iterator[None]:
    """`manage.py up` with its own data, its emails to `post`, and more in its environment."""
    env = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")} | {
        "PLAYPOST_VAR": str(var),
        "PLAYPOST_DEBUG": "1",
        "PLAYPOST_MAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
        "PLAYPOST_SMTP_HOST": "127.0.0.1",
        "PLAYPOST_SMTP_PORT": str(post.port),
        "PLAYPOST_MAIL_DELAY": "1",
        "PLAYPOST_REPLY_TO": REPLY_TO,
        "ANYMAIL_WEBHOOK_SECRET": WEBHOOK_SECRET,
        "PLAYPOST_RATE_LIMITS": "0",
        **(more or {}),
    }
    line = [sys.executable, "manage.py", "up", "--no-demo", "--port", str(port)]
    _prepare_database(var)
    with open(var / "up.log", "w") as log:
        ends_with_us = dies_with_parent(signal.SIGTERM)
        site = subprocess.Popen(
            line, cwd=ROOT, env=env, stdout=log, stderr=log, start_new_session=True, preexec_fn=ends_with_us
        )
    try:
        say("the site starts")
        is_up = wait_until(lambda: "Ctrl-C to stop it" in _log(var) or site.poll() is not None, 240, 0.2)
        assert is_up and site.poll() is None, _log(var)
        yield
        assert site.poll() is None, _log(var)  # the supervisor has not given up
    finally:
        site.send_signal(signal.SIGTERM)
        try:
            site.wait(60)
        finally:
            site.kill()


def _prepare_database(var: Path) -> None:
    """Let the site find all migrations and manuals where a run of the tests has kept them."""
    postgres = servers.Postgres(var)
    postgres.start()
    postgres.create_database()
    kept_dump.fill(postgres, servers.addresses_in(var).database)
    postgres.stop()


def _log(var: Path) -> str:
    return (var / "up.log").read_text()


def _connect(var: Path) -> None:
    """Connect this process to the site's database."""
    found = servers.addresses_in(var)
    os.environ |= {
        "PLAYPOST_VAR": str(var),
        "DATABASE_URL": found.database,
        "REDIS_URL": found.redis,
        "PLAYPOST_DEBUG": "1",
        "PLAYPOST_REPLY_TO": REPLY_TO,
        "PLAYPOST_RATE_LIMITS": "0",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    import django

    django.setup()


def _prepare(found: Found, seconds: float) -> None:
    """Start correspondence matches. In these seconds, a decision is due in two of three, a reminder in the third."""
    from django.db import connection

    from games.models import OpenDecision

    matches = [_match(number) for number in range(max(12, int(seconds * EACH_SECOND)))]
    reminded = matches[::3]
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_opendecision SET remind_at = NULL, due_at = now() + random() * %s * interval '1 second' "
            "WHERE NOT match_id = ANY(%s)",
            [seconds, reminded],
        )
        cursor.execute(  # half of the time is left then
            "UPDATE games_opendecision d SET remind_at = m.at, asked_at = m.at - interval '12 hours', "
            "drains_at = m.at + interval '6 hours', due_at = m.at + interval '12 hours' "
            "FROM (SELECT id, now() + random() * %s * interval '1 second' AS at FROM games_match) m "
            "WHERE m.id = d.match_id AND d.match_id = ANY(%s)",
            [seconds, reminded],
        )
    rows = set(OpenDecision.objects.values_list("match_id", "key"))
    found.reminded = {key for key in rows if key[0] in reminded}
    found.due = rows - found.reminded


def _match(number: int) -> int:
    from accounts.models import User
    from games.lobby import tables
    from tests.bench.cost import people

    persons = people(3, f"fault-{number}-")
    User.objects.filter(pk__in=[person.pk for person in persons]).update(mail_daily_limit=500)
    facts: dict[str, Any] = {"options": {}, "pace": "correspondence", "move_seconds": 86400, "bank_seconds": 0}
    match = tables.create_match(owner=persons[0], slug=GAME, seats=3, **facts)
    for person in persons[1:]:
        tables.join(match_id=match.pk, user=person)
    return int(match.pk)


def _kill(var: Path, name: str, sign: signal.Signals = signal.SIGKILL) -> None:
    """kill -9 the running process, or send another signal."""
    send(_pid_of(var, name), sign)


def _pid_of(var: Path, name: str) -> int:
    """Which process runs; waits if the supervisor is just restarting it."""
    pids: list[int] = []

    def is_there() -> bool:
        numbers = [int(line.split()[0]) for line in (var / "pids").read_text().splitlines()]
        pids[:] = [pid for pid in numbers if VICTIMS[name] in (line := command_line(pid)) and str(var) in line]
        return bool(pids)

    assert wait_until(is_there, 40, 0.05), f"{name} did not come back:\n{_log(var)}"
    return pids[0]


def _is_quiet(found: Found) -> bool:
    """Has everything been played, reminded and sent? Ends the leases of killed senders at once."""
    from django.db import DatabaseError, connection
    from django.utils import timezone

    from accounts.models import OutgoingMail

    try:
        _count(found)
        OutgoingMail.objects.filter(status="queued", attempts__gt=0).update(next_try_at=timezone.now())
    except DatabaseError:
        connection.close()  # the server it was connected to is dead
        return False
    late = found.due - found.played.keys(), found.reminded - found.steps.keys(), found.ledger.of_bots - found.moved()
    return not (any(late) or found.unsent)


def _count(found: Found) -> None:
    from django.utils import timezone

    from accounts.models import OutgoingMail
    from games.models import MoveRecord

    found.ledger.read()
    found.played = Counter(MoveRecord.objects.filter(by="clock").values_list("match_id", "decision"))
    ladder = OutgoingMail.objects.filter(kind__in=("reminder", "quarter", "last_call"))
    found.steps = Counter((int(match), data["decision"]) for match, data in ladder.values_list("match_id", "data"))
    unsent = OutgoingMail.objects.filter(status__in=("queued", "dead"), held_until=None)  # held: a reader had many
    soon = timezone.now() + timedelta(seconds=30)
    unsent = unsent.exclude(attempts=0, next_try_at__gt=soon)  # waits for more, to go out as one
    found.unsent = [f"email {row.key} is {row.status}" for row in unsent]
    found.known = set(OutgoingMail.objects.values_list("key", flat=True))
    found.rows = set(OutgoingMail.objects.filter(status="sent").values_list("key", flat=True))


def main() -> None:
    began = time.monotonic()

    def say(words: str) -> None:
        print(f"{time.monotonic() - began:6.1f} s  {words}", flush=True)

    found = run(int(sys.argv[1]), say, fills_disk="full-disk" in sys.argv)
    print(", ".join(f"{name} killed {len(moments)} times" for name, moments in found.kills.items()))
    for door, count in found.ledger.count().items():
        print(f"{door}:", ", ".join(f"{count[fate]} {fate}" for fate in FATES))
    print(
        f"clock: {len(found.due)} decisions due, {len(found.played)} played, {max(found.played.values())} times at most"
    )
    print(
        f"{len(found.reminded)} reminders due, {len(found.steps)} written, {max(found.steps.values())} at most for one"
    )
    print(f"{len(found.rows)} emails sent; the mail server took {found.emails.total()}: {found.repeats()} repeated")
    for words in found.wrong():
        print("WRONG:", words)
    sys.exit(bool(found.wrong()))


if __name__ == "__main__":
    main()
