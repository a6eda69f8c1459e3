"""Serves static files under Daphne, ahead of Django's middleware, and bundles the CSS and JavaScript of tables."""

import os
import re
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile
from servestatic import ServeStaticASGI
from servestatic.storage import CompressedManifestStaticFilesStorage

# What a table loads, in this order, followed by the files of its game. `collectstatic` bundles them into one style
# sheet and one script per game: a first visit waits for round trips. Without it, the page names the single files.
TABLE_STYLES = ("site.css", "table.css", "stage.css", "stage_sizes.css", "hand.css")
STAGE_SCRIPTS = ("keep_input.js", "choosing.js", "decision_bar.js", "preview.js", "stage.js")
TABLE_SCRIPTS = (
    *("site.js", "clocks.js", "load_later.js", "socket.js", "deltas.js", "hold_updates.js"),
    *(*STAGE_SCRIPTS, "newcomer.js", "connection.js"),
)
REPLAY_STYLES = ("table.css", "stage.css", "replay.css", "stage_sizes.css", "hand.css")
# The same for other pages with a table, in addition to what base.html loads: styles and scripts.
PAGES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "table": (TABLE_STYLES, TABLE_SCRIPTS),
    "what_if": ((*REPLAY_STYLES, "beats.css"), (*STAGE_SCRIPTS, "drag.js", "enlarge.js", "steps.js")),
    "replay": (
        (*REPLAY_STYLES, "beats.css"),
        ("hold_updates.js", "stage.js", "enlarge.js", "motion.js", "timeline.js", "beats.js", "sounds.js", "replay.js"),
    ),
    "embed": (REPLAY_STYLES, ()),
    "order": (("table.css",), ("keep_input.js", "choosing.js", "steppers.js")),
    "mailed": (("table.css",), ()),
}
# Scripts of the game; in a replay only what shows where on the board the sentences speak of.
OWN_SCRIPTS = {"table": "*.js", "what_if": "*.js", "order": "*.js", "replay": "places.js"}
# Loaded with beats.css once the table stands (load_later.js): what shows and sounds moves, and ways beside clicking.
TABLE_SHOW = (
    *("motion.js", "seen.js", "timeline.js", "beats.js", "sounds.js", "company.js", "missed.js"),
    *("steppers.js", "drag.js", "steps.js", "clauses.js", "drawer.js", "enlarge.js", "orders.js"),
)
SHOW = "stage-show.js"
AT_ONCE = "stage-at-once.js"  # in the page itself, because it must run before the first paint
GAME_FILE = re.compile(r"titles/(\w+)/table/\w+\.(css|js)")


def minify_css(text: str) -> str:
    """A style sheet without comments, line breaks and most spaces. The one before ":" can be significant."""
    spaced = re.sub(r"\s+", " ", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    return re.sub(r" ?([{};,]) ?", r"\1", spaced).replace(": ", ":")


def minify_js(text: str) -> str:
    """A script without comments and needless space, its local names shortened.

    Imported only here: it brings a Go runtime with threads and memory of its own, which no server needs.
    """
    try:
        import minify
    except ImportError:  # there is none for Macs with processors by Apple
        return text
    return str(minify.string("application/javascript", text))


MINIFIERS: dict[str, Callable[[str], str]] = {"css": minify_css, "js": minify_js}


@cache
def text_at_once() -> str:
    """The script that every table runs first, as it was collected."""
    with staticfiles_storage.open(AT_ONCE) as file:
        return str(file.read().decode())


def bundle_name(slug: str, kind: str) -> str:
    """The name of the bundle (`kind`: css or js) for tables of this game."""
    return f"stage-{slug}.{kind}"


class CollectedFiles(CompressedManifestStaticFilesStorage):
    """The static files storage. Caches URLs, because a page asks for a hundred; they change only on a restart."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._urls: dict[str, str] = {}

    def url(self, name: str, force: bool = False) -> str:
        if name not in self._urls:
            self._urls[name] = super().url(name, force)
        return self._urls[name]

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Add the bundles, then let the base class hash names and compress files."""
        if not dry_run:
            own = [found for name in sorted(paths) if (found := GAME_FILE.fullmatch(name))]
            for slug in sorted({found[1] for found in own}):
                for kind, shared in (("css", TABLE_STYLES), ("js", TABLE_SCRIPTS)):
                    names = (found[0] for found in own if found.groups() == (slug, kind))
                    self._bundle(paths, bundle_name(slug, kind), (*shared, *names))
            self._bundle(paths, SHOW, TABLE_SHOW)
            self._bundle(paths, AT_ONCE, ("table_preferences.js",))
        yield from super().post_process(paths, dry_run, **options)

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        """Compress only what pages ask for, the files with a hash in their name, and of these only changed ones.

        A finished compressed file has the modification time of its original.
        """
        served = paths & set(self.hashed_files.values())
        yield from super().compress_files({path for path in served if not self._is_compressed(path)})

    def _is_compressed(self, path: str) -> bool:
        try:
            return int(os.stat(self.path(path + ".gz")).st_mtime) == int(os.stat(self.path(path)).st_mtime)
        except FileNotFoundError:
            return False

    def _bundle(self, paths: dict[str, Any], bundle: str, names: tuple[str, ...]) -> None:
        kind, texts = bundle.rpartition(".")[2], []
        for name in names:
            storage, path = paths[name]
            with storage.open(path) as file:
                texts.append(MINIFIERS[kind](file.read().decode()))
        self.delete(bundle)
        self._save(bundle, ContentFile((";\n" if kind == "js" else "\n").join(texts).encode()))
        paths[bundle] = (self, bundle)


def with_static_files(application: Any) -> Any:
    """Wrap an ASGI application in a static file server.

    Collected files are read once from STATIC_ROOT: compressed, and cached for ever by browsers if the name has a hash.
    Without COLLECTED (tests, `runserver`), files are served from the source directories.
    """
    ours: dict[str, Any] = {"allow_all_origins": False, "add_headers_function": _headers}
    if settings.COLLECTED:
        max_age = 0 if settings.DEBUG else 3600  # files with a hash in their name are cached for ever
        return ServeStaticASGI(application, settings.STATIC_ROOT, settings.STATIC_URL, max_age=max_age, **ours)
    server = ServeStaticASGI(application, autorefresh=True, max_age=0, **ours)
    for finder in reversed(list(get_finders())):  # files added last take precedence
        for storage in getattr(finder, "storages", {}).values():
            prefix = getattr(storage, "prefix", None) or ""
            server.add_files(storage.location, f"{settings.STATIC_URL}{prefix}")
    return server


def version_of_pages() -> str:
    """What changes with any collected file: an open page that was made with others must be loaded again."""
    return getattr(staticfiles_storage, "manifest_hash", "")[:8]


def fingerprint() -> str:
    """A checksum of all static files, STATIC_ROOT, what is bundled, and the packages that do it."""
    packages = (settings.BASE_DIR / "requirements" / "base.txt").read_text()
    sum = sha256(f"{settings.STATIC_ROOT} {TABLE_STYLES} {TABLE_SCRIPTS} {TABLE_SHOW} {packages}".encode())
    for finder in get_finders():
        for path, storage in sorted(finder.list([]), key=lambda found: found[0]):
            with storage.open(path) as file:
                sum.update(f"\n{path} ".encode() + sha256(file.read()).digest())
    return sum.hexdigest()


def _headers(headers: Any, path: str, url: str) -> None:
    """Keep browsers from guessing content types."""
    headers["X-Content-Type-Options"] = "nosniff"
