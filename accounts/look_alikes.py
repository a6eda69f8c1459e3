"""Which names look like each other: "Ann" in other letters, "AIice" with a capital i, "c0de" (Unicode UTS 39)."""

import unicodedata
from functools import cache

from confusable_homoglyphs.utils import load

_SAME = str.maketrans("i1|", "lll")  # capital I, small l, 1 and | cannot be told apart; and names ignore case


def look(name: str) -> str:
    """A key shared by all names that look like this one. Its characters mean nothing else."""
    plain = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name).casefold())
    return "".join(_prototypes().get(sign, sign) for sign in plain).casefold().translate(_SAME)


@cache
def _prototypes() -> dict[str, str]:
    """The sign that each look-alike stands for. The library lists look-alikes in both directions: a sign with several
    is what they stand for; two that have only each other stand for the first."""
    known = {
        sign: [other["c"].strip("\u200e") for other in others] for sign, others in load("confusables.json").items()
    }
    pairs = ((sign, others[0]) for sign, others in known.items() if len(sign) == 1 and len(others) == 1)
    return {sign: other for sign, other in pairs if len(known.get(other, "")) != 1 or other < sign}
