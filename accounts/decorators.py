"""View decorators: login required, a recent password required, and the allowed HTTP methods."""

from collections.abc import Callable

from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

View = Callable[..., HttpResponse]


def member_page(view: View) -> View:
    """A read-only page that needs a login: GET and HEAD only."""
    return login_required(require_safe(view))


def member_form(view: View) -> View:
    """A page that needs a login and handles its own form: GET, HEAD and POST."""
    return login_required(require_http_methods(["GET", "HEAD", "POST"])(view))


def member_action(view: View) -> View:
    """The target of a form, for people who are logged in: POST only."""
    return login_required(require_POST(view))


def fresh_page(view: View) -> View:
    """A read-only page that needs a recent password (or key, or code): a borrowed browser must not get it."""
    return member_page(reauthentication_required(view))


def fresh_form(view: View) -> View:
    """Like member_form; the POST needs a recent password, because what it makes outlasts the session."""
    return member_form(reauthentication_required(allow_get=True)(view))
