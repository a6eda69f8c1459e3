"""Static files of the titles: pictures, and the style sheets and scripts of their tables. Nothing else is published."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.finders import BaseFinder
from django.contrib.staticfiles.utils import matches_patterns
from django.core.files.storage import FileSystemStorage

from games.titles import FOLDER

PARTS = {"pictures": ("*.svg",), "table": ("*.css", "*.js")}


class TitleStorage(FileSystemStorage):
    """A folder of a title; its files are published below `prefix`."""

    def __init__(self, folder: Path, part: str) -> None:
        super().__init__(location=folder / part)
        self.prefix = f"titles/{folder.name}" + ("" if part == "pictures" else f"/{part}")


class TitleFinder(BaseFinder):
    """<slug>/pictures/x.svg is published as titles/<slug>/x.svg, <slug>/table/x.css as titles/<slug>/table/x.css."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.storages: dict[tuple[str, str], TitleStorage] = {}
        for folder in sorted(path.parent for path in FOLDER.glob("*/meta.toml")):
            for part in PARTS:
                if (folder / part).is_dir():
                    self.storages[folder.name, part] = TitleStorage(folder, part)
        super().__init__(*args, **kwargs)

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """The file behind a published path (all of them for `find_all`), [] if there is none."""
        found = [
            str(Path(storage.location) / path.removeprefix(f"{storage.prefix}/"))
            for (_, part), storage in self.storages.items()
            if self._is_published(path, part, storage)
        ]
        return found[0] if found and not find_all else found

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[tuple[str, FileSystemStorage]]:
        for (_, part), storage in self.storages.items():
            for pattern in PARTS[part]:
                for file in sorted(Path(storage.location).glob(pattern)):
                    if not matches_patterns(file.name, list(ignore_patterns or ())):
                        yield file.name, storage

    @staticmethod
    def _is_published(path: str, part: str, storage: TitleStorage) -> bool:
        name = path.removeprefix(storage.prefix + "/")
        is_here = path.startswith(storage.prefix + "/") and "/" not in name
        return is_here and any(Path(name).match(p) for p in PARTS[part]) and (Path(storage.location) / name).is_file()
