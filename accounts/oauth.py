"""OAuth2 for other people's apps: authorization code with PKCE, by django-oauth-toolkit. Tokens are stored as hashes.

The scopes are those of personal tokens (settings.API_SCOPES). An app is registered by a person, as a public client: it
has no secret to keep.
"""

from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.signals import post_save
from django.dispatch import receiver
from oauth2_provider.models import AccessToken, Application, Grant, RefreshToken

from accounts.models import User

MOST_APPS = 10  # registered by one person
LOCAL = ("http://127.0.0.1:", "http://localhost:")  # an app on the person's own machine


def apps_of(owner: User) -> QuerySet[Any]:
    """What this person has registered, oldest first."""
    found: QuerySet[Any] = Application.objects.filter(user=owner).order_by("id")
    return found


def apps_for(user: User) -> QuerySet[Any]:
    """The apps that may act for this person now."""
    held = RefreshToken.objects.filter(user=user, revoked=None).values("application")
    found: QuerySet[Any] = Application.objects.filter(pk__in=held).order_by("name")
    return found


@transaction.atomic
def register(*, owner: User, name: str, redirect_uri: str) -> Any:
    """A new app. Raises ValidationError for an address that is neither https nor of one's own machine."""
    User.objects.select_for_update(no_key=True).get(pk=owner.pk)
    if apps_of(owner).count() >= MOST_APPS:
        raise ValidationError(f"You have {MOST_APPS} apps. Delete one first.")
    if not redirect_uri.startswith(("https://", *LOCAL)):
        raise ValidationError("The address begins with https://, http://localhost: or http://127.0.0.1:")
    app = Application(user=owner, name=name, redirect_uris=redirect_uri, client_type=Application.CLIENT_PUBLIC)
    app.authorization_grant_type = Application.GRANT_AUTHORIZATION_CODE
    app.full_clean()
    app.save()
    return app


def delete(*, owner: User, app_id: int) -> None:
    """End an app and whatever it may do for anybody."""
    apps_of(owner).filter(pk=app_id).delete()


@transaction.atomic
def revoke(*, user: User, app_id: int | None = None) -> None:
    """This app, or every app, may no longer act for this person."""
    for kind in (RefreshToken, AccessToken, Grant):
        rows = kind.objects.filter(user=user)
        (rows if app_id is None else rows.filter(application=app_id)).delete()


@receiver(post_save, sender=User)
def end_with_password(instance: User, created: bool, **_: Any) -> None:
    """Another password ends what apps may do, as it ends sessions and tokens."""
    if not created and getattr(instance, "_password", None) is not None:  # Django forgets it right after this
        revoke(user=instance)
