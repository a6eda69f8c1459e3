"""Cached pages with ETags: browsers revalidate them, and each process keeps the rendered HTML."""

import gzip
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import http_date, parse_http_date

from config.memory_cache import BoundedCache
from config.security import fixed_policy, set_nonce

FRESH = 300  # seconds for which a browser may show a page again without revalidating
MOST_PAGES = 20_000
MOST_BYTES = 10_000_000  # total size of the cached pages
TOKEN = re.compile(r'(name="csrfmiddlewaretoken" value=")[^"]+')


@dataclass(frozen=True)
class CachedPage:
    """A page as it is sent to everyone who is not logged in."""

    html: bytes
    packed: bytes
    etag: str
    policy: str


_cache: BoundedCache[CachedPage] = BoundedCache(MOST_PAGES, MOST_BYTES, lambda page: len(page.html) + len(page.packed))


def page(request: HttpRequest, stamp: str, modified: datetime, make: Callable[[], str]) -> HttpResponse:
    """Answer with the HTML that `make` renders, or with 304 Not Modified.

    The cache key is the path and `stamp`, so `stamp` must change whenever the content does, and `make` must depend on
    nothing else in the request. `request.csp_nonce` is empty while it runs: a page that a browser shows again after a
    304 would not match a policy with a new nonce.
    """
    set_nonce(request, "")
    if request.user.is_authenticated or len(get_messages(request)):
        return _personal(request, make())
    cached = _cached(request, stamp, make)
    if "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", ""):
        response = HttpResponse(cached.packed, headers={"Content-Encoding": "gzip"})
    else:
        response = HttpResponse(cached.html)
    response.headers["ETag"], response.headers["Last-Modified"] = cached.etag, http_date(modified.timestamp())
    patch_cache_control(response, private=True, max_age=FRESH)
    return _validated(request, response, cached.policy)


def _personal(request: HttpRequest, html: str) -> HttpResponse:
    """A page with somebody's name on it. The CSRF cookie is part of its ETag, because the form token depends on it."""
    bare = TOKEN.sub(r"\1", html) + request.META.get("CSRF_COOKIE", "")
    response = HttpResponse(html)
    response.headers["ETag"] = _etag(bare.encode())
    patch_cache_control(response, private=True, no_cache=True)
    return _validated(request, response, fixed_policy(html))


def _etag(body: bytes) -> str:
    return f'W/"{hashlib.sha256(body).hexdigest()[:20]}"'


def _cached(request: HttpRequest, stamp: str, make: Callable[[], str]) -> CachedPage:
    def packed() -> CachedPage:
        html = make()
        body = html.encode()
        return CachedPage(body, gzip.compress(body, 9, mtime=0), _etag(body), fixed_policy(html))

    # without the query string: ?x=1, ?x=2, … would each take up room
    return _cache.get_or_make((request.path, stamp), packed)


def _validated(request: HttpRequest, response: HttpResponse, policy: str) -> HttpResponse:
    patch_vary_headers(response, ["Cookie", "Accept-Encoding"])
    modified = response.headers.get("Last-Modified")
    etag, since = response.headers["ETag"], parse_http_date(modified) if modified else None
    answer = get_conditional_response(request, etag, since, response) or response
    answer.headers["Content-Security-Policy"] = policy
    return answer
