"""Collected, a table loads one style sheet and one script: with all that the page names one by one otherwise."""

import re
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import FileSystemStorage
from django.test import override_settings

from config import static_bundles
from games.titles import load
from tests.games.conftest import browser_of
from tests.samples import GAME

LINKED = re.compile(r'<(?:link rel="stylesheet" href|script src)="/static/([^"?]+)"')


@pytest.mark.django_db
@pytest.mark.parametrize("slug", sorted(load()))
def test_the_bundles_hold_what_the_table_page_names(start: Any, owner: Any, player: Any, slug: str) -> None:
    match = start(slug, (owner, player) if load()[slug].meta.seats[0] == 2 else None)
    page = browser_of(owner).get(match.get_absolute_url()).content.decode()
    linked = LINKED.findall(re.sub("<noscript>.*?</noscript>", "", page))
    own = [name for name in linked if static_bundles.GAME_FILE.fullmatch(name)]
    of_kind = {kind: [name for name in linked if name.endswith(kind)] for kind in (".css", ".js")}
    assert of_kind[".css"] == [*static_bundles.TABLE_STYLES, *(name for name in own if name.endswith(".css"))]
    scripts = sorted(set(of_kind[".js"]) - {"table_preferences.js"})
    assert scripts == sorted([*static_bundles.TABLE_SCRIPTS, *(name for name in own if name.endswith(".js"))])


def test_a_bundle_is_made_of_the_collected_files(tmp_path: Any) -> None:
    paths = {}
    names = [
        *static_bundles.TABLE_STYLES,
        *static_bundles.TABLE_SCRIPTS,
        f"titles/{GAME}/table/table.css",
        f"titles/{GAME}/table/table.js",
    ]
    source = FileSystemStorage("/")
    for name in names:
        paths[name] = (source, str(finders.find(name)))
    with override_settings(STATIC_ROOT=tmp_path, STATIC_URL=settings.STATIC_URL):
        files = static_bundles.CollectedFiles(location=tmp_path)
        for slug, kind, shared in (
            (GAME, "css", static_bundles.TABLE_STYLES),
            (GAME, "js", static_bundles.TABLE_SCRIPTS),
        ):
            files._bundle(paths, static_bundles.bundle_name(slug, kind), (*shared, f"titles/{slug}/table/table.{kind}"))
    script = (tmp_path / f"stage-{GAME}.js").read_text()
    assert f"data-{GAME}-next" in script and script.index("new WebSocket") < script.index(f"data-{GAME}-next")
    assert f".{GAME}-hand" in (tmp_path / f"stage-{GAME}.css").read_text()
    assert set(paths) - set(names) == {f"stage-{GAME}.css", f"stage-{GAME}.js"}


def test_files_are_collected_again_when_only_what_is_bundled_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = static_bundles.fingerprint()
    monkeypatch.setattr(static_bundles, "TABLE_SHOW", static_bundles.TABLE_SHOW[:-1])
    assert static_bundles.fingerprint() != before
