"""The house bot in court and at the till (rules, section "Bot notes")."""

from games.kernel.rng import Rng
from games.kernel.types import Decision, Move
from games.titles.adulting.cards import BY_PROMPT, Card
from games.titles.adulting.shown.view_types import ExampleView, JobView, PaymentView, View
from games.titles.adulting.state import Case, numbered
from games.titles.adulting.texts import normal

PRICE = 3


def choose(view: View, decision: Decision, rng: Rng) -> Move | None:
    """File a case, call out a theft, or take a step in a case; None to do nothing."""
    if decision.matter == "law":
        return _file(view, decision)
    if decision.matter == "bank":
        return _call(view)
    if not decision.case:
        return None
    case = numbered(view.cases, decision.case)
    verb, answer = decision.actions[0].verb, dict(decision.default.args)
    if verb == "appeal_reply":
        answer["sustain"] = "no" if _is_wrong(view, case) else "yes"
    elif verb == "hear" and (is_lie(view, case.against) or rng.below(10) >= 7):
        answer |= {"allow": "yes", "price": case.asked_price}
    elif verb == "plead" and is_lie(view, case.against):
        answer["fight_up_to"] = 0
    elif verb == "jury":
        answer["up"] = "yes" if rng.below(100) < _leaning(view, case) else "no"
    return Move(verb, answer)


def leader(view: View) -> int | None:
    """The best of the other players by score, then money."""
    others = [one for one in view.players if one.seat != view.me and not one.left]
    return max(others, key=lambda one: (one.score, one.money, -one.seat)).seat if others else None


def coin(of_ten: int, *facts: object) -> bool:
    """True with a chance of `of_ten` in ten; always the same for the same facts."""
    return Rng(" ".join(map(str, facts))[:60]).below(10) < of_ten


def card_of(view: View) -> Card:
    """The round's card. Bots know all of its data."""
    assert view.card is not None
    return BY_PROMPT[view.card.prompt]


def job_of(view: View) -> JobView:
    """The job of the round."""
    assert view.job is not None
    return view.job


def is_lie(view: View, seat: int) -> bool:
    """Whether this seat's number is better than the typical range."""
    card = card_of(view)
    given = next((one.number for one in job_of(view).numbers if one.seat == seat), None)
    if given is None:
        return False
    least, most = card.typical
    return given < least if card.direction == "low" else given > most


def _is_wrong(view: View, case: Case) -> bool:
    """Whether the case is about an example that was wrongly ruled on."""
    about = [one for one in job_of(view).examples if (one.seat, normal(one.text)) == (case.seat, case.norm)]
    return case.matter == "example" and any(_is_wrongly_ruled(card_of(view), one) for one in about)


def _is_wrongly_ruled(card: Card, one: ExampleView) -> bool:
    """Whether the card data contradict the ruling: struck although in `accept`, or standing although in `rejects`."""
    if one.struck:
        return not one.marked and normal(one.text) in map(normal, card.accept)
    return normal(one.text) in map(normal, card.rejects)


def _leaning(view: View, case: Case) -> int:
    """The chance in percent that a juror votes for the motion."""
    if case.kind == "suit":
        return 100 if case.ground == "perjury" and is_lie(view, case.against) else 20
    if case.kind == "impeach":  # a ruling on numbers that differs from the marks is biased
        job, forbids = job_of(view), card_of(view).fine_effect == "forbid"
        is_biased = any(one.disallowed != (forbids and one.marked) for one in job.numbers)
        return 100 if job.is_ruled and is_biased else 10
    if case.matter == "example":
        return 100 if _is_wrong(view, case) else 0
    return 30


def _file(view: View, decision: Decision) -> Move | None:
    """An appeal against a wrong strike, or a suit against a flattering number."""
    law, card = view.law, card_of(view)
    if law is None:
        return None
    verbs = {action.verb for action in decision.actions}
    mine = [matter.example for matter in law.matters if (matter.kind, matter.seat) == ("example", view.me)]
    for one in job_of(view).examples if law.can_press and job_of(view).is_ruled else ():
        if one.seat == view.me and one.text in mine and one.struck and _is_wrongly_ruled(card, one):
            matter = {"kind": "example", "seat": one.seat, "example": one.text}
            return Move("appeal", {"matter": matter, "press": "yes", "statement": "It does qualify."})
    for seat in law.perjury if "sue" in verbs else ():
        if is_lie(view, seat) and coin(3, "sue", view.round, view.me, seat, view.deck_count, card.id):
            price = min(PRICE, law.top_price)
            words = "Nobody has so many." if card.direction == "high" else "I do not believe it."
            return Move("sue", {"defendant": seat, "ground": "perjury", "price": price, "statement": words})
    return None


def _call(view: View) -> Move | None:
    """Call out half of the thefts that the bot can detect."""
    for payment in view.payments:
        due = due_of(view, payment) if payment.can_call else None
        if due is None:
            continue
        gain = due - payment.keyed if payment.kind == "price" else payment.keyed - due
        if gain > 0 and coin(5, "theft", view.round, view.me, payment.seat, view.deck_count):
            return Move("call_theft", {"seat": payment.seat})
    return None


def due_of(view: View, payment: PaymentView) -> int | None:
    """What a payment should have been, from public facts (AD-190); None if they are gone by now."""
    seat, job = payment.seat, view.job
    if payment.kind == "wages":
        if job is None or not job.is_ruled:
            return None
        earned = job.earned.get(seat, 0)
        is_doubled = payment.keyed == 2 * earned  # Overtime: its marker is gone by now
        return payment.keyed if is_doubled else earned
    bid = view.report.bids.get(seat) if view.report else None
    if bid is None:
        return None
    return bid.price if payment.kind == "price" else bid.amount
