"""When the players of a correspondence table usually answer: chosen hours, measured hours, vacations."""

from datetime import timedelta

from django.utils import timezone
from msgspec import Struct

from config.postgres import fetch_all
from games.clocks import waking_hours
from games.deadlines import usual_hours
from games.matches import calendars
from games.matches.loaded import LoadedMatch

AHEAD = timedelta(days=28)  # how long before it starts a vacation is shown
# Of each of these people: their calendar, their answers by hour, and whether their emails bounce.
_KNOWN = f"""
SELECT u.id, {calendars.sql_of_person("u.id")}::text, h.hours, u.mail_bounced_at IS NOT NULL
FROM accounts_user u LEFT JOIN games_habit h ON h.user_id = u.id WHERE u.id = ANY(%s)
"""


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
    rows, now = fetch_all(_KNOWN, [{seat.user for seat in people}]), timezone.now()
    known = calendars.Hours({id: calendars.person_of(facts) for id, facts, *_ in rows})
    counted = {id: facts for id, _, *facts in rows}
    entries = []
    for seat in people:
        calendar = known.at(seat.user, now)
        chosen = waking_hours.usual_words(calendar.week, calendar.zone, zone, now) if calendar.week else []
        hours, is_lost = counted.get(seat.user, (None, False))
        usual = usual_hours.usual_words(hours, zone, now) if hours else ""
        away = [span for span in known.breaks_of(seat.user, now) if span[0] < now + AHEAD]
        entries.append(Availability(seat.name, chosen, usual, away, is_lost))
    return entries
