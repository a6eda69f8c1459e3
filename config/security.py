"""Security headers, and limits on the size of requests.

A Content Security Policy with a nonce per response (under the context name that Django 6.0 uses), no-store for pages,
and 413 for large bodies.
"""

import base64
import hashlib
import re
import secrets
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import BadRequest, DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve

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


def limit_body_size(get_response: Handler) -> Handler:
    """Middleware: answer 413 to a body that is too large, of any type, before it is read.

    Views with `checks_body_size` have their own limit below settings.MAX_UPLOAD, and their own answer.
    """
    return lambda request: content_too_large() if is_too_large(request) else get_response(request)


def refuse_nul(get_response: Handler) -> Handler:
    """Middleware: answer 400 to a NUL character in an address. No page has a use for one, and PostgreSQL refuses it."""

    def answer(request: HttpRequest) -> HttpResponse:
        if "\0" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest
        return get_response(request)

    return answer


def content_too_large() -> HttpResponse:
    """The 413 page."""
    return HttpResponse(render_to_string("413.html"), status=413)


def is_too_large(request: HttpRequest) -> bool:
    """Is the body larger than max_body_size()?"""
    if request.method in ("GET", "HEAD", "OPTIONS") or (size := _body_size(request)) <= settings.MAX_BODY:
        return False
    return size > max_body_size(request.path_info)


def max_body_size(path: str) -> int:
    """The largest body, in bytes, for this path. `config.web` drops the excess while the body arrives."""
    try:
        view = resolve(path).func
    except Resolver404:
        return settings.MAX_BODY
    if path.startswith(MAIL_WEBHOOKS):
        return settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    return settings.MAX_UPLOAD if getattr(view, "checks_body_size", False) else settings.MAX_BODY


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
