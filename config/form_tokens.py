"""The tokens of forms (CSRF) as Django makes and checks them. Its own function draws and adds character by character,
which takes a twentieth of a page's time.
"""

from operator import add
from secrets import token_bytes
from typing import Any

from django.http import HttpRequest
from django.middleware import csrf
from django.utils.functional import SimpleLazyObject

_COUNT = len(csrf.CSRF_ALLOWED_CHARS)
# Tables for bytes.translate(): from characters to their places, from any number to a place, and back to characters.
_PLACES = bytes(max(0, csrf.CSRF_ALLOWED_CHARS.find(chr(code))) for code in range(256))
_REST = bytes(number % _COUNT for number in range(256))
_CHARS = bytes(ord(csrf.CSRF_ALLOWED_CHARS[place]) for place in _REST)
_UNEVEN = bytes(range(256 - 256 % _COUNT, 256))  # left out, so that each place is equally likely


def form_token(request: HttpRequest) -> str:
    """django.middleware.csrf.get_token(): the browser's secret (the cookie), added to a mask that is new each time."""
    secret = request.META.get("CSRF_COOKIE")
    if secret is None:
        return csrf.get_token(request)
    request.META["CSRF_COOKIE_NEEDS_UPDATE"] = True  # the cookie's time starts anew
    mask = token_bytes(2 * len(secret)).translate(_REST, _UNEVEN)[: len(secret)]
    masked = bytes(map(add, secret.encode().translate(_PLACES), mask))
    return (mask + masked).translate(_CHARS).decode()


def csrf_token(request: HttpRequest) -> dict[str, Any]:
    """Context processor, in the place of Django's: the token, made only for pages with a form."""
    return {"csrf_token": SimpleLazyObject(lambda: form_token(request))}
