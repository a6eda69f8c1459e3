"""Invitation emails: to people with an account, and to any address with a link that needs no account."""

from django.conf import settings
from django.urls import reverse

from accounts.mail import outbox
from accounts.mail.outbox import Email, Skip
from accounts.models import OutgoingMail, User
from games.lobby import email_invitations, lists
from games.mail import links
from games.mail.links import Ticket
from games.models import EmailInvitation, Match


@outbox.renderer("invited_by_email")
def invited_by_email(row: OutgoingMail) -> Email | Skip:
    """An invitation to an address that the inviter typed. It names the inviter, and no further emails follow."""
    invited = EmailInvitation.objects.select_related("match", "by").filter(pk=row.data["invitation"]).first()
    if invited is None or invited.match.status != Match.Status.OPEN:
        return Skip("The table is no longer open.")
    facts = lists.game_facts(invited.match.slug)
    context = {
        "person": None,  # the recipient may have no account, and must get no links to the inviter's
        "stop_all_url": "",
        "settings_url": "",
        "by": invited.by.name,
        "title": facts.title,
        "tagline": facts.tagline,
        "pace": lists.pace_words(invited.match),
        "needs_account": invited.match.is_rated,
        "url": settings.SITE_URL + reverse("email_invitation", args=[email_invitations.token(invited)]),
        "rules": settings.SITE_URL + facts.url_rules,
    }
    sender = f"{facts.title} with {invited.by.name}"
    return outbox.email(row, "invited_by_email", context, sender=sender, to=invited.address)


@outbox.renderer("invited")
def invited(row: OutgoingMail) -> Email | Skip:
    """An invitation to a person with an account."""
    match = Match.objects.filter(pk=row.data["match"], status=Match.Status.OPEN).select_related("owner").first()
    by = User.objects.filter(pk=row.data["by"]).first()
    if match is None or by is None or not match.invitations.filter(user=row.user).exists():
        return Skip("The invitation is no longer open.")
    facts = lists.game_facts(match.slug)
    context = {
        "by": by.name,
        "plays_for": True,
        "match": {
            "title": facts.title,
            "tagline": facts.tagline,
            "id": match.pk,
            "url": links.link(Ticket(match.pk, links.NO_SEAT, row.user_id, links.SIT), row.user.link_mark),
            "rules": settings.SITE_URL + facts.url_rules,
            "pace": lists.pace_words(match),
        },
        "options": lists.unusual_words(match.slug, match.options, match.seat_count, match.pace),
    }
    return outbox.email(
        row,
        "invited",
        context,
        about=f"{facts.title} {match.pk}",
        url=match.get_absolute_url(),
        sender=f"{facts.title} with {by.name}",
    )
