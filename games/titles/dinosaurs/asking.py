"""Base classes of the steps that ask: refusals in the rulebook's words (HD-119), standing orders, leaving players.

The fields of a decision offer what might be legal; `read_answer` decides, because a client may send anything.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from games.kernel import data
from games.kernel.errors import IllegalMove, need
from games.kernel.step import Answers, Context, Step
from games.kernel.types import Action, Clock, Decision, Field, Move, Pick
from games.titles.dinosaurs import standing_orders
from games.titles.dinosaurs.cards import BEST_FIRST, CARDS, FOLDER, FOR_SEATS, PHRASES, VALUE, Hand, card_options
from games.titles.dinosaurs.state import Orders, State, point_cards

Refusal = tuple[str, str]  # clause and sentence
REFUSALS = data.read_refusals(FOLDER)
ANSWERING = 30  # seconds of live play
ORDERS = tuple(f"{seat}.orders" for seat in range(6))  # the keys of the decisions that take standing orders


def in_hand(state: State, seat: int, card: Any, clause: str) -> str:
    """Return the card if this player holds it; refuse it otherwise."""
    need(card in state.players[seat].hand, clause, "That card is not in your hand.")
    return str(card)


class Asking(Step[State]):
    """A step that asks players. They can give standing orders at any time (HD-120)."""

    verbs: Collection[str] = ()  # of its answers, unless the verb is the name of the step
    done: Mapping[str, Refusal] = {}  # by verb: refusals of what an earlier step has decided
    not_asked: Mapping[str, Refusal] = {}  # by verb: refusals for living seats that are not asked

    def offers(self, state: State) -> dict[str, tuple[int, Hand]]:
        players = enumerate(state.players)
        return {ORDERS[seat]: (seat, tuple(player.hand)) for seat, player in players if player.out is None}

    def offer(self, about: tuple[int, Hand]) -> Decision:
        return standing_orders.decision(*about)

    def preview(self, state: State, seat: int, move: Move) -> list[str]:
        return standing_orders.in_words(move.args["orders"]) if move.verb == "orders" else self.told(state, seat, move)

    def told(self, state: State, seat: int, move: Move) -> list[str]:
        """What an answer to this step will do; by default, one of a single card."""
        left = [card for card in state.shown if card != move.args.get("card")]
        return [FOR_SEATS.say(PHRASES["answers"][self.name], move.args, robbed=state.robbed, left=left)]

    def keep_order(self, state: State, seat: int, move: Move) -> None:
        state.players[seat].orders = Orders(**move.args["orders"])  # new orders replace the old ones

    def read(self, state: State, seat: int, move: Move, is_asked: bool) -> Move:
        if not is_asked:
            need(move.verb, *REFUSALS["unreadable"])
            need(seat in range(len(state.players)), "HD-119", "That seat is not in this match.")
            need(state.players[seat].out is None, *REFUSALS["left"])
            raise IllegalMove(*self.unasked(state, seat).get(move.verb, REFUSALS["unasked"]))
        if move.verb in self.done:
            raise IllegalMove(*self.done[move.verb])
        if move.verb == "orders":
            orders = standing_orders.read(state, seat, move.args.get("orders"))
            return Move("orders", move.args | {"orders": orders})
        return self.read_answer(state, seat, move) if move.verb in (self.verbs or (self.name,)) else move

    def read_answer(self, state: State, seat: int, move: Move) -> Move:
        """Return a client's answer to this step in canonical form; raise IllegalMove to refuse it.

        Unknown arguments are kept: the kernel refuses them.
        """
        return move

    def unasked(self, state: State, seat: int) -> Mapping[str, Refusal]:
        """The refusals for this seat, if they depend on the seat; otherwise `not_asked`."""
        return self.not_asked

    def leave(self, state: State, seat: int, context: Context) -> str | None:
        """The next step after this player leaves during this one (HD-126, HD-127); None to stay in it."""
        return None


class OneByOne(Asking):
    """Resolves each answer as it arrives: who has answered is public (HD-129), the answer itself is not."""

    part = ""  # the attribute of Player that an answer sets
    then = ""  # the next step, once all have answered

    def unanswered(self, state: State) -> list[int]:
        """The seats that have not answered yet."""
        part, players = self.part, enumerate(state.players)
        return [seat for seat, player in players if player.out is None and getattr(player, part) is None]

    def answers_to_resolve(
        self, state: State, asked: Sequence[Decision], answers: Mapping[str, Move]
    ) -> Collection[str] | None:
        return answers.keys() if answers or all(decision.optional for decision in asked) else None

    def leave(self, state: State, seat: int, context: Context) -> str | None:
        return None if self.unanswered(state) else self.then


class PlayFaceDown(OneByOne):
    """Play a Point card from the hand face down, for the round or for Sudden Death."""

    prompt = ""
    clauses: tuple[str, ...] = ()
    live = ANSWERING
    needs: Refusal = ("", "")  # clause and first words of the refusal of an Instant card

    def ask(self, state: State) -> list[Decision]:
        return [_face_down(self, seat, tuple(state.players[seat].hand)) for seat in self.unanswered(state)]

    def more_fields(self, hand: Hand) -> tuple[Field, ...]:
        """Fields in addition to the card."""
        return ()

    def read_answer(self, state: State, seat: int, move: Move) -> Move:
        clause, words = self.needs
        card = in_hand(state, seat, move.args.get("card"), clause)
        need(card in VALUE, clause, f"{words}; {CARDS[card].name} is an Instant card.")
        return move

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        for seat, move in answers.items():
            setattr(state.players[seat], self.part, move.args["card"])
            state.players[seat].hand.remove(move.args["card"])
        return self.name if self.unanswered(state) else self.then


@lru_cache(maxsize=128)
def _face_down(step: PlayFaceDown, seat: int, hand: Hand) -> Decision:
    """The decision of one seat. Cached, as it depends on nothing but the arguments."""
    points = sorted(point_cards(hand), key=BEST_FIRST.__getitem__)
    fields = (Pick("card", card_options(points), label="Card"), *step.more_fields(hand))
    action = Action(step.name, "Play face down", fields)
    default = Move(step.name, {"card": points[0]})  # HD-125
    clock = Clock(live=step.live)
    return Decision(seat, step.prompt, (action,), default, step.clauses, secret=True, clock=clock)
