"""Sends due emails. send_due() renders each row of the outbox when its time has come, and sends it.

How an email goes out, once and only once:
1. a service writes the row in its own transaction, with a key that says what the mail is about; a second row with
   the same key is not written (accounts.mail);
2. a sender leases a few due rows: attempts + 1, next try later, committed. Whatever happens to the sender now, even
   kill -9, others skip these rows until then, so a bad row can neither be lost nor block the others; and one that was
   tried before is leased alone, so what kills its sender costs the others one try at most;
3. under the row's lock: the person's settings are looked at, the renderer of its kind makes an Email or a Skip,
   the email is handed to Django's mail API, the row is marked and committed. One commit per mail: a crash between
   "the server took it" and the commit can repeat at most this one email, and its Message-ID is the same both times.
   Steps of the reminder ladder are never repeated: that one is handed over now is committed before, and if its sender
   dies after that, it is not sent again. The next step comes anyway.
"""

import logging
from contextlib import closing, nullcontext
from datetime import timedelta

from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.utils import timezone

from accounts.mail import digest
from accounts.mail.email import Email, Skip, one_line, rendered
from accounts.mail.headers import message
from accounts.mail.lease import lease
from accounts.mail.preferences import ACCOUNT, HANDED_OVER, lock, lock_noted, preferences_of, refusal
from accounts.mail_kinds import LADDER
from accounts.models import OutgoingMail

log = logging.getLogger("playpost.mail")
Status = OutgoingMail.Status
Written = list[tuple[OutgoingMail, Email]]

# Seconds until the next try after 1, 2, … failures; after the last one the mail is dead.
PAUSES = (10, 60, 300, 900, 3600, 10800, 21600)
MAX_ATTEMPTS = len(PAUSES) + 1
BATCH = 20  # rows leased at once
OF_A_TRY = ("status", "reason", "done_at", "subject", "data", "bundle", "attempts")  # what an attempt may change
IN_TIME = timedelta(seconds=PAUSES[0] / 2)  # of their lease, in which they are looked at


class Unwritten(Exception):
    """The renderer of a row failed, with an error of this name. A savepoint around each would cost every email more
    than a rollback costs the few."""


def send_due(limit: int = 200) -> int:
    """Send what is due, one by one, oldest first. Returns how many rows were dealt with. Any number may run at once."""
    done, is_there = 0, True
    with closing(get_connection()) as connection:
        while is_there and done < limit and (rows := lease(OutgoingMail, PAUSES, min(BATCH, limit - done))):
            for place, row in enumerate(rows, 1):
                is_there = _try(row, connection)
                # The lease of the next row is nearly over: a slow mail server has taken the time.
                is_late = rows[place:] and timezone.now() > rows[place].next_try_at - IN_TIME
                if not is_there or is_late:
                    break  # if the mail server does not answer one row has felt it: the others wait for the next sweep
            for row in rows[place:]:  # not looked at: that was no attempt to send them
                leased = OutgoingMail.objects.filter(pk=row.pk, status=Status.QUEUED, attempts=row.attempts)
                leased.update(attempts=row.attempts - 1, next_try_at=timezone.now())
            done += place
    return done


# --- one row ------------------------------------------------------------------------------------------------------


def _try(row: OutgoingMail, connection: BaseEmailBackend) -> bool:
    """Deal with a leased row, whatever happens. False if the mail server is not there."""
    try:
        return _deal_with(row, connection)
    except Exception:
        log.exception("mail %s broke its sender", row.key)  # its lease runs out, then it is tried again
        return True


def _deal_with(row: OutgoingMail, connection: BaseEmailBackend) -> bool:
    """Render and send one leased row, with those that wait to go with it. False if the mail server is not there."""
    try:
        return _write_and_send(row, connection)
    except Unwritten as error:  # that transaction is rolled back
        with transaction.atomic():
            if lock(row) is not None:
                _failed(row, f"It could not be written ({error}).")
        return True


def _write_and_send(row: OutgoingMail, connection: BaseEmailBackend) -> bool:
    with transaction.atomic():
        digest.one_at_a_time(row.user_id)
        preferences = lock(row)
        if preferences is None:
            return True
        if row.attempts > MAX_ATTEMPTS:  # every attempt ended with the death of its worker
            _finish(row, Status.DEAD, row.reason or "It could not be written.")
            return True
        if reason := refusal(row, preferences):
            _finish(row, Status.SKIPPED, reason)
            return True
        until = digest.until(row, preferences.mode)
        if until is not None and until > timezone.now():
            digest.hold(row, until)
            return True
        written = _write([row, *(one for one in (digest.companions(row) if until else []) if _is_wanted(one))])
        if not any(row.kind in LADDER for row, _ in written):
            return not written or _send(written, connection)
        _note_handing_over(written)
    return _hand_over(written, connection)


def _note_handing_over(written: Written) -> None:
    """Lease all of them for this one attempt; see point 3 above."""
    first = written[0][0]
    for row, _ in written:
        row.reason, row.next_try_at = HANDED_OVER, first.next_try_at
        row.attempts += row is not first  # whoever has leased a companion by itself meanwhile lets it go
        row.save(update_fields=["reason", "next_try_at", "attempts"])


def _hand_over(written: Written, connection: BaseEmailBackend) -> bool:
    """Send what was noted as handed over, unless we took so long that another sender has looked at it since."""
    with transaction.atomic():
        if lock_noted([row.pk for row, _ in written]) != {row.pk: row.attempts for row, _ in written}:
            return True
        for row, _ in written:
            row.reason = ""
        is_there = _send(written, connection)
        for row, _ in written[1:]:
            if row.status == Status.QUEUED:  # the mail server did not take them
                row.save(update_fields=["reason"])
        return is_there


def _is_wanted(companion: OutgoingMail) -> bool:
    """False for a held row that is not wanted any more, which then says why."""
    if reason := refusal(companion, preferences_of(companion)):
        _finish(companion, Status.SKIPPED, reason)
    return not reason


def _write(rows: list[OutgoingMail]) -> Written:
    """The rows that are worth an email, each with its own; as parts of one email if there are several."""
    written = [(row, email) for row in rows if (email := _render(row, as_part=len(rows) > 1)) is not None]
    if len(written) == 1 and len(rows) > 1:
        row = written[0][0]
        email = _render(row)
        return [(row, email)] if email is not None else []
    return written


def _render(row: OutgoingMail, as_part: bool = False) -> Email | None:
    """The email of a row; None if there is nothing to send now, which the row then says. Raises Unwritten for a row
    alone; a part that cannot be written lets the others go."""
    try:
        with transaction.atomic() if as_part else nullcontext():
            email = rendered(row, as_part)
    except Exception as error:
        log.exception("mail %s (%s) cannot be rendered", row.key, row.kind)
        if not as_part:
            raise Unwritten(type(error).__name__) from error
        row.attempts += row.attempts == 0
        _failed(row, f"It could not be written ({type(error).__name__}).")
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
    try:
        connection.open()
    except Exception as error:
        log.warning("the mail server does not answer: %s", type(error).__name__)
        _failed(row, "The mail server did not answer.")
        return False
    try:
        message(row, email, connection, is_bundle=len(written) > 1).send()
    except Exception as error:
        log.warning("mail %s could not be sent: %s", row.key, type(error).__name__)
        connection.close()  # its state is unknown; the next email opens a fresh one
        _failed(row, f"The mail server refused it ({type(error).__name__}).")
        return True
    for one, _ in written:
        one.bundle = row.key if len(written) > 1 else ""
        _finish(one, Status.SENT)
    return True


def _finish(row: OutgoingMail, status: str, reason: str = "") -> None:
    row.status, row.reason, row.done_at = status, reason, timezone.now()
    if row.kind == ACCOUNT:  # it opens an account
        row.data = {}
    row.save(update_fields=OF_A_TRY)


def _failed(row: OutgoingMail, reason: str) -> None:
    """Keep it for its next try (the lease has set the time), or give it up."""
    if row.attempts >= MAX_ATTEMPTS:
        _finish(row, Status.DEAD, reason)
        return
    row.reason = reason
    row.save(update_fields=OF_A_TRY)
