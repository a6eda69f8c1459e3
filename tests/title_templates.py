"""The templates of titles without the site: what tests of a title's screen render."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, DictLoader, Environment, FileSystemLoader, StrictUndefined

from config.templates import WithoutIndentation

ROOT = Path(__file__).parents[1]


def _address(name: str, *ids: Any) -> str:
    return f"/match/{ids[0]}/" if name == "match" else f"/match/{ids[0]}/{name}/"


def environment(instead: Mapping[str, str] | None = None, **names: Callable[..., Any]) -> Environment:
    """Jinja2 as the site sets it up. `instead`: the source of templates that stand in for those of the site, by name;
    `names`: functions that templates call, in place of plain ones."""
    folders = FileSystemLoader([ROOT / "templates" / "live", ROOT / "games" / "titles"])
    env = Environment(
        loader=ChoiceLoader([DictLoader(dict(instead or {})), folders]),
        undefined=StrictUndefined,
        autoescape=lambda name: name is None or not name.endswith(".txt"),
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[WithoutIndentation],
    )
    env.globals |= {
        "url": _address,
        "static": lambda path: f"/static/{path}",
        "clause": lambda id: id,
        "kept": lambda name, by, macro, *args: macro(*args),
        "field_kind": lambda field: {"Amount": "amount", "Text": "text"}.get(type(field).__name__, "pick"),
    }
    env.globals |= names
    return env
