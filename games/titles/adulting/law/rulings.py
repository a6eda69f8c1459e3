"""The dealer's rulings: publishing them, which can be objected to, and reversing them (section "Appeals")."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from games.kernel.step import Context
from games.kernel.types import Move
from games.titles.adulting.cards import CARDS
from games.titles.adulting.state import Case, Entry, State
from games.titles.adulting.texts import normal
from games.titles.adulting.work import sorting
from games.titles.adulting.work.category import examples, play_lists, settle_turn
from games.titles.adulting.work.wages import due, placed

KINDS = ("example", "time", "number", "bonus", "order")


class Matter(NamedTuple):
    """The subject of an appeal: an example (struck or not), a call of time, a number, extra money, or a place."""

    kind: str
    seat: int
    example: str = ""


def publish(state: State, move: Move, context: Context) -> None:
    """Apply the dealer's ruling and make it public (AD-101)."""
    job, args, card = state.round.job, move.args, CARDS[state.round.card]
    state.round.reached = "ruled"
    named = {one.value: one for one in examples(state)}
    struck = [named[value] for value in args.get("strike", ())]
    job.struck += [one.key for one in struck]
    if card.job == "category" and state.options.category == "lists":
        play_lists(state)
    job.disallowed, job.bonus = list(args.get("disallow", ())), list(args.get("bonus", ()))
    job.order = list(args.get("order", ()))
    state.round.adult = args.get("adult", state.round.adult)
    sorting.enter_answer(state, state.dealer, move)
    facts: dict[str, Any] = {"card": card.id, "fine": card.fine_print}
    facts["struck"] = [{"seat": one.seat, "text": one.text} for one in struck]
    facts |= {"disallowed": list(job.disallowed), "bonus": list(job.bonus), "order": list(job.order)}
    wages = None if state.options.bank == "open" else {str(seat): paid for seat, paid in due(state).items()}
    record = [[entry.seat, entry.kind, entry.text] for entry in job.record] if job.lists else []
    context.log("ruling", "AD-101", seat=state.dealer, wages=wages, record=record, **facts)
    if state.round.adult is not None:
        adult = sorting.answers_of(state)[state.round.adult]
        context.log("decided", "AD-111", seat=state.dealer, adult=adult)


def matters(state: State) -> Iterator[Matter]:
    """All rulings so far, objected to or not (AD-161). The platform finds repeats, so they are no rulings (AD-63)."""
    round, job = state.round, state.round.job
    if not round.card:
        return
    card, present = CARDS[round.card], state.present
    if card.job == "category" and (round.has("ruled") or state.options.category == "turns"):
        named = {(entry.seat, entry.norm) for entry in job.record if entry.kind == "named"}
        open = [one for one in examples(state) if one.key in named or state.options.category == "lists"]
        yield from (Matter("example", one.seat, one.text) for one in open if one.seat in present)
    players = [seat for seat in job.players if seat in present]
    yield from (Matter("time", seat) for seat in players if last_call(state, seat))
    if round.has("ruled"):
        yield from (Matter("number", seat) for seat in players if job.numbers.get(seat) is not None)
        yield from (Matter("bonus", seat) for seat in players if card.fine_effect == "bonus")
        behind = placed(state)[1:]
        yield from (Matter("order", seat) for seat in players if seat in behind)


def open_matters(state: State) -> list[Matter]:
    """The rulings that nobody has objected to yet (AD-170)."""
    return [matter for matter in matters(state) if not is_settled(state, matter)]


def is_settled(state: State, matter: Matter) -> bool:
    """Whether somebody has already objected to this ruling."""
    job = state.round.job
    if matter.kind == "example":
        return (matter.seat, normal(matter.example)) in job.settled
    if matter.kind == "time":
        call = last_call(state, matter.seat)
        return call is not None and call.is_settled
    return (matter.kind, matter.seat) in job.closed


def settle(state: State, matter: Matter) -> None:
    """Record an objection to this ruling; there can be no other."""
    job = state.round.job
    if matter.kind == "example":
        job.settled.append((matter.seat, normal(matter.example)))
    elif matter.kind == "time":
        last_call(state, matter.seat).is_settled = True  # type: ignore[union-attr]
    else:
        job.closed.append((matter.kind, matter.seat))


def last_call(state: State, seat: int) -> Entry | None:
    """The latest call of time on this seat, if any."""
    record = reversed(state.round.job.record)
    return next((entry for entry in record if entry.seat == seat and entry.kind == "time"), None)


def is_on(state: State, matter: Matter) -> bool:
    """Whether the ruling struck, disallowed or granted something; always True for a call of time or a place."""
    job = state.round.job
    if matter.kind == "example":
        return (matter.seat, normal(matter.example)) in job.struck
    return {"number": matter.seat in job.disallowed, "bonus": matter.seat in job.bonus}.get(matter.kind, True)


def words(kind: str, was_on: bool, example: str = "") -> str:
    """A ruling in words, without the seat that it concerns."""
    if kind == "example":
        return f"struck “{example}”" if was_on else f"let “{example}” stand"
    if kind == "number":
        return "disallowed the number" if was_on else "allowed the number"
    if kind == "bonus":
        return "gave the extra money" if was_on else "withheld the extra money"
    return "called time" if kind == "time" else "the place directly behind another"


def reverse(state: State, case: Case) -> None:
    """Reverse the ruling that the case is about (AD-169)."""
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
        if seat in counting[1:]:  # not if everybody ranked above has left the round by now
            one, two = job.order.index(counting[counting.index(seat) - 1]), job.order.index(seat)
            job.order[one], job.order[two] = job.order[two], job.order[one]
    else:
        _toggle(job.disallowed if case.matter == "number" else job.bonus, seat)


def _toggle(items: list[Any], item: object) -> None:
    if item in items:
        items.remove(item)
    else:
        items.append(item)
