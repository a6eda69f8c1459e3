"""Invitations: to people with an account through the outbox; to an address as one email, with a link that opens the
table without an account."""

import logging
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.template import Context, engines
from django.urls import reverse
from django.utils import timezone

from accounts.mail import outbox
from accounts.mail.outbox import Email, Skip
from accounts.models import OutgoingMail, User
from games.lobby import email_invitations, lists
from games.models import EmailInvitation, Match

log = logging.getLogger("playpost.mail")
MOST_TRIES = 6
PAUSE = timedelta(minutes=5)
BATCH = 20


def send_due() -> int:
    """Send what is due, each in its own transaction. Returns how many were dealt with. Any number may run at once."""
    done = 0
    while done < BATCH and _send_next():
        done += 1
    return done


def _send_next() -> bool:
    with transaction.atomic():
        due = EmailInvitation.objects.select_for_update(skip_locked=True, of=("self",)).select_related("match", "by")
        due = due.filter(sent_at=None, attempts__lt=MOST_TRIES, next_try_at__lte=timezone.now())
        row = due.order_by("next_try_at").first()
        if row is None:
            return False
        row.attempts += 1
        row.next_try_at = timezone.now() + PAUSE * row.attempts
        if row.match.status != Match.Status.OPEN:
            row.attempts = MOST_TRIES
        elif _sent(row):
            row.sent_at = timezone.now()
        row.save(update_fields=["attempts", "next_try_at", "sent_at"])
    return True


def _sent(row: EmailInvitation) -> bool:
    try:
        message(row).send()
    except OSError as error:  # SMTPException is one, too
        log.warning("An invitation could not be sent: %s.", type(error).__name__)
        return False
    return True


def message(row: EmailInvitation) -> EmailMultiAlternatives:
    """The email. It says who typed the address, and that nothing else follows."""
    facts = lists.game_facts(row.match.slug)
    context: dict[str, Any] = {
        "by": row.by.name,
        "title": facts["title"],
        "tagline": facts["tagline"],
        "pace": lists.pace_words(row.match),
        "url": settings.SITE_URL + reverse("email_invitation", args=[email_invitations.token(row)]),
        "rules": settings.SITE_URL + facts["url_rules"],
        "site_url": settings.SITE_URL,
    }
    engine = engines["django"].engine  # type: ignore[attr-defined]
    subject, text = (
        engine.get_template(f"mail/invited_by_email/{part}.txt").render(Context(context, autoescape=False))
        for part in ("subject", "body")
    )
    headers = {
        "Message-ID": outbox.message_id(f"m{row.match_id}.e{row.pk}.invited"),
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    email = EmailMultiAlternatives(outbox.one_line(subject), text.strip() + "\n", to=[row.address], headers=headers)
    email.attach_alternative(
        engine.get_template("mail/invited_by_email/body.html").render(Context(context)), "text/html"
    )
    return email


@outbox.renderer("invited")
def invited(row: OutgoingMail) -> Email | Skip:
    """Somebody invites this person to a game."""
    match = Match.objects.filter(pk=row.data["match"], status=Match.Status.OPEN).select_related("owner").first()
    by = User.objects.filter(pk=row.data["by"]).first()
    if match is None or by is None or not match.invitations.filter(user=row.user).exists():
        return Skip("The invitation is no longer open.")
    facts = lists.game_facts(match.slug)
    context = {
        "by": by.name,
        "match": {
            "title": facts["title"],
            "tagline": facts["tagline"],
            "id": match.pk,
            "url": settings.SITE_URL + match.get_absolute_url(),
            "rules": settings.SITE_URL + facts["url_rules"],
            "pace": lists.pace_words(match),
        },
        "options": lists.unusual_words(match.slug, match.options, match.seat_count, match.pace),
    }
    return outbox.email(
        row,
        "invited",
        context,
        about=f"{facts['title']} {match.pk}",
        url=match.get_absolute_url(),
        sender=f"{facts['title']} with {by.name}",
    )
