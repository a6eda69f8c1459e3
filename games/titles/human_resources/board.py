"""A position drawn small, for the examples of the manual: the office with its coordinates, the projects in play."""

from collections.abc import Sequence

from games.drawing.svg import FAINT, text
from games.kernel.display import Board
from games.kernel.position import Position
from games.titles.human_resources.cards import CARDS
from games.titles.human_resources.drawing import cells
from games.titles.human_resources.drawing.cells import ACCENT, U
from games.titles.human_resources.office import xy
from games.titles.human_resources.state import Options, Project, State, colours
from games.titles.human_resources.words import listed

WIDTH, _SIDE, _LEFT = 360, 204, 26
_PLAN = 26  # one cubicle of the plan, in units of the picture
_CARD = 14  # one cubicle of a project


def board(position: Position[State, Options], names: Sequence[str], name: str) -> Board:
    """The drawing of a position, its ids beginning with `name`, and what is not in it in words. Hands are open."""
    state = position.state
    plan, height = _plan(name, state)
    projects, low = _projects(name, state, names)
    drawn = cells.page(name, WIDTH, max(height, low), "", plan + projects)
    return Board(drawn.strip(), _words(state, names))


def _plan(name: str, state: State) -> tuple[str, float]:
    """The office, with one free place around it and numbers on the edge; and its height."""
    office = {xy(at): colour for at, colour in colours(state).items()}
    west, east = min(x for x, _ in office) - 1, max(x for x, _ in office) + 1
    north, south = min(y for _, y in office) - 1, max(y for _, y in office) + 1
    size = min(_PLAN, (_SIDE - _LEFT - 12) / (east - west + 1))
    x0, y0 = _LEFT - west * size, 20 - north * size
    body = "".join(cells.put(name, colour, U * x, U * y) for (x, y), colour in office.items())
    parts = [f'<g transform="translate({x0:g} {y0:g}) scale({size / U:g})">{body}</g>']
    parts += [text(str(x), x0 + (x + 0.5) * size, 12, 13, fill=FAINT) for x in range(west, east + 1)]
    parts += [text(str(y), 12, y0 + (y + 0.5) * size + 4, 13, fill=FAINT) for y in range(north, south + 1)]
    return "".join(parts), 26 + (south - north + 1) * size


def _projects(name: str, state: State, names: Sequence[str]) -> tuple[str, float]:
    """Both players with their points and the drawings of what they have in play; and where they end."""
    parts, y = [], 14.0
    for seat, who in enumerate(names[:2]):
        points = sum(CARDS[card].points for card in state.scored[seat])
        if seat == state.active and not state.is_over:
            parts.append(f'<path d="M{_SIDE - 10} {y - 10:g}l8 6-8 6z" fill="{ACCENT}"/>')
        parts.append(text(f"{who}: {points}", _SIDE, y, 15, "start", bold=seat == state.active))
        y += 8
        for project in state.in_play[seat]:
            card = CARDS[project.card]
            parts.append(text(card.label, _SIDE, y + 13, 13, "start"))
            parts.append(cells.drawing(name, card.grid, _SIDE, y + 19, _CARD))
            y += 28 + _CARD * len(card.grid)
        if not state.in_play[seat]:
            parts.append(text("nothing in play", _SIDE, y + 10, 13, "start", FAINT))
            y += 18
        y += 20
    return "".join(parts), y


def _words(state: State, names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    office: dict[int, dict[int, str]] = {}
    for at, colour in colours(state).items():
        office.setdefault(xy(at)[1], {})[xy(at)[0]] = colour
    rows = [f"row {y}: " + ", ".join(f"{office[y][x]} at {x}" for x in sorted(office[y])) for y in sorted(office)]
    held = [(f"{names[seat]} holds", listed(hand) or "no card") for seat, hand in enumerate(state.hands)]
    in_play = [(f"{names[seat]} has in play", _cards(some)) for seat, some in enumerate(state.in_play) if some]
    return (("Office", "; ".join(rows)), *held, *in_play, ("Deck", f"{len(state.deck)} cards"))


def _cards(projects: Sequence[Project]) -> str:
    cards = [CARDS[project.card] for project in projects]
    return "; ".join(f"{card.label}, {' / '.join(card.grid)}" if card.grid else card.label for card in cards)
