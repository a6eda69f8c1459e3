"""Decorators for pages of people with a login: who may ask, and by which HTTP methods."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

View = Callable[..., HttpResponse]


def member_page(view: View) -> View:
    """A page for whoever is logged in, which changes nothing."""
    return login_required(require_safe(view))


def member_form(view: View) -> View:
    """A page with a form that it answers itself, for whoever is logged in."""
    return login_required(require_http_methods(["GET", "HEAD", "POST"])(view))


def member_action(view: View) -> View:
    """A form for whoever is logged in: POST only."""
    return login_required(require_POST(view))
