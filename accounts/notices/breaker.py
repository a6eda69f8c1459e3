"""A circuit breaker for hosts that don't answer: a call to one costs five seconds, and there may be many.

Counted in Valkey for all senders together; without it nothing is left alone. A host is a name and a port, so that
nobody can close a well-known one for others by naming a port at which it is silent.
"""

from urllib.parse import urlsplit

from django.core.cache import cache

from config.cache import count

FAILURES = 3  # calls in a row without an answer ...
REST = 600  # ... and nobody calls for so many seconds


def is_open(url: str) -> bool:
    """Is this host left alone just now?"""
    return int(cache.get(_key(url), 0)) >= FAILURES


def note_silence(url: str) -> None:
    """The host has not answered."""
    if count([_key(url)], REST)[0] >= FAILURES:
        cache.touch(_key(url), REST)


def note_answer(url: str) -> None:
    """The host has answered, whatever it said."""
    cache.delete(_key(url))


def _key(url: str) -> str:
    parts = urlsplit(url)
    return f"silent:{parts.hostname}:{parts.port or 443}"
