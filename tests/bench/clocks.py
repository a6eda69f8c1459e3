"""The sweep of the clocks over very many running matches, and letters handed to a sink: wall and CPU seconds.

Matches are copied from a few real ones inside the database; each default that the sweep plays is a real engine step
with its log, its letters and its commit. Sizes come from the environment: BENCH_MATCHES, BENCH_DUE, BENCH_MAILS.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection
from django.utils import timezone

MATCHES = int(os.environ.get("BENCH_MATCHES", "1000000"))
DUE = int(os.environ.get("BENCH_DUE", "10000"))
MAILS = int(os.environ.get("BENCH_MAILS", "100000"))
MODELS, CHUNK = 20, 20_000
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
Say = Callable[[str], None]


class Sink(BaseEmailBackend):
    """Builds each message as it would go over the wire, and drops it."""

    def open(self) -> bool:
        return True

    def send_messages(self, email_messages: list) -> int:  # type: ignore[type-arg]
        return sum(bool(message.message().as_bytes()) for message in email_messages)


@dataclass(frozen=True)
class Swept:
    """What some workers did together: pieces of work, wall seconds, CPU seconds of all."""

    done: int
    wall: float
    cpu: float


def fill(say: Say) -> int:
    """Copy real matches until there are enough. Returns how many run."""
    from games.models import Match

    models = _models()
    while (count := Match.objects.count()) < MATCHES:
        say(f"{count:,} of {MATCHES:,} matches")
        _copy(models, min(CHUNK, MATCHES - count))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return count


def _models() -> list[int]:
    """A few matches by post, three people each, their first decision open."""
    from games.services import lobby
    from tests.bench.cost import people

    found = []
    for number in range(MODELS):
        persons = people(3, f"sweep-{number}-")
        facts = {"options": {}, "pace": "correspondence", "move_seconds": 86400, "bank_seconds": 259200}
        match = lobby.create_match(owner=persons[0], slug="parcels", seats=3, **facts)
        for person in persons[1:]:
            lobby.join(match_id=match.pk, user=person)
        found.append(match.pk)
    return found


def _copy(models: list[int], count: int) -> None:
    """Rows of matches, seats and open decisions, `count` of each kind of match in turn."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT max(id) FROM games_match")
        base = cursor.fetchone()[0]
        values = {"models": models, "count": count, "base": base, "kinds": len(models)}
        for table in ("games_match", "games_seat", "games_opendecision"):
            cursor.execute(_copy_of(table), values)
        cursor.execute("SELECT setval(pg_get_serial_sequence('games_match', 'id'), %s)", [base + count])


def _copy_of(table: str) -> str:
    """The statement that copies the rows of a table from the models to matches base + 1, base + 2, …"""
    with connection.cursor() as cursor:
        columns = [column.name for column in connection.introspection.get_table_description(cursor, table)]
    own = {
        "id": "base.n" if table == "games_match" else "",
        "match_id": "base.n",
        "token": "substr(md5(base.n::text), 1, 22)",
    }
    if table == "games_opendecision":  # spread over the coming days, as on a real site
        own |= {name: f"t.{name} + (base.n %% 200000) * interval '1 second'" for name in ("due_at", "remind_at")}
    named = [f'"{name}"' for name in columns if own.get(name, "x")]
    values = [own.get(name, f't."{name}"') for name in columns if own.get(name, "x")]
    key = "id" if table == "games_match" else "match_id"
    return (
        f"INSERT INTO {table} ({', '.join(named)}) SELECT {', '.join(values)} "
        "FROM (SELECT %(base)s + g AS n, (%(models)s::bigint[])[1 + g %% %(kinds)s] AS model "
        f"FROM generate_series(1, %(count)s) g) base JOIN {table} t ON t.{key} = base.model"
    )


def make_due() -> int:
    """Let this many decisions be due within one minute. Returns how many are."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE games_opendecision SET due_at = now() - random() * interval '60 seconds' WHERE id IN "
            "(SELECT id FROM games_opendecision WHERE answered_at IS NULL AND due_at > now() "
            "ORDER BY id LIMIT %s)",
            [DUE],
        )
        return int(cursor.rowcount)


def expire() -> int:
    """One worker's sweep."""
    from games.services import clock

    return clock.expire_due(timezone.now())


def send() -> int:
    """One worker's letters, until none is due."""
    from django.conf import settings

    from accounts import mail

    settings.EMAIL_BACKEND = "tests.bench.clocks.Sink"
    done = 0
    while sent := mail.send_due(1000):
        done += sent
    return done


def together(what: str, workers: int) -> Swept:
    """Let so many processes do it at once."""
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
    told = [one.communicate()[0].split() for one in all_of_them]
    wall = time.perf_counter() - began
    return Swept(sum(int(done) for done, _ in told), wall, sum(float(cpu) for _, cpu in told))


def idle() -> float:
    """Milliseconds of a sweep that finds nothing: the middle of several."""
    from games.services import clock

    times = []
    for _ in range(15):
        began = time.perf_counter()
        clock.sweep(timezone.now())
        times.append((time.perf_counter() - began) * 1000)
    return median(times)


def owe_letters() -> int:
    """Owe letters about open decisions, due now, each to its player."""
    from accounts.models import OutgoingMail, User

    User.objects.filter(is_bot=False).update(mail_daily_limit=500)
    OutgoingMail.objects.all().delete()
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO accounts_outgoingmail (key, kind, user_id, match_id, data, status, reason, subject, attempts, "
            "created_at, next_try_at, bundle) SELECT 'm' || match_id || '.' || key || '.last_call', 'last_call', "
            "user_id, match_id::text, "
            "json_build_object('match', match_id, 'seat', seat, 'decision', key, 'slug', 'parcels', "
            "'live', false), 'queued', '', '', 0, now(), now(), '' FROM games_opendecision "
            "WHERE answered_at IS NULL AND due_at > now() + interval '1 hour' ORDER BY id LIMIT %s",
            [MAILS],
        )
        return int(cursor.rowcount)
