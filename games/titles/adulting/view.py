"""What a seat or a spectator may see (section "Hidden information" of the rules; AD-17, AD-23, AD-24, AD-53, AD-55).

Built from nothing, field by field; the types are in `view_types`. `job_view` holds the largest part.
"""

from games.titles.adulting import auction, courts, flow, refusals, refusals_law, rulings, sorting, till, view_types
from games.titles.adulting.cards import CARDS, COLUMNS, EFFECT, SPADES
from games.titles.adulting.fine_print import marks
from games.titles.adulting.job_view import job, sees_fine_print
from games.titles.adulting.rules import STEPS
from games.titles.adulting.state import ROW, State, best_gain, from_left, gain, heirlooms, points


def view(state: State, step: str, seat: int | None) -> view_types.View:
    """The view of a seat, or of a spectator (None)."""
    round = state.round
    step = "over" if state.over else step
    asking = next((one for one in STEPS if one.name == step), None)
    main = sorted(set(asking.seats(state))) if asking else []
    due = round.dues.get(seat) if seat is not None and step == "till" else None
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
        job=job(state, seat) if round.card else None,
        marks=marks(state) if step == "ruling" and seat in main else None,
        asks_answer=seat is not None and bool(round.card) and refusals.asks_answer(state, step, seat),
        answers=_answers(state, seat) if round.card else [],
        is_voted=round.has("voted"),
        bidders=auction.bidding(state),
        top_bid=_top_bid(state, seat, step),
        bids={} if round.card else dict(round.bids),
        due=(due.kind, due.amount) if due else None,
        till_top=till.top(state, seat) if due and seat is not None else 0,
        players=[_player(state, other) for other in range(len(state.players))],
        discard=list(state.discard),
        cases=list(round.cases),
        owed={case.number: courts.owed(state, case) for case in round.cases},
        law=_law(state, seat, step) if seat is not None else None,
        payments=_payments(state, seat),
        placings=placings(state, seat) if seat is not None else [],
        card_gain=best_gain(state.players[seat].mantle, round.card) if seat is not None and round.card else 0,
        report=state.report,
        result=view_types.EndView(ranks, state.over, thefts, list(state.best)) if ranks else None,
        scoring=state.options.scoring,
        answers_in=state.options.answers,
    )


def side(card: str) -> view_types.Side:
    """The suit side of a card whose id is not told."""
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


def _answers(state: State, seat: int | None) -> list[view_types.AnswerView]:
    round, is_public = state.round, sorting.are_answers_public(state)
    is_told = round.has("answered") or (is_public and round.adult is not None)
    found = []
    for who in from_left(state, [who for who in round.answers if who in state.present and (is_public or who == seat)]):
        given, down = round.answers[who], sorting.voted_down_by(state, who)
        choice = sorting.choice_of(state, given) if is_told else given.choice
        is_adult = sorting.is_adult(state, who) if is_told else None
        stands = who in round.adults if round.has("voted") else None
        facts = (is_adult, is_told and sorting.is_excused(state, who), down, stands)
        found.append(view_types.AnswerView(who, choice, given.note, given.card, *facts))
    return found


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
    """What this seat may file now; None without the legal system, in a step without it, or for whoever has left."""
    if step in (*refusals_law.CLOSED, "over") or not state.options.legal or state.players[seat].left:
        return None
    can = {verb: refusals_law.may_file(state, step, seat, verb) for verb in refusals_law.FILINGS}
    suits = refusals_law.possible_suits(state, seat) if can["sue"] else []
    open = rulings.open_matters(state) if can["appeal"] else []
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
        can_impeach=can["impeach"],
    )


def _payments(state: State, seat: int | None) -> list[view_types.PaymentView]:
    found = []
    for one in state.payments:
        can_call = seat in state.present and till.callable_payment(state, seat, one.seat) is one
        caller = one.caller if one.caller >= 0 else None
        found.append(view_types.PaymentView(one.seat, one.kind, one.keyed, can_call, caller))
    return found


def placings(state: State, seat: int) -> list[view_types.Placing]:
    """Every way to place an own card, the greatest gain first."""
    mantle = state.players[seat].mantle
    score, last = points(mantle), state.options.spades_to_end - 1
    found = []
    for card in state.players[seat].hand:
        for column in CARDS[card].columns:
            grows = gain(mantle, card, COLUMNS.index(column))
            ends = card in SPADES and state.spades >= last
            found.append(view_types.Placing(card, column, grows, score + grows, ends))
    return sorted(found, key=lambda one: -one.gain)
