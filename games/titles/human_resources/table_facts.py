"""Facts for the table and email templates, each computed when a template asks for it.

No rules here: places, panels and legal cards come from the view and the decision. Lengths are in SVG user units; one
place is U wide.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import chain

from games.kernel import display
from games.kernel.types import Decision
from games.kernel.words import several
from games.titles.human_resources import words
from games.titles.human_resources.cards import CARDS, VERB
from games.titles.human_resources.decisions import playable
from games.titles.human_resources.drawing.cells import U, outline
from games.titles.human_resources.managers import play_of
from games.titles.human_resources.view import Panel, View
from games.titles.human_resources.words import PHRASES

ROOM = 20  # margin for the row and column numbers
VERBS: dict[str, dict[str, str]] = PHRASES["verb"]


class TableFacts:
    """What the templates show one viewer in addition to the view."""

    cards = CARDS
    words = words
    asking: dict[str, str] = PHRASES["step"]
    doing = {verb: said["doing"] for verb, said in VERBS.items()}

    def __init__(self, view: View, decision: Decision | None, names: Sequence[str]) -> None:
        self._view, self._decision, self._names = view, decision, names

    office = cached_property(lambda self: Office(self._view))

    @cached_property
    def panels(self) -> list[display.Panel]:
        """The panel of each seat: points, cards in hand by colour, scored cards."""
        panels = []
        for seat in self._view.seats:
            hand = seat.dark + seat.light
            points = display.Counter(str(seat.points), several(seat.points, "point"), "star")
            held = display.Counter(str(hand), f"{several(hand, 'card')}: {seat.dark} dark, {seat.light} light", "cards")
            scored = display.Counter(str(seat.count), several(seat.count, "scored card"), "trophy")
            panels.append(display.Panel((points, held, scored)))
        return panels

    @cached_property
    def faces(self) -> list[tuple[int, int, str]]:
        """(x, y, card) of each cubicle whose face the viewer knows."""
        return [(cell.x, cell.y, cell.card) for cell in self._view.office if cell.card]

    @cached_property
    def steps(self) -> dict[str, tuple[str, ...]]:
        """For each "verb card" that the decision offers, the fields still to be chosen."""
        uses = playable(self._decision) if self._decision else ()
        return {f"{verb} {card}": play_of(verb, card).needs for verb, card in uses if verb in VERBS}

    @property
    def needs(self) -> list[str]:
        """The fields that the cards in hand may ask for, each once."""
        asked = [names for key, names in self.steps.items() if not key.startswith("place ")]
        return list(dict.fromkeys(chain.from_iterable(asked)))

    def use(self, card: str) -> tuple[str, str, tuple[str, ...]] | None:
        """What a card can do now besides being placed: (verb, button text, fields still to be chosen)."""
        verb = VERB.get(card, "")
        key = f"{verb} {card}"
        return (verb, VERBS[verb]["button"], self.steps[key]) if key in self.steps else None

    def idle(self, card: str) -> str:
        """Why the card can only be placed now; empty if it can be used, or if nothing is asked."""
        verb = VERBS.get(VERB.get(card, ""), {})
        return verb.get("idle", "") if self.steps and not self.use(card) else ""

    def labels(self, cards: Sequence[str]) -> str:
        """The names of the cards with their points."""
        return ", ".join(CARDS[card].label for card in cards)

    @property
    def ranked(self) -> list[int]:
        """The seats, best first."""
        return sorted(range(len(self._names)), key=self._view.result.ranks.__getitem__) if self._view.result else []


class Office:
    """The office plan as everyone sees it, derived from the cubicles and the last action."""

    outline = staticmethod(outline)
    walls = property(lambda self: outline((x, y) for _, x, y in self.cells))  # the line around all cubicles

    def __init__(self, view: View) -> None:
        self.report = view.report
        self.cells = [(cell.colour + ("" if cell.by is None else str(cell.by)), cell.x, cell.y) for cell in view.office]
        self.west, self.north, self.east, self.south = view.frame
        self.left, self.top = U * self.west - ROOM, U * self.north - ROOM
        self.width, self.height = U * (self.east - self.west + 1) + ROOM, U * (self.south - self.north + 1) + ROOM
        self.dark = sum(cell.colour == "D" for cell in view.office)

    def zoom(self, panel: Panel) -> str:
        """The viewBox around a project's occurrences and nearest completion, at least five places wide and high."""
        squares = [(square.x, square.y) for square in panel.nearest]
        columns, rows = zip(*squares, *(place for one in panel.standing for place in one.places), strict=True)
        (west, wide), (north, high) = _span(columns), _span(rows)
        return f"{U * west:g} {U * north:g} {U * wide} {U * high}"


def _span(values: Sequence[int]) -> tuple[float, int]:
    length = max(values) - min(values) + 3
    more = max(0, 5 - length)
    return min(values) - 1 - more / 2, length + more
