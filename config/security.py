"""Security headers, and limits on the size of requests.

A Content Security Policy with a nonce per response (under the context name that Django 6.0 uses), no-store for pages,
and 413 for large bodies.
"""

import base64
import hashlib
import logging
import re
import secrets
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest, DisallowedHost, PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils.crypto import constant_time_compare

log = logging.getLogger("playpost.security")
Handler = Callable[[HttpRequest], HttpResponse]
POLICY = (
    "default-src 'self'; script-src 'self' {scripts}; style-src 'self' {styles}; "
    "connect-src 'self'{socket}; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
# The site uses none of these features, so they are off: injected code cannot use them either.
PERMISSIONS = ", ".join(
    f"{name}=()"
    for name in (
        *("accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "geolocation"),
        *("gyroscope", "hid", "magnetometer", "microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking"),
    )
)
MAIL_WEBHOOKS = "/anymail/"  # mail services post whole emails, and batches of reports
API = "/api/"


def content_security_policy(get_response: Handler) -> Handler:
    """Middleware: set `request.csp_nonce`, the policy that names it, Permissions-Policy and Cache-Control."""

    def answer(request: HttpRequest) -> HttpResponse:
        set_nonce(request, secrets.token_urlsafe(16))
        response = get_response(request)
        nonce = _nonce(request)
        policy = POLICY.format(scripts=nonce, styles=nonce, socket=_socket(request))
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        # Pages hold hands, names and form tokens, so browsers must not store them. Manuals set their own header.
        response.headers.setdefault("Cache-Control", "private, no-store")
        if response.status_code == 405 and not response.content:
            response.content = render_to_string("405.html").encode()
        return response

    return answer


def set_nonce(request: Any, nonce: str) -> None:
    """Set the nonce that pages use in `<script nonce>`; "" for a page with a `fixed_policy`."""
    request.csp_nonce = nonce


def _nonce(request: Any) -> str:
    return f"'nonce-{request.csp_nonce}'"


def fixed_policy(html: str) -> str:
    """A policy for a page that browsers revalidate (304): it has hashes of the inline scripts instead of a nonce.

    The page must be rendered with an empty `csp_nonce` and cannot open a socket.
    """

    def hashes(name: str) -> str:
        inline = re.findall(rf'<{name} nonce="">(.*?)</{name}>', html, re.DOTALL)
        sums = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in inline)
        return " ".join(f"'sha256-{one}'" for one in sums)

    return POLICY.format(scripts=hashes("script"), styles=hashes("style"), socket="")


def policy_with_forms_to(request: HttpRequest, origin: str) -> str:
    """The policy of a page whose form may redirect to `origin`: browsers apply form-action to redirects as well."""
    nonce = _nonce(request)
    allowed = POLICY.replace("form-action 'self'", f"form-action 'self' {origin}")
    return allowed.format(scripts=nonce, styles=nonce, socket=_socket(request))


def framed_policy(request: HttpRequest) -> str:
    """The policy of a page that other sites may embed in a frame: no scripts, no forms."""
    policy = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
    policy = policy.replace("form-action 'self'", "form-action 'none'")
    policy = policy.replace("script-src 'self' {scripts}", "script-src 'none'")
    return policy.format(styles=_nonce(request), socket="")


def _socket(request: HttpRequest) -> str:
    """The websocket origin for connect-src; some browsers do not include it in 'self'."""
    try:
        return f" {'wss' if settings.IS_SECURE else 'ws'}://{request.get_host()}"
    except DisallowedHost:  # the response is a 400
        return ""


class LimitBodySize:
    """Middleware: answer 413 to a body that is too large, of any type, before anything reads it.

    A view can have a limit of its own (`most_body`, in bytes), and answer in its own words (`answer_too_large`).
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Too large for any answer but this one, or sent to no view at all."""
        size = _body_size(request)
        if size > settings.MAX_BODY and size > max_body_size(request.path_info):
            return content_too_large()
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Called before the CSRF middleware, which reads the body for the token."""
        if request.method in ("GET", "HEAD", "OPTIONS") or _body_size(request) <= most_body(request.path_info, view):
            return None
        answer: Handler | None = getattr(view, "answer_too_large", None)
        return answer(request) if answer else content_too_large()


class RefuseNul:
    """Middleware: answer 400 to a NUL character in an address or form. No page has a use for one, and PostgreSQL
    refuses it. Emails may hold some (accounts/mail takes them out), and the API reads any body as JSON."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        """Called before the CSRF middleware, which reads the form for the token."""
        if request.method != "POST" or request.path_info.startswith((MAIL_WEBHOOKS, API)):
            return
        if any("\0" in value for _, values in request.POST.lists() for value in values):
            raise BadRequest


def ask_mail_services(get_response: Handler) -> Handler:
    """Middleware: answer 403 to what is posted in the name of a mail service without our secret, before django-anymail
    does, whose view fails if that service is not set up."""

    def answer(request: HttpRequest) -> HttpResponse:
        secret = settings.ANYMAIL.get("WEBHOOK_SECRET")  # without one, no such address exists
        if secret and request.method == "POST" and request.path_info.startswith(MAIL_WEBHOOKS):
            from anymail.utils import get_request_basic_auth  # not above: it loads all of requests in every process

            if not constant_time_compare(get_request_basic_auth(request) or "", secret):
                log.warning("Somebody without our ANYMAIL_WEBHOOK_SECRET posted in the name of a mail service.")
                raise PermissionDenied
        return get_response(request)

    return answer


def content_too_large() -> HttpResponse:
    """The 413 page."""
    return HttpResponse(render_to_string("413.html"), status=413)


def most_body(path: str, view: Any) -> int:
    """The largest body that this view takes, in bytes."""
    if path.startswith(MAIL_WEBHOOKS):
        return settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    most: int = getattr(view, "most_body", settings.MAX_BODY)
    return most


def max_body_size(path: str) -> int:
    """The largest body, in bytes, that reaches Django: `config.web` drops the excess while the body arrives. More than
    the view takes if it answers in its own words."""
    try:
        view = resolve(path).func
    except Resolver404:
        return settings.MAX_BODY
    return max(most_body(path, view), settings.MAX_UPLOAD if hasattr(view, "answer_too_large") else 0)


def _body_size(request: HttpRequest) -> int:
    """The size of the body in bytes. A chunked one has no Content-Length, but is already a temporary file."""
    stated = request.META.get("CONTENT_LENGTH") or ""
    if stated.isdecimal():
        return int(stated[:15])
    stream: Any = getattr(request, "_stream", None)
    if "HTTP_TRANSFER_ENCODING" not in request.META or not hasattr(stream, "seek"):
        return 0
    size = int(stream.seek(0, 2))
    stream.seek(0)
    return size


def csp_nonce(request: HttpRequest) -> dict[str, str]:
    """Context processor: the nonce for `<script nonce>` and `<style nonce>`."""
    return {"csp_nonce": getattr(request, "csp_nonce", "")}
