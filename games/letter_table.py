"""The position of a letter as a small table, made from the title's own text, so that both always say the same."""

import re

from msgspec import Struct

SHORT = 3  # characters of a cell of a grid
FEWEST = 2  # cells in a line of a grid
_FACT = re.compile(r"([^:.]{1,40}): (.+)")


class Row(Struct):
    """One row: a `fact` (label and text), a `head`, plain `text`, or a `grid` of lines of cells."""

    kind: str
    label: str = ""
    text: str = ""
    grid: list[list[str]] = []


def rows(text: str) -> list[Row]:
    """The lines of a position as rows of a table; lines of short signs in columns become one grid."""
    found: list[Row] = []
    for line in filter(str.strip, text.splitlines()):
        cells = _cells(line)
        if cells and found and found[-1].kind == "grid":
            found[-1].grid.append(cells)
        elif cells:
            found.append(Row("grid", grid=[cells]))
        else:
            found.append(_plain(line.strip()))
    for row in found:
        widest = max(map(len, row.grid), default=0)
        row.grid = [[""] * (widest - len(cells)) + cells for cells in row.grid]
    return found


def _cells(line: str) -> list[str]:
    """The signs of a line that is a part of a drawing: indented or in columns, all of them short."""
    cells = line.split()
    is_drawn = line.startswith("    ") or "  " in line.strip()
    return cells if is_drawn and len(cells) >= FEWEST and all(len(cell) <= SHORT for cell in cells) else []


def _plain(line: str) -> Row:
    line = line.removeprefix("- ")  # a row needs no sign
    if line.isupper() and ":" not in line:
        return Row("head", text=line.capitalize())
    fact = _FACT.fullmatch(line)
    return (
        Row("fact", fact[1].capitalize() if fact[1].isupper() else fact[1], fact[2]) if fact else Row("text", text=line)
    )
