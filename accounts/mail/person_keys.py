"""Keys in links of emails with which their reader does one thing as whom the email was sent to, without logging in."""

from typing import Any

from django.core import signing
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from accounts.models import User

LIFETIME = 30 * 86400  # seconds
_SALT = "playpost.person-key"


def key_for(purpose: str, person: User) -> str:
    """The key of this person for a purpose, such as "group 3"."""
    return signing.dumps([purpose, person.pk, person.link_mark], salt=_SALT)


def reader(request: HttpRequest, purpose: str, key: str) -> Any:
    """Who is logged in; else whose key this is, for a month and until they change their password; else nobody."""
    if request.user.is_authenticated or not key:
        return request.user
    try:
        found, person_id, mark = signing.loads(key, salt=_SALT, max_age=LIFETIME)
    except (signing.BadSignature, ValueError):
        return request.user
    person = User.objects.filter(pk=person_id, is_active=True).first() if found == purpose else None
    return person if person and constant_time_compare(mark, person.link_mark) else request.user
