"""Cards as pictures: the back, the face, and sheets of faces, all from the card data."""

from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap

from games.drawing.svg import SHEET, WORD, larger, lines, rows, text
from games.kernel import data
from games.titles.human_resources.cards import CARDS, COLOURS, Card
from games.titles.human_resources.drawing import cells
from games.titles.human_resources.drawing.cells import ACCENT, DARK, HATCH, LIGHT

WIDTH, HEIGHT, GAP = 120, 172, 12
_ART = data.read(Path(__file__).parent.parent, "plates.toml")
ICONS = {
    ability: drawn.format(light=LIGHT, dark=DARK, goes=f'fill="none" stroke="{ACCENT}" stroke-width="3"')
    for ability, drawn in _ART["icons"].items()
}


def paper(edge: str = f'stroke="{WORD}"') -> str:
    """An empty card."""
    return f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="9" fill="{SHEET}" {edge}/>'


def colour_square(colour: str) -> str:
    """The small carpet in the corner of a face: hatched with D, or plain with L."""
    fill, ink = cells.CARPET[colour], cells.INK[colour]
    hatch = f'<path d="M1 9 9 1M1 19 19 1M11 19l8-8" stroke="{HATCH}" stroke-width="1.5"/>' if colour == "D" else ""
    letter = (
        f'<text x="10" y="15.5" font-size="14" font-weight="700" text-anchor="middle" fill="{ink}" stroke="{fill}"'
        f' stroke-width="3" paint-order="stroke">{colour}</text>'
    )
    square = f'<path d="M0 0h20v20H0z" fill="{fill}"/>{hatch}<path d="M0 0h20v20H0z" stroke="{WORD}"/>{letter}'
    return f'<g transform="translate(9 9) scale(1)">{square}</g>'


def back(name: str, colour: str) -> str:
    """The back of a card: one cubicle seen from above."""
    cubicle = f'<g transform="translate(20 38) scale(2)">{cells.put(name, colour, 0, 0)}</g>'
    word = text(COLOURS[colour], WIDTH / 2, 146, 15)
    return paper() + cubicle + word


def face(name: str, card: Card, is_worded: bool = True) -> str:
    """The face of a card: colour square, points, kind, title, and the drawing or the words.

    Beside other cards the words would be too small to read on a phone; there the face shows its symbol only.
    """
    parts = [paper(), colour_square(card.colour)]
    if card.points:
        parts.append(text(str(card.points), 33, 28, 24, "start", bold=True))
    parts.append(text(card.kind.capitalize(), WIDTH - 7, 24, 14, "end"))
    title = wrap(card.name, 14)
    parts.append("".join(text(line, WIDTH / 2, 50 + 16 * n, 14, bold=True) for n, line in enumerate(title)))
    if card.grid:
        parts.append(_drawing(name, card.grid))
    else:
        parts.append(_words(card, len(title)) if is_worded else _symbol(card))
    return "".join(parts)


def _symbol(card: Card) -> str:
    style = f'stroke="{WORD}" stroke-width="2" stroke-linejoin="round"'
    return f'<g transform="translate(18 86) scale(1.4)" {style}>{ICONS[card.ability]}</g>'


def _drawing(name: str, grid: Sequence[str]) -> str:
    columns, rows = len(grid[0]), len(grid)
    size = min(30, 104 / columns, 100 / rows)
    return cells.drawing(name, grid, (WIDTH - size * columns) / 2, 60 + (104 - size * rows) / 2, size)


def _words(card: Card, titles: int) -> str:
    width, size = (22, 9.5) if card.is_promo else (17, 12)
    words = wrap(card.text, width)
    icon = ICONS.get(card.ability, "") if titles + len(words) < 6 else ""
    drawn = f'<g transform="translate(30 126)" stroke="{WORD}" stroke-width="2" stroke-linejoin="round">{icon}</g>'
    return lines(words, WIDTH / 2, 59 + 16 * titles, size, step=1.3) + (drawn if icon else "")


def grid_of(name: str, title: str, drawn: Sequence[str], columns: int) -> str:
    """A picture of several cards in rows."""
    width, height, body = rows(drawn, WIDTH, HEIGHT, columns, GAP)
    return cells.page(name, width, height, title, body)


def sheet(name: str, title: str, ids: Sequence[str], columns: int = 3) -> str:
    """A picture of the faces of these cards."""
    return grid_of(name, title, [face(name, CARDS[id]) for id in ids], columns)


def backs(name: str) -> str:
    """Both backs, and a face with what stands on it."""
    drawn = [back(name, "D"), back(name, "L"), face(name, CARDS["P14L"])]
    return grid_of(name, "The back of a dark card, the back of a light card, and a face", drawn, 3)


def _ids(kind: str, colour: str) -> list[str]:
    return [id for id, card in CARDS.items() if card.kind == kind and card.colour == colour and not card.is_promo]


def sheets() -> dict[str, str]:
    """The card reference: one sheet for each kind and colour, the promo cards, the backs."""
    made = {"backs": backs("backs")}
    for colour, word in COLOURS.items():
        for kind in ("project", "quota", "manager"):
            name = f"cards-{word}-{kind}s"
            made[name] = sheet(name, f"The {word} {kind} cards", _ids(kind, colour))
    promo = sheet("cards-promo", "The four promo cards", ["X1D", "X2L", "X3L", "X4D"], 2)
    made["cards-promo"] = larger(promo, 1.4)
    quotas = [*_ids("quota", "D"), *_ids("quota", "L")]
    made["quotas"] = sheet("quotas", "The six quotas", quotas)
    return made


def small_cards() -> str:
    """Cards for the log, `cards.svg#P02D`: its drawing or symbol on its carpet; bare carpets: `#dark`, `#light`."""
    drawn = {id: _small_face(card) for id, card in CARDS.items()}
    drawn |= {word: _small_paper(colour) for colour, word in COLOURS.items()}
    made = "".join(f'<symbol id="{id}" viewBox="0 0 44 60">{card}</symbol>' for id, card in drawn.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg"><title>Small cards</title>{made}</svg>\n'


def _small_paper(colour: str) -> str:
    hatch = f'<path d="M3 24 24 3M3 44 42 5M8 58 42 24M28 58l14-14" stroke="{HATCH}" stroke-width="2"/>'
    return (
        f'<rect x="1" y="1" width="42" height="58" rx="5" fill="{cells.CARPET[colour]}"/>'
        f"{hatch if colour == 'D' else ''}"
        '<rect x="1" y="1" width="42" height="58" rx="5" fill="none" stroke="#837a66" stroke-width="2"/>'
    )


def _small_face(card: Card) -> str:
    """Its colour as a frame; on paper the pattern, or the symbol of what it does, and its points."""
    paper = '<rect x="6" y="6" width="32" height="48" rx="2" fill="#fffcf4"/>'
    size = min(9.0, 29 / max(map(len, card.grid), default=1))
    left, above = (44 - size * len(card.grid[0])) / 2 if card.grid else 0, 40 - size * len(card.grid) / 2
    squares = "".join(
        f'<path d="M{left + size * x:g} {above + size * y:g}h{size:g}v{size:g}h-{size:g}z"'
        f' fill="{cells.CARPET[colour]}" stroke="#22252e"/>'
        for x, y, colour in card.squares
    )
    points = (
        f'<text x="22" y="24" font-size="20" font-weight="700" text-anchor="middle" fill="#22252e">{card.points}</text>'
    )
    top = 28 if card.points else 20
    symbol = f'<g transform="translate(7 {top}) scale(.5)" fill="none" stroke="#22252e" stroke-width="3">'
    drawn = squares or f"{symbol}{ICONS.get(card.ability, '')}</g>"
    return _small_paper(card.colour) + paper + (points if card.points else "") + drawn
