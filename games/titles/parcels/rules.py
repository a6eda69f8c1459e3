"""The rules of Parcels, in the order of the manual.

    setup           draw the first leader                                  PC-12
    deal_round      shuffle, deal, turn up storage                         PC-06 to PC-13   automatic
    lead            the table is empty: the seat on turn must play         PC-14 to PC-16, PC-19 to PC-31
    follow          play a stronger meld, or pass                          PC-17, PC-18, PC-32 to PC-53
    end_trick       discard the table meld, storage grows, owner leads     PC-54 to PC-58   automatic
    end_round       places, score cards, next round or the end             PC-60 to PC-84   automatic
    drop            a seat leaves                                          PC-98 to PC-103

Plans of seats that are not on turn (PC-93 to PC-97) are standing orders of `lead` and `follow`.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import UNSET

from games.kernel.rng import Rng
from games.kernel.step import Answers, Context, Step
from games.kernel.types import Decision, Move
from games.titles.parcels import decisions, ending, preview, refusals
from games.titles.parcels.state import (
    COPIES,
    DEAL,
    PLAN_LENGTH,
    Options,
    RoundEnd,
    State,
    add,
    cards_of,
    counts_of,
    exchange,
    no_cards,
    planned_moves,
)


def setup(seats: int, options: Options, context: Context) -> tuple[State, str]:
    """An empty table with a random first leader (PC-12)."""
    state = State(
        rounds=options.rounds,
        hands=[no_cards() for _ in range(seats)],
        piles=[[] for _ in range(seats)],
        wins=[0] * seats,
        plans=[[] for _ in range(seats)],
        turn=context.rng.below(seats),
    )
    return state, DealRound.name


class DealRound(Step[State]):
    """Shuffle and deal. Manual: "Setup" (PC-06 to PC-13, PC-79, PC-103)."""

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        context.before_deal()
        kept = counts_of([card for pile in state.piles for card in pile])  # PC-79
        state.deck = cards_of([copies - some for copies, some in zip(COPIES, kept, strict=True)])
        context.rng.shuffle(state.deck)
        hand, shown = DEAL[state.seats]
        for seat in range(state.seats):
            state.hands[seat] = counts_of(_draw(state, 0 if seat in state.left else hand))
        state.storage, state.discard = no_cards(), no_cards()
        _turn_up(state, shown)
        state.round, state.trick = state.round + 1, 1
        state.owner, state.table, state.passed, state.melds = None, [], [], UNSET
        storage = cards_of(state.storage)
        context.log("round", "PC-06", round=state.round, rounds=state.rounds, leader=state.turn, storage=storage)
        return Lead.name


def _draw(state: State, count: int) -> list[int]:
    """Draw up to `count` cards from the top of the deck."""
    drawn, state.deck = state.deck[:count], state.deck[count:]
    return drawn


def _turn_up(state: State, count: int) -> list[int]:
    """Turn up to `count` cards from the deck into storage and return them."""
    turned = _draw(state, count)
    add(state.storage, turned)
    return turned


class _SeatOnTurn(Step[State]):
    """Base of leading and following: one seat acts, the others may store plans."""

    def ask(self, state: State) -> list[Decision]:
        seat = state.turn
        hand, storage, table = tuple(state.hands[seat]), tuple(state.storage), tuple(state.table)
        return [decisions.turn_decision(seat, hand, storage, table)]  # PC-89

    def offers(self, state: State) -> dict[str, Any]:
        """Each other active seat may store a plan (PC-93)."""
        others = [seat for seat in range(len(state.hands)) if seat != state.turn and seat not in state.left]
        return {str(seat): (seat, tuple(state.hands[seat])) for seat in others}

    def offer(self, about: Any) -> Decision:
        return decisions.plan_decision(*about)

    def read(self, state: State, seat: int, move: Move, is_asked: bool) -> Move:
        if not is_asked:
            return move
        if seat != state.turn:
            return refusals.read_plan(state, seat, move)
        refusals.check_turn(state, seat, move)
        return move

    def check(self, state: State, seat: int, move: Move) -> None:
        if move.verb == "play":
            refusals.check_play(state, move.args["cards"])

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        seat = state.turn
        move = answers[seat]
        state.plans[seat] = []
        if move.verb == "play":
            return _play(state, seat, move.args["cards"], context)
        return _pass(state, seat, move.args["take"], move.args["add"], context)

    def keep_order(self, state: State, seat: int, move: Move) -> None:
        state.plans[seat] = planned_moves(state, move)

    def moves(self, state: State, decision: Decision) -> Iterable[Move]:
        if not decision.optional:
            return decisions.legal_moves(state)
        sound = [[move] for move in decisions.sound_moves(state, decision.seat)]
        return [decisions.plan_of(planned) for planned in ([], *sound)]

    def sample(self, state: State, decision: Decision, rng: Rng) -> Move | None:
        """Draw a random plan, as there are too many plans of up to three moves to list."""
        if not decision.optional:
            return None
        sound = decisions.sound_moves(state, decision.seat)
        return decisions.plan_of([rng.choose(sound) for _ in range(rng.below(PLAN_LENGTH + 1))])

    def narrow(self, state: State, seat: int, verb: str, args: Mapping[str, Any]) -> dict[str, list[Any]]:
        return preview.narrow(decisions.legal_moves(state), verb, args) if seat == state.turn else {}

    preview = staticmethod(preview.sentences)


class Lead(_SeatOnTurn):
    """The leader plays any meld that storage allows. Manual: "Playing cards" (PC-15, PC-16, PC-31)."""

    waiting = "to lead"


class Follow(_SeatOnTurn):
    """Beat the table meld or pass. Manual: "Playing cards", "Passing" (PC-17, PC-18, PC-32 to PC-53)."""

    waiting = "to play or pass"

    def standing_orders(self, state: State) -> dict[int, Move]:
        """The planned move of the seat on turn; `_give_turn` has checked that it is legal (PC-94)."""
        plan = state.plans[state.turn]
        return {state.turn: plan[0].move} if plan else {}


def _play(state: State, seat: int, cards: list[int], context: Context) -> str:
    """Discard the beaten meld and put this one on the table (PC-37 to PC-39)."""
    hand, is_lead = state.hands[seat], not state.table
    for card in cards:
        hand[card] -= 1
    add(state.discard, state.table)
    state.owner, state.table, state.passed = seat, list(cards), []
    melds = state.melds or [[]] * state.seats
    state.melds = [state.table if other == seat else meld for other, meld in enumerate(melds)]
    left = sum(hand)
    context.log("play", "PC-31" if is_lead else "PC-32", seat=seat, lead=is_lead, cards=list(cards), hand=left)
    return _give_turn(state, seat) if left else EndRound.name


def _pass(state: State, seat: int, take: int | None, add: int | None, context: Context) -> str:
    """Take a stack, add at most one card, and refill storage (PC-40 to PC-53)."""
    hand, storage = state.hands[seat], state.storage
    noted = sum(storage)  # PC-40, PC-46
    count = exchange(hand, storage, take, add)
    wanted = noted - sum(storage)
    turned = _turn_up(state, wanted)
    state.passed.append(seat)
    done: dict[str, Any] = {"take": take, "count": count, "add": add, "turned": turned, "missing": wanted - len(turned)}
    clause = "PC-51" if take is None else "PC-41"
    context.log("pass", clause, seat=seat, **done, storage=sum(storage), hand=sum(hand))
    return _give_turn(state, seat)


def _give_turn(state: State, seat: int) -> str:
    """Pass the turn on, unless the trick is over; cut the next seat's plan to its first legal move, if any (PC-94)."""
    if state.passes_to_come <= 0:
        return EndTrick.name
    state.turn = following = state.after(seat)
    if plan := state.plans[following]:
        state.plans[following] = [planned for planned in plan if refusals.is_legal_now(state, following, planned)][:1]
    return Follow.name


class EndTrick(Step[State]):
    """The trick is over: storage grows and the owner leads. Manual: "Passing" (PC-54 to PC-58, PC-96, PC-100)."""

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        assert state.owner is not None, "a trick has a table meld"
        add(state.discard, state.table)
        joined = _turn_up(state, 1)
        # PC-100: if the owner has just left, the next active seat leads.
        state.turn = state.after(state.owner) if state.owner in state.left else state.owner
        state.owner, state.table, state.passed, state.melds = None, [], [], UNSET
        state.plans = [[] for _ in range(state.seats)]
        state.trick += 1
        grown, clause = (joined[0], "PC-56") if joined else (None, "PC-57")
        context.log("trick", clause, seat=state.turn, card=grown, storage=sum(state.storage))
        return Lead.name


class EndRound(Step[State]):
    """A hand is empty: rank the seats, hand out score cards, go on or end. "End of the game" (PC-60 to PC-84)."""

    def resolve(self, state: State, answers: Answers, context: Context) -> str:
        winner = state.turn
        state.wins[winner] += 1
        state.melds = UNSET
        state.plans = [[] for _ in range(state.seats)]
        ended = _round_end(state, winner, ending.places(state))
        context.log("round_end", "PC-60", seat=winner, round=ended.round, places=ended.places, hands=ended.hands)
        if state.rounds > 1:
            ended.handed_out.extend(ending.hand_out(state, winner))
        for one in ended.handed_out:
            context.log("hand_out", "PC-66", seat=one.seat, card=one.card, points=one.points)
        state.last = ended
        context.end_round()
        if state.round < state.rounds:
            return DealRound.name  # the winner stays on turn: it leads (PC-80)
        _finish(state, "PC-84" if state.rounds == 1 else "PC-81", context)
        return Lead.name


def _round_end(state: State, winner: int | None, places: list[int]) -> RoundEnd:
    """The end of this round. All hands are now public (PC-65)."""
    hands = [cards_of(hand) for hand in state.hands]
    return RoundEnd(state.round, winner, hands, places, cards_of(state.storage))


def _finish(state: State, clause: str, context: Context) -> None:
    state.ranks = ending.final_ranks(state)
    points = [state.points(seat) for seat in range(state.seats)] if state.rounds > 1 else None
    context.log("final", clause, ranks=state.ranks, points=points)


def drop(state: State, seat: int, reason: str, context: Context) -> str | None:
    """A seat leaves: its hand is shown and discarded (PC-98 to PC-102)."""
    cards = cards_of(state.hands[seat])
    add(state.discard, cards)
    state.hands[seat], state.plans[seat] = no_cards(), []
    state.left.append(seat)
    if seat in state.passed:
        state.passed.remove(seat)
    context.log("leave", "PC-98", seat=seat, reason=reason, cards=cards)
    if len(state.active) == 1:
        _break_off(state, context)
        return None
    if seat == state.owner:
        return EndTrick.name
    if seat != state.turn:
        return None
    if state.table:
        return _give_turn(state, seat)  # PC-99
    state.turn = state.after(seat)
    state.plans[state.turn] = []  # PC-96: a lead is never planned
    return Lead.name


def _break_off(state: State, context: Context) -> None:
    """Only one active seat remains: it wins at once, and this round has no places or score cards (PC-102, PC-88)."""
    state.last = _round_end(state, None, [0] * state.seats)
    state.melds = UNSET
    state.plans = [[] for _ in range(state.seats)]
    context.end_round()
    _finish(state, "PC-102", context)
