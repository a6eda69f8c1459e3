"""What the page does with the news of its table (static/deltas.js), for clients of tests."""

import msgspec

from games.kernel.words import read_by
from games.sockets.deltas import KEPT, KEPT_OF, Delta


class Parts(dict[str, str]):
    """The parts of a page by name."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}
        self.between: dict[str, str] = {}  # what the newest message shows before its parts

    def hear(self, message: str | bytes, only: str = "") -> str:
        """Take what has changed, in this part alone or in all. Returns the news of the log."""
        sent = msgspec.json.decode(message)
        self.between = self._take(sent.get("between", {}), sent.get("me"), only)
        self.update(self._take(sent.get("parts", {}), sent.get("me"), only))
        return read_by(str(sent.get("news", "")), sent.get("me"))

    def _take(self, parts: dict[str, str | Delta], me: int | None, only: str) -> dict[str, str]:
        taken = {}
        for name, part in parts.items():
            if only not in ("", name):
                continue
            known = self._known.get(name, "")
            whole = part if isinstance(part, str) else apply(known, part)
            self._known[name] = _remembered(known, whole, KEPT_OF.get(name, KEPT)) if known else whole
            taken[name] = read_by(whole, me)
        return taken


def _remembered(known: str, html: str, most: int) -> str:
    tags = html.split("<")
    return "<".join([*tags, *known.split("<")[: max(0, most - len(tags))]])


def apply(was: str, made: Delta) -> str:
    """The new HTML."""
    old, parts, at = was.split("<"), iter(made), 0
    tags: list[str] = []
    for part in parts:
        if isinstance(part, str):
            tags += part.split("<")
            continue
        skip, *middle = part if isinstance(part, list) else (part,)
        at += int(skip)
        if middle:
            head, tail, text = middle
            tags.append(old[at][: int(head)] + str(text) + old[at][len(old[at]) - int(tail) :])
            at += 1
        else:
            count = int(next(parts))  # type: ignore[call-overload]
            tags += old[at : at + count]
            at += count
    return "<".join(tags)
