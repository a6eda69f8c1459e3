"""Log lines in the second person: "Ben passes" becomes "You pass".

`static/stage.js` does the same to the log of a page, which is made once for all who may read it.
"""

import re
from collections.abc import Sequence

from games.matches.loaded import LoadedMatch
from games.table import log_words

_BARE = {"has": "have", "is": "are", "was": "were", "does": "do", "goes": "go"}
_BARE |= {"doesn": "don", "isn": "aren", "hasn": "haven", "wasn": "weren"}
# What the same player does next in the line. A list, because "cards and stamps" are no verbs.
_ALSO = re.compile(
    r"((?: and|,|:)(?: then)?| then) (adds|chooses|discards|draws|gives|keeps|loses|pays|plays|swaps|takes|wants|wins)"
    r"(?= )"
)
# What is theirs becomes yours, too. But in "accuses Ben of showing their hand" the hand is Ben's.
_THEIR = re.compile(r"(?<!showing) their (?=hand|elimination)")


def said_to(name: str, words: str, others: Sequence[str] = ()) -> str:
    """The line for the player of this name.

    `others`: the other names at the table, those of pieces among them; one may be the same or hold it.
    """
    if name not in words or name in others:
        return words
    longer = [re.escape(other) for other in others if name in other]
    parts = re.split("(" + "|".join(["“[^”]*”", *longer]) + ")", words)  # what is quoted is nobody's name
    return "".join(part if place % 2 else _said(name, part) for place, part in enumerate(parts))


def _said(name: str, words: str) -> str:
    name = rf"{re.escape(name)}(?! \(bot\))"  # a bot may have the same first name
    words = re.sub(rf"((?:^|[.;:!?] )){name} (?!(?:and|or) )([^\W\d_]+)([^.;!?]*)", _does, words)
    words = re.sub(rf"(^|[.!?] ){name}[’']s(?!\w)", r"\1Your", words)
    words = re.sub(rf"(^|[.!?] ){name}(?!\w)", r"\1You", words)
    words = re.sub(rf"(?<!\w){name}[’']s(?!\w)", "your", words)
    return re.sub(rf"(?<!\w){name}(?!\w)", "you", words)


def _does(found: re.Match[str]) -> str:
    lead, verb, rest = found.groups()
    rest = _ALSO.sub(lambda also: f"{also[1]} {_bare(also[2])}", _THEIR.sub(" your ", rest))
    return f"{lead}You {_bare(verb)}{rest}"


def _bare(verb: str) -> str:
    """ "passes" to "pass", "carries" to "carry", "leads" to "lead"."""
    if verb in _BARE:
        return _BARE[verb]
    if re.search(r"(ss|sh|ch|x|zz)es$", verb):
        return verb[:-2]
    if re.search(r"[^aeiou]ies$", verb):
        return f"{verb[:-3]}y"
    return verb[:-1] if re.search(r"[^s]s$", verb) else verb


def story(loaded: LoadedMatch, seat: int, since: int = -1, until: int | None = None) -> list[str]:
    """The log in the words for this seat's player, oldest first: newer than `since`, up to `until`."""
    told = log_words.story(loaded, seat, since)
    return [to_seat(loaded, seat, line.words) for line in told if until is None or line.version <= until]


def to_seat(loaded: LoadedMatch, seat: int, words: str) -> str:
    """These words of a match as one says them to this seat's player."""
    others = [*loaded.names[:seat], *loaded.names[seat + 1 :], *loaded.game.meta.figures]
    return said_to(loaded.names[seat], words, others)
