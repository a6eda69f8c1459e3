"""Decides when an email may go out, and when several become one.

A row whose time has come is sent at once, or held: until the person has had some minutes of quiet, or until an hour of
the day in their zone. When the first held row of a person is released all the others go with it, in one email.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db.models import Max, Min
from django.template import Context, Engine
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe

from accounts import hooks, zones
from accounts.mail import inbound, unsubscribe
from accounts.mail.email import Email
from accounts.mail.preferences import HANDED_OVER
from accounts.mail_kinds import URGENT, kind_of
from accounts.models import MailRule, OutgoingMail, User
from config.postgres import fetch_all

LONGEST = 4  # times the minutes of quiet: a busy evening does not keep an email back for ever
MANY = 3  # games that wait: from here on their emails are collected unless the settings say otherwise
MOST = 12  # rows in one email: Gmail cuts off what is longer than 102 kB
_LOCK = 0x706F7374  # "post": our corner of PostgreSQL's advisory locks


def one_at_a_time(user_id: int) -> None:
    """Until the end of the transaction only one sender deals with this person's emails: held ones go out together."""
    fetch_all("SELECT pg_advisory_xact_lock(%s, %s)", [_LOCK, user_id % 2**31])


def until(row: OutgoingMail, mode: str) -> datetime | None:
    """Until when this row is collected; None for at once. A moment in the past: now, with the others."""
    if row.kind in URGENT:
        return None
    if mode == User.MailMode.AUTO and kind_of(row.kind).asks and hooks.games_waiting(row.user_id) >= MANY:
        mode = MailRule.Mode.QUIET
    if mode not in (MailRule.Mode.QUIET, MailRule.Mode.DAILY):
        return None
    if mode == MailRule.Mode.DAILY:
        return row.held_until or next_hour(row.user, timezone.now())
    waiting = OutgoingMail.objects.filter(user=row.user_id, status="queued").exclude(kind__in=URGENT)
    times = waiting.aggregate(first=Min("created_at"), last=Max("created_at"))
    quiet = timedelta(minutes=row.user.mail_quiet_minutes)
    first, last = times["first"] or row.created_at, times["last"] or row.created_at
    return min(last + quiet, first + LONGEST * quiet)


def next_hour(user: User, now: datetime) -> datetime:
    """The next time that it is this person's hour where they live."""
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


class Part(NamedTuple):
    """One email in an email of several. `html`: safe."""

    subject: str
    text: str
    html: str
    stop_url: str


def bundle(written: Sequence[tuple[OutgoingMail, Email]]) -> Email:
    """One email of several emails, each rendered as a part."""
    row = written[0][0]
    written = sorted(written, key=lambda one: not kind_of(one[0].kind).asks)  # what waits for an answer comes first
    for number, (one, _) in enumerate(written, 1):
        one.data["part"] = number
    parts = [_part(one, email) for one, email in written]
    asked = next((one.data["part"] for one, _ in written if "decision" in one.data), 0)
    reply_to = inbound.address_for(row, is_bundle=True) if asked else ""
    abouts = list(dict.fromkeys(email.about for _, email in written if email.about))
    more = f" and {len(abouts) - 2} more" if len(abouts) > 2 else ""
    subject = f"{_count(written)}: {', '.join(abouts[:2])}{more}"
    had = OutgoingMail.objects.filter(user=row.user_id, status="sent").exclude(bundle="")
    values = {
        "person": row.user,
        "parts": parts,
        "subject": subject,
        "is_first": row.user.mail_mode == User.MailMode.AUTO and not had.exists(),
        "site_url": settings.SITE_URL,
        "stop_all_url": unsubscribe.url(row.user_id),
        "settings_url": settings.SITE_URL + reverse("mail_settings"),
        "reply_to": reply_to,
        "asked": asked,
    }
    engine = Engine.get_default()
    text = engine.get_template("mail/digest/body.txt").render(Context(values, autoescape=False))
    html = engine.get_template("mail/digest/body.html").render(Context(values))
    headers = {"Reply-To": reply_to} if reply_to else {}
    pictures = [picture for _, email in written for picture in email.pictures]
    return Email(subject, text.strip() + "\n", html, headers, pictures=pictures)


def _part(row: OutgoingMail, email: Email) -> Part:
    stop_url = unsubscribe.url(row.user_id, row.match_id) if row.match_id else ""
    return Part(email.subject, email.text.strip(), mark_safe(email.html), stop_url)  # rendered by us, escaped there


def _count(written: Sequence[tuple[OutgoingMail, Email]]) -> str:
    """What they are: "Your turn in 3 games", or, if some are only news, "4 emails in one"."""
    asking = {row.match_id for row, _ in written if kind_of(row.kind).asks}
    return f"Your turn in {len(asking)} games" if len(asking) == len(written) else f"{len(written)} emails in one"
