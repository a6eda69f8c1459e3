"""The picture of a position as one seat sees it: the office, all projects and the hand."""

from collections.abc import Collection, Mapping, Sequence

from games.drawing import mail_sheet as paper
from games.drawing.mail_sheet import FAINT, INNER, MARGIN, SMALL, WIDTH, part, said
from games.drawing.svg import INK, STOP, keeps_colours
from games.kernel.types import Decision
from games.kernel.words import called, several
from games.titles.human_resources.cards import CARDS, Card
from games.titles.human_resources.drawing import cells
from games.titles.human_resources.drawing.cells import ACCENT, U
from games.titles.human_resources.mail_choices import best_places
from games.titles.human_resources.view import Panel, View

_SIDE, _EDGE = 140, 17  # width of the projects' column; margin for the row and column numbers
_PLACE = 44  # largest size of a place in the office: a finger’s
_OFFICE, _HAND = 234, 96  # largest height of the office; height of the hand
_ROW = 40  # height of a project in play


def mail_picture(view: View, asked: Decision | None, names: Sequence[str], reader: int | None) -> str:
    """The drawing of a view for this reader."""
    plan, low = _plan(view, asked)
    side, end = _side(view, names, reader)
    bottom = max(low, end)
    width, lefts = paper.columns(len(view.hand), 80)
    drawn = cells.symbols("mail", "mail") + plan + side
    drawn += "".join(_card(CARDS[card], x, bottom + 6, width) for card, x in zip(view.hand, lefts, strict=True))
    height = bottom + (6 + _HAND if view.hand else 0) + MARGIN
    return paper.sheet(height, drawn)


def _plan(view: View, asked: Decision | None) -> tuple[str, float]:
    """(SVG, lower edge) of the office with a margin of one place, numbered like the places in the choices."""
    west, north, east, south = view.frame
    columns, rows = east - west + 1, south - north + 1
    width = INNER - _SIDE - 8 - _EDGE
    size = min(_PLACE, int(width / columns * 2) / 2, int((_OFFICE - _EDGE) / rows * 2) / 2)
    left, top = MARGIN + _EDGE + int(width - size * columns) // 2, MARGIN + _EDGE
    every = 1 if size >= 15 else 2  # so that numbers do not touch
    drawn = ""
    for x in range(west, east + 1, every):
        drawn += said(str(x), left + (x - west + 0.5) * size, MARGIN + 11, SMALL, "middle", FAINT)
    for y in range(north, south + 1, every):
        drawn += said(str(y), left - 4, top + (y - north + 0.5) * size + 4.5, SMALL, "end", FAINT)
    drawn += paper.panel(left, top, size * columns, size * rows)
    best = _named(view, asked)
    inside = (_free(view, best) if asked else "") + _wanted(view) + _cubicles(view) + _best(best, size)
    shift = f"translate({left - west * size:g} {top - north * size:g}) scale({size / U:g})"
    low = top + size * rows
    deck = part("deck", said(f"Deck {view.deck_count}", left, low + 16, SMALL, fill=FAINT), count=view.deck_count)
    return f'{drawn}<g transform="{shift}">{inside}</g>{deck}', low + 18


def _named(view: View, asked: Decision | None) -> dict[str, list[tuple[str, str]]]:
    """The places that the choices of the email name, each with the number and the colour of these choices."""
    found: dict[str, list[tuple[str, str]]] = {}
    for number, choice in enumerate(best_places(view, asked) if asked else (), 1):
        found.setdefault(choice.move.args["at"], []).append((str(number), CARDS[choice.move.args["card"]].colour))
    return found


def _free(view: View, best: Collection[str]) -> str:
    """The places where a cubicle can go; the best ones are drawn by _best."""
    line = f'stroke="{ACCENT}" stroke-width="2" stroke-dasharray="5 4" shape-rendering="crispEdges"'
    whole = f'<path stroke="none" fill-opacity="0" d="M0 0h{U}v{U}h-{U}z"/>'  # for a finger
    place = f'<defs><g id="mail-place">{whole}<path d="M6 6h28v28h-28z"/></g></defs>'
    places = {f"{x},{y}": f'x="{U * x}" y="{U * y}"' for x, y in view.open}
    shown = [(at, corner) for at, corner in places.items() if at not in best]
    drawn = "".join(f'<use data-at="{at}" href="#mail-place" {corner}/>' for at, corner in shown)
    return part("free", f'{place}<g fill="{paper.SHADE}" {line}>{drawn}</g>', places=" ".join(places))


def _best(best: Mapping[str, Sequence[tuple[str, str]]], size: float) -> str:
    """The places that the choices name: framed, with the numbers of the choices, in the colour to place."""
    drawn, letters = "", max(SMALL * U / size, 15)
    for at, choices in best.items():
        x, y = (U * int(one) for one in at.split(","))
        numbers, colour = ",".join(number for number, _ in choices), choices[0][1]
        frame = f'<rect x="{x + 2}" y="{y + 2}" width="{U - 4}" height="{U - 4}" fill="{cells.CARPET[colour]}"'
        frame += f' stroke="{ACCENT}" stroke-width="5"/>'
        middle, foot = x + U / 2, y + U / 2 + letters * 0.35
        shown = said(numbers, middle, foot, letters, "middle", cells.INK[colour], True)
        drawn += f'<g data-at="{at}">{frame}{part("choice", shown, number=numbers)}</g>'
    return part("best", keeps_colours(drawn), places=" ".join(best)) if best else ""


def _wanted(view: View) -> str:
    """Small coloured squares where a missing cubicle of the viewer's projects could be placed now."""
    if view.seat is None:
        return ""
    missing = {(one.x, one.y, one.colour) for panel in view.seats[view.seat].in_play for one in panel.nearest}
    places = sorted(one for one in missing if one[:2] in view.open)
    drawn = "".join(
        f'<rect x="{U * x + (13 if colour == "L" else 5)}" y="{U * y + 13}" width="22" height="14"'
        f' fill="{cells.CARPET[colour]}" stroke="{INK}" stroke-width="2"/>'
        for x, y, colour in places
    )
    # On a page, it is the place below that is touched.
    drawn = f'<g pointer-events="none">{keeps_colours(drawn)}</g>'
    return part("wanted", drawn, places=" ".join(f"{x},{y}{colour}" for x, y, colour in places))


def _cubicles(view: View) -> str:
    """All cubicles, with an outline around those the last action changed."""
    drawn = "".join(
        f'<g data-at="{cell.x},{cell.y}">{cells.put("mail", cell.colour, U * cell.x, U * cell.y)}</g>'
        for cell in view.office
    )
    if view.report:
        path = cells.outline(view.report.touched)
        drawn += f'<path d="{path}" stroke="{STOP}" stroke-width="5" shape-rendering="crispEdges"/>'
    return part("office", drawn, cubicles=" ".join(f"{cell.x},{cell.y}{cell.colour}" for cell in view.office))


def _side(view: View, names: Sequence[str], reader: int | None) -> tuple[str, float]:
    """(SVG, lower edge) of both players' points, cards and projects in play."""
    x, y, drawn = WIDTH - MARGIN - _SIDE, float(MARGIN), ""
    for seat in view.own_first:
        one = view.seats[seat]
        drawn += paper.turn_mark(x, y + 9, ACCENT) if seat == view.active and view.result is None else ""
        drawn += said(paper.cut(called(seat, reader, names), _SIDE - 74, 16, True), x + 12, y + 14, 16, bold=True)
        drawn += part("points", said(several(one.points, "point"), x + _SIDE, y + 14, 14, "end"), seat=seat)
        y += 20
        if seat != view.seat:
            drawn += said(f"holds {one.dark} dark, {one.light} light", x + 12, y + 10, SMALL, fill=FAINT)
            y += 16
        shown, y = _in_play(one.in_play, x, y)
        drawn += shown
    return drawn, y


def _in_play(panels: Sequence[Panel], x: float, y: float) -> tuple[str, float]:
    """(SVG, lower edge) of the projects in play: up to two with names, up to four without."""
    if not panels:
        return said("nothing in play", x + 12, y + 10, SMALL, fill=FAINT), y + 22
    columns = 1 if len(panels) <= 2 else 2
    width = (_SIDE + 4) / columns - 4
    drawn, low = "", y
    for n, panel in enumerate(panels[:4]):
        low = y + n // columns * (_ROW + 3)
        drawn += _project(panel, x + n % columns * (width + 4), low, width)
    end, more = low + _ROW + 8, len(panels) - 4
    if more < 1:
        return drawn, end
    return drawn + said(f"and {more} more", x + 12, end + 7, SMALL, fill=FAINT), end + 16


def _project(panel: Panel, x: float, y: float, width: float) -> str:
    """A project in play: pattern, points and what is missing, with its name if it has the full width."""
    card, left_to_do = CARDS[panel.card], panel.status
    if panel.status == "open":
        left_to_do = f"{len(panel.nearest)} left" if panel.nearest else "no start"
    if width == _SIDE:
        pattern, left = _pattern(card, x + 3, y + 3, 34, 34), x + 42
        head, foot = paper.cut(card.name, width - 46, SMALL, True), f"{card.points} pt, {left_to_do}"
    else:
        pattern, left = _pattern(card, x + 2, y + 3, 24, 34), x + 28
        head, foot = f"{card.points} pt", left_to_do
    lines = said(head, left, y + 16, SMALL, bold=True) + said(foot, left, y + 33, SMALL, fill=FAINT)
    return part("project", paper.panel(x, y, width, _ROW) + pattern + lines, card=panel.card, seat=panel.seat)


def _pattern(card: Card, x: float, y: float, width: float, height: float) -> str:
    """A project's pattern, centred in this space."""
    if not card.grid:
        return ""
    columns, rows = len(card.grid[0]), len(card.grid)
    size = min(13, width * 2 // columns / 2, height * 2 // rows / 2)
    left, top = round(x + (width - size * columns) / 2), round(y + (height - size * rows) / 2)
    return keeps_colours(cells.pattern(card.grid, left, top, size))


def _card(card: Card, x: float, y: float, width: float) -> str:
    """A card in the reader's hand: colour, points, name, and its pattern or kind."""
    drawn = paper.panel(x, y, width, _HAND, paper.EDGE)
    corner = f'<rect x="{x + 5:g}" y="{y + 5:g}" width="18" height="18" fill="{cells.CARPET[card.colour]}"/>'
    corner += said(card.colour, x + 14, y + 19, 14, "middle", cells.INK[card.colour], True)
    drawn += keeps_colours(corner)
    drawn += said(str(card.points), x + width - 6, y + 21, 18, "end", bold=True) if card.points else ""
    rows = paper.fold(card.name, width - 8, SMALL, 3, True)
    drawn += paper.block(rows, x + 5, y + 37, SMALL, bold=True)
    low = y + 27 + 15 * len(rows)
    drawn += _pattern(card, x + 4, low, width - 8, y + _HAND - 2 - low)
    if not card.grid:
        drawn += said(card.kind.capitalize(), x + 5, y + _HAND - 7, SMALL, fill=FAINT)
    return part("card", drawn, card=card.id)
