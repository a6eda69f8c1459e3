"""The state of a match: Sam, piles, hands, stamps, the current turn, and pending offers, whispers and penalties."""

from functools import cache
from itertools import chain
from typing import Literal

from msgspec import Struct

from games.titles.going_postal.cards import DECK, OFFICE, SPACES

LEFT, RIGHT = "left", "right"
BURN_OUT = 6  # the year or deal from which card actions remove no postal stamps (GP-92)
LAST_STAMP, RACE_STAMP = 5, 6  # GP-65, GP-127
DEAL_MOST = 15  # GP-94
LOOKS, RUSH = 3, 4  # numbers of cards for Sorting Room and Holiday Rush (GP-90, GP-91)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The variants, who leads after a stamp ("stamped" or "next", GP-151), and the pace ("live" or "async")."""

    blitz: bool = False
    trading: bool = False
    cutthroat: bool = False
    postal: bool = False
    lead_after_stamp: Literal["stamped", "next"] = "stamped"
    pace: str = "async"

    @classmethod
    def defaults(cls, seats: int, pace: str) -> "Options":
        """No variants, for any number of seats; the pace is that of the table."""
        return cls(pace="live" if pace == "live" else "async")


class Order(Struct, frozen=True):
    """A standing order (GP-78). `targets`: the seats whose turns it applies to; None: all seats."""

    mode: str = "ask"
    targets: tuple[int, ...] | None = None
    max_price: int = 3


class Out(Struct, frozen=True):
    """How a personality was eliminated. `moment` counts eliminations; those eliminated together share one."""

    moment: int
    stamps: int
    reason: str


class Offer(Struct):
    """An offered trade (GP-113). `card` is sealed; `says` and `wants` are kinds of cards or empty (GP-112)."""

    giver: int
    to: int
    card: str
    says: str = ""
    wants: str = ""


class Whisper(Struct):
    """A whisper, or a showing that looks like one (GP-117). `ends`: the first turn after its window (GP-118).

    `hand`: the hand as it was when shown; empty for a whisper. `is_settled`: a right accusation has punished it.
    """

    teller: int
    to: int
    turn: int
    ends: int
    text: str = ""
    hand: list[str] = []
    is_settled: bool = False


class Aim(Struct):
    """A pending follow-up: "inspect" the hand of `target`, or "sort" the top cards (GP-87, GP-90)."""

    kind: str
    target: int | None = None


class State(Struct):
    """The complete state of a match. Lists are by seat; the last card of a pile is its top.

    `active` is P, the personality whose turn it is; `claimer` decides for it in a taken-over turn (GP-73), and
    `is_taken` stays set until the turn ends even if the claimer leaves (GP-72). `direction`: "left", "right", or ""
    until it is chosen. `year` counts years, or deals in Blitz; `round` counts Sam's rounds, `turn` turns. `start`:
    Sam's space before the last card was played. `asked`: seats whose standing order does not pass this turn (GP-78),
    a secret. `is_laid`: the card of this turn has been played; `brought`: it brought Sam to the office; `named`: the
    seat that Registered Mail makes the next; `is_leading`: this turn leads a new round; `was_stamped`: because P has
    just got a stamp (GP-30). `accused`, `displayed`: the current penalty. `wrong`: seats that cannot accuse this year
    (GP-119). `gone`: seats that have left.
    """

    options: Options
    hands: list[list[str]]
    pile: list[str]
    stamps: list[int]
    marked: list[bool]
    vendetta: list[int]
    out: list[Out | None]
    active: int = 0
    sam: int = OFFICE
    direction: str = ""
    discard: list[str] = []
    aside: list[str] = []
    year: int = 1
    round: int = 1
    turn: int = 0
    claimer: int | None = None
    is_taken: bool = False
    is_overtime: bool = False
    orders: dict[int, Order] = {}
    asked: list[int] = []
    start: int = OFFICE
    is_laid: bool = False
    brought: bool = False
    named: int | None = None
    is_leading: bool = False
    was_stamped: bool = False
    aim: Aim | None = None
    has_traded: bool = False
    offers: list[Offer] = []
    whispers: list[Whisper] = []
    wrong: list[int] = []
    accused: int | None = None
    displayed: list[str] = []
    gone: list[int] = []
    winner: int | None = None
    how: str = ""

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.hands)

    @property
    def decider(self) -> int:
        """The seat that makes the decisions of this turn (GP-73)."""
        return self.active if self.claimer is None else self.claimer

    @property
    def price(self) -> int:
        """The price of a take-over where Sam stands; 0 if there is no house (GP-70)."""
        return SPACES[self.sam].house

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return self.winner is not None


def is_in(state: State, seat: int) -> bool:
    """Whether this personality is in the game, neither eliminated nor gone (GP-02)."""
    return state.out[seat] is None


def in_game(state: State) -> list[int]:
    """The personalities in the game, by seat."""
    return [seat for seat, out in enumerate(state.out) if out is None]


def sane(state: State) -> list[int]:
    """The personalities in the game without a postal stamp, by seat (GP-02)."""
    return [seat for seat, out in enumerate(state.out) if out is None and not state.stamps[seat]]


def condition(state: State, seat: int) -> str:
    """ "sane", "postal" or "eliminated" (GP-02)."""
    return "eliminated" if state.out[seat] is not None else "postal" if state.stamps[seat] else "sane"


def allowance(state: State, seat: int) -> int:
    """How many cards a personality may hold outside Blitz (GP-48, GP-49, GP-107, GP-130)."""
    if stamps := state.stamps[seat]:
        return stamps if stamps < 4 else 4  # only the Postal Variant keeps personalities with five stamps in the game
    return 0 if state.out[seat] is not None else 3 if state.options.trading else 2


@cache
def ring(seats: int, direction: str, seat: int) -> tuple[int, ...]:
    """All seats but this one in the direction of play, the next one first."""
    step = -1 if direction == RIGHT else 1
    return tuple((seat + step * count) % seats for count in range(1, seats))


def after(state: State, seat: int) -> tuple[int, ...]:
    """All other seats in the direction of play, the next one first; to the left before it is chosen (GP-09)."""
    return ring(len(state.hands), state.direction, seat)


def audit(state: State) -> None:
    """Assert the invariants: each card exists once, stamps obey the rules, nobody who is out has a hand."""
    cards = [*state.pile, *state.discard, *state.aside, *chain.from_iterable(state.hands)]
    assert sorted(cards) == sorted(DECK), "a card is missing or duplicated"  # GP-05
    for seat, out in enumerate(state.out):
        assert state.stamps[seat] >= 0 and state.vendetta[seat] >= 0
        if out is not None:
            assert not state.hands[seat] and not state.stamps[seat] and not state.marked[seat], f"seat {seat} is out"
    assert state.is_over or is_in(state, state.active) or state.accused is not None, "nobody’s turn"  # GP-149
    assert not state.aside or state.options.blitz
    assert not state.options.blitz or not state.pile  # GP-96
    assert state.claimer is None or (state.is_taken and state.claimer not in state.gone)
    if state.options.cutthroat:
        assert not any(m and not s for m, s in zip(state.marked, state.stamps, strict=True))  # GP-125, GP-126
