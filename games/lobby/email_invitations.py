"""Invitations by email address. The response never reveals whether the address has an account.

The link is signed and goes to that address only, so anyone who follows it has confirmed the address. A guest who then
sits down gets the emails of the match there, and comes back to their seat by that link.
"""

from datetime import timedelta
from typing import Any

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.core import signing
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts import guests
from accounts.mail import outbox
from accounts.models import User
from accounts.people import blocks
from games import rate_limits
from games.errors import NeedsAccount, Refusal
from games.lobby.personal_line import check_address, personal_line
from games.lobby.tables import INVITATIONS_AN_HOUR
from games.models import EmailInvitation, Match, Seat

ADDRESSES_A_DAY = 20  # that one person may invite
EMAILS_A_DAY = 3  # to one address, from all people together
DAY = 86400
FOLLOWED = "invitations"  # session entry: {match id as text: id of the EmailInvitation whose link was followed}
MOST_FOLLOWED = 20
_SALT = "playpost.email-invitation"


def invite_address(*, match_id: int, by: Any, address: str, note: str = "") -> EmailInvitation:
    """Queue one email to this address with a link to the table and a line of one's own. Raises Refusal: 403 unless
    seated and with an account, 409, 422, 429."""
    if by.is_guest:
        raise NeedsAccount("Sending invitations needs an account. You can send your friends the link.")
    address, note = address.strip().lower(), personal_line(by, note)
    check_address(address)
    with transaction.atomic():
        match = Match.objects.select_for_update().filter(pk=match_id, status=Match.Status.OPEN).first()
        if match is None or not Seat.objects.filter(match=match_id, user=by).exists():
            raise Refusal(403, "Only players at this table can invite others.")
        if EmailInvitation.objects.filter(match=match, address=address).exists():
            raise Refusal(422, f"{address} is invited already. You can also send them the link.")
        words = "You have sent a lot of invitations. Please wait a while."
        rate_limits.spend("invitation", by.pk, INVITATIONS_AN_HOUR, words)
        rate_limits.spend("address", by.pk, ADDRESSES_A_DAY, words, DAY)
        invited = EmailInvitation.objects.filter(address=address, at__gt=timezone.now() - timedelta(days=1)).count()
        if invited >= EMAILS_A_DAY:
            raise Refusal(429, "This address got several invitations today. Send your friend the link instead.")
        person = User.objects.filter(email__iexact=address).first()
        row = EmailInvitation.objects.create(match=match, by=by, address=address, note=note)
        if person is None or not blocks.are_apart(by, person):  # otherwise pretend that it was sent
            key = f"m{match_id}.e{row.pk}.invited"
            outbox.queue(kind="invited_by_email", key=key, user=by, data={"invitation": row.pk})
        return row


def token(invitation: EmailInvitation) -> str:
    """The signed key in the email's link."""
    return signing.dumps(invitation.pk, salt=_SALT)


def read(key: str) -> EmailInvitation:
    """Verify a link. Raises Refusal: 403 if it is forged, 410 once the table has closed."""
    try:
        row = EmailInvitation.objects.select_related("match", "guest").filter(pk=signing.loads(key, salt=_SALT)).first()
    except signing.BadSignature:
        raise Refusal(403, "This link is incomplete. Please copy the whole link from the email.") from None
    if row is None or row.match.status == Match.Status.CANCELLED:
        raise Refusal(410, "This table has closed. Ask your friend for a new invitation.")
    return row


def note_followed(session: Any, invitation: EmailInvitation) -> None:
    """Remember in this session that the invitation's link was followed."""
    followed = session.get(FOLLOWED, {})
    if followed.get(str(invitation.match_id)) != invitation.pk:
        session[FOLLOWED] = dict([*followed.items(), (str(invitation.match_id), invitation.pk)][-MOST_FOLLOWED:])


def followed(session: Any, match_id: int) -> EmailInvitation | None:
    """The invitation to this match whose link was followed in this session."""
    pk = session.get(FOLLOWED, {}).get(str(match_id))
    return EmailInvitation.objects.select_related("by", "guest").filter(pk=pk, match=match_id).first() if pk else None


def confirm_address(*, session: Any, match_id: int, user: Any) -> None:
    """Send the emails of a guest who sits down to the address they were invited at, and let the link lead them back to
    their seat. Each link does this for one guest only, so that a forwarded email does not send somebody else's turns
    to its first reader; and not for one with another address or with other games, which are nothing to that reader."""
    invitation = followed(session, match_id)
    if invitation is None or not gives_address(invitation, user):
        return
    EmailInvitation.objects.filter(pk=invitation.pk).update(guest=user)
    if user.mail_address != invitation.address:
        guests.know_address(user=user, email=invitation.address)


def gives_address(invitation: EmailInvitation, user: Any) -> bool:
    """Do the emails of this person, who follows the link, go to its address if they sit down as a guest?"""
    is_new = not user.is_authenticated
    if guest_of(invitation) is not None or not (is_new or user.is_guest):
        return False
    if is_new or user.mail_address:
        return is_new or user.mail_address == invitation.address
    return not Seat.objects.filter(user=user).exclude(match=invitation.match_id).exists()


def confirmed_address(invitation: EmailInvitation | None, user: Any) -> str:
    """The address of this person without an account: their own, or that of the invitation whose link they followed."""
    if user.is_authenticated and (user.mail_address or not user.is_guest):
        return user.mail_address if user.is_guest else ""
    return invitation.address if invitation and gives_address(invitation, user) else ""


def guest_of(invitation: EmailInvitation) -> User | None:
    """The person who took a seat with this invitation as a guest and still has it. Who has a password can log in."""
    is_without = Q(user__is_guest=True) | Q(user__password__startswith=UNUSABLE_PASSWORD_PREFIX)
    seated = Seat.objects.filter(is_without, match=invitation.match_id, user=invitation.guest_id)
    return invitation.guest if invitation.guest_id and seated.exists() else None
