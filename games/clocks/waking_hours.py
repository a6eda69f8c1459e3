"""Waking-hours arithmetic: when a person's clock runs, and how long it ran between two moments.

A Calendar holds the hours of each weekday in the person's own time zone, single days off, and vacations. It defines two
measures of time: *running* time stops only during vacations; *open* time runs only in waking hours. All results are in
UTC; `_moment` handles the changes to and from daylight saving time.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import TypeVar
from zoneinfo import ZoneInfo

from msgspec import Struct

MIDNIGHT = 24 * 60
LEAST_HOURS = 30  # open hours per week, at least: otherwise one could stretch a deadline without end
LEAST_CHANCE = 3600.0  # seconds of waking time that each decision includes, if it lasts that long
FAR = datetime(9000, 1, 1, tzinfo=UTC)
MOST_DAYS = 3 * 366  # how far a search may go
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

T = TypeVar("T", int, datetime)
Span = tuple[datetime, datetime]
Windows = tuple[tuple[int, int], ...]  # (from, to) in minutes since midnight, sorted and disjoint
_TIMES = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?\s*(?:-|–|to)\s*(\d{1,2})(?:[:.](\d{2}))?")


class Calendar(Struct, frozen=True):
    """When somebody's clock runs. `week`: windows per day, Monday first; empty if the clock always runs.

    `breaks`: vacations, sorted and disjoint.
    """

    zone: str = "UTC"
    week: tuple[Windows, ...] = ()
    days_off: frozenset[date] = frozenset()
    breaks: tuple[Span, ...] = ()

    def running(self, start: datetime) -> Iterator[Span]:
        """The spans of running time from this moment on."""
        for begin, end in self.breaks:
            if start < begin:
                yield start, begin
            start = max(start, end)
        yield start, FAR

    def open(self, start: datetime) -> Iterator[Span]:
        """The spans of waking time from this moment on."""
        for begin, end in self.running(start):
            if self.week:
                yield from self._windows(begin, end)
            else:
                yield begin, end

    def _windows(self, start: datetime, end: datetime) -> Iterator[Span]:
        zone = ZoneInfo(self.zone)
        day = start.astimezone(zone).date()
        while _moment(day, 0, zone) < end:
            for begin, close in () if day in self.days_off else self.week[day.weekday()]:
                piece = max(start, _moment(day, begin, zone)), min(end, _moment(day, close, zone, is_end=True))
                if piece[0] < piece[1]:
                    yield piece
            day += timedelta(days=1)

    def is_open(self, moment: datetime) -> bool:
        """Is this moment within the person's waking hours?"""
        return next(self.open(moment))[0] == moment

    def after_running(self, start: datetime, seconds: float) -> datetime:
        """The moment when this much running time has passed."""
        return _after(self.running(start), start, seconds)

    def after_open(self, start: datetime, seconds: float) -> datetime:
        """The moment when this much waking time has passed."""
        return _after(self.open(start), start, seconds)

    def before_open(self, end: datetime, seconds: float) -> datetime:
        """The moment from which this much waking time passes until `end`; the inverse of after_open()."""
        late, early = end, end - timedelta(seconds=seconds)
        while self.open_between(early, end) < seconds and (end - early).days < MOST_DAYS:
            early -= max(end - early, timedelta(days=1))
        while late - early > timedelta(seconds=1):
            middle = early + (late - early) / 2
            early, late = (middle, late) if self.open_between(middle, end) >= seconds else (early, middle)
        return early if seconds > 0 else end

    def running_between(self, start: datetime, end: datetime) -> float:
        """Seconds of running time between two moments; 0 if `end` is not after `start`."""
        return _between(self.running(start), end)

    def open_between(self, start: datetime, end: datetime) -> float:
        """Seconds of waking time between two moments; 0 if `end` is not after `start`."""
        return _between(self.open(start), end)


ALWAYS = Calendar()


def _after(pieces: Iterator[Span], start: datetime, seconds: float) -> datetime:
    if seconds <= 0:
        return start
    for begin, end in pieces:
        length = (end - begin).total_seconds()
        if length >= seconds:
            return begin + timedelta(seconds=seconds)
        seconds -= length
        assert (begin - start).days < MOST_DAYS, "a calendar without waking hours"
    raise AssertionError("time has no end")


def _between(pieces: Iterator[Span], end: datetime) -> float:
    passed = 0.0
    for begin, close in pieces:
        if begin >= end:
            break
        passed += (min(close, end) - begin).total_seconds()
    return passed


def _moment(day: date, minutes: int, zone: ZoneInfo, is_end: bool = False) -> datetime:
    """Convert a local time of day to UTC. A time skipped in spring becomes the moment of the change. Of a time that
    autumn repeats, a window starts at the first and ends at the second, so that no waking time is lost."""
    local = datetime.combine(day, time(), tzinfo=zone).replace(tzinfo=None) + timedelta(minutes=minutes)
    early, late = (local.replace(tzinfo=zone, fold=fold).astimezone(UTC) for fold in (0, 1))
    if early <= late:
        return late if is_end else early
    return _skip(late, early, zone)


def _skip(before: datetime, after: datetime, zone: ZoneInfo) -> datetime:
    """The moment between these two when the zone's UTC offset changes, to the second."""
    old = before.astimezone(zone).utcoffset()
    while after - before > timedelta(seconds=1):
        middle = before + (after - before) // 2
        before, after = (middle, after) if middle.astimezone(zone).utcoffset() == old else (before, middle)
    return after.replace(microsecond=0)


# --- how people write their hours ---------------------------------------------------------------------------------


class NotHours(ValueError):
    """The text cannot be read as hours; the message says why."""


def read_windows(text: str) -> Windows:
    """Parse "7-8:30, 18-22" into windows; "" or "off" is a day off. Raises NotHours."""
    text = text.strip().lower()
    if text in ("", "off", "-"):
        return ()
    return merged(_read_window(part.strip()) for part in re.split(r"[,;]", text) if part.strip())


def _read_window(text: str) -> tuple[int, int]:
    match = _TIMES.fullmatch(text)
    if match is None:
        raise NotHours(f"“{text[:30]}” can’t be read as hours. Write it like 18-22 or 7:30-9.")
    hours = [int(part or 0) for part in match.groups()]
    begin, end = hours[0] * 60 + hours[1], hours[2] * 60 + hours[3]
    if hours[1] > 59 or hours[3] > 59 or end > MIDNIGHT:
        raise NotHours(f"“{text[:30]}” isn’t within one day, from 0 to 24.")
    if begin >= end:
        raise NotHours(f"“{text[:30]}” ends before it begins. Put the hours after midnight on the next day.")
    return begin, end


def merged(spans: Iterable[tuple[T, T]]) -> tuple[tuple[T, T], ...]:
    """These spans in order, with touching and overlapping ones joined."""
    joined: list[tuple[T, T]] = []
    for begin, end in sorted(spans):
        if joined and begin <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((begin, end))
    return tuple(joined)


def in_words(windows: Windows) -> str:
    """The inverse of read_windows(): "7-8:30, 18-22", or "off" for no windows."""
    return ", ".join(f"{_clock(begin)}-{_clock(end)}" for begin, end in windows) or "off"


def _clock(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    return f"{hours}:{rest:02}" if rest else str(hours)


def minutes_of(week: Iterable[Windows]) -> int:
    """Open minutes per week."""
    return sum(end - begin for windows in week for begin, end in windows)


def too_short(week: tuple[Windows, ...], days_off: Iterable[date]) -> date | None:
    """The Monday of the first week with fewer than LEAST_HOURS open hours, or None. A week without days off is checked,
    too; its Monday is date(1, 1, 1)."""
    least, off = LEAST_HOURS * 60, set(days_off)
    for monday in [date(1, 1, 1), *sorted({day - timedelta(days=day.weekday()) for day in off})]:
        days = [monday + timedelta(days=number) for number in range(7)]
        if minutes_of(week[day.weekday()] for day in days if day not in off) < least:
            return monday
    return None


def usual_words(week: tuple[Windows, ...], zone: str, reader: str, now: datetime) -> list[str]:
    """The waking hours of the coming week as lines in the reader's time zone: "Mon to Fri 18:00 to 22:00"."""
    calendar, here = Calendar(zone, week), ZoneInfo(reader)
    begin = datetime.combine(now.astimezone(here).date(), time(), tzinfo=here)
    lines: dict[int, list[str]] = {}
    for start, end in calendar.open(begin.astimezone(UTC)):
        if (start - begin).days >= 7:
            break
        first, last = start.astimezone(here), end.astimezone(here)
        lines.setdefault(first.weekday(), []).append(f"{first:%H:%M} to {last:%H:%M}")
    return _grouped([", ".join(lines.get(day, ["not at all"])) for day in range(7)])


def _grouped(days: list[str]) -> list[str]:
    """One line for each run of days with the same hours."""
    lines, first = [], 0
    for day in range(1, 8):
        if day == 7 or days[day] != days[first]:
            names = WEEKDAYS[first][:3] if day - first == 1 else f"{WEEKDAYS[first][:3]} to {WEEKDAYS[day - 1][:3]}"
            lines.append(f"{names} {days[first]}")
            first = day
    return lines
