"""The clock sweep over very many running matches, and sending emails to a sink: wall and CPU seconds.

Matches are copied inside the database from a few real ones, each with other people. Each default that the sweep plays
is a real engine step with its log and emails. Sizes come from the environment: BENCH_MATCHES, BENCH_DUE,
BENCH_MAILS. The emails go to a test server; by default only a sample is sent and the total time is extrapolated.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from django.db import connection
from django.utils import timezone

from tests.samples import GAME
from tests.smtp_server import sink

MATCHES = int(os.environ.get("BENCH_MATCHES", "1000000"))
DUE = int(os.environ.get("BENCH_DUE", "10000"))
MAILS = int(os.environ.get("BENCH_MAILS", "5000"))
ALL_MAILS = 100_000
PEOPLE = 20_000
MODELS, SEATS, CHUNK = 20, 3, 20_000
ROW_BYTES = 6_000  # disk space of a match with its rows, including its share of the write-ahead log
WORKER = """
import os, sys, time
import django
django.setup()
from tests.bench import clocks
print("ready", flush=True)
sys.stdin.readline()
began = time.process_time()
done = getattr(clocks, sys.argv[1])()
print(done, time.process_time() - began, flush=True)
"""
SAY_EVERY = 3.0  # seconds
Say = Callable[[str], None]


@dataclass(frozen=True)
class Swept:
    """The total work of some workers: items, wall seconds, and CPU seconds without the database's."""

    done: int
    wall: float
    cpu: float


def fill(say: Say) -> int:
    """Copy real matches until there are enough. Returns the number of running matches."""
    from games.models import Match

    free = shutil.disk_usage(tempfile.gettempdir()).free
    if free < MATCHES * ROW_BYTES:
        raise SystemExit(f"{MATCHES:,} matches need {MATCHES * ROW_BYTES / 1e9:.0f} GB: set BENCH_MATCHES to fewer.")
    models, first = _models(), _people()
    while (count := Match.objects.count()) < MATCHES:
        say(f"{count:,} of {MATCHES:,} matches")
        _copy(models, min(CHUNK, MATCHES - count), first)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return count


def _models() -> list[int]:
    """Start a few correspondence matches with three people each, at their first decision."""
    from games.lobby import tables
    from tests.bench.cost import people

    found = []
    for number in range(MODELS):
        persons = people(SEATS, f"sweep-{number}-")
        facts = {"options": {}, "pace": "correspondence", "move_seconds": 86400, "bank_seconds": 259200}
        match = tables.create_match(owner=persons[0], slug=GAME, seats=SEATS, **facts)
        for person in persons[1:]:
            tables.join(match_id=match.pk, user=person)
        found.append(match.pk)
    return found


def _people() -> int:
    """Create many people with consecutive ids. Returns the first id."""
    from tests.bench.cost import people

    model = people(1, "sweep-model-")[0].pk
    own = {"id": "", "username": "'sweep-person-' || g", "email": "'sweep-person-' || g || '@example.org'"}
    own["mail_daily_limit"] = "500"
    named, values = _columns("accounts_user", own)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO accounts_user ({named}) SELECT {values} FROM accounts_user t, generate_series(1, %s) g "
            "WHERE t.id = %s ORDER BY g RETURNING id",
            [PEOPLE, model],
        )
        return int(cursor.fetchone()[0])


def _copy(models: list[int], count: int, first: int) -> None:
    """Copy `count` rows of matches, seats and open decisions from the models in turn; people start at id `first`."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT max(id) FROM games_match")
        base = cursor.fetchone()[0]
        values = {"models": models, "count": count, "base": base, "kinds": len(models)}
        values |= {"first": first, "people": PEOPLE, "seats": SEATS}
        for table in ("games_match", "games_seat", "games_opendecision"):
            cursor.execute(_copy_of(table), values)
        cursor.execute("SELECT setval(pg_get_serial_sequence('games_match', 'id'), %s)", [base + count])


def _copy_of(table: str) -> str:
    """The SQL statement that copies the models' rows of a table to matches base + 1, base + 2, …"""
    own = {
        "id": "base.n" if table == "games_match" else "",
        "match_id": "base.n",
        "token": "substr(md5(base.n::text), 1, 22)",
    }
    if table == "games_opendecision":  # spread over the coming days, as on a real site
        own |= {name: f"t.{name} + (base.n %% 200000) * interval '1 second'" for name in ("due_at", "remind_at")}
    if table != "games_match":
        seat = "number" if table == "games_seat" else "seat"
        own["user_id"] = f"%(first)s + (base.n * %(seats)s + t.{seat}) %% %(people)s"
    named, values = _columns(table, own)
    key = "id" if table == "games_match" else "match_id"
    return (
        f"INSERT INTO {table} ({named}) SELECT {values} "
        "FROM (SELECT %(base)s + g AS n, (%(models)s::bigint[])[1 + g %% %(kinds)s] AS model "
        f"FROM generate_series(1, %(count)s) g) base JOIN {table} t ON t.{key} = base.model"
    )


def _columns(table: str, own: dict[str, str]) -> tuple[str, str]:
    """The columns of a table, and the expressions for a copy of row `t`; `own` overrides some, "" for the default."""
    with connection.cursor() as cursor:
        columns = [column.name for column in connection.introspection.get_table_description(cursor, table)]
    kept = [name for name in columns if own.get(name, "x")]
    return ", ".join(f'"{name}"' for name in kept), ", ".join(own.get(name, f't."{name}"') for name in kept)


def make_due() -> int:
    """Make this many decisions due within one minute. Returns how many are due."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_opendecision SET due_at = now() - random() * interval '60 seconds' WHERE id IN "
            "(SELECT id FROM games_opendecision WHERE answered_at IS NULL AND due_at > now() "
            "ORDER BY id LIMIT %s)",
            [DUE],
        )
        return int(cursor.rowcount)


def expire() -> int:
    """Run one worker's sweep."""
    from games.deadlines import sweep

    return sweep.expire_due(timezone.now())


def send() -> int:
    """Send emails in one worker until none is due."""
    from accounts.mail import outbox

    done = 0
    while sent := outbox.send_due(1000):
        done += sent
    return done


def send_bare() -> int:
    """The same without pictures, to measure their cost."""
    from games.mail import picture

    setattr(picture, "of_position", lambda *_: None)  # noqa: B010
    return send()


def still_due() -> int:
    """The number of due decisions left to play."""
    from games.models import OpenDecision

    return OpenDecision.objects.filter(OpenDecision.OPEN, due_at__lte=timezone.now()).count()


def still_queued() -> int:
    """The number of emails left to send."""
    from accounts.models import OutgoingMail

    return OutgoingMail.objects.filter(status="queued", next_try_at__lte=timezone.now()).count()


def mail_out(workers: int, say: Say, what: str = "send") -> Swept:
    """Let so many processes send what is due, to a mail server of ours; what that has taken counts. `what`: send, or
    send_bare."""
    with sink() as server:
        os.environ |= {
            "PLAYPOST_MAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend",
            "PLAYPOST_SMTP_HOST": "127.0.0.1",
            "PLAYPOST_SMTP_PORT": str(server.port),
        }
        found = together(what, workers, still_queued, say)
        return Swept(len(server.taken), found.wall, found.cpu)


def together(what: str, workers: int, left: Callable[[], int], say: Say) -> Swept:
    """Run this many processes at once, and report progress."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    all_of_them = [
        subprocess.Popen([sys.executable, "-c", WORKER, what], **pipes)  # type: ignore[call-overload]
        for _ in range(workers)
    ]
    for one in all_of_them:
        assert one.stdout.readline() == "ready\n"
    began = time.perf_counter()
    for one in all_of_them:
        one.stdin.write("go\n")
        one.stdin.flush()
    said = began
    while any(one.poll() is None for one in all_of_them):
        time.sleep(0.02)
        if time.perf_counter() - said > SAY_EVERY:
            said = time.perf_counter()
            say(f"{said - began:.0f} s: {left():,} left")
    wall = time.perf_counter() - began
    told = [one.communicate()[0].split() for one in all_of_them]
    return Swept(sum(int(done) for done, _ in told), wall, sum(float(cpu) for _, cpu in told))


def idle() -> float:
    """Median milliseconds of an idle sweep."""
    from games.deadlines import sweep

    times = []
    for _ in range(15):
        began = time.perf_counter()
        sweep.sweep(timezone.now())
        times.append((time.perf_counter() - began) * 1000)
    return median(times)


def owe_emails() -> int:
    """Queue emails about open decisions, due now, for their players."""
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE accounts_outgoingmail CASCADE")
        cursor.execute(
            "INSERT INTO accounts_outgoingmail (key, kind, user_id, match_id, data, status, reason, subject, attempts, "
            "created_at, next_try_at, bundle, is_unread) SELECT 'm' || match_id || '.' || key || '.last_call.' "
            "|| floor(extract(epoch FROM due_at))::bigint, "
            "'last_call', user_id, match_id::text, "
            "json_build_object('match', match_id, 'seat', seat, 'decision', key, 'slug', %s::text, "
            "'live', false), 'queued', '', '', 0, now(), now(), '', false FROM games_opendecision "
            "WHERE answered_at IS NULL AND due_at > now() + interval '1 hour' ORDER BY id LIMIT %s",
            [GAME, MAILS],
        )
        return int(cursor.rowcount)
