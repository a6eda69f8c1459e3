"""Masks text that two people have reported or that staff have deleted, wherever it would be shown.

Only a whole text is masked, exactly as it was written; the same words inside another text stay visible.
"""

from collections.abc import Collection
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

ENOUGH = 2  # reports that hide a text
HIDDEN = "(hidden after reports)"
QUOTES = ("“{}”", '"{}"')

StructT = TypeVar("StructT", bound=Struct)


def mask_text(text: str, hidden: Collection[str]) -> str:
    """The text with reported words masked: all of it, or each quotation of them."""
    if text in hidden:
        return HIDDEN
    for words in hidden:
        for quotes in QUOTES:
            text = text.replace(quotes.format(words), quotes.format(HIDDEN))
    return text


def mask(value: StructT, hidden: Collection[str]) -> StructT:
    """A copy of a view or decision with reported words masked; the same object if there are none."""
    if not hidden:
        return value
    return msgspec.convert(_walk(msgspec.to_builtins(value), hidden), type(value))


def _walk(value: Any, hidden: Collection[str]) -> Any:
    if isinstance(value, str):
        return mask_text(value, hidden)
    if isinstance(value, dict):
        return {name: _walk(part, hidden) for name, part in value.items()}
    return [_walk(part, hidden) for part in value] if isinstance(value, list | tuple) else value
