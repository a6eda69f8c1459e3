"""The wording of log lines that the platform itself writes. The games know nothing about them."""

from collections.abc import Sequence
from typing import Any

from games.clocks import time_control
from games.kernel.types import Event
from games.kernel.words import Sentences, either

PREFIX = "play."  # of the kinds of these events
_WORDS = {
    "stood_still": "Playpost was down for {length}. All deadlines were extended by that much.",
    "came_back": "The email to {seat:name} came back. This once, the clock starts again: "
    "the deadline moves by {length}.",
    "told_late": "Emails were down, so {seat:name} {was|were} told late. The clock starts again: "
    "the deadline moves by {length}.",
    "away": "{seat:name} {books|book} a vacation ({days}). The clock is paused on these days.",
    "absent": "{seat:name} {is|are} on vacation ({days}). The clock is paused on these days.",
    "back": "{seat:name} {is|are} not away after all ({days}). The clock runs again.",
    "asks": "{seat:name} {asks|ask}{asked}.",
    "paused": "Everybody agreed: the clocks are paused until {until} (UTC).",
    "host_paused": "The host of this site paused the match. The clocks stop until {until} (UTC).",
    "goes_on": "{seat:name} {ends|end} the pause. The clocks run again.",
    "more_time": "Everybody agreed: {seat:name} {gets|get} {length} more.",
    "taken_back": "{seat:name} {takes|take} back the last move.",
    "plays_live": "Everybody is here and agreed to play live, with {length} for each move.",
    "by_post": "{reason}. The match goes on as a correspondence game. Each clock has the time it had left before.",
    "declined": "{seat:name} {declines|decline} the request{asked}.",
    "withdrawn": "{seat:name} {withdraws|withdraw} the request{asked}.",
    "lapsed": "Not everybody answered in time. {seat:name} asked{asked}.",
    "took_over": "{was} missed {misses} turns in a row. {now} {heir:takes|take} over the seat.",
    "returned": "{now} {heir:is|are} back and {heir:plays|play} on.",
    "passed_on": "{was} passes the seat on. {now} {heir:takes|take} over.",
    "replaced": "{now} {heir:takes|take} over from {was}, at the request of the tournament’s host.",
    "left_at_start": "{was} left before their first move. The match had started while they were away, so it costs them "
    "nothing. {now} {heir:takes|take} over the seat.",
}
HANDOVERS = {PREFIX + kind for kind in ("took_over", "returned", "passed_on", "replaced", "left_at_start")}
ASKS = {
    "pause": " for a pause of {length}",
    "time": " for {length} more",
    "undo": " to take back the last move",
    "live": " to play live now, {length} for each move",
}
_REASONS = {
    "gone": "{seats:names} left the table",
    "asked": "{seats:names} stopped live play",
    "late": "Somebody ran out of time in live play",
    "heir": "A seat gets a new player",
}


def event(kind: str, clause: str, **data: Any) -> Event:
    """An event for the platform's own log line. It is public: put nothing secret into `data`."""
    return Event(kind=PREFIX + kind, clause=clause, data=data)


def story(event: Event, names: Sequence[str]) -> str:
    """The log line for this event."""
    kind, facts, say = event.kind.removeprefix(PREFIX), dict(event.data), Sentences(names).say
    if "now" in facts:  # events of older matches don't say which seat was taken over
        facts["heir"] = facts.get("heir", -1)
        facts["now"] = either(facts["heir"], "You", facts["now"])
    if "seconds" in facts:
        facts["length"] = time_control.in_words(facts["seconds"])
    if "last" in facts:
        facts["days"] = " to ".join(dict.fromkeys([facts["first"], facts["last"]]))
    elif kind in ("asks", "no_deal"):  # events of older matches don't say what was declined
        facts["asked"] = ASKS[facts["what"]].format(**facts) if "what" in facts else ""
    elif kind == "by_post":
        facts["reason"] = say(_REASONS[facts["why"]], {"seats": [], **facts})
    return say(_WORDS[facts.get("outcome", kind)], facts)
