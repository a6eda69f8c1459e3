"""`manage.py replay MATCH_ID`: replay a stored match under the current rules and show the first difference.

Writes nothing. For a running match it shows only where the difference is, because the values may be secret.
"""

import zlib
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.kernel import codec, replay
from games.kernel.position import AnyPosition
from games.matches.platform_lines import NOTE
from games.models import Match, MoveRecord, Snapshot
from games.records.export import recorded_line


class Command(BaseCommand):
    help = "Replay the log of a stored match under the current rules. Exits with 1 and the first difference, if any."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("match_id", type=int, metavar="MATCH_ID")

    def handle(self, *args: Any, match_id: int, **options: Any) -> None:
        match = Match.objects.filter(pk=match_id).first()
        if match is None:
            raise CommandError(f"There is no match {match_id}.", returncode=1)
        if not match.position:
            raise CommandError(f"Match {match_id} has not started.", returncode=1)
        try:
            count = _replay(match)
        except replay.Difference as difference:
            raise CommandError(f"{match}: {difference}", returncode=1) from None
        rules = msgspec.json.decode(match.position)["rules"]
        self.stdout.write(f"{match}: {count} records of rules {rules} replay under rules {match.game.meta.rules}.")


def _replay(match: Match) -> int:
    """Replay and compare record by record. Returns how many there are. Raises replay.Difference."""
    stored = msgspec.json.decode(match.position)
    start, *rows = MoveRecord.objects.filter(match=match).exclude(by=NOTE).order_by("number")
    record = {
        "slug": match.slug,
        "seats": match.seat_count,
        "options": stored["options"],
        "seed": stored["rng"]["seed"],
        "moves": [recorded_line(row) for row in rows],
    }
    position, events = replay.begin(match.game, record)
    compare = _Compare(match)
    compare.events(0, start, events)
    compare.snapshot(0, start, position)
    for step in replay.steps(match.game, record, position):
        row = rows[step.number - 1]
        told = row
        if step.outcome.events:  # those of an order that answers at once are stored with its answer
            told = next((one for one in rows[step.number - 1 :] if not one.is_order), row)
        compare.events(step.number, told, step.outcome.events)
        compare.snapshot(step.number, row, step.position)
    compare.positions(None, stored, position)
    return len(rows) + 1


class _Compare:
    """Compares the replay with what is stored. Each method raises replay.Difference."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.shows_values = match.status == Match.Status.OVER

    def events(self, number: int, row: MoveRecord, events: list[Any]) -> None:
        if row.by == replay.UNDO:
            return  # takebacks are logged by the platform, not the rules
        self._same(number, "the log", msgspec.json.decode(row.events), _plain(events))

    def snapshot(self, number: int, row: MoveRecord, position: AnyPosition) -> None:
        """The stored position of the row's version, if this row is the last of those that made it. Sealed answers and
        standing orders may have followed."""
        rows = MoveRecord.objects.filter(match=self.match, version=row.version).exclude(by=NOTE)
        times = list(rows.order_by("number").values_list("number", "at"))
        at_once = [one for one, at in times if at == times[0][1]]
        raw = Snapshot.objects.filter(match=self.match, version=row.version).values_list("position", flat=True).first()
        if raw is not None and row.number == at_once[-1]:
            self.positions(number, msgspec.json.decode(zlib.decompress(raw)), position)

    def positions(self, number: int | None, stored: dict[str, Any], position: AnyPosition) -> None:
        fresh = _plain(position)
        for name in ("step", "serial", "round", "left", "state"):
            self._same(number, name, stored.get(name), fresh.get(name))

    def _same(self, number: int | None, what: str, stored: Any, fresh: Any) -> None:
        if stored == fresh:
            return
        path, one, other = _first_difference(stored, fresh)
        values = f": stored {one!r}, now {other!r}" if self.shows_values else ""
        raise replay.Difference(number, f"{what}{path} differs{values}.")


def _plain(value: Any) -> Any:
    return msgspec.json.decode(codec.dump(value))


def _first_difference(one: Any, other: Any, path: str = "") -> tuple[str, Any, Any]:
    """The first difference between two plain values, as (path, value, other value)."""
    if isinstance(one, dict) and isinstance(other, dict):
        pairs = [(f".{name}", one.get(name), other.get(name)) for name in sorted({*one, *other})]
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = [(f".{place}", a, b) for place, (a, b) in enumerate(zip(one, other, strict=True))]
    else:
        return path, one, other
    part, a, b = next((pair for pair in pairs if pair[1] != pair[2]), ("", one, other))
    return _first_difference(a, b, path + part) if part else (path, one, other)
