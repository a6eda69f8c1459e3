"""Reads emails that anybody may have written, correct or not: their text, and what a person sees of their HTML."""

import re
from collections.abc import Iterator
from email.message import Message as Mime

MOST_OF_HEADER = 20_000  # characters that are read
_ADDRESS = re.compile(r"[^\s<>,;:()\"]{1,200}@[^\s<>,;:()\"]{1,200}")
# Parts of HTML that nobody sees, and comments. Each pattern matches one tag, so that no email takes quadratic time.
_HIDING = re.compile(r"<!--|(-->)|<(/?)(style|script|title|template)\b[^<>]*>", re.IGNORECASE)


def text_of(message: Mime, kind: str) -> str:
    """The first body of this kind ("text/plain", "text/html") with a word in it, in an encoding that may be wrong or
    unknown. A phone begins with an empty one if there is a picture first."""
    parts = (part for part in _own_parts(message) if part.get_content_type() == kind)
    bodies = (part for part in parts if part.get_content_disposition() != "attachment")
    return next((text for part in bodies if (text := _text(part)).strip()), "")


def _own_parts(message: Mime) -> Iterator[Mime]:
    """The parts of an email, but none of another email that is attached."""
    yield message
    for part in message.get_payload() if message.get_content_maintype() == "multipart" else []:
        if isinstance(part, Mime):
            yield from _own_parts(part)


def _text(part: Mime) -> str:
    raw = part.get_payload(decode=True)
    return _decoded(raw, part.get_content_charset("utf-8")) if isinstance(raw, bytes) else ""


def _decoded(raw: bytes, charset: str) -> str:
    try:
        return raw.decode(charset, "replace")
    except (LookupError, ValueError):  # no such encoding, or not one of text
        return raw.decode("utf-8", "replace")


def failure_of(message: Mime) -> str:
    """The status code of a report that an email could not be delivered (RFC 3464), such as 5.1.1; "" if it is none."""
    for part in message.walk():
        blocks = part.get_payload() if part.get_content_type() == "message/delivery-status" else []
        for block in blocks if isinstance(blocks, list) else []:
            if isinstance(block, Mime) and str(block.get("Action", "")).strip().lower() == "failed":
                return str(block.get("Status", "")).strip() or "5.0.0"
    return ""


def addresses_in(message: Mime, header: str) -> list[str]:
    """The addresses in a header. Libraries fail at headers that break the rules, so this one only looks for @ signs."""
    found = (str(value) for name, value in message.raw_items() if name.lower() == header)
    return _ADDRESS.findall(", ".join(found)[:MOST_OF_HEADER])


def headers_of(message: Mime) -> dict[str, str]:
    """The headers as text."""
    return {name: str(value) for name, value in message.raw_items()}


def storable(text: str) -> str:
    """The text without characters that cannot be stored or sent: NUL and halves of characters."""
    return text.encode("utf-8", "replace").decode().replace("\0", "")


def seen(html: str) -> str:
    """The HTML without style sheets, scripts and comments."""
    shown, hides, end = [], "", 0
    for found in _HIDING.finditer(html):
        kind, is_end = (found[3] or "--").lower(), bool(found[1] or found[2])
        if not hides and not is_end:
            shown.append(html[end : found.start()])
            hides = kind
        elif hides == kind and is_end:
            hides, end = "", found.end()
    return "".join(shown) + ("" if hides else html[end:])
