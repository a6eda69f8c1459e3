"""Emails that tell a person of new ways into their account: a device, a token, an app. allauth tells of keys."""

from datetime import timedelta
from typing import Any

from allauth.account.adapter import get_adapter
from django.core.cache import cache
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.browsers import browser_name
from accounts.login import devices, throttle
from accounts.models import User

KNOWN_FOR = 90 * 24 * 3600  # seconds for which a device that has logged out is remembered, in Valkey
NEW_ACCOUNT = timedelta(hours=1)  # the first log-in is no news


def tell(request: HttpRequest, user: User, what: str, **facts: Any) -> None:
    """Email this person about `what` (a template in templates/account/email/) has been added."""
    get_adapter(request).send_notification_mail(f"account/email/{what}", user, facts)


def device_logged_in(request: HttpRequest, user: User) -> None:
    """Tell of a browser that is neither logged in already nor was so from this network."""
    if not user.email:  # a guest
        return
    name = browser_name(request.headers.get("User-Agent", ""))
    try:
        network = throttle.network_of(request)
    except PermissionDenied:  # not a request from outside
        return
    place = salted_hmac("playpost.device", f"{user.pk} {name} {network}").hexdigest()
    is_new = cache.add(f"device:{place}", 1, KNOWN_FOR)
    known = {device.name for device in devices.of(user, request.session.session_key) if not device.is_this}
    if is_new and name not in known and user.date_joined < timezone.now() - NEW_ACCOUNT:
        tell(request, user, "device_added", device=name)
