"""Hand-written positions for the tests: an office from a drawing, hands and projects by card id."""

from typing import Any

from games.kernel import engine, listing
from games.kernel.errors import IllegalMove
from games.kernel.rng import Rng
from games.kernel.types import AnyPosition, Event, Move, Position
from games.titles.human_resources import game
from games.titles.human_resources.cards import BASE, PROMO
from games.titles.human_resources.office import place, xy
from games.titles.human_resources.state import Cubicle, Options, Project, State, audit

A, B = 0, 1
NAMES = ["A", "B"]
SQUARE = ("DL", "LD")


def table(
    drawing: tuple[str, ...] = SQUARE,
    hand: tuple[str, ...] = (),
    rival: tuple[str, ...] = (),
    mine: tuple[str, ...] = (),
    theirs: tuple[str, ...] = (),
    *,
    active: int = A,
    faces: dict[tuple[int, int], str] | None = None,
    by: dict[tuple[int, int], int] | None = None,
    discard: tuple[str, ...] = (),
    deck: tuple[str, ...] | None = None,
    scored: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()),
    changed: dict[tuple[int, int], int] | None = None,
    since: int = 1,
    action: int = 1,
    promo: bool = False,
) -> AnyPosition:
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
                face = (faces or {}).get((x, y)) or _spare(spare, colour)
                office[place(x, y)] = Cubicle(face, (by or {}).get((x, y)), (changed or {}).get((x, y), 0))
    hands, in_play = [list(hand), list(rival) or [spare.pop(0)]], [_projects(mine, since), _projects(theirs, since)]
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


def _spare(spare: list[str], colour: str) -> str:
    return spare.pop(next(index for index in reversed(range(len(spare))) if spare[index][-1] == colour))


def _projects(cards: tuple[str, ...], since: int) -> list[Project]:
    return [Project(card, since) for card in cards]


def play(position: AnyPosition, seat: int, verb: str, **args: Any) -> list[Event]:
    """Play a move in the shape of the rulebook (`start` stands for "from") and audit the state."""
    if "start" in args:
        args["from"] = args.pop("start")
    events = engine.play(game, position, seat, Move(verb, args)).events
    audit(position.state)
    return events


def lines(events: list[Event], seat: int | None = None) -> list[str]:
    """The events in words, as this seat reads them."""
    return [game.story(event, NAMES) for event in engine.events_for(events, seat, 0, False)]


def refusal(position: AnyPosition, seat: int, verb: str, **args: Any) -> str:
    """ "HR-25: sentence" for a move that must be refused; nothing may have changed."""
    if "start" in args:
        args["from"] = args.pop("start")
    before = repr(position)
    try:
        engine.play(game, position, seat, Move(verb, args))
    except IllegalMove as refused:
        assert repr(position) == before
        return f"{refused.clause}: {refused.message}"
    raise AssertionError(f"{verb} {args} is legal")


def points(position: AnyPosition) -> list[int]:
    """Points of both seats."""
    return [seat.points for seat in game.view(position.state, None).seats]


def drawn(position: AnyPosition) -> list[str]:
    """The office as rows of letters, from its north-west corner."""
    cells = {xy(at): cubicle.card[-1] for at, cubicle in position.state.office.items()}
    west, north = min(x for x, _ in cells), min(y for _, y in cells)
    east, south = max(x for x, _ in cells), max(y for _, y in cells)
    return ["".join(cells.get((x, y), ".") for x in range(west, east + 1)) for y in range(north, south + 1)]


def ways(position: AnyPosition, card: str) -> list[dict[str, Any]]:
    """All legal ways to hire this manager, without the fields it leaves open."""
    (decision,) = engine.decisions(game, position)
    found = [move.args for move in listing.moves(game, position, decision) if move.verb == "hire"]
    return [
        {name: given for name, given in args.items() if given and name != "card"}
        for args in found
        if args["card"] == card
    ]
