"""The flow of a match, in the order of the manual.

setup -> choose_direction (Setup, GP-09)
take_turn (Your Turn, GP-12 to GP-31): the decider plays a card; before that the eliminated may take the turn over
    (GP-69 to GP-79) and, in Trading, everybody may trade, whisper and accuse (GP-107 to GP-118)
    right accusation -> penalty (GP-120 to GP-123) -> take_turn
    office: stamp, wins, P settles -> (surplus: discard_down) -> P leads the next take_turn (GP-30)
    elsewhere: draw, action -> (follow_up) -> all settle -> (surplus: discard_down) -> the next take_turn
    a draw from an empty pile ends the year at once (hands.py); in Blitz, the last card in any hand ends the deal
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations

import msgspec

from games.kernel.errors import need
from games.kernel.rng import Rng
from games.kernel.step import Answers, Context, Step
from games.kernel.types import Decision, Move
from games.titles.going_postal import decisions, effects, refusals, takeovers, trading, turn_order
from games.titles.going_postal.cards import DECK
from games.titles.going_postal.hands import deal, surplus
from games.titles.going_postal.preview import preview
from games.titles.going_postal.stamps import eliminate
from games.titles.going_postal.state import Options, Order, State, after, allowance, is_in


def setup(seats: int, options: Options, context: Context) -> tuple[State, str]:
    """Shuffle, deal, and choose at random who goes first (GP-04 to GP-10, GP-93, GP-94, GP-107)."""
    need(options.pace in ("live", "async"), *refusals.REFUSALS["options.pace"])
    clash = options.postal and (options.blitz or options.cutthroat)
    need(not clash, "GP-93", "The Postal Variant cannot be combined with Blitz or Cutthroat.")
    hands: list[list[str]] = [[] for _ in range(seats)]
    state = State(
        options, hands, pile=[], stamps=[0] * seats, marked=[False] * seats, vendetta=[0] * seats, out=[None] * seats
    )
    if options.blitz:
        deal(state, context.rng)
    else:
        state.pile = list(DECK)
        context.rng.shuffle(state.pile)
        state.hands = [[state.pile.pop() for _ in range(allowance(state, seat))] for seat in range(seats)]
    state.active = context.rng.below(seats)
    own = {seat: {"cards": list(hand)} for seat, hand in enumerate(state.hands)}
    context.log("dealt", "GP-06", own, "match", first=state.active, cards=len(state.hands[0]))
    return state, "choose_direction"


class _Part(Step[State]):
    """The base of all steps: refusals in the words of the specification, and standing orders at any time (GP-78)."""

    offers = staticmethod(takeovers.all_orders)
    offer = staticmethod(decisions.orders)
    preview = staticmethod(preview)

    def read(self, state: State, seat: int, move: Move, is_asked: bool) -> Move:
        return refusals.read(state, self.name, seat, move)

    def keep_order(self, state: State, seat: int, move: Move) -> None:
        state.orders[seat] = msgspec.convert(move.args, Order)


class ChooseDirection(_Part):
    """The first personality chooses the direction of play, after seeing its hand. Manual: Setup (GP-09)."""

    waiting = "to choose the direction of play"
    ask = staticmethod(decisions.direction)

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        state.direction = answers[state.active].args["dir"]
        context.log("start", "GP-09", seat=state.active, direction=state.direction)
        return turn_order.begin(state, state.active, context)


class TakeTurn(_Part):
    """Play a card, unless others take the turn over or trade first. Manual: Your Turn (GP-12 to GP-79)."""

    waiting = "to play a card"
    ask = staticmethod(decisions.turn)
    standing_orders = staticmethod(takeovers.answers_by_order)

    def answers_to_resolve(
        self, state: State, asked: Sequence[Decision], answers: Mapping[str, Move]
    ) -> Collection[str] | None:
        """Resolve claims and talk first: sealed cards and passes wait or become void (GP-72, GP-113)."""
        if not answers:
            return None  # the decider always has to answer
        first = [key for key, move in answers.items() if move.verb in ("claim", *trading.TALK)]
        return first or super().answers_to_resolve(state, asked, answers)

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        talk = answers.by_matter.get(("talk", 0), {}) if state.options.trading else {}
        for seat, move in talk.items():
            trading.TALK[move.verb](state, seat, move, context)
            return "take_turn" if state.accused is None else "penalty"
        if claims := [seat for seat, move in answers.items() if move.verb == "claim"]:
            takeovers.take_over(state, min(claims, key=after(state, state.active).index), context)
            return "take_turn"
        return effects.play_card(state, answers[state.decider], context)

    def moves(self, state: State, decision: Decision) -> Iterable[Move] | None:
        return decisions.plays(state) if decision.actions[0].verb == "play" else None

    def sample(self, state: State, decision: Decision, rng: Rng) -> Move | None:
        if decision.actions[0].verb != "play":
            return None
        way, target = rng.choose(decisions.open_plays(state))
        return way.move(target)


class FollowUp(_Part):
    """Postal Inspector and Sorting Room. Manual: Cards, Actions in Detail (GP-87, GP-90)."""

    waiting = "to finish an action"
    ask = staticmethod(decisions.follow_up)

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        move, aim = answers[state.decider], state.aim
        assert aim is not None
        state.aim = None
        if aim.kind == "sort":
            cards = move.args["cards"]
            state.pile[-len(cards) :] = cards[::-1]
            effects.log_sorted(state, cards, context)
        elif aim.target is not None and (card := move.args["card"]) is not None:
            state.hands[aim.target].remove(card)
            state.discard.append(card)
            context.log("must_discard", "GP-87", seat=aim.target, card=card)
        return effects.settle(state, context)


class DiscardDown(_Part):
    """P has more cards than its allowance and chooses which to discard. Manual: Personalities (GP-50, GP-51)."""

    waiting = "to discard"
    ask = staticmethod(decisions.discard)

    def moves(self, state: State, decision: Decision) -> Iterable[Move] | None:
        if decision.clock.pace == "standing":
            return None
        choices = combinations(state.hands[state.active], surplus(state))
        return (Move("discard", {"cards": list(cards)}) for cards in choices)

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        cards = answers[state.decider].args["cards"]
        for card in cards:
            state.hands[state.active].remove(card)
        state.discard += cards
        context.log("discarded", "GP-51", seat=state.active, cards=list(cards))
        return turn_order.end(state, context)


class Penalty(_Part):
    """The accused displays its hand, and everybody else may exchange a card. Manual: Trading (GP-120 to GP-123)."""

    waiting = "to answer a displayed hand"
    ask = staticmethod(decisions.penalty)

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        assert state.accused is not None
        trading.exchange(state, state.accused, answers, context)
        return _end_penalty(state, context)


def _end_penalty(state: State, context: Context) -> str:
    """Resume the interrupted turn; if P has left, end it (GP-123, GP-149)."""
    state.accused, state.displayed = None, []
    return "take_turn" if is_in(state, state.active) else turn_order.end(state, context)


def drop(state: State, seat: int, reason: str, context: Context) -> str | None:
    """A player leaves: a personality in the game is eliminated without revenge (GP-140, GP-141, GP-149)."""
    state.gone.append(seat)
    state.orders.pop(seat, None)
    if not is_in(state, seat):
        context.log("left", "GP-140", seat=seat, reason=reason)
        state.vendetta[seat] = 0
        state.asked = [other for other in state.asked if other != seat]
        if seat == state.claimer:
            state.claimer = None  # P decides the rest of the turn, which cannot be taken over again (GP-72)
        return None
    state.offers = [offer for offer in state.offers if seat not in (offer.giver, offer.to)]
    eliminate(state, [seat], reason, "GP-140", context)
    context.forget(lambda other, move: move.verb == "play" and move.args["target"] == seat)
    return None if state.is_over else _personality_leaves(state, seat, context)


def _personality_leaves(state: State, seat: int, context: Context) -> str | None:
    if state.accused is not None:  # without the accused there is no exchange; others are just left out (GP-149)
        is_void = seat == state.accused or not trading.exchangers(state, state.accused)
        return _end_penalty(state, context) if is_void else None
    if seat == state.active and state.direction:
        return turn_order.end(state, context)
    if seat == state.active:  # before the direction is chosen: the next seat to the left goes first
        state.active = next(other for other in after(state, state.active) if is_in(state, other))
        return "choose_direction"
    if state.aim is not None and state.aim.target == seat:
        state.aim = None
        return effects.settle(state, context)  # the action ends without effect
    return None


STEPS = (ChooseDirection(), TakeTurn(), FollowUp(), DiscardDown(), Penalty())
