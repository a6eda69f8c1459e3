"""What django-oauth-toolkit asks us: an authorization code that is used twice ends what it gave (RFC 9700, 4.5)."""

from datetime import UTC, datetime
from typing import Any

from django.utils import timezone
from oauth2_provider.models import Grant
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauthlib.oauth2.rfc6749.errors import InvalidGrantError

from accounts import oauth

USED = datetime(1970, 1, 1, tzinfo=UTC)  # the expiry of a used code; the daily clean-up deletes it


class Validator(OAuth2Validator):
    """The library's validator deletes a used code; this one keeps it as expired, so that a second use is noticed."""

    def validate_code(self, client_id: str, code: str, client: Any, request: Any, *args: Any, **kwargs: Any) -> bool:
        if super().validate_code(client_id, code, client, request, *args, **kwargs):
            return True
        for grant in Grant.objects.filter(code=code, application=client, expires=USED):
            oauth.revoke(user=grant.user, app_id=client.pk)
        return False

    def validate_redirect_uri(self, client_id: str, redirect_uri: str, request: Any, *args: Any, **kwargs: Any) -> bool:
        is_good = oauth.is_address(redirect_uri)
        return is_good and super().validate_redirect_uri(client_id, redirect_uri, request, *args, **kwargs)

    def invalidate_authorization_code(self, client_id: str, code: str, request: Any, *args: Any, **kwargs: Any) -> None:
        valid = Grant.objects.filter(code=code, application=request.client, expires__gt=timezone.now())
        if not valid.update(expires=USED):
            raise InvalidGrantError(request=request)
