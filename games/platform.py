"""What the platform itself writes into the log of a match, in words. The games know nothing of it."""

from collections.abc import Callable, Sequence
from typing import Any

from games import pace
from games.kernel.types import Event

PREFIX = "play."  # before the kind of each of these events
Names = Sequence[str]


def event(kind: str, clause: str, **data: Any) -> Event:
    """A line of the platform for the log; `data` holds only what everybody may know."""
    return Event(kind=PREFIX + kind, clause=clause, data=data)


def story(event: Event, names: Names) -> str:
    """The line in words."""
    return _WORDS[event.kind.removeprefix(PREFIX)](event.data, names)


def _stood_still(data: dict[str, Any], names: Names) -> str:
    return f"Playpost stood still for {pace.in_words(data['seconds'])}. All deadlines were moved by as much."


def _came_back(data: dict[str, Any], names: Names) -> str:
    name = names[data["seat"]]
    gap = pace.in_words(data["seconds"])
    return f"The letter to {name} came back. The clock starts anew, once: the deadline moves by {gap}."


def _away(data: dict[str, Any], names: Names) -> str:
    first, last = data["first"], data["last"]
    days = f"on {first}" if first == last else f"from {first} to {last}"
    return f"{names[data['seat']]} is away {days}. The clock stands still on these days."


def _back(data: dict[str, Any], names: Names) -> str:
    return f"{names[data['seat']]} is not away from {data['first']} to {data['last']} after all. The clock runs again."


_WORDS: dict[str, Callable[[dict[str, Any], Names], str]] = {
    "stood_still": _stood_still,
    "came_back": _came_back,
    "away": _away,
    "back": _back,
}
