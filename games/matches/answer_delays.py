"""Decisions that can only be answered some time after they are asked (`hold` and `after` of a clock)."""

from datetime import datetime
from math import ceil

from games.clocks import time_control
from games.matches.loaded import LoadedMatch


def hold_left(loaded: LoadedMatch, id: str, now: datetime) -> int:
    """Whole seconds until an answer to this decision is accepted; 0 if it is accepted now."""
    found = next((open.decision for open in loaded.open_decisions() if open.id == id), None)
    if found is None or not (found.clock.hold or found.clock.after):
        return 0
    soft = time_control.soft_limit(*loaded.tempo) if found.clock.after and not found.clock.hold else 0
    waits_on = [row.asked_at for row in loaded.asked if row.key == id or row.key.partition(".")[2] == found.clock.after]
    asked_at = next(iter(waits_on), now)
    return max(0, ceil(found.clock.hold + soft - (now - asked_at).total_seconds()))
