"""Build positions by hand, for the manual's examples and for tests."""

from collections.abc import Mapping, Sequence

from games.kernel.position import Position
from games.kernel.rng import Rng
from games.titles.human_resources.cards import BASE, PROMO, squares
from games.titles.human_resources.geometry import parse, place
from games.titles.human_resources.state import Cubicle, Options, Project, State, audit

Spot = str | tuple[int, int]  # a place: (3, 0) or "3,0"
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
    faces: Mapping[Spot, str] = {},
    by: Mapping[Spot, int] = {},
    discard: Sequence[str] = (),
    deck: Sequence[str] | None = None,
    scored: Sequence[Sequence[str]] = ((), ()),
    changed: Mapping[Spot, int] = {},
    since: int = 1,
    action: int = 1,
    promo: bool = False,
) -> Position[State, Options]:
    """A position in which seat A (or `active`) is to move. `hand` and `mine` belong to the active seat.

    The drawing starts at (0,0). `faces` sets the cards of some cubicles; the others get spare cards. `deck`: the whole
    deck, top first, with the spare cards on the discard pile below `discard`; without it, they form the deck. `since`:
    the action that put the projects in play; `changed`: by place, the action that last changed it, 0 by default.
    """
    wanted = [*hand, *rival, *mine, *theirs, *discard, *(deck or ()), *faces.values(), *scored[0], *scored[1]]
    spare = [card for card in (BASE + PROMO if promo else BASE) if card not in wanted]
    assert len(set(wanted)) == len(wanted), "a card is used twice"
    chosen = {parse(spot): card for spot, card in faces.items()}
    owners = {parse(spot): seat for spot, seat in by.items()}
    actions = {parse(spot): number for spot, number in changed.items()}
    office = {}
    for x, y, colour in squares(drawing):
        at = place(x, y)
        face = chosen.get(at) or spare.pop(max(n for n, card in enumerate(spare) if card[-1] == colour))
        office[at] = Cubicle(face, owners.get(at), actions.get(at, 0))
    hands = [list(hand), list(rival) or [spare.pop(0)]]
    in_play = [[Project(card, since) for card in cards] for cards in (mine, theirs)]
    if active == B:
        hands.reverse()
        in_play.reverse()
    cards, pile = (spare, list(discard)) if deck is None else (list(deck)[::-1], spare + list(discard))
    won, known = [list(part) for part in scored], [0, 0]
    state = State(hands, cards, office, active, discard=pile, in_play=in_play, scored=won, known=known, action=action)
    audit(state)
    return Position("human_resources", 1, 2, Options(promo), Rng("0" * 32), "turn", state, opened={str(active): 0})
