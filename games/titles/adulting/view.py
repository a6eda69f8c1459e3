"""What a seat or a spectator may see (section "Hidden information" of the rules; AD-17, AD-23, AD-24, AD-53, AD-55).

Built up field by field, never cut down from the state; the types are in `view_types`.
"""

from collections.abc import Collection, Iterator

from games.titles.adulting import flow
from games.titles.adulting.cards import CARDS, COLUMNS, EFFECT, SPADES
from games.titles.adulting.law import courts, filing, rulings
from games.titles.adulting.rules import STAGES
from games.titles.adulting.shown import view_types
from games.titles.adulting.state import ROW, Bid, State, best_gain, from_left, gain, heirlooms, points
from games.titles.adulting.texts import is_near
from games.titles.adulting.work import auction, sorting, till
from games.titles.adulting.work.answering import asks_answer
from games.titles.adulting.work.category import examples, inside, is_fatal
from games.titles.adulting.work.fine_print import hit_seats, hits, marks
from games.titles.adulting.work.wages import due, placed, wages


def view(state: State, step: str, seat: int | None) -> view_types.View:
    """The view of a seat, or of a spectator (None)."""
    round = state.round
    step = "over" if state.over else step
    asking = next((one for one in STAGES if one.name == step), None)
    main = sorted(set(asking.seats(state))) if asking else []
    owed = round.dues.get(seat) if seat is not None and step == "till" else None
    ranks, thefts = flow.result(state), [(theft.round, theft.seat, theft.gain) for theft in state.thefts]
    return view_types.View(
        me=seat,
        step=step,
        main=main,
        round=round.number,
        dealer=round.dealer,
        order=from_left(state),
        spades=state.spades,
        spades_to_end=state.options.spades_to_end,
        round_limit=state.options.round_limit,
        deck_count=len(state.deck),
        top=side(state.deck[-1]) if state.deck else None,
        card=_card(state, seat) if round.card else None,
        job=_job(state, seat) if round.card else None,
        marks=marks(state) if step == "ruling" and seat in main else None,
        asks_answer=seat is not None and bool(round.card) and asks_answer(state, step, seat),
        answers=list(_answers(state, seat)) if round.card else [],
        is_voted=round.has("voted"),
        bidders=auction.bidding(state),
        top_bid=_top_bid(state, seat, step),
        bids=_opened_bids(state),
        due=(owed.kind, owed.amount) if owed else None,
        till_top=till.top(state, seat) if owed and seat is not None else 0,
        players=[_player(state, other) for other in range(len(state.players))],
        discard=list(state.discard),
        cases=list(round.cases),
        owed={case.number: courts.owed(state, case) for case in round.cases},
        law=_law(state, seat, step) if seat is not None else None,
        payments=list(_payments(state, seat)),
        placings=placings(state, seat) if seat is not None else [],
        card_gain=best_gain(state.players[seat].mantle, round.card) if seat is not None and round.card else 0,
        report=state.report,
        result=view_types.EndView(ranks, state.over, thefts, list(state.best)) if ranks else None,
        scoring=state.options.scoring,
        answers_in=state.options.answers,
    )


def side(card: str) -> view_types.Side:
    """The suit side of a card, without its id."""
    return view_types.Side("".join(CARDS[card].suits), EFFECT[card], CARDS[card].suit_words)


def _card(state: State, seat: int | None) -> view_types.RoundCard:
    card = CARDS[state.round.card]
    knows, is_asked = sees_fine_print(state, seat), sorting.is_question_known(state, seat)
    is_adult_known = state.round.has("answered") or state.round.adult is not None or (seat == state.dealer and knows)
    return view_types.RoundCard(
        side=side(card.id),
        job=card.job,
        prompt=card.prompt,
        unit=card.unit,
        max=card.max,
        direction=card.direction,
        steps=list(card.steps),
        limit=card.limit,
        max_words=card.max_words,
        question=card.sort_question if is_asked else "",
        answers=sorting.answers_of(state) if is_asked else [],
        adult=sorting.adult_choice(state) if is_adult_known else None,
        id=card.id if knows else "",
        fine_print=card.fine_print if knows else "",
        fine_effect=card.fine_effect if knows else "",
    )


def sees_fine_print(state: State, seat: int | None) -> bool:
    """Whether this seat sees the fine print: the dealer from the draw on, or from their own number on if they take part
    in the job; all others after the ruling (AD-23, AD-24, AD-53)."""
    if state.round.has("ruled"):
        return True
    return seat == state.dealer and (seat not in state.round.job.players or state.round.has("worked"))


def _job(state: State, seat: int | None) -> view_types.JobView:
    """The job as this viewer sees it, with current wages: in an open bank only their own (AD-101, AD-189)."""
    work, card, is_ruled = state.round.job, CARDS[state.round.card], state.round.has("ruled")
    is_category, in_turns = card.job == "category", state.options.category == "turns"
    sees_record = is_category and (in_turns or is_ruled or (seat == state.dealer and bool(work.record)))
    is_open = state.options.bank == "open"
    owed = due(state) if is_ruled else {}
    known = [one for one in owed if one == seat or not is_open]
    return view_types.JobView(
        kind=card.job,
        players=list(work.players),
        turn=work.turn if is_category and in_turns and state.round.reached == "drawn" else None,
        lap=work.lap if in_turns else 0,
        laps=state.options.laps,
        inside=inside(work) if sees_record else list(work.players),
        record=list(_record(state, seat)) if sees_record else [],
        examples=list(_examples(state, seat)) if sees_record else [],
        my_list=list(work.lists[seat]) if seat is not None and seat in work.lists else None,
        numbers=list(_given(state, seat, work.numbers)),
        texts=list(_given(state, seat, work.players)) if card.job == "challenge" and state.round.has("worked") else [],
        is_ruled=is_ruled,
        wages=[owed[one] if one in known else None for one in range(len(state.players))],
        earned=wages(state) if is_ruled and state.payments else {},
    )


def _record(state: State, seat: int | None) -> Iterator[view_types.EntryView]:
    work, card, knows = state.round.job, CARDS[state.round.card], sees_fine_print(state, seat)
    out: list[int] = []
    for entry in work.record:
        is_out = entry.seat not in out and is_fatal(work, entry)
        out += [entry.seat] if is_out else []
        is_named = entry.kind == "named"
        struck, marked = is_named and (entry.seat, entry.norm) in work.struck, is_named and hits(card, entry.text)
        facts = (len(out) if is_out else 0, struck, knows and marked)
        yield view_types.EntryView(entry.seat, entry.kind, entry.text, entry.lap, *facts)


def _examples(state: State, seat: int | None) -> Iterator[view_types.ExampleView]:
    work, card, named = state.round.job, CARDS[state.round.card], examples(state)
    is_marking = sees_fine_print(state, seat) and card.fine_effect == "forbid"
    reached = {(entry.seat, entry.norm) for entry in work.record if entry.kind == "named"}
    # Only for the dealer, as a hint: examples of others that look or read nearly the same (AD-63).
    compared = named if seat == state.dealer and not state.round.has("ruled") else []
    for one in named:
        others = [other for other in compared if other.seat != one.seat and other.norm != one.norm]
        looks_like = [other.text for other in others if is_near(other.norm, one.norm)]
        marked = is_marking and hits(card, one.text)
        facts = (one.key in reached, one.key in work.struck, marked, one.key in work.settled, looks_like)
        yield view_types.ExampleView(one.seat, one.text, one.value, *facts)


def _given(state: State, seat: int | None, asked: Collection[int]) -> Iterator[view_types.GivenView]:
    """The numbers or performances of these seats, from the dealer's left."""
    work, order = state.round.job, placed(state)
    hit = hit_seats(state) if sees_fine_print(state, seat) and state.round.has("worked") else []
    for one in [one for one in work.players if one in asked]:
        place = order.index(one) + 1 if one in order else 0
        facts = (place, one in work.disallowed, one in hit, one in work.bonus)
        yield view_types.GivenView(one, work.numbers.get(one), work.texts.get(one), *facts)


def _answers(state: State, seat: int | None) -> Iterator[view_types.AnswerView]:
    round, is_public = state.round, sorting.are_answers_public(state)
    is_told = round.has("answered") or (is_public and round.adult is not None)
    for who in from_left(state, [who for who in round.answers if who in state.present and (is_public or who == seat)]):
        given, down = round.answers[who], sorting.voted_down_by(state, who)
        choice = sorting.choice_of(state, given) if is_told else given.choice
        is_adult = sorting.is_adult(state, who) if is_told else None
        stands = who in round.adults if round.has("voted") else None
        facts = (is_adult, is_told and sorting.is_excused(state, who), down, stands)
        yield view_types.AnswerView(who, choice, given.note, given.card, *facts)


def _opened_bids(state: State) -> dict[int, Bid]:
    """The bids of a round that has ended. Standing bids stay secret if there was no auction (AD-137)."""
    report = state.report
    return dict(report.bids) if report is not None and report.number == state.round.number else {}


def _top_bid(state: State, seat: int | None, step: str) -> int | None:
    if seat is None or seat not in state.in_round:
        return None
    if step == "votes":
        return auction.standing_top(state, seat)
    return state.players[seat].money if step == "bids" and seat in auction.bidding(state) else None


def _player(state: State, seat: int) -> view_types.PlayerView:
    player, round = state.players[seat], state.round
    sizes = [len(column) for column in player.mantle]
    return view_types.PlayerView(
        seat=seat,
        money=player.money,
        set_aside=sum(case.escrow for case in round.cases if case.filer == seat),
        hand=list(player.hand),
        columns=[list(column) for column in player.mantle],
        score=points(player.mantle),
        squares=[size * size for size in sizes],
        rows=min(sizes),
        row_points=ROW * min(sizes),
        heirlooms=heirlooms(player.mantle),
        is_dealer=seat == round.dealer and not state.over,
        is_out=seat in round.out,
        overtime=player.overtime,
        jury_duty=seat in round.jury_duty,
        early_night=seat in round.early_night,
        left=player.reason,
    )


def _law(state: State, seat: int, step: str) -> view_types.LawView | None:
    """What this seat can file now; None without the legal system, in a step without cases, or after leaving."""
    if step in (*filing.CLOSED, "over") or not state.options.legal or state.players[seat].left:
        return None
    can = filing.may_file(state, step, seat)
    suits = filing.possible_suits(state, seat) if "sue" in can else []
    open = rulings.open_matters(state) if "appeal" in can else []
    matters = [(one, rulings.is_on(state, one)) for one in open]
    fee, money = len(state.present) - 1, state.players[seat].money
    return view_types.LawView(
        left=courts.MOST_FILED - state.round.filed.get(seat, 0),
        matters=[view_types.MatterView(*one, rulings.words(one.kind, is_on, one.example)) for one, is_on in matters],
        fee=fee,
        can_press=money >= fee,
        perjury=[against for ground, against in suits if ground == "perjury"],
        libel=[against for ground, against in suits if ground == "libel"],
        top_price=money,
        can_impeach="impeach" in can,
    )


def _payments(state: State, seat: int | None) -> Iterator[view_types.PaymentView]:
    for one in state.payments:
        can_call = seat in state.present and till.callable_payment(state, seat, one.seat) is one
        caller = one.caller if one.caller >= 0 else None
        yield view_types.PaymentView(one.seat, one.kind, one.keyed, can_call, caller)


def placings(state: State, seat: int) -> list[view_types.Placing]:
    """Every way to place a card of this seat's hand, the greatest gain first."""
    mantle, is_last = state.players[seat].mantle, state.spades >= state.options.spades_to_end - 1
    score = points(mantle)
    ways = [(card, column) for card in state.players[seat].hand for column in CARDS[card].columns]
    gains = [(gain(mantle, card, COLUMNS.index(column)), card, column) for card, column in ways]
    found = [view_types.Placing(card, column, by, score + by, is_last and card in SPADES) for by, card, column in gains]
    return sorted(found, key=lambda one: -one.gain)
