"""Time controls: how long a decision may take, and how to put that into words."""

from datetime import datetime, timedelta

from msgspec import Struct

from games.clocks.waking_hours import ALWAYS, LEAST_CHANCE, Calendar

MINUTE, HOUR, DAY = 60, 3600, 86400

# The choices of the "new table" form: (seconds for each decision, seconds in reserve).
LIVE_CHOICES = ((30, 180), (60, 300), (90, 600), (180, 900))
LIVE_USUAL = (60, 300)
MAIL_CHOICES = (
    (HOUR, 12 * HOUR),
    (8 * HOUR, DAY),
    (DAY, 3 * DAY),
    (3 * DAY, 7 * DAY),
    (7 * DAY, 7 * DAY),
    (14 * DAY, 0),
)
AGAINST_BOTS = (3 * DAY, 7 * DAY)  # for a quick match against bots, where nobody else is waiting
MISSES_TO_LOSE_SEAT = 2  # PLAY-09

# Time for each kind of decision as a share of the time for a turn, by pace of the match.
SHARES = {"turn": {"live": 1.0, "correspondence": 1.0}, "talk": {"live": 1.5, "correspondence": 1.0}}
SHARES["window"] = SHARES["aside"] = {"live": 0.34, "correspondence": 0.5}
SHARES["court"] = {"live": 1.5, "correspondence": 0.5}
SOFT = {"live": 0.44, "correspondence": 0.5}


class Left(Struct, frozen=True):
    """Time left on a stopped clock, in seconds of its player's calendar; see stop()."""

    time: float
    reserve: float
    used: float = 0.0


def allowance(
    match_pace: str, move_seconds: int, decision_pace: str, limit: float = 0, share: float = 1, live: float = 0
) -> float:
    """Seconds that a decision of this pace may take before it uses the reserve. `limit`, `share`, `live`: see Clock."""
    if limit:
        return min(limit, move_seconds) if decision_pace == "aside" else limit
    if live and match_pace == "live":
        return live
    return move_seconds * SHARES[decision_pace][match_pace] * share


def soft_limit(match_pace: str, move_seconds: int) -> float:
    """Seconds after which others may hurry somebody along (`Clock.after`)."""
    return move_seconds * SOFT[match_pace]


def clock(
    now: datetime,
    match_pace: str,
    move_seconds: int,
    decision_pace: str,
    bank_left: float,
    hours: Calendar = ALWAYS,
    *,
    limit: float = 0,
    share: float = 1,
    live: float = 0,
    hold: float = 0,
) -> tuple[datetime, datetime]:
    """When the reserve starts to drain, and when the default is played. Only turns have a reserve.

    `limit`, `share`, `live`, `hold`: see Clock; `hold`, in which no answer is accepted, is added to the time.

    In correspondence matches the time for a move runs day and night, but includes at least an hour of waking time (or
    all of it, if shorter) and never ends while the person sleeps; the reserve drains in waking hours only (PLAY-13).
    """
    seconds = allowance(match_pace, move_seconds, decision_pace, limit, share, live) + hold
    bank = bank_left if decision_pace == "turn" else 0
    if match_pace == "live":
        drains = now + timedelta(seconds=seconds)
        return drains, drains + timedelta(seconds=bank)
    drains = _end_of_time(now, seconds, hours)
    return drains, hours.after_open(drains, bank)


def _end_of_time(now: datetime, seconds: float, hours: Calendar, *, is_undone: bool = False) -> datetime:
    chance = min(seconds, LEAST_CHANCE)
    end = max(hours.after_running(now, seconds), hours.after_open(now, chance))
    if hours.is_open(end - timedelta(microseconds=1)):
        return end
    return hours.after_open(now, hours.open_between(now, end)) if is_undone else hours.after_open(end, chance)


def stop_and_resume(
    drains_at: datetime,
    due_at: datetime,
    before: Calendar,
    after: Calendar,
    stopped_at: datetime,
    resumes_at: datetime,
    *,
    is_undone: bool = False,
) -> tuple[datetime, datetime]:
    """clock() for a decision that was paused for a while; its calendar may have changed meanwhile.

    The time and the reserve that were left are kept, and so is how much of the reserve was used.

    `is_undone`: the change is taken back. A time that would end while the person sleeps then ends in the evening before
    instead of the next morning: otherwise booking and cancelling would add time each time.
    """
    return resume(stop(drains_at, due_at, before, stopped_at), after, resumes_at, is_undone=is_undone)


def stop(drains_at: datetime, due_at: datetime, hours: Calendar, now: datetime) -> Left:
    """What is left now on a correspondence clock: time for the move and reserve, and how much reserve it has used."""
    if drains_at > now:
        return Left(hours.running_between(now, drains_at), hours.open_between(drains_at, due_at))
    return Left(0.0, hours.open_between(now, due_at), hours.open_between(drains_at, now))


def resume(left: Left, hours: Calendar, now: datetime, *, is_undone: bool = False) -> tuple[datetime, datetime]:
    """clock() for a stopped decision that resumes now with this much left. `is_undone`: see stop_and_resume()."""
    if left.time > 0:
        drains = _end_of_time(now, left.time, hours, is_undone=is_undone)
        return drains, hours.after_open(drains, left.reserve)
    return hours.before_open(now, left.used), hours.after_open(now, left.reserve)


def lengthen(drains_at: datetime, due_at: datetime, seconds: float, hours: Calendar) -> tuple[datetime, datetime]:
    """clock() for a decision with this much more time, which does not end while the person sleeps either."""
    due = _end_of_time(due_at, seconds, hours)
    return hours.before_open(due, hours.open_between(drains_at, due_at)), due


def bank_used(drains_at: datetime, now: datetime, match_pace: str, hours: Calendar = ALWAYS) -> float:
    """Seconds of the reserve used by a turn that is answered now."""
    if match_pace == "live":
        return max(0.0, (now - drains_at).total_seconds())
    return hours.open_between(drains_at, now)


def in_words(seconds: float) -> str:
    """A duration in at most two units: "2 days", "1 h 30 min", "45 s"."""
    seconds = round(seconds)
    parts = []
    for size, one, many in ((DAY, " day", " days"), (HOUR, " h", " h"), (MINUTE, " min", " min"), (1, " s", " s")):
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count}{one if count == 1 else many}")
    return " ".join(parts[:2]) or "0 s"


def clock_in_words(move_seconds: int, bank_seconds: int) -> str:
    """ "1 day for each move, then a 3-day reserve"."""
    then = f"then a {reserve_in_words(bank_seconds)}" if bank_seconds else "no reserve"
    return f"{in_words(move_seconds)} for each move, {then}"


def reserve_in_words(seconds: float) -> str:
    """ "3-day reserve", "12-hour reserve", "2 days 4 h reserve"."""
    words = _about(seconds)
    count, _, unit = words.partition(" ")
    names = {"day": "day", "days": "day", "h": "hour", "min": "minute", "s": "second"}
    return f"{count}-{names[unit]} reserve" if unit in names else f"{words} reserve"


def left_in_words(now: datetime, drains_at: datetime, due_at: datetime, hours: Calendar = ALWAYS) -> str:
    """The time left for a decision: "23 h for this move, then your 3-day reserve"."""
    left = hours.open_between(now, due_at) if now >= drains_at else (drains_at - now).total_seconds()
    return f"{_about(left)} {what_runs(now, drains_at, due_at, hours)}"


def what_runs(now: datetime, drains_at: datetime, due_at: datetime, hours: Calendar = ALWAYS) -> str:
    """The words that follow a running clock: "for this move, then your 3-day reserve", "left in your reserve"."""
    if now >= drains_at:
        return "left in your reserve"
    reserve = hours.open_between(drains_at, due_at)
    return f"for this move, then your {reserve_in_words(reserve)}" if reserve >= 1 else "for this move"


def _about(seconds: float) -> str:
    """Like in_words(), but rounded: to hours from ten hours on, to minutes from ten minutes on."""
    unit = HOUR if seconds >= 10 * HOUR else MINUTE if seconds >= 10 * MINUTE else 1
    return in_words(round(seconds / unit) * unit)
