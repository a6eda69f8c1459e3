"""OAuth2 for third-party apps: authorization code with PKCE, by django-oauth-toolkit. Tokens are stored as hashes.

The scopes are those of personal tokens (settings.API_SCOPES). People register apps as public clients, without a secret.
"""

from typing import Any
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.signals import post_save
from django.dispatch import receiver
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken

from accounts.models import User

MOST_APPS = 10  # registered by one person
LOCAL = ("http://127.0.0.1:", "http://localhost:")  # native apps


def apps_of(owner: User) -> QuerySet[Any]:
    """The apps that this person has registered, oldest first."""
    found: QuerySet[Any] = Application.objects.filter(user=owner).order_by("id")
    return found


def apps_for(user: User) -> QuerySet[Any]:
    """The apps that this person has authorized."""
    held = RefreshToken.objects.filter(user=user, revoked=None).values("application")
    found: QuerySet[Any] = Application.objects.filter(pk__in=held).order_by("name")
    return found


@transaction.atomic
def register(*, owner: User, name: str, redirect_uri: str) -> Any:
    """Register an app. Raises ValidationError if the redirect URI is not one address with https or of localhost."""
    User.objects.select_for_update(no_key=True).get(pk=owner.pk)
    if apps_of(owner).count() >= MOST_APPS:
        raise ValidationError(f"You have {MOST_APPS} apps. Delete one first.")
    _check_redirect(redirect_uri)
    app = Application(user=owner, name=name, redirect_uris=redirect_uri, client_type=Application.CLIENT_PUBLIC)
    app.authorization_grant_type = Application.GRANT_AUTHORIZATION_CODE
    app.full_clean()
    app.save()
    return app


def _check_redirect(uri: str) -> None:
    if not uri.startswith(("https://", *LOCAL)):
        raise ValidationError("The address must begin with https://, http://localhost: or http://127.0.0.1:")
    if not is_address(uri):
        raise ValidationError("This isn’t the address of a page: use one address, without a name, password or #.")


def is_address(uri: str) -> bool:
    """Is this the address of one page, without a name or password? The library fails at ports that cannot be."""
    try:
        parts = urlsplit(uri)
        is_whole = bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False
    return is_whole and "@" not in parts.netloc and not parts.fragment and uri.split() == [uri]


def delete(*, owner: User, app_id: int) -> None:
    """Delete an app, with all authorizations and tokens it has."""
    apps_of(owner).filter(pk=app_id).delete()


@transaction.atomic
def revoke(*, user: User, app_id: int | None = None) -> None:
    """Revoke this person's authorization of one app, or of all apps."""
    for kind in (RefreshToken, AccessToken, Grant):
        rows = kind.objects.filter(user=user)
        (rows if app_id is None else rows.filter(application=app_id)).delete()


@receiver(post_save, sender=User)
def end_with_password(instance: User, created: bool, **_: Any) -> None:
    """A changed password revokes all apps, just as it ends sessions and tokens."""
    if not created and getattr(instance, "_password", None) is not None:  # set until the end of save()
        revoke(user=instance)
