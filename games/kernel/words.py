"""Small words that all games need, and whether there is anything to read in a person's words."""

import unicodedata

FILLERS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs to Unicode, blanks to everybody who reads
_UNSEEN = ("Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Mn", "Me")  # a mark needs a letter to stand on


def can_be_seen(text: str) -> bool:
    """Whether the text holds anything but blanks, joiners, directions and lone marks."""
    return any(letter not in FILLERS and unicodedata.category(letter) not in _UNSEEN for letter in text)


def several(count: int, one: str, many: str = "") -> str:
    """ "1 card", "2 cards"."""
    return f"{count} {one if count == 1 else many or one + 's'}"
