"""The flow of a match, in the order of the manual.

setup -> turn of the first seat
pickup (Pick Up, HR-81): only if the active seat owes the choice between several projects
    -> turn
turn (Taking a turn, HR-18 to HR-92): place | project | quota | hire
    hire Play Two          -> extra_play, twice (once with one card)
    hire VP of Operations  -> order (HR-118), if two or more cards were seen
    after each action own projects are scored, then Crowdfunding
    end of the turn: Overtime, draw; final card -> over; else turn of the same seat (Overtime) or of the other
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from games.kernel.errors import IllegalMove
from games.kernel.rng import Rng
from games.kernel.step import Answers, Context, Step
from games.kernel.types import Decision, Move
from games.titles.human_resources import decisions, effects, office, refusals, scoring, ways
from games.titles.human_resources.cards import BASE, POINTS, PROMO
from games.titles.human_resources.managers import manager_of
from games.titles.human_resources.preview import preview
from games.titles.human_resources.state import Cubicle, Options, Project, State

SETUP = ((0, 0, "D"), (1, 0, "L"), (0, 1, "L"), (1, 1, "D"))
HAND = 3


def setup(seats: int, options: Options, context: Context) -> tuple[State, str]:
    """Deal (HR-12 to HR-17): the checkerboard, three cards each, the deck; the lower hand total begins."""
    cards = list(BASE + PROMO if options.promo else BASE)
    context.rng.shuffle(cards)
    laid = {}
    for x, y, colour in SETUP:
        card = next(card for card in cards if card[-1] == colour)
        cards.remove(card)
        laid[office.place(x, y)] = Cubicle(card)
    hands = [[cards.pop() for _ in range(HAND)] for _ in range(seats)]
    totals = [sum(POINTS[card] for card in hand) for hand in hands]
    by_lot = totals[0] == totals[1]
    first = context.rng.below(2) if by_lot else totals.index(min(totals))
    own = {seat: {"cards": list(hand)} for seat, hand in enumerate(hands)}
    context.log("setup", "HR-17" if by_lot else "HR-16", own, "match", seat=first, by_lot=by_lot)
    state = State(hands, cards, laid, first, by_lot, first, [], [[], []], [[], []], [0, 0])
    return state, "turn"


class PickUp(Step[State]):
    """Pick Up: the choice owed at the start of one's own turn (Manager Abilities, HR-79, HR-81)."""

    name = "pickup"
    waiting = "to choose which project goes back to the hand"

    def ask(self, state: State) -> list[Decision]:
        return [decisions.pickup(state)]

    def read(self, state: State, seat: int, move: Move, is_asked: bool) -> Move:
        return refusals.read_pickup(state, seat, move) if is_asked else move

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        ((seat, move),) = answers.items()
        effects.pick_up(state, seat, move.args["card"], context)
        state.owes, state.has_picked_up = False, True
        return "turn"


class TakeTurn(Step[State]):
    """Taking a turn: one card, one of four actions, draw (HR-18 to HR-22)."""

    name = "turn"
    waiting = "to take a turn"

    def ask(self, state: State) -> list[Decision]:
        return [decisions.turn(state)]

    def read(self, state: State, seat: int, move: Move, is_asked: bool) -> Move:
        return refusals.read_turn(state, seat, move) if is_asked else move

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        ((seat, move),) = answers.items()
        effects.begin(state, seat, move)
        return CARRY_OUT[move.verb](state, seat, move, context)

    def moves(self, state: State, decision: Decision) -> Iterable[Move]:
        return decisions.canonical(decision, ways.all_moves(state, decision.seat))

    def sample(self, state: State, decision: Decision, rng: Rng) -> Move:
        move = ways.random_move(state, decision.seat, rng)
        return decisions.canonical(decision, [move])[0]

    def narrow(self, state: State, seat: int, verb: str, args: Mapping[str, Any]) -> dict[str, list[Any]]:
        return ways.narrow(state, seat, verb, args) | _previewed(state, seat, Move(verb, dict(args)))

    def preview(self, state: State, seat: int, move: Move) -> list[str]:
        return preview(state, seat, move)


def _previewed(state: State, seat: int, move: Move) -> dict[str, list[Any]]:
    """What a whole choice would do, for pages without script; nothing while something is still to be chosen."""
    try:
        return {"preview": preview(state, seat, refusals.read_turn(state, seat, move))}
    except IllegalMove:
        return {}


class ExtraPlay(TakeTurn):
    """Play Two: the two further cards, one after the other, each carried out completely (HR-59 to HR-63)."""

    name = "extra_play"
    waiting = "to play a card for Play Two"


class PutBack(Step[State]):
    """VP of Operations: the cards that were looked at go back in any order (Promo Cards, HR-118 to HR-120)."""

    name = "order"
    waiting = "to put the top cards of the deck back"

    def ask(self, state: State) -> list[Decision]:
        return [decisions.order(state)]

    def read(self, state: State, seat: int, move: Move, is_asked: bool) -> Move:
        return refusals.read_order(state, seat, move) if is_asked else move

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        ((seat, move),) = answers.items()
        order = move.args["order"]
        state.deck[-len(order) :] = order[::-1]
        state.known[1 - seat] = 0  # what the other player knew of the deck is no longer certain
        effects.log_looked(context, seat, order)
        effects.discard_carried(state)
        return effects.end_turn(state, context)


def _place(state: State, seat: int, move: Move, context: Context) -> str:
    """Placing a Cubicle (HR-24 to HR-29)."""
    card = move.args["card"]
    changed = effects.rearrange(state, {office.read(move.args["at"]): Cubicle(card, seat)})
    at = list(office.xy(changed[0]))
    context.log("placed", "HR-28", {seat: {"card": card}}, "match", seat=seat, colour=card[-1], at=at)
    effects.settle(state, changed, context)
    return effects.finish(state, move, context)


def _project(state: State, seat: int, move: Move, context: Context) -> str:
    """Playing a Project (HR-30, HR-31)."""
    card = move.args["card"]
    state.in_play[seat].append(Project(card, state.action))
    context.log("project", "HR-30", seat=seat, card=card)
    return effects.finish(state, move, context)


def _quota(state: State, seat: int, move: Move, context: Context) -> str:
    """Playing a Quota Card (HR-83, HR-91)."""
    card = move.args["card"]
    effects.score(state, seat, card)
    context.log("quota", "HR-91", seat=seat, card=card, points=POINTS[card])
    return effects.finish(state, move, context)


def _hire(state: State, seat: int, move: Move, context: Context) -> str:
    """Hiring a Manager (HR-45, HR-47): revealed, carried out, discarded."""
    state.carrying = move.args["card"]
    return manager_of(state.carrying).carry_out(state, seat, move, context)


def drop(state: State, seat: int, reason: str, context: Context) -> None:
    """A seat leaves: the other one wins whatever the score (HR-129)."""
    state.left = seat
    state.reason = reason
    effects.log_end(state, context)


def result(state: State) -> list[int] | None:
    """Ranks at the end, None while the match runs."""
    return scoring.ranks(state) if state.is_over else None


CarryOut = Callable[[State, int, Move, Context], str]
CARRY_OUT: dict[str, CarryOut] = {"place": _place, "project": _project, "quota": _quota, "hire": _hire}
STEPS = (PickUp(), TakeTurn(), ExtraPlay(), PutBack())
