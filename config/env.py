"""Reads environment variables: flags, lists and server URLs."""

import os
from typing import Any
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlencode, urlsplit

STATEMENT_SECONDS = 10  # the longest that a page waits for one statement of the database: set by config.web


def flag(name: str, default: bool = False) -> bool:
    """True for 1, true, yes, on; the default when the variable is not set."""
    value = os.environ.get(name)
    return default if value is None else value.strip().lower() in ("1", "true", "yes", "on")


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated variable as a list without empty entries."""
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def database(url: str) -> dict[str, Any]:
    """Django's DATABASES entry for a postgresql:// URL. A socket directory is given as ?host=."""
    parts = urlsplit(url)
    if parts.scheme not in ("postgres", "postgresql"):
        raise SystemExit("DATABASE_URL must begin with postgresql://")
    query = dict(parse_qsl(parts.query))
    host = query.pop("host", None) or parts.hostname or ""
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")) or "playpost",
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(parts.port or ""),
        "OPTIONS": query,
    }


def renamed(url: str, name: str) -> str:
    """The URL of another database on the same server."""
    return address(urlsplit(url)._replace(path=f"/{quote(name)}"))


def address(parts: SplitResult) -> str:
    """The URL for these parts. geturl() would drop the // if there is no host."""
    return f"{parts.scheme}://{parts.netloc}{parts.path}" + (f"?{parts.query}" if parts.query else "")


def redis_url(url: str, db: int) -> str:
    """The URL of database number `db` on the same server, for redis-py, Django's cache and Channels."""
    parts = urlsplit(url)
    if parts.scheme not in ("redis", "rediss", "unix"):
        raise SystemExit("REDIS_URL must begin with redis://, rediss:// or unix://")
    query = [(key, value) for key, value in parse_qsl(parts.query) if key != "db"]
    if parts.scheme == "unix":
        return f"unix://{parts.netloc}{parts.path}?{urlencode([*query, ('db', str(db))])}"
    return parts._replace(path=f"/{db}", query=urlencode(query)).geturl()


def celery_url(url: str, db: int) -> str:
    """The same in Celery's notation, where a unix socket is redis+socket://."""
    if url.startswith("unix://"):
        return f"redis+socket://{url.removeprefix('unix://').split('?')[0]}?virtual_host={db}"
    return redis_url(url, db)
