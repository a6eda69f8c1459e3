"""Previews a person's next email on the settings page. Changes nothing."""

import logging
from datetime import datetime

from django.db import transaction

from accounts import hooks
from accounts.mail import digest
from accounts.mail.email import Email, rendered
from accounts.mail.preferences import preferences_of, refusal
from accounts.models import OutgoingMail, User

log = logging.getLogger("playpost.mail")


def next_mail(user: User) -> tuple[Email | None, datetime | None]:
    """The next email for this person, and when it will be sent, if known."""
    waiting = OutgoingMail.objects.filter(user=user, status=OutgoingMail.Status.QUEUED).order_by("created_at")
    rows = list(waiting[: digest.MOST]) or [row for make in hooks.mail_samples for row in make(user)]
    rows = [row for row in rows if not refusal(row, preferences_of(row))]
    if rows and digest.until(rows[0], preferences_of(rows[0])) is None:
        rows = rows[:1]
    found = [(row, email) for row in rows if (email := _try_out(row, len(rows) > 1))]
    at = rows[0].next_try_at if rows and rows[0].pk else None
    if len(found) > 1:
        return digest.bundle(found), at
    return (_try_out(found[0][0]) if found else None), at


def _try_out(row: OutgoingMail, as_part: bool = False) -> Email | None:
    try:
        with transaction.atomic():
            email = rendered(row, as_part)
    except Exception:
        log.exception("Can't preview email %s (%s)", row.key, row.kind)
        return None
    return email if isinstance(email, Email) else None
