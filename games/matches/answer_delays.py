"""Decisions that can only be answered some time after they are asked (`hold` and `after` of a clock)."""

from datetime import datetime
from math import ceil

from games.clocks import time_control
from games.matches.loaded import LoadedMatch


def hold_left(loaded: LoadedMatch, id: str, now: datetime) -> int:
    """Whole seconds until an answer to this decision is accepted; 0 if it is accepted now."""
    clock = next((open.decision.clock for open in loaded.open_decisions() if open.id == id), None)
    if clock is None or not (clock.hold or clock.after):
        return 0
    soft = time_control.soft_limit(*loaded.tempo) if clock.after and not clock.hold else 0
    waits_on = [row.asked_at for row in loaded.asked if row.key == id or row.key.partition(".")[2] == clock.after]
    asked_at = next(iter(waits_on), now)
    return max(0, ceil(clock.hold + soft - (now - asked_at).total_seconds()))
