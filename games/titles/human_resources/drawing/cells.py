"""The building blocks of all pictures: cubicles, patterns and their colours. One place is U units wide."""

from collections.abc import Iterable
from pathlib import Path

from games.drawing import svg
from games.kernel import data
from games.titles.human_resources.cards import squares

U = 40
ACCENT = "#1f5a52"
DARK, HATCH, LIGHT, WOOD = "#414f69", "#6d7f9f", "#f6e6b8", "#d9b27c"
CARPET, INK = {"D": DARK, "L": LIGHT}, {"D": "#fff", "L": svg.INK}
ART = data.read(Path(__file__).parent, "art.toml")

Place = tuple[int, int]


def piece(name: str, colour: str) -> str:
    """A drawing from [pieces] in art.toml in one colour: a hatched carpet for D, a plain one for L."""
    art: dict[str, str] = ART["pieces"]
    hatch = art.get(f"{name}_hatch", "").format(hatch=HATCH) if colour == "D" else ""
    look = {"carpet": CARPET[colour], "ink": INK[colour], "wood": WOOD, "sheet": svg.SHEET, "word": svg.WORD}
    return art.get(f"{name}_{colour}", art.get(name, "")).format(mark=colour, hatch=hatch, **look)


def symbols(name: str, drawn: str = "cubicle") -> str:
    """Symbol definitions of both cubicles. `name` keeps ids unique when a page shows several pictures."""
    made = (
        f'<symbol id="{name}-{colour}" overflow="visible">{svg.keeps_colours(piece(drawn, colour))}</symbol>'
        for colour in "DL"
    )
    return f"<defs>{''.join(made)}</defs>"


def put(name: str, colour: str, x: float, y: float) -> str:
    """A cubicle with its upper left corner at (x, y)."""
    return f'<use href="#{name}-{colour}" x="{x:g}" y="{y:g}"/>'


def drawing(name: str, grid: Iterable[str], x: float, y: float, size: float) -> str:
    """A pattern with its upper left corner at (x, y), each square `size` wide."""
    cells = "".join(put(name, colour, U * column, U * row) for column, row, colour in squares(grid))
    return f'<g transform="translate({x:g} {y:g}) scale({size / U:g})">{cells}</g>'


def pattern(grid: Iterable[str], left: float, top: float, size: float) -> str:
    """A pattern in plain colours, for sizes too small to draw cubicles."""
    return "".join(
        f'<rect x="{left + size * column:g}" y="{top + size * row:g}" width="{size:g}" height="{size:g}"'
        f' fill="{CARPET[colour]}" stroke="{svg.INK}"/>'
        for column, row, colour in squares(grid)
    )


def outline(cells: Iterable[Place]) -> str:
    """The SVG path around a set of places, given as coordinates: only the outer walls."""
    inside, path = set(cells), ""
    for x, y in sorted(inside, key=lambda at: (at[1], at[0])):
        left, top = U * x, U * y
        across = {(x, y - 1): f"M{left} {top}h{U}", (x, y + 1): f"M{left} {top + U}h{U}"}
        down = {(x - 1, y): f"M{left} {top}v{U}", (x + 1, y): f"M{left + U} {top}v{U}"}
        path += "".join(wall for beside, wall in (across | down).items() if beside not in inside)
    return path


def page(name: str, width: float, height: float, title: str, body: str) -> str:
    """A whole SVG file that uses cubicles."""
    return svg.page(width, height, title, "", symbols(name) + body)
