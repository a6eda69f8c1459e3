"""The state of a match of Parcels, and helpers shared by rules, view and bot.

Unordered cards are stored as counts: `hand[4]` is the number of 4s, and index 0 is unused (PC-05).
The deck is a list of numbers, top card first.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from msgspec import UNSET, Struct, UnsetType, field

from games.kernel import data
from games.kernel.types import Move

COMPONENTS = data.read(Path(__file__).parent, "components.toml")
NUMBERS = range(1, len(COMPONENTS["card"]) + 1)
COPIES = [0, *(card["copies"] for card in COMPONENTS["card"])]  # PC-04
DEAL = {deal["seats"]: (deal["hand"], deal["storage"]) for deal in COMPONENTS["deal"]}  # PC-07, PC-08
PLAN_LENGTH = 3  # PC-93

Counts = list[int]


def no_cards() -> Counts:
    """Counts of zero for every number."""
    return [0] * (len(NUMBERS) + 1)


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How many rounds a match has (PC-03)."""

    rounds: Literal[1, 3] = 3

    @classmethod
    def defaults(cls, seats: int, pace: str) -> "Options":
        """Three rounds live, a single round by correspondence."""
        return cls(rounds=3 if pace == "live" else 1)


class Planned(Struct, frozen=True):
    """One move of a plan. `size`: how many cards the stack to be taken had when the plan was stored (PC-95)."""

    kind: Literal["play", "pass"]
    cards: list[int] = []
    take: int | None = None
    add: int | None = None
    size: int = 0

    @property
    def move(self) -> Move:
        """The planned answer as an ordinary move."""
        if self.kind == "play":
            return Move("play", {"cards": list(self.cards)})
        return Move("pass", {"take": self.take, "add": self.add})


class HandOut(Struct, frozen=True):
    """A score card taken at the end of a round. `card`: None if none could be taken; `points`: the pile's total now."""

    seat: int
    card: int | None
    points: int


class RoundEnd(Struct, frozen=True):
    """How a round ended. `hands[seat]` is ascending; `places[seat]` is 1 for the best, 0 for a seat without a place.

    `winner` is None if the round was abandoned because only one seat remained (PC-102).
    """

    round: int
    winner: int | None
    hands: list[list[int]]
    places: list[int]
    storage: list[int]
    handed_out: list[HandOut] = []


class State(Struct, kw_only=True):
    """The whole state. `table` is the table meld, ascending; `passed` the seats that passed since it was played.

    `melds`: the last meld of each seat in this trick; unset, and so not stored, before its lead and after the round.

    `left` lists the seats that have left, in order. While a seat is on turn, `plans[seat]` holds only the move that its
    plan makes now. `ranks` is set when the match is over.
    """

    rounds: int
    hands: list[Counts]
    storage: Counts = field(default_factory=no_cards)
    deck: list[int] = []
    discard: Counts = field(default_factory=no_cards)
    piles: list[list[int]]
    wins: list[int]
    plans: list[list[Planned]]
    turn: int
    owner: int | None = None
    table: list[int] = []
    passed: list[int] = []
    melds: list[list[int]] | UnsetType = UNSET
    left: list[int] = []
    round: int = 0
    trick: int = 1
    last: RoundEnd | None = None
    ranks: list[int] | None = None

    @property
    def seats(self) -> int:
        """The number of seats at the start, which does not change when seats leave (PC-13)."""
        return len(self.hands)

    @property
    def active(self) -> list[int]:
        """The seats whose players have not left, ascending."""
        return [seat for seat in range(self.seats) if seat not in self.left]

    @property
    def passes_to_come(self) -> int:
        """How many more passes end the trick; everyone but the owner of the table meld has to pass (PC-54)."""
        return len(self.hands) - len(self.left) - 1 - len(self.passed)

    def after(self, seat: int) -> int:
        """The active seat after this one in turn order (PC-11)."""
        following = (seat + 1) % self.seats
        return self.after(following) if following in self.left else following

    def points(self, seat: int) -> int:
        """The total of a seat's score pile (PC-78)."""
        return sum(self.piles[seat])


def cards_of(counts: Counts) -> list[int]:
    """The counted cards in ascending order."""
    return [number for number in NUMBERS for _ in range(counts[number])]


def add(counts: Counts, cards: Iterable[int]) -> Counts:
    """Add these cards to the counts, and return them."""
    for number in cards:
        counts[number] += 1
    return counts


def counts_of(cards: Iterable[int]) -> Counts:
    """The cards as counts."""
    return add(no_cards(), cards)


def exchange(hand: Counts, storage: Counts, take: int | None, add: int | None) -> int:
    """Take a stack from storage and add a card to it; None skips either. Returns how many were taken (PC-41)."""
    count = 0
    if take is not None:
        count, storage[take] = storage[take], 0
        hand[take] += count
    if add is not None:
        hand[add] -= 1
        storage[add] += 1
    return count


def planned_moves(state: State, plan: Move) -> list[Planned]:
    """The moves of a plan as they are stored. Empty rows of its form are skipped."""
    rows = [row for row in plan.args["moves"] if row["kind"]]
    return [Planned(**row, size=state.storage[row.get("take") or 0]) for row in rows]  # index 0 is always 0


def audit(state: State) -> None:
    """Check the invariants: all 80 cards, a valid seat on turn, plans within their limit. Raises AssertionError."""
    counted = counts_of([*state.deck, *state.table, *(card for pile in state.piles for card in pile)])
    for counts in (*state.hands, state.storage, state.discard):
        assert min(counts) >= 0 and counts[0] == 0, f"impossible counts {counts}"
        counted = [one + other for one, other in zip(counted, counts, strict=True)]
    assert counted == COPIES, f"the cards are not the deck: {counted}"
    assert (state.owner is None) == (not state.table), "a table meld has an owner"
    assert not set(state.passed) & {state.owner, *state.left}, "only active followers have passed"
    assert len(set(state.passed)) == len(state.passed) and len(set(state.left)) == len(state.left)
    assert 1 <= state.round <= state.rounds and state.trick >= 1
    assert all(len(plan) <= PLAN_LENGTH for plan in state.plans)
    if state.ranks is None:
        assert state.turn not in state.left and state.turn != state.owner, "the seat on turn cannot move"
        assert all(any(state.hands[seat]) for seat in state.active), "an empty hand ends the round"
    assert not any(any(state.hands[seat]) or state.plans[seat] for seat in state.left), "a seat that left holds cards"
