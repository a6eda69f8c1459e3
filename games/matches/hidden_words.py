"""Words hidden by two reports or by the staff: no longer shown anywhere.

Only whole texts are hidden, as somebody wrote them: a word that others use too stays what it is.
"""

from collections.abc import Collection
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

ENOUGH = 2  # so many people hide a text
HIDDEN = "(hidden after reports)"
QUOTES = ("“{}”", '"{}"')

StructT = TypeVar("StructT", bound=Struct)


def veiled(text: str, hidden: Collection[str]) -> str:
    """The text with reported words taken out: the whole of it, or what stands in quotes."""
    if text in hidden:
        return HIDDEN
    for words in hidden:
        for quotes in QUOTES:
            text = text.replace(quotes.format(words), quotes.format(HIDDEN))
    return text


def veil(value: StructT, hidden: Collection[str]) -> StructT:
    """A copy of a view or decision with reported words taken out; the same one where there are none."""
    if not hidden:
        return value
    return msgspec.convert(_walk(msgspec.to_builtins(value), hidden), type(value))


def _walk(value: Any, hidden: Collection[str]) -> Any:
    if isinstance(value, str):
        return veiled(value, hidden)
    if isinstance(value, dict):
        return {name: _walk(part, hidden) for name, part in value.items()}
    return [_walk(part, hidden) for part in value] if isinstance(value, list | tuple) else value
