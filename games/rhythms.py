"""When the players of a table by post usually answer: chosen hours, measured hours, vacations. For everybody there."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from games import calendars, habits, hours
from games.frames import Frame
from games.services.returned import unreachable

AHEAD = timedelta(days=28)  # how early a vacation is shown


def of_table(frame: Frame, zone: str) -> list[dict[str, Any]]:
    """One entry for each person who still plays, in the reader's zone; nothing at live or finished tables."""
    people = [seat for seat in frame.seats if seat.user is not None and not seat.is_bot and not seat.left]
    if frame.pace == "live" or frame.is_over or not people:
        return []
    ids, now = [seat.user for seat in people if seat.user is not None], timezone.now()
    known, counted, lost = calendars.of_people(ids), habits.of(ids), unreachable(ids)
    found = []
    for seat in people:
        calendar = known.at(seat.user, now)
        found.append(
            {
                "name": seat.name,
                "chosen": hours.usual_words(calendar.week, calendar.zone, zone, now) if calendar.week else [],
                "usual": habits.usual_words(counted[seat.user], zone, now) if seat.user in counted else "",
                "away": [span for span in known.breaks_of(seat.user, now) if span[0] < now + AHEAD],
                "unreachable": seat.user in lost,
            }
        )
    return found
