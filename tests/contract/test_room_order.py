"""The order of the rooms: a room imports only rooms before it, and there are no import cycles.

Every import statement counts, even inside functions and `TYPE_CHECKING` blocks.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.contract.imports import imported

ROOT = Path(__file__).resolve().parents[2]
APPS = ("accounts", "config", "games", "rulebook")

# From the bottom up. Rooms on the same line do not import each other. A name is a package or a module, and a file
# belongs to the longest name that matches. The modules that Django expects at the root of `games` come last.
ORDER: tuple[tuple[str, ...], ...] = (
    ("games.kernel",),
    ("games.drawing",),
    ("games.titles",),
    ("config",),
    ("rulebook",),
    ("accounts.look_alikes",),
    ("accounts.names", "accounts.mail_kinds", "accounts.zones", "accounts.rating_scale", "accounts.browsers"),
    ("accounts.models",),
    ("accounts.hooks", "accounts.request_types", "accounts.staff_decisions", "accounts.decorators"),
    ("accounts.mail",),
    ("accounts.notices",),
    ("accounts.login",),
    ("accounts.people",),
    ("accounts",),
    ("games.errors", "games.pagination", "games.static_finders", "games.clause_links"),
    ("games.models", "games.rate_limits", "games.live_templates", "games.numbers"),
    ("games.clocks",),
    ("games.matches",),
    ("games.deadlines",),
    ("games.agreements",),
    ("games.operations",),
    ("games.table",),
    ("games.records",),
    ("games.lobby",),
    ("games.tournaments", "games.groups"),
    ("games.mail",),
    ("games.sockets",),
    ("games.api",),
    ("games.views",),
    ("games.views.from_email",),
    ("games",),
)
RANKS = {room: rank for rank, rooms in enumerate(ORDER) for room in rooms}


def files() -> Iterator[Path]:
    for app in APPS:
        for path in sorted((ROOT / app).rglob("*.py")):
            if not {"tests", "migrations"} & set(path.relative_to(ROOT).parts):
                yield path


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


MODULES = {module_of(path): path for path in files()}


def room_of(name: str) -> str:
    """The room of a module; "" for third-party modules. Each title is a room of its own."""
    words = name.split(".")
    if words[:2] == ["games", "titles"] and len(words) > 2 and (ROOT / "games" / "titles" / words[2]).is_dir():
        return ".".join(words[:3])
    return next((room for end in range(len(words), 0, -1) if (room := ".".join(words[:end])) in RANKS), "")


def may_import(source: str, target: str) -> bool:
    """Whether a file in the room `source` may import one in the room `target`."""
    if not target or source == target:
        return True
    if source.startswith("games.titles"):  # the package itself loads its folders by name
        return target in ("games.kernel", "games.drawing")
    if target.startswith("games.titles."):  # never one title by its name
        return False
    if source.startswith("rulebook"):
        return target in ("games.kernel", "games.drawing", "games.titles", "config")
    return RANKS[target] < RANKS[source]


def targets_of(path: Path) -> set[str]:
    """The project's modules that a file imports: for `from x import y`, the module x.y if it exists, else x."""
    names = imported(path)
    return {name if name in MODULES else name.rpartition(".")[0] for name in names} & MODULES.keys()


@cache
def arrows() -> dict[str, set[str]]:
    """The modules that each module imports."""
    return {module: targets_of(path) for module, path in MODULES.items()}


def test_a_room_imports_only_earlier_rooms() -> None:
    pairs = [(module, target) for module, targets in arrows().items() for target in sorted(targets)]
    wrong = [pair for pair in pairs if not may_import(room_of(pair[0]), room_of(pair[1]))]
    assert not wrong, f"must not import: {wrong}"


def test_no_module_imports_tests() -> None:
    wrong = [module for module, path in MODULES.items() if {name.split(".")[0] for name in imported(path)} & {"tests"}]
    assert not wrong


def test_there_are_no_import_cycles() -> None:
    """Repeatedly remove files without imports of remaining files. Whatever is left contains a cycle."""
    left = {module: targets - {module} for module, targets in arrows().items()}
    while free := {module for module, targets in left.items() if not targets & left.keys()}:
        left = {module: targets for module, targets in left.items() if module not in free}
    assert not left, {module: sorted(targets & left.keys()) for module, targets in left.items()}


@pytest.mark.parametrize("room", [room for rooms in ORDER for room in rooms])
def test_each_room_says_what_it_is(room: str) -> None:
    """A package's docstring says what it contains, what it may import, and its door."""
    folder = ROOT / room.replace(".", "/")
    assert folder.is_dir() or folder.with_suffix(".py").is_file()
    if folder.is_dir():
        text = (folder / "__init__.py").read_text("utf-8")
        assert text.startswith('"""') and len(text.split('"""')[1].splitlines()) >= 3, f"{room} does not say what it is"


def test_the_rule_itself() -> None:
    assert room_of("games.titles.load") == "games.titles"
    assert room_of("games.kernel.laws.contract") == "games.kernel" and room_of("games.apps") == "games"
    assert room_of("games.models.Match") == "games.models" and room_of("django.db") == ""
    for source, target, is_allowed in (
        ("games.titles.chess", "games.kernel", True),
        ("games.titles.one", "games.titles.other", False),
        ("games.titles.chess", "games", False),
        ("games.kernel", "games.titles", False),
        ("accounts", "games", False),
        ("accounts.mail", "accounts.notices", False),
        ("rulebook", "games", False),
        ("rulebook", "accounts", False),
        ("rulebook", "games.titles", True),
        ("games", "games.titles.chess", False),
        ("games.matches", "games.deadlines", False),
        ("games.views", "games.matches", True),
    ):
        assert may_import(source, target) is is_allowed
