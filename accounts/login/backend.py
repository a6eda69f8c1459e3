"""Authentication with a user name or email address. Each try costs one hash, whether the account exists or not."""

from collections.abc import Mapping
from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from django.http import HttpRequest

from accounts.models import User
from config.postgres import first


class Backend(AuthenticationBackend):
    """allauth's backend with a constant time per try: the time of a refusal would reveal who has an account.

    allauth's own tries an address both as a user name and as an address, and hashes more often for known ones.
    """

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> Any:
        login = entered(credentials)
        found = find_person(login)
        name = found.username if found else login.replace("@", " ")  # neither a user name nor an address
        return super().authenticate(request, username=name, password=credentials.get("password"))

    def get_user(self, user_id: Any) -> User | None:
        user = first(User, "WHERE id = %s", [user_id])
        return user if user and self.user_can_authenticate(user) else None


def entered(credentials: Mapping[str, Any]) -> str:
    """What somebody logs in with: a user name or an email address."""
    return str(credentials.get("email") or credentials.get("username") or "")


def find_person(login: str) -> User | None:
    """The person with this user name or email address; confirmed addresses first."""
    if "@" not in login:
        return User.objects.filter(username__iexact=login).first()
    known = EmailAddress.objects.filter(email=login.lower()).select_related("user").order_by("-verified", "pk").first()
    if known:
        return known.user if isinstance(known.user, User) else None
    return User.objects.filter(email__iexact=login).first()
