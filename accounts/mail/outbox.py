"""The outbox: queue() inserts a row for an email, send_due() renders and sends due rows. All emails go this way, except
account emails, which are sent at once and queued only if that fails.

The other modules: email (contents and rendering), preferences, digest (several in one), sending (each row once),
headers, and preview (the next email on the settings page).
"""

import re
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.mail import outbox_sql
from accounts.mail.sending import send_due as send_due  # the other half of the door
from accounts.mail_kinds import BELL
from accounts.models import OutgoingMail, User
from config.postgres import fetch_all

Status = OutgoingMail.Status
KEPT = timedelta(days=180)  # how long "Emails we sent you" reaches back
DELETE_BATCH = 5000  # a statement can have at most 65,535 parameters
_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,119}")


def row_for(
    *, kind: str, key: str, user: User | int, data: Mapping[str, Any], not_before: datetime | None = None
) -> OutgoingMail:
    """An unsaved row for queue_many(). Raises ValueError if the key is not valid in a Message-ID."""
    if not _KEY.fullmatch(key):
        raise ValueError(f"not a mail key: {key!r}")
    match_id, now = data.get("match"), timezone.now()
    return OutgoingMail(
        kind=kind,
        key=key,
        user_id=user if isinstance(user, int) else user.pk,
        data=dict(data),
        match_id="" if match_id is None else str(match_id),
        is_unread=kind in BELL,
        created_at=now,
        next_try_at=not_before or now,
    )


def queue(*, kind: str, key: str, user: User | int, data: Mapping[str, Any]) -> OutgoingMail | None:
    """Queue an email, in the caller's transaction. Returns None if an email with this key already exists."""
    row = row_for(kind=kind, key=key, user=user, data=data)
    written = fetch_all(f"WITH {outbox_sql.parts()} SELECT id FROM emails", {"to_send": outbox_sql.as_json([row])})
    if not written:
        return None
    row.pk = written[0][0]
    return row


def queue_many(rows: Iterable[OutgoingMail]) -> None:
    """Queue many rows (from row_for) with one query. Skips keys that already exist."""
    if rows := list(rows):
        fetch_all(f"WITH {outbox_sql.parts()} SELECT 1", {"to_send": outbox_sql.as_json(rows)})


def postpone(*, match_id: int, kinds: Collection[str], until: datetime) -> None:
    """Postpone queued emails of these kinds about a match until this time or later."""
    waiting = OutgoingMail.objects.filter(match_id=str(match_id), status=Status.QUEUED, kind__in=kinds)
    waiting.filter(next_try_at__lt=until).update(next_try_at=until)


def revive(row: OutgoingMail) -> bool:
    """Queue a dead email again (a button for staff). False if it is not dead."""
    dead = OutgoingMail.objects.filter(pk=row.pk, status=Status.DEAD)
    return bool(dead.update(status=Status.QUEUED, attempts=0, next_try_at=timezone.now(), done_at=None))


def drop(row_id: int, reason: str) -> OutgoingMail | None:
    """Cancel an email, queued or dead, and store the reason. None if it was sent meanwhile."""
    rows = OutgoingMail.objects.select_for_update().filter(pk=row_id, status__in=[Status.QUEUED, Status.DEAD])
    with transaction.atomic():
        row = rows.first()
        if row is not None:
            row.status, row.reason, row.done_at = Status.SKIPPED, reason, timezone.now()
            row.save(update_fields=["status", "reason", "done_at"])
    return row


def forget_old() -> int:
    """Delete old rows that are done (the nightly clean-up). Returns how many.

    Their keys could then be used again, but what they are about ended months ago.
    """
    old = OutgoingMail.objects.filter(done_at__lt=timezone.now() - KEPT).exclude(status=Status.QUEUED)
    done = 0
    while keys := list(old.values_list("pk", flat=True)[:DELETE_BATCH]):
        OutgoingMail.objects.filter(pk__in=keys).delete()
        done += len(keys)
    return done
