"""A circuit breaker for hosts that don't answer, because each call to one takes five seconds.

Failures are counted in Valkey for all senders; if that is down, the breaker stays closed. It applies to a host name and
port, so that nobody can open it for a well-known host by using a port that does not answer.
"""

from urllib.parse import urlsplit

from django.core.cache import cache

from config.cache import count

FAILURES = 3  # calls in a row without an answer ...
REST = 600  # ... and the host is not called for this many seconds


def is_open(url: str) -> bool:
    """Has this host failed too often, so that it must not be called now?"""
    return int(cache.get(_key(url), 0)) >= FAILURES


def record_failure(url: str) -> None:
    """Record that the host did not answer."""
    if count([_key(url)], REST)[0] >= FAILURES:
        cache.touch(_key(url), REST)


def record_answer(url: str) -> None:
    """Record that the host answered, with any status."""
    cache.delete(_key(url))


def _key(url: str) -> str:
    parts = urlsplit(url)
    return f"silent:{parts.hostname}:{parts.port or 443}"
