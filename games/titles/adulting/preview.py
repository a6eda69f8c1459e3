"""Previews: what a move will do, in sentences, from what its player may know.

They do not reveal what players must find out: whether an example was named before, which answer is the adult one.
"""

from collections.abc import Iterator
from typing import Any

from games.kernel.words import of_seats, several
from games.titles.adulting.cards import CARDS, COLUMN_NAMES, COLUMNS, EFFECT, EFFECTS, NOTES, SPADES, label
from games.titles.adulting.state import Bid, Payment, State, best_gain, gain, numbered, points, weight
from games.titles.adulting.work import category

Args = dict[str, Any]
SAY = of_seats()


def place(state: State, seat: int, args: Args) -> Iterator[str]:
    mantle, card = state.players[seat].mantle, args["card"]
    grows = gain(mantle, card, COLUMNS.index(args["column"]))
    yield f"Your mantle will be worth {several(points(mantle) + grows, 'point')}, {grows} more than now."
    yield f"{label(card)} goes into {COLUMN_NAMES[args['column']]}."
    if EFFECT[card] == "housewarming":
        yield f"You take {sum(map(len, mantle)) + 1} money for the cards on it."
    if card in SPADES and state.spades >= state.options.spades_to_end - 1:
        yield "It is the last spade: this ends the game."


def effect(state: State, seat: int, args: Args) -> Iterator[str]:
    effect = EFFECTS[EFFECT[args["card"]]]
    yield f"{effect.name} goes to the discard pile for its text: {effect.text}"


def list_examples(state: State, seat: int, args: Args) -> Iterator[str]:
    count = sum(bool(text) for text in args.get("examples") or ())
    yield f"You hand in {several(count, 'example')}. They stay secret until all lists are in."


def number(state: State, seat: int, args: Args) -> Iterator[str]:
    card, number = CARDS[state.round.card], args.get("n")
    if number is None:
        return
    if card.job == "payout":
        money, doubles = card.pay(number), state.players[seat].overtime  # AD-216
        told = f"{2 * money} money with your Overtime" if money and doubles else f"{money} money"
        yield f"{number} pays {told} if it stands."
    else:
        yield f"You give {number}. The {'highest' if card.direction == 'high' else 'lowest'} number is paid most."


def rule(state: State, seat: int, args: Args) -> Iterator[str]:
    if "strike" in args:
        struck = [one.text for one in category.examples(state) if one.value in args["strike"]]
        yield f"You strike {'; '.join(struck)}." if struck else "You strike nothing."
    if "order" in args:
        yield SAY.say("The order: {order:names}.", args)
    if "disallow" in args:
        yield SAY.say("Of the numbers, you disallow those of {disallow:names}.", args)
    if "bonus" in args:
        yield SAY.say("One extra money goes to {bonus:names}.", args)
    if args.get("adult") is not None:
        yield f"The adult answer is “{CARDS[state.round.card].sort_answers[args['adult']]}”."
    yield "The fine print becomes public, and the others may object until the votes close."


def answer(state: State, seat: int, args: Args) -> Iterator[str]:
    if state.options.answers != "in_turn":
        yield "Your answer stays sealed until everybody has answered."
    if args.get("card") in NOTES:
        yield "If it is the adult one, it stands without a vote, and the Doctor's Note is discarded."
    else:
        yield "If it is the adult one and stands in the vote, you may bid for the card."


def votes(state: State, seat: int, args: Args) -> Iterator[str]:
    down = len(args["down"])
    double = ", each counted twice" if weight(state, seat) > 1 and down else ""
    told = SAY.say("You vote down {down:names}", args)
    yield f"{told}{double}." if down else "You let every answer stand."
    left = args.get("bid") or {}
    if left.get("amount") is not None:
        yield "Your bid is used if your own answer stands."
        yield from bid(state, seat, left)


def bid(state: State, seat: int, args: Args) -> Iterator[str]:
    bid = Bid(args["amount"], args.get("card") or "")
    if bid.counts != bid.amount:
        yield f"It is compared as {bid.counts}."
    yield f"If it is the highest, you pay {bid.price} money and take the card; if not, you keep it."
    most = best_gain(state.players[seat].mantle, state.round.card)
    yield f"On your mantle as it stands, the card is worth up to {several(most, 'point')}."


def till(state: State, seat: int, args: Args) -> Iterator[str]:
    due = state.round.dues[seat]
    gained = Payment(seat, due.kind, due.amount, args["amount"], state.round.number).gain
    if gained > 0:
        yield f"That is {gained} in your favour. If anyone calls it a theft, you pay the bank twice that."
    elif gained < 0:
        yield f"That costs you {-gained}, and you can't get it back."
    else:
        yield "That is the right amount."


def sue(state: State, seat: int, args: Args) -> Iterator[str]:
    yield SAY.say("You sue {defendant:name} for {ground}.", args)


def call_theft(state: State, seat: int, args: Args) -> Iterator[str]:
    yield SAY.say("You call out {seat:name}.", args)


def chosen(state: State, args: Args) -> Iterator[str]:
    """The answer to the sorting question that goes with any move."""
    if args.get("choice") is not None:
        yield f"Your answer is “{CARDS[state.round.card].sort_answers[args['choice']]}”."


def appeal(state: State, seat: int, args: Args) -> Iterator[str]:
    matter = args["matter"]
    about = (
        f"the {matter['kind']}" if type(matter["seat"]) is not int else SAY.whose(matter["seat"]) + f" {matter['kind']}"
    )
    yield f"You object to the ruling on {about}{': ' + matter['example'] if matter['example'] else ''}."
    if args["press"] != "yes":
        yield "It costs nothing and ends with the dealer's reply."
        return
    others = len(state.present) - 1
    yield f"If the dealer sustains the ruling, a jury decides; until then {others} of your money is set aside."
    yield "If the ruling is upheld, you pay each other player 1. If not, all but the dealer take 1 from the bank."


def reply(state: State, seat: int, args: Args) -> Iterator[str]:
    if args["sustain"] != "yes":
        yield "Your ruling is reversed, and nobody pays."
    elif numbered(state.open_cases, args["case"]).press:
        yield "The jury decides: if your ruling is upheld, you are paid 1; if not, everybody but you takes 1 money."
    else:
        yield "Your ruling stands, and the case is closed."


def hear(state: State, seat: int, args: Args) -> Iterator[str]:
    if args["allow"] != "yes":
        yield "The case is closed and costs nobody anything."
    else:
        yield f"The defendant fights before the jury at a price of {args['price']}, or concedes and pays 1."


def plead(state: State, seat: int, args: Args) -> Iterator[str]:
    most = args["fight_up_to"]
    if not most:
        yield "If the case is allowed, you pay 1 money. That isn't a conviction."
        return
    yield f"If the price is at most {most}, the jury decides. Guilty: you pay it. Not guilty: you get it."
    if most < numbered(state.open_cases, args["case"]).asked_price:
        yield "At a higher price you concede and pay 1."


def jury(state: State, seat: int, args: Args) -> Iterator[str]:
    yield "A motion needs more than half of the jury's votes; they stay secret until the case is closed."
    if weight(state, seat) > 1:
        yield "Yours counts twice."
