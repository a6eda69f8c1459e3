"""Finds inconsistent rows and knows how to fix them. Examining changes nothing."""

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

MOST = 20  # ids listed per finding


@dataclass(frozen=True, slots=True)
class Finding:
    """One problem. `fix`: the SQL that fixes it, "" if a person has to decide."""

    what: str
    advice: str
    ids: tuple[int, ...] = ()
    fix: str = ""

    def __str__(self) -> str:
        named = ", ".join(map(str, self.ids[:MOST])) + (" …" if len(self.ids) > MOST else "")
        return f"{self.what}{f' ({len(self.ids)}): {named}' if self.ids else ''}\n    {self.advice}"


@dataclass(frozen=True, slots=True)
class Check:
    """A query for the ids of inconsistent rows."""

    what: str
    sql: str
    advice: str
    fix: str = ""


ABANDON = "Look at the match. If it is stuck, abandon it on the staff page: no result, no rating."
CHECKS = (
    Check(
        "Open decisions of matches that are not running",
        "SELECT d.id FROM games_opendecision d JOIN games_match m ON m.id = d.match_id WHERE m.status <> 'running'",
        "The sweep would visit them forever. `manage.py doctor --fix` deletes them.",
        "DELETE FROM games_opendecision d USING games_match m WHERE m.id = d.match_id AND m.status <> 'running'",
    ),
    Check(
        "Open decisions assigned to the wrong person",
        "SELECT d.id FROM games_opendecision d JOIN games_seat s ON s.match_id = d.match_id AND s.number = d.seat"
        " WHERE s.user_id IS NOT NULL AND s.user_id IS DISTINCT FROM d.user_id AND d.answered_at IS NULL",
        "`manage.py doctor --fix` assigns them to the player of the seat.",
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
        "Matches whose log is ahead of their position",
        "SELECT m.id FROM games_match m WHERE m.status = 'running' AND m.version <"
        " (SELECT max(r.version) FROM games_moverecord r WHERE r.match_id = m.id)",
        "A backup was not restored completely. Restore it again with `manage.py restore`.",
    ),
    Check(
        "Finished matches without ranks",
        "SELECT m.id FROM games_match m WHERE m.status = 'over' AND m.ended_at > now() - interval '30 days' AND EXISTS"
        " (SELECT 1 FROM games_seat s WHERE s.match_id = m.id AND s.user_id IS NOT NULL AND s.rank IS NULL)",
        "They did not count for ratings. Please report this with the game's name; there is nothing to fix.",
    ),
    Check(
        "Running matches without an open decision",
        "SELECT m.id FROM games_match m WHERE m.status = 'running' AND NOT EXISTS"
        " (SELECT 1 FROM games_opendecision d WHERE d.match_id = m.id AND d.answered_at IS NULL)",
        ABANDON,
    ),
    Check(  # emails are given up after eight days
        "Emails that have been waiting for days",
        "SELECT id FROM accounts_outgoingmail WHERE status = 'queued' AND created_at < now() - interval '8 days'"
        " AND next_try_at < now() - interval '4 days'",
        "No worker is sending emails, or the mail server refuses them. Check the worker's log.",
    ),
)
SEQUENCES = (
    *("games_match", "games_seat", "games_opendecision", "games_moverecord"),
    *("accounts_user", "accounts_outgoingmail"),
)


def examine() -> Iterator[Finding]:
    """Yield all problems."""
    for check in CHECKS:
        if ids := _ids(check.sql):
            yield Finding(check.what, check.advice, ids, check.fix)
    for look in (_sequences, _unreadable, _unknown_games, _sweep):
        yield from look()


def fix(finding: Finding) -> int:
    """Fix a problem. Returns how many rows were changed."""
    with connection.cursor() as cursor:
        cursor.execute(finding.fix)
        changed: int = cursor.rowcount
        return max(0, changed)


def _ids(sql: str) -> tuple[int, ...]:
    return tuple(id for (id,) in fetch_all(f"{sql} ORDER BY 1"))


def _sequences() -> Iterator[Finding]:
    """Sequences behind their table, as after a manual import: inserting new rows fails."""
    for table in SEQUENCES:
        name = f"pg_get_serial_sequence('{table}', 'id')"
        behind = f"SELECT max(id) FROM {table} HAVING max(id) > (SELECT coalesce(pg_sequence_last_value({name}), 0))"
        if ids := _ids(behind):
            fix = f"SELECT setval({name}, (SELECT max(id) FROM {table}))"
            yield Finding(f"The ids of {table} are behind", "`manage.py doctor --fix` advances them.", ids, fix)


def _unreadable() -> Iterator[Finding]:
    """Load each running match, and compare its decisions with the table of open decisions."""
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
        yield Finding("Matches with a decision that has no clock", ABANDON, tuple(differing))


def _unknown_games() -> Iterator[Finding]:
    unknown = Match.objects.filter(status__in=["open", "running"]).exclude(slug__in=load())
    if ids := tuple(unknown.order_by("pk").values_list("pk", flat=True)):
        yield Finding("Matches of games that are not installed", "Restore the game's folder, or abandon them.", ids)


def _sweep() -> Iterator[Finding]:
    pulse = SweepHeartbeat.objects.first()
    if pulse is None or timezone.now() - pulse.at > OUTAGE:
        since = f"since {pulse.at:%Y-%m-%d %H:%M} (UTC)" if pulse else "yet"
        advice = "This is normal while the site is stopped. Otherwise start beat and a worker for the queue “clocks”."
        yield Finding(f"The clocks have not been swept {since}", advice)
