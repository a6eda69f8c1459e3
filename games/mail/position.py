"""The position of a letter as a small table, made from the title's own text, so that both always say the same."""

import re

from msgspec import Struct

SHORT = 3  # characters of a cell of a grid
FEWEST = 2  # cells in a line of a grid
MOST_WORDS = 5  # of a label; more are a sentence
_FACT = re.compile(r"([^:.]{1,40}): (.+)")
_NEXT = re.compile(r"\. (?=[A-Z][a-z ]{2,20}: )")  # between two facts of one line
_HEAD = re.compile(r"[A-Z][A-Z ]+(: .+)?")


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
            found += _plain(line.strip())
    for row in found:
        widest = max(map(len, row.grid), default=0)
        row.grid = [[""] * (widest - len(cells)) + cells for cells in row.grid]
    return found


def _cells(line: str) -> list[str]:
    """The signs of a line that is a part of a drawing: indented or in columns, all of them short."""
    cells = line.split()
    is_drawn = line.startswith("    ") or "  " in line.strip()
    return cells if is_drawn and len(cells) >= FEWEST and all(len(cell) <= SHORT for cell in cells) else []


def _plain(line: str) -> list[Row]:
    """A line of words: a head in capitals, some facts, or just text."""
    if _HEAD.fullmatch(line):
        words, colon, more = line.partition(": ")
        return [Row("head", text=words.capitalize() + colon + (more.capitalize() if more.isupper() else more))]
    line = line.removeprefix("- ")  # a row needs no sign
    parts = _NEXT.split(line)
    facts = [_FACT.fullmatch(part) for part in parts]
    if not all(fact and len(fact[1].split()) <= MOST_WORDS for fact in facts):
        return [Row("text", text=line)]
    return [_fact(fact, len(parts) > 1) for fact in facts if fact]


def _fact(found: re.Match[str], is_one_of_many: bool) -> Row:
    label, text = found[1], found[2].removesuffix(".") if is_one_of_many else found[2]
    return Row("fact", label.capitalize() if label.isupper() else label, text)
