"""The job of the round as a viewer may see it: record, examples, numbers, texts, wages."""

from collections.abc import Collection

from games.titles.adulting import category, wages
from games.titles.adulting.cards import CARDS
from games.titles.adulting.fine_print import hit_seats, hits
from games.titles.adulting.state import State
from games.titles.adulting.texts import is_near
from games.titles.adulting.view_types import EntryView, ExampleView, GivenView, JobView


def sees_fine_print(state: State, seat: int | None) -> bool:
    """The dealer from the draw (taking part in the job: after one's own number), all others after the ruling
    (AD-23, AD-24, AD-53)."""
    if state.round.has("ruled"):
        return True
    return seat == state.dealer and (seat not in state.round.job.players or state.round.has("worked"))


def job(state: State, seat: int | None) -> JobView:
    """The job as this viewer sees it; wages as they stand, in an open bank only one's own (AD-101, AD-189)."""
    work, card, is_ruled = state.round.job, CARDS[state.round.card], state.round.has("ruled")
    is_category, in_turns = card.job == "category", state.options.category == "turns"
    sees_record = is_category and (in_turns or is_ruled or (seat == state.dealer and bool(work.record)))
    is_open = state.options.bank == "open"
    owed = wages.due(state) if is_ruled else {}
    known = [one for one in owed if one == seat or not is_open]
    return JobView(
        kind=card.job,
        players=list(work.players),
        turn=work.turn if is_category and in_turns and state.round.reached == "drawn" else None,
        lap=work.lap if in_turns else 0,
        laps=state.options.laps,
        inside=category.inside(work) if sees_record else list(work.players),
        record=_record(state, seat) if sees_record else [],
        examples=_examples(state, seat) if sees_record else [],
        my_list=list(work.lists[seat]) if seat is not None and seat in work.lists else None,
        numbers=_given(state, seat, work.numbers),
        texts=_given(state, seat, work.players) if card.job == "challenge" and state.round.has("worked") else [],
        is_ruled=is_ruled,
        wages=[owed[one] if one in known else None for one in range(len(state.players))],
        earned=wages.wages(state) if is_ruled and state.payments else {},
    )


def _record(state: State, seat: int | None) -> list[EntryView]:
    work, card, knows = state.round.job, CARDS[state.round.card], sees_fine_print(state, seat)
    out: list[int] = []
    lines = []
    for entry in work.record:
        is_out = entry.seat not in out and category.is_fatal(work, entry)
        out += [entry.seat] if is_out else []
        is_named = entry.kind == "named"
        struck, marked = is_named and (entry.seat, entry.norm) in work.struck, is_named and hits(card, entry.text)
        facts = (len(out) if is_out else 0, struck, knows and marked)
        lines.append(EntryView(entry.seat, entry.kind, entry.text, entry.lap, *facts))
    return lines


def _examples(state: State, seat: int | None) -> list[ExampleView]:
    work, card, examples = state.round.job, CARDS[state.round.card], category.examples(state)
    is_marking = sees_fine_print(state, seat) and card.fine_effect == "forbid"
    reached = {(entry.seat, entry.norm) for entry in work.record if entry.kind == "named"}
    # A hint for the dealer alone: what others named that looks or reads nearly the same in another form (AD-63).
    compared = examples if seat == state.dealer and not state.round.has("ruled") else []
    found = []
    for one in examples:
        others = [other for other in compared if other.seat != one.seat and other.norm != one.norm]
        looks_like = [other.text for other in others if is_near(other.norm, one.norm)]
        marked = is_marking and hits(card, one.text)
        facts = (one.key in reached, one.key in work.struck, marked, one.key in work.settled, looks_like)
        found.append(ExampleView(one.seat, one.text, one.value, *facts))
    return found


def _given(state: State, seat: int | None, asked: Collection[int]) -> list[GivenView]:
    """The numbers or the performances of these seats, in order from the dealer's left."""
    work, order = state.round.job, wages.placed(state)
    hit = hit_seats(state) if sees_fine_print(state, seat) and state.round.has("worked") else []
    found = []
    for one in [one for one in work.players if one in asked]:
        place = order.index(one) + 1 if one in order else 0
        facts = (place, one in work.disallowed, one in hit, one in work.bonus)
        found.append(GivenView(one, work.numbers.get(one), work.texts.get(one), *facts))
    return found
