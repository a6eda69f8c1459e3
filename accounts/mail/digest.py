"""One mail for many games: when a mail may go out, and how several become one.

A row whose time has come is sent at once, or held: until the person has had some minutes of quiet, or until an hour of
the day in her zone. When the first held row of a person is released all the others go with it, in one mail.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.db.models import Max, Min
from django.template import Context, engines
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe

from accounts import zones
from accounts.mail import inbound, unsubscribe
from accounts.mail.letter import Letter
from accounts.mail.preferences import ANSWER, HANDED_OVER, LAST_CALL
from accounts.models import MailRule, OutgoingMail, User

AT_ONCE = (LAST_CALL, ANSWER)  # never collected
LONGEST = 4  # times the minutes of quiet: a busy evening does not keep a mail back for ever
MOST = 50  # rows in one mail
_LOCK = 0x706F7374  # "post": our corner of PostgreSQL's advisory locks


def one_at_a_time(user_id: int) -> None:
    """Until the end of the transaction only one sender deals with this person's mails: held ones go out together."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [_LOCK, user_id % 2**31])


def until(row: OutgoingMail, mode: str) -> datetime | None:
    """Until when this row is collected; None for at once. A moment in the past: now, with the others."""
    if row.kind in AT_ONCE or mode not in (MailRule.Mode.QUIET, MailRule.Mode.DAILY):
        return None
    if mode == MailRule.Mode.DAILY:
        return row.held_until or next_hour(row.user, timezone.now())
    waiting = OutgoingMail.objects.filter(user=row.user_id, status="queued").exclude(kind__in=AT_ONCE)
    times = waiting.aggregate(first=Min("created_at"), last=Max("created_at"))
    quiet = timedelta(minutes=row.user.mail_quiet_minutes)
    first, last = times["first"] or row.created_at, times["last"] or row.created_at
    return min(last + quiet, first + LONGEST * quiet)


def next_hour(user: User, now: datetime) -> datetime:
    """The next time that it is this person's hour where she lives."""
    here = now.astimezone(zones.zone(user.time_zone))
    at = here.replace(hour=user.mail_hour, minute=0, second=0, microsecond=0)
    return at if at > here else at + timedelta(days=1)


def hold(row: OutgoingMail, moment: datetime) -> None:
    """Keep a row for later; that was no attempt to send it."""
    row.held_until = row.next_try_at = moment
    row.attempts = 0
    row.save(update_fields=["held_until", "next_try_at", "attempts"])


def companions(row: OutgoingMail) -> list[OutgoingMail]:
    """The other held rows of this person, locked, oldest first."""
    held = OutgoingMail.objects.filter(user=row.user_id, status="queued", held_until__isnull=False)
    free = held.exclude(pk=row.pk).exclude(reason=HANDED_OVER)
    locked = free.select_related("user").select_for_update(of=("self",))
    return list(locked.order_by("created_at", "id")[: MOST - 1])


def bundle(written: Sequence[tuple[OutgoingMail, Letter]]) -> Letter:
    """One mail of several letters, each rendered as a part."""
    row = written[0][0]
    for number, (one, _) in enumerate(written, 1):
        one.data["part"] = number
    parts = [_part(one, letter) for one, letter in written]
    asked = next((one.data["part"] for one, _ in written if "decision" in one.data), 0)
    reply_to = inbound.address_for_many(row) if asked else ""
    abouts = list(dict.fromkeys(part["about"] for part in parts if part["about"]))
    more = f" and {len(abouts) - 2} more" if len(abouts) > 2 else ""
    values = {
        "person": row.user,
        "parts": parts,
        "subject": f"{len(parts)} letters in one: {', '.join(abouts[:2])}{more}",
        "site_url": settings.SITE_URL,
        "stop_all_url": unsubscribe.url(row.user_id),
        "settings_url": settings.SITE_URL + reverse("mail_settings"),
        "reply_to": reply_to,
        "asked": asked,
    }
    engine = engines["django"].engine  # type: ignore[attr-defined]
    text = engine.get_template("mail/many/body.txt").render(Context(values, autoescape=False))
    html = engine.get_template("mail/many/body.html").render(Context(values))
    headers = {"Reply-To": reply_to} if reply_to else {}
    pictures = [picture for _, letter in written for picture in letter.pictures]
    return Letter(str(values["subject"]), text.strip() + "\n", html, headers, pictures=pictures)


def _part(row: OutgoingMail, letter: Letter) -> dict[str, str]:
    return {
        "subject": letter.subject,
        "about": letter.about,
        "text": letter.text.strip(),
        "html": mark_safe(letter.html),  # rendered by us, escaped there
        "stop_url": unsubscribe.url(row.user_id, row.match_id) if row.match_id else "",
    }
