"""Registers the news and deadlines of other apps; this app knows nothing about matches.

@news.announcer("turn")
def your_turn(data, user) -> NoticeText | None: ...

news.deadlines.append(function)      # (user) -> list of Deadline
news.titles.append(function)         # (match ids) -> {match id: name}
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import User


@dataclass(frozen=True, slots=True)
class NoticeText:
    """The text of a notice. It may appear in a public channel, so it must contain nothing hidden: no hands, no choices.

    `url`: a path on this site; `tag`: the same for notices that replace each other on a device; `waiting`: how many
    games wait for this person, for the icon of the app (0: not said).
    """

    title: str
    text: str
    url: str
    tag: str
    due: datetime | None = None
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class Deadline:
    """An open decision of a person, for the calendar. `key` never changes."""

    key: str
    title: str
    text: str
    url: str
    asked: datetime
    due: datetime


Announcer = Callable[[Mapping[str, Any], User], NoticeText | None]
announcers: dict[str, Announcer] = {}  # by kind
deadlines: list[Callable[[User], list[Deadline]]] = []
titles: list[Callable[[Iterable[str]], Mapping[str, str]]] = []


def announcer(kind: str) -> Callable[[Announcer], Announcer]:
    """Register the function that renders notices of this kind. It returns None if the reason no longer holds."""

    def register(function: Announcer) -> Announcer:
        announcers[kind] = function
        return function

    return register


def deadlines_of(user: User) -> list[Deadline]:
    """All deadlines of this person, the earliest first."""
    return sorted((one for find in deadlines for one in find(user)), key=lambda one: one.due)
