"""What a seat or a spectator may see (section "Hidden information" of the rules; AD-17, AD-23, AD-24, AD-53, AD-55).

Built from nothing, field by field; the shapes are in `shapes`. `job_view` and `law_view` hold the larger parts.
"""

from games.titles.adulting import flow, refusals, sorting, till
from games.titles.adulting.beginning import result
from games.titles.adulting.cards import CARDS, COLUMNS, DEALER_DECIDES, EFFECT, SPADES
from games.titles.adulting.job_view import job, marks, sees_fine_print
from games.titles.adulting.law_view import case_view, law
from games.titles.adulting.refusals_law import are_answers_public
from games.titles.adulting.rules import STEPS
from games.titles.adulting.shapes import (
    AnswerView,
    BidView,
    PaymentView,
    Placing,
    PlayerView,
    ReportView,
    ResultView,
    RoundCard,
    Side,
    View,
)
from games.titles.adulting.state import ROW, Bid, State, best_gain, from_left, gain, heirlooms, points


def view(state: State, step: str, seat: int | None) -> View:
    """The view of a seat, or of a spectator (None)."""
    round = state.round
    step = "over" if state.over else step
    asking = next((one for one in STEPS if one.name == step), None)
    main = sorted(set(asking.seats(state))) if asking else []
    thefts = [(theft.round, theft.seat, theft.gain) for theft in state.thefts]
    return View(
        me=seat,
        step=step,
        main=main,
        round=round.number,
        dealer=round.dealer,
        first=state.first,
        order=from_left(state),
        spades=state.spades,
        spades_to_end=state.options.spades_to_end,
        round_limit=state.options.round_limit,
        deck_count=len(state.deck),
        top=side(state.deck[-1]) if state.deck else None,
        card=_card(state, seat) if round.card else None,
        job=job(state, seat) if round.card else None,
        marks=marks(state) if step == "ruling" and seat in main else None,
        with_work=bool(round.card) and sorting.asks_with_work(state),
        asks_answer=seat is not None and bool(round.card) and refusals.asks_answer(state, step, seat),
        answers=_answers(state, seat) if round.card else [],
        is_voted=round.has("voted"),
        adults=list(round.adults),
        bidders=flow.bidding(state),
        top_bid=_top_bid(state, seat, step),
        bids=_bids(round.bids) if not round.card else [],
        due=_due(state, seat, step),
        till_top=till.top(state, seat) if seat is not None and _due(state, seat, step) else 0,
        players=[_player(state, other) for other in range(len(state.players))],
        discard=list(state.discard),
        cases=[case_view(state, case) for case in round.cases],
        law=law(state, seat, step) if seat is not None and step in LEGAL_STEPS else None,
        payments=_payments(state, seat),
        placings=placings(state, seat) if seat is not None else [],
        card_gain=best_gain(state.players[seat].mantle, round.card) if seat is not None and round.card else 0,
        report=_report(state),
        result=ResultView(result(state) or [], state.over, thefts, list(state.best)) if state.over else None,
        open_bank=state.options.bank == "open",
        legal=state.options.legal,
        scoring=state.options.scoring,
        answers_in=state.options.answers,
    )


LEGAL_STEPS = {"naming", "list", "number", "perform", "ruling", "answer", "votes", "bids"}


def side(card: str) -> Side:
    """The suit side of a card whose id is not told."""
    return Side("".join(CARDS[card].suits), EFFECT[card], CARDS[card].suit_words)


def _card(state: State, seat: int | None) -> RoundCard:
    card = CARDS[state.round.card]
    knows = sees_fine_print(state, seat)
    is_asked = knows or state.round.has("ruled") or sorting.asks_with_work(state) or seat == state.dealer
    is_adult_known = state.round.has("answered") or state.round.adult is not None or (seat == state.dealer and knows)
    return RoundCard(
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
        dealer_decides=is_asked and card.adult == DEALER_DECIDES,
        id=card.id if knows else "",
        fine_print=card.fine_print if knows else "",
        fine_effect=card.fine_effect if knows else "",
    )


def _answers(state: State, seat: int | None) -> list[AnswerView]:
    round, is_public = state.round, are_answers_public(state)
    is_told = round.has("answered") or (is_public and round.adult is not None)
    found = []
    for who in from_left(state, [one for one in round.answers if one in state.present]):
        given = round.answers[who]
        if not (is_public or who == seat):
            continue
        down = [voter for voter in round.votes if who in round.votes[voter]]
        found.append(
            AnswerView(
                seat=who,
                choice=sorting.choice_of(state, given) if is_told else given.choice,
                note=given.note,
                card=given.card,
                is_adult=sorting.is_adult(state, who) if is_told else None,
                excused=is_told and sorting.is_excused(state, who),
                down=down,
                stands=who in round.adults if round.has("voted") else None,
            )
        )
    return found


def _top_bid(state: State, seat: int | None, step: str) -> int | None:
    if seat is None or seat not in state.in_round:
        return None
    if step == "votes":
        return flow.standing_top(state, seat)
    return state.players[seat].money if step == "bids" and seat in flow.bidding(state) else None


def _bids(bids: dict[int, Bid]) -> list[BidView]:
    return [BidView(seat, bid.amount, bid.card, flow.counts(bid)) for seat, bid in bids.items()]


def _due(state: State, seat: int | None, step: str) -> tuple[str, int] | None:
    """One's own amount due at the till (AD-189)."""
    due = state.round.dues.get(seat) if seat is not None and step == "till" else None
    return (due.kind, due.amount) if due else None


def _player(state: State, seat: int) -> PlayerView:
    player, round = state.players[seat], state.round
    sizes = [len(column) for column in player.mantle]
    return PlayerView(
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
        filed=round.filed.get(seat, 0),
    )


def _payments(state: State, seat: int | None) -> list[PaymentView]:
    return [
        PaymentView(
            one.seat,
            one.kind,
            one.keyed,
            seat is not None and till.callable_payment(state, seat, one.seat) is one and not state.players[seat].left,
            one.caller if one.caller >= 0 else None,
        )
        for one in state.payments
    ]


def placings(state: State, seat: int) -> list[Placing]:
    """Every way to place an own card, the greatest gain first."""
    mantle = state.players[seat].mantle
    score, last = points(mantle), state.options.spades_to_end - 1
    found = []
    for card in state.players[seat].hand:
        for column in CARDS[card].columns:
            grows = gain(mantle, card, COLUMNS.index(column))
            found.append(Placing(card, column, grows, score + grows, card in SPADES and state.spades >= last))
    return sorted(found, key=lambda one: -one.gain)


def _report(state: State) -> ReportView | None:
    report = state.report
    if report is None:
        return None
    paid = [report.wages.get(seat) for seat in range(len(state.players))]
    winner = report.winner if report.winner >= 0 else None
    cases = [case_view(state, case) for case in report.cases]
    facts = (report.price, _bids(report.bids), list(report.ties), paid, list(report.answers), cases)
    return ReportView(report.number, report.dealer, report.card, report.end, winner, *facts)
