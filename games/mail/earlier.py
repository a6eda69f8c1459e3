"""What was sent or said before an email. Plain SQL: every email asks, and the ORM takes a millisecond per query."""

from datetime import datetime
from typing import Any

from django.db import connection

from accounts.mail_kinds import TURNS
from accounts.models import OutgoingMail

_SENT = """
SELECT ARRAY(
    SELECT coalesce(nullif(bundle, ''), key) FROM accounts_outgoingmail
    WHERE user_id = %s AND match_id = %s AND status = 'sent' AND id IS DISTINCT FROM %s ORDER BY id DESC LIMIT %s
), (
    SELECT count(*) FROM (
        SELECT 1 FROM accounts_outgoingmail WHERE user_id = %s AND status = 'sent' AND kind = ANY(%s) LIMIT %s
    ) sent
)"""
_SAID = """
SELECT EXISTS (
    SELECT 1 FROM games_chatline
    WHERE match_id = %s AND user_id <> %s AND NOT spectators_only AND (%s::timestamptz IS NULL OR at > %s)
)"""


def sent(row: OutgoingMail, most: int, most_turns: int) -> tuple[list[str], int]:
    """The keys under which the newest emails to this person about the match were sent, oldest first; and how many
    emails that ask for a move this person has had, counted up to `most_turns`."""
    own = (row.user_id, row.match_id, row.pk, most, row.user_id, list(TURNS), most_turns)
    [(keys, turns)] = _rows(_SENT, *own)
    return keys[::-1], turns


def has_chat(match_id: int, user_id: int, since: datetime | None) -> bool:
    """Has anybody else said something at the table since then?"""
    return bool(_rows(_SAID, match_id, user_id, since, since)[0][0])


def _rows(query: str, *params: Any) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(query, params)
        return list(cursor.fetchall())
