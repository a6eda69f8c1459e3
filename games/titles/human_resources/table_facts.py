"""Facts for the templates of the table and the emails, worked out once so that they only write them down.

Nothing here decides anything: places, panels and legal cards come from the view and from the decision. Lengths are in
units of the drawing: one place is U wide.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from games.kernel.display import Counter
from games.kernel.display import Panel as SeatPanel
from games.kernel.types import Action, Decision, Pick
from games.kernel.words import several
from games.titles.human_resources import texts
from games.titles.human_resources.cards import CARDS, COLOURS, Card
from games.titles.human_resources.drawing.cells import U, outline
from games.titles.human_resources.managers import manager_of
from games.titles.human_resources.view import Panel, Place, ReportView, ResultView, SeatView, View

ROOM = 20  # for the numbers of rows and columns

WAYS = {"place": "Place", "project": "Put in play", "quota": "Score", "hire": "Hire"}
DOING = {"place": "place as a cubicle", "project": "put in play", "quota": "score", "hire": "hire"}
KINDS = {"project": "Project", "manager": "Manager", "quota": "Quota", "overtime": "Overtime"}


Facts = dict[str, Any]


def _face(card: Card) -> dict[str, Any]:
    columns, rows = (len(card.grid[0]), len(card.grid)) if card.grid else (0, 0)
    cells = [(c.lower(), 10 * x, 10 * y) for y, row in enumerate(card.grid) for x, c in enumerate(row) if c != "."]
    return {
        "id": card.id,
        "name": card.name,
        "full": card.full_name,
        "label": card.label,
        "colour": card.colour,
        "word": COLOURS[card.colour],
        "points": card.points,
        "kind": card.kind,
        "kind_word": KINDS[card.kind],
        "text": card.text,
        "ability": card.ability,
        "cells": cells,
        "width": 10 * columns,
        "height": 10 * rows,
        "rows": [" ".join(row) for row in card.grid],
        "spoken": ", then ".join(" ".join(_SPOKEN[letter] for letter in row) for row in card.grid),
    }


_SPOKEN = {"D": "dark", "L": "light", ".": "any"}
FACES = {card.id: _face(card) for card in CARDS.values()}


class Table:
    """What the templates show to one viewer, each fact worked out when a template asks for it; `names` by seat.

    `decision`: the viewer's own open one; `panels` by seat, for the players' panels; `projects` in play; `steps`: what
    is still to be chosen, by "verb card".
    """

    def __init__(self, view: View, decision: Decision | None, names: Sequence[str]) -> None:
        self._view, self._decision, self._names = view, decision, names

    cards = FACES
    doing = DOING
    office = cached_property(lambda self: _office(self._view))
    hand = cached_property(lambda self: _hand(self._view, self._decision))
    steps = cached_property(lambda self: _steps(self.hand))
    seats = cached_property(lambda self: _seats(self._view, self._own_projects, self._names))
    projects = cached_property(lambda self: [panel for own in self._own_projects for panel in own])
    report = cached_property(lambda self: _report(self._view, self._view.report, self._names))
    text = cached_property(lambda self: texts.office(self._view))
    placed = cached_property(lambda self: texts.placed(self._view, self._names))
    known = cached_property(lambda self: [CARDS[id].full_name for id in self._view.known])
    result = cached_property(lambda self: _result(self._view, self._view.result, self._names))
    panels = cached_property(lambda self: [_counters(seat) for seat in self._view.seats])

    @cached_property
    def _own_projects(self) -> list[list[Facts]]:
        return [[_panel(panel, self._view, self._names) for panel in seat.in_play] for seat in self._view.seats]


def _hand(view: View, decision: Decision | None) -> list[Facts]:
    legal = _legal(decision)
    return [_in_hand(id, legal) for id in view.hand]


def _steps(hand: list[Facts]) -> dict[str, tuple[str, ...]]:
    return {f"{verb} {own['card']['id']}": fields for own in hand for verb, _, fields in own["ways"]}


def _seats(view: View, projects: list[list[Facts]], names: Sequence[str]) -> list[Facts]:
    order = sorted(range(len(view.seats)), key=lambda seat: seat != view.seat)  # one's own seat first
    return [_seat(view, seat, projects[seat], names) for seat in order]


def _counters(seat: SeatView) -> SeatPanel:
    """Points, the hand as its backs show it, scored cards."""
    hand, scored = seat.dark + seat.light, seat.count
    return SeatPanel(
        (
            Counter(str(seat.points), several(seat.points, "point"), "star"),
            Counter(str(hand), f"{several(hand, 'card')}: {seat.dark} dark, {seat.light} light", "cards"),
            Counter(str(scored), several(scored, "scored card"), "trophy"),
        )
    )


def _office(view: View) -> dict[str, Any]:
    west, north, east, south = view.box[0] - 1, view.box[1] - 1, view.box[2] + 1, view.box[3] + 1
    left, top = U * west - ROOM, U * north - ROOM
    looks = [cell.colour + ("" if cell.by is None else str(cell.by)) for cell in view.office]
    width, height = U * (east - west + 1) + ROOM, U * (south - north + 1) + ROOM
    return {
        "left": left,
        "top": top,
        "width": width,
        "height": height,
        "floor": (U * west, U * north, width - ROOM, height - ROOM),
        "walls": outline((cell.x, cell.y) for cell in view.office),
        "columns": [(x, U * x + U // 2) for x in range(west, east + 1)],
        "rows": [(y, U * y + U // 2) for y in range(north, south + 1)],
        "cells": [(look, U * cell.x, U * cell.y) for look, cell in zip(looks, view.office, strict=True)],
        "faces": [(U * cell.x, U * cell.y, FACES[cell.card], cell) for cell in view.office if cell.card],
        "fresh": outline(view.report.touched) if view.report else "",
        "count": len(view.office),
        "dark": sum(cell.colour == "D" for cell in view.office),
    }


def _panel(panel: Panel, view: View, names: Sequence[str]) -> dict[str, Any]:
    squares: list[Place] = [(square.x, square.y) for square in panel.nearest]
    standing = [at for one in panel.standing for at in one.places]
    return {
        "card": FACES[panel.card],
        "seat": panel.seat,
        "status": panel.status,
        "lines": texts.panel(panel, names),
        "short": texts.short(panel, names),
        "standing": [(one.reason, outline(one.places)) for one in panel.standing],
        "missing": [(square.colour, U * square.x, U * square.y) for square in panel.nearest],
        "zoom": _zoom(squares + standing) if squares or standing else "",
    }


def _zoom(places: Iterable[Place]) -> str:
    """The part of the office around these places, as a viewBox at least four places wide and high."""
    columns, rows = zip(*places, strict=True)
    west, wide = _span(columns)
    north, high = _span(rows)
    return f"{U * west:g} {U * north:g} {U * wide} {U * high}"


def _span(values: Sequence[int]) -> tuple[float, int]:
    length = max(values) - min(values) + 3
    more = max(0, 5 - length)
    return min(values) - 1 - more / 2, length + more


def _legal(decision: Decision | None) -> dict[str, frozenset[Any]]:
    """For each verb the cards that may be played so, as the decision offers them."""
    actions: tuple[Action, ...] = decision.actions if decision else ()
    found = {}
    for action in actions:
        for field in action.fields:
            if field.name == "card" and isinstance(field, Pick):
                found[action.verb] = frozenset(option.value for option in field.options)
    return found


def _in_hand(id: str, legal: dict[str, frozenset[Any]]) -> dict[str, Any]:
    card = FACES[id]
    ways = [(verb, words, steps(verb, id)) for verb, words in WAYS.items() if id in legal.get(verb, ())]
    return {"card": card, "ways": ways, "idle": _idle(id, legal)}


def _idle(id: str, legal: dict[str, frozenset[Any]]) -> str:
    """Why the card can only be placed now, as far as the decision tells."""
    verb = {"manager": "hire", "quota": "quota"}.get(CARDS[id].kind, "")
    if not legal or not verb or id in legal.get(verb, ()):
        return ""
    return "cannot be hired now" if verb == "hire" else "condition not met"


def steps(verb: str, card: str) -> tuple[str, ...]:
    """What is still to be chosen after card and action, in order."""
    if verb == "place":
        return ("at",)
    return manager_of(card).needs if verb == "hire" else ()


def _seat(view: View, seat: int, panels: list[dict[str, Any]], names: Sequence[str]) -> dict[str, Any]:
    facts: SeatView = view.seats[seat]
    return {
        "number": seat,
        "name": names[seat],
        "is_me": seat == view.seat,
        "points": facts.points,
        "count": facts.count,
        "dark": facts.dark,
        "light": facts.light,
        "scored": [FACES[id] for id in facts.scored],
        "panels": panels,
        "hand": [FACES[id] for id in facts.hand] if facts.hand is not None and seat != view.seat else None,
    }


def _report(view: View, report: ReportView | None, names: Sequence[str]) -> Facts | None:
    if report is None:
        return None
    scored = [
        {
            "card": FACES[one.card],
            "seat": one.seat,
            "words": texts.scored(one, names),
            "outline": outline(one.places),
            "changed": [(U * x, U * y) for x, y in one.changed],
        }
        for one in report.scored
    ]
    waiting = [(FACES[panel.card], texts.short(panel, names)) for panel in view.seats[report.seat].in_play]
    return {"words": texts.action(report, names), "scored": scored, "waiting": waiting, "seat": report.seat}


def _result(view: View, result: ResultView | None, names: Sequence[str]) -> Facts | None:
    if result is None:
        return None
    rows = [
        {
            "name": names[seat],
            "rank": result.ranks[seat],
            "points": facts.points,
            "count": facts.count,
            "highest": facts.highest,
        }
        for seat, facts in enumerate(view.seats)
    ]
    rows.sort(key=lambda row: str(row["rank"]))
    return {"words": texts.result(result, names), "rows": rows, "deck": [FACES[id] for id in view.deck or ()]}
