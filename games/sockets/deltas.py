"""Computes what changed in a part of a page, so that a push sends the difference to what the page has.

HTML is cut before each tag, so places count tags and not letters: a browser counts letters in another way. A part is
compared with itself as it was and, if it is small, with what it was before that: a hand that is hidden comes back.
The other half is static/deltas.js.
"""

from functools import lru_cache
from itertools import compress, count
from operator import ne

LEAST = 12  # letters that are worth a reference
KEPT = 250  # tags of a part that a page and we remember, if the part itself has not more
KEPT_OF = {"status": 100}  # its words seldom come back
Delta = list[int | str | list[int | str]]


class Sent:
    """What a page has been sent, by part."""

    def __init__(self) -> None:
        self.parts: dict[str, str] = {}
        self._known: dict[str, str] = {}

    def update(self, name: str, html: str) -> str | Delta:
        """The message for this part, which differs from what was sent before."""
        known = self._known.get(name)
        self.parts[name] = html
        if known is None:
            self._known[name] = html
            return html
        made, self._known[name] = news(known, html, KEPT_OF.get(name, KEPT))
        return made

    def forget(self, name: str) -> None:
        """Send this part again even if it is the same."""
        self.parts.pop(name, None)


@lru_cache(128)  # most parts change alike for all viewers
def news(known: str, html: str, most: int) -> tuple[Delta, str]:
    """The message for a part that becomes this, and what it is compared with from now on: so many tags at most."""
    old, new = known.split("<"), html.split("<")
    return delta(old, new), "<".join([html, *old[: max(0, most - len(new))]])


def delta(old: list[str], new: list[str]) -> Delta:
    """How to make the new tags out of the old: new text; two numbers, for so many old tags from there; a list of three
    for an old tag of which so many letters at its begin and at its end stay.
    """
    places: dict[str, int] = {}
    made: Delta = []
    at = place = 0  # where the next tag should be in the old HTML; the next tag of the new one
    most, end = len(old), len(new)
    while place < end:
        tag = new[place]
        if at >= most or old[at] != tag:
            places = places or dict(zip(reversed(old), range(most - 1, -1, -1), strict=True))
            start = _start(old, new, at, place, places)
            if start < 0:
                _add(made, tag, old[at] if at < most else "", at)
                at, place = at + 1, place + 1
                continue
            at = start
        begin = at
        while place < end and at < most and old[at] == new[place]:
            at, place = at + 1, place + 1
        made += (begin, at - begin)
    return made


def _start(old: list[str], new: list[str], at: int, place: int, places: dict[str, int]) -> int:
    """Where the old HTML goes on like the new one from `place`; -1 if nowhere, or only for a word."""
    tag = new[place]
    start = places.get(tag, -1)
    if start < 0 or len(tag) >= LEAST:
        return start
    following = new[place + 1] if place + 1 < len(new) else ""
    for nearby in (at + 1, at - 1, start):  # a tag has gone, or come
        if 0 <= nearby < len(old) - 1 and old[nearby] == tag and old[nearby + 1] == following:
            return nearby
    return -1


def _add(made: Delta, tag: str, old: str, at: int) -> None:
    """Add new text, as what changed within the old tag in its place where that is shorter."""
    if tag[:6] == old[:6] and tag.isascii() and old.isascii():
        head = _alike(tag, old)
        tail = _alike(tag[:head:-1], old[:head:-1])
        if head + tail > LEAST + 4:
            made.append([at, head, tail, tag[head : len(tag) - tail]])
            return
    if made and isinstance(made[-1], str):
        made[-1] += "<" + tag
    else:
        made.append(tag)


def _alike(one: str, other: str) -> int:
    """How many letters at the begin are the same."""
    return next(compress(count(), map(ne, one, other)), min(len(one), len(other)))
