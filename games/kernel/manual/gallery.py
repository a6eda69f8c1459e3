"""Cards as a rulebook shows them: drawn, counted, with their effect and the rules that govern them.

A title turns its components.toml into faces (`Manual.gallery`). It gets the file without the fields that the file
itself names as private, so that no gallery, search or page can show what stays hidden until it is played.
"""

from pathlib import Path
from typing import Any

from games.kernel.data import read

FILE = "components.toml"


def public_components(folder: Path) -> dict[str, Any]:
    """components.toml without the fields that it lists under `private`, wherever they stand; {} without the file."""
    if not (folder / FILE).is_file():
        return {}
    facts = read(folder, FILE)
    hidden = {"private", *facts.get("private", ())}
    found: dict[str, Any] = _without(facts, hidden)
    return found


def _without(facts: Any, hidden: set[str]) -> Any:
    if isinstance(facts, dict):
        return {name: _without(value, hidden) for name, value in facts.items() if name not in hidden}
    return [_without(value, hidden) for value in facts] if isinstance(facts, list) else facts
