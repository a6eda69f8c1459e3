"""Renders and sends due rows of the outbox, each exactly once:

1. A service inserts the row in its own transaction, with a key that says what the email is about. A second row with
   the same key is not inserted (accounts.mail.outbox).
2. A sender leases a few due rows: attempts + 1 and a later next try, committed. Whatever happens to the sender, even
   kill -9, other senders skip these rows until then, so a bad row is neither lost nor blocks the others. A row that was
   tried before is leased alone, so if it kills its sender, it costs the others one try at most.
3. Holding the row's lock, the sender checks the person's settings, calls the renderer (an Email or a Skip), passes the
   email to Django's mail API, updates the row and commits. There is one commit per email: a crash between "the server
   accepted it" and the commit can repeat only this email, with the same Message-ID. Reminders are never repeated: the
   row is marked as handed over, and committed, before sending; if the sender dies after that, the reminder is not sent
   again. The next one follows anyway.

While the mail server takes no emails, whatever they are, no attempts are counted, so nothing is given up. What was late
by then tells its hooks first (hooks.mail_late), and is rendered from the state of that moment.
"""

import logging
from contextlib import closing, nullcontext
from datetime import timedelta
from functools import partial
from smtplib import SMTPRecipientsRefused, SMTPResponseException

from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.utils import timezone

from accounts import hooks
from accounts.mail import bounces, digest
from accounts.mail.email import Email, Skip, one_line, rendered
from accounts.mail.headers import message
from accounts.mail.lease import lease
from accounts.mail.preferences import ACCOUNT, HANDED_OVER, lock, lock_handed_over, preferences_of, refusal
from accounts.mail_kinds import LADDER, TO_STRANGERS
from accounts.models import OutgoingMail

log = logging.getLogger("playpost.mail")
Status = OutgoingMail.Status
Written = list[tuple[OutgoingMail, Email]]

# Seconds until the next try after 1, 2, … failures; after the last one the email is dead.
PAUSES = (10, 60, 300, 900, 3600, 10800, 21600)
MAX_ATTEMPTS = len(PAUSES) + 1
# Replies that are about the server or our account there, not the email: closing, log in first; wrong key, too many.
OF_SMTP, OF_SERVICE, SERVER_ERROR = (421, 530), (None, 401, 429), 500
NO_MAILBOX = b"5.1.1 "
BATCH = 20  # rows leased at once
TRY_FIELDS = ("status", "reason", "done_at", "subject", "data", "bundle", "attempts")  # what a try can change
NO_ANSWER = "The mail server took no emails"
AWAY_PAUSE = timedelta(seconds=30)  # until an email that met no server is tried again
LATE = timedelta(minutes=30)  # after it was queued
MARGIN = timedelta(seconds=PAUSES[0] / 2)  # before the end of a lease, in which no new row is started


class RenderingFailed(Exception):
    """A renderer raised an exception, named here. It rolls back the transaction, because a savepoint would cost every
    email more than a rollback costs the few that fail."""


def send_due(limit: int = 200) -> int:
    """Send due rows, one by one, oldest first. Returns how many were processed. Can run in many processes at once."""
    done, is_there = 0, True
    with closing(get_connection()) as connection:
        while is_there and done < limit and (rows := lease(OutgoingMail, PAUSES, min(BATCH, limit - done))):
            for place, row in enumerate(rows, 1):
                is_there = _try(row, connection)
                # With a slow mail server, the lease of the next row may be nearly over.
                is_late = rows[place:] and timezone.now() > rows[place].next_try_at - MARGIN
                if not is_there or is_late:
                    break  # the other rows wait for the next sweep
            for row in rows[place:]:  # not tried: give back the lease and the attempt
                leased = OutgoingMail.objects.filter(pk=row.pk, status=Status.QUEUED, attempts=row.attempts)
                leased.update(attempts=row.attempts - 1, next_try_at=row.was_due_at)
            done += place
    return done


# --- one row ------------------------------------------------------------------------------------------------------


def _try(row: OutgoingMail, connection: BaseEmailBackend) -> bool:
    """Process a leased row. Never raises. False if the mail server takes no emails."""
    if error := _trouble(connection):
        _put_off(row, error)
        return False
    try:
        if _is_late(row):
            _tell_late(row)
        return _process(row, connection)
    except Exception:
        log.exception("Email %s failed unexpectedly", row.key)  # tried again when its lease ends
        return True


def _trouble(connection: BaseEmailBackend) -> Exception | None:
    """Why the mail server does not let us in; None if it does."""
    try:
        connection.open()
    except Exception as error:
        return error
    return None


def _put_off(row: OutgoingMail, error: Exception) -> None:
    """Try a row that met no server again soon. That was no attempt. The other due rows are marked, too: their readers
    have not been told (see hooks.mail_late)."""
    log.warning("The mail server takes no emails: %s", _named(error))
    reason = f"{NO_ANSWER} ({_named(error)})."
    OutgoingMail.objects.filter(status=Status.QUEUED, next_try_at__lte=timezone.now(), reason="").update(reason=reason)
    row.attempts, row.reason, row.next_try_at = max(row.attempts - 1, 0), reason, timezone.now() + AWAY_PAUSE
    row.save(update_fields=["attempts", "reason", "next_try_at"])


def _named(error: Exception) -> str:
    """The type of an error and its code. Its words may name people."""
    codes = [code for code, _ in error.recipients.values()] if isinstance(error, SMTPRecipientsRefused) else []
    code = next(iter(codes), None) or getattr(error, "smtp_code", None) or getattr(error, "status_code", None)
    return f"{type(error).__name__} {code or ''}".strip()


def _is_late(row: OutgoingMail) -> bool:
    return (row.attempts > 1 or row.reason.startswith(NO_ANSWER)) and timezone.now() - row.created_at > LATE


def _tell_late(row: OutgoingMail) -> None:
    if not refusal(row, preferences_of(row)):
        with transaction.atomic():
            for hook in hooks.mail_late:
                hook(row, timezone.now())


def _process(row: OutgoingMail, connection: BaseEmailBackend) -> bool:
    """Render and send a leased row, with held rows that go with it. False if the mail server takes no emails."""
    try:
        return _render_and_send(row, connection)
    except RenderingFailed as error:  # the transaction was rolled back
        with transaction.atomic():
            if lock(row) is not None:
                _failed(row, f"It could not be rendered ({error}).")
        return True


def _render_and_send(row: OutgoingMail, connection: BaseEmailBackend) -> bool:
    with transaction.atomic():
        digest.lock_emails_of(row.user_id)
        preferences = lock(row)
        if preferences is None:
            return True
        if row.attempts > MAX_ATTEMPTS:  # each attempt killed its worker
            _finish(row, Status.DEAD, row.reason or "It could not be rendered.")
            return True
        if reason := refusal(row, preferences):
            _finish(row, Status.SKIPPED, reason)
            return True
        until = digest.until(row, preferences)
        if until is not None and until > timezone.now():
            digest.hold(row, until)
            return True
        written = _write([row, *(one for one in (digest.companions(row) if until else []) if _is_wanted(one))])
        if not any(row.kind in LADDER for row, _ in written):
            return not written or _send(written, connection)
        _mark_handed_over(written)
    return _hand_over(written, connection)


def _mark_handed_over(written: Written) -> None:
    """Mark all of these rows as handed over and lease them for this attempt; see step 3 above."""
    first = written[0][0]
    for row, _ in written:
        row.reason, row.next_try_at = HANDED_OVER, first.next_try_at
        row.attempts += row is not first  # ends a lease that another sender may have on a companion
        row.save(update_fields=["reason", "next_try_at", "attempts"])


def _hand_over(written: Written, connection: BaseEmailBackend) -> bool:
    """Send the rows marked as handed over, unless it took so long that another sender has taken them since."""
    with transaction.atomic():
        if lock_handed_over([row.pk for row, _ in written]) != {row.pk: row.attempts for row, _ in written}:
            return True
        for row, _ in written:
            row.reason = ""
        is_there = _send(written, connection)
        for row, _ in written[1:]:
            if row.status == Status.QUEUED:  # the mail server refused them
                row.save(update_fields=["reason"])
        return is_there


def _is_wanted(companion: OutgoingMail) -> bool:
    """False if a held row is no longer wanted; also marks it as skipped, with the reason."""
    if reason := refusal(companion, preferences_of(companion)):
        _finish(companion, Status.SKIPPED, reason)
    return not reason


def _write(rows: list[OutgoingMail]) -> Written:
    """Render the rows, as parts of one email if there are several. Leaves out rows with nothing to send."""
    emails, number = {}, 1
    for row in sorted(rows, key=digest.place):  # the numbers of choices go on from part to part
        row.begins = number
        emails[row.pk] = _render(row, as_part=len(rows) > 1)
        number += row.data.get("choices", 0) if emails[row.pk] else 0
    written = [(row, email) for row in rows if (email := emails[row.pk]) is not None]
    if len(written) == 1 and len(rows) > 1:
        row = written[0][0]
        email = _render(row)
        return [(row, email)] if email is not None else []
    return written


def _render(row: OutgoingMail, as_part: bool = False) -> Email | None:
    """Render a row; None if there is nothing to send, with the reason stored in the row. If rendering fails, a single
    row raises RenderingFailed; a part is left out and the others are sent."""
    try:
        with transaction.atomic() if as_part else nullcontext():
            email = rendered(row, as_part)
    except Exception as error:
        log.exception("Can't render email %s (%s)", row.key, row.kind)
        if not as_part:
            raise RenderingFailed(type(error).__name__) from error
        row.attempts += row.attempts == 0
        _failed(row, f"It could not be rendered ({type(error).__name__}).")
        return None
    if isinstance(email, Skip):
        _finish(row, Status.SKIPPED, email.reason)
        return None
    return email


def _send(written: Written, connection: BaseEmailBackend) -> bool:
    row, email = written[0]
    for one, own in written:
        one.subject = one_line(own.subject)
        one.data |= {name: value for name, value in (("about", own.about), ("url", own.url)) if value}
    if len(written) > 1:
        email = digest.bundle(written)
    if error := _trouble(connection):  # it was there a moment ago
        _put_off(row, error)
        return False
    try:
        message(row, email, connection, is_bundle=len(written) > 1).send()
    except Exception as error:
        if _means_away(error):
            _put_off(row, error)
            return False
        log.warning("Could not send email %s: %s", row.key, _named(error))
        connection.close()  # its state is unknown; the next email opens a fresh one
        _failed(row, f"The mail server refused it ({_named(error)}).")
        if _has_no_mailbox(error) and (row.kind in TO_STRANGERS or not email.to):
            transaction.on_commit(partial(bounces.record_of, row, bounces.Verdict.HARD))
        return True
    for one, _ in written:
        one.bundle = row.key if len(written) > 1 else ""
        _finish(one, Status.SENT)
    return True


def _means_away(error: Exception) -> bool:
    """Is the mail service away or busy, whatever the email? A connection that breaks may be the fault of the email."""
    if isinstance(error, SMTPResponseException):
        return error.smtp_code in OF_SMTP
    from anymail.exceptions import AnymailRequestsAPIError  # not above: it loads all of requests in every process

    if not isinstance(error, AnymailRequestsAPIError):
        return False
    status = error.status_code
    return status in OF_SERVICE or status >= SERVER_ERROR


def _has_no_mailbox(error: Exception) -> bool:
    """Does our own mail server know that there is no such mailbox, or send a mail service nothing there any more? Other
    refusals may be about the sender."""
    from anymail.exceptions import AnymailRecipientsRefused  # as above

    if isinstance(error, AnymailRecipientsRefused):
        return True
    answers = error.recipients.values() if isinstance(error, SMTPRecipientsRefused) else ()
    return any(words.startswith(NO_MAILBOX) for _, words in answers)


def _finish(row: OutgoingMail, status: str, reason: str = "") -> None:
    row.status, row.reason, row.done_at = status, reason, timezone.now()
    if row.kind == ACCOUNT:  # its code or link opens an account
        row.data = {}
    row.save(update_fields=TRY_FIELDS)


def _failed(row: OutgoingMail, reason: str) -> None:
    """Leave the row for its next try (the lease has set the time), or give up after the last one."""
    if row.attempts >= MAX_ATTEMPTS:
        _finish(row, Status.DEAD, reason)
        return
    row.reason = reason
    row.save(update_fields=TRY_FIELDS)
