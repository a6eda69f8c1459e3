"""Checks the Origin header of websockets: only pages of this site may open one."""

from typing import Any
from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

PORTS = {"http": 80, "https": 443}


class SameOrigin:
    """ASGI middleware for websockets: refuses pages of other sites with 403."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        headers = {name: value.decode("latin1") for name, value in scope.get("headers", ())}
        is_ours = is_own(headers.get(b"origin", ""), headers.get(b"host", ""))
        return await (self.application if is_ours else WebsocketDenier())(scope, receive, send)


def is_own(origin: str, host: str) -> bool:
    """Is `origin` the site's public URL, or the requested host (if allowed) with the site's scheme?

    Like Django's CSRF check. Behind a proxy, Host may lack the port that the browser sees; hence the public URL.
    """
    site = _parts(settings.SITE_URL)
    if site is None:
        return False
    asked = _parts(f"{site[0]}://{host}") if validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS) else None
    return _parts(origin) in {part for part in (site, asked) if part}


def _parts(origin: str) -> tuple[str, str, int | None] | None:
    """Scheme, host and port; None if it is not an origin."""
    try:
        parts = urlsplit(origin.lower())
        return (parts.scheme, parts.hostname, parts.port or PORTS.get(parts.scheme)) if parts.hostname else None
    except ValueError:
        return None
