"""The flow of a match, in the order of the manual.

setup      Dinosaurs by pick, by lot or from a list (HD-02 to HD-05)
dino       pick: first come, first served; then the deal (HD-04, HD-07 to HD-10)
flip       a Disaster card is turned up, hands without a Point card are replaced (HD-11, HD-15)       automatic
choose     everyone plays a Point card face down (HD-12 to HD-14), then reveal (HD-17)
next_effect -> effect -> grab | keep     one at a time in the fixed order (HD-49 to HD-74)
instants   waves of the scoring window (HD-75 to HD-84)
score      collect, 50?, who adds the Disaster card (HD-19, HD-20, HD-91 to HD-104)                   automatic
sudden     Sudden Death, repeated while it ties, then sudden_reveal (HD-92 to HD-101)
disaster   take, Insurance or Redirect (HD-20 to HD-22, HD-85 to HD-90)
end_round  movement, 50?, draw, clean-up; then flip (HD-23 to HD-25, HD-31)                           automatic
drop       a player leaves (HD-126, HD-127): leaving.py

The steps from score on stand in closing.py, what all asking steps share in stepping.py.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from games.kernel.errors import IllegalMove
from games.kernel.rng import Rng
from games.kernel.step import Answers, Context, Step
from games.kernel.types import Decision, Move
from games.titles.dinosaurs import decisions, effects, orders, piles, refusals, scoring
from games.titles.dinosaurs.cards import KIND
from games.titles.dinosaurs.closing import AddDisaster, EndRound, Score, SuddenDeath, SuddenReveal
from games.titles.dinosaurs.state import Options, Play, Player, State, living, point_cards
from games.titles.dinosaurs.stepping import Asking, FirstAnswer


def setup(seats: int, options: Options, context: Context) -> tuple[State, str]:
    """Empty boards (HD-06) and, unless they are picked, Dinosaurs (HD-02, HD-05)."""
    if seats > 4 and not options.extra_dinos:
        options = replace(options, extra_dinos=True)  # five and six seats need them (HD-02)
    state = State(options, [Player() for _ in range(seats)])
    if options.dinos == "pick":
        return state, "dino"
    named: list[str | None] = [None] * seats if options.dinos == "random" else list(options.dinos)
    _check_list(state, named)
    free = [dino for dino in decisions.dinos_of(state) if dino not in named]
    context.rng.shuffle(free)
    for seat, dino in enumerate(named):
        _give_dino(state, seat, dino or free.pop(), context)
    return state, "deal"


def _check_list(state: State, named: list[str | None]) -> None:
    """A list of Dinosaurs fits the match (HD-02, HD-03, HD-05)."""
    if len(named) != len(state.players):
        raise IllegalMove("HD-05", "The list of dinosaurs must have one entry per seat.")
    given = [dino for dino in named if dino is not None]
    if not set(given) <= set(decisions.dinos_of(state)):
        raise IllegalMove("HD-02", "There is no such Dinosaur in this match.")
    if len(set(given)) < len(given):
        raise IllegalMove("HD-03", "That Dinosaur is already taken; pick another.")


def _give_dino(state: State, seat: int, dino: str, context: Context) -> None:
    state.players[seat].dino = dino
    context.log("pick", "HD-03", seat=seat, dino=dino)


def result(state: State) -> list[int] | None:
    """Ranks when the match is over (HD-131)."""
    return state.ranks


class PickDinosaur(FirstAnswer):
    """How To Start: everybody picks a Dinosaur (HD-03, HD-04)."""

    name = "dino"
    waiting = "to pick a Dinosaur"
    readers = {"dino": refusals.read_dino}

    def ask(self, state: State) -> list[Decision]:
        return decisions.dino(state)

    def moves(self, state: State, decision: Decision) -> Iterable[Move] | None:
        if decision.optional:
            return None
        return [Move("dino", {"dino": dino}) for dino in decisions.free_dinos(state)]

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        for seat, move in answers.items():
            _give_dino(state, seat, move.args["dino"], context)
        return "dino" if any(state.players[seat].dino is None for seat in living(state)) else "deal"


class Deal(Step[State]):
    """How To Start: both decks are shuffled, five cards each (HD-07 to HD-10)."""

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        piles.deal(state, context)
        return "flip"


class Flip(Step[State]):
    """How To Play: the round starts (HD-11, HD-15, HD-16)."""

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        if state.round:
            context.end_round()
        state.round += 1
        piles.flip_disaster(state, context)
        context.log("round", "HD-11", round=state.round, card=state.disaster)
        piles.replace_hands(state, context)
        state.phase = "choose"
        return "choose"


class Choose(FirstAnswer):
    """How To Play: everyone plays a Point card face down (HD-12 to HD-14)."""

    name = "choose"
    waiting = "to choose a Point card"
    readers = {"choose": refusals.read_choose}
    phase_words = {"choose": ("HD-14", "You have already chosen your card for this round.")}

    def ask(self, state: State) -> list[Decision]:
        return [
            decisions.choose(seat, tuple(player.hand))
            for seat, player in enumerate(state.players)
            if player.out is None and player.card is None
        ]

    def sample(self, state: State, decision: Decision, rng: Rng) -> Move | None:
        if decision.optional:
            return None
        card = rng.choose(point_cards(state.players[decision.seat].hand))
        return Move("choose", {"card": card, "orders": refusals.NOT_GIVEN[0]})

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        for seat, move in answers.items():
            player = state.players[seat]
            if move.args.get("orders", {}).get("instants"):
                orders.keep(state, seat, move.args["orders"])
            player.card = move.args["card"]
            player.hand.remove(player.card)
        return "reveal" if all(state.players[seat].card for seat in living(state)) else "choose"


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


class NextEffect(Step[State]):
    """Point Cards: whose effect comes next; those without a possible use are skipped (HD-50, HD-57)."""

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        while state.turn_at < len(state.order):
            seat = state.order[state.turn_at]
            if state.players[seat].out is None:
                if effects.effect_of(state, seat).is_possible(state, seat):
                    state.phase = "effect"
                    return "effect"
                context.log("impossible", "HD-57", seat=seat, effect=effects.kind_of(state, seat))
            state.turn_at += 1
        # The scoring window opens after all normal effects (HD-75).
        state.phase, state.wave = "instants", 1
        context.log("scores", "HD-79", scores=list(map(list, scoring.finals(state).items())), is_final=False)
        return "instants"


EFFECT_VERBS = dict.fromkeys(("effect", "grab", "keep"), refusals.NOT_YOUR_TURN)


class UseEffect(Asking):
    """Point Cards: use the effect or decline it (HD-49, HD-53, HD-57)."""

    name = "effect"
    waiting = "to use a Point card effect"
    readers = {"effect": refusals.read_effect}
    phase_words = EFFECT_VERBS

    def ask(self, state: State) -> list[Decision]:
        return [decisions.effect(state)]

    def moves(self, state: State, decision: Decision) -> Iterable[Move] | None:
        return None if decision.optional else decisions.effect_moves(state)

    def standing_orders(self, state: State) -> dict[int, Move]:
        return orders.for_effect(state)

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        ((seat, move),) = answers.items()
        kind, following = effects.kind_of(state, seat), "next_effect"
        if move.args["use"]:
            following = effects.effect_of(state, seat).use(state, seat, move.args, context)
        else:
            context.log("declined", "HD-49", seat=seat, effect=kind)
        if following == "next_effect":
            state.turn_at += 1
        else:
            state.phase = following
        return following


class GrabCard(Asking):
    """Dino Grabber: one card of the shown hand (HD-70, HD-71)."""

    name = "grab"
    waiting = "to take a card"
    done = {"effect": ("HD-70", "You have seen the hand: now take one card.")}
    phase_words = EFFECT_VERBS

    def ask(self, state: State) -> list[Decision]:
        return [decisions.grab(state)]

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        ((seat, move),) = answers.items()
        effects.grab(state, seat, move.args["card"], context)
        state.turn_at += 1
        return "next_effect"


class KeepCard(Asking):
    """Treenoculars: one of the two cards (HD-61, HD-62)."""

    name = "keep"
    waiting = "to keep one of two cards"
    done = {"effect": ("HD-61", "You have seen the two cards: now keep one.")}
    phase_words = EFFECT_VERBS

    def ask(self, state: State) -> list[Decision]:
        return [decisions.keep(state)]

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        ((seat, move),) = answers.items()
        effects.keep(state, seat, move.args["card"], context)
        state.turn_at += 1
        return "next_effect"


class PlayInstants(Asking):
    """Instant Cards: a wave of the scoring window, answered secretly and in parallel (HD-75 to HD-84)."""

    name = "instants"
    waiting = "to answer in the scoring window"
    readers = {"instants": refusals.read_instants}

    def ask(self, state: State) -> list[Decision]:
        return decisions.instants(state)

    def carry_over(self, state: State, decision: Decision, move: Move) -> Move | None:
        """What was sealed stays, also plays aimed at a player who has left: they are spent (HD-127)."""
        return move

    def special(self, state: State, seat: int) -> dict[str, tuple[str, str]]:
        return {"instants": refusals.ANSWERED} if seat in decisions.asked_for_instants(state) else {}

    def moves(self, state: State, decision: Decision) -> Iterable[Move] | None:
        if decision.optional:
            return None
        return decisions.instant_moves(state.players[decision.seat].hand, living(state))

    def sample(self, state: State, decision: Decision, rng: Rng) -> Move | None:
        if decision.optional:
            return None
        own, targets = decisions.playable(state.players[decision.seat].hand), living(state)
        plays = {card: None if KIND[card] == scoring.INVERSION else rng.choose(targets) for card in own if rng.below(2)}
        return decisions.answer(own, plays, rng.below(2) == 1)

    def standing_orders(self, state: State) -> dict[int, Move]:
        return orders.for_instants(state)

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        plays = [
            Play(seat, card, target)
            for seat, move in answers.items()
            for card, target in decisions.played(move).items()
        ]
        state.finals = sorted({*state.finals, *(seat for seat, move in answers.items() if move.args["final"])})
        for play in plays:
            state.players[play.seat].hand.remove(play.card)
            context.log("instant", "HD-82", seat=play.seat, card=play.card, target=play.target)
        state.plays += plays
        state.played += [play.card for play in plays]
        if not plays or state.options.waves == "single":  # HD-82, HD-83
            return "score"
        state.wave += 1
        return "instants"


STEPS = (
    PickDinosaur(),
    Deal(),
    Flip(),
    Choose(),
    Reveal(),
    NextEffect(),
    UseEffect(),
    GrabCard(),
    KeepCard(),
    PlayInstants(),
    Score(),
    SuddenDeath(),
    SuddenReveal(),
    AddDisaster(),
    EndRound(),
)
