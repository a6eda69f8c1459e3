"""Static files under Daphne, which serves none by itself. They pass by Django's middleware and cost it nothing."""

from hashlib import sha256
from importlib.metadata import version
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from servestatic import ServeStaticASGI


def with_static_files(application: Any) -> Any:
    """Put a file server before an ASGI application.

    Collected files are read once from STATIC_ROOT, as `collectstatic` left them: compressed, and kept by browsers for
    ever where the name carries a hash. Otherwise (tests, `runserver`) they are looked up where they are written.
    """
    if settings.COLLECTED:
        return ServeStaticASGI(
            application,
            settings.STATIC_ROOT,
            settings.STATIC_URL,
            max_age=0 if settings.DEBUG else 3600,  # files with a hash in their name are kept for ever
            allow_all_origins=False,
            add_headers_function=_headers,
        )
    server = ServeStaticASGI(
        application, autorefresh=True, max_age=0, allow_all_origins=False, add_headers_function=_headers
    )
    for finder in reversed(list(get_finders())):  # what is added last is looked at first
        for storage in getattr(finder, "storages", {}).values():
            prefix = getattr(storage, "prefix", None) or ""
            server.add_files(storage.location, f"{settings.STATIC_URL}{prefix}")
    return server


def fingerprint() -> str:
    """Changes with any file of the pages, with where they are collected and with what compresses them."""
    sum = sha256(f"{settings.STATIC_ROOT} {version('django')} {version('servestatic')}".encode())
    for finder in get_finders():
        for path, storage in sorted(finder.list([]), key=lambda found: found[0]):
            with storage.open(path) as file:
                sum.update(f"\n{path} ".encode() + sha256(file.read()).digest())
    return sum.hexdigest()


def _headers(headers: Any, path: str, url: str) -> None:
    """Browsers must not guess types."""
    headers["X-Content-Type-Options"] = "nosniff"
