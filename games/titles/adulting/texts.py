"""Free text: cleaning it, its words, its normal form (section "The deck"; AD-58, AD-63).

Text from people is untrusted. `clean` removes invisible characters and those that change the direction of text; lengths
are checked afterwards. Escaping is left to the templates.
"""

import re
import unicodedata
from functools import lru_cache
from itertools import groupby, islice

from games.kernel.words import FILLERS, can_be_seen

EXAMPLE = 40
REMARK = 140
STATEMENT = 500
MOST_LINES = 12  # further line breaks become spaces
MOST_RAW = 20_000  # characters read; nobody types more
MOST_MARKS = 3  # combining marks on one letter
ARTICLES = {"a", "an", "the", "my", "your", "our", "some", "any"}
JOINERS = "\u200c\u200d"  # needed inside words of some scripts and inside emoji
KEPT = {"Zl": "\n", "Zp": "\n", "Cf": ""} | dict.fromkeys(("Cc", "Cs", "Co", "Cn", "Zs"), " ")
# Letters of other scripts that look like Latin ones. Only a hint for the dealer, never a rule (AD-63).
_ALIKE = "аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw ьb вb нh кk мm тt гr пn αa εe οo ρp υu νv ιi κk τt ωw 0o 1l 3e"
LOOKS = str.maketrans({pair[0]: pair[1] for pair in _ALIKE.split()})


def clean(text: str, lines: bool = False) -> str:
    """The text as stored: in NFC, stripped, without control and direction characters. Line breaks become spaces or,
    with `lines`, those after MOST_LINES lines do. "" if nothing visible is left."""
    text = unicodedata.normalize("NFC", text[:MOST_RAW]).replace("\r\n", "\n").replace("\r", "\n")
    if not (text.isascii() and text.isprintable()):
        text = _without_marks("".join(map(_kept, text)))
    if not can_be_seen(text):
        return ""
    if not lines:
        return " ".join(text.split())
    rows = [" ".join(row.split()) for row in text.split("\n")]
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(rows)).strip()
    rows = text.split("\n")
    return "\n".join([*rows[: MOST_LINES - 1], " ".join(" ".join(rows[MOST_LINES - 1 :]).split())]).strip()


def _kept(letter: str) -> str:
    """The replacement for a character: itself, a space, a line break, or "" for one that only formats others."""
    if letter == "\n" or letter in JOINERS:
        return letter
    return " " if letter in FILLERS else KEPT.get(unicodedata.category(letter), letter)


def _without_marks(text: str) -> str:
    """The text with at most MOST_MARKS combining marks in a row."""
    runs = groupby(text, lambda letter: unicodedata.category(letter) in ("Mn", "Me"))
    return "".join("".join(islice(run, MOST_MARKS if are_marks else None)) for are_marks, run in runs)


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """The words of a text, case-folded, without marks and apostrophes. All but letters and digits separate words."""
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text.casefold())
        text = "".join(letter for letter in text if not unicodedata.category(letter).startswith("M"))
    text = text.casefold().replace("'", "").replace("’", "")
    return tuple("".join(letter if letter.isalpha() or letter.isdecimal() else " " for letter in text).split())


def plain_words(text: str) -> tuple[str, ...]:
    """The words of an example without leading articles; the last word is always kept."""
    found = words(text)
    return found[next((at for at, word in enumerate(found) if word not in ARTICLES), len(found) - 1) :]


def singular(word: str) -> str:
    """Fold plurals: "batteries" becomes "battery", "keys" becomes "key"; "glass" stays."""
    if len(word) <= 3:
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


@lru_cache(maxsize=4096)
def normal(text: str) -> str:
    """The normal form of an example. Examples with equal forms are the same (AD-63)."""
    return "".join(singular(word) for word in plain_words(text))


def is_example(text: str) -> bool:
    """Whether the text has at most 40 characters and at least one letter or digit (AD-58)."""
    return len(text) <= EXAMPLE and any(letter.isalpha() or letter.isdecimal() for letter in text)


@lru_cache(maxsize=4096)
def looks(norm: str) -> str:
    """A normal form in which letters that look alike are equal."""
    return norm.translate(LOOKS).replace("rn", "m").replace("vv", "w")


def is_near(one: str, other: str) -> bool:
    """Whether two different normal forms look alike, or have 5 letters or more and differ in only one."""
    if looks(one) == looks(other):
        return True
    if min(len(one), len(other)) < 5 or abs(len(one) - len(other)) > 1:
        return False
    short, long = sorted((one, other), key=len)
    at = next((place for place, letter in enumerate(short) if letter != long[place]), len(short))
    return short[at + (len(short) == len(long)) :] == long[at + 1 :]
