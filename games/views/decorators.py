"""Decorators for views that change something: body size, CSRF token, login."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.errors import too_large
from games.views.refusals import answers_refusals

View = Callable[..., HttpResponse]


def small_body(view: View) -> View:
    """Raise Refusal (413) for a body over settings.MAX_BODY bytes, then check the CSRF token.

    In this order, because reading the token from a body that is too large would make the middleware answer 400.
    """
    with_token = csrf_protect(view)

    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        within_size(request)
        return with_token(request, *args, **kwargs)

    return checks_body_size(answer)


def within_size(request: HttpRequest) -> None:
    """Raises Refusal (413) if the body is over settings.MAX_BODY bytes."""
    try:
        is_too_large = len(request.body) > settings.MAX_BODY  # chunked bodies have no Content-Length
    except RequestDataTooBig:
        is_too_large = True
    if is_too_large:
        raise too_large()


def checks_body_size(view: View) -> View:
    """Mark a view as checking the size of its body itself, so that config.security does not."""
    vars(view)["checks_body_size"] = True
    return view


def members_only(view: View) -> View:
    """Send anonymous users to the login page, and from there back to the page, or to the table whose form they sent."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        is_form = request.method == "POST" and "match_id" in kwargs
        page = reverse("match", args=[kwargs["match_id"]]) if is_form else request.get_full_path()
        return redirect_to_login(page)

    return answer


def open_page(view: View) -> View:
    """A read-only page for anybody."""
    return require_safe(answers_refusals(view))


def guest_action(view: View) -> View:
    """A form that anybody may send: POST only, limited size, refusals shown as a page."""
    return require_POST(answers_refusals(small_body(view)))


def anybodys_form(view: View) -> View:
    """A page with a form (GET and POST) for anybody."""
    return require_http_methods(["GET", "HEAD", "POST"])(answers_refusals(small_body(view)))


def member_page(view: View) -> View:
    """A read-only page for signed-in users, guests included."""
    return require_safe(answers_refusals(members_only(view)))


def member_action(view: View) -> View:
    """Like guest_action, for signed-in users."""
    return guest_action(members_only(view))


def member_form(view: View) -> View:
    """A page with a form (GET and POST), for signed-in users."""
    return anybodys_form(members_only(view))
