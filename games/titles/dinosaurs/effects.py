"""Point Cards: the normal effects, one `Effect` each, and the steps that resolve them (HD-49 to HD-74)."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from msgspec import Struct

from games.kernel.errors import need
from games.kernel.step import Answers, Context, Step
from games.kernel.types import Action, Clock, Decision, Field, Move, Option, Pick, Picks, seat_options
from games.kernel.words import joined
from games.titles.dinosaurs import piles, scoring
from games.titles.dinosaurs.asking import ANSWERING, Asking
from games.titles.dinosaurs.cards import BEST_FIRST, CARDS, KIND, NORMAL, PHRASES, VALUE, WITH_EFFECT, card_options
from games.titles.dinosaurs.state import State, living, neighbours, others, point_cards

LOOKS = 2  # cards that Treenoculars shows
NOT_YOUR_TURN = dict.fromkeys(("effect", "grab", "keep"), ("HD-50", "It is not your turn to use a Point card effect."))
USE: Field = Pick("use", (Option(True, "yes"), Option(False, "no")), label="Use it")
LABELS = {"discard": "Discard", "target": "Player", "targets": "Players"}  # by Effect.field
Args = dict[str, Any]
Options = Callable[[State, int], Sequence[str | int]]
Use = Callable[[State, int, Args, Context], str | None]


class Effect(Struct, frozen=True):
    """A normal effect: what it does, what it asks, what can be chosen, and how wrong choices are refused.

    `is_possible`: whether it has a use, judged by public facts (HD-57). `use` carries it out and returns the step that
    follows, or None. `field`: the argument that holds the choice, "" without one. `limits`: the allowed choices, from
    wide to narrow; `refused`: clause and sentence for each limit. `sizes`: how many can be chosen; if that can be more
    than one, the choice is a list, and `wrong_size` refuses other lengths. `hint`: tells players what to choose.
    """

    is_possible: Callable[[State, int], object]
    use: Use
    limits: tuple[Options, ...]
    clause: str
    question: str
    field: str = ""
    refused: Sequence[Sequence[str]] = ()
    sizes: Sequence[int] = (1,)
    wrong_size: Sequence[str] = ()
    hint: str = ""

    @property
    def is_list(self) -> bool:
        """Whether the choice is a list."""
        return self.sizes[-1] > 1

    @property
    def unused(self) -> Args:
        """The arguments of a declined effect."""
        return {self.field: [] if self.is_list else None} if self.field else {}

    def options(self, state: State, seat: int) -> Sequence[Any]:
        """Everything that can be chosen."""
        return self.limits[-1](state, seat)

    def uses(self, state: State, seat: int) -> list[Args]:
        """The arguments of every possible use."""
        if not self.field:
            return [{}]
        options = self.options(state, seat)
        if not self.is_list:
            return [{self.field: one} for one in options]
        return [{self.field: list(some)} for size in self.sizes for some in combinations(options, size)]

    def read(self, state: State, seat: int, args: Args) -> Args:
        """Check the choice that a client sent (HD-119)."""
        given = args.get(self.field)
        chosen: list[Any] = [given]
        if self.is_list:
            chosen = given if isinstance(given, list) else []
            need(len(chosen) in self.sizes and all(chosen.count(one) == 1 for one in chosen), *self.wrong_size)
        for one in chosen:
            for options, refusal in zip(self.limits, self.refused, strict=True):
                need(type(one) in (str, int) and one in options(state, seat), *refusal)
        return {self.field: given}


def order_of_effects(state: State, context: Context) -> list[int]:
    """Seats with normal effects: lowest value first, then fewest points, then at random (HD-50 to HD-52, HD-56)."""
    seats = [seat for seat in living(state) if state.players[seat].card in NORMAL]
    rank = {seat: (VALUE[str(state.players[seat].card)], state.players[seat].points) for seat in seats}
    if len(set(rank.values())) < len(seats):
        context.rng.shuffle(seats)  # HD-52; the stable sort keeps this order among equals
    return sorted(seats, key=lambda seat: rank[seat])


def kind_of(state: State, seat: int) -> str:
    """The kind of the Point card in front of this seat."""
    return KIND[str(state.players[seat].card)]


def effect_of(state: State, seat: int) -> Effect:
    """The effect of the Point card in front of this seat."""
    return EFFECTS[kind_of(state, seat)]


def _hand(state: State, seat: int) -> list[str]:
    return state.players[seat].hand


def _plain_neighbours(state: State, seat: int) -> list[int]:
    """Neighbours with a plain card, which Grappling Snake can take (HD-68, HD-69)."""
    return [other for other in neighbours(state, seat) if CARDS[str(state.players[other].card)].timing == "plain"]


def _with_cards(state: State, seat: int) -> list[int]:
    """Other living seats with cards in hand, from which Dino Grabber can take (HD-70)."""
    return [other for other in others(state, seat) if state.players[other].hand]


def _add_value(state: State, seat: int, args: Args, context: Context) -> None:
    """Pet Rock and 'Delicious' Smoothie (HD-67, HD-72, HD-73)."""
    card, kind = args["discard"], kind_of(state, seat)
    context.log("effect", EFFECTS[kind].clause, seat=seat, effect=kind, cards=[card], bonus=VALUE[card])
    state.players[seat].bonus += VALUE[card]
    piles.discard_from_hand(state, seat, [card], context)


def _fire_spray(state: State, seat: int, args: Args, context: Context) -> None:
    """Fire Spray: the discarded cards are not replaced until the end of the round (HD-66)."""
    context.log("effect", "HD-66", seat=seat, effect="fire-spray", cards=list(args["discard"]))
    piles.discard_from_hand(state, seat, args["discard"], context)


def _snake(state: State, seat: int, args: Args, context: Context) -> None:
    """Grappling Snake (HD-68)."""
    target = args["target"]
    card, _ = _swap(state, target, seat)
    context.log("effect", "HD-68", seat=seat, effect="grappling-snake", target=target, card=card)


def _plant(state: State, seat: int, args: Args, context: Context) -> None:
    """Hungry Plant (HD-59)."""
    targets = args["targets"]
    cards = _swap(state, *targets)
    context.log("effect", "HD-59", seat=seat, effect="hungry-plant", targets=list(targets), cards=cards)


def _swap(state: State, one: int, two: int) -> list[str | None]:
    """Swap only the cards; bonus and trait stay with the player (HD-45, HD-73). Return the cards as they were."""
    first, second = state.players[one], state.players[two]
    cards = [first.card, second.card]
    second.card, first.card = cards
    return cards


def _treenoculars(state: State, seat: int, args: Args, context: Context) -> str:
    """Treenoculars: the two top cards leave the deck, which is renewed at once if it is empty (HD-61, HD-62)."""
    context.log("effect", "HD-61", seat=seat, effect="treenoculars")
    state.looked = piles.take(state, LOOKS, context)
    return "keep"


def _grabber(state: State, seat: int, args: Args, context: Context) -> str:
    """Dino Grabber: the other hand is shown (HD-70)."""
    state.robbed = args["target"]
    context.log("effect", "HD-70", seat=seat, effect="dino-grabber", target=state.robbed)
    return "grab"


# `is_possible`, `use` and `limits` of each effect; the other fields are in phrases.toml.
_RULES: dict[str, tuple[Callable[[State, int], object], Use, tuple[Options, ...]]] = {
    "pet-rock": (_hand, _add_value, (_hand, lambda state, seat: point_cards(_hand(state, seat)))),
    "smoothie": (_hand, _add_value, (_hand, lambda state, seat: [c for c in _hand(state, seat) if c in WITH_EFFECT])),
    "fire-spray": (_hand, _fire_spray, (_hand,)),
    "grappling-snake": (_plain_neighbours, _snake, (neighbours, _plain_neighbours)),
    "dino-grabber": (_with_cards, _grabber, (_with_cards,)),
    "hungry-plant": (lambda state, seat: len(others(state, seat)) >= 2, _plant, (others,)),  # HD-60
    "treenoculars": (lambda state, seat: state.deck, _treenoculars, ()),  # HD-29
}
EFFECTS = {kind: Effect(*rules, **PHRASES["ask"][kind]) for kind, rules in _RULES.items()}


class NextEffect(Step[State]):
    """Point Cards: find the next effect, skipping those that have no use (HD-50, HD-57)."""

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        while state.turn_at < len(state.order):
            seat = state.active
            if state.players[seat].out is None:
                if effect_of(state, seat).is_possible(state, seat):
                    state.phase = "effect"
                    return "effect"
                context.log("impossible", "HD-57", seat=seat, effect=kind_of(state, seat))
            state.turn_at += 1
        # The scoring window opens after all normal effects (HD-75).
        state.phase, state.wave = "instants", 1
        context.log("scores", "HD-79", scores=list(map(list, scoring.finals(state).items())), is_final=False)
        return "instants"


def _next(state: State) -> str:
    """Finish the current effect."""
    state.turn_at += 1
    return "next_effect"


class UseEffect(Asking):
    """Point Cards: use the effect or decline it (HD-49, HD-53, HD-57)."""

    name = "effect"
    waiting = "to use a Point card effect"
    not_asked = NOT_YOUR_TURN

    def ask(self, state: State) -> list[Decision]:
        seat, fields = state.active, [USE]
        effect = effect_of(state, seat)
        if effect.field:
            as_options = card_options if effect.field == "discard" else seat_options
            options, label = as_options(tuple(effect.options(state, seat))), LABELS[effect.field]
            if effect.is_list:
                fields.append(Picks(effect.field, options, 0, effect.sizes[-1], label=label))
            else:
                fields.append(Pick(effect.field, options, 0, label))
        action, default = Action("effect", "Answer", tuple(fields)), Move("effect", {"use": False})
        clauses = ("HD-49", "HD-50", effect.clause)
        return [Decision(seat, effect.question, (action,), default, clauses, clock=Clock(live=ANSWERING))]

    def read_answer(self, state: State, seat: int, move: Move) -> Move:
        use, effect = move.args.get("use"), effect_of(state, seat)
        need(type(use) is bool, "HD-49", "Say whether you use the effect.")
        args = effect.read(state, seat, move.args) if use and effect.field else effect.unused
        return Move("effect", move.args | args)

    def told(self, state: State, seat: int, move: Move) -> list[str]:
        effect, name = effect_of(state, seat), CARDS[str(state.players[seat].card)].name
        if not move.args["use"]:
            return [f"You don’t use {name}."]
        chosen = move.args[effect.field] if effect.field else []
        listed = chosen if isinstance(chosen, list) else [chosen]
        if effect.field == "discard":
            return [f"You use {name} and discard {joined([CARDS[one].name for one in listed])}."]
        return [f"You use {name} on {joined([f'{{{one}}}' for one in listed])}." if listed else f"You use {name}."]

    def moves(self, state: State, decision: Decision) -> list[Move] | None:
        if decision.optional:
            return None
        effect = effect_of(state, decision.seat)
        uses = [Move("effect", {"use": True, **args}) for args in effect.uses(state, decision.seat)]
        return [Move("effect", {"use": False, **effect.unused}), *uses]

    def standing_orders(self, state: State) -> dict[int, Move]:
        """Decline the effect, if that is ordered (HD-121)."""
        seat = state.active
        if state.players[seat].orders.effect != "decline":
            return {}
        return {seat: Move("effect", {"use": False, **effect_of(state, seat).unused})}

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        ((seat, move),) = answers.items()
        if not move.args["use"]:
            context.log("declined", "HD-49", seat=seat, effect=kind_of(state, seat))
            return _next(state)
        opened = effect_of(state, seat).use(state, seat, move.args, context)
        if opened is None:
            return _next(state)
        state.phase = opened
        return opened

    def leave(self, state: State, seat: int, context: Context) -> str | None:
        """Drop the effect if its player leaves; skip it if it has no use any more without the one who left."""
        active = state.active
        is_open = active != seat and len(living(state)) > 1 and effect_of(state, active).is_possible(state, active)
        return None if is_open else "next_effect"


class ChooseShown(Asking):
    """Choose one of the cards that an effect shows only to its player."""

    not_asked = NOT_YOUR_TURN
    prompt = label = ""
    clauses: tuple[str, ...] = ()

    def best(self, shown: Sequence[str]) -> str:
        """The default: the best Point card, as when choosing a card for the round, else the first card (HD-125)."""
        return min(shown, key=lambda card: BEST_FIRST.get(card, len(BEST_FIRST)))

    def ask(self, state: State) -> list[Decision]:
        action = Action(self.name, self.label, (Pick("card", card_options(state.shown), label="Card"),))
        default, clock = Move(self.name, {"card": self.best(state.shown)}), Clock(live=ANSWERING)
        return [Decision(state.active, self.prompt, (action,), default, self.clauses, secret=True, clock=clock)]

    def leave(self, state: State, seat: int, context: Context) -> str | None:
        """If its player or target leaves, the effect ends without a card; cards from the deck are discarded."""
        if seat not in (state.active, state.robbed):
            return None
        piles.hide_shown(state, context)
        return _next(state)


class GrabCard(ChooseShown):
    """Dino Grabber: take one card of the shown hand (HD-70, HD-71)."""

    name = "grab"
    waiting = "to take a card"
    prompt, label = "Dino Grabber: take one card of this hand.", "Take it"
    clauses = ("HD-70", "HD-71")
    done = {"effect": ("HD-70", "You have seen the hand: now take one card.")}

    def best(self, shown: Sequence[str]) -> str:
        return super().best(sorted(shown))

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        ((seat, move),) = answers.items()
        card, target = move.args["card"], state.robbed
        assert target is not None
        known = {viewer: {"card": card} for viewer in (seat, target)}  # only these two learn which card (HD-71)
        context.log("grab", "HD-71", known, seat=seat, target=target)
        state.players[target].hand.remove(card)
        state.players[seat].hand.append(card)
        state.robbed = None
        return _next(state)


class KeepCard(ChooseShown):
    """Treenoculars: keep one of the two cards (HD-61, HD-62)."""

    name = "keep"
    waiting = "to keep one of two cards"
    prompt, label = "Treenoculars: keep one card, discard the other.", "Keep it"
    clauses = ("HD-61",)
    done = {"effect": ("HD-61", "You have seen the two cards: now keep one.")}

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        ((seat, move),) = answers.items()
        state.looked.remove(move.args["card"])
        context.log("keep", "HD-61", {seat: {"card": move.args["card"]}}, seat=seat, cards=list(state.looked))
        state.players[seat].hand.append(move.args["card"])
        piles.hide_shown(state, context)
        return _next(state)


STEPS: tuple[Step[State], ...] = (NextEffect(), UseEffect(), GrabCard(), KeepCard())
