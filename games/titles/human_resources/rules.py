"""The flow of a match, in the order of the manual:

setup -> turn of the first seat
pickup (Pick Up, HR-81): only if the active seat still has to choose between several projects
    -> turn
turn (Taking a turn, HR-18 to HR-92): place | project | quota | hire
    hire Play Two          -> extra_play, twice (once with one card)
    hire VP of Operations  -> order (HR-118), if two or more cards were seen
    after each action: score the active seat's projects, then Crowdfunding
    end of turn: Overtime, draw; final card -> over; otherwise the same seat (Overtime) or the other one takes a turn
"""

from games.kernel.errors import need
from games.kernel.step import Answers, Context, Step
from games.kernel.types import Action, Clock, Decision, Move, Pick, Picks
from games.titles.human_resources import effects, geometry, legal_moves, refusals
from games.titles.human_resources.cards import BASE, CARDS, POINTS, PROMO
from games.titles.human_resources.decisions import CARD, PROMPTS, turn
from games.titles.human_resources.managers import play_of
from games.titles.human_resources.preview import preview
from games.titles.human_resources.state import Cubicle, Options, Report, State, ending, seen

SETUP = ((0, 0, "D"), (1, 0, "L"), (0, 1, "L"), (1, 1, "D"))
HAND = 3


def setup(seats: int, options: Options, context: Context) -> tuple[State, str]:
    """Deal the checkerboard, three cards each and the deck; the lower hand total goes first (HR-12 to HR-17)."""
    cards = list(BASE + PROMO if options.promo else BASE)
    context.rng.shuffle(cards)
    laid = {}
    for x, y, colour in SETUP:
        card = next(card for card in cards if card[-1] == colour)
        cards.remove(card)
        laid[geometry.place(x, y)] = Cubicle(card)
    hands = [[cards.pop() for _ in range(HAND)] for _ in range(seats)]
    totals = [sum(POINTS[card] for card in hand) for hand in hands]
    by_lot = totals[0] == totals[1]
    first = context.rng.below(2) if by_lot else totals.index(min(totals))
    own = {seat: {"cards": list(hand)} for seat, hand in enumerate(hands)}
    context.log("setup", "HR-17" if by_lot else "HR-16", own, "match", seat=first, by_lot=by_lot)
    state = State(hands, cards, laid, first, by_lot, first, [], [[], []], [[], []], [0, 0])
    return state, "turn"


class _First(Step[State]):
    """A choice that has to be made before anything else."""

    refusal = ("", "")  # of all other moves

    def read(self, state: State, seat: int, move: Move, is_asked: bool) -> Move:
        need(not is_asked or move.verb == self.name, *self.refusal)
        return move


class PickUp(_First):
    """Pick Up: choose at the start of your turn which project goes back (Manager Abilities, HR-79, HR-81)."""

    name = "pickup"
    waiting = "to choose which project goes back to the hand"
    refusal = ("HR-79", "First choose which of your incomplete projects goes back to your hand.")

    def ask(self, state: State) -> list[Decision]:
        seat, own = state.active, [project.card for project in state.in_play[state.active]]
        lowest = min(reversed(own), key=POINTS.__getitem__)  # HR-126: the newest of equals
        action = Action("pickup", "Take it back", (Pick("card", tuple(CARD[card] for card in own), label="project"),))
        return [Decision(seat, PROMPTS["pickup"], (action,), Move("pickup", {"card": lowest}), ("HR-79", "HR-81"))]

    def preview(self, state: State, seat: int, move: Move) -> list[str]:
        return [f"{CARDS[move.args['card']].full_name} goes back to your hand, without points"]

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        ((seat, move),) = answers.items()
        effects.pick_up(state, seat, move.args["card"], context)
        state.owes, state.has_picked_up = False, True
        return "turn"


class TakeTurn(Step[State]):
    """Taking a turn: play one card with one of four actions, then draw (HR-18 to HR-22)."""

    name = "turn"
    waiting = "to take a turn"

    def read(self, state: State, seat: int, move: Move, is_asked: bool) -> Move:
        return refusals.read_turn(state, seat, move) if is_asked else move

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        ((seat, move),) = answers.items()
        card = move.args["card"]
        state.hands[seat].remove(card)
        state.carrying = card if move.verb == "hire" else state.carrying
        state.action += 1
        state.report = Report(state.action, seat, move.verb, "" if move.verb == "place" else card)  # face down
        goes_on = play_of(move.verb, card).carry_out(state, seat, move, context)
        return goes_on or effects.finish(state, move, context)

    ask = staticmethod(turn)
    moves = staticmethod(legal_moves.all_moves)
    sample = staticmethod(legal_moves.random_move)
    narrow = staticmethod(legal_moves.narrow)
    preview = staticmethod(preview)


class ExtraPlay(TakeTurn):
    """Play Two: one more card, fully resolved; this step runs once for each of the two cards (HR-59 to HR-63)."""

    name = "extra_play"
    waiting = "to play a card for Play Two"


class PutBack(_First):
    """VP of Operations: put the cards you looked at back in any order (Promo Cards, HR-118 to HR-120)."""

    name = "order"
    waiting = "to put the top cards of the deck back"
    refusal = ("HR-118", "First put the cards you looked at back in an order.")

    def ask(self, state: State) -> list[Decision]:
        cards = seen(state)
        offered, count = tuple(CARD[card] for card in cards), len(cards)
        order = Picks("order", offered, count, count, ordered=True, label="new order")
        actions = (Action("order", "Put them back", (order,)),)
        default, clauses = Move("order", {"order": cards}), ("HR-118", "HR-120")  # HR-127: as they were
        clock = Clock(continues=True)
        return [Decision(state.active, PROMPTS["order"], actions, default, clauses, secret=True, clock=clock)]

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        ((seat, move),) = answers.items()
        order = move.args["order"]
        state.deck[-len(order) :] = order[::-1]
        state.known[1 - seat] = 0  # the order may have changed, so the other player no longer knows it
        effects.log_looked(context, seat, order)
        return effects.finish(state, move, context)


def drop(state: State, seat: int, reason: str, context: Context) -> None:
    """A seat leaves: the other one wins, whatever the score (HR-129)."""
    state.left = seat
    state.reason = reason
    effects.log_end(state, context)


def result(state: State) -> list[int] | None:
    """The ranks by seat, or None while the match is still running."""
    return ending(state).ranks if state.is_over else None


STEPS = (PickUp(), TakeTurn(), ExtraPlay(), PutBack())
