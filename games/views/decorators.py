"""Decorators for views that change something: body size, CSRF token, login."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.decorators import to_login
from games.views.refused_requests import answers_refusals

View = Callable[..., HttpResponse]


def members_only(view: View) -> View:
    """Send anonymous users to the login page, and from there back to the page, or to the one whose form they sent."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        return to_login(request, reverse("match", args=[kwargs["match_id"]]) if "match_id" in kwargs else "")

    return answer


def open_page(view: View) -> View:
    """A read-only page for anybody."""
    return require_safe(answers_refusals(view))


def guest_action(view: View) -> View:
    """A form that anybody may send: POST only, limited size, refusals shown as a page."""
    return require_POST(answers_refusals(view))


def anybodys_form(view: View) -> View:
    """A page with a form (GET and POST) for anybody."""
    return require_http_methods(["GET", "HEAD", "POST"])(answers_refusals(view))


def member_page(view: View) -> View:
    """A read-only page for signed-in users, guests included."""
    return require_safe(answers_refusals(members_only(view)))


def member_action(view: View) -> View:
    """Like guest_action, for signed-in users."""
    return guest_action(members_only(view))


def member_form(view: View) -> View:
    """A page with a form (GET and POST), for signed-in users."""
    return anybodys_form(members_only(view))
