"""The flow of a match, in the order of the manual.

setup      Dinosaurs picked by the players, at random or from a list (HD-02 to HD-05)
dino       pick: first come, first served; then the deal (HD-04, HD-07 to HD-10)
flip       a Disaster card is turned up, hands without a Point card are replaced (HD-11, HD-15)       automatic
choose     everyone plays a Point card face down (HD-12 to HD-14), then reveal (HD-17)
next_effect -> effect -> grab | keep     one at a time in the fixed order: effects.py (HD-49 to HD-74)
instants   waves of the scoring window: scoring_window.py (HD-75 to HD-84)
score      collect, 50?, who adds the Disaster card: ties.py (HD-19, HD-20, HD-91 to HD-104)          automatic
sudden     Sudden Death, repeated while it ties, then sudden_reveal: ties.py (HD-92 to HD-101)
disaster   take, Insurance or Redirect: ties.py (HD-20 to HD-22, HD-85 to HD-90)
end_round  movement, 50? (HD-23, HD-105)                                                               automatic
clean_up   draw, clean-up; then flip (HD-24, HD-25, HD-28, HD-31)                                      automatic
drop       a player leaves (HD-126, HD-127): `leave` of the current step decides what follows

The base classes of the steps that ask are in asking.py.
"""

from msgspec.structs import replace

from games.kernel.errors import need
from games.kernel.game import Beginning
from games.kernel.rng import Rng
from games.kernel.step import Answers, Context, Step
from games.kernel.types import Action, Clock, Decision, Field, Move, Option, Pick
from games.titles.dinosaurs import effects, piles, scoring, standing_orders, ties, winning
from games.titles.dinosaurs.asking import REFUSALS, Asking, OneByOne, PlayFaceDown
from games.titles.dinosaurs.cards import CARDS, DINOSAURS, DISASTERS, VALUE, Hand, main_deck
from games.titles.dinosaurs.scoring_window import PlayInstants
from games.titles.dinosaurs.state import HAND, Options, Player, State, dinos_of, free_dinos, living, point_cards

LAST_ROUND = 60  # HD-31
NO_DINO = ("HD-02", "There is no such Dinosaur in this match.")
TAKEN = ("HD-03", "That Dinosaur is already taken; pick another.")


def seat_requests(options: Options, seats: int) -> list[tuple[str, str]]:
    """The id and name of each Dinosaur that can be requested before the match; none if players pick (HD-05)."""
    return [(id, DINOSAURS[id].name) for id in dinos_of(options, seats)] if options.dinos == "random" else []


def finalize_options(options: Options, known: Beginning) -> Options:
    """The options with the Dinosaur each seat requested; the other seats get a random free one."""
    return replace(options, dinos=known.requests) if any(known.requests) else options


def setup(seats: int, options: Options, context: Context) -> tuple[State, str]:
    """Empty boards (HD-06), with Dinosaurs unless the players pick them (HD-02, HD-05)."""
    if seats > 4 and not options.extra_dinos:
        options = replace(options, extra_dinos=True)  # five and six seats need them (HD-02)
    state = State(options, [Player() for _ in range(seats)])
    if options.dinos == "pick":
        return state, "dino"
    allowed = dinos_of(options, seats)
    requested: list[str | None] = [None] * seats if options.dinos == "random" else list(options.dinos)
    taken = [dino for dino in requested if dino is not None]
    need(len(requested) == seats, "HD-05", "The list of dinosaurs must have one entry per seat.")
    need(set(taken) <= set(allowed), *NO_DINO)
    need(len(set(taken)) == len(taken), *TAKEN)
    free = [dino for dino in allowed if dino not in taken]
    context.rng.shuffle(free)
    for seat, dino in enumerate(requested):
        _give_dino(state, seat, dino or free.pop(), context)
    return state, "deal"


def _give_dino(state: State, seat: int, dino: str, context: Context) -> None:
    state.players[seat].dino = dino
    context.log("pick", "HD-03", seat=seat, dino=dino)


class PickDinosaur(OneByOne):
    """How To Start: everybody picks a Dinosaur (HD-03, HD-04)."""

    name = part = "dino"
    then = "deal"
    waiting = "to pick a Dinosaur"

    def ask(self, state: State) -> list[Decision]:
        free = free_dinos(state)
        options = tuple([Option(dino, DINOSAURS[dino].name, f"dino/{dino}") for dino in free])
        action = Action("dino", "Pick", (Pick("dino", options, label="Dinosaur"),))
        prompt, default = "Pick your Dinosaur. First come, first served.", Move("dino", {"dino": free[0]})
        clauses, clock, seats = ("HD-03", "HD-04"), Clock(live=60), self.unanswered(state)
        return [Decision(seat, prompt, (action,), default, clauses, stays=True, clock=clock) for seat in seats]

    def read_answer(self, state: State, seat: int, move: Move) -> Move:
        dino = move.args.get("dino")
        need(dino in dinos_of(state.options, len(state.players)), *NO_DINO)
        need(dino in free_dinos(state), *TAKEN)
        return move

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        for seat, move in answers.items():
            _give_dino(state, seat, move.args["dino"], context)
        return self.name if self.unanswered(state) else self.then


class Deal(Step[State]):
    """How To Start: both decks are shuffled, five cards each (HD-07 to HD-10)."""

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        state.deck, state.disasters = main_deck(state.is_for_two), list(DISASTERS)  # HD-113
        context.rng.shuffle(state.deck)
        context.rng.shuffle(state.disasters)
        for seat in living(state):
            piles.draw(state, seat, HAND, context)
        return "flip"


class Flip(Step[State]):
    """How To Play: the round starts (HD-11, HD-15, HD-16)."""

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        if state.round:
            context.end_round()
        state.round += 1
        piles.flip_disaster(state, context)
        context.log("round", "HD-11", round=state.round, card=state.disaster)
        for seat in living(state):  # each completely before the next (HD-15, HD-16)
            player = state.players[seat]
            while not point_cards(player.hand):
                thrown, player.hand = player.hand, []
                piles.discard(state, thrown, context)
                drawn = piles.draw(state, seat, HAND, context)
                context.log("new_hand", "HD-15", seat=seat, cards=thrown, drawn=drawn)
        state.phase = "choose"
        return "choose"


class Choose(PlayFaceDown):
    """How To Play: everyone plays a Point card face down (HD-12 to HD-14), optionally with standing orders (HD-120)."""

    name = "choose"
    part, then = "card", "reveal"
    waiting = "to choose a Point card"
    prompt = "Choose a Point card to play face down."
    clauses = ("HD-12", "HD-13", "HD-14", "HD-120")
    not_asked = {"choose": ("HD-14", "You have already chosen your card for this round.")}
    live = 45
    needs = ("HD-12", "Choose a Point card")

    def more_fields(self, hand: Hand) -> tuple[Field, ...]:
        return standing_orders.fields(hand, 0)

    def read_answer(self, state: State, seat: int, move: Move) -> Move:
        move, orders = super().read_answer(state, seat, move), move.args.get("orders", standing_orders.NOT_GIVEN[0])
        if orders in standing_orders.NOT_GIVEN:
            return move
        return Move("choose", move.args | {"orders": standing_orders.read(state, seat, orders)})

    def sample(self, state: State, decision: Decision, rng: Rng) -> Move | None:
        if decision.optional:
            return None
        card = rng.choose(point_cards(state.players[decision.seat].hand))
        return Move("choose", {"card": card, "orders": standing_orders.NOT_GIVEN[0]})

    def told(self, state: State, seat: int, move: Move) -> list[str]:
        value, step, area = VALUE[move.args["card"]], scoring.trait(state, seat), scoring.area_bonus(state, seat)
        more = f" {'+' if step > 0 else '−'} {abs(step)} trait" if step else ""
        more += f" + {area} Disaster card{'s' * (area > 1)}" if area else ""
        start = f"your score starts at {value + step + area}".replace("-", "−") + (f" ({value}{more})" if more else "")
        orders = move.args.get("orders", {})
        plan = standing_orders.in_words(orders) if orders.get("instants") else []
        card = CARDS[move.args["card"]]
        return [f"{card.name}: {start}.", *([card.effect] if card.effect else []), *plan]

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        for seat, move in answers.items():
            if move.args.get("orders", {}).get("instants"):
                self.keep_order(state, seat, move)
        return super().resolve(state, answers, context)


class Reveal(Step[State]):
    """How To Play: all cards are turned up at once; the order of effects is fixed (HD-17, HD-56, HD-58)."""

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        state.is_revealed = True
        for seat in living(state):
            context.log("reveal", "HD-17", seat=seat, card=state.players[seat].card)
        if scoring.is_silenced(state):
            context.log("chainsaw", "HD-58")
            state.order = []
        else:
            state.order = effects.order_of_effects(state, context)
        state.turn_at = 0
        return "next_effect"


class EndRound(Step[State]):
    """How To Play: movement (HD-23, HD-105)."""

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        for seat in living(state):  # HD-23
            player, count = state.players[seat], len(state.players[seat].area)
            if count:
                player.points += count
                context.log("moved", "HD-23", seat=seat, count=count, total=player.points)
                if state.report is not None:
                    state.report.moved[seat] = count
        state.phase = "ended"
        if winning.is_escaped(state):
            winning.finish(state, context, "HD-107")
        return "clean_up"


class CleanUp(Step[State]):
    """How To Play: draw and clean-up (HD-24, HD-25, HD-28, HD-31)."""

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        context.before_deal()
        for seat in living(state):
            piles.draw(state, seat, HAND - len(state.players[seat].hand), context)
        piles.clean_up(state, context)
        standing_orders.forget(state)
        if state.round == LAST_ROUND:
            winning.finish(state, context, "HD-31")
        return "flip"


_UNTIL_EFFECTS: tuple[Step[State], ...] = (PickDinosaur(), Deal(), Flip(), Choose(), Reveal())
STEPS = (*_UNTIL_EFFECTS, *effects.STEPS, PlayInstants(), *ties.STEPS, EndRound(), CleanUp())
ASKING = {step.name: step for step in STEPS if isinstance(step, Asking)}


def drop(state: State, seat: int, reason: str, context: Context) -> str | None:
    """Take a player out at once (HD-126). Return the next step, or None to stay in the current one."""
    player = state.players[seat]
    if player.out is not None:
        need(reason != "resigned", *REFUSALS["left"])
        return None  # already eliminated: nothing changes at the table
    winning.put_out(state, seat, "time" if reason == "removed" else reason, context)
    thrown, player.hand = player.hand, []
    if player.card is not None and not state.is_revealed:
        thrown, player.card = [*thrown, player.card], None
    if player.pick is not None:
        thrown, player.pick = [*thrown, player.pick], None
    piles.discard(state, thrown, context)
    next_step = ASKING[state.phase].leave(state, seat, context)
    if len(living(state)) == 1:
        winning.finish(state, context, "HD-108")
        return None
    return next_step
