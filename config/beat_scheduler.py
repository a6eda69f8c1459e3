"""Celery's scheduler, for a clock that may be set back.

Celery remembers when each task was sent by the time of day. If the clock is then set back ten minutes, by hand or as a
machine wakes up, it would send nothing for ten minutes: no clock of a match would run out meanwhile.
"""

from datetime import timedelta
from typing import Any

from celery.beat import PersistentScheduler

AHEAD = timedelta(seconds=1)


class Scheduler(PersistentScheduler):
    """Forgets what it remembers of the future. So do schedules of an earlier start, read from the file."""

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due; returns the seconds until it wants to be called again."""
        if late := [entry for entry in self.schedule.values() if entry.last_run_at > entry.default_now() + AHEAD]:
            for entry in late:
                entry.last_run_at = entry.default_now()
            self._heap = None  # built again by the tick
        seconds: float = super().tick(*args, **kwargs)
        return seconds
