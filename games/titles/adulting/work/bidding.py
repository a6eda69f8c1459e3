"""The verb of a blind bid (AD-130 to AD-140). `auction` opens the bids; `read` and `told` also serve standing bids."""

from collections.abc import Iterator
from typing import Any

from games.kernel.display import Attempt
from games.kernel.errors import IllegalMove, need
from games.kernel.types import Action, Amount, Choice, Decision, Move
from games.kernel.words import several
from games.titles.adulting.cards import HELPERS
from games.titles.adulting.fields import helper
from games.titles.adulting.shown.view_types import View
from games.titles.adulting.state import Bid, State, best_gain
from games.titles.adulting.verb import Args, StageVerb
from games.titles.adulting.work.effects import read_helper

EARLY_NIGHT = ("AD-215", "Early Night: you may not bid this round.")


class PlaceBid(StageVerb):
    """Bid for the card (AD-130)."""

    name = "bid"
    steps = ("bids",)
    keys = ("amount", "card")

    def refuse_decider(self, state: State, step: str, seat: int) -> None:
        if seat not in state.round.bidders:
            barred = seat in state.round.early_night and seat in state.round.adults
            need(not barred, *EARLY_NIGHT)
            raise IllegalMove("AD-120", "Only players whose adult answer stands may bid.")
        super().refuse_decider(state, step, seat)

    def read(self, state: State, step: str, seat: int, args: Args) -> Move:
        return Move("bid", read(state, seat, args, state.players[seat].money))

    def told(self, state: State, seat: int, args: Args) -> Iterator[str]:
        return told(state, seat, args)

    def wanted(self, state: State, seat: int) -> list[Attempt]:
        more = state.players[seat].money + 1
        return [Attempt(f"Bid {more}", Move("bid", {"amount": more}))]

    def mail(self, view: View, decision: Decision) -> Iterator[Choice]:
        for amount in range(view.players[decision.seat].money + 1):
            yield Choice(f"Bid {amount}", Move("bid", {"amount": amount, "card": None}))


def read(state: State, seat: int, args: Args, top: int) -> Args:
    """A bid of at most `top`, in the form of its fields."""
    amount: Any = args.get("amount")
    need(type(amount) is int and amount >= 0, "AD-130", "A bid is a whole number from zero up.")
    need(amount <= top, "AD-130", "You cannot bid more money than you have.")
    card = read_helper(state, seat, args, HELPERS, "That card cannot be played with a bid.")
    return {"amount": amount, "card": card}


def told(state: State, seat: int, args: Args) -> Iterator[str]:
    """What a bid will do."""
    bid = Bid(args["amount"], args.get("card") or "")
    if bid.counts != bid.amount:
        yield f"It is compared as {bid.counts}."
    yield f"If it is the highest, you pay {bid.price} money and take the card; if not, you keep it."
    most = best_gain(state.players[seat].mantle, state.round.card)
    yield f"On your mantle as it stands, the card is worth up to {several(most, 'point')}."


def ask(state: State, seat: int) -> Decision:
    """Bid blind (AD-130)."""
    fields = (Amount("amount", 0, state.players[seat].money, "bid"), helper("card", state, seat))
    default = Move("bid", {"amount": 0, "card": None})
    return Decision(seat, "Bid for the card.", (Action("bid", "Bid", fields),), default, ("AD-130", "AD-133"))
