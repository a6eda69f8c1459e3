"""Computes the difference between the HTML a page has and the new HTML, so that pushes stay small.

HTML is split before each tag, and offsets count tags: Python and browsers count characters differently. Small parts are
also compared with older versions, because content comes back (a hidden hand, say). static/deltas.js applies it.
"""

import zlib
from itertools import compress, count
from operator import ne
from sys import getsizeof

import msgspec

from config.memory_cache import BoundedCache

BEYOND = "\U00010000"  # from here on a character counts as two in a browser
LEAST = 12  # characters that are worth a reference
KEPT = 250  # tags that both sides remember per part, or as many as the part has
KEPT_OF = {"status": 100, "decision": 400}  # text of the status seldom comes back, that of forms after a move or two
OWN = ("status", "decision")  # parts that are hardly ever the same for two viewers
Delta = list[int | str | list[int | str]]
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(dict[str, str]).decode
# The key holds both texts again.
_news: BoundedCache[tuple[Delta, str]] = BoundedCache(128, 4_000_000, lambda made: 3 * getsizeof(made[1]))


class Sent:
    """The HTML that a page has been sent, by part: of each the newest text, with older tags after it.

    It is most of what an open page needs in memory. While a page rests it is kept compressed, at a tenth of its size.
    """

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._lengths: dict[str, int] = {}  # of the newest text
        self._packed = b""

    def has(self, name: str, html: str) -> bool:
        """Is this what was last sent?"""
        return self._lengths.get(name) == len(html) and self._unpacked()[name].startswith(html)

    def update(self, name: str, html: str) -> str | Delta:
        """The message that turns this part into `html`, which must differ from what was last sent."""
        texts = self._unpacked()
        known = texts.get(name)
        self._lengths[name] = len(html)
        if known is None:
            texts[name] = html
            return html
        make = news if name in OWN else shared_news
        made, texts[name] = make(known, html, KEPT_OF.get(name, KEPT))
        return made

    def forget(self, name: str) -> None:
        """Make the next send include this part even if it has not changed."""
        self._lengths.pop(name, None)

    def pack(self) -> bool:
        """Compress it until it is needed again, in about a millisecond. False if it was compressed already."""
        if not self._texts:
            return False
        self._packed, self._texts = zlib.compress(_encode(self._texts), 1), {}
        return True

    def _unpacked(self) -> dict[str, str]:
        if self._packed:
            self._texts, self._packed = _decode(zlib.decompress(self._packed)), b""
        return self._texts


def news(known: str, html: str, most: int) -> tuple[Delta, str]:
    """The delta from `known` to `html`, and the text to compare with next time (`most` tags, or all of `html`)."""
    old, new = known.split("<"), html.split("<")
    return delta(old, new), "<".join([html, *old[: max(0, most - len(new))]])


def shared_news(known: str, html: str, most: int) -> tuple[Delta, str]:
    """The same, kept for a moment, because most parts change in the same way for all viewers."""
    return _news.get_or_make((known, html, most), lambda: news(known, html, most))


def delta(old: list[str], new: list[str]) -> Delta:
    """How to build the new tags from the old: a string is new text; a pair of numbers copies old tags (how many to skip
    since the last one that was used, how many to copy); a list is an old tag with a new middle: how many to skip, how
    many characters to keep at each end, and the new text. Text that repeats itself is left to the compression.
    """
    places: dict[str, int] = {}
    made: Delta = []
    at = place = used = 0  # positions in the old and in the new HTML, and after the last old tag that was used
    most, end = len(old), len(new)
    while place < end:
        tag = new[place]
        if at >= most or old[at] != tag:
            places = places or dict(zip(reversed(old), range(most - 1, -1, -1), strict=True))
            start = _start(old, new, at, place, places)
            if start < 0:
                if at < most and (changed := _middle(tag, old[at])):
                    made.append([at - used, *changed])
                    used = at + 1
                elif made and isinstance(made[-1], str):
                    made[-1] += "<" + tag
                else:
                    made.append(tag)
                at, place = at + 1, place + 1
                continue
            at = start
        begin = at
        while place < end and at < most and old[at] == new[place]:
            at, place = at + 1, place + 1
        made += (begin - used, at - begin)
        used = at
    return made


def _start(old: list[str], new: list[str], at: int, place: int, places: dict[str, int]) -> int:
    """Where the old HTML matches the new HTML from `place` on; -1 if nowhere, or for too short a match."""
    tag = new[place]
    start = places.get(tag, -1)
    if start < 0 or len(tag) >= LEAST:
        return start
    following = new[place + 1] if place + 1 < len(new) else ""
    for nearby in (at + 1, at - 1, start):  # a tag was removed or added
        if 0 <= nearby < len(old) - 1 and old[nearby] == tag and old[nearby + 1] == following:
            return nearby
    return -1


def _middle(tag: str, old: str) -> tuple[int, int, str] | None:
    """How many characters to keep at each end of the old tag, and the new text between; None if the tag is shorter."""
    if tag[:6] == old[:6] and ((tag.isascii() and old.isascii()) or max(tag + old) < BEYOND):
        head = _common_prefix(tag, old)
        tail = _common_prefix(tag[:head:-1], old[:head:-1])
        if head + tail > LEAST + 4:
            return head, tail, tag[head : len(tag) - tail]
    return None


def _common_prefix(one: str, other: str) -> int:
    """The length of the common prefix."""
    return next(compress(count(), map(ne, one, other)), min(len(one), len(other)))
