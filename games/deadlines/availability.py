"""When the players of a correspondence table usually answer: chosen hours, measured hours, vacations."""

from datetime import timedelta

from django.utils import timezone
from msgspec import Struct

from games.clocks import waking_hours
from games.deadlines import usual_hours
from games.deadlines.undelivered import unreachable
from games.matches import calendars
from games.matches.loaded import LoadedMatch

AHEAD = timedelta(days=28)  # how long before it starts a vacation is shown


class Availability(Struct, frozen=True):
    """When one player can be expected to answer, in the reader's zone. `usual`: measured; `away`: vacations."""

    name: str
    chosen: list[str]
    usual: str
    away: list[waking_hours.Span]
    unreachable: bool


def of_table(loaded: LoadedMatch, zone: str) -> list[Availability]:
    """One entry for each person who is still playing, in the reader's time zone.

    Empty for live and finished matches, and if there is only one person (with bots).
    """
    people = loaded.people()
    if loaded.pace == "live" or loaded.is_over or len(people) < 2:
        return []
    ids, now = [seat.user for seat in people if seat.user is not None], timezone.now()
    known, counted, lost = calendars.of_people(ids), usual_hours.of(ids), unreachable(ids)
    entries = []
    for seat in people:
        calendar = known.at(seat.user, now)
        chosen = waking_hours.usual_words(calendar.week, calendar.zone, zone, now) if calendar.week else []
        usual = usual_hours.usual_words(counted[seat.user], zone, now) if seat.user in counted else ""
        away = [span for span in known.breaks_of(seat.user, now) if span[0] < now + AHEAD]
        entries.append(Availability(seat.name, chosen, usual, away, seat.user in lost))
    return entries
