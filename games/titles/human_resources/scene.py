"""Hand-written positions, for the examples of the manual and for tests: an office from a drawing, cards by id."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from games.kernel.position import Position
from games.kernel.rng import Rng
from games.titles.human_resources.cards import BASE, PROMO
from games.titles.human_resources.geometry import place
from games.titles.human_resources.state import Cubicle, Options, Project, State, audit

T = TypeVar("T")
Spot = str | tuple[int, int]  # a place, also written "3,0"
A, B = 0, 1
SQUARE = ("DL", "LD")


def table(
    drawing: Sequence[str] = SQUARE,
    hand: Sequence[str] = (),
    rival: Sequence[str] = (),
    mine: Sequence[str] = (),
    theirs: Sequence[str] = (),
    *,
    active: int = A,
    faces: Mapping[Spot, str] | None = None,
    by: Mapping[Spot, int] | None = None,
    discard: Sequence[str] = (),
    deck: Sequence[str] | None = None,
    scored: Sequence[Sequence[str]] = ((), ()),
    changed: Mapping[Spot, int] | None = None,
    since: int = 1,
    action: int = 1,
    promo: bool = False,
) -> Position[State, Options]:
    """A position in which seat A (or `active`) is to move. `hand` and `mine` belong to the active seat.

    The drawing starts at (0,0). `faces` fixes cards of the office, other cubicles get cards that nobody asked for;
    `deck`: the whole deck, top first, spare cards go to the discard pile below `discard`. Without it all spare cards
    lie in the deck. Projects in play came there in action `since`; places changed in action 0 or as in `changed`.
    """
    wanted = [*hand, *rival, *mine, *theirs, *discard, *(deck or ()), *(faces or {}).values(), *scored[0], *scored[1]]
    spare = [card for card in (BASE + PROMO if promo else BASE) if card not in wanted]
    assert len(set(wanted)) == len(wanted), "a card is wanted twice"
    office = {}
    for y, row in enumerate(drawing):
        for x, colour in enumerate(row):
            if colour != ".":
                face = _at(faces, x, y) or _spare(spare, colour)
                office[place(x, y)] = Cubicle(face, _at(by, x, y), _at(changed, x, y) or 0)
    hands, in_play = (
        [list(hand), list(rival) or [spare.pop(0)]],
        [[Project(card, since) for card in cards] for cards in (mine, theirs)],
    )
    if active == B:
        hands.reverse()
        in_play.reverse()
    pile = list(discard) if deck is None else spare + list(discard)
    cards = list(deck)[::-1] if deck is not None else spare
    state = State(
        hands,
        cards,
        office,
        active,
        discard=pile,
        in_play=in_play,
        scored=[list(part) for part in scored],
        known=[0, 0],
        action=action,
    )
    audit(state)
    return Position("human_resources", 1, 2, Options(promo), Rng("0" * 32), "turn", state, opened={str(active): 0})


def _at(facts: Mapping[Spot, T] | None, x: int, y: int) -> T | None:
    return (facts or {}).get((x, y), (facts or {}).get(f"{x},{y}"))


def _spare(spare: list[str], colour: str) -> str:
    return spare.pop(next(index for index in reversed(range(len(spare))) if spare[index][-1] == colour))
