"""The verb with which players vote on the adult answers and leave a standing bid (AD-116 to AD-119, AD-137)."""

from collections.abc import Iterator

from games.kernel.display import Attempt
from games.kernel.errors import need
from games.kernel.types import Action, Choice, Decision, Field, Move, Pick, Picks, seat_options
from games.titles.adulting.fields import SAY, amounts, helper, several
from games.titles.adulting.shown.view_types import View
from games.titles.adulting.state import State, weight
from games.titles.adulting.verb import MALFORMED, Args, StageVerb
from games.titles.adulting.work import auction, bidding, sorting


class Votes(StageVerb):
    """Vote on the answers, and leave a standing bid (AD-116 to AD-119, AD-137)."""

    name = "votes"
    keys = ("down", "bid")

    def read(self, state: State, step: str, seat: int, args: Args) -> Move:
        need(isinstance(args.get("down"), list), "AD-118", "Say which answers you vote down.")
        down = args["down"]
        need(seat not in down, "AD-119", "You cannot vote on your own answer.")
        up = sorting.up_for_vote(state, seat)
        need(all(type(one) is int and one in up for one in down), "AD-116", "That answer is not up for a vote.")
        bid = args.get("bid")
        need(bid is None or (isinstance(bid, dict) and set(bid) <= {"amount", "card"}), *MALFORMED)
        chosen: Args = {"down": [one for one in up if one in down]}
        if bid is None or (bid.get("amount") is None and bid.get("card") is None):
            return Move("votes", chosen)
        words = "Only players who gave the adult answer can leave a bid."
        need(sorting.is_adult(state, seat), "AD-137", words)
        need(seat not in state.round.early_night, *bidding.EARLY_NIGHT)
        return Move("votes", chosen | {"bid": bidding.read(state, seat, bid, auction.standing_top(state, seat) or 0)})

    def told(self, state: State, seat: int, args: Args) -> Iterator[str]:
        down = len(args["down"])
        double = ", each counted twice" if weight(state, seat) > 1 and down else ""
        told = SAY.say("You vote down {down:names}", args)
        yield f"{told}{double}." if down else "You let every answer stand."
        left = args.get("bid") or {}
        if left.get("amount") is not None:
            yield "Your bid is used if your own answer stands."
            yield from bidding.told(state, seat, left)

    def wanted(self, state: State, seat: int) -> list[Attempt]:
        """Votes on one's own answer, and on answers that are not up for a vote (AD-116, AD-119)."""
        closed = [other for other in state.in_round if other not in sorting.up_for_vote(state, seat)]
        names = {other: f"the answer of {{{other}}}" for other in closed} | {seat: "your own answer"}
        return [Attempt(f"Vote on {names[other]}", Move("votes", {"down": [other]})) for other in closed]

    def mail(self, view: View, decision: Decision) -> Iterator[Choice]:
        """Offer no vote down, each single vote down, several of them, then each standing bid with no vote down."""
        [field] = [field for field in decision.actions[0].fields if isinstance(field, Picks)]
        down = [int(option.value) for option in field.options]
        has_bid = view.top_bid is not None
        none: dict[str, object] = {"bid": {"amount": None, "card": None}} if has_bid else {}
        later = ", bid later" if has_bid else ""
        yield Choice(f"{'Let every answer stand' if down else 'Go on'}{later}", Move("votes", {"down": []} | none))
        for seat in down:
            yield Choice(f"Vote {{{seat}}} down{later}", Move("votes", {"down": [seat]} | none))
        if len(down) > 1:
            yield Choice("Vote several down", Move("votes"), is_complete=False, whole="Vote {down} down")
        for amount in range(view.top_bid + 1) if view.top_bid is not None else ():
            bid = {"bid": {"amount": amount, "card": None}}
            words = "Let every answer stand, standing bid" if down else "Standing bid"
            yield Choice(f"{words} {amount}", Move("votes", {"down": []} | bid))


def ask(state: State, seat: int) -> Decision:
    """Vote on every adult answer, and leave a standing bid."""
    up, top = tuple(sorting.up_for_vote(state, seat)), auction.standing_top(state, seat)
    fields: list[Field] = [several("down", seat_options(up), "answers voted down")]
    args: dict[str, object] = {"down": []}
    if top is not None:
        fields.append(Pick("bid.amount", amounts(0, top), 0, label="standing bid"))
        fields.append(helper("bid.card", state, seat))
        args["bid"] = {"amount": None, "card": None}
    words = "Vote on the adult answers: up, or down." if up else "No answers to vote on. Anything else?"
    action = Action("votes", "Vote", tuple(fields))
    return Decision(seat, words, (action,), Move("votes", args), ("AD-117", "AD-118", "AD-137"))
