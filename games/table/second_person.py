"""Log lines in the second person: "Ben passes" becomes "You pass".

`static/stage.js` does the same for the log on a page, which is rendered once for all viewers.
"""

import re
from collections.abc import Sequence

from games.matches.loaded import LoadedMatch
from games.table import log_words

_BARE = {"has": "have", "is": "are", "was": "were", "does": "do", "goes": "go"}
_BARE |= {"doesn": "don", "isn": "aren", "hasn": "haven", "wasn": "weren"}
# Further verbs of the same player in a line. An explicit list, because "and stamps" may be a noun.
_ALSO = re.compile(
    r"((?: and|,|:)(?: then)?| then) (adds|chooses|discards|draws|gives|keeps|loses|pays|plays|swaps|takes|wants|wins)"
    r"(?= )"
)
# "their" becomes "your", except in "accuses Ben of showing their hand", where the hand is Ben's.
_THEIR = re.compile(r"(?<!showing) their (?=hand|elimination)")


def said_to(name: str, words: str, others: Sequence[str] = ()) -> str:
    """The line as addressed to the player of this name.

    `others`: all other names in the match, including those of pieces; they may equal or contain this name.
    """
    if name not in words or name in others:
        return words
    longer = [re.escape(other) for other in others if name in other]
    parts = re.split("(" + "|".join(["“[^”]*”", *longer]) + ")", words)  # leave quotations and longer names alone
    return "".join(part if place % 2 else _said(name, part) for place, part in enumerate(parts))


def _said(name: str, words: str) -> str:
    name = rf"{re.escape(name)}(?! \(bot\))"  # "Ben (bot)" is somebody else
    words = re.sub(rf"((?:^|[.;:!?] )){name} (?!(?:and|or) )([^\W\d_]+)([^.;!?]*)", _does, words)
    words = re.sub(rf"(^|[.!?] ){name}[’']s(?!\w)", r"\1Your", words)
    words = re.sub(rf"(^|[.!?] ){name}(?!\w)", r"\1You", words)
    words = re.sub(rf"(?<!\w){name}[’']s(?!\w)", "your", words)
    return re.sub(rf"(?<!\w){name}(?!\w)", "you", words)


def _does(match: re.Match[str]) -> str:
    lead, verb, rest = match.groups()
    rest = _ALSO.sub(lambda also: f"{also[1]} {_bare(also[2])}", _THEIR.sub(" your ", rest))
    return f"{lead}You {_bare(verb)}{rest}"


def _bare(verb: str) -> str:
    """The base form of a verb: "passes" to "pass", "carries" to "carry", "leads" to "lead"."""
    if verb in _BARE:
        return _BARE[verb]
    if re.search(r"(ss|sh|ch|x|zz)es$", verb):
        return verb[:-2]
    if re.search(r"[^aeiou]ies$", verb):
        return f"{verb[:-3]}y"
    return verb[:-1] if re.search(r"[^s]s$", verb) else verb


def story(loaded: LoadedMatch, seat: int, since: int = -1, until: int | None = None) -> list[str]:
    """The log as addressed to this seat's player, oldest first: versions after `since`, up to and including `until`."""
    told = log_words.story(loaded, seat, since)
    return [to_seat(loaded, seat, line.words) for line in told if until is None or line.version <= until]


def to_seat(loaded: LoadedMatch, seat: int, words: str) -> str:
    """Text about a match as addressed to this seat's player."""
    others = [*loaded.names[:seat], *loaded.names[seat + 1 :], *loaded.game.meta.figures]
    return said_to(loaded.names[seat], words, others)
