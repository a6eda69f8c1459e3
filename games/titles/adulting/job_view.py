"""The job of the round as a viewer may see it: record, numbers, texts, wages, and the marks for the dealer."""

from games.titles.adulting import decisions, naming, wages
from games.titles.adulting.cards import CARDS
from games.titles.adulting.fineprint import hit_seats, hits, marked_seats
from games.titles.adulting.shapes import EntryView, ExampleView, JobView, Marks, NumberView, TextView
from games.titles.adulting.state import Job, State
from games.titles.adulting.texts import is_near


def sees_fine_print(state: State, seat: int | None) -> bool:
    """The dealer from the draw (taking part in the job: after one's own number), all others after the ruling
    (AD-23, AD-24, AD-53)."""
    if state.round.has("ruled"):
        return True
    return seat == state.dealer and (seat not in state.round.job.players or state.round.has("worked"))


def job(state: State, seat: int | None) -> JobView:
    """The job as this viewer sees it."""
    work, card = state.round.job, CARDS[state.round.card]
    is_category, in_turns = card.job == "category", state.options.category == "turns"
    sees_record = is_category and (in_turns or state.round.has("ruled") or (seat == state.dealer and bool(work.record)))
    hit = set(hit_seats(state)) if sees_fine_print(state, seat) and state.round.has("worked") else set()
    return JobView(
        kind=card.job,
        players=list(work.players),
        turn=work.turn if is_category and in_turns and state.round.reached == "drawn" else None,
        lap=work.lap if in_turns else 0,
        laps=state.options.laps,
        inside=naming.inside(work) if sees_record else list(work.players),
        record=_record(state, seat) if sees_record else [],
        examples=_examples(state, seat) if sees_record else [],
        my_list=list(work.lists[seat]) if seat is not None and seat in work.lists else None,
        numbers=_numbers(work, hit) if card.job in ("rank", "payout") else [],
        texts=_texts(state, work, hit) if card.job == "challenge" and state.round.has("worked") else [],
        bonus_seats=list(work.bonus),
        is_ruled=state.round.has("ruled"),
        wages=_wages(state, seat),
    )


def _wages(state: State, seat: int | None) -> list[int | None]:
    """As they stand, after the ruling; in an open bank only one's own (AD-101, AD-189)."""
    if not state.round.has("ruled"):
        return [None] * len(state.players)
    owed = wages.due(state)
    is_open = state.options.bank == "open"
    return [owed.get(one) if not is_open or one == seat else None for one in range(len(state.players))]


def _record(state: State, seat: int | None) -> list[EntryView]:
    work, card = state.round.job, CARDS[state.round.card]
    knows, out = sees_fine_print(state, seat), naming.eliminated(work)
    fell: set[int] = set()
    lines = []
    for entry in work.record:
        is_out = entry.seat not in fell and naming.is_fatal(work, entry)
        if is_out:
            fell.add(entry.seat)
        key = (entry.seat, entry.norm)
        lines.append(
            EntryView(
                seat=entry.seat,
                kind=entry.kind,
                text=entry.text,
                lap=entry.lap,
                place=out.index(entry.seat) + 1 if is_out else 0,
                struck=entry.kind == "named" and key in work.struck,
                marked=knows and entry.kind == "named" and hits(card, entry.text),
                settled=key in work.settled or entry.is_settled,
            )
        )
    return lines


def _examples(state: State, seat: int | None) -> list[ExampleView]:
    work, card = state.round.job, CARDS[state.round.card]
    knows, all_of_them = sees_fine_print(state, seat), naming.examples(state)
    reached = {(entry.seat, entry.norm) for entry in work.record if entry.kind == "named"}
    # A hint for the dealer alone: what others named that looks or reads nearly the same in another form (AD-63).
    compared = all_of_them if seat == state.dealer and not state.round.has("ruled") else []
    return [
        ExampleView(
            seat=who,
            text=text,
            value=f"{who}:{norm}",
            named=(who, norm) in reached,
            struck=(who, norm) in work.struck,
            marked=knows and card.fine_effect == "forbid" and hits(card, text),
            settled=(who, norm) in work.settled,
            looks_like=[
                near for other, near, form in compared if other != who and form != norm and is_near(form, norm)
            ],
        )
        for who, text, norm in all_of_them
    ]


def _numbers(work: Job, hit: set[int]) -> list[NumberView]:
    return [
        NumberView(
            seat=seat,
            number=work.numbers[seat],
            disallowed=seat in work.disallowed,
            marked=seat in hit,
            bonus=seat in work.bonus,
            settled=("number", seat) in work.closed,
        )
        for seat in work.players
        if seat in work.numbers
    ]


def _texts(state: State, work: Job, hit: set[int]) -> list[TextView]:
    order = wages.placed(state)
    return [
        TextView(
            seat=seat,
            text=work.texts.get(seat),
            place=order.index(seat) + 1 if seat in order else 0,
            marked=seat in hit,
            bonus=seat in work.bonus,
            settled=("order", seat) in work.closed,
        )
        for seat in work.players
    ]


def marks(state: State) -> Marks:
    """What the fine print hits (AD-102), for the dealer alone."""
    card = CARDS[state.round.card]
    strike = [f"{who}:{norm}" for who, _, norm in naming.marked_examples(state)] if card.job == "category" else []
    disallow = marked_seats(state, "forbid") if card.job in ("rank", "payout") else []
    order = decisions.default_order(state) if card.job == "challenge" else []
    return Marks(strike, disallow, marked_seats(state, "bonus"), order)
