"""The pictures that explain the rules, drawn from plates.toml: setup, placing, newly formed, managers."""

from collections.abc import Iterable, Sequence

from games.drawing import svg
from games.drawing.svg import FAINT, SHEET, STOP, WORD, lines, text
from games.titles.human_resources.cards import squares
from games.titles.human_resources.drawing import cells, faces
from games.titles.human_resources.drawing.cells import ACCENT, PLATES, Place, U

EDGE = 22  # margin for the row and column numbers
LINE = 19
LOOKS = {"own": (ACCENT, ""), "wrong": (STOP, ""), "rival": (STOP, "3 7"), "old": ("#6a6a70", "3 7")}  # colour, dashes
MARKS: dict[str, str] = {"tick": svg.tick(U / 2, U / 2), "cross": svg.cross(U / 2, U / 2), **PLATES["marks"]}


class Panel:
    """Part of the office, drawn from rows of letters. The mark "arrow 0,1 2,1 wrong" calls `arrow`, and so on."""

    def __init__(
        self,
        name: str,
        rows: Sequence[str],
        origin: Sequence[int] = (0, 0),
        words: Sequence[str] = (),
        marks: Sequence[str] = (),
    ) -> None:
        self.west, self.north = origin
        right, bottom = EDGE + U * max(len(row) for row in rows), EDGE + U * len(rows)
        self.width = max(right, max((len(line) * 8.5 for line in words), default=0)) + 8
        self.height = bottom + 8 + LINE * len(words) + (6 if words else 0)
        self.drawn = _grid(self.west, self.north, right, bottom)
        for x, y, colour in squares(rows):
            self.drawn += cells.put(name, colour, EDGE + U * x, EDGE + U * y)
        for mark in marks:
            kind, *told = mark.split()
            places = [(int(x), int(y)) for x, comma, y in (word.partition(",") for word in told) if comma]
            look = next((word for word in told if "," not in word), "own")
            if kind in MARKS:
                drawn = MARKS[kind].format(mark=look, accent=ACCENT, sheet=SHEET, word=WORD)
                self.drawn += "".join(svg.at(*self._corner(at), drawn) for at in places)
            else:
                self.drawn += {"around": self._around, "arrow": self._arrow}[kind](places, *LOOKS[look])
        self.drawn += lines(words, EDGE, bottom + 8 + LINE, 15, "start", step=1.3)

    def _corner(self, at: Place) -> Place:
        return EDGE + U * (at[0] - self.west), EDGE + U * (at[1] - self.north)

    def _around(self, places: Iterable[Place], colour: str, dashes: str) -> str:
        """A thick line around a set of places."""
        dash = f' stroke-dasharray="{dashes}"' if dashes else ""
        path = f'<path d="{cells.outline(places)}" stroke="{{}}" stroke-width="{{}}" stroke-linecap="round"{dash}/>'
        return svg.at(*self._corner((0, 0)), path.format(SHEET, 8) + path.format(colour, 4))

    def _arrow(self, places: Sequence[Place], colour: str, dashes: str) -> str:
        """An arrow from the middle of one place to the middle of another."""
        (x1, y1), (x2, y2) = ((x + U / 2, y + U / 2) for x, y in map(self._corner, places))
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        x2, y2 = x2 - 13 * ux, y2 - 13 * uy  # do not cover what it points at
        bx, by = x2 - 11 * ux, y2 - 11 * uy
        head = f"M{x2:.4g} {y2:.4g}L{bx - 7 * uy:.4g} {by + 7 * ux:.4g}L{bx + 7 * uy:.4g} {by - 7 * ux:.4g}z"
        shaft = f"M{x1:g} {y1:g}L{bx:.4g} {by:.4g}"
        return (
            f'<path d="{shaft}{head}" stroke="{SHEET}" stroke-width="9" stroke-linejoin="round"/>'
            f'<path d="{shaft}" stroke="{colour}" stroke-width="4"/><path d="{head}" fill="{colour}"/>'
        )


def _grid(west: int, north: int, right: int, bottom: int) -> str:
    """The grid of places as dashed squares, with row and column numbers."""
    columns, rows = range(EDGE, right, U), range(EDGE, bottom, U)
    down = "".join(f"M{x} {EDGE}V{bottom}" for x in (*columns, right))
    across = "".join(f"M{EDGE} {y}H{right}" for y in (*rows, bottom))
    drawn = f'<path d="{down}{across}" stroke="{FAINT}" stroke-width=".75" stroke-dasharray="2 3"/>'
    drawn += "".join(text(f"{west + n}", x + U // 2, 15, 15, fill=FAINT) for n, x in enumerate(columns))
    return drawn + "".join(text(f"{north + n}", 16, y + U // 2 + 5, 15, "end", FAINT) for n, y in enumerate(rows))


def _side_by_side(name: str, title: str, panels: Sequence[Panel]) -> str:
    """A picture of several panels in rows of two."""
    gap, y, width, body = 14, 0.0, 0.0, ""
    for first in range(0, len(panels), 2):
        x, row = 0.0, panels[first : first + 2]
        for panel in row:
            body += svg.at(x, y, panel.drawn)
            x += panel.width + gap
        width = max(width, x - gap)
        y += max(panel.height for panel in row) + gap
    return cells.page(name, width + 4, y - gap + 6, title, body)


def pictures() -> dict[str, str]:
    """The generated pictures by file name without ".svg"; the other pictures are hand-made files."""
    made = {"cards": faces.small_cards()}
    for name, plate in PLATES["panels"].items():
        panels = [Panel(name, **part) for part in plate["parts"]]
        made[name] = _side_by_side(name, plate["title"], panels)
    return made | faces.sheets()
