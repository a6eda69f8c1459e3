"""What a seat or a spectator may see, built up field by field (PC-85 to PC-88)."""

from msgspec import Struct

from games.titles.parcels import melds
from games.titles.parcels.state import NUMBERS, Planned, RoundEnd, State, cards_of, no_cards


class Meld(Struct, frozen=True):
    """A meld: its cards in ascending order, its kind, the number of cards and their total."""

    cards: list[int]
    kind: melds.Kind
    count: int
    total: int

    @classmethod
    def of(cls, cards: list[int]) -> "Meld":
        """The meld that these cards form; they must form one."""
        kind = melds.kind_of(cards)
        assert kind is not None, f"{cards} is no meld"
        return cls(list(cards), kind, len(cards), sum(cards))


class Stack(Struct, frozen=True):
    """A stack in storage: its number and how many cards it has."""

    number: int
    count: int


class SeatView(Struct, frozen=True):
    """What everyone knows about a seat. `passed`: since the table meld was played; `meld`: its last one in this trick;
    `points`: total of its pile."""

    seat: int
    hand_size: int
    passed: bool
    meld: list[int]
    left: bool
    is_turn: bool
    is_owner: bool
    pile: list[int]
    points: int
    wins: int


class View(Struct, frozen=True):
    """Everything one viewer may see. `me` is None for a spectator.

    `turn`: the seat on turn, None when the match is over; it leads if `table` is None. `owner`: the seat whose meld is
    on the table. `players`: by seat. `discard[n]`: the number of discarded n's. `last`: how the previous or final round
    ended. Only for `me`: `hand`, ascending; `plan`; and on turn `plays`, every legal play, and `dead`, the numbers
    in hand that are in no legal play. `may_pass`: whether `me` is on turn as a follower.
    """

    seats: int
    rounds: int
    round: int
    trick: int
    turn: int | None
    storage: list[Stack]
    storage_size: int
    set_limit: int
    run_limit: int
    table: Meld | None
    owner: int | None
    players: list[SeatView]
    deck: int
    discard: list[int]
    last: RoundEnd | None
    ranks: list[int] | None
    me: int | None = None
    hand: list[int] = []
    plan: list[Planned] = []
    plays: list[Meld] = []
    dead: list[int] = []
    may_pass: bool = False


def view(state: State, step: str, seat: int | None) -> View:
    """The view of a seat, or of a spectator (None), who sees only public information (PC-87)."""
    turn = state.turn if state.ranks is None else None
    is_turn = seat is not None and seat == turn
    hand, storage = no_cards() if seat is None else state.hands[seat], tuple(state.storage)
    legal = melds.plays(tuple(hand), storage, tuple(state.table)) if is_turn else ()
    plays = [Meld.of(move.args["cards"]) for move in legal]
    sets, runs = melds.limits(storage)
    alive = {number for meld in plays for number in meld.cards}
    return View(
        seats=state.seats,
        rounds=state.rounds,
        round=state.round,
        trick=state.trick,
        owner=state.owner,
        last=state.last,
        ranks=state.ranks,
        turn=turn,
        storage=[Stack(number, state.storage[number]) for number in NUMBERS if state.storage[number]],
        storage_size=sum(state.storage),
        set_limit=sets,
        run_limit=runs,
        table=Meld.of(state.table) if state.table else None,
        players=[_player(state, other, turn) for other in range(state.seats)],
        deck=len(state.deck),
        discard=list(state.discard),
        me=seat,
        hand=cards_of(hand),
        plan=[] if seat is None else state.plans[seat],
        plays=plays,
        dead=[number for number in NUMBERS if hand[number] and number not in alive] if is_turn else [],
        may_pass=is_turn and bool(state.table),
    )


def _player(state: State, seat: int, turn: int | None) -> SeatView:
    return SeatView(
        seat=seat,
        hand_size=sum(state.hands[seat]),
        passed=seat in state.passed,
        meld=state.melds[seat] if state.melds else [],
        left=seat in state.left,
        is_turn=seat == turn,
        is_owner=seat == state.owner,
        pile=state.piles[seat],
        points=state.points(seat),
        wins=state.wins[seat],
    )
