"""Pictures of cards, drawn from the card data: backs, faces and sheets of faces."""

from collections.abc import Sequence
from textwrap import wrap

from games.drawing.svg import SHEET, WORD, keeps_colours, larger, lines, rows, text
from games.titles.human_resources.cards import CARDS, COLOURS, Card
from games.titles.human_resources.drawing import cells
from games.titles.human_resources.drawing.cells import ACCENT, DARK, LIGHT

WIDTH, HEIGHT, GAP = 120, 172, 12
GOES = f'fill="none" stroke="{ACCENT}" stroke-width="3"'
ICONS = {name: drawn.format(light=LIGHT, dark=DARK, goes=GOES) for name, drawn in cells.PLATES["icons"].items()}


def paper(edge: str = f'stroke="{WORD}"') -> str:
    """An empty card."""
    return f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="9" fill="{SHEET}" {edge}/>'


def back(name: str, colour: str) -> str:
    """The back of a card: one cubicle seen from above."""
    cubicle = f'<g transform="translate(20 38) scale(2)">{cells.put(name, colour, 0, 0)}</g>'
    return paper() + cubicle + text(COLOURS[colour], WIDTH / 2, 146, 15)


def face(name: str, card: Card, is_worded: bool = True) -> str:
    """The face of a card: colour square, points, kind, title, and its pattern or text.

    On a sheet of cards the text would be too small to read on a phone; there the face shows only its symbol.
    """
    drawn = paper() + keeps_colours(cells.piece("corner", card.colour))
    drawn += text(str(card.points), 33, 28, 24, "start", bold=True) if card.points else ""
    drawn += text(card.kind.capitalize(), WIDTH - 7, 24, 12.5, "end")
    title = wrap(card.name, 13)
    drawn += "".join(text(line, WIDTH / 2, 50 + 16 * n, 13.5, bold=True) for n, line in enumerate(title))
    if card.grid:
        columns, rows = len(card.grid[0]), len(card.grid)
        size = min(30, 104 / columns, 100 / rows)
        left, top = (WIDTH - size * columns) / 2, 60 + (104 - size * rows) / 2
        return drawn + cells.drawing(name, card.grid, left, top, size)
    return drawn + (_words(card, len(title)) if is_worded else _icon(card, "translate(18 86) scale(1.4)"))


def _icon(card: Card, where: str) -> str:
    style = f'stroke="{WORD}" stroke-width="2" stroke-linejoin="round"'
    return f'<g transform="{where}" {style}>{ICONS[card.ability]}</g>'


def _words(card: Card, titles: int) -> str:
    width, size = (22, 9.5) if card.is_promo else (17, 12)
    words = wrap(card.text, width)
    has_room = card.ability in ICONS and titles + len(words) < 6
    icon = _icon(card, "translate(30 126)") if has_room else ""
    return lines(words, WIDTH / 2, 59 + 16 * titles, size, step=1.3) + icon


def sheets() -> dict[str, str]:
    """The sheets of the manual: the quotas, the promo cards, the backs."""
    quotas = [face("quotas", card) for card in CARDS.values() if card.kind == "quota" and not card.is_promo]
    made = {"quotas": _sheet("quotas", "The six quotas", quotas)}
    promo = [face("cards-promo", CARDS[id]) for id in ("X1D", "X2L", "X3L", "X4D")]
    made["cards-promo"] = larger(_sheet("cards-promo", "The four promo cards", promo, 2), 1.4)
    sides = [back("backs", "D"), back("backs", "L"), face("backs", CARDS["P14L"])]
    return made | {"backs": _sheet("backs", "The back of a dark card, the back of a light card, and a face", sides)}


def _sheet(name: str, title: str, drawn: Sequence[str], columns: int = 3) -> str:
    width, height, body = rows(drawn, WIDTH, HEIGHT, columns, GAP)
    return cells.page(name, width, height, title, body)


def small_cards() -> str:
    """Small cards for the log, such as `cards.svg#P02D`, and the bare carpets `#dark` and `#light`."""
    drawn = {id: _small_face(card) for id, card in CARDS.items()}
    drawn |= {word: cells.piece("small", colour) for colour, word in COLOURS.items()}
    made = "".join(f'<symbol id="{id}" viewBox="0 0 44 60">{card}</symbol>' for id, card in drawn.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg"><title>Small cards</title>{made}</svg>\n'


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
