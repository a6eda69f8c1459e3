"""The outbox. queue() writes a row; send_due() renders each row when its time has come, and sends it.

How a mail goes out, once and only once:
1. a service writes the row in its own transaction, with a key that says what the mail is about; a second row with
   the same key is not written;
2. a sender leases one due row: attempts + 1, next try later, committed. Whatever happens to the sender now, even
   kill -9, others skip this row until then, so one bad row can neither be lost nor block the others;
3. under the row's lock: the person's settings are looked at, the renderer of its kind makes a Letter or a Skip,
   the letter is handed to Django's mail API, the row is marked and committed. One commit per mail: a crash between
   "the server took it" and the commit can repeat at most this one mail, and its Message-ID is the same both times.
   Steps of the reminder ladder are never repeated: that one is handed over now is committed before, and if its sender
   dies after that, it is not sent again. The next step comes anyway.

Other apps register how a kind is rendered:

    @mail.renderer("turn")
    def your_turn(row: OutgoingMail) -> mail.Letter | mail.Skip: ...
"""

import logging
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.template import Context, engines
from django.urls import reverse
from django.utils import timezone

from accounts import collecting, hooks, names, stops, zones
from accounts.letter import Letter, Skip
from accounts.models import MailRule, OutgoingMail, User

log = logging.getLogger("playpost.mail")
Status = OutgoingMail.Status

# Seconds until the next try after 1, 2, … failures; after the last one the mail is dead.
PAUSES = (10, 60, 300, 900, 3600, 10800, 21600)
KEPT = timedelta(days=180)  # how long "What we sent you" reaches back
FORGOTTEN_AT_ONCE = 5000  # a statement takes no more than 65,535 values
MAX_ATTEMPTS = len(PAUSES) + 1
LAST_CALL = "last_call"  # a daily limit does not hold it back
LADDER = ("reminder", "quarter", LAST_CALL)
ANSWER = "answer"  # to a reply: somebody has just asked for it
_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,119}")
# Which switch of a person decides about which kind; unknown kinds count as events of a match.
SWITCHES = {"turn": "mail_turn"} | dict.fromkeys(LADDER, "mail_reminder")


Renderer = Callable[[OutgoingMail], Letter | Skip]
_renderers: dict[str, Renderer] = {}


def renderer(kind: str) -> Callable[[Renderer], Renderer]:
    """Register the function that renders mails of this kind. It runs in the sending task, may read the database, and
    must look again whether the reason for the mail still holds."""

    def register(function: Renderer) -> Renderer:
        _renderers[kind] = function
        return function

    return register


# --- writing the outbox -------------------------------------------------------------------------------------------


def row_for(
    *, kind: str, key: str, user: User | int, data: Mapping[str, Any], not_before: datetime | None = None
) -> OutgoingMail:
    """An unsaved row, for queue_many(). ValueError if the key could not stand in a Message-ID."""
    if not _KEY.fullmatch(key):
        raise ValueError(f"not a mail key: {key!r}")
    match_id = data.get("match")
    return OutgoingMail(
        kind=kind,
        key=key,
        user_id=user if isinstance(user, int) else user.pk,
        data=dict(data),
        match_id="" if match_id is None else str(match_id),
        next_try_at=not_before or timezone.now(),
    )


def queue(
    *, kind: str, key: str, user: User | int, data: Mapping[str, Any], not_before: datetime | None = None
) -> OutgoingMail | None:
    """Owe somebody a mail. None if a mail with this key was written before. Part of the caller's transaction."""
    row = row_for(kind=kind, key=key, user=user, data=data, not_before=not_before)
    try:
        with transaction.atomic():  # a savepoint: the caller's transaction survives the refusal
            row.save(force_insert=True)
    except IntegrityError:
        return None
    hooks.tell_queued([row])
    return row


def queue_many(rows: Iterable[OutgoingMail]) -> None:
    """Write many rows (from row_for) with one query; keys that exist are left as they are."""
    hooks.tell_queued(OutgoingMail.objects.bulk_create(rows, ignore_conflicts=True))


def put_off(*, match_id: int, kinds: Collection[str], until: datetime) -> None:
    """Letters of these kinds about a match that wait to be sent wait until then at least."""
    waiting = OutgoingMail.objects.filter(match_id=str(match_id), status=Status.QUEUED, kind__in=kinds)
    waiting.filter(next_try_at__lt=until).update(next_try_at=until)


# --- sending ------------------------------------------------------------------------------------------------------


def send_due(limit: int = 200) -> int:
    """Send what is due, one by one, oldest first. Returns how many rows were dealt with. Any number may run at once."""
    done, connection = 0, get_connection()
    try:
        while done < limit and (row := _lease()) is not None:
            done += 1
            try:
                if not _deal_with(row, connection):
                    break  # the mail server does not answer: one row has felt it, the others wait for the next sweep
            except Exception:
                log.exception("mail %s broke its sender", row.key)  # its lease runs out, then it is tried again
    finally:
        connection.close()
    return done


def send_one(row_id: int) -> bool:
    """Send this row now if it is waiting and due. True if it was dealt with here."""
    row = _lease(row_id)
    if row is None:
        return False
    connection = get_connection()
    try:
        _deal_with(row, connection)
    finally:
        connection.close()
    return True


def _lease(row_id: int | None = None) -> OutgoingMail | None:
    """Take the next due row: nobody else will look at it before its pause is over."""
    now = timezone.now()
    with transaction.atomic():
        due = OutgoingMail.objects.select_for_update(skip_locked=True).filter(
            status=Status.QUEUED, next_try_at__lte=now
        )
        row = (due.filter(pk=row_id) if row_id else due.order_by("next_try_at", "id")).first()
        if row is None:
            return None
        row.attempts += 1
        row.next_try_at = now + timedelta(seconds=PAUSES[min(row.attempts, len(PAUSES)) - 1])
        row.save(update_fields=["attempts", "next_try_at"])
    return row


def _deal_with(leased: OutgoingMail, connection: BaseEmailBackend) -> bool:
    """Render and send one leased row, with those that wait to go with it. False if the mail server is not there."""
    with transaction.atomic():
        collecting.one_at_a_time(leased.user_id)
        row = (  # no skip_locked: another sender's claim may hold our row for the moment in which it sees it is taken
            OutgoingMail.objects.select_for_update(of=("self",))
            .select_related("user")
            .filter(pk=leased.pk, status=Status.QUEUED, attempts=leased.attempts)
            .first()
        )
        if row is None:
            return True
        if row.attempts > MAX_ATTEMPTS:  # every attempt ended with the death of its worker
            _finish(row, Status.DEAD, row.reason or "It could not be written.")
            return True
        mode = collecting.mode_of(row)
        if reason := refusal(row, mode):
            _finish(row, Status.SKIPPED, reason)
            return True
        until = collecting.until(row, mode)
        if until is not None and until > timezone.now():
            collecting.hold(row, until)
            return True
        written = _write([row, *(one for one in (collecting.companions(row) if until else []) if _is_wanted(one))])
        if not any(row.kind in LADDER for row, _ in written):
            return not written or _send(written, connection)
        _note_handing_over(written)
    return _hand_over(written, connection)


def _note_handing_over(written: list[tuple[OutgoingMail, Letter]]) -> None:
    """Lease all of them for this one attempt; see point 3 above."""
    first = written[0][0]
    for row, _ in written:
        row.reason, row.next_try_at = collecting.HANDED_OVER, first.next_try_at
        row.attempts += row is not first  # whoever has leased a companion by itself meanwhile lets it go
        row.save(update_fields=["reason", "next_try_at", "attempts"])


def _hand_over(written: list[tuple[OutgoingMail, Letter]], connection: BaseEmailBackend) -> bool:
    """Send what was noted as handed over, unless we took so long that another sender has looked at it since."""
    with transaction.atomic():
        noted = OutgoingMail.objects.filter(status=Status.QUEUED, reason=collecting.HANDED_OVER)
        ours = noted.filter(pk__in=[row.pk for row, _ in written])
        leases = dict(ours.select_for_update().values_list("pk", "attempts"))
        if leases != {row.pk: row.attempts for row, _ in written}:
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
    if reason := refusal(companion, collecting.mode_of(companion)):
        _finish(companion, Status.SKIPPED, reason)
    return not reason


def _write(rows: list[OutgoingMail]) -> list[tuple[OutgoingMail, Letter]]:
    """The rows that are worth a letter, each with its own; as parts of one mail if there are several."""
    written = [(row, letter) for row in rows if (letter := _render(row, as_part=len(rows) > 1)) is not None]
    if len(written) == 1 and len(rows) > 1:
        row = written[0][0]
        letter = _render(row)
        return [(row, letter)] if letter is not None else []
    return written


def _render(row: OutgoingMail, as_part: bool = False) -> Letter | None:
    """The letter of a row; None if there is nothing to send now, which the row then says."""
    try:
        letter = rendered(row, as_part)
    except Exception as error:
        log.exception("mail %s (%s) cannot be rendered", row.key, row.kind)
        row.attempts += as_part and row.attempts == 0
        _failed(row, f"It could not be written ({type(error).__name__}).")
        return None
    if isinstance(letter, Skip):
        _finish(row, Status.SKIPPED, letter.reason)
        return None
    return letter


def rendered(row: OutgoingMail, as_part: bool = False) -> Letter | Skip:
    """What the renderer of its kind makes of a row, in the person's time zone. `as_part`: for a mail of several."""
    row.is_part = as_part  # type: ignore[attr-defined]  (for letter())
    with transaction.atomic(), timezone.override(zones.zone(row.user.time_zone)):  # a savepoint: errors stay in here
        return _renderers[row.kind](row)


def refusal(row: OutgoingMail, mode: str) -> str:
    """Why this person gets no such mail, in words; "" if nothing speaks against it."""
    user = row.user
    if row.reason == collecting.HANDED_OVER and row.kind in LADDER:
        return "Its sender broke down while handing it over. It may have arrived, so we did not send it again."
    if user.is_bot:
        return "Bots get no mail."
    if user.deleted_at:
        return "The account was deleted."
    if not user.is_active:
        return "The account is closed."
    if not user.email:
        return "We have no e-mail address."
    if user.mail_bounced_at:
        return "Mails to your address came back. Confirm your address again and we write again."
    if row.kind == ANSWER:
        return ""
    if user.mail_stopped:
        return "You stopped all mails about matches."
    if not getattr(user, SWITCHES.get(row.kind, "mail_events")):
        return "Your settings say no to this kind of mail."
    if mode == MailRule.Mode.NEVER:
        return "Your settings say no to mails about this game."
    if mode == collecting.NOT_LIVE:
        return "Your settings say no to mails about live matches."
    if stops.is_stopped(user, row.match_id):
        return "You stopped the mails about this match."
    if row.kind != LAST_CALL and _sent_today(user) >= user.mail_daily_limit:
        return f"Your limit of {user.mail_daily_limit} mails in 24 hours was reached."
    return ""


def _sent_today(user: User) -> int:
    """Mails in the last 24 hours. Two senders at the same moment may pass the limit by one: not worth a lock."""
    since = timezone.now() - timedelta(hours=24)
    sent = OutgoingMail.objects.filter(user=user, status=Status.SENT, done_at__gt=since)
    return sent.filter(Q(bundle="") | Q(bundle=F("key"))).count()  # several in one mail count once


def _send(written: list[tuple[OutgoingMail, Letter]], connection: BaseEmailBackend) -> bool:
    row, letter = written[0]
    for one, own in written:
        one.subject = one_line(own.subject)
        one.data |= {name: value for name, value in (("about", own.about), ("url", own.url)) if value}
    if len(written) > 1:
        letter = collecting.bundle(written)
    try:
        connection.open()
    except Exception as error:
        log.warning("the mail server does not answer: %s", type(error).__name__)
        _failed(row, "The mail server did not answer.")
        return False
    try:
        message(row, letter, connection, is_bundle=len(written) > 1).send()
    except Exception as error:
        log.warning("mail %s could not be sent: %s", row.key, type(error).__name__)
        connection.close()  # its state is unknown; the next mail opens a fresh one
        _failed(row, f"The mail server refused it ({type(error).__name__}).")
        return True
    for one, _ in written:
        one.bundle = row.key if len(written) > 1 else ""
        _finish(one, Status.SENT)
    return True


def _finish(row: OutgoingMail, status: str, reason: str = "") -> None:
    row.status, row.reason, row.done_at = status, reason, timezone.now()
    row.save()


def _failed(row: OutgoingMail, reason: str) -> None:
    """Keep it for its next try (the lease has set the time), or give it up."""
    if row.attempts >= MAX_ATTEMPTS:
        _finish(row, Status.DEAD, reason)
        return
    row.reason = reason
    row.save()


# --- the message itself -------------------------------------------------------------------------------------------


def one_line(text: str, longest: int = 180) -> str:
    """A header value: no control characters, no line breaks, single spaces, not too long."""
    clean = "".join(" " if names.has_control(character) else character for character in text)
    return " ".join(clean.split())[:longest]


def domain() -> str:
    """The host name of this site, for Message-IDs."""
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def message_id(key: str) -> str:
    """Always the same for the same mail: most mailboxes drop a repeat."""
    return f"<{key}@{domain()}>"


def message(
    row: OutgoingMail, letter: Letter, connection: BaseEmailBackend | None = None, is_bundle: bool = False
) -> EmailMultiAlternatives:
    """The complete message with all headers of a game mail. A bundle is stopped as a whole."""
    match_id = "" if is_bundle else row.match_id
    token_mail = f"mailto:{_own_address()}?subject={quote('stop ' + stops.token(row.user_id, match_id))}"
    about = "collected" if is_bundle else f"match-{match_id}" if match_id else row.kind
    headers = {
        "List-Id": f"<{about}.{domain()}>",
        **{name: one_line(value, 900) for name, value in letter.headers.items()},
        "Message-ID": message_id(row.key),
        "List-Unsubscribe": f"<{stops.url(row.user_id, match_id)}>, <{token_mail}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    mail = EmailMultiAlternatives(
        subject=one_line(letter.subject), body=letter.text, to=[row.user.email], headers=headers, connection=connection
    )
    if letter.html:
        mail.attach_alternative(letter.html, "text/html")
    return mail


def _own_address() -> str:
    address = settings.DEFAULT_FROM_EMAIL
    return address[address.rfind("<") + 1 :].rstrip("> ")


def common_context(row: OutgoingMail) -> dict[str, Any]:
    """What the base layouts mail/base.txt and mail/base.html need."""
    return {
        "person": row.user,
        "site_url": settings.SITE_URL,
        "stop_url": stops.url(row.user_id, row.match_id) if row.match_id else "",
        "stop_all_url": stops.url(row.user_id),
        "settings_url": settings.SITE_URL + reverse("mail_settings"),
    }


def letter(
    row: OutgoingMail,
    name: str,
    context: Mapping[str, Any],
    *,
    headers: Mapping[str, str] | None = None,
    about: str = "",
    url: str = "",
) -> Letter:
    """Render mail/<name>/subject.txt, body.txt and body.html (the bodies extend mail/base.txt and mail/base.html).

    Text is rendered without HTML escapes; times come out in the person's own time zone.
    """
    values = common_context(row) | dict(context)
    if getattr(row, "is_part", False):
        values |= {"text_layout": "mail/part.txt", "html_layout": "mail/part.html"}
    engine = engines["django"].engine
    subject, text = (
        engine.get_template(f"mail/{name}/{part}.txt").render(Context(values, autoescape=False))
        for part in ("subject", "body")
    )
    html = engine.get_template(f"mail/{name}/body.html").render(Context(values))
    return Letter(one_line(subject), text.strip() + "\n", html, headers or {}, about, url)


def next_mail(user: User) -> tuple[Letter | None, datetime | None]:
    """What we would send this person next, and when, as far as that is known. Changes nothing."""
    waiting = OutgoingMail.objects.filter(user=user, status=Status.QUEUED).select_related("user").order_by("created_at")
    rows = list(waiting[: collecting.MOST]) or [row for make in hooks.mail_samples for row in make(user)]
    if rows and collecting.until(rows[0], collecting.mode_of(rows[0])) is None:
        rows = rows[:1]
    found = [(row, letter) for row in rows if isinstance(letter := _try_out(row, len(rows) > 1), Letter)]
    at = rows[0].next_try_at if rows and rows[0].pk else None
    if len(found) > 1:
        return collecting.bundle(found), at
    alone = _try_out(found[0][0]) if found else None
    return (alone if isinstance(alone, Letter) else None), at


def _try_out(row: OutgoingMail, as_part: bool = False) -> Letter | Skip:
    if reason := refusal(row, collecting.mode_of(row)):
        return Skip(reason)
    try:
        return rendered(row, as_part)
    except Exception:
        log.exception("mail %s (%s) cannot be shown", row.key, row.kind)
        return Skip("It could not be written.")


def retry(rows: Iterable[OutgoingMail]) -> int:
    """Give dead mails another life (the admin's button). Returns how many."""
    keys = [row.pk for row in rows]
    return OutgoingMail.objects.filter(pk__in=keys, status=Status.DEAD).update(
        status=Status.QUEUED, attempts=0, next_try_at=timezone.now(), done_at=None
    )


def forget_old() -> int:
    """Delete rows that were dealt with long ago (the daily clean-up). Returns how many.

    Their keys could be used again then; what they were about has been over for months.
    """
    old = OutgoingMail.objects.filter(done_at__lt=timezone.now() - KEPT).exclude(status=Status.QUEUED)
    done = 0
    while keys := list(old.values_list("pk", flat=True)[:FORGOTTEN_AT_ONCE]):
        OutgoingMail.objects.filter(pk__in=keys).delete()
        done += len(keys)
    return done
