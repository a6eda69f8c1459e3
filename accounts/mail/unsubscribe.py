"""Links of emails that need no log-in: one-click unsubscribe and a guest's email settings, by tokens that never expire.

A token of the first kind stops the emails about one match, announcements, or emails about all matches,
and sends them again.

A token is `<user>[-<match>].<signature>`, under 60 characters for realistic ids, so it fits on one header line.
"""

from dataclasses import dataclass

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db.models import QuerySet
from django.urls import reverse

from accounts.models import MailStop, OutgoingMail, User

ANNOUNCEMENTS = "0"  # used in place of a match id; no match has this id
_signer = Signer(sep=".", salt="playpost.mail.stop")
_of_guest = Signer(sep=".", salt="playpost.mail.settings")


@dataclass(frozen=True, slots=True)
class Scope:
    """What a token stops: emails about one match, announcements, or all emails about matches (match_id "")."""

    user_id: int
    match_id: str = ""

    @property
    def is_announcements(self) -> bool:
        return self.match_id == ANNOUNCEMENTS


def part_of(row: OutgoingMail) -> str:
    """What the first link in this email stops: its match, announcements, or "" if there is only "all emails"."""
    return ANNOUNCEMENTS if row.kind == "announcement" else row.match_id


def token(user_id: int, match_id: str = "") -> str:
    """A token that stops the emails about this match, or all emails about matches."""
    return _signer.sign(f"{user_id}-{match_id}" if match_id else str(user_id))


def read(text: str) -> Scope | None:
    """The scope of a token; None if we did not sign it."""
    try:
        user, _, match_id = _signer.unsign(text).partition("-")
        return Scope(int(user), match_id)
    except (BadSignature, ValueError):
        return None


def url(user_id: int, match_id: str = "") -> str:
    """The full URL of the page that stops these emails (GET shows a button, POST does it)."""
    return settings.SITE_URL + reverse("unsubscribe", args=[token(user_id, match_id)])


def settings_url(person: User) -> str:
    """The full URL of this person's email settings. A guest cannot log in: theirs is signed."""
    is_signed = person.is_guest
    path = reverse("guest_mail", args=[_of_guest.sign(str(person.pk))]) if is_signed else reverse("mail_settings")
    return settings.SITE_URL + path


def read_settings(text: str) -> User | None:
    """Whose email settings this token opens, who may have an account by now; None if we did not sign it."""
    try:
        return User.objects.filter(pk=_of_guest.unsign(text), deleted_at=None).first()
    except BadSignature:
        return None


def stop(scope: Scope, *, again: bool = False) -> None:
    """Stop these emails, or send them `again`. Can be repeated; does nothing for a deleted account."""
    person = User.objects.filter(pk=scope.user_id, deleted_at=None)
    if not person.exists():
        return
    if scope.is_announcements:
        person.update(mail_announcements=again)
    elif not scope.match_id:
        person.update(mail_stopped=not again)
    elif again:
        _stops(scope).delete()
    else:
        MailStop.objects.get_or_create(user_id=scope.user_id, match_id=scope.match_id)


def is_stopped(scope: Scope) -> bool:
    """Have these emails been stopped? Those of a closed account have."""
    person = User.objects.filter(pk=scope.user_id, deleted_at=None)
    if scope.is_announcements:
        return not person.filter(mail_announcements=True).exists()
    if scope.match_id:
        return not person.exists() or _stops(scope).exists()
    return not person.filter(mail_stopped=False).exists()


def _stops(scope: Scope) -> QuerySet[MailStop]:
    return MailStop.objects.filter(user_id=scope.user_id, match_id=scope.match_id)
