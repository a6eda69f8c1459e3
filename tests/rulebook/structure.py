"""The headings that each manual must have, by page, from `tests/headings.toml` in its title's folder."""

import tomllib

from games.titles import folder

Heading = tuple[int, str, tuple[str, ...]]  # level, words, additional anchors


def read(slug: str) -> tuple[list[str], dict[str, list[Heading]]]:
    """The first entries of the menu, and the headings of each page."""
    path = folder(slug) / "tests" / "headings.toml"
    if not path.is_file():  # the game had no earlier manual
        return [], {}
    data = tomllib.loads(path.read_text("utf-8"))
    return data.get("menu", []), {name: _listed(text) for name, text in data["pages"].items()}


def _listed(text: str) -> list[Heading]:
    """Parse one heading per line: its level, its words and, after a bar, the anchors that must work."""
    found = []
    for line in text.strip().splitlines():
        level, _, rest = line.partition(" ")
        words, _, anchors = rest.partition(" | ")
        found.append((int(level), words, tuple(anchors.split())))
    return found
