"""Sentences that know their readers, helpers for wording, and a check for text that cannot be seen.

A sentence about players is written once, for everybody. Where it differs for one seat it holds a mark with both
wordings: `either(1, "you", "Ben")`. `read_by` leaves the one that a reader is to see; a page that is the same for all
viewers keeps the marks until it reaches the browser (static/deltas.js).
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
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
    """ "Ada’s"; "Your" for the reader."""
    return "Your" if seat == reader else f"{names[seat]}’s"


MARK = re.compile("\x02(\\d+);([^|\x03]*)(?:[|]([^\x03]*))?\x03")  # a seat, the text for it and the text for all others
_MARKS = str.maketrans("", "", "\x02\x03")
_BEGINS = re.compile(r"(?:^|[.!?][”)]? )$")  # the next word begins a sentence


def either(seat: int, mine: str, others: str) -> str:
    """A mark: `mine` for the player of this seat, `others` for every other reader."""
    return f"\x02{seat};{mine}|{others}\x03"


def read_by(words: str, seat: int | None) -> str:
    """The text as the player of this seat reads it; None: a spectator."""
    return (
        MARK.sub(lambda mark: mark[2] if int(mark[1]) == seat else mark[3] or "", words) if "\x02" in words else words
    )


def only_for_others(words: str, seats: Collection[int]) -> str:
    """The text without its marks for these seats, whose players are not the ones it speaks of."""
    return MARK.sub(lambda mark: mark[3] or "" if int(mark[1]) in seats else mark[0], words) if seats else words


def continued(start: str, words: str) -> str:
    """A sentence after a start such as "Clock: ", so that it begins with a small "you"."""
    return start + re.sub("^(\x02\\d+;)Y", r"\1y", words)


class Sentences:
    """Writes sentences about players, with marks for their readers. Templates stand in a title's phrases.toml:

        {seat:name}             Ben; you. A capital "You" begins a sentence.
        {seat:name's}           Ben’s; your
        {seats:names}           Ada, Ben and Cy; Ada, you and Cy; nobody
        {passes|pass}           agrees with the players named last by :name or :names, so do {their|your}, {is|are}
        {seat:passes|pass}      agrees with this player, wherever the name stands
        {count:# card|# cards}  1 card; 2 cards
        {fact:word}             the fact in words, by the function given as `word`
        {fact}, {2}             the fact as it is; the name of seat 2

    Names and facts are never read as templates, and what players write never holds marks: the kernel refuses control
    characters in it. `name`, `whose`, `listed` and `does` are the same for code.
    """

    def __init__(self, names: Sequence[str], **words: Callable[[Any], str]) -> None:
        self._names, self._words = [name.translate(_MARKS) for name in names], words

    def name(self, seat: int, begins: bool = False) -> str:
        """ "Ben" or "you"."""
        return either(seat, "You" if begins else "you", self._names[seat])

    def whose(self, seat: int, begins: bool = False) -> str:
        """ "Ben’s" or "your"."""
        return either(seat, "Your" if begins else "your", f"{self._names[seat]}’s")

    def listed(self, seats: Iterable[int], begins: bool = False) -> str:
        """ "Ada, Ben and Cy" or "Ada, you and Cy"; "nobody"."""
        return joined([self.name(seat, begins and not place) for place, seat in enumerate(seats)])

    @staticmethod
    def does(seats: Sequence[int], others: str, mine: str) -> str:
        """The verb for these players: `does([2], "passes", "pass")`."""
        return mine if len(seats) > 1 else either(seats[0], mine, others) if seats else others

    def say(self, template: str, facts: Mapping[str, Any] | None = None, **more: Any) -> str:
        """Fill in a template with facts, such as the data of an event."""
        return self._told(template, {**(facts or {}), **more}, begins=True)

    def part(self, template: str, facts: Mapping[str, Any] | None = None, **more: Any) -> str:
        """The same for a part of a sentence, which begins with a small "you"."""
        return self._told(template, {**(facts or {}), **more}, begins=False)

    def _told(self, template: str, given: Mapping[str, Any], begins: bool) -> str:
        told = ""
        named: Sequence[int] = ()
        for literal, field, how in _parsed(template):
            told += literal
            if field is None:
                continue
            if "|" in field:
                told += self.does(named, *field.split("|"))
                continue
            value: Any = int(field) if field.isdigit() else _fact(field, given)
            if how in ("name", "names"):
                named = [value] if how == "name" else list(value)
            told += self._filled(value, how, _BEGINS.search(told) is not None if told else begins)
        return told

    def _filled(self, value: Any, how: str, begins: bool) -> str:
        """A fact in words."""
        if how == "name":
            return self.name(value, begins)
        if how == "name's":
            return self.whose(value, begins)
        if how == "names":
            return self.listed(value, begins)
        if "#" in how:
            one, many = how.split("|")
            return (one if value == 1 else many).replace("#", str(value))
        if "|" in how:
            return self.does([value], *how.split("|"))
        return self._words[how](value) if how else str(value)


def of_seats(**words: Callable[[Any], str]) -> Sentences:
    """Sentences for those who do not know the names: previews and choices have "{2}" for the name of seat 2."""
    return Sentences([f"{{{seat}}}" for seat in range(10)], **words)


@lru_cache(maxsize=2000)
def _parsed(template: str) -> list[tuple[str, str | None, str]]:
    """The parts of a template: text, then a field, or None, and how to word it."""
    parts = []
    for literal, field, how, _ in Formatter().parse(template):
        parts.append((literal, field, how or ("name" if field and field.isdigit() else "")))
    return parts


def _fact(field: str, facts: Mapping[str, Any]) -> Any:
    """A fact by its name, which may go deeper: "targets[0]"."""
    return Formatter().get_field(field, (), facts)[0] if "[" in field or "." in field else facts[field]
