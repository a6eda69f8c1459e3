"""`manage.py testmail ADDRESS`: send one email and say what to check in it."""

from argparse import ArgumentParser
from email.utils import parseaddr
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.core.management.base import BaseCommand, CommandError

WORDS = """This is a test from your Playpost site. It has the headers of an email about a match.

Your site: {url}
"""
TO_CHECK = """Sent to {to}. In its source ("show original"), check:

1. SPF and DKIM: the line Authentication-Results says spf=pass and dkim=pass, for {domain} or a domain above it.
2. DMARC: the same line says dmarc=pass. If not, the From address and the signing domain differ.
3. List-Unsubscribe: the h= list of DKIM-Signature contains list-unsubscribe and list-unsubscribe-post.
4. Click tracking is off: the link in the text is {url}, not an address of your provider.
5. It is in the inbox, not among the spam."""


class Command(BaseCommand):
    help = "Send a test email and say what to check in it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help="where to send it: best a mailbox at a large provider")

    def handle(self, *args: Any, **options: Any) -> None:
        if "dev_outbox" in settings.EMAIL_BACKEND:
            raise CommandError("No mail server is configured. Set PLAYPOST_MAIL_BACKEND and PLAYPOST_SMTP_HOST.")
        stop = f"{settings.SITE_URL}/people/me/mail/settings/"
        headers = {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
        words = WORDS.format(url=settings.SITE_URL)
        html = f'<p>{words}</p><p><a href="{settings.SITE_URL}">{settings.SITE_URL}</a></p>'
        mail = EmailMultiAlternatives("Playpost test", words, to=[options["address"]], headers=headers)
        mail.attach_alternative(html, "text/html")
        try:
            mail.send()
        except Exception as error:  # each backend raises its own exceptions
            raise CommandError(f"The mail server did not take it: {type(error).__name__}: {error}") from None
        domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].partition("@")[2]
        self.stdout.write(TO_CHECK.format(to=options["address"], domain=domain, url=settings.SITE_URL))
        self.stdout.write(self._about_replies())

    def _about_replies(self) -> str:
        if not settings.REPLY_ADDRESS:
            return "\nReplies are off. Set PLAYPOST_REPLY_TO to let people play by reply."
        box, _, host = settings.REPLY_ADDRESS.partition("@")
        way = f"at {urlsplit(settings.MAIL_DOOR).netloc}" if settings.MAIL_DOOR else "through your provider's webhook"
        return f"\n6. Replies to {box}+…@{host} arrive {way}: answer an email about a match to try it."
