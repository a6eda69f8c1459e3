"""How long people take to answer and how many answers a match takes. Computed daily, for the lobby."""

from datetime import datetime, timedelta
from functools import lru_cache
from time import monotonic

from django.db import connection, transaction

from games.lobby.match_rows import Listed
from games.models import AnswerTime, Match, MatchLength

REMEMBERED = 600  # seconds

LEAST_ANSWERS, LEAST_MATCHES = 5, 1
UNKNOWN_SHARE = 0.3  # of the time per move, assumed for players without data
SOON, LATE = 0.7, 1.7  # factors for the range around the estimate
BOT_SECONDS = 2.0

# The answering time is the time since the previous record of the match.
_TIMES = """
INSERT INTO games_answertime (user_id, pace, seconds, answers, missed)
SELECT user_id, pace, percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds), count(*), 0 FROM (
    SELECT r.user_id, m.pace, r.by, r.at,
        extract(epoch FROM r.at - lag(r.at) OVER (PARTITION BY r.match_id ORDER BY r.number)) AS seconds
    FROM games_moverecord r JOIN games_match m ON m.id = r.match_id
    WHERE r.at > now() - interval '90 days' AND NOT r.is_order) AS waits
WHERE user_id IS NOT NULL AND seconds IS NOT NULL AND by IN ('web', 'live', 'mail', 'api')
GROUP BY user_id, pace HAVING count(*) >= %s
"""
# A missed turn counts for the player who had the seat then: one who lost it later, else the current one.
_MISSED = """
UPDATE games_answertime a SET missed = late.turns FROM (
    SELECT coalesce(lost.user_id, s.user_id) AS user_id, m.pace, count(*) AS turns
    FROM games_moverecord r JOIN games_match m ON m.id = r.match_id
    JOIN games_seat s ON s.match_id = r.match_id AND s.number = r.seat
    LEFT JOIN LATERAL (SELECT l.user_id FROM games_lostseat l WHERE l.match_id = r.match_id AND l.seat = r.seat
                       AND l.until >= r.number ORDER BY l.until LIMIT 1) AS lost ON true
    WHERE r.at > now() - interval '90 days' AND r.by = 'clock' AND r.move <> ''
    GROUP BY 1, 2) AS late
WHERE late.user_id = a.user_id AND late.pace = a.pace
"""
_LENGTHS = """
INSERT INTO games_matchlength (slug, seat_count, answers, matches)
SELECT slug, seat_count, percentile_disc(0.5) WITHIN GROUP (ORDER BY answers), count(*) FROM (
    SELECT m.slug, m.seat_count, (SELECT count(*) FROM games_moverecord r WHERE r.match_id = m.id AND r.move <> '')
        AS answers FROM games_match m
    WHERE m.status = 'over' AND m.ended_at > now() - interval '365 days'
      AND NOT EXISTS (SELECT 1 FROM games_seat s WHERE s.match_id = m.id AND s.left_reason <> '')) AS ended
GROUP BY slug, seat_count HAVING count(*) >= %s
"""


def recompute() -> None:
    """Recompute everything. Safe to repeat."""
    with transaction.atomic():
        AnswerTime.objects.all().delete()
        MatchLength.objects.all().delete()
        with connection.cursor() as cursor:
            cursor.execute(_TIMES, [LEAST_ANSWERS])
            cursor.execute(_MISSED)
            cursor.execute(_LENGTHS, [LEAST_MATCHES])
    _lengths.cache_clear()


def lengths() -> dict[str, int]:
    """The typical number of answers per match by "slug seats", remembered because it changes once a day."""
    return _lengths(int(monotonic() / REMEMBERED))


@lru_cache(1)
def _lengths(period: int) -> dict[str, int]:
    return {f"{one.slug} {one.seat_count}": one.answers for one in MatchLength.objects.all()}


def duration(match: Listed, known: dict[str, int]) -> timedelta | None:
    """The estimated duration of a match at this table; None without data."""
    answers = known.get(f"{match.slug} {match.seat_count}")
    if answers is None:
        return None
    unknown = UNKNOWN_SHARE * match.move_seconds
    people = [unknown if seat.seconds is None else seat.seconds for seat in match.seats if not seat.is_bot]
    bots = len(match.seats) - len(people)
    return timedelta(seconds=answers * (sum(people) + bots * BOT_SECONDS) / len(match.seats))


def finish_in_words(match: Listed, duration: timedelta, now: datetime) -> str:
    """ "likely ends 3 to 9 Dec", or for live tables "likely 20 to 50 minutes"."""
    soon, late = duration * SOON, duration * LATE
    if match.pace == Match.Pace.LIVE:
        low, high = (max(1, round(span.total_seconds() / 60)) for span in (soon, late))
        return f"likely {low} to {max(high, low + 1)} minutes"
    begin = match.started_at or now
    first, last = (begin + span for span in (soon, late))
    if last - first < timedelta(days=1) and first.date() == last.date():
        return f"likely ends {last.day} {last:%b}"
    start = f"{first.day}" if first.month == last.month and first.year == last.year else f"{first.day} {first:%b}"
    return f"likely ends {start} to {last.day} {last:%b}"
