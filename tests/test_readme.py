"""The README is true: what it names is there, and what it tells one to type is known."""

import re

import pytest
from autobahn.websocket.utf8validator import Utf8Validator
from django.core.management import get_commands
from django.urls import reverse

from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
TREE = README.partition("## The tree")[2].partition("## ")[0]


def test_every_place_of_the_map_exists() -> None:
    block = TREE.partition("```text\n")[2].partition("```")[0]
    parent, missing = "", []
    for line in block.splitlines():
        for name in re.findall(r"(?:^| {2,})([a-z_]+/|[a-z]+\.py|Makefile)(?= |$)", line):
            inside = line.startswith("  ") and not (ROOT / name).exists()
            missing += [] if (ROOT / (parent if inside else "") / name).exists() else [name]
            if not line.startswith(" ") and name.endswith("/"):
                parent = name
    assert block and not missing


def test_every_command_is_known() -> None:
    told = set(re.findall(r"manage\.py ([a-z]+)", README))
    assert "up" in told and told <= set(get_commands())


def test_every_target_of_make_is_known() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"`?make (play|test|lint|bench|faults|screens)\b", README)) == targets - {"help"}


@pytest.mark.parametrize("name", ["base.txt", "dev.txt"])
def test_the_lists_of_packages_are_pinned_with_hashes_and_name_no_place(name: str) -> None:
    lines = (ROOT / "requirements" / name).read_text(encoding="utf-8").splitlines()
    assert all("://" not in line for line in lines)
    assert sum("==" in line for line in lines) <= sum("--hash=" in line for line in lines)


def test_the_first_steps_are_those_of_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for words in ("manage.py up", "requirements/dev.txt"):
        assert words in README
    assert "manage.py up --port" in makefile
    runs = [
        re.findall(r"-m (pytest .+?-m \S*(?: ?not)? ?browser)", text.replace("'", "").replace('"', ""))
        for text in (makefile, README)
    ]
    assert runs[0] == runs[1] and len(runs[0]) == 2


def test_the_proxy_sends_all_of_a_match_to_one_process() -> None:
    rule = re.search(r"^ +~(\^\S+) +\$1;", README, re.MULTILINE)
    assert rule is not None
    paths = [*(reverse(name, args=[57]) for name in ("match", "play", "history", "talk")), "/ws/match/57/"]
    assert all((found := re.match(rule[1], path)) and found[1] == "57" for path in paths)
    assert not re.match(rule[1], reverse("my_matches"))


def test_what_sockets_send_is_checked_by_compiled_code() -> None:
    assert Utf8Validator.__module__.startswith("wsaccel")  # not by Autobahn's own loop over the bytes
