"""Content Security Policy with a nonce per response. Django 6.0 brings its own; the context name is the same."""

import secrets
from collections.abc import Callable
from typing import Any

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_and_async_middleware

POLICY = (
    "default-src 'self'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'nonce-{nonce}'; "
    "connect-src 'self' {socket}; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


@sync_and_async_middleware
def content_security_policy(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Give each request a `csp_nonce` and each response the policy that names it."""

    def before(request: HttpRequest) -> None:
        request.csp_nonce = secrets.token_urlsafe(16)  # type: ignore[attr-defined]

    def after(request: HttpRequest, response: HttpResponse) -> HttpResponse:
        scheme = "wss" if settings.IS_SECURE else "ws"
        policy = POLICY.format(nonce=request.csp_nonce, socket=f"{scheme}://{request.get_host()}")  # type: ignore[attr-defined]
        response.headers.setdefault("Content-Security-Policy", policy)
        return response

    if iscoroutinefunction(get_response):

        async def answer(request: HttpRequest) -> HttpResponse:
            before(request)
            return after(request, await get_response(request))

        return markcoroutinefunction(answer) or answer

    def answer_sync(request: HttpRequest) -> HttpResponse:
        before(request)
        return after(request, get_response(request))

    return answer_sync


def csp_nonce(request: HttpRequest) -> dict[str, str]:
    """Context processor: the nonce for `<script nonce>` and `<style nonce>`."""
    return {"csp_nonce": getattr(request, "csp_nonce", "")}
