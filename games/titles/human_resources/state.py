"""The state of a match (office, cards, projects in play, active seat) and how it is scored (HR-95 to HR-99)."""

from collections.abc import Sequence

from msgspec import Struct

from games.titles.human_resources.cards import BASE, POINTS, PROMO
from games.titles.human_resources.geometry import is_one_piece

LOOKS = 4  # how many cards VP of Operations looks at


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """`promo`: play with the eight promo cards (HR-101)."""

    promo: bool = False

    @classmethod
    def defaults(cls, seats: int, pace: str) -> "Options":
        """The base deck, for both live and correspondence matches."""
        return cls()


class Cubicle(Struct):
    """A card in the office. `by`: the seat that placed it, None for the setup (HR-13, HR-123).

    `changed`: the number of the action that last changed the colour at this place; 0 for the setup.
    """

    card: str
    by: int | None = None
    changed: int = 0


class Project(Struct):
    """An incomplete project in play. `since`: the number of the action that put it in play (HR-31, HR-117)."""

    card: str
    since: int


class Scored(Struct):
    """A card that the last action scored for `seat`; for a project with a pattern, also where (HR-130)."""

    seat: int
    card: str
    places: list[int] = []
    changed: list[int] = []


class Report(Struct):
    """The last action: seat, verb, card (empty if it was placed face down), places touched and cards scored."""

    action: int
    seat: int
    verb: str
    card: str = ""
    touched: list[int] = []
    scored: list[Scored] = []


class Ending(Struct):
    """The result. `by`: "points", "number", "highest", "draw", "resigned" or "removed"; `winner`: None if drawn."""

    ranks: list[int]
    by: str
    winner: int | None


class State(Struct):
    """The whole state. Lists are indexed by seat; the last card of `deck` and `discard` is the top one.

    `action` counts the cards played so far, `turns` the turns begun. `known[seat]`: how many cards from the top of the
    deck this seat knows (VP of Operations). `carrying`: the manager being resolved, which is in nobody's hand (HR-47).
    `plays_left`: cards still to be played for Play Two. `owes`: the active seat must pick up a project first;
    `has_picked_up`: it has done so this turn. `has_completed`: it has completed one of its own projects this turn
    (HR-107). `left`: the seat that left, `reason`: why.
    """

    hands: list[list[str]]
    deck: list[str]
    office: dict[int, Cubicle]
    active: int
    by_lot: bool = False
    first: int = 0
    discard: list[str] = []
    in_play: list[list[Project]] = []
    scored: list[list[str]] = []
    known: list[int] = []
    action: int = 0
    turns: int = 1
    carrying: str = ""
    plays_left: int = 0
    owes: bool = False
    has_picked_up: bool = False
    has_completed: bool = False
    report: Report | None = None
    left: int | None = None
    reason: str = ""

    @property
    def is_over(self) -> bool:
        """The final card is drawn, or a seat has left (HR-93, HR-129)."""
        return not self.deck or self.left is not None


def colours(state: State) -> dict[int, str]:
    """The carpet colour at each place of the office: all that pattern matching needs (HR-44)."""
    return {at: cubicle.card[-1] for at, cubicle in state.office.items()}


def seen(state: State) -> list[str]:
    """The cards that VP of Operations looks at, top first (HR-118)."""
    return state.deck[: -LOOKS - 1 : -1]


def standing(scored: Sequence[str]) -> tuple[int, int, int]:
    """The ranking key: (points, number of scored cards, highest single card)."""
    points = [POINTS[card] for card in scored]
    return sum(points), len(points), max(points, default=0)


def ending(state: State) -> Ending:
    """Ranks, winner and what decided. A seat that has left ranks second (HR-129)."""
    one, two = map(standing, state.scored)
    compared = zip(("points", "number", "highest"), one, two, strict=True)
    by = next((word for word, a, b in compared if a != b), "draw")
    winner = None if by == "draw" else int(two > one)
    if state.left is not None:
        by, winner = state.reason, 1 - state.left
    return Ending([1 if winner in (seat, None) else 2 for seat in range(len(state.hands))], by, winner)


def audit(state: State) -> None:
    """Check the invariants: every card once, a connected office, valid action numbers. Raises AssertionError."""
    cards = [*state.deck, *state.discard, *(cubicle.card for cubicle in state.office.values())]
    for hand, projects, scored in zip(state.hands, state.in_play, state.scored, strict=True):
        cards += hand + [project.card for project in projects] + scored
    cards += [state.carrying] if state.carrying else []
    assert sorted(cards) in (sorted(BASE), sorted(BASE + PROMO)), "a card is missing or duplicated"
    assert state.office and is_one_piece(state.office), "the office is not one piece"
    assert all(0 <= cubicle.changed <= state.action for cubicle in state.office.values())
    assert all(0 < project.since <= state.action for projects in state.in_play for project in projects)
    assert all(known <= min(LOOKS, len(state.deck)) for known in state.known)
    assert state.is_over or state.hands[state.active] or state.carrying, "the active seat holds no card"  # HR-22
