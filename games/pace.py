"""Clocks as arithmetic: how long a decision may take, when to remind, how to say it."""

from datetime import datetime, timedelta

MINUTE, HOUR, DAY = 60, 3600, 86400

# What the form that opens a table offers: (seconds for each decision, seconds in reserve).
LIVE_CHOICES = ((30, 180), (60, 300), (90, 600), (180, 900))
MAIL_CHOICES = (
    (HOUR, 12 * HOUR),
    (8 * HOUR, DAY),
    (DAY, 3 * DAY),
    (3 * DAY, 7 * DAY),
    (7 * DAY, 7 * DAY),
    (14 * DAY, 0),
)
AGAINST_BOTS = (3 * DAY, 7 * DAY)  # a first match against bots, by one click: nobody waits for us
LIMITS = {"live": (10, 30 * MINUTE), "correspondence": (HOUR, 14 * DAY)}
NO_REMINDER_UNDER = 30 * MINUTE
MISSES_TO_LOSE_SEAT = 3  # PLAY-09

# Part of the time for a turn that other kinds of decision get, by pace of the match.
SHARES = {"turn": {"live": 1.0, "correspondence": 1.0}, "talk": {"live": 1.5, "correspondence": 1.0}}
SHARES["window"] = {"live": 0.34, "correspondence": 0.5}


def allowance(match_pace: str, move_seconds: int, decision_pace: str) -> float:
    """Seconds that a decision of this pace may take before the reserve is touched."""
    return move_seconds * SHARES[decision_pace][match_pace]


def due_at(now: datetime, match_pace: str, move_seconds: int, decision_pace: str, bank_left: float) -> datetime:
    """When the default is played. The reserve counts for turns only."""
    seconds = allowance(match_pace, move_seconds, decision_pace)
    return now + timedelta(seconds=seconds + (bank_left if decision_pace == "turn" else 0))


def bank_used(asked_at: datetime, now: datetime, match_pace: str, move_seconds: int) -> float:
    """Seconds that a turn took beyond its allowance."""
    return max(0.0, (now - asked_at).total_seconds() - allowance(match_pace, move_seconds, "turn"))


def remind_at(asked_at: datetime, due: datetime, step: int) -> datetime | None:
    """The moment of step 0 (reminder, half of the time) or 1 (last call) of the ladder; None if there is none."""
    span = (due - asked_at).total_seconds()
    if span < NO_REMINDER_UNDER or step > 1:
        return None
    if step == 0:
        return asked_at + timedelta(seconds=span / 2)
    return due - timedelta(seconds=min(max(span / 10, HOUR), span / 4))


def in_words(seconds: float) -> str:
    """A length of time with at most two units: "2 days", "1 h 30 min", "45 s"."""
    seconds = round(seconds)
    parts = []
    for size, one, many in ((DAY, " day", " days"), (HOUR, " h", " h"), (MINUTE, " min", " min"), (1, " s", " s")):
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count}{one if count == 1 else many}")
    return " ".join(parts[:2]) or "0 s"


def clock_in_words(move_seconds: int, bank_seconds: int) -> str:
    """ "1 day a move, 3 days in reserve"."""
    reserve = f", {in_words(bank_seconds)} in reserve" if bank_seconds else ", no reserve"
    return f"{in_words(move_seconds)} a move{reserve}"
