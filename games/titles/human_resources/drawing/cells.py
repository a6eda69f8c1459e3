"""Cubicles, places and marks: the pieces from which every picture is put together. One place is U units wide."""

from collections.abc import Iterable, Mapping

from games.drawing import svg

U = 40
ACCENT = "#1f5a52"
STOP = "#a5271e"
DARK, HATCH, LIGHT, WOOD = "#414f69", "#6d7f9f", "#f6e6b8", "#d9b27c"
CARPET, INK = {"D": DARK, "L": LIGHT}, {"D": "#fff", "L": svg.INK}

Place = tuple[int, int]

_HATCH = "M1 9 9 1M1 19 19 1M1 29 29 1M1 39 39 1M11 39 39 11M21 39 39 21M31 39 39 31"
DESK = "M4 4h20v7H11v13H4z"


def cubicle(colour: str) -> str:
    """One cubicle in the square (0,0) to (U,U): hatched carpet and D, or plain carpet and L."""
    carpet, ink = CARPET[colour], INK[colour]
    hatch = f'<path d="{_HATCH}" stroke="{HATCH}" stroke-width="2"/>' if colour == "D" else ""
    return (
        f'<path d="M0 0h{U}v{U}H0z" fill="{carpet}"/>{hatch}'
        f'<path d="{DESK}" fill="{WOOD}" stroke="#22252e"/>'
        f'<circle cx="16" cy="17" r="4" fill="{svg.SHEET}" stroke="#22252e"/>'
        f'<path d="M0 0h{U}v{U}H0z" fill="none" stroke="#22252e" stroke-width="2"/>'
        f'<text x="29" y="35" font-size="16" font-weight="700" text-anchor="middle" fill="{ink}"'
        f' stroke="{carpet}" stroke-width="4" paint-order="stroke">{colour}</text>'
    )


def symbols(name: str) -> str:
    """The two cubicles to be used in one picture. The picture's name keeps the ids apart when a page shows several."""
    made = (f'<symbol id="{name}-{colour}" overflow="visible">{cubicle(colour)}</symbol>' for colour in "DL")
    return f"<defs>{''.join(made)}</defs>"


def put(name: str, colour: str, x: float, y: float) -> str:
    """A cubicle with its upper left corner at (x, y)."""
    return f'<use href="#{name}-{colour}" x="{x:g}" y="{y:g}"/>'


def drawing(name: str, grid: Iterable[str], x: float, y: float, size: float) -> str:
    """A pattern with its upper left corner at (x, y), each square `size` wide."""
    cells = "".join(put(name, colour, U * column, U * row) for (column, row), colour in parse(grid).items())
    return f'<g transform="translate({x:g} {y:g}) scale({size / U:g})">{cells}</g>'


def outline(cells: Iterable[Place]) -> str:
    """The path around a set of places, in places (not units): only the walls towards the outside."""
    inside = set(cells)
    path = []
    for x, y in sorted(inside, key=lambda at: (at[1], at[0])):
        left, top = U * x, U * y
        if (x, y - 1) not in inside:
            path.append(f"M{left} {top}h{U}")
        if (x, y + 1) not in inside:
            path.append(f"M{left} {top + U}h{U}")
        if (x - 1, y) not in inside:
            path.append(f"M{left} {top}v{U}")
        if (x + 1, y) not in inside:
            path.append(f"M{left + U} {top}v{U}")
    return "".join(path)


def parse(rows: Iterable[str], origin: Place = (0, 0)) -> Mapping[Place, str]:
    """Cubicles of a drawing in letters, by place. `origin` is the place of its north-west corner."""
    return {
        (origin[0] + x, origin[1] + y): colour
        for y, row in enumerate(rows)
        for x, colour in enumerate(row)
        if colour in "DL"
    }


def page(name: str, width: float, height: float, title: str, body: str) -> str:
    """A whole SVG file that uses cubicles."""
    return svg.page(width, height, title, "", symbols(name) + body)
