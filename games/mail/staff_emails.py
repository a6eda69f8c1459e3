"""Emails from the staff: acts on a match, decisions about a person, announcements to everybody."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.utils import timezone

from accounts import staff_decisions
from accounts.mail import email
from accounts.mail.email import Email, Skip
from accounts.models import Announcement, OutgoingMail, StaffAct, User
from accounts.notices import registry
from accounts.notices.registry import NoticeText
from games.mail import links, news
from games.mail.links import Ticket
from games.mail.passed_on import reply_header
from games.models import Match

TO_HOST = "goes to the host of this site"
LEADS = {
    "close": "The host of this site closed the table.",
    "pause": "The host of this site paused the match. No clock runs until the pause ends.",
    "abandon": "The host of this site ended the match. It has no result and changes no rating.",
}

IN_SHORT = {"close": "Closed", "pause": "Paused", "abandon": "Ended"}


@email.renderer("host")
def from_host(row: OutgoingMail) -> Email | Skip:
    act = StaffAct.objects.filter(pk=row.data["act"]).first()
    match = Match.objects.filter(pk=row.data["match"]).defer("position").first()
    if act is None or match is None:
        return Skip("The match is gone.")
    goes_on = match.status == Match.Status.RUNNING
    seat = match.seats.filter(user=row.user_id).values_list("number", flat=True).first()
    table = Ticket(match.pk, links.NO_SEAT if seat is None else seat, row.user_id, links.TABLE)
    facts = {
        "match": {"title": match.game.meta.title, "id": match.pk, "url": links.link(table, row.user.link_mark)},
        "subject": news.headline(IN_SHORT[act.act], match.game.meta.title, act.words),
        "lead": LEADS[act.act],
        "words": act.words,
        "goes_on": goes_on,
        "plays_for": goes_on,
        "reply_goes": TO_HOST,
    }
    url = match.get_absolute_url() if goes_on else ""
    return email.write(row, "host", facts, headers=reply_header(row), about=str(match), url=url)


@email.renderer("announcement")
def announcement(row: OutgoingMail) -> Email | Skip:
    """An announcement, unless it has expired or been taken down."""
    current = Announcement.objects.filter(pk=row.data["announcement"], until__gt=timezone.now()).first()
    if current is None:
        return Skip("The announcement was taken down.")
    subject = f"From the host: {news.cut(current.text, news.MOST_ASKED)}"
    facts = {"subject": subject, "words": current.text, "reply_goes": TO_HOST}
    return email.write(row, "announcement", facts, headers=reply_header(row), about="everybody")


@email.renderer("staff_act")
def staff_act(row: OutgoingMail) -> Email | Skip:
    """A decision about this person: what, why, until when, and where to reply."""
    act = StaffAct.objects.filter(pk=row.data["act"], person=row.user_id).first()
    if act is None:
        return Skip("The account is gone.")
    url = staff_decisions.path(act)
    lead = staff_decisions.LEADS[staff_decisions.Act(act.act)]
    facts = {
        "subject": f"From the staff: {lead}",
        "act": act,
        "lead": lead,
        "answer_url": settings.SITE_URL + url,
        "reply_goes": "goes to the staff",
    }
    return email.write(row, "staff_act", facts, headers=reply_header(row), about=lead, url=url)


@registry.announcer("staff_act")
def _notice(data: Mapping[str, Any], user: User) -> NoticeText:
    return NoticeText(
        "Message from the staff", "The staff of this site wrote to you.", data["url"], f"staff-act-{data['act']}"
    )
