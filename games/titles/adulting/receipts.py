"""What a payment of the open bank should have been, worked out from what everybody sees (AD-190)."""

from games.titles.adulting.cards import CARDS, EFFECT
from games.titles.adulting.shapes import JobView, PaymentView, View


def due_of(view: View, payment: PaymentView) -> int | None:
    """The right amount; None where it cannot be seen any more."""
    if payment.kind != "wages":
        return _auction(view, payment)
    if view.job is None or not view.job.is_ruled or view.card is None:
        return None
    amount = _wages(view, view.job, payment.seat) + (payment.seat in view.job.bonus_seats)
    doubled = payment.keyed == 2 * amount  # Overtime: its marker is gone by now
    return payment.keyed if doubled else amount


def _auction(view: View, payment: PaymentView) -> int | None:
    bids = view.report.bids if view.report else []
    bid = next((one for one in bids if one.seat == payment.seat), None)
    if bid is None:
        return None
    is_halved = payment.kind == "price" and EFFECT.get(bid.card) == "coupon"
    return (bid.amount + 1) // 2 if is_halved else bid.amount


def _wages(view: View, job: JobView, seat: int) -> int:
    count = len([one for one in view.players if not one.left])
    if job.kind == "category":
        place = next((entry.place for entry in job.record if entry.seat == seat and entry.place), 0)
        return (place or len(job.players)) if seat in job.players else 0
    if job.kind == "challenge":
        place = next((one.place for one in job.texts if one.seat == seat), 0)
        return count + 1 - place if place else 0
    in_round = [one.seat for one in view.players if not one.left and not one.is_out]
    counted = {
        one.seat: one.number
        for one in job.numbers
        if one.number is not None and not one.disallowed and one.seat in in_round
    }
    if seat not in counted or view.card is None:
        return 0
    own = counted[seat]
    if job.kind == "payout":
        return CARDS[view.card.id].pay(own)
    sign = 1 if view.card.direction == "high" else -1
    return count - sum(sign * other > sign * own for other in counted.values())
