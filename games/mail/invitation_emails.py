"""Invitation emails: to people with an account, and to any address with a link that needs no account.

They show the game's cover, who plays and for how long. A reply goes on to the inviter (passed_on.py).
"""

from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from accounts import guests
from accounts.mail import email, never
from accounts.mail.email import Email, Skip
from accounts.models import OutgoingMail, User
from games.lobby import durations, email_invitations, game_facts, match_rows
from games.mail import faces, links, match_email, news, picture
from games.mail.links import Ticket
from games.mail.passed_on import reply_header
from games.models import EmailInvitation, Match


@email.renderer("invited_by_email")
def invited_by_email(row: OutgoingMail) -> Email | Skip:
    """An invitation to an address that the inviter typed. It names the inviter, and no further emails follow."""
    invited = EmailInvitation.objects.select_related("match", "by").filter(pk=row.data["invitation"]).first()
    if invited is None or invited.match.status != Match.Status.OPEN:
        return Skip("The table is no longer open.")
    if never.is_refused(invited.address):
        return Skip(never.REFUSED)
    url = settings.SITE_URL + reverse("email_invitation", args=[email_invitations.token(invited)])
    is_new = guests.may_open_account(invited.address)
    context = to_a_stranger(invited.address) | {"url": url, "is_rated": invited.match.is_rated, "is_new": is_new}
    return _invitation(row, invited.match, invited.by, invited.note, context, to=invited.address)


@email.renderer("invited")
def invited(row: OutgoingMail) -> Email | Skip:
    """An invitation to a person with an account."""
    match = Match.objects.filter(pk=row.data["match"], status=Match.Status.OPEN).select_related("owner").first()
    by = User.objects.filter(pk=row.data["by"]).first()
    invited = match.invitations.filter(user=row.user).first() if match else None
    if match is None or by is None or invited is None:
        return Skip("The invitation is no longer open.")
    url = links.link(Ticket(match.pk, links.NO_SEAT, row.user_id, links.SIT), row.user.link_mark)
    context = {"url": url, "plays_for": True}
    about = f"{game_facts.of(match.slug).title} {match.pk}"
    return _invitation(row, match, by, invited.note, context, about=about, url=match.get_absolute_url())


@email.renderer("declined")
def declined(row: OutgoingMail) -> Email | Skip:
    """Somebody whom the recipient invited does not want to play."""
    who = User.objects.filter(pk=row.data["who"]).first()
    words = f"{who.name if who else 'A player'} has declined your invitation."
    return _of_table(row, "Declined", "Your invitation was declined", words, "Your table still waits for players.")


@email.renderer("too_few")
def too_few(row: OutgoingMail) -> Email | Skip:
    """The hour of a table has come, but not enough players."""
    more = "It stays open, and the match starts when all seats are taken."
    return _of_table(
        row, "Too few", "Your match has not started", "Not enough players came to your table in time.", more
    )


def _of_table(row: OutgoingMail, kind: str, title: str, words: str, more: str) -> Email | Skip:
    """News of a table that waits for players, for somebody who sits there."""
    match = Match.objects.filter(pk=row.data["match"], status=Match.Status.OPEN, seats__user=row.user).first()
    if match is None:
        return Skip("The table waits for nobody any more, or you have left it.")
    game = game_facts.of(match.slug).title
    facts = {
        "subject": news.headline(kind, game, words),
        "section": game,
        "name": title,
        "words": f"{words} {more}",
        "label": "See the table",
        "url": links.link(Ticket(match.pk, links.NO_SEAT, row.user_id, links.SIT), row.user.link_mark),
        "plays_for": True,
    }
    return email.write(row, "tournament", facts, about=f"{game} {match.pk}", url=match.get_absolute_url())


@email.renderer("closed")
def closed(row: OutgoingMail) -> Email | Skip:
    """The table at which the recipient sat was closed before the start."""
    match = Match.objects.select_related("owner").filter(pk=row.data["match"]).first()
    if match is None:
        return Skip("The match is gone.")
    title, host = game_facts.of(match.slug).title, "The host" if match.owner.deleted_at else match.owner.name
    words = f"{host} has closed the table." if row.data["by"] else "Not enough players came in three weeks."
    facts = {
        "subject": news.headline("Closed", title, words),
        "section": title,
        "name": "Your table was closed",
        "words": f"{words} No match was started, and it costs you nothing.",
        "label": "Find another game",
        "url": links.page_url(reverse("lobby")),
    }
    return email.write(row, "tournament", facts, about=f"{title} {match.pk}", url=reverse("lobby"))


def way_home(invitation: EmailInvitation | None, reader: Any) -> str:
    """Where the guest who took a seat with this invitation plays on, without cookies, as long as links in emails work.
    "" if there is none, or if it is the reader, who is signed in."""
    guest = email_invitations.guest_of(invitation) if invitation else None
    if invitation is None or guest is None or guest == reader or timezone.now() > invitation.at + links.LIFETIME:
        return ""
    ticket = Ticket(invitation.match_id, links.NO_SEAT, guest.pk, links.SIT, since=int(invitation.at.timestamp()))
    return links.link(ticket, guest.link_mark)


def to_a_stranger(address: str) -> dict[str, Any]:
    """Context of an email to an address that need not be anybody's here: no links to the inviter's settings."""
    return {"person": None, "stop_all_url": "", "settings_url": "", "never_url": never.url(address)}


def _invitation(
    row: OutgoingMail, match: Match, by: User, note: str, context: dict[str, Any], **more: Any
) -> Email | Skip:
    facts, drawn = game_facts.of(match.slug), picture.of_cover(row.key, match.slug)
    names = [seat.user.name for seat in match.seats.select_related("user").order_by("number") if seat.user]
    face = faces.of(by.pk, by.stamp, by.name)
    again = " again" if match.rematch_of_id else ""
    shared = {
        "subject": f"Play {facts.title}{again} with {by.name}?",
        "again": again,
        "face": face,
        "by": by.name,
        "note": note,
        "title": facts.title,
        "tagline": facts.meta.tagline,
        "players": match_email.listed(names),
        "free": match.seat_count - len(names),
        "pace": game_facts.pace_words(match),
        "length": _length(match),
        "options": game_facts.unusual_words(match.slug, match.options, match.seat_count, match.pace),
        "rules": links.page_url(facts.url_rules),
        "picture": drawn,
        "reply_goes": f"goes to {by.name}",
    }
    sender, pictures = f"{facts.title} with {by.name}", [*([drawn.inline] if drawn else []), face.inline]
    return email.write(
        row, "invited", shared | context, headers=reply_header(row), sender=sender, pictures=pictures, **more
    )


def _length(match: Match) -> str:
    """How long a match at this table takes: "about 40 turns; likely ends 3 to 9 Dec"."""
    [table], length = match_rows.listed([match.pk]), game_facts.length_words(match)
    span = durations.duration(table, durations.lengths())
    finish = durations.finish_in_words(table, span, timezone.now()) if span else ""
    return "; ".join(words for words in (length, finish) if words)
