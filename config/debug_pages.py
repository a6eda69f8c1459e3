"""Restricts debugging pages to the machine itself: to others a development site looks like any other.

With debug on, Django answers an unknown address with a list of all addresses. Error pages (config.error_reporting) and
the outbox (accounts.mail.dev_outbox) ask `is_local`, too.
"""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.urls import Resolver404, resolve
from django.views.defaults import page_not_found

HERE = ("127.0.0.1", "::1")
PASSED_ON = {  # a proxy or tunnel stands between
    f"HTTP_{name}"
    for name in ("X_FORWARDED_FOR", "X_FORWARDED_HOST", "X_FORWARDED_PROTO", "X_REAL_IP", "FORWARDED", "VIA")
}


def is_local(request: HttpRequest | None) -> bool:
    """Does this request come from the machine itself, with nobody in between, not even a proxy that doesn't say so?"""
    if request is None or request.META.get("REMOTE_ADDR") not in HERE or PASSED_ON & request.META.keys():
        return False
    names = {urlsplit(settings.SITE_URL).hostname, split_domain_port(request.META.get("HTTP_HOST", ""))[0].strip("[]")}
    return names <= {*HERE, "localhost", "testserver", ""}


class RealPages:
    """The site's own 404 page for everybody else, whether the address is unknown or a view found nothing."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.DEBUG and not is_local(request):
            try:
                resolve(request.path_info)
            except Resolver404 as error:
                return page_not_found(request, error)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        if settings.DEBUG and isinstance(exception, Http404) and not is_local(request):
            return page_not_found(request, exception)
        return None
