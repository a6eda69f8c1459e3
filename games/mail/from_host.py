"""Emails in which the host speaks: about what they did to a match, and announcements to everybody."""

from django.conf import settings
from django.utils import timezone

from accounts.mail import outbox
from accounts.mail.outbox import Email, Skip
from accounts.models import Announcement, OutgoingMail, StaffAct
from games.models import Match

LEADS = {
    "close": "The host of this site closed the table.",
    "pause": "The host of this site paused the match. No clock runs until the pause ends.",
    "abandon": "The host of this site ended the match. It has no result and changes no rating.",
}


@outbox.renderer("host")
def from_host(row: OutgoingMail) -> Email | Skip:
    act = StaffAct.objects.filter(pk=row.data["act"]).first()
    match = Match.objects.filter(pk=row.data["match"]).defer("position").first()
    if act is None or match is None:
        return Skip("The match is gone.")
    goes_on = match.status == Match.Status.RUNNING
    facts = {
        "match": {"title": match.game.meta.title, "id": match.pk, "url": settings.SITE_URL + match.get_absolute_url()},
        "lead": LEADS[act.act],
        "words": act.words,
        "goes_on": goes_on,
    }
    url = match.get_absolute_url() if goes_on else ""
    return outbox.email(row, "host", facts, about=str(match), url=url)


@outbox.renderer("announcement")
def announcement(row: OutgoingMail) -> Email | Skip:
    """To everybody, while it stands."""
    found = Announcement.objects.filter(pk=row.data["announcement"], until__gt=timezone.now()).first()
    if found is None:
        return Skip("The announcement was taken down.")
    return outbox.email(row, "announcement", {"words": found.text}, about="everybody")
