"""Decides when an email is sent, and combines several into one.

A due row is sent at once or held: until the pause after the last email is over (quiet), until nothing has happened for
some minutes, or until an hour of the day in the person's time zone. When one is sent, all others go with it.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from textwrap import shorten
from typing import NamedTuple

from django.conf import settings
from django.db.models import F, Max, Min, Q
from django.utils import timezone
from django.utils.safestring import mark_safe

from accounts.mail import inbound, quiet, templates, unsubscribe
from accounts.mail.email import Email
from accounts.mail.preferences import ANSWER, HANDED_OVER, Preferences, is_over_limit
from accounts.mail_kinds import QUESTIONS, URGENT, YES_OR_NO, kind_of
from accounts.models import MailRule, OutgoingMail, User
from config.postgres import fetch_all

LONGEST = 4  # times the quiet minutes: the longest an email is held on a busy evening
SOON = timedelta(minutes=15)  # what is due by then goes with an email that is sent now
MOST_OF_FIRST = 70  # letters of the first part’s subject in that of the whole
ANSWERS_FIRST = "with “yes” or “no” answers 1; anything else is posted at its table"
MOST = 12  # rows in one email: Gmail clips emails over 102 kB
_LOCK = 0x706F7374  # "post": the first key of our advisory locks


def lock_emails_of(user_id: int) -> None:
    """Lock a person's emails until the end of the transaction, so that held ones go out together."""
    fetch_all("SELECT pg_advisory_xact_lock(%s, %s)", [_LOCK, user_id % 2**31])


def until(row: OutgoingMail, preferences: Preferences) -> datetime | None:
    """Until when to hold this row; None to send it at once and alone. A time in the past: send it now, with others."""
    mode, now = preferences.mode, timezone.now()
    if is_over_limit(row, preferences):
        return _below_limit(row)
    if row.data.get("live") or kind_of(row.kind).always or row.kind == ANSWER or mode == MailRule.Mode.ONCE:
        return None
    morning = quiet.end_of_night(row, now)
    if row.kind in URGENT:
        return morning if morning > now else None
    if mode == MailRule.Mode.DAILY:
        return row.held_until or quiet.next_hour(row.user, row.user.mail_hour, now)
    if mode == MailRule.Mode.QUIET:
        return max(_end_of_burst(row), morning)
    if not settings.MAIL_IS_QUIET:
        return None
    rested = (preferences.last_at or now) + quiet.pause(row, preferences.collected_today)
    return max(rested, morning) if preferences.collected_today else morning


def _below_limit(row: OutgoingMail) -> datetime:
    """When this person has had fewer emails in the last 24 hours than their limit."""
    had = OutgoingMail.objects.filter(Q(bundle="") | Q(bundle=F("key")), user=row.user_id, status="sent")
    newest = had.order_by("-done_at").values_list("done_at", flat=True)[: row.user.mail_daily_limit]
    return (list(newest)[-1] or timezone.now()) + timedelta(days=1)


def _end_of_burst(row: OutgoingMail) -> datetime:
    waiting = OutgoingMail.objects.filter(user=row.user_id, status="queued").exclude(kind__in=URGENT)
    times = waiting.aggregate(first=Min("created_at"), last=Max("created_at"))
    minutes = timedelta(minutes=row.user.mail_quiet_minutes)
    first, last = times["first"] or row.created_at, times["last"] or row.created_at
    return min(last + minutes, first + LONGEST * minutes)


def hold(row: OutgoingMail, moment: datetime) -> None:
    """Hold a row until later. This does not count as an attempt, and what was wrong before is over."""
    row.held_until = row.next_try_at = moment
    row.attempts, row.reason = 0, ""
    row.save(update_fields=["held_until", "next_try_at", "attempts", "reason"])


def companions(row: OutgoingMail) -> list[OutgoingMail]:
    """The other rows of this person that are held or nearly due, locked, oldest first."""
    nearly = Q(next_try_at__lte=timezone.now() + SOON) & ~Q(kind__in=URGENT)
    queued = OutgoingMail.objects.filter(Q(held_until__isnull=False) | nearly, user=row.user_id, status="queued")
    free = queued.exclude(pk=row.pk).exclude(reason=HANDED_OVER).exclude(data__contains={"live": True})
    locked = free.select_related("user").select_for_update(of=("self",))
    return list(locked.order_by("created_at", "id")[: MOST - 1])


def place(row: OutgoingMail) -> int:
    """The sort key of a part: open decisions come first, then what other people ask."""
    return 0 if kind_of(row.kind).asks else 1 if row.kind in QUESTIONS else 2


class Part(NamedTuple):
    """One part of a combined email. `subject`: with the match it is about; `html`: safe."""

    subject: str
    text: str
    html: str
    stop_url: str


def bundle(written: Sequence[tuple[OutgoingMail, Email]]) -> Email:
    """Combine several emails, each rendered as a part, into one."""
    row = written[0][0]
    written = sorted(written, key=lambda one: place(one[0]))
    for number, (one, _) in enumerate(written, 1):
        one.data["part"] = number
    parts = [_part(one, email) for one, email in written]
    asked = next((one.data["part"] for one, _ in written if "decision" in one.data and kind_of(one.kind).asks), 0)
    first, question = written[0]  # whose address takes the replies if no move is asked
    answer = "" if asked or first.kind != YES_OR_NO else question.headers.get("Reply-To", "")
    reply_to = inbound.address_for(row, is_bundle=True) if asked else answer
    subject = _subject(written)
    had = OutgoingMail.objects.filter(user=row.user_id, status="sent").exclude(bundle="")
    values = {
        "person": row.user,
        "parts": parts,
        "subject": subject,
        "is_first": row.user.mail_mode == User.MailMode.AUTO and not had.exists(),
        "site_url": settings.SITE_URL,
        "stop_all_url": unsubscribe.url(row.user_id),
        "settings_url": unsubscribe.settings_url(row.user),
        "reply_to": reply_to,
        "asked": asked,
        "reply_goes": ANSWERS_FIRST if answer else "",
        "plays_for": True,
    }
    text, html = (templates.render(f"digest/body.{kind}", values) for kind in ("txt", "html"))
    headers = {"Reply-To": reply_to} if reply_to else {}
    pictures = {picture.cid: picture for _, email in written for picture in email.pictures}
    return Email(subject, text.strip() + "\n", html, headers, pictures=[*pictures.values()])


def _part(row: OutgoingMail, email: Email) -> Part:
    stop_url = unsubscribe.url(row.user_id, row.match_id) if row.match_id else ""
    html = mark_safe(email.html)  # our own template has escaped it
    return Part(_with_match(email.subject, email.about), email.text.strip(), html, stop_url)


def _with_match(subject: str, about: str) -> str:
    """The subject with the match ("Parcels 20"): its number follows its title where that is named."""
    title, _, number = about.rpartition(" ")
    if not about or about in subject:
        return subject
    return subject.replace(title, about, 1) if number.isdecimal() and title in subject else f"{about}: {subject}"


def _subject(written: Sequence[tuple[OutgoingMail, Email]]) -> str:
    """What is new first: "Your turn in 3 games: …", or the subject of the first part if some ask for no decision."""
    asking = {row.match_id for row, _ in written if kind_of(row.kind).asks}
    if len(asking) < len(written):
        return f"{shorten(written[0][1].subject, MOST_OF_FIRST, placeholder=' …')} ({len(written)} emails in one)"
    abouts = list(dict.fromkeys(email.about for _, email in written if email.about))
    more = f" and {len(abouts) - 2} more" if len(abouts) > 2 else ""
    return f"Your turn in {len(asking)} games: {', '.join(abouts[:2])}{more}"
