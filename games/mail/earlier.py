"""What was sent or said before an email. Plain SQL: every email asks, and the ORM takes a millisecond per query."""

from datetime import datetime
from typing import NamedTuple

from accounts.mail_kinds import TURNS
from accounts.models import OutgoingMail
from config.postgres import fetch_all

MOST_REFERENCES = 3  # earlier emails in a thread
EXPLAINED = 3  # emails that say in full how to reply
_QUERY = f"""
SELECT ARRAY(
    SELECT whole.key || '@' || floor(extract(epoch FROM whole.created_at))::bigint
    FROM accounts_outgoingmail o JOIN accounts_outgoingmail whole ON whole.key = coalesce(nullif(o.bundle, ''), o.key)
    WHERE o.user_id = %s AND o.match_id = %s AND o.status = 'sent' AND o.id IS DISTINCT FROM %s
    ORDER BY o.id DESC LIMIT {MOST_REFERENCES}
), (
    SELECT count(*) FROM (
        SELECT 1 FROM accounts_outgoingmail
        WHERE user_id = %s AND status = 'sent' AND kind = ANY('{{{",".join(TURNS)}}}') LIMIT {EXPLAINED}
    ) sent
), EXISTS (
    SELECT 1 FROM games_chatline
    WHERE match_id = %s AND user_id <> %s AND NOT spectators_only AND (%s::timestamptz IS NULL OR at > %s)
)"""


class Before(NamedTuple):
    """`keys`: of the newest emails to this person about the match, with their times, oldest first; `turns`: how many
    emails that ask for a move this person has had, counted up to EXPLAINED; `has_chat`: others have said something."""

    keys: list[str]
    turns: int
    has_chat: bool


def before(row: OutgoingMail, match_id: int, since: datetime | None = None) -> Before:
    """What came before this email about a match. `since`: of the chat, only what was said after this time."""
    sent = (row.user_id, row.match_id, row.pk, row.user_id)
    [(keys, turns, has_chat)] = fetch_all(_QUERY, [*sent, match_id, row.user_id, since, since])
    return Before(keys[::-1], turns, has_chat)
