"""What people mean by a line that is not quite a choice: "1 thanks!", "option 1", "I choose 1", a typing error.

A guess is used only if nothing else could be meant: digits are never mended, and two similar choices are none.
"""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

_DIGITS = re.compile(r"[0-9]+")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_NOTE = re.compile(r" \([0-9]+(?: [^()]*)?\)")  # what a choice counts, which nobody types: "(7)", "(2 cards, total 15)"
_CALCULATED = re.compile(r"[0-9]\s*[-+/*,.]\s*[0-9]|-[0-9]")
# Words around a number or a choice that say nothing about the move.
_COURTESY = frozenset(
    re.findall(
        r"\S+",
        """a all and answer best bitte by cheers choice choose chosen danke dear do for go going gracias greetings gruß
        grüße hello hey hi i i'd i'll i'm is it kind like love lg make me merci mfg my nice nr number nummer option
        please pls prefer regards so take thank thanks that the then this thx to vg want we will wishes with would
        yes you""",
    )
)
_DOUBT = frozenset(
    re.findall(r"\S+", "not don't dont never or instead except but unless if rather maybe either nor nicht oder")
)
# How a line begins that is said to people, not to a machine. A name is no sign: "so that Anna gets nothing".
_TO_PEOPLE = re.compile(
    r"[\W_]*(?:(?:and|but)\b[\W_]*)?(?:congrat\w*|good (?:evening|game|luck|morning)|(?:ha)+|hallo|hello|hey|hi|sorry|"
    r"thank you|thanks|thx|well (?:done|played))\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(rf"[.,;!]\s+(?={_TO_PEOPLE.pattern})", re.IGNORECASE)
_GREETINGS = frozenset(("hello", "hey", "hi"))
_SIGNS = str.maketrans({"👍": " yes ", "👌": " yes ", "✅": " yes ", "👎": " no ", "❌": " no "})
_FINE = re.compile(r"\bno (?:objections?|problem|worries)\b")  # means yes
_YES = frozenset(re.findall(r"\S+", "yes yep yeah yup ok okay sure agree agreed fine ja gerne oui sí si"))
_NO = frozenset(re.findall(r"\S+", "no nope nah nein decline declined disagree non"))
_IT = frozenset(re.findall(r"\S+", "i we that's it's"))  # before an answer: "I agree", "that's fine"
_LEAD = re.compile(r"[\W_]*(?:(?:and|bitte|please|pls)\b[\W_]*)*", re.IGNORECASE)
_ALIKE = 0.7  # how similar a word with a typing error is
_SHORT = 2  # letters of words such as "at" or "on"
_LONG = 4  # letters of a word in which an error is mended


def words_of(line: str) -> list[str]:
    """The words of a line in lower case, without digits and signs."""
    return [word.casefold().replace("’", "'") for word in _WORD.findall(line)]


def number_in(line: str) -> int | None:
    """The number of a line that says nothing else: "option 1", "number 1 please", "I choose 1!"."""
    found = _DIGITS.findall(line)
    if len(found) != 1 or len(found[0]) > 9 or _CALCULATED.search(line):
        return None
    before, _, after = line.partition(found[0])
    is_courtesy = all(word in _COURTESY or word == "no" for word in words_of(before))
    return int(found[0]) if is_courtesy and is_chatter(after) else None


def is_chatter(rest: str) -> bool:
    """Can the words after a number be ignored? "thanks!", "ha, take that"; not "or 2" and not "is wrong?"."""
    return not _DIGITS.search(rest) and "?" not in rest and not _DOUBT & {*words_of(rest)}


def is_named(line: str, label: str) -> bool:
    """Does the line name this, and say nothing else: "at (0,2), please" for "0,2"?"""
    before, found, after = line.casefold().partition(label or "\n")
    if not label or not found or re.search(r"[\d,.-]\s*$", before) or re.match(r"\s*[\d.,-]*\d", after):
        return False
    return all(word in _COURTESY or len(word) <= _SHORT for word in words_of(f"{before} {after}"))


def bare(line: str) -> str:
    """A value without the signs and polite words around it: "9,9" for "at (9,9) please"."""
    if not _DIGITS.search(line) or any(word not in _COURTESY and len(word) > _SHORT for word in words_of(line)):
        return line
    return _WORD.sub("", line).strip(" ()[].!,;")


def yes_or_no(line: str) -> bool | None:
    """What a line answers to a yes-or-no question: "Yes, fine with me", "No, sorry". None if that is not clear."""
    words = words_of(_FINE.sub("yes", line.casefold().translate(_SIGNS)))
    head = words[1:] if words[:1] and words[0] in _IT else words
    answers = {word in _YES for word in words if word in _YES | _NO}
    if not head or head[0] not in _YES | _NO or len(answers) > 1 or "?" in line or _DOUBT & {*words}:
        return None
    return head[0] in _YES


def after_number(line: str) -> str:
    """What stands behind the number of a line, without what leads over to it: "Hello!" of "5 please, and hello!"."""
    return _begun(_DIGITS.split(line, maxsplit=1)[-1])


def parted(line: str) -> tuple[str, str]:
    """A value, and what is said to people behind it: "at 0,2 please" and "Sorry!" of "at 0,2 please, and sorry!"."""
    value, _, said = (_ASIDE.sub("\n", line, count=1)).partition("\n")
    return value, _begun(said)


def _begun(words: str) -> str:
    rest = words[_LEAD.match(words).end() :]  # type: ignore[union-attr]
    return rest[:1].upper() + rest[1:]


def is_for_people(line: str, known: str) -> bool:
    """Do these words begin with a greeting, an apology and the like, and say more than thanks? Not if one of them is a
    word of `known`, the choices: they may be secret."""
    words, choices = {*words_of(line)}, {*words_of(known)} - _COURTESY
    is_known = any(_is_same_word(word, own) for word in words - _COURTESY for own in choices if len(own) >= _LONG)
    is_more_than_thanks = bool(words - _COURTESY | words & _GREETINGS)
    return bool(_TO_PEOPLE.match(line)) and is_more_than_thanks and not is_known and not _DIGITS.search(line)


def is_more(line: str, known: str, least: int) -> bool:
    """Do at least so many words say something else than the choices?"""
    words = words_of(line)
    return len(words) >= least and bool({*words} - _COURTESY - {*words_of(known)})


def meant(line: str, labels: Sequence[str]) -> int | None:
    """The choice that a line names, apart from polite words or a typing error, as an index."""
    said = " ".join(line.casefold().split())[:200]
    if "?" in said or _DOUBT & {*words_of(said)}:
        return None
    bare = _bare(said)
    same = [place for place, label in enumerate(labels) if bare and _bare(label) == bare]
    ways = [(_bare(label), _bare(_NOTE.sub("", label))) for label in labels]
    close = same or [place for place, own in enumerate(ways) if any(_is_misspelt(bare, one) for one in own)]
    return close[0] if len(close) == 1 else None


def _is_misspelt(said: str, label: str) -> bool:
    """Is each word of the label there, apart from typing errors in long words?"""
    words, own = said.split(), label.split()
    return bool(words) and len(words) == len(own) and all(map(_is_same_word, words, own))


def _is_same_word(said: str, own: str) -> bool:
    if said == own:
        return True
    if len(own) < _LONG or said[0] != own[0] or _DIGITS.search(said + own):
        return False
    return SequenceMatcher(None, said, own).ratio() >= _ALIKE


def _bare(line: str) -> str:
    """The line without polite words and signs."""
    return " ".join(word for word in re.findall(r"[\w'’-]+", line) if word not in _COURTESY)
