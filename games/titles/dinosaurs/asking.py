"""What the steps that ask have in common: refusals in the rulebook's words (HD-119), standing orders, one who leaves.

The fields of a decision hold what could be legal; `read_answer` has the last word. A client may send anything.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from games.kernel import data
from games.kernel.errors import IllegalMove, need
from games.kernel.rng import Rng
from games.kernel.step import Context, Step
from games.kernel.types import Action, Clock, Decision, Field, Move, Option, Pick
from games.titles.dinosaurs import standing_orders
from games.titles.dinosaurs.cards import BEST_FIRST, CARDS, FOLDER, VALUE, Hand, card_options
from games.titles.dinosaurs.state import State, point_cards

Refusal = tuple[str, str]  # clause and sentence
REFUSALS = data.read_refusals(FOLDER)
ANSWERING = 30  # seconds of live play
# Seats as something to choose; pages put the player's name in their place.
SEAT = {seat: Option(seat, f"Seat {seat + 1}", f"seat/{seat}") for seat in range(6)}
ORDERS = tuple(f"{seat}.orders" for seat in SEAT)  # the keys of the standing offers


def seat_options(seats: Iterable[int]) -> tuple[Option, ...]:
    """Seats as something to choose."""
    return tuple([SEAT[seat] for seat in seats])


def in_hand(state: State, seat: int, card: Any, clause: str) -> str:
    """The card, if this player holds it."""
    need(card in state.players[seat].hand, clause, "That card is not in your hand.")
    return str(card)


def rest(move: Move, *known: str) -> dict[str, Any]:
    """Arguments that the rules do not know: left in, so that the kernel refuses them."""
    return {name: value for name, value in move.args.items() if name not in known}


class Asking(Step[State]):
    """A step that asks. Standing orders may be given at any time (HD-120)."""

    verbs: Collection[str] = ()  # of its answers, where the verb is not its name
    done: Mapping[str, Refusal] = {}  # by verb: what has been decided before this step
    not_asked: Mapping[str, Refusal] = {}  # by verb: what a living seat hears that is not asked

    def offers(self, state: State) -> dict[str, tuple[int, Hand]]:
        players = enumerate(state.players)
        return {ORDERS[seat]: (seat, tuple(player.hand)) for seat, player in players if player.out is None}

    def offer(self, about: tuple[int, Hand]) -> Decision:
        return standing_orders.decision(*about)

    def keep_order(self, state: State, seat: int, move: Move) -> None:
        standing_orders.keep(state, seat, move.args["orders"])

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
            return Move("orders", {"orders": orders, **rest(move, "orders")})
        return self.read_answer(state, seat, move) if move.verb in (self.verbs or (self.name,)) else move

    def read_answer(self, state: State, seat: int, move: Move) -> Move:
        """An answer to this step as a client sent it, in canonical form; IllegalMove where it is refused."""
        return move

    def unasked(self, state: State, seat: int) -> Mapping[str, Refusal]:
        """`not_asked`, where it depends on the seat."""
        return self.not_asked

    def moves(self, state: State, decision: Decision) -> Iterable[Move] | None:
        return None if decision.optional else self.all_answers(state, decision.seat)

    def all_answers(self, state: State, seat: int) -> Iterable[Move] | None:
        """Every answer to this step, in canonical form; None where they are too many to list."""
        return None

    def sample(self, state: State, decision: Decision, rng: Rng) -> Move | None:
        return None if decision.optional else self.draw_answer(state, decision.seat, rng)

    def draw_answer(self, state: State, seat: int, rng: Rng) -> Move | None:
        """An answer by chance; None: one of all answers."""
        return None

    def leave(self, state: State, seat: int, context: Context) -> str | None:
        """What follows when this player leaves in the middle of the step (HD-126, HD-127); None: it goes on."""
        return None


class FirstAnswer(Asking):
    """Each answer is taken as it comes: who has answered is public (HD-129), what it was is not."""

    def answers_to_resolve(
        self, state: State, asked: Sequence[Decision], answers: Mapping[str, Move]
    ) -> Collection[str] | None:
        return answers.keys() if answers or all(decision.optional for decision in asked) else None

    def followed_by(self, state: State) -> str | None:
        """The next step, once all have answered."""
        raise NotImplementedError

    def leave(self, state: State, seat: int, context: Context) -> str | None:
        return self.followed_by(state)


class PlayFaceDown(FirstAnswer):
    """A Point card of one's own hand, face down: for the round or for Sudden Death."""

    prompt = ""
    clauses: tuple[str, ...] = ()
    live = ANSWERING
    needs: Refusal = ("", "")  # clause, and the first words for who gives another card

    def asked(self, state: State, seats: Iterable[int]) -> list[Decision]:
        """The decisions of these seats."""
        return [_face_down(self, seat, tuple(state.players[seat].hand)) for seat in seats]

    def more_fields(self, hand: Hand) -> tuple[Field, ...]:
        """Fields beside the card."""
        return ()

    def read_answer(self, state: State, seat: int, move: Move) -> Move:
        clause, words = self.needs
        card = in_hand(state, seat, move.args.get("card"), clause)
        need(card in VALUE, clause, f"{words}; {CARDS[card].name} is an Instant card.")
        return move


@lru_cache(maxsize=128)
def _face_down(step: PlayFaceDown, seat: int, hand: Hand) -> Decision:
    """Depends on the hand only, so it is made once and kept."""
    points = sorted(point_cards(hand), key=BEST_FIRST.__getitem__)
    fields = (Pick("card", card_options(points), label="Card"), *step.more_fields(hand))
    action = Action(step.name, "Play face down", fields)
    default = Move(step.name, {"card": points[0]})  # HD-125
    clock = Clock(live=step.live)
    return Decision(seat, step.prompt, (action,), default, step.clauses, secret=True, clock=clock)
