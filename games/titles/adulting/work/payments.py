"""The verbs of an open bank: keying in a payment, calling out a theft (section "Fines"). See `till`."""

from collections.abc import Iterator
from typing import Any

from games.kernel.display import Attempt
from games.kernel.errors import need
from games.kernel.step import Context
from games.kernel.types import Action, Amount, Choice, Decision, Move, Pick, seat_options
from games.titles.adulting.fields import SAY, optional
from games.titles.adulting.shown.view_types import View
from games.titles.adulting.state import Payment, State, from_left
from games.titles.adulting.verb import Args, StageVerb, Verb
from games.titles.adulting.work import till


class KeyIn(StageVerb):
    """Key in an amount at the till (AD-197)."""

    name = "till"
    keys = ("amount",)

    def is_open_outside(self, state: State, step: str, seat: int) -> bool:
        return seat in state.round.dues

    def read(self, state: State, step: str, seat: int, args: Args) -> Move:
        amount, top = args.get("amount"), till.top(state, seat)
        need(type(amount) is int and 0 <= amount <= top, "AD-197", f"Enter a whole number from 0 to {top}.")
        return Move("till", args)

    def told(self, state: State, seat: int, args: Args) -> Iterator[str]:
        due = state.round.dues[seat]
        gained = Payment(seat, due.kind, due.amount, args["amount"], state.round.number).gain
        if gained > 0:
            yield f"That is {gained} in your favour. If anyone calls it a theft, you pay the bank twice that."
        elif gained < 0:
            yield f"That costs you {-gained}, and you can’t get it back."
        else:
            yield "That is the right amount."

    def wanted(self, state: State, seat: int) -> list[Attempt]:
        more = till.top(state, seat) + 1
        return [Attempt(f"Key in {more}", Move("till", {"amount": more}))]

    def mail(self, view: View, decision: Decision) -> Iterator[Choice]:
        assert view.due is not None
        kind, amount = view.due[0], decision.default.args["amount"]
        right = ", which is right" if amount == view.due[1] else ", all you have"
        yield Choice(f"{'Pay' if kind == 'price' else 'Take'} {amount}{right}", decision.default)


class CallTheft(Verb):
    """Call out a payment (AD-188, AD-191)."""

    name = "call_theft"
    keys = ("seat",)
    is_at_once = True

    def read(self, state: State, step: str, seat: int, args: Args) -> Move:
        need(state.options.bank == "open", "AD-188", "With the honest bank nobody can steal.")
        other: Any = args.get("seat")
        is_there = isinstance(other, int) and till.callable_payment(state, seat, other)
        need(is_there, "AD-191", "There is no payment of that player that can be called out now.")
        return Move("call_theft", args)

    def told(self, state: State, seat: int, args: Args) -> Iterator[str]:
        yield SAY.say("You call out {seat:name}.", args)

    def carry_out(self, state: State, step: str, seat: int, args: Args, context: Context) -> None:
        till.call(state, seat, args["seat"], context)


def ask(state: State, seat: int) -> Decision:
    """Key in a payment at the till (AD-189)."""
    due = state.round.dues[seat]
    words = f"Pay {due.amount} into the bank." if due.kind == "price" else f"Take {due.amount} from the bank."
    top = till.top(state, seat)
    action = Action("till", "Key in", (Amount("amount", 0, top, "money"),))
    # A fine paid in the meantime can leave less money than is due.
    return Decision(seat, words, (action,), Move("till", {"amount": min(due.amount, top)}), ("AD-189", "AD-197"))


def ask_callers(state: State) -> Iterator[Decision]:
    """The payments that each seat can call out now (AD-190, AD-191)."""
    for seat in state.present if state.payments else ():
        others = tuple(other for other in from_left(state) if till.callable_payment(state, seat, other))
        if others:
            call = Action("call_theft", "Call a theft", (Pick("seat", seat_options(others), label="player"),))
            yield optional(seat, "Call a theft.", (call,), ("AD-190", "AD-191"), "bank")
