"""Middleware that activates the person's time zone and records when they were last seen."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from allauth.account.stages import EmailVerificationStage, LoginStageController
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.middleware import get_user
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts import zones
from accounts.login import devices
from accounts.models import User
from accounts.request_types import Request

SEEN_EVERY = timedelta(minutes=5)
LOGIN_PAGES = {
    "account_login",
    "account_reset_password",
    "account_reset_password_done",
    "account_reset_password_from_key",
    "account_reset_password_from_key_done",
    "mfa_authenticate",
    "mfa_login_webauthn",
}


def record_visit(request: Request) -> str | None:
    """Record the visit. Returns the person's time zone, or None. Sets `request.user` as itself: a page reads seventy of
    its attributes, each four times as slow from a lazy object."""
    request.user = user = _owner(request.session) or get_user(request)
    if not user.is_authenticated:
        return None
    now = timezone.now()
    if user.last_seen_at is None or user.last_seen_at < now - SEEN_EVERY:
        mark_seen(user, now)
    devices.mark_used(request)
    if user.is_guest and is_login_page(request):
        request.guest, request.user = user, AnonymousUser()
    return user.time_zone


def _owner(session: Any) -> User | None:
    """Django's get_user() without its query, for a session as it should be. Django decides about all others."""
    expected = str(session.get(SESSION_KEY)), session.get(BACKEND_SESSION_KEY)
    owner: User | None = session.owner  # read with the session
    if owner is None or not owner.is_active or expected != (str(owner.pk), settings.AUTHENTICATION_BACKENDS[0]):
        return None
    is_verified = constant_time_compare(session.get(HASH_SESSION_KEY, ""), owner.get_session_auth_hash())
    return owner if is_verified else None


def is_login_page(request: HttpRequest) -> bool:
    """Is this a login page? Guests are anonymous there, so that they can log in; `request.guest` keeps the guest."""
    if not request.path_info.startswith("/accounts/"):
        return False
    try:
        name = resolve(request.path_info).url_name
    except Resolver404:
        return False
    if name == "account_email_verification_sent":  # asks for a code, to log in or to save a guest's games
        return LoginStageController.enter(request, EmailVerificationStage.key) is not None
    return name in LOGIN_PAGES


def mark_seen(user: User, now: datetime) -> None:
    """Store the time of the visit. Of many concurrent requests only one writes."""
    stale = Q(last_seen_at=None) | Q(last_seen_at__lt=now - SEEN_EVERY)
    User.objects.filter(stale, pk=user.pk).update(last_seen_at=now)
    user.last_seen_at = now


def person(get_response: Callable[[HttpRequest], Any]) -> Callable[[Request], Any]:
    """Activate the person's time zone for the request."""

    def answer(request: Request) -> Any:
        # No query for visitors without a session cookie.
        name = record_visit(request) if settings.SESSION_COOKIE_NAME in request.COOKIES else None
        with timezone.override(zones.zone(name) if name else None):
            return get_response(request)

    return answer
