"""Helpers for sentences, and a check for text that cannot be seen."""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import Any

FILLERS = "\u115f\u1160\u2800\u3164\uffa0"  # letters or symbols in Unicode, but they look blank
_UNSEEN = ("Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Mn", "Me")  # a combining mark alone does not count


def can_be_seen(text: str) -> bool:
    """Whether the text contains anything but blanks, joiners, direction marks and lone combining marks."""
    return any(letter not in FILLERS and unicodedata.category(letter) not in _UNSEEN for letter in text)


def several(count: int, one: str, many: str = "") -> str:
    """ "1 card", "2 cards"."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def joined(names: Sequence[str]) -> str:
    """ "Ada, Bo and Cy"; "nobody"."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names) or "nobody"


def called(seat: int, reader: int | None, names: Sequence[str]) -> str:
    """A player's name; "You" for the reader."""
    return "You" if seat == reader else names[seat]


def whose(seat: int, reader: int | None, names: Sequence[str]) -> str:
    """ "Ada's"; "Your" for the reader."""
    return "Your" if seat == reader else f"{names[seat]}'s"


class Sentences(Formatter):
    """Templates for log lines. In "{seat:name} draws {count}.", `name` is the function that words the value."""

    def __init__(self, **words: Callable[[Any], str]) -> None:
        self._words = words

    def say(self, template: str, facts: Mapping[str, Any]) -> str:
        """Fill in the template with the data of an event."""
        return self.vformat(template, (), facts)

    def format_field(self, value: Any, format_spec: str) -> str:
        """Format a value with the function named after the colon."""
        return self._words[format_spec](value) if format_spec else str(value)
