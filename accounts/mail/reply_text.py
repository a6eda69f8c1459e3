"""What somebody wrote in a reply: above the quoted email, and below it; without signatures and greetings."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from html import unescape
from typing import NamedTuple
from unicodedata import decimal

from accounts.mail import mime

MOST_TEXT = 20_000  # characters that are read
MOST_HTML = 200_000  # characters that are read before tags are removed
MOST_LINE = 1000  # characters per line
MOST_LINES = 40  # lines per answer
MOST_ASIDE = 5  # lines below a quote: more are a disclaimer
_PART = re.compile(r"([0-9]{1,2}) ?: *(.*)")
_CHOSEN = re.compile(
    r"\W{0,3}(?:(?:option|choice|number|nr|no|i (?:choose|take|play))\.? )?#?([0-9]{1,3})(?![0-9]|[:.,/-][0-9])\b.*",
    re.IGNORECASE,
)
# [^<>] stops at the next "<": otherwise an email full of "<" would take quadratic time.
_BREAK = re.compile(r"<(?:br|/p|/div|/tr|/li)[^<>]*>", re.IGNORECASE)
_TAG = re.compile(r"<[^<>]*>")
_QUOTED = re.compile(r"<(/?)blockquote\b[^<>]*>", re.IGNORECASE)
_INVISIBLE = dict.fromkeys(
    [0xAD, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), 0x2060, *range(0x2066, 0x206A), 0x20E3, 0xFE0F, 0xFEFF]
)
_END = re.compile(
    r"-{2,} ?$|_{10,}|-{3,} ?\w|\*?(from|von|gesendet|de|da|van|fra|från)\s?:|sent (from|with) |"
    r"von meinem .{1,30}gesendet|envoyé de(puis)? mon|enviado (desde|do) m|inviato da|verstuurd vanaf|"
    r"skickat från|sendt fra|get outlook for|outlook für|"
    r"[^\d:：<>]{1,25}[:：].{0,150}[<\[](mailto:)?[^\s<>@]+@[^\s<>@]+[>\]]$",  # From: in any language
    re.IGNORECASE,
)
# A paragraph that a phone or a mail program adds, in a language other than ours.
_PROGRAM = re.compile(
    r"(?!.*\b((?-i:I)|is|my|new|our|that|the|your)\b)[^!?,]{0,40}"
    r"(iphone|ipad|galaxy|samsung|huawei|xiaomi|yahoo mail|outlook)[^!?]{0,40}",
    re.IGNORECASE,
)
_ADDRESSED = re.compile(r"[^<>]{4,150}<[^\s<>@]+@[^\s<>@]+>.{0,150}")
_DATED = r"(?<!\d)([12]\d{3}(?!\d)|\d\d?([./-] ?)\d\d?\2\d\d(?!\d))"
_TIMED = re.compile(rf"(?=.*{_DATED}).{{4,150}}\d[:.]\d\d\b.{{2,150}}")
_LABEL = re.compile(r"\w+ ?:")  # a line of a form, such as "hire:"
_WRAPPED = 40  # letters of a line that a mail program has wrapped
_GREETING = re.compile(
    r"(hi|hello|hey|dear|hallo|moin|servus|ciao|bonjour|good (morning|evening|afternoon|day))\b[^0-9:>]{0,40}",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"(?![0-9])\d")  # of other scripts, and wide ones
_OURS = re.compile(r"[0-9]{1,2}[.:)]|.*https?:|Your?\b")  # a line of our own email


class Written(NamedTuple):
    """The lines above the quoted email, and those that speak at the table: below the quote, or one line after ">"."""

    above: list[str]
    aside: list[str]


def written(text: str, html: str, sent: Callable[[], str | None] = str) -> Written:
    """What the sender wrote. Mail programs put it above or below the quote, or mark nothing. `sent` gives the text of
    our email, None if it is not known any more."""
    text = text[:MOST_HTML].strip() or unescape(_TAG.sub("", _BREAK.sub("\n", _unquoted(mime.seen(html[:MOST_HTML])))))
    shown = _DIGIT.sub(lambda found: str(decimal(found[0])), mime.storable(text)[:MOST_TEXT].translate(_INVISIBLE))
    lines = [line.strip() for line in shown.splitlines()]
    above, rest = _above(_spoken(lines, sent))
    aside = _aside(rest, sent)
    while above and not above[-1]:
        above.pop()
    return Written(above, aside)


def _spoken(lines: list[str], sent: Callable[[], str | None]) -> list[str]:
    """The lines, with ">> hello" for a "> hello" that was typed by hand above others: quoted lines that follow are the
    original below its attribution, and neither these nor our email have these words."""
    first, *below = lines[next((place for place, line in enumerate(lines) if line), 0) :] or [""]
    words, quote = first[1:].strip(), _above(below)[1]
    if not first.startswith("> ") or not any(below) or "".join(quote[:1]).startswith(">"):
        return lines
    return lines if _is_ours(words, quote, sent) else [f">{first}", *below]


def _is_ours(words: str, quote: list[str], sent: Callable[[], str | None]) -> bool:
    """Are these words of our email, or of the quote? Our email may tell secrets, so if it is unknown, they are."""
    if _OURS.match(words):
        return True
    ours = sent()
    return ours is None or _has_words("\n".join([*quote, ours]), words)


def _has_words(text: str, words: str) -> bool:
    """Are these words in the text, however either is wrapped and quoted?"""
    text, words = (" ".join(one.replace(">", " ").replace("’", "'").split()).casefold() for one in (text, words))
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None


def _unquoted(html: str) -> str:
    """The HTML with an empty quoted line in place of each quote."""
    shown, depth, end = [], 0, 0
    for tag in _QUOTED.finditer(html):
        if not tag[1] and depth == 0:
            shown.append(html[end : tag.start()] + "\n&gt;\n")
        depth = max(depth + (-1 if tag[1] else 1), 0)
        end = tag.end()
    return "".join(shown) + ("" if depth else html[end:])


def _above(lines: list[str]) -> tuple[list[str], list[str]]:
    """(the lines above the quote, those from the quote on: empty if there is none or where it ends is unknown)."""
    for place, line in enumerate(lines):
        if _END.match(line) or (_PROGRAM.fullmatch(line) and place and not lines[place - 1]):
            return lines[:place], []
        if line.startswith(">") and not line.startswith(">>"):
            begin = _said_by(lines[:place])
            return lines[:begin], lines[begin:]
        if _is_said_by(lines, place) and not next(filter(None, lines[place + 1 :]), "").startswith(">"):
            return lines[: _said_by(lines[: place + 1])], []
    return lines, []


def _is_said_by(lines: list[str], place: int) -> bool:
    """Does this line say who wrote what follows, even if that is not marked as a quote? It has an address, or a date
    and a time."""
    line, wrapped = lines[place], " ".join(lines[max(place - 1, 0) : place + 1])
    return _ends(line) and any((_TIMED.fullmatch(line), _ADDRESSED.fullmatch(line), _ADDRESSED.fullmatch(wrapped)))


def _ends(line: str) -> bool:
    return line.endswith((":", "："))


def _said_by(lines: list[str]) -> int:
    """Where the lines begin that say who wrote the quote below: "On Monday Ben wrote:". They end with a colon, as
    nothing else does there but the label of a form; if they are wrapped, they begin with a date."""
    end = next((at + 1 for at in reversed(range(len(lines))) if lines[at]), 0)
    if not end or not _ends(lines[end - 1]):
        return len(lines)
    is_label = _LABEL.fullmatch(lines[end - 1])
    for begin in range(end - 1, max(end - 4, -1), -1):
        line, before = lines[begin], lines[begin - 1] if begin else ""
        words = [word for word in " ".join(lines[begin:end]).split() if "@" not in word]
        is_dated = re.search(r"\d", " ".join(words)) and not (is_label and begin == end - 1)
        if is_dated and "·" not in before:  # which is in the names of our senders, and in little else
            return begin
        if not (line.startswith("<") or before.endswith("<") or len(before) >= _WRAPPED):
            break
    return len(lines) if is_label else end - 1


def _aside(lines: list[str], sent: Callable[[], str | None]) -> list[str]:
    """The lines after a quote, each block below an empty line: what follows directly may be the rest of a long quoted
    line, up to the head of another quote. A single quoted line without anything below was typed by hand, unless our
    email has it: "> hello"."""
    if len([line for line in lines if line]) == 1 and lines[0].startswith("> "):
        words = lines[0][1:].strip()
        return [] if _is_ours(words, [], sent) else [words[:MOST_LINE]]
    found: list[str] = []
    is_own = False
    for place, line in enumerate(lines):
        if _END.match(line):
            break
        if is_own and _is_said_by(lines, place):
            del found[len(found) - place + _said_by(lines[: place + 1]) :]
            break
        is_own = not line.startswith(">") and (is_own or not line)
        if line and is_own:
            found.append(line[:MOST_LINE])
    return found if len(found) <= MOST_ASIDE else []


def read_lines(lines: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """(the first block of lines, lines for the chat, which start with >>, lines below the block). Greetings are left
    out."""
    first: list[str] = []
    greeting: list[str] = []
    said: list[str] = []
    more: list[str] = []
    is_closed = False
    for line in lines:
        if line.startswith(">>") and line.lstrip("> "):
            said.append(line.lstrip("> "))
        elif line and is_closed:
            more.append(line[:MOST_LINE])
        elif line and not first and not greeting and _GREETING.fullmatch(line):
            greeting.append(line)
        elif line:
            first.append(line[:MOST_LINE])
        is_closed = is_closed or (bool(first) and not line)
    return tuple((first or greeting)[:MOST_LINES]), tuple(said[:10]), tuple(more[:MOST_LINES])


def by_part(lines: Iterable[str], parts: Collection[int]) -> dict[int, list[str]]:
    """The lines for each part of a combined email: "2: 5" and the lines below it are for the second part."""
    found: dict[int, list[str]] = {}
    own: list[str] = []  # lines above the first number are ignored
    for line in lines:
        begun = _PART.fullmatch(line)
        if begun and int(begun[1]) in parts:
            own = found.setdefault(int(begun[1]), [])
        own.append(begun[2] if begun and int(begun[1]) in parts else line)
    return found


def by_number(lines: Iterable[str], numbers: Mapping[int, range]) -> dict[int, list[str]]:
    """The lines for each part of a combined email by the numbers of its choices: "7" and the lines below it are for the
    part that has a choice 7."""
    found: dict[int, list[str]] = {}
    own: list[str] = []
    for line in lines:
        begun = _CHOSEN.fullmatch(line)
        part = next((part for part, own in numbers.items() if begun and int(begun[1]) in own), None)
        if part is not None:
            own = found.setdefault(part, [])
        own.append(line)
    return found
