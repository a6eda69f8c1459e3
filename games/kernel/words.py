"""Small words that all games need, and whether there is anything to read in a person's words."""

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import Any

FILLERS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs to Unicode, blanks to everybody who reads
_UNSEEN = ("Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Mn", "Me")  # a mark needs a letter to stand on


def can_be_seen(text: str) -> bool:
    """Whether the text holds anything but blanks, joiners, directions and lone marks."""
    return any(letter not in FILLERS and unicodedata.category(letter) not in _UNSEEN for letter in text)


def several(count: int, one: str, many: str = "") -> str:
    """ "1 card", "2 cards"."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def joined(names: Sequence[str]) -> str:
    """ "Ada, Bo and Cy"; "nobody"."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names) or "nobody"


class Sentences(Formatter):
    """Lines of a log as templates: in "{seat:name} draws {count}." the word after a colon says how the fact is told."""

    def __init__(self, **words: Callable[[Any], str]) -> None:
        self._words = words

    def say(self, template: str, facts: Mapping[str, Any]) -> str:
        """The template with the facts of an event."""
        return self.vformat(template, (), facts)

    def format_field(self, value: Any, format_spec: str) -> str:
        """A fact in words."""
        return self._words[format_spec](value) if format_spec else str(value)
