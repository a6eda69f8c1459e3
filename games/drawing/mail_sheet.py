"""The sheet on which a title draws a position for an email: its own paper, room for a phone, words that fit.

An email program shows the picture as a bitmap on a page of any colour, so the sheet brings an opaque background and an
edge, and its colours are those of the day. It is 360 units wide, on a phone one pixel of the page each, and sent with
a quarter more pixels: twice as many took a third more time and were no easier to read. Nothing that has to be read
may be smaller than `SMALL`. It is at most `MOST_HEIGHT` high: the first choice has to be in sight below it.

Letters are the dearest thing to draw: each costs about 150 bytes of the bitmap and 0.05 ms. Circles come next; whatever
is built of upright rectangles costs nearly nothing.
"""

from collections.abc import Sequence
from html import escape
from itertools import repeat

from games.drawing.svg import INK, text

WIDTH, MOST_HEIGHT = 360, 400
MARGIN = 8
INNER = WIDTH - 2 * MARGIN
LONGEST = 600  # characters of a text of people that are looked at
SMALL = 12.5
GROUND, SHEET, SHADE, RULE, EDGE, FAINT = "#f4eddf", "#fffcf4", "#eae0cb", "#d8ccb3", "#837a66", "#595a61"
SANS, SERIF = "PT Sans,system-ui,-apple-system,Segoe UI,Roboto,sans-serif", "PT Serif,Georgia,serif"
# Widths of PT Sans in hundredths of its size; anything else is taken for as wide as a capital.
_WIDTHS = {
    letter: width / 100
    for width, letters in (
        (22, "',.:’ij|;·"),
        (28, ' !()[]I`fl"'),
        (35, "*-/rt{}“”J"),
        (42, "\\_s?cyz"),
        (50, "+<=>FL^aekvx~×−#$0123456789ESTbdghnopqu"),
        (57, "ABCGKPRVXYZ"),
        (66, "DHNOQU–w"),
        (80, "%&Mm—…W@"),
    )
    for letter in letters
}
BOLD = 1.06  # how much wider bold words are


def sheet(height: float, body: str) -> str:
    """The whole picture, to be turned into a bitmap or shown as it is."""
    frame = f'<path d="M0 0h{WIDTH}v{height:g}H0z" fill="{GROUND}"/>'
    edge = f'<rect x=".5" y=".5" width="{WIDTH - 1}" height="{height - 1:g}" stroke="{EDGE}"/>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" width="{WIDTH}"'
        f' height="{height:g}" color="{INK}" font-family="{SANS}" fill="none">{frame}{body}{edge}</svg>\n'
    )


def width_of(words: str, size: float, bold: bool = False) -> float:
    """How wide the words are, to a few hundredths."""
    return sum(map(_WIDTHS.get, words, repeat(0.62))) * size * (BOLD if bold else 1)


def cut(words: str, width: float, size: float = SMALL, bold: bool = False) -> str:
    """As much of the words as fits, with an ellipsis where some are lost."""
    if width_of(words, size, bold) <= width:
        return words
    room, kept = width - width_of("…", size, bold), 0
    for letter in words:
        room -= width_of(letter, size, bold)
        if room < 0:
            break
        kept += 1
    return words[:kept].rstrip(" ,.;:") + "…"


def fold(words: str, width: float, size: float = SMALL, most: int = 2, bold: bool = False) -> list[str]:
    """The words in at most so many lines; the last one is cut."""
    rows: list[str] = []
    for word in words[:LONGEST].split():
        longer = f"{rows[-1]} {word}" if rows else word
        if rows and (len(rows) == most or width_of(longer, size, bold) <= width):
            rows[-1] = longer
        else:
            rows.append(word)
    return [cut(row, width, size, bold) for row in rows]


def said(
    words: str, x: float, y: float, size: float = SMALL, anchor: str = "start", fill: str = INK, bold: bool = False
) -> str:
    """One line of words in the colours of the day, its foot at y."""
    return text(words, x, y, size, anchor, fill, bold)


def block(
    rows: Sequence[str],
    x: float,
    y: float,
    size: float = SMALL,
    anchor: str = "start",
    fill: str = INK,
    bold: bool = False,
) -> str:
    """Several lines, the first with its foot at y."""
    return "".join(said(row, x, y + size * 1.2 * n, size, anchor, fill, bold) for n, row in enumerate(rows))


def panel(
    x: float,
    y: float,
    width: float,
    height: float,
    edge: str = RULE,
    fill: str = SHEET,
    thick: float = 1,
    marked: str = "",
) -> str:
    """A piece of paper on which something lies. `marked`: the colour of a thick edge, for whoever is on turn."""
    edge, thick = (marked, 2) if marked else (edge, thick)
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="5" fill="{fill}" stroke="{edge}"'
        f' stroke-width="{thick:g}"/>'
    )


def columns(count: int, most: int = INNER, gap: int = 4) -> tuple[int, list[int]]:
    """Things side by side inside the margins: how wide each is, `most` at the widest, and where each begins."""
    width = min(most, (INNER + gap) // max(1, count) - gap)
    return width, [MARGIN + place * (width + gap) for place in range(count)]


def own_first(seats: int, me: int | None) -> list[int]:
    """The seats in turn order, beginning with the reader's own; a spectator (None) begins with the first."""
    return [*range(me or 0, seats), *range(me or 0)]


def part(kind: str, drawn: str, **facts: object) -> str:
    """A part of the picture with what it shows as data: how tests and a page's script find it."""
    marks = "".join(f' data-{name}="{escape(str(value))}"' for name, value in facts.items())
    return f'<g data-part="{kind}"{marks}>{drawn}</g>'


def turn_mark(x: float, y: float, colour: str) -> str:
    """The triangle before the name of who is on turn, its middle line at y."""
    return f'<path d="M{x:g} {y - 5:g}l8 5-8 5z" fill="{colour}"/>'
