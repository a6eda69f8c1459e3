"""What the platform itself writes into the log of a match, in words. The games know nothing of it."""

from collections.abc import Callable, Sequence
from typing import Any

from games.clocks import time_control
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
    return f"Playpost was down for {time_control.in_words(data['seconds'])}. All deadlines moved by as much."


def _came_back(data: dict[str, Any], names: Names) -> str:
    name = names[data["seat"]]
    gap = time_control.in_words(data["seconds"])
    return f"The email to {name} came back. The clock starts again, once: the deadline moves by {gap}."


def _away(data: dict[str, Any], names: Names) -> str:
    first, last = data["first"], data["last"]
    days = f"on {first}" if first == last else f"from {first} to {last}"
    return f"{names[data['seat']]} is away {days}. The clock is paused on these days."


def _back(data: dict[str, Any], names: Names) -> str:
    return f"{names[data['seat']]} is not away from {data['first']} to {data['last']} after all. The clock runs again."


ASKS = {
    "pause": "for a pause of {length}",
    "time": "for {length} more",
    "undo": "to take back the last move",
    "live": "to play live now, {length} for each move",
}


def _asks(data: dict[str, Any], names: Names) -> str:
    what = ASKS[data["what"]].format(length=time_control.in_words(data["seconds"]))
    return f"{names[data['seat']]} asks {what}."


def _paused(data: dict[str, Any], names: Names) -> str:
    return f"Everybody agreed: the clocks are paused until {data['until']} (UTC)."


def _goes_on(data: dict[str, Any], names: Names) -> str:
    return f"{names[data['seat']]} ends the pause. The clocks run again."


def _more_time(data: dict[str, Any], names: Names) -> str:
    return f"Everybody agreed: {names[data['seat']]} gets {time_control.in_words(data['seconds'])} more."


def _taken_back(data: dict[str, Any], names: Names) -> str:
    return f"Everybody agreed: {names[data['seat']]} takes back the last move."


def _plays_live(data: dict[str, Any], names: Names) -> str:
    length = time_control.in_words(data["seconds"])
    return f"Everybody is here and agreed: the table plays live, {length} for each move."


def _by_post(data: dict[str, Any], names: Names) -> str:
    who = " and ".join(names[seat] for seat in data.get("seats", ()))
    why = {
        "gone": f"{who} left the table",
        "asked": f"{who} stopped live play",
        "late": "Somebody ran out of time in live play",
        "heir": "A seat gets a new player",
    }[data["why"]]
    return f"{why}. The match goes on as a correspondence game. Each clock has what it had left before."


def _no_deal(data: dict[str, Any], names: Names) -> str:
    name = names[data["seat"]]
    return f"{name} withdraws the request." if data["outcome"] == "withdrawn" else f"{name} declines."


def _took_over(data: dict[str, Any], names: Names) -> str:
    return f"{data['was']} missed {data['misses']} turns in a row. {data['now']} takes over the seat."


def _passed_on(data: dict[str, Any], names: Names) -> str:
    return f"{data['was']} passes on the seat. {data['now']} takes it over."


def _left_at_start(data: dict[str, Any], names: Names) -> str:
    return (
        f"{data['was']} left before their first move. The match had started while they were away, so it costs them "
        f"nothing. {data['now']} takes over the seat."
    )


_WORDS: dict[str, Callable[[dict[str, Any], Names], str]] = {
    "stood_still": _stood_still,
    "came_back": _came_back,
    "away": _away,
    "back": _back,
    "asks": _asks,
    "paused": _paused,
    "goes_on": _goes_on,
    "more_time": _more_time,
    "taken_back": _taken_back,
    "plays_live": _plays_live,
    "by_post": _by_post,
    "no_deal": _no_deal,
    "took_over": _took_over,
    "passed_on": _passed_on,
    "left_at_start": _left_at_start,
}
