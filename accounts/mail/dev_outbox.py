"""The development outbox: without a mail server, emails are stored and shown at /dev/outbox/."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from email.header import decode_header, make_header
from email.mime.base import MIMEBase
from email.utils import getaddresses, make_msgid
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_http_methods, require_safe

from accounts.mail import inbound
from accounts.mail.email import with_pictures
from accounts.models import DevEmail
from config.debug_pages import is_local

KEPT = 500  # emails; older ones are deleted, because each can contain a picture
PER_PAGE = 50
CONFIRMING = "confirming"  # session key: the address that a code was sent to, and when
A_MOMENT = timedelta(seconds=5)
# For an email in a frame: inline styles and data: images only, no scripts; links open in the top window.
EMAIL_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self'; form-action 'none'; frame-ancestors 'self'; "
    "sandbox allow-top-navigation-by-user-activation allow-popups allow-popups-to-escape-sandbox"
)


class DevOutboxBackend(BaseEmailBackend):
    """An email backend that stores each message as a DevEmail."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        emails = [as_email(message) for message in email_messages]
        with transaction.atomic():  # a savepoint: if an email can't be stored, the caller's transaction stays usable
            for email in emails:
                email.save()
        for email in emails:
            if email.pk % 50 == 0:
                DevEmail.objects.filter(pk__lte=email.pk - KEPT).delete()
        return len(emails)


def as_email(message: EmailMessage) -> DevEmail:
    """The message as a mailbox would receive it: headers, both bodies, pictures inlined."""
    html = [body for body, kind in getattr(message, "alternatives", []) if kind == "text/html"]
    parts: list[Any] = [part for part in message.attachments if isinstance(part, MIMEBase)]  # not the bodies
    pictures = {part["Content-ID"].strip("<>"): part.get_payload(decode=True) for part in parts}
    return DevEmail(
        sender=str(make_header(decode_header(message.from_email))),
        recipients="\n".join(address for _, address in getaddresses(message.recipients())),
        subject=str(message.subject),
        text=str(message.body),
        html=with_pictures(html[0], pictures) if html else "",
        headers={name: str(value) for name, value in message.message().items()},
    )


def only_in_development() -> None:
    """Raise Http404 on a real site, even if the URLs are mounted: emails contain codes and links."""
    if not (settings.DEBUG or settings.OUTBOX_FOR_OTHERS):
        raise Http404


def note_code(request: HttpRequest, email: str) -> None:
    """Remember that a code was just sent to this address, so that the visitor can read it in the outbox."""
    if settings.DEBUG or settings.OUTBOX_FOR_OTHERS:
        request.session[CONFIRMING] = [email, timezone.now().timestamp()]


def emails_for(request: HttpRequest) -> QuerySet[DevEmail]:
    """All emails for requests from the local machine; otherwise only the user's own, which contain hands and codes.

    Somebody who is signing up sees the email with the code, unless the address already belongs to an account.
    """
    emails = DevEmail.objects.order_by("-id")
    if settings.DEBUG and is_local(request):
        return emails
    mine = EmailAddress.objects.filter(user=request.user.pk, verified=True).values_list("email", flat=True)
    own = Q(recipients__in=[*mine])
    email, since = request.session.get(CONFIRMING) or ("", 0)
    if email and not EmailAddress.objects.filter(email__iexact=email, verified=True).exists():
        sent_at = datetime.fromtimestamp(since, UTC)
        own |= Q(recipients=email, at__range=(sent_at - A_MOMENT, sent_at))
    return emails.filter(own)


@require_safe
def outbox(request: HttpRequest) -> HttpResponse:
    """The list of emails, newest first; `?to=` filters by recipient."""
    only_in_development()
    emails, to = emails_for(request), request.GET.get("to", "").replace("\x00", "").strip()
    if to:
        emails = emails.filter(recipients__icontains=to)
    before = request.GET.get("before", "")
    if before.isdecimal() and len(before) < 19:
        emails = emails.filter(id__lt=int(before))
    page = list(emails.defer("text", "html", "headers")[: PER_PAGE + 1])
    more = page[PER_PAGE - 1].pk if len(page) > PER_PAGE else None
    return render(request, "accounts/dev_outbox.html", {"emails": page[:PER_PAGE], "to": to, "more": more})


@require_safe
def email(request: HttpRequest, email_id: int) -> HttpResponse:
    """One email: headers, text, and the HTML in a frame."""
    only_in_development()
    return render(request, "accounts/dev_email.html", {"email": get_object_or_404(emails_for(request), pk=email_id)})


@require_safe
@xframe_options_sameorigin
def email_html(request: HttpRequest, email_id: int) -> HttpResponse:
    """The HTML body, with its own Content-Security-Policy."""
    only_in_development()
    html = get_object_or_404(emails_for(request), pk=email_id).html
    base = '<base target="_top">'
    html = html.replace("<head>", f"<head>{base}", 1) if "<head>" in html else base + html
    return HttpResponse(html, headers={"Content-Security-Policy": EMAIL_POLICY})


@require_http_methods(["GET", "HEAD", "POST"])
def inbox(request: HttpRequest) -> HttpResponse:
    """Simulate a reply by email. `to`: the Reply-To address of an email; it is signed, so no other proof is needed."""
    only_in_development()
    to, text, outcome = request.GET.get("to", ""), "", ""
    if request.method == "POST":
        to, text = request.POST.get("to", "")[:320], request.POST.get("text", "")
        message = inbound.Message({"Message-ID": make_msgid(), "From": "somebody@example.org"}, text)
        outcome = inbound.receive([to], message)
    context = {"to": to, "text": text, "outcome": outcome}
    return render(request, "accounts/dev_inbox.html", context)
