"""The rulings that can be objected to: which there are, which way they went, and their opposite ("Appeals")."""

from typing import Any, NamedTuple

from games.titles.adulting.cards import CARDS
from games.titles.adulting.category import examples, play_lists, settle_turn
from games.titles.adulting.state import Case, Entry, State
from games.titles.adulting.texts import normal
from games.titles.adulting.wages import placed

KINDS = ("example", "time", "number", "bonus", "order")


class Matter(NamedTuple):
    """What an appeal is about: an example (struck or not), a call of time, a number, extra money, or a place."""

    kind: str
    seat: int
    example: str = ""


def matters(state: State) -> list[Matter]:
    """Every ruling so far, objected to or not (AD-161). A repeat is the platform's finding and no ruling (AD-63)."""
    round, job = state.round, state.round.job
    if not round.card:
        return []
    card, present = CARDS[round.card], state.present
    found = []
    if card.job == "category" and (round.has("ruled") or state.options.category == "turns"):
        named = {(entry.seat, entry.norm) for entry in job.record if entry.kind == "named"}
        open = [one for one in examples(state) if one.key in named or state.options.category == "lists"]
        found = [Matter("example", one.seat, one.text) for one in open if one.seat in present]
    players = [seat for seat in job.players if seat in present]
    found += [Matter("time", seat) for seat in players if last_call(state, seat)]
    if round.has("ruled"):
        found += [Matter("number", seat) for seat in players if job.numbers.get(seat) is not None]
        found += [Matter("bonus", seat) for seat in players if card.fine_effect == "bonus"]
        behind = placed(state)[1:]
        found += [Matter("order", seat) for seat in players if seat in behind]
    return found


def open_matters(state: State) -> list[Matter]:
    """Those that nobody has objected to yet (AD-170)."""
    return [matter for matter in matters(state) if not is_settled(state, matter)]


def is_settled(state: State, matter: Matter) -> bool:
    """Whether somebody has objected to this ruling already."""
    job = state.round.job
    if matter.kind == "example":
        return (matter.seat, normal(matter.example)) in job.settled
    if matter.kind == "time":
        call = last_call(state, matter.seat)
        return call is not None and call.is_settled
    return (matter.kind, matter.seat) in job.closed


def settle(state: State, matter: Matter) -> None:
    """Somebody objects to this ruling, for the only time."""
    job = state.round.job
    if matter.kind == "example":
        job.settled.append((matter.seat, normal(matter.example)))
    elif matter.kind == "time":
        last_call(state, matter.seat).is_settled = True  # type: ignore[union-attr]
    else:
        job.closed.append((matter.kind, matter.seat))


def last_call(state: State, seat: int) -> Entry | None:
    """The latest call of time on this seat."""
    record = reversed(state.round.job.record)
    return next((entry for entry in record if entry.seat == seat and entry.kind == "time"), None)


def is_on(state: State, matter: Matter) -> bool:
    """Which way a ruling went: struck, called, disallowed, bonus given; of a place always True."""
    job = state.round.job
    if matter.kind == "example":
        return (matter.seat, normal(matter.example)) in job.struck
    return {"number": matter.seat in job.disallowed, "bonus": matter.seat in job.bonus}.get(matter.kind, True)


def words(kind: str, was_on: bool, example: str = "") -> str:
    """A ruling in words: what was ruled. The seat it concerns is told beside it."""
    if kind == "example":
        return f"struck “{example}”" if was_on else f"let “{example}” stand"
    if kind == "number":
        return "disallowed the number" if was_on else "allowed the number"
    if kind == "bonus":
        return "gave the extra money" if was_on else "withheld the extra money"
    return "called time" if kind == "time" else "the place directly behind another"


def reverse(state: State, case: Case) -> None:
    """The opposite of the ruling that a case is about holds (AD-169)."""
    job, seat = state.round.job, case.seat
    if case.matter == "example":
        _toggle(job.struck, (seat, case.norm))
        if state.options.category == "lists":
            play_lists(state)
        else:
            settle_turn(state)
    elif case.matter == "time":
        last_call(state, seat).is_void = True  # type: ignore[union-attr]
    elif case.matter == "order":
        counting = placed(state)
        if seat in counting[1:]:  # else who stood above has left the round meanwhile
            one, two = job.order.index(counting[counting.index(seat) - 1]), job.order.index(seat)
            job.order[one], job.order[two] = job.order[two], job.order[one]
    else:
        _toggle(job.disallowed if case.matter == "number" else job.bonus, seat)


def _toggle(items: list[Any], item: object) -> None:
    if item in items:
        items.remove(item)
    else:
        items.append(item)
