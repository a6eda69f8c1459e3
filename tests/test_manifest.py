"""The web app manifest and its icons; compression of static files."""

import gzip
import json
import os
import struct
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from config.static_bundles import CollectedFiles

pytestmark = pytest.mark.django_db


def test_the_manifest_refers_to_existing_pages_and_icons(owner):
    client = Client()
    page = client.get("/").content.decode()
    assert '<link rel="manifest" href="/app.webmanifest" data-worker="/worker.js">' in page
    answer = client.get("/app.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    facts = json.loads(answer.content)
    assert facts["display"] == "standalone" and {icon["purpose"] for icon in facts["icons"]} == {"any", "maskable"}
    assert [one["form_factor"] for one in facts["screenshots"]] == ["wide", "narrow"]
    for icon in facts["icons"] + facts["screenshots"]:
        if icon["type"] == "image/svg+xml":
            assert finders.find(urlsplit(icon["src"]).path.removeprefix("/static/"))
            continue
        drawn = client.get(icon["src"])
        assert drawn["Content-Type"] == "image/png" and drawn.content[:4] == b"\x89PNG"
        width, height = struct.unpack(">II", drawn.content[16:24])
        assert f"{width}x{height}" == icon["sizes"]
    assert {icon["sizes"] for icon in facts["icons"]} == {"any", "192x192", "512x512"}
    assert (
        '<link rel="apple-touch-icon" href="/icon-180.png">' in page and client.get("/icon-180.png").status_code == 200
    )
    assert client.get("/icon-99.png").status_code == 404
    client.force_login(owner)
    for url in (facts["start_url"], *(shortcut["url"] for shortcut in facts["shortcuts"])):
        assert client.get(url).status_code in (200, 302)


def test_only_changed_files_are_compressed_again(tmp_path: Path) -> None:
    storage = CollectedFiles(location=tmp_path)
    served, names = {"a.css", "b.css"}, {"a.css", "b.css", "without-hash.css"}
    storage.hashed_files = {name: name for name in served}
    for name in names:
        (tmp_path / name).write_text("p { color: red }\n" * 100)
    assert {name for name, _ in storage.compress_files(names)} == served
    assert list(storage.compress_files(names)) == []
    (tmp_path / "a.css").write_text("p { color: blue }\n" * 100)
    os.utime(tmp_path / "a.css", (0, 0))
    assert {name for name, _ in storage.compress_files(names)} == {"a.css"}
    assert b"blue" in gzip.decompress((tmp_path / "a.css.gz").read_bytes())
