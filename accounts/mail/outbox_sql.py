"""SQL fragments that queue emails in the same statement as the move that causes them.

Notices on other channels are queued in the same statement (hooks.follow_emails), without a query for the channels.
"""

from collections.abc import Iterable

import msgspec

from accounts import hooks
from accounts.models import OutgoingMail

_TO_SEND = """to_send AS MATERIALIZED (
    SELECT e.* FROM json_to_recordset(%(to_send)s::json) AS e(key text, kind text, user_id bigint, match_id text,
        data jsonb, is_unread bool, created_at timestamptz, next_try_at timestamptz)
    WHERE {condition}
), emails AS (
    INSERT INTO accounts_outgoingmail (key, kind, user_id, match_id, data, status, bundle, reason, subject, is_unread,
        attempts, created_at, next_try_at)
    SELECT key, kind, user_id, match_id, data, 'queued', '', '', '', is_unread, 0, created_at, next_try_at FROM to_send
    ON CONFLICT DO NOTHING RETURNING id
)"""
_COLUMNS = ("key", "kind", "user_id", "match_id", "data", "is_unread", "created_at", "next_try_at")


def parts(condition: str = "true") -> str:
    """CTEs that insert the rows in the parameter `to_send` (from as_json) if the condition holds, skipping known keys.
    The CTE `emails` returns the ids of the new rows.
    """
    followers = [f"follower{number} AS ({sql()})" for number, sql in enumerate(hooks.follow_emails)]
    return ", ".join([_TO_SEND.format(condition=condition), *followers])


def as_json(rows: Iterable[OutgoingMail]) -> str:
    """These unsaved rows as the parameter `to_send`."""
    return msgspec.json.encode([{name: getattr(row, name) for name in _COLUMNS} for row in rows]).decode()
