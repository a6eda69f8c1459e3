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
    """Raise Refusal (413) for more than settings.MAX_BODY bytes, then check the form token.

    In this order and here, because the token is looked for in the body: the middleware would answer 400.
    """
    with_token = csrf_protect(view)

    @csrf_exempt
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            is_too_large = len(request.body) > settings.MAX_BODY  # chunked bodies name no length
        except RequestDataTooBig:
            is_too_large = True
        if is_too_large:
            raise too_large()
        return with_token(request, *args, **kwargs)

    return checks_body_size(answer)


def checks_body_size(view: View) -> View:
    """A mark: config.security leaves it to this view to refuse what is too large."""
    vars(view)["checks_body_size"] = True
    return view


def members_only(view: View) -> View:
    """Send who is not signed in to the login, and from there to the page; from a form, to the table it stood on."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        is_form = request.method == "POST" and "match_id" in kwargs
        page = reverse("match", args=[kwargs["match_id"]]) if is_form else request.get_full_path()
        return redirect_to_login(page)

    return answer


def open_page(view: View) -> View:
    """A page for anybody, which changes nothing."""
    return require_safe(answers_refusals(view))


def guest_action(view: View) -> View:
    """A form that anybody may send: POST only, not too large, refusals answered in words."""
    return require_POST(answers_refusals(small_body(view)))


def member_page(view: View) -> View:
    """A page for whoever is signed in, which changes nothing."""
    return require_safe(answers_refusals(members_only(view)))


def member_action(view: View) -> View:
    """The same form for whoever is signed in."""
    return guest_action(members_only(view))


def member_form(view: View) -> View:
    """A page with a form that it answers itself, for whoever is signed in."""
    return require_http_methods(["GET", "HEAD", "POST"])(answers_refusals(small_body(members_only(view))))
