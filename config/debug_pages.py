"""Shows debug pages on the local machine only; to everyone else a development site looks like any other.

In debug mode, Django's 404 page lists every URL pattern. Even on the local machine it is one click away: `?technical`.
Error pages (config.error_reporting) and the development outbox (accounts.mail.dev_outbox) also use `is_local`.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.urls import Resolver404, get_resolver, resolve

HERE = ("127.0.0.1", "::1")
PASSED_ON = {  # headers that a proxy or tunnel adds
    f"HTTP_{name}"
    for name in ("X_FORWARDED_FOR", "X_FORWARDED_HOST", "X_FORWARDED_PROTO", "X_REAL_IP", "FORWARDED", "VIA")
}


def is_local(request: HttpRequest | None) -> bool:
    """Is this request from the local machine, with no proxy in between, not even one that adds no headers?"""
    if request is None or request.META.get("REMOTE_ADDR") not in HERE or PASSED_ON & request.META.keys():
        return False
    names = {urlsplit(settings.SITE_URL).hostname, split_domain_port(request.META.get("HTTP_HOST", ""))[0].strip("[]")}
    return names <= {*HERE, "localhost", "testserver", ""}


def _not_found(request: HttpRequest, error: Exception) -> HttpResponse:
    handler: Any = get_resolver().resolve_error_handler(404)
    answer: HttpResponse = handler(request, exception=error)
    return answer


class LocalDebugPages:
    """Middleware: shows the site's own 404 page in debug mode, too. Local visitors get a link to Django's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.DEBUG and not self._shows_technical(request):
            try:
                resolve(request.path_info)
            except Resolver404 as error:
                return _not_found(request, error)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if settings.DEBUG and isinstance(exception, Http404) and not self._shows_technical(request):
            return _not_found(request, exception)
        return None

    def _shows_technical(self, request: HttpRequest) -> bool:
        """Has somebody on this machine asked for Django's page? Notes for 404.html whether to offer it."""
        request.offers_technical = is_local(request)  # type: ignore[attr-defined]
        return "technical" in request.GET and is_local(request)
