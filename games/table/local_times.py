"""Points in time as tables and emails show them: as ISO 8601 for browsers, and in words for a time zone."""

from datetime import UTC, datetime
from functools import lru_cache
from zoneinfo import ZoneInfo

from msgspec import Struct

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class LocalTime(Struct, frozen=True):
    """A point in time as ISO 8601 and in words, in the reader's time zone."""

    iso: str
    words: str


class Due(LocalTime, frozen=True):
    """When time is up. With a reserve: when it starts to drain, and the words shown now, before that and after."""

    drains: str = ""
    runs: str = ""
    before: str = ""
    after: str = ""


def local_time(at: datetime, zone: str) -> LocalTime:
    """This point in time for a reader in this time zone."""
    return LocalTime(iso(at), at_words(at, zone))


@lru_cache(4_000)
def iso(at: datetime) -> str:
    """ISO 8601 in UTC: "2026-01-31T17:05:00+00:00"."""
    return at.astimezone(UTC).isoformat(timespec="seconds")


@lru_cache(4_000)
def at_words(at: datetime, zone: str) -> str:
    """A time in the reader's time zone: "Sat 31 Jan, 18:05"; in UTC, which is few readers' own, with its name."""
    local, name = at.astimezone(ZoneInfo(zone)), " UTC" if zone == "UTC" else ""
    return f"{DAYS[local.weekday()]} {local.day} {MONTHS[local.month - 1]}, {local.hour:02}:{local.minute:02}{name}"
