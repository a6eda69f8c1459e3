"""Finds the titles' static files: pictures, and the style sheets and scripts of their tables."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.exceptions import SuspiciousFileOperation
from django.core.files.storage import FileSystemStorage

from games.titles import FOLDER

# Folder in a title: (where it is published below titles/<slug>, which files are published).
PUBLISHED = {"pictures": ("", {".svg"}), "table": ("/table", {".css", ".js"})}


class TitleFinder(FileSystemFinder):
    """Publishes <slug>/pictures/x.svg as titles/<slug>/x.svg, and <slug>/table/x.css as titles/<slug>/table/x.css."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.locations, self.storages = [], {}
        for folder in (path.parent / part for path in sorted(FOLDER.glob("*/meta.toml")) for part in PUBLISHED):
            if folder.is_dir():
                storage: Any = FileSystemStorage(location=folder)
                storage.prefix = f"titles/{folder.parent.name}{PUBLISHED[folder.name][0]}"
                self.locations.append((storage.prefix, str(folder)))
                self.storages[str(folder)] = storage

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find_location(self, root: str, path: str, prefix: str | None = None) -> str | None:
        try:
            found = super().find_location(root, path, prefix)
        except SuspiciousFileOperation:  # the path leads out of the folder
            return None
        return found if found and _is_published(Path(root), Path(found)) else None

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        for path, storage in super().list(ignore_patterns):
            if _is_published(Path(storage.location), Path(storage.location) / path):
                yield path, storage


def _is_published(folder: Path, file: Path) -> bool:
    return file.parent == folder and file.suffix in PUBLISHED[folder.name][1]
