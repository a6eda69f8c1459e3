"""The hours at which people usually answer, counted from the log and shown to their opponents."""

from collections import Counter, defaultdict
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from django.db import transaction

from games.models import Habit, MoveRecord, SweepHeartbeat

BATCH = 20_000  # records per run
MOST = 400  # answers per person; beyond that all counts are halved, so that newer answers weigh more
LEAST = 8  # answers needed before anything is shown
SHARE = 0.75  # of the answers fall into the hours that are shown


def count() -> int:
    """Count the answers since the last run. Returns how many records were read. Safe to run twice."""
    with transaction.atomic():
        heartbeat = SweepHeartbeat.objects.select_for_update().first()
        if heartbeat is None:
            return 0
        newer = MoveRecord.objects.filter(pk__gt=heartbeat.counted).order_by("pk")[:BATCH]
        rows = list(newer.values_list("pk", "user_id", "by", "at", "match__pace"))
        answers: dict[int, Counter[int]] = defaultdict(Counter)
        for _, user, by, at, pace in rows:
            if user is not None and by in ("web", "live", "mail", "api") and pace == "correspondence":
                answers[user][at.astimezone(UTC).hour] += 1
        _add(answers)
        if rows:
            SweepHeartbeat.objects.filter(pk=heartbeat.pk).update(counted=rows[-1][0])
    return len(rows)


def _add(answers: dict[int, Counter[int]]) -> None:
    known = {habit.user_id: habit.hours for habit in Habit.objects.filter(user__in=answers)}
    fresh = []
    for user, counts in answers.items():
        hours = [number + counts[hour] for hour, number in enumerate(known.get(user, [0] * 24))]
        while sum(hours) > MOST:
            hours = [number // 2 for number in hours]
        fresh.append(Habit(user_id=user, hours=hours))
    Habit.objects.bulk_create(fresh, update_conflicts=True, unique_fields=["user"], update_fields=["hours"])


def usual(hours: list[int]) -> tuple[int, int] | None:
    """The shortest part of the day (from, to, in UTC hours; may cross midnight) with SHARE of the answers, or None."""
    total = sum(hours)
    if total < LEAST:
        return None
    for length in range(1, 25):
        best = max(range(24), key=lambda begin: sum(hours[(begin + step) % 24] for step in range(length)))
        if sum(hours[(best + step) % 24] for step in range(length)) >= SHARE * total:
            return best, (best + length) % 24
    return None


def usual_words(hours: list[int], reader: str, now: datetime) -> str:
    """ "18:00 to 22:00" in the reader's time zone, or "any time of day"; "" if there are too few answers."""
    stretch = usual(hours)
    if stretch is None:
        return ""
    if stretch[0] == stretch[1]:
        return "any time of day"
    begin, end = (now.replace(hour=hour, minute=0).astimezone(ZoneInfo(reader)) for hour in stretch)
    return f"{begin:%H:%M} to {end:%H:%M}"
