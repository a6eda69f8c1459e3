"""What a seat or a spectator may see, built up field by field (GP-63, GP-134 to GP-137, GP-145)."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from games.titles.going_postal.cards import WAYS, gap
from games.titles.going_postal.determinize import known_hands, knows_top
from games.titles.going_postal.effects import targets
from games.titles.going_postal.hands import surplus
from games.titles.going_postal.stamps import leader, ranks
from games.titles.going_postal.state import Offer, Options, Order, State, Whisper, allowance, condition, in_game, sane
from games.titles.going_postal.takeovers import all_orders, can_pay
from games.titles.going_postal.trading import in_window
from games.titles.going_postal.turn_order import follows, leads


class Personality(Struct):
    """What the value of a play depends on of a personality. `state`: "sane", "postal" or "eliminated"."""

    state: str
    stamps: int
    is_marked: bool
    cards: int


class SeatView(Personality):
    """What everybody knows about a personality.

    `hand` is None unless this viewer sees it now. `went_out`: why it was eliminated, else ""; then with `final_stamps`.
    """

    vendetta: int
    allowance: int | None
    went_out: str
    final_stamps: int
    has_left: bool
    hand: list[str] | None


class Table(Struct):
    """What the value of a play depends on. `active`: the personality whose turn it is; `claimer`: the seat that took
    the turn over; `hand`: the cards that this viewer plays or holds."""

    options: Options
    sam: int
    direction: str
    active: int
    claimer: int | None
    is_overtime: bool
    hand: list[str]
    seats: Sequence[Personality]

    @property
    def player(self) -> Personality:
        """The personality whose turn it is."""
        return self.seats[self.active]


class View(Table):
    """The table as `seat` sees it (None: a spectator).

    `decider`: the claimer, if any, else the active seat. `is_taken`: no further take-over; `payers`: who could take it
    over now (GP-72, GP-148). `was_stamped`: P leads because it has just got a stamp. `start`: where Sam's last walk
    began. `targets`: possible targets by action of the hand, for the decider only. `step`: "direction", "turn",
    "inspect", "sort", "settle", "discard", "penalty" or "over". `shown`: the hand that Postal Inspector shows to this
    viewer; `top`: the cards it sees in the Sorting Room, top first. `next`: who plays next if nothing changes; `leads`:
    who would lead if the next card brought Sam to the Post Office. `leader`: who would win if the year ended now.
    `offers`: their cards are only for the seats that made them. `whispers`: those to or from this viewer. `order`: the
    viewer's standing order. `accusable`: by seat, the turns left to accuse it.
    """

    seat: int | None
    step: str
    start: int
    gap: int
    price: int
    year: int
    round: int
    turn: int
    decider: int
    is_taken: bool
    is_leading: bool
    was_stamped: bool
    next: int | None
    leads: int | None
    payers: list[int]
    targets: dict[str, list[int]]
    seats: list[SeatView]
    surplus: int
    shown: list[str] | None
    shown_of: int | None
    top: list[str] | None
    pile: int
    aside: int
    discard: list[str]
    leader: int | None
    leader_why: str
    has_traded: bool
    offers: list[Offer]
    whispers: list[Whisper]
    accusable: dict[int, int]
    accused: int | None
    displayed: list[str]
    order: Order | None
    showings: list[Whisper]
    ranks: list[int] | None
    winner: int | None
    how: str

    @property
    def owner(self) -> int:
        """The seat whose hand this viewer plays or holds; for a spectator, the active seat."""
        return self.active if self.seat is None or self.seat == self.decider else self.seat

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return self.winner is not None


# The fields of the state that everybody sees unchanged.
PUBLIC = (
    *("options", "sam", "start", "price", "direction", "year", "round", "turn", "is_overtime", "active", "claimer"),
    *("decider", "is_taken", "is_leading", "was_stamped", "has_traded", "accused", "winner", "how"),
)
NOW = {"choose_direction": "direction", "take_turn": "turn", "discard_down": "discard", "penalty": "penalty"}


def view(state: State, step: str, seat: int | None) -> View:
    """The view of a seat, or of a spectator (None)."""
    known, looks, is_over, aim = known_hands(state, seat), knows_top(state, seat), state.is_over, state.aim
    now = _now(state, step)
    best, why = _leader(state)
    decides = seat == state.decider
    played = state.active if decides else seat
    hand, ways = [] if played is None else state.hands[played], WAYS[state.stamps[state.active] > 0]
    aimed = {way.action for card in hand for way in ways[card] if way.is_aimed} if decides and not is_over else ()
    told = {other: in_window(state, other) for other in in_game(state)} if not is_over else {}  # GP-118
    own = all_orders(state).get(f"{seat}.orders")  # GP-135: seats see only their own standing order
    return View(
        **{name: getattr(state, name) for name in PUBLIC},
        seat=seat,
        step=now,
        gap=gap(state.sam),
        next=follows(state) if state.direction and not is_over else None,
        leads=leads(state) if state.direction and not is_over else None,
        payers=can_pay(state) if now == "turn" else [],
        targets={action: targets(state, action) for action in sorted(aimed)},
        seats=[_seat(state, other, other in known) for other in range(state.seats)],
        hand=list(hand),
        surplus=surplus(state) if now == "discard" else 0,
        shown=list(state.hands[aim.target]) if decides and aim and aim.target is not None else None,
        shown_of=aim.target if aim else None,
        top=state.pile[: -looks - 1 : -1] if looks else None,
        pile=len(state.pile),
        aside=len(state.aside),
        discard=list(state.discard),
        leader=None if is_over else best,
        leader_why=why,
        offers=[offer if seat == offer.giver else replace(offer, card="") for offer in state.offers],
        whispers=[replace(one) for one in state.whispers if not is_over and seat in (one.teller, one.to)],
        accusable={other: max(one.ends for one in those) - state.turn for other, those in told.items() if those},
        displayed=list(state.displayed),
        order=own[2] if own and not is_over else None,
        showings=[replace(one) for one in state.whispers if one.hand] if is_over else [],
        ranks=ranks(state),
    )


def _now(state: State, step: str) -> str:
    """What goes on. Between its card and its end a turn is seen only where a year ends in it (Context.before_deal)."""
    if state.is_over:
        return "over"
    if state.aim is not None:
        return state.aim.kind
    return "settle" if state.is_laid and step != "discard_down" else NOW[step]


def _seat(state: State, seat: int, is_known: bool) -> SeatView:
    out = state.out[seat]
    return SeatView(
        state=condition(state, seat),
        stamps=state.stamps[seat],
        is_marked=state.marked[seat],
        vendetta=state.vendetta[seat],
        cards=len(state.hands[seat]),
        allowance=None if state.options.blitz else allowance(state, seat),
        went_out=out.reason if out is not None else "",
        final_stamps=out.stamps if out is not None else 0,
        has_left=seat in state.gone,
        hand=list(state.hands[seat]) if is_known or state.is_over else None,
    )


def _leader(state: State) -> tuple[int | None, str]:
    """Who would win if the year or deal ended now, and why, or why nobody (GP-40, GP-41)."""
    if state.options.cutthroat:
        return None, "only the last survivor wins"
    if state.options.postal:
        return None, "the end of a year decides nothing"
    best, sane_ones = leader(state), len(sane(state))
    if best is None:
        return None, f"{sane_ones} are sane" if sane_ones else "all postal and tied"
    return best, "the only sane one" if sane_ones else "the most postal stamps"
