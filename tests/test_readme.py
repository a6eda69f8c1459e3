"""README and docs are correct: the files and commands they name exist."""

import re
import sys
from pathlib import Path

import pytest
from autobahn.websocket.utf8validator import Utf8Validator
from django.conf import settings
from django.core.management import get_commands
from django.urls import reverse

from games.views.records import LARGEST
from tests.contract.test_room_order import ORDER
from tests.fixtures import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
NAMES = [page.relative_to(ROOT).as_posix() for page in PAGES]
every_page = pytest.mark.parametrize("doc", PAGES, ids=NAMES)
MEGABYTE = 1024 * 1024


def places_of_the_map() -> list[str]:
    """The paths on the map. An indented name is in the folder above it."""
    block = README.partition("## The map")[2].partition("```text\n")[2].partition("```")[0]
    parent, places = "", []
    for line in block.splitlines():
        names = re.findall(r"(?:^| {2,})([a-z_/]+/)(?= |$)", line)
        parent = parent if line.startswith(" ") else names[-1]
        places += [parent + name for name in names] if line.startswith(" ") else names
    return places


def test_every_path_on_the_map_exists() -> None:
    places = places_of_the_map()
    assert places and [place for place in places if not (ROOT / place).is_dir()] == []


def test_the_map_shows_every_room() -> None:
    rooms = {room.replace(".", "/") + "/" for rooms in ORDER for room in rooms}
    assert {room for room in rooms if (ROOT / room).is_dir()} <= set(places_of_the_map())


def test_the_architecture_page_lists_every_room() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = {room.replace(".", "/") for rooms in ORDER for room in rooms}
    assert {room for room in rooms if (ROOT / room).is_dir() and f"`{room}`" not in text} == set()


@every_page
def test_every_link_between_docs_works(doc: Path) -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#\s]+)", doc.read_text(encoding="utf-8"))
    assert [target for target in targets if not (doc.parent / target).exists()] == []


@every_page
def test_every_file_named_in_docs_exists(doc: Path) -> None:
    named = re.findall(r"`([\w.]+(?:/[\w.]+)+/?)`", doc.read_text(encoding="utf-8"))
    of_ours = [path for path in named if (ROOT / path.split("/")[0]).is_dir() and not path.startswith("var/")]
    assert [path for path in of_ours if not (ROOT / path).exists()] == []


@every_page
def test_every_command_in_docs_exists(doc: Path) -> None:
    told = set(re.findall(r"manage\.py ([a-z]+)", doc.read_text(encoding="utf-8")))
    assert told <= set(get_commands())


def test_every_make_target_is_documented() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    told = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert set(re.findall(r"(?:`|^)make ([a-z]+(?:-[a-z]+)*)\b", told, re.MULTILINE)) == targets - {"help"}


def test_the_first_steps_match_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for words in ("manage.py up", "requirements/dev.txt"):
        assert words in README
    assert "manage.py up --port" in makefile
    runs = [
        re.findall(r"-m (pytest .+?-m \S*(?: ?not)? ?browser)", text.replace("'", "").replace('"', ""))
        for text in (makefile, README)
    ]
    assert runs[0] == runs[1] and len(runs[0]) == 2


def test_the_hosting_page_lists_every_variable() -> None:
    read = re.compile(r'"((?:PLAYPOST|DATABASE|REDIS)_[A-Z_]+)"')
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "config").rglob("*.py")]
    used = {name for source in sources for name in read.findall(source)}
    # set by our tests, by our supervisor for its children, and by `manage.py up --host`
    internal = {"PLAYPOST_TESTING", "PLAYPOST_READY", "PLAYPOST_WEB_ALIVE", "PLAYPOST_GATE", "PLAYPOST_OUTBOX"}
    assert internal <= used
    assert used - internal == set(re.findall(r"`((?:PLAYPOST|DATABASE|REDIS)_[A-Z_]+)`", HOSTING))


def test_the_proxy_routes_a_match_to_one_process() -> None:
    rule = re.search(r"^ +~(\^\S+) +\$1;", HOSTING, re.MULTILINE)
    assert rule is not None
    paths = [*(reverse(name, args=[57]) for name in ("match", "play", "replay", "whole_chat")), "/ws/match/57/"]
    assert all((found := re.match(rule[1], path)) and found[1] == "57" for path in paths)
    assert not re.match(rule[1], reverse("my_matches"))


def test_the_proxy_allows_bodies_that_the_site_accepts() -> None:
    [size] = re.findall(r"client_max_body_size (\d+)m;", HOSTING)
    assert int(size) * MEGABYTE > LARGEST + settings.MAX_BODY, "a record in a form"
    assert int(size) * MEGABYTE >= settings.DATA_UPLOAD_MAX_MEMORY_SIZE, "replies by way of a mail service"
    assert f"above {settings.MAX_BODY // 1024} kB" in HOSTING


def test_the_hosting_page_gives_the_hsts_duration() -> None:
    source = (ROOT / "config" / "settings.py").read_text(encoding="utf-8")
    days = re.search(r"SECURE_HSTS_SECONDS = (\d+) \* 24 \* 3600 if IS_SECURE", source)
    assert days is not None and f"`Strict-Transport-Security` for {days[1]} days" in HOSTING


def test_utf8_validation_of_sockets_is_compiled_where_there_is_a_wheel() -> None:
    # From Python 3.14 on, Autobahn loops over the bytes itself.
    assert Utf8Validator.__module__.startswith("wsaccel" if sys.version_info < (3, 14) else "autobahn")


def test_the_tests_that_the_page_on_security_names_exist() -> None:
    page = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    names = re.findall(r"`(?:[\w/]+/)?(test_\w+\.py)`", page)
    assert len(names) > 15
    assert not [name for name in names if not list((ROOT / "tests").rglob(name))]
