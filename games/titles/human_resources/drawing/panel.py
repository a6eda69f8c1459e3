"""A piece of the office with marks on it, and several of them side by side."""

from collections.abc import Iterable, Sequence

from games.drawing import svg
from games.drawing.svg import FAINT, SHEET, lines, text
from games.titles.human_resources.drawing import cells
from games.titles.human_resources.drawing.cells import ACCENT, STOP, Place, U

EDGE = 22  # room for the numbers of rows and columns
LINE = 19
LOOKS = {"own": (ACCENT, ""), "wrong": (STOP, ""), "rival": (STOP, "3 7"), "old": ("#6a6a70", "3 7")}  # colour, dashes


class Panel:
    """A rectangle of places, drawn from rows of letters, with marks: "arrow 0,1 2,1 wrong" calls `arrow`."""

    def __init__(
        self,
        name: str,
        rows: Sequence[str],
        origin: Sequence[int] = (0, 0),
        words: Sequence[str] = (),
        marks: Sequence[str] = (),
    ) -> None:
        self.origin, self.words = (origin[0], origin[1]), words
        self.columns, self.rows = max(len(row) for row in rows), len(rows)
        self.width = max(EDGE + U * self.columns, max((len(line) * 8.5 for line in words), default=0)) + 8
        self.height = EDGE + U * self.rows + 8 + LINE * len(words) + (6 if words else 0)
        self.parts = [self._grid(), *self._numbers()]
        self.parts += [
            cells.put(name, colour, *self._corner(at)) for at, colour in cells.parse(rows, self.origin).items()
        ]
        for mark in marks:
            kind, *told = mark.split()
            places = [(int(x), int(y)) for x, comma, y in (word.partition(",") for word in told) if comma]
            getattr(self, kind)(places, *(word for word in told if "," not in word))

    def _corner(self, at: Place) -> tuple[int, int]:
        return EDGE + U * (at[0] - self.origin[0]), EDGE + U * (at[1] - self.origin[1])

    def _middle(self, at: Place) -> tuple[int, int]:
        x, y = self._corner(at)
        return x + U // 2, y + U // 2

    def _grid(self) -> str:
        right, bottom = EDGE + U * self.columns, EDGE + U * self.rows
        down = "".join(f"M{EDGE + U * x} {EDGE}V{bottom}" for x in range(self.columns + 1))
        across = "".join(f"M{EDGE} {EDGE + U * y}H{right}" for y in range(self.rows + 1))
        return f'<path d="{down}{across}" stroke="{FAINT}" stroke-width=".75" stroke-dasharray="2 3"/>'

    def _numbers(self) -> Iterable[str]:
        for x in range(self.columns):
            yield text(f"{self.origin[0] + x}", EDGE + U * x + U // 2, 15, 15, fill=FAINT)
        for y in range(self.rows):
            middle = EDGE + U * y + U // 2 + 5
            yield text(f"{self.origin[1] + y}", 16, middle, 15, "end", FAINT)

    def around(self, places: Iterable[Place], look: str = "own") -> None:
        """A thick line around a set of places."""
        moved = [(x - self.origin[0], y - self.origin[1]) for x, y in places]
        colour, dashes = LOOKS[look]
        dash = f' stroke-dasharray="{dashes}"' if dashes else ""
        path = f'<path d="{cells.outline(moved)}" stroke="{{}}" stroke-width="{{}}" stroke-linecap="round"{dash}/>'
        body = path.format(SHEET, 8) + path.format(colour, 4)
        self.parts.append(f'<g transform="translate({EDGE} {EDGE})">{body}</g>')

    def fresh(self, places: Iterable[Place]) -> None:
        """A disc with a star on each place that changed."""
        for at in places:
            x, y = self._corner(at)
            self.parts.append(f'<circle cx="{x + 31}" cy="{y + 9}" r="8" fill="{ACCENT}" stroke="{SHEET}"/>')
            self.parts.append(f'<path d="M{x + 31} {y + 4}v10M{x + 26} {y + 9}h10" stroke="#fff" stroke-width="2"/>')

    def ghost(self, places: Sequence[Place], letter: str) -> None:
        """A dashed square: where something will be."""
        x, y = self._corner(places[0])
        self.parts.append(
            f'<path d="M{x + 4} {y + 4}h{U - 8}v{U - 8}h{8 - U}z" fill="{SHEET}" stroke="{ACCENT}" stroke-width="2"'
            ' stroke-dasharray="5 3"/>'
        )
        self.parts.append(text(letter, x + U / 2, y + U / 2 + 6, 16, bold=True))

    def arrow(self, places: Sequence[Place], look: str = "own") -> None:
        """An arrow from the middle of one place to the middle of another."""
        (x1, y1), (x2, y2) = map(self._middle, places)
        colour, _ = LOOKS[look]
        length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        x2, y2 = x2 - 13 * ux, y2 - 13 * uy  # what is at the end stays in sight
        bx, by = x2 - 11 * ux, y2 - 11 * uy
        head = f"M{x2:.4g} {y2:.4g}L{bx - 7 * uy:.4g} {by + 7 * ux:.4g}L{bx + 7 * uy:.4g} {by - 7 * ux:.4g}z"
        shaft = f"M{x1} {y1}L{bx:.4g} {by:.4g}"
        self.parts.append(
            f'<path d="{shaft}{head}" stroke="{SHEET}" stroke-width="9" stroke-linejoin="round"/>'
            f'<path d="{shaft}" stroke="{colour}" stroke-width="4"/><path d="{head}" fill="{colour}"/>'
        )

    def swap(self, places: Sequence[Place]) -> None:
        """A double arrow over the wall between a place and the one south of it."""
        (x, y1), (_, y2) = map(self._middle, places)
        path = f"M{x - 7} {y1 + 5}l7-9 7 9zM{x - 7} {y2 - 5}l7 9 7-9z"
        self.parts.append(
            f'<path d="M{x} {y1 + 4}V{y2 - 4}" stroke="{SHEET}" stroke-width="9"/>'
            f'<path d="{path}" fill="{ACCENT}" stroke="{SHEET}" stroke-width="3" paint-order="stroke"/>'
            f'<path d="M{x} {y1 + 4}V{y2 - 4}" stroke="{ACCENT}" stroke-width="4"/>'
        )

    def tick(self, places: Iterable[Place]) -> None:
        """Allowed here."""
        self.parts += [svg.tick(*self._middle(at)) for at in places]

    def cross(self, places: Iterable[Place]) -> None:
        """Not allowed here."""
        self.parts += [svg.cross(*self._middle(at)) for at in places]

    def draw(self, x: float, y: float) -> str:
        """The panel with its upper left corner at (x, y), its words below."""
        foot = EDGE + U * self.rows + 8 + LINE
        below = lines(self.words, EDGE, foot, 15, "start", step=1.3)
        return f'<g transform="translate({x:g} {y:g})">{"".join(self.parts)}{below}</g>'


def side_by_side(name: str, title: str, panels: Sequence[Panel], per_row: int = 2) -> str:
    """A picture of several panels in rows of `per_row`."""
    gap, x, y, width, body = 14, 0.0, 0.0, 0.0, ""
    for first in range(0, len(panels), per_row):
        row = panels[first : first + per_row]
        x = 0.0
        for panel in row:
            body += panel.draw(x, y)
            x += panel.width + gap
        width = max(width, x - gap)
        y += max(panel.height for panel in row) + gap
    return cells.page(name, width + 4, y - gap + 6, title, body)
