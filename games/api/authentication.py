"""Who calls the API: by token or session, with which scopes, and how many requests are left to them."""

from collections.abc import Collection
from typing import Any

from django.http import HttpRequest

from accounts import tokens
from games import rate_limits
from games.errors import Refusal

ALL_SCOPES = tuple(tokens.SCOPES)


def authenticate(request: HttpRequest) -> tuple[Any, tuple[str, ...]]:
    """The user and their scopes, by token or session. Raises Refusal (401)."""
    if header := header_of(request):
        token = tokens.find(bearer(header))
        if token is None:
            raise unknown_token()
        request.user = token.user
        return token.user, token.scopes
    if not request.user.is_authenticated:
        raise Refusal(401, "Send a token in the header “Authorization: Bearer …”, or log in.")
    return request.user, ALL_SCOPES


def token_of(request: HttpRequest, scope: str) -> tokens.Access:
    """Authenticate a request by token, count it and check the scope. Raises Refusal (401, 403, 429)."""
    token = tokens.find(bearer(header_of(request)))
    if token is None:
        raise Refusal(401, "Send a valid token in the header “Authorization: Bearer …”.")
    count_request(token.user)
    need_scope(scope, token.scopes)
    return token


def need_scope(scope: str, scopes: Collection[str]) -> None:
    """Raise Refusal (403) if the scope is missing."""
    if scope not in scopes:
        raise Refusal(403, f"This token lacks the scope “{scope}”.")


def unknown_token() -> Refusal:
    return Refusal(401, "This token is unknown or no longer valid.")


def bearer(header: str) -> str:
    """The token in an Authorization header, or ""."""
    kind, _, key = header.partition(" ")
    return key.strip() if kind.lower() == "bearer" else ""


def header_of(request: HttpRequest) -> str:
    """The Authorization header; an empty one counts as none, everywhere."""
    return (request.headers.get("Authorization") or "").strip()


def count_request(user: Any) -> int:
    """Count a request; return how many are left in this minute. Raises Refusal (429)."""
    return remaining_after(rate_limits.spent("api", [user.pk], 60)[0])


def remaining_after(count: int) -> int:
    """How many requests are left in this minute after `count`. Raises Refusal (429)."""
    limit = rate_limits.API_CALLS_PER_MINUTE
    if count > limit:
        raise Refusal(429, f"The limit is {limit} requests per minute. Wait a moment.")
    return limit - count
