"""Reads environment variables: flags, numbers, lists and server URLs. A value that cannot be meant ends the program
with a sentence."""

import os
import re
from typing import Any
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlencode, urlsplit

STATEMENT_SECONDS = 10  # the longest that a page waits for one statement of the database: set by config.web


# What a value must look like, as a pattern and in words.
ADDRESS = r"[^<>@\s\"']+@[^<>@\s\"']+", "an email address such as reply@example.org"
HOSTS = (
    r"((\.?[\w.-]+|\[[\da-fA-F:]+\]|\*)\s*(,\s*|$))+",
    "host names such as play.example.org, without https:// and port",
)
LISTENER = r"(smtp|lmtp)://[^/\s]+:\d+", "an address such as lmtp://127.0.0.1:2424"
SENDER = (
    rf"[^<>@]*<{ADDRESS[0]}>|{ADDRESS[0]}",
    "a name and an address such as Playpost <post@example.org>, without quotes",
)
SITE = r"https?://([\w.-]+|\[[\da-fA-F:]+\])(:\d+)?/*", "an address such as https://play.example.org, without a path"


def text(name: str, form: tuple[str, str], default: str = "") -> str:
    """A variable of this form; the default when it is not set, or empty."""
    value = os.environ.get(name, "").strip() or default
    if value and not re.fullmatch(form[0], value):
        raise SystemExit(f"{name} must be {form[1]}. It is {value!r}.")
    return value


def number(name: str, default: int) -> int:
    return int(text(name, (r"[0-9]{1,9}", "a whole number"), str(default)))


def flag(name: str, default: bool = False) -> bool:
    """True for 1, true, yes, on; the default when the variable is not set."""
    if name not in os.environ:
        return default
    return text(name, (r"(?i)1|true|yes|on|0|false|no|off", "1 or 0")).lower() in ("1", "true", "yes", "on")


def words(name: str, default: str = "") -> list[str]:
    """A comma-separated variable as a list without empty entries."""
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def database(url: str) -> dict[str, Any]:
    """Django's DATABASES entry for a postgresql:// URL. A socket directory is given as ?host=."""
    parts = _parts("DATABASE_URL", url)
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


def _parts(name: str, url: str) -> SplitResult:
    """The parts of this URL, which is not shown, because it may hold a password."""
    parts = urlsplit(url)
    try:
        parts.port  # noqa: B018
    except ValueError:
        hint = "In the password, write / as %2F, @ as %40, # as %23 and : as %3A."
        raise SystemExit(f"{name} has no number as its port. {hint}") from None
    return parts


def renamed(url: str, name: str) -> str:
    """The URL of another database on the same server."""
    return address(urlsplit(url)._replace(path=f"/{quote(name)}"))


def address(parts: SplitResult) -> str:
    """The URL for these parts. geturl() would drop the // if there is no host."""
    return f"{parts.scheme}://{parts.netloc}{parts.path}" + (f"?{parts.query}" if parts.query else "")


def redis_url(url: str, db: int) -> str:
    """The URL of database number `db` on the same server, for redis-py, Django's cache and Channels."""
    parts = _parts("REDIS_URL", url)
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
