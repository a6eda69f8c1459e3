"""The state of a match: office, cards, projects in play, whose turn it is; and who is ahead (HR-95 to HR-99)."""

from collections.abc import Sequence

from msgspec import Struct

from games.titles.human_resources.cards import BASE, POINTS, PROMO
from games.titles.human_resources.geometry import is_one_piece

LOOKS = 4  # cards that VP of Operations shows


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """`promo`: play with the eight promo cards (HR-101)."""

    promo: bool = False

    @classmethod
    def defaults(cls, seats: int, pace: str) -> "Options":
        """The seed's base deck, whatever the pace."""
        return cls()


class Cubicle(Struct):
    """A card lying in the office. `by`: the seat that put it there, None for the setup (HR-13, HR-123).

    `changed`: the number of the action in which the content of this place (not the card) last changed, 0 the setup.
    """

    card: str
    by: int | None = None
    changed: int = 0


class Project(Struct):
    """An incomplete project in play. `since`: the number of the action that put it here (HR-31, HR-117)."""

    card: str
    since: int


class Scored(Struct):
    """A card that the last action scored for `seat`. Projects with a drawing say where (HR-130)."""

    seat: int
    card: str
    places: list[int] = []
    changed: list[int] = []


class Report(Struct):
    """The last action: who, which verb, the manager or open card (empty for a card laid face down), what it touched."""

    action: int
    seat: int
    verb: str
    card: str = ""
    touched: list[int] = []
    scored: list[Scored] = []


class Ending(Struct):
    """The end. `by`: "points", "number", "highest", "draw", "resigned" or "removed"; `winner` None for a draw."""

    ranks: list[int]
    by: str
    winner: int | None


class State(Struct):
    """Everything that is so. Lists by seat; the top of deck and discard pile is their last card.

    `action` counts the cards played so far; `turns` the turns begun. `known[seat]`: how many cards from the top of the
    deck this seat knows (VP of Operations). `carrying`: the manager that is being carried out, in nobody's hand
    (HR-47). `plays_left`: cards still to be played for Play Two. `owes`: the active seat must first pick up a project;
    `has_picked_up`: it has done so, and its turn goes on. `has_completed`: it completed an own project this turn
    (HR-107). `left`: who left, with `reason`.
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
    """The carpet colours of the office by place: all that patterns look at (HR-44)."""
    return {at: cubicle.card[-1] for at, cubicle in state.office.items()}


def seen(state: State) -> list[str]:
    """The cards that VP of Operations looks at, top first (HR-118)."""
    return state.deck[: -LOOKS - 1 : -1]


def standing(scored: Sequence[str]) -> tuple[int, int, int]:
    """(points, number of scored cards, highest single card): what players are compared by, in this order."""
    points = [POINTS[card] for card in scored]
    return sum(points), len(points), max(points, default=0)


def ending(state: State) -> Ending:
    """Who is first and what decided. A seat that has left is second (HR-129)."""
    one, two = map(standing, state.scored)
    compared = zip(("points", "number", "highest"), one, two, strict=True)
    by = next((word for word, a, b in compared if a != b), "draw")
    winner = None if by == "draw" else int(two > one)
    if state.left is not None:
        by, winner = state.reason, 1 - state.left
    return Ending([1 if winner in (seat, None) else 2 for seat in range(len(state.hands))], by, winner)


def audit(state: State) -> None:
    """What always holds: every card once, one office, numbers of actions in order. AssertionError otherwise."""
    cards = [*state.deck, *state.discard, *(cubicle.card for cubicle in state.office.values())]
    for hand, projects, scored in zip(state.hands, state.in_play, state.scored, strict=True):
        cards += hand + [project.card for project in projects] + scored
    cards += [state.carrying] if state.carrying else []
    assert sorted(cards) in (sorted(BASE), sorted(BASE + PROMO)), "a card is missing or there twice"
    assert state.office and is_one_piece(state.office), "the office is not one piece"
    assert all(0 <= cubicle.changed <= state.action for cubicle in state.office.values())
    assert all(0 < project.since <= state.action for projects in state.in_play for project in projects)
    assert all(known <= min(LOOKS, len(state.deck)) for known in state.known)
    assert state.is_over or state.hands[state.active] or state.carrying, "the active seat holds no card"  # HR-22
