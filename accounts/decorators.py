"""View decorators: login required, a recent password required, and the allowed HTTP methods."""

from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.cache import cache
from django.core.exceptions import BadRequest, SuspiciousOperation
from django.db import transaction
from django.http import HttpRequest, HttpResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User

View = Callable[..., HttpResponse]
PRESSED_TWICE = 60  # seconds within which a button of a page opens one thing
MOST_REPEATED = 4_000  # characters, those of one's notes
WRITTEN = ("chat", "text", "words", "notes", "note", "reason", "email")  # fields in which people write
NOT_DONE = "You’re not logged in, so nothing was changed. Log in, and do it again."


def login_required(view: View) -> View:
    """Send anonymous users to the login page, and from there back to the page, or to the one whose form they sent."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return view(request, *args, **kwargs) if request.user.is_authenticated else to_login(request)

    return answer


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


def opens_once(view: View) -> View:
    """Lead a second press of the same button to what the first has opened. Each page's form carries a token of its own,
    so two pages open two things, even if they say the same."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not (request.user.is_authenticated and request.POST.get("csrfmiddlewaretoken")):
            return view(request, *args, **kwargs)
        pressed = f"{request.user.pk} {request.get_full_path()} {request.POST.urlencode()}"
        key = f"opened:{sha256(pressed.encode()).hexdigest()}"
        with transaction.atomic():
            User.objects.select_for_update(no_key=True).get(pk=request.user.pk)  # the second press waits for the first
            if opened := cache.get(key):
                return redirect(opened)
            response = view(request, *args, **kwargs)
            if response.status_code == 302:
                cache.set(key, response["Location"], PRESSED_TWICE)
        return response

    return answer


def written(request: HttpRequest) -> str:
    """The sentences in this form. They would be lost otherwise: browsers do not keep our pages to go back to."""
    try:
        form = request.POST.dict()
    except (BadRequest, MultiPartParserError, SuspiciousOperation, UnreadablePostError):  # not a form of ours
        return ""
    fields = (
        text for name, text in form.items() if name in WRITTEN or (name.startswith(("arg.", "answer")) and " " in text)
    )
    return "\n".join(filter(None, fields))[:MOST_REPEATED]


def is_script(request: HttpRequest) -> bool:
    """Does a script of ours ask, and not somebody who opens a page? Without TLS, browsers tell it only by Accept."""
    if mode := request.headers.get("Sec-Fetch-Mode"):
        return mode != "navigate"
    return "text/html" not in request.headers.get("Accept", "text/html")


def to_login(request: HttpRequest, page: str = "") -> HttpResponse:
    """Redirect to the login, and from there to this page, or back to the one whose form was sent."""
    if is_script(request):  # the login page is no answer to it; the table shows this heading
        return HttpResponse(f"<main><h1>{NOT_DONE}</h1></main>", status=401)
    if request.method != "POST":
        return redirect_to_login(request.get_full_path())
    lost = written(request)
    messages.warning(request, NOT_DONE + (f" You wrote: “{lost}”" if lost else ""))
    return redirect_to_login(page or page_of_form(request) or request.get_full_path())


def page_of_form(request: HttpRequest) -> str:
    """The page from which a form was sent, if the browser says so: the address it is sent to need not be a page."""
    page = request.headers.get("Referer", "") if request.method == "POST" else ""
    return page if url_has_allowed_host_and_scheme(page, {request.get_host()}, request.is_secure()) else ""
