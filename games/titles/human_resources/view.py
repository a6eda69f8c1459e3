"""What a seat or a spectator may see (HR-09, HR-10, HR-28, HR-120, HR-123, HR-124, HR-130, HR-131).

A view is built up field by field, so that nothing secret can slip through. Places are (x, y) pairs; cards are ids to
look up in `cards.CARDS`.
"""

from functools import lru_cache

from msgspec import Struct

from games.titles.human_resources.cards import CARDS, CROWDFUNDING
from games.titles.human_resources.geometry import border, box, xy
from games.titles.human_resources.patterns import survey
from games.titles.human_resources.state import Ending, Report, State, ending, standing

Place = tuple[int, int]
Office = tuple[tuple[int, str, int], ...]  # (place, colour, number of the action that last changed it) per cubicle


class CubicleView(Struct):
    """One cubicle. `colour`: D or L; `by`: the seat that placed it (None: setup); `card`: its face if this viewer knows
    it; `changed`: the number of the action that last changed the colour here."""

    x: int
    y: int
    colour: str
    by: int | None
    card: str | None
    changed: int


class Square(Struct, frozen=True):
    """A cubicle missing from the nearest completion."""

    x: int
    y: int
    colour: str


class Standing(Struct, frozen=True):
    """An occurrence in the office that did not score. `formed`: the number of the action that formed it.

    `reason`: "old" (formed no later than the project was put in play) or "rival" (formed by the other player).
    """

    places: tuple[Place, ...]
    formed: int
    reason: str


class Panel(Struct, frozen=True):
    """An incomplete project in play, and why it has not scored.

    `status`: "stands" (see `standing`), "open" (no occurrence) or "waits" (Crowdfunding, which has no pattern).
    `nearest`: squares missing from the nearest new completion, even if an occurrence stands; empty if there is none.
    """

    card: str
    seat: int
    since: int
    status: str
    standing: tuple[Standing, ...]
    nearest: tuple[Square, ...]


class ScoredView(Struct):
    """A card that the last action scored. For a pattern: its `places`, and which of them the action `changed`."""

    seat: int
    card: str
    points: int
    places: list[Place]
    changed: list[Place]


class ReportView(Struct):
    """The last action. `card`: "" if placed face down; `touched`: the places where it put or took cards."""

    action: int
    seat: int
    verb: str
    card: str
    touched: list[Place]
    scored: list[ScoredView]


class SeatView(Struct):
    """What everyone knows about a seat. `hand` is None until the match is over."""

    dark: int
    light: int
    points: int
    count: int
    highest: int
    scored: list[str]
    in_play: list[Panel]
    hand: list[str] | None


class View(Struct):
    """The table as `seat` sees it (None: a spectator).

    `step`: "turn", "extra_play" (Play Two; `plays_left` cards to go), "order" (VP of Operations), "pickup" or "over".
    `carrying`: the manager being carried out. `hand`: the seat's own cards in the order they came. `known`: the next
    cards of the deck that this seat knows, top first; in the step "order", the cards to put back. `discard`: top last.
    `deck`: the rest of the deck, top first, only at the end. `open`: empty places next to the office, in reading order.
    `box`: (west, north, east, south) of the office. `first`: who went first, by lot or for the lower hand total.
    """

    seat: int | None
    step: str
    active: int
    plays_left: int
    carrying: str | None
    action: int
    turns: int
    first: int
    by_lot: bool
    office: list[CubicleView]
    box: tuple[int, int, int, int]
    open: list[Place]
    hand: list[str]
    seats: list[SeatView]
    deck_count: int
    deck_top: str | None
    known: list[str]
    deck: list[str] | None
    discard: list[str]
    report: ReportView | None
    result: Ending | None

    @property
    def own_first(self) -> list[int]:
        """The seats, the viewer's own first."""
        return sorted(range(len(self.seats)), key=lambda seat: seat != self.seat)

    @property
    def frame(self) -> tuple[int, int, int, int]:
        """`box` with a margin of one place on each side."""
        west, north, east, south = self.box
        return west - 1, north - 1, east + 1, south + 1


def view(state: State, step: str, seat: int | None) -> View:
    """The view of a seat, or of a spectator (None)."""
    is_over = state.is_over
    own = () if seat is None else (seat,)
    known = state.known[seat] if seat is not None else 0
    office = tuple((at, cubicle.card[-1], cubicle.changed) for at, cubicle in state.office.items())
    return View(
        seat=seat,
        step="over" if is_over else step,
        carrying=state.carrying or None,
        **{name: getattr(state, name) for name in ("active", "plays_left", "action", "turns", "first", "by_lot")},
        office=[
            CubicleView(*xy(at), one.card[-1], one.by, one.card if is_over or one.by in own else None, one.changed)
            for at, one in sorted(state.office.items())
        ],
        box=box(state.office),
        open=list(map(xy, border(tuple(state.office)))),
        hand=list(state.hands[seat]) if seat is not None else [],
        seats=[_seat(state, other, office) for other in range(len(state.hands))],
        deck_count=len(state.deck),
        deck_top=state.deck[-1][-1] if state.deck else None,
        known=state.deck[len(state.deck) - known :][::-1],
        deck=state.deck[::-1] if is_over else None,
        discard=list(state.discard),
        report=_report(state.report) if state.report else None,
        result=ending(state) if is_over else None,
    )


def _seat(state: State, seat: int, office: Office) -> SeatView:
    hand, scored = state.hands[seat], state.scored[seat]
    dark = sum(card[-1] == "D" for card in hand)
    in_play = [_panel(project.card, seat, project.since, office) for project in state.in_play[seat]]
    shown = list(hand) if state.is_over else None
    return SeatView(dark, len(hand) - dark, *standing(scored), list(scored), in_play, shown)


@lru_cache(maxsize=2048)  # shared between viewers and moves
def _panel(card: str, seat: int, since: int, office: Office) -> Panel:
    """Why this project is not scored, from open information only (HR-130)."""
    if card in CROWDFUNDING:
        return Panel(card, seat, since, "waits", (), ())
    changed = {at: number for at, _, number in office}
    found, nearest = survey(card, {at: colour for at, colour, _ in office})
    standing = []
    for places in found:
        formed = max(changed[at] for at in places)
        reason = "old" if formed <= since else "rival"  # the owner's own action would have scored it
        standing.append(Standing(tuple(map(xy, places)), formed, reason))
    missing = tuple(Square(*xy(at), colour) for at, colour in nearest)
    return Panel(card, seat, since, "stands" if standing else "open", tuple(standing), missing)


def _report(report: Report) -> ReportView:
    scored = [
        ScoredView(one.seat, one.card, CARDS[one.card].points, list(map(xy, one.places)), list(map(xy, one.changed)))
        for one in report.scored
    ]
    return ReportView(report.action, report.seat, report.verb, report.card, list(map(xy, report.touched)), scored)
