"""Cards as pictures: the back, the face, and sheets of faces, all from the card data."""

from collections.abc import Sequence
from html import escape
from textwrap import wrap

from games.titles.human_resources.cards import CARDS, COLOURS, Card
from games.titles.human_resources.drawing import cells
from games.titles.human_resources.drawing.cells import ACCENT, DARK, HATCH, INK, LIGHT, PAPER

WIDTH, HEIGHT, GAP = 120, 172, 12
_GOES = f'fill="none" stroke="{ACCENT}" stroke-width="3"'
_CARD = '<rect x="{}" y="{}" width="22" height="30" rx="3" fill="{}"/>'
ICONS = {
    "play_two": _CARD.format(4, 3, LIGHT) + _CARD.format(34, 3, LIGHT) + '<path d="M12 18h6m-3-3v6M42 18h6m-3-3v6"/>',
    "take": _CARD.format(4, 3, LIGHT) + f'<path d="M32 18h22m-8-7 8 7-8 7" {_GOES}/>',
    "shift": f'<path d="M2 8h11v11H2zM13 8h11v11H13zM13 19h11v11H13z" fill="{LIGHT}"/>'
    f'<path d="M32 18h22m-8-7 8 7-8 7" {_GOES}/>',
    "remove": f'<path d="M8 4h26v26H8z" fill="{LIGHT}" stroke-dasharray="4 3"/>'
    f'<path d="M22 17h32m-8-7 8 7-8 7" {_GOES}/>',
    "exchange": _CARD.format(2, 3, LIGHT) + f'<path d="M38 6h20v20H38z" fill="{DARK}"/>'
    f'<path d="M27 9h8M35 24h-8" {_GOES}/>',
    "pickup": _CARD.format(34, 3, LIGHT) + f'<path d="M29 18H6m8-7-8 7 8 7" {_GOES}/>',
    "move": f'<path d="M2 8h20v20H2z" fill="{LIGHT}"/><path d="M40 8h20v20H40z" stroke-dasharray="4 3"/>'
    f'<path d="M12 18h34m-7-6 7 6-7 6" {_GOES}/>',
    "swap": f'<path d="M10 12h20v20H10z" fill="{DARK}"/><path d="M30 12h20v20H30z" fill="{LIGHT}"/>'
    f'<path d="M20 8q10-8 20 0m-6 0 6 1 1-7" {_GOES}/>',
    "draw": _CARD.format(19, 3, DARK) + f'<path d="M50 10v16m-8-8h16" {_GOES}/>',
    "overtime": f'<circle cx="30" cy="18" r="15" fill="{LIGHT}"/><path d="M30 8v10l7 5"/>',
    "acquire": _CARD.format(4, 3, LIGHT) + f'<path d="M32 18h22m-8-7 8 7-8 7" {_GOES}/>',
    "operations": "".join(_CARD.format(4 + 10 * n, 3, DARK) for n in range(4)),
}
KINDS = {"project": "Project", "manager": "Manager", "quota": "Quota", "overtime": "Overtime"}


def _sheet_of_paper(edge: str = INK) -> str:
    return f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="9" fill="{PAPER}" stroke="{edge}"/>'


def colour_square(colour: str, x: float = 9, y: float = 9, size: int = 20) -> str:
    """The small carpet in the corner of a face: hatched with D, or plain with L."""
    fill, ink = (DARK, "#fff") if colour == "D" else (LIGHT, "#22252e")
    hatch = f'<path d="M1 9 9 1M1 19 19 1M11 19l8-8" stroke="{HATCH}" stroke-width="1.5"/>' if colour == "D" else ""
    letter = (
        f'<text x="10" y="15" font-size="13" font-weight="700" text-anchor="middle" fill="{ink}" stroke="{fill}"'
        f' stroke-width="3" paint-order="stroke">{colour}</text>'
    )
    square = f'<path d="M0 0h20v20H0z" fill="{fill}"/>{hatch}<path d="M0 0h20v20H0z" stroke="{INK}"/>{letter}'
    return f'<g transform="translate({x:g} {y:g}) scale({size / 20:g})">{square}</g>'


def back(name: str, colour: str) -> str:
    """The back of a card: one cubicle seen from above."""
    cubicle = f'<g transform="translate(20 38) scale(2)">{cells.put(name, colour, 0, 0)}</g>'
    word = cells.text(COLOURS[colour], WIDTH / 2, 146, 15)
    return _sheet_of_paper() + cubicle + word


def face(name: str, card: Card) -> str:
    """The face of a card: colour square, points, kind, title, and the drawing or the words."""
    parts = [_sheet_of_paper(), colour_square(card.colour)]
    if card.points:
        parts.append(cells.text(str(card.points), 36, 28, 24, "start", ' font-weight="700"'))
    parts.append(cells.text(KINDS[card.kind], WIDTH - 9, 23, 12, "end"))
    title = wrap(card.name, 14)
    parts.append(
        "".join(
            cells.text(escape(line), WIDTH / 2, 50 + 16 * n, 13.5, extra=' font-weight="700"')
            for n, line in enumerate(title)
        )
    )
    parts.append(_drawing(name, card.grid) if card.grid else _words(card, len(title)))
    return "".join(parts)


def _drawing(name: str, grid: Sequence[str]) -> str:
    columns, rows = len(grid[0]), len(grid)
    size = min(30, 104 / columns, 100 / rows)
    return cells.drawing(name, grid, (WIDTH - size * columns) / 2, 60 + (104 - size * rows) / 2, size)


def _words(card: Card, titles: int) -> str:
    width, size = (17, 12) if len(card.text) <= 110 else (22, 9.5)
    words = [escape(line, quote=False) for line in wrap(card.text, width)]
    icon = ICONS.get(card.ability, "") if titles + len(words) < 6 else ""
    drawn = f'<g transform="translate(30 126)" stroke="{INK}" stroke-width="2" stroke-linejoin="round">{icon}</g>'
    return cells.lines(words, WIDTH / 2, 59 + 16 * titles, size) + (drawn if icon else "")


def grid_of(name: str, title: str, drawn: Sequence[str], columns: int) -> str:
    """A picture of several cards in rows."""
    rows = -(-len(drawn) // columns)
    width, height = columns * (WIDTH + GAP) - GAP, rows * (HEIGHT + GAP) - GAP
    body = "".join(
        f'<g transform="translate({n % columns * (WIDTH + GAP)} {n // columns * (HEIGHT + GAP)})">{card}</g>'
        for n, card in enumerate(drawn)
    )
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
    promo = [f"X{number}{colour}" for number in range(1, 5) for colour in "DL"]
    made["cards-promo"] = sheet("cards-promo", "The promo cards", promo, 4)
    quotas = [*_ids("quota", "D"), *_ids("quota", "L")]
    made["quotas"] = sheet("quotas", "The six quotas", quotas)
    return made
