"""Authentication by name or address and password. Each attempt costs one hash, whether the account exists or not."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from django.http import HttpRequest

from accounts.models import User
from config.postgres import fetch_all

_NAMES = [field.attname for field in User._meta.concrete_fields]  # the columns are called like them
_GET = f"SELECT {', '.join(_NAMES)} FROM accounts_user WHERE id = %s"


class Backend(AuthenticationBackend):
    """allauth's, asked once: it tries an address as a name and as an address, and hashes more often for known ones.

    How long a refusal takes would tell strangers who has an account.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> Any:
        login = str(credentials.get("email") or credentials.get("username") or "")
        found = person_called(login)
        name = found.username if found else login.replace("@", " ")  # no name and no address
        return super().authenticate(request, username=name, password=credentials.get("password"))

    def get_user(self, user_id: Any) -> User | None:
        """As Django's. Each page of a member asks: putting the query together anew costs eight times as much."""
        rows = fetch_all(_GET, [user_id])
        user = User.from_db("default", _NAMES, rows[0]) if rows else None
        return user if user and self.user_can_authenticate(user) else None


def person_called(login: str) -> User | None:
    """The person with this name or this address, a confirmed one first."""
    if "@" not in login:
        return User.objects.filter(username__iexact=login).first()
    known = EmailAddress.objects.filter(email=login.lower()).select_related("user").order_by("-verified", "pk").first()
    if known:
        return known.user if isinstance(known.user, User) else None
    return User.objects.filter(email__iexact=login).first()
