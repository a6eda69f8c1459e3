"""The proposal panel for one viewer: an open question, a pause, live play in a correspondence match.

It only reads the loaded match, without queries, because every push to an open page shows it.
"""

from collections.abc import Collection
from datetime import datetime

from django.utils import timezone
from msgspec import Struct

from games.agreements import proposals
from games.clocks import time_control
from games.deadlines import live_play
from games.matches.loaded import LoadedMatch
from games.table.local_times import LocalTime, local_time
from games.table.presenter import Viewer


class Asked(Struct, frozen=True):
    """The open question. `missing`: names of those who have yet to answer."""

    id: int
    kind: str
    words: str
    is_mine: bool
    is_asked: bool
    missing: list[str]
    until: LocalTime


class ProposalPanel(Struct, frozen=True):
    """Context of the template live/proposal_panel.html. `choices`: live clocks that can be proposed."""

    live: str
    paused_until: LocalTime | None
    question: Asked | None
    choices: list[tuple[int, str, bool]]
    plays: bool
    match_id: int
    csrf: str


def of_table(loaded: LoadedMatch, viewer: Viewer, here: Collection[int]) -> ProposalPanel | None:
    """The panel; None if there is nothing to show. Only players get buttons."""
    if loaded.is_over or loaded.position is None:
        return None
    now, mine = timezone.now(), viewer.seat
    plays = mine is not None and not loaded.seats[mine].left_reason
    pause = loaded.pause if loaded.pause and loaded.pause.starts_at <= now < loaded.pause.ends_at else None
    live = time_control.in_words(loaded.live_play.seconds) if loaded.live_play else ""
    paused_until = local_time(pause.ends_at, viewer.zone) if plays and pause else None
    question = _question(loaded, viewer, now) if plays else None
    choices = _choices(loaded, here, now) if plays and not pause else []
    if not (live or paused_until or question or choices):
        return None
    return ProposalPanel(live, paused_until, question, choices, plays, loaded.id, viewer.csrf)


def _question(loaded: LoadedMatch, viewer: Viewer, now: datetime) -> Asked | None:
    asked = loaded.question
    if asked is None or asked.ends_at <= now:
        return None
    missing = [seat for seat in proposals.asked_of(loaded, asked) if seat.user not in asked.agreed]
    return Asked(
        id=asked.id,
        kind=asked.kind,
        words=proposals.in_words(asked, loaded.names, viewer.seat),
        is_mine=asked.by == viewer.user,
        is_asked=any(seat.user == viewer.user for seat in missing),
        missing=[seat.name for seat in missing],
        until=local_time(asked.ends_at, viewer.zone),
    )


def _choices(loaded: LoadedMatch, here: Collection[int], now: datetime) -> list[tuple[int, str, bool]]:
    """The live clocks that can be proposed: (seconds, in words, is it the default?)."""
    is_asked = loaded.question is not None and loaded.question.ends_at > now
    if is_asked or not live_play.may_begin(loaded, here):
        return []
    return [
        (seconds, time_control.in_words(seconds), seconds == time_control.LIVE_USUAL[0])
        for seconds in live_play.CHOICES
    ]
