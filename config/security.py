"""Security headers, and limits on the size of requests.

Content Security Policy with a nonce per response (Django 6.0 brings its own; the context name is the same), no copies
of pages kept anywhere, 413 for large bodies.
"""

import base64
import hashlib
import re
import secrets
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve

Answer = Callable[[HttpRequest], HttpResponse]
POLICY = (
    "default-src 'self'; script-src 'self' {scripts}; style-src 'self' {styles}; "
    "connect-src 'self'{socket}; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
# Nothing here asks for any of these, and no page that was tricked into it shall.
PERMISSIONS = ", ".join(
    f"{name}=()"
    for name in (
        *("accelerometer", "autoplay", "browsing-topics", "camera", "display-capture", "geolocation"),
        *("gyroscope", "hid", "magnetometer", "microphone", "midi", "payment", "serial", "usb", "xr-spatial-tracking"),
    )
)
REPORTS = "/anymail/"  # mail services send their news in heavier batches, within DATA_UPLOAD_MAX_MEMORY_SIZE
MOST_FROM_MAIL_SERVICES = 25 * 1024 * 1024  # bytes, with attachments that come as files


def content_security_policy(get_response: Answer) -> Answer:
    """Give each request a `csp_nonce`, and each response the policy that names it and word not to keep it."""

    def answer(request: HttpRequest) -> HttpResponse:
        set_nonce(request, secrets.token_urlsafe(16))
        response = get_response(request)
        nonce = _nonce(request)
        policy = POLICY.format(scripts=nonce, styles=nonce, socket=_socket(request))
        response.headers.setdefault("Content-Security-Policy", policy)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        # Pages hold hands, names and form tokens: only what says otherwise itself (manuals) may stay in a browser.
        response.headers.setdefault("Cache-Control", "private, no-store")
        if response.status_code == 405 and not response.content:
            response.content = render_to_string("405.html").encode()
        return response

    return answer


def set_nonce(request: Any, nonce: str) -> None:
    """What pages put into their `<script nonce>`: "" for a page with a `fixed_policy`."""
    request.csp_nonce = nonce


def _nonce(request: Any) -> str:
    return f"'nonce-{request.csp_nonce}'"


def fixed_policy(html: str) -> str:
    """A policy for a page that browsers keep and ask about ("not modified"): hashes of what stands in it, no nonce.

    The page is rendered with an empty `csp_nonce`, and opens no socket.
    """

    def hashes(name: str) -> str:
        inline = re.findall(rf'<{name} nonce="">(.*?)</{name}>', html, re.DOTALL)
        sums = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in inline)
        return " ".join(f"'sha256-{one}'" for one in sums)

    return POLICY.format(scripts=hashes("script"), styles=hashes("style"), socket="")


def policy_with_forms_to(request: HttpRequest, origin: str) -> str:
    """The policy of a page whose form may lead to this origin too, as browsers check redirects after it."""
    nonce = _nonce(request)
    allowed = POLICY.replace("form-action 'self'", f"form-action 'self' {origin}")
    return allowed.format(scripts=nonce, styles=nonce, socket=_socket(request))


def framed_policy(request: HttpRequest) -> str:
    """The policy of a page that other sites may show in a frame: no scripts, no forms."""
    policy = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
    policy = policy.replace("form-action 'self'", "form-action 'none'")
    policy = policy.replace("script-src 'self' {scripts}", "script-src 'none'")
    return policy.format(styles=_nonce(request), socket="")


def _socket(request: HttpRequest) -> str:
    """Where the page may open its socket; some browsers do not count that as 'self'."""
    try:
        return f" {'wss' if settings.IS_SECURE else 'ws'}://{request.get_host()}"
    except DisallowedHost:  # it is being answered with 400
        return ""


def light_bodies(get_response: Answer) -> Answer:
    """Answer 413 to a body of more than settings.MAX_BODY bytes, whatever its type, before anybody reads it.

    Views that weigh their bodies themselves (`weighs_bodies`) answer in their own way.
    """
    return lambda request: too_heavy() if is_heavy(request) else get_response(request)


def too_heavy() -> HttpResponse:
    """The page that says so."""
    return HttpResponse(render_to_string("413.html"), status=413)


def is_heavy(request: HttpRequest) -> bool:
    """Is the body larger than any form of ours, at an address that does not look by itself?"""
    if request.method in ("GET", "HEAD", "OPTIONS") or _weight(request) <= settings.MAX_BODY:
        return False
    return room_for(request.path_info) == settings.MAX_BODY


def room_for(path: str) -> int:
    """The most bytes that a body for this address may have. `config.web` drops what is more while it comes in."""
    try:
        view = resolve(path).func
    except Resolver404:
        return settings.MAX_BODY
    if path.startswith(REPORTS):
        return MOST_FROM_MAIL_SERVICES
    return settings.DATA_UPLOAD_MAX_MEMORY_SIZE if getattr(view, "weighs_bodies", False) else settings.MAX_BODY


def _weight(request: HttpRequest) -> int:
    """Bytes of the body. One sent in chunks names no length, but is there as a file already."""
    stated = request.META.get("CONTENT_LENGTH") or ""
    if stated.isdecimal():
        return int(stated) if len(stated) < 15 else settings.MAX_BODY + 1
    stream: Any = getattr(request, "_stream", None)
    if "HTTP_TRANSFER_ENCODING" not in request.META or not hasattr(stream, "seek"):
        return 0
    size = int(stream.seek(0, 2))
    stream.seek(0)
    return size


def csp_nonce(request: HttpRequest) -> dict[str, str]:
    """Context processor: the nonce for `<script nonce>` and `<style nonce>`."""
    return {"csp_nonce": getattr(request, "csp_nonce", "")}
