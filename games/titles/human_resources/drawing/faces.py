"""Pictures of cards, drawn from the card data: faces, and small ones for the log."""

from textwrap import wrap

from games.drawing.svg import SHEET, WORD, keeps_colours, lines, text
from games.titles.human_resources.cards import CARDS, COLOURS, Card
from games.titles.human_resources.drawing import cells
from games.titles.human_resources.drawing.cells import ACCENT, DARK, LIGHT

WIDTH, HEIGHT = 120, 172
GOES = f'fill="none" stroke="{ACCENT}" stroke-width="3"'
ICONS = {name: drawn.format(light=LIGHT, dark=DARK, goes=GOES) for name, drawn in cells.ART["icons"].items()}


def face(name: str, card: Card) -> str:
    """The face of a card: colour square, points, kind, title, and its pattern or text."""
    drawn = f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="9" fill="{SHEET}" stroke="{WORD}"/>'
    drawn += keeps_colours(cells.piece("corner", card.colour))
    drawn += text(str(card.points), 33, 28, 24, "start", bold=True) if card.points else ""
    drawn += text(card.kind.capitalize(), WIDTH - 7, 24, 12.5, "end")
    title = wrap(card.name, 13)
    drawn += "".join(text(line, WIDTH / 2, 50 + 16 * n, 13.5, bold=True) for n, line in enumerate(title))
    if card.grid:
        columns, rows = len(card.grid[0]), len(card.grid)
        size = min(30, 104 / columns, 100 / rows)
        left, top = (WIDTH - size * columns) / 2, 60 + (104 - size * rows) / 2
        return drawn + cells.drawing(name, card.grid, left, top, size)
    return drawn + _words(card, len(title))


def _words(card: Card, titles: int) -> str:
    width, size = (22, 9.5) if card.is_promo else (17, 12)
    words = wrap(card.text, width)
    has_room = card.ability in ICONS and titles + len(words) < 6
    drawn = lines(words, WIDTH / 2, 59 + 16 * titles, size, step=1.3)
    if not has_room:
        return drawn
    style = f'stroke="{WORD}" stroke-width="2" stroke-linejoin="round"'
    return f'{drawn}<g transform="translate(30 126)" {style}>{ICONS[card.ability]}</g>'


def _small_face(card: Card) -> str:
    """A small card: its colour as a frame around its pattern or symbol and its points."""
    drawn = cells.piece("small", card.colour)
    drawn += '<rect x="6" y="6" width="32" height="48" rx="2" fill="#fffcf4"/>'
    if card.points:
        look = 'font-size="20" font-weight="700" text-anchor="middle" fill="#22252e"'
        drawn += f'<text x="22" y="24" {look}>{card.points}</text>'
    if not card.grid:
        look = f'transform="translate(7 {28 if card.points else 20}) scale(.5)" fill="none" stroke="#22252e"'
        return drawn + f'<g {look} stroke-width="3">{ICONS.get(card.ability, "")}</g>'
    size = min(9.0, 29 / max(map(len, card.grid)))
    left, above = (44 - size * len(card.grid[0])) / 2, 40 - size * len(card.grid) / 2
    return drawn + cells.pattern(card.grid, left, above, size)


def pictures() -> dict[str, str]:
    """The small cards for the log, `cards.svg#P02D` and so on, and the bare carpets `#dark` and `#light`."""
    drawn = {id: _small_face(card) for id, card in CARDS.items()}
    drawn |= {word: cells.piece("small", colour) for colour, word in COLOURS.items()}
    made = "".join(f'<symbol id="{id}" viewBox="0 0 44 60">{card}</symbol>' for id, card in drawn.items())
    return {"cards": f'<svg xmlns="http://www.w3.org/2000/svg"><title>Small cards</title>{made}</svg>\n'}
