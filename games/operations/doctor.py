"""Finds inconsistent rows: what is wrong, and how to mend it. Looking changes nothing."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db import connection
from django.utils import timezone

from config.postgres import fetch_all
from games.deadlines.sweep import OUTAGE
from games.errors import Refusal, Unreadable
from games.matches.loaded import load_match
from games.matches.store import is_awaited
from games.models import Match, SweepHeartbeat
from games.titles import load

MOST = 20  # ids that a line names


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong. `mend`: the statement that mends it, "" where a person has to decide."""

    what: str
    advice: str
    ids: tuple[int, ...] = ()
    mend: str = ""

    def __str__(self) -> str:
        named = ", ".join(map(str, self.ids[:MOST])) + (" …" if len(self.ids) > MOST else "")
        return f"{self.what}{f' ({len(self.ids)}): {named}' if self.ids else ''}\n    {self.advice}"


@dataclass(frozen=True, slots=True)
class Check:
    """A question to the database that finds the ids of rows that should not be."""

    what: str
    sql: str
    advice: str
    mend: str = ""


ABANDON = "Look at the match. If it is stuck, abandon it on the staff page: no result, no rating."
CHECKS = (
    Check(
        "Decisions of matches that nobody plays",
        "SELECT d.id FROM games_opendecision d JOIN games_match m ON m.id = d.match_id WHERE m.status <> 'running'",
        "They would be swept for ever. `manage.py doctor --mend` deletes them.",
        "DELETE FROM games_opendecision d USING games_match m WHERE m.id = d.match_id AND m.status <> 'running'",
    ),
    Check(
        "Decisions of people who do not sit there",
        "SELECT d.id FROM games_opendecision d JOIN games_seat s ON s.match_id = d.match_id AND s.number = d.seat"
        " WHERE s.user_id IS NOT NULL AND s.user_id IS DISTINCT FROM d.user_id AND d.answered_at IS NULL",
        "`manage.py doctor --mend` gives them to whoever has the seat.",
        "UPDATE games_opendecision d SET user_id = s.user_id FROM games_seat s WHERE s.match_id = d.match_id"
        " AND s.number = d.seat AND s.user_id IS NOT NULL AND s.user_id IS DISTINCT FROM d.user_id",
    ),
    Check(
        "Running matches with the wrong number of seats",
        "SELECT m.id FROM games_match m WHERE m.status = 'running' AND m.seat_count <>"
        " (SELECT count(*) FROM games_seat s WHERE s.match_id = m.id AND s.user_id IS NOT NULL)",
        ABANDON,
    ),
    Check(
        "Matches whose log is ahead of them",
        "SELECT m.id FROM games_match m WHERE m.status = 'running' AND m.version <"
        " (SELECT max(r.version) FROM games_moverecord r WHERE r.match_id = m.id)",
        "A restore was not complete. Restore the backup again, with `manage.py restore`.",
    ),
    Check(
        "Matches that are over without ranks",
        "SELECT m.id FROM games_match m WHERE m.status = 'over' AND m.ended_at > now() - interval '30 days' AND EXISTS"
        " (SELECT 1 FROM games_seat s WHERE s.match_id = m.id AND s.user_id IS NOT NULL AND s.rank IS NULL)",
        "Their ratings were not counted. Please report this with the game's name; nothing has to be done.",
    ),
    Check(
        "Running matches in which nobody is asked",
        "SELECT m.id FROM games_match m WHERE m.status = 'running' AND NOT EXISTS"
        " (SELECT 1 FROM games_opendecision d WHERE d.match_id = m.id AND d.answered_at IS NULL)",
        ABANDON,
    ),
    Check(  # no email is tried for longer than eight days
        "Emails that have waited for days",
        "SELECT id FROM accounts_outgoingmail WHERE status = 'queued' AND created_at < now() - interval '8 days'"
        " AND next_try_at < now() - interval '4 days'",
        "No worker sends emails, or the mail server takes none. Look at the log of the worker.",
    ),
)
SEQUENCES = (
    *("games_match", "games_seat", "games_opendecision", "games_moverecord"),
    *("accounts_user", "accounts_outgoingmail"),
)


def examine() -> Iterator[Finding]:
    """All that is wrong, one after the other."""
    for check in CHECKS:
        if ids := _ids(check.sql):
            yield Finding(check.what, check.advice, ids, check.mend)
    for look in (_sequences, _unreadable, _unknown_games, _sweep):
        yield from look()


def mend(finding: Finding) -> int:
    """Mend it; how many rows were changed."""
    with connection.cursor() as cursor:
        cursor.execute(finding.mend)
        changed: int = cursor.rowcount
        return max(0, changed)


def _ids(sql: str) -> tuple[int, ...]:
    return tuple(id for (id,) in fetch_all(f"{sql} ORDER BY 1"))


def _sequences() -> Iterator[Finding]:
    """A table that was filled by hand gives out numbers that are taken: new rows fail."""
    for table in SEQUENCES:
        name = f"pg_get_serial_sequence('{table}', 'id')"
        behind = f"SELECT max(id) FROM {table} HAVING max(id) > (SELECT coalesce(pg_sequence_last_value({name}), 0))"
        if ids := _ids(behind):
            fix = f"SELECT setval({name}, (SELECT max(id) FROM {table}))"
            yield Finding(f"{table} gives out numbers again", "`manage.py doctor --mend` counts on.", ids, fix)


def _unreadable() -> Iterator[Finding]:
    """Each running match is loaded once, and what it asks compared with the index of decisions."""
    broken, differing = [], []
    running = Match.objects.filter(status=Match.Status.RUNNING, slug__in=load()).order_by("pk")
    for match_id in running.values_list("pk", flat=True).iterator():
        try:
            loaded = load_match(match_id)
            asked = {row.key for row in loaded.asked if row.answered_at is None}
            opens = loaded.open_decisions()
            wanted = {open.id for open in opens if open.answer is None and is_awaited(open.decision)}
        except (Unreadable, Refusal):
            broken.append(match_id)
            continue
        if wanted - asked:
            differing.append(match_id)
    if broken:
        yield Finding("Matches that cannot be read", ABANDON, tuple(broken))
    if differing:
        yield Finding("Matches that ask what no clock knows of", ABANDON, tuple(differing))


def _unknown_games() -> Iterator[Finding]:
    unknown = Match.objects.filter(status__in=["open", "running"]).exclude(slug__in=load())
    if ids := tuple(unknown.order_by("pk").values_list("pk", flat=True)):
        yield Finding("Matches of games that are not installed", "Put the game's folder back, or abandon them.", ids)


def _sweep() -> Iterator[Finding]:
    pulse = SweepHeartbeat.objects.first()
    if pulse is None or timezone.now() - pulse.at > OUTAGE:
        since = f"since {pulse.at:%Y-%m-%d %H:%M} (UTC)" if pulse else "yet"
        advice = "While the site is stopped this is right. Else start the worker of the queue “clocks”, and beat."
        yield Finding(f"Clocks were not swept {since}", advice)
