"""Where other apps register their news and deadlines; this app knows no matches.

@news.announcer("turn")
def your_turn(data, user) -> News | None: ...

news.deadlines.append(function)      # (user) -> list of Deadline
news.titles.append(function)         # (match ids) -> {match id: name}
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import User


@dataclass(frozen=True, slots=True)
class News:
    """One thing to tell, in words that may stand in a public channel: no hand, no choice, nothing hidden.

    `url` is a path of this site; `tag` is the same for news that replace each other on a device.
    """

    title: str
    text: str
    url: str
    tag: str
    due: datetime | None = None


@dataclass(frozen=True, slots=True)
class Deadline:
    """An open decision of a person, for the calendar. `key` never changes, `moved` grows when `due` does."""

    key: str
    title: str
    text: str
    url: str
    asked: datetime
    due: datetime


Announcer = Callable[[Mapping[str, Any], User], News | None]
announcers: dict[str, Announcer] = {}  # by kind
deadlines: list[Callable[[User], list[Deadline]]] = []
titles: list[Callable[[Iterable[str]], Mapping[str, str]]] = []


def announcer(kind: str) -> Callable[[Announcer], Announcer]:
    """Register who words notices of this kind. It looks again and returns None if the reason is gone."""

    def register(function: Announcer) -> Announcer:
        announcers[kind] = function
        return function

    return register


def deadlines_of(user: User) -> list[Deadline]:
    """All deadlines of this person, the next one first."""
    return sorted((one for find in deadlines for one in find(user)), key=lambda one: one.due)
