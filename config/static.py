"""Static files under Daphne, which serves none by itself. They pass by Django's middleware and cost it nothing."""

from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from servestatic import ServeStaticASGI
from servestatic.storage import CompressedManifestStaticFilesStorage


class CollectedFiles(CompressedManifestStaticFilesStorage):
    """Collected files. Their addresses are remembered, which a page asks for a hundred times: files change only with
    the process.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._urls: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        if name not in self._urls:
            self._urls[name] = super().url(name, force)
        return self._urls[name]


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


def _headers(headers: Any, path: str, url: str) -> None:
    """Browsers must not guess types."""
    headers["X-Content-Type-Options"] = "nosniff"
