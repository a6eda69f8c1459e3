"""No more invitations to an address: who owns it need not have an account, and gets none from anybody.

Whoever invites such an address is told the same as always. A refusal would tell them that the address was invited
before, and that somebody reads it. The address itself is not stored, nor is it in the link: both have a digest.
"""

from hashlib import sha256

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.urls import reverse

from accounts.models import NoInvitations

REFUSED = "This address takes no invitations."  # the reason of an email that was not sent; no inviter sees it
_signer = Signer(sep=".", salt="playpost.mail.never")


def digest_of(address: str) -> str:
    """What stands for an address. It must not change with the site's key, or a refusal would be forgotten."""
    return sha256(f"playpost no invitations {address.strip().lower()}".encode()).hexdigest()


def url(address: str) -> str:
    """The full URL of the page that ends invitations to this address (GET shows a button, POST does it)."""
    return settings.SITE_URL + reverse("never", args=[_signer.sign(digest_of(address))])


def read(token: str) -> str | None:
    """The digest in a link; None if we did not sign it."""
    try:
        return _signer.unsign(token)
    except BadSignature:
        return None


def refuse(digest: str) -> None:
    """No more invitations to the address with this digest. Can be repeated."""
    NoInvitations.objects.get_or_create(digest=digest)


def allow(digest: str) -> None:
    """Invitations to it again."""
    NoInvitations.objects.filter(digest=digest).delete()


def is_refused(address: str) -> bool:
    """Does this address take no invitations?"""
    return NoInvitations.objects.filter(digest=digest_of(address)).exists()
