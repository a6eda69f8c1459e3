"""The wording of log lines that the platform itself writes. The games know nothing about them."""

from collections.abc import Sequence
from typing import Any

from games.clocks import time_control
from games.kernel.types import Event

PREFIX = "play."  # of the kinds of these events
_WORDS = {
    "stood_still": "Playpost was down for {length}. All deadlines were extended by that much.",
    "came_back": "The email to {name} came back. This once, the clock starts again: the deadline moves by {length}.",
    "told_late": "Emails were down, so {name} was told late. The clock starts again: the deadline moves by {length}.",
    "away": "{name} is away {days}. The clock is paused on these days.",
    "back": "{name} is not away from {first} to {last} after all. The clock runs again.",
    "asks": "{name} asks {asked}.",
    "paused": "Everybody agreed: the clocks are paused until {until} (UTC).",
    "host_paused": "The host of this site paused the match. The clocks stop until {until} (UTC).",
    "goes_on": "{name} ends the pause. The clocks run again.",
    "more_time": "Everybody agreed: {name} gets {length} more.",
    "taken_back": "Everybody agreed: {name} takes back the last move.",
    "plays_live": "Everybody is here and agreed to play live, with {length} for each move.",
    "by_post": "{reason}. The match goes on as a correspondence game. Each clock has the time it had left before.",
    "no_deal": "{name} {verdict}.",
    "took_over": "{was} missed {misses} turns in a row. {now} takes over the seat.",
    "passed_on": "{was} passes the seat on. {now} takes over.",
    "left_at_start": "{was} left before their first move. The match had started while they were away, so it costs them "
    "nothing. {now} takes over the seat.",
}
ASKS = {
    "pause": "for a pause of {length}",
    "time": "for {length} more",
    "undo": "to take back the last move",
    "live": "to play live now, {length} for each move",
}
_REASONS = {
    "gone": "{who} left the table",
    "asked": "{who} stopped live play",
    "late": "Somebody ran out of time in live play",
    "heir": "A seat gets a new player",
}


def event(kind: str, clause: str, **data: Any) -> Event:
    """An event for the platform's own log line. It is public: put nothing secret into `data`."""
    return Event(kind=PREFIX + kind, clause=clause, data=data)


def story(event: Event, names: Sequence[str]) -> str:
    """The log line for this event."""
    kind, facts = event.kind.removeprefix(PREFIX), dict(event.data)
    if "seat" in facts:
        facts["name"] = names[facts["seat"]]
    if "seconds" in facts:
        facts["length"] = time_control.in_words(facts["seconds"])
    if kind == "away":
        first, last = facts["first"], facts["last"]
        facts["days"] = f"on {first}" if first == last else f"from {first} to {last}"
    elif kind == "asks":
        facts["asked"] = ASKS[facts["what"]].format(**facts)
    elif kind == "by_post":
        who = " and ".join(names[seat] for seat in facts.get("seats", ()))
        facts["reason"] = _REASONS[facts["why"]].format(who=who)
    elif kind == "no_deal":
        facts["verdict"] = "withdraws the request" if facts["outcome"] == "withdrawn" else "declines"
    return _WORDS[kind].format(**facts)
