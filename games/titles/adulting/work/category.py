"""Category: recording the naming, finding who is out, and playing out secret lists (AD-60 to AD-79)."""

from typing import NamedTuple

from games.titles.adulting.state import Entry, Job, State
from games.titles.adulting.texts import normal

ENDS = ("gave_up", "left", "expelled")


class Example(NamedTuple):
    """A named or listed example with its normal form (AD-63)."""

    seat: int
    text: str
    norm: str

    @property
    def key(self) -> tuple[int, str]:
        """The key of this example in `Job.struck` and `Job.settled`."""
        return self.seat, self.norm

    @property
    def value(self) -> str:
        """The option value of this example in the ruling form, such as "2:carrot"."""
        return f"{self.seat}:{self.norm}"


def is_fatal(job: Job, entry: Entry) -> bool:
    """Whether this entry of the record puts its player out."""
    if entry.kind == "time":
        return not entry.is_void
    return entry.kind in ENDS or entry.kind == "repeat" or (entry.seat, entry.norm) in job.struck


def eliminated(job: Job) -> list[int]:
    """The players who are out, in the order of their fatal entries in the record (AD-71)."""
    out: list[int] = []
    for entry in job.record:
        if entry.seat not in out and is_fatal(job, entry):
            out.append(entry.seat)
    return out


def inside(job: Job) -> list[int]:
    """The players still in, in turn order."""
    out = eliminated(job)
    return [seat for seat in job.players if seat not in out]


def name(state: State, seat: int, text: str) -> Entry:
    """Record an example. Repeating one, struck or not, puts the player out (AD-62, AD-63, AD-78)."""
    job, norm = state.round.job, normal(text)
    is_repeat = any(entry.kind == "named" and entry.norm == norm for entry in job.record)
    entry = Entry(seat, "repeat" if is_repeat else "named", text, norm, job.lap)
    job.record.append(entry)
    return entry


def end_naming(state: State, seat: int, kind: str) -> None:
    """Record that the player gives up, runs out of time, leaves or is expelled."""
    state.round.job.record.append(Entry(seat, kind, lap=state.round.job.lap))


def pass_turn(state: State) -> None:
    """Pass the turn to the next player still in, if any; past the last seat a new lap begins."""
    job = state.round.job
    still, at = inside(job), job.players.index(job.turn)
    later = [seat for seat in job.players[at + 1 :] if seat in still]
    job.lap += not later
    job.turn = next(iter(later or still), job.turn)


def is_naming_over(state: State) -> bool:
    """Whether the naming is over: at most one player is or was left (AD-72, AD-79), or all laps are done (AD-73)."""
    job = state.round.job
    return job.is_stopped or len(inside(job)) <= 1 or job.lap > state.options.laps


def examples(state: State) -> list[Example]:
    """The examples that can be struck: each one named or listed, in order (AD-64)."""
    job = state.round.job
    if state.options.category == "lists":
        return [Example(seat, text, normal(text)) for seat in job.players for text in job.lists.get(seat, [])]
    found: dict[tuple[int, str], Example] = {}
    for entry in job.record:
        if entry.text:
            found.setdefault((entry.seat, entry.norm), Example(entry.seat, entry.text, entry.norm))
    return list(found.values())


def play_lists(state: State) -> None:
    """Replay the naming from the secret lists with the current strikes (AD-76)."""
    job = state.round.job
    job.record = [
        Entry(seat, "left") for seat, player in enumerate(state.players) if player.left and seat in job.players
    ]
    queues = {seat: [] if seat in job.emptied else job.lists.get(seat, []) for seat in job.players}
    taken: set[str] = set()
    struck = set(job.struck)
    still = inside(job)
    for lap in range(1, state.options.laps + 1):
        for seat in list(still):
            if len(still) <= 1:
                return
            text = next((text for text in queues[seat] if normal(text) not in taken), None)
            norm = normal(text) if text is not None else ""
            job.record.append(Entry(seat, "gave_up" if text is None else "named", text or "", norm, lap))
            taken.add(norm)
            if text is None or (seat, norm) in struck:
                still.remove(seat)


def settle_turn(state: State) -> None:
    """Stop the naming once one player is left (AD-72); pass the turn on if its player is out (AD-74)."""
    job = state.round.job
    job.is_stopped = is_naming_over(state)
    if job.record and job.turn not in inside(job):
        pass_turn(state)
