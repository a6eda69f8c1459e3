"""The state of a fair: cards, coins, points, stalls and open matters."""

from collections import Counter
from typing import Literal

from msgspec import Struct

from games.kernel.rng import Rng

DECK = [number for number in range(1, 7) for _ in range(6)]
PLACES = [f"{x},{y}" for x in range(3) for y in range(3)]
COINS = 2  # of each seat at the start


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Length and goal of a match."""

    rounds: Literal[2, 3] = 2
    goal: Literal[4, 6] = 4

    @classmethod
    def defaults(cls, seats: int, pace: str) -> "Options":
        """Four seats play to six points; correspondence has fewer rounds."""
        return cls(rounds=3 if pace == "live" else 2, goal=6 if seats == 4 else 4)


class Court(Struct):
    """An open trial."""

    accused: int
    charge: str
    jury: list[int]


class State(Struct):
    """The fair."""

    options: Options
    hands: list[list[int]]
    deck: list[int]
    discard: list[int]
    coins: list[int]
    bank: int
    points: list[int]
    calls: list[int]
    prizes: list[int]
    stalls: dict[str, int] = {}
    animals: list[str] = []
    round: int = 1
    queue: list[int] = []  # seats whose turn is still to come; the first is on turn
    peeked: int | None = None  # the seat that knows the top card of the deck
    control: dict[int, int] = {}  # seat taken over -> who plays its next turn
    plans: dict[int, list[int]] = {}
    raided: list[int] = []
    raider: int = 0
    caller: int = 0
    court: Court | None = None
    back: list[str] = []
    left: list[int] = []
    is_over: bool = False

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def active(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat not in self.left]


def audit(state: State) -> None:
    """No card or coin is lost, and seats that left hold nothing."""
    cards = Counter(state.deck) + Counter(state.discard)
    for hand in state.hands:
        cards += Counter(hand)
    assert cards == Counter(DECK), "a card is lost"
    assert state.bank + sum(state.coins) == COINS * state.seats + 10, "a coin is lost"
    assert min([state.bank, *state.coins]) >= 0, "somebody owes coins"
    assert not any(state.hands[seat] for seat in state.left), "a seat that left holds cards"


def determinize(state: State, seat: int | None, rng: Rng) -> State:
    """Redraw the deck and others' hands, except a peeked top card and controlled hands; remove others' plans."""
    known = {seat} | {victim for victim, raider in state.control.items() if raider == seat}
    hidden = [other for other in state.active if other not in known]
    top = state.deck[-1:] if seat is not None and state.peeked == seat else []
    pool = state.deck[: len(state.deck) - len(top)] + [card for other in hidden for card in state.hands[other]]
    pool.sort()  # so that the redraw does not depend on the real cards
    rng.shuffle(pool)
    hands = [list(hand) for hand in state.hands]
    for other in hidden:
        hands[other] = sorted(pool.pop() for _ in hands[other])
    facts = {name: getattr(state, name) for name in State.__struct_fields__}
    plans = {other: plan for other, plan in state.plans.items() if other == seat}
    return State(**facts | {"hands": hands, "deck": pool + top, "plans": plans})
