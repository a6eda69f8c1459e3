"""The headings that each manual must have: `tests/headings.toml` of its title says them, by page."""

import tomllib

from games.titles import folder

Heading = tuple[int, str, tuple[str, ...]]  # level, words, further anchors


def read(slug: str) -> tuple[list[str], dict[str, list[Heading]]]:
    """What the menu begins with, and the headings of each page."""
    path = folder(slug) / "tests" / "headings.toml"
    if not path.is_file():  # a game without an older manual
        return [], {}
    data = tomllib.loads(path.read_text("utf-8"))
    return data.get("menu", []), {name: _listed(text) for name, text in data["pages"].items()}


def _listed(text: str) -> list[Heading]:
    """One heading a line: its level, the words, and after a bar the anchors that must work."""
    found = []
    for line in text.strip().splitlines():
        level, _, rest = line.partition(" ")
        words, _, anchors = rest.partition(" | ")
        found.append((int(level), words, tuple(anchors.split())))
    return found
