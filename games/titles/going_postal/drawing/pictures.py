"""The symbols of the table, drawn from the data of the cards: one file, as the drawings of cards come twice in it."""

from games.drawing.svg import at, inked, page, symbol
from games.titles.going_postal.cards import KINDS, RING
from games.titles.going_postal.drawing import BADGES, BUILDINGS, CARDS, SAM, faces, sized


def pictures() -> dict[str, str]:
    """The only file, by its name without ".svg"."""
    said = "Cards, and drawings of cards, spaces, states and Sam, for use on the table"
    return {"cards": page(0, 0, "Cards and pieces", said, _cards() + _pieces())}


def _cards() -> str:
    """Every face, large and low, and the back: `cards.svg#bulk`, `#bulk-low`, `#back`."""
    looks = (("", faces.face), ("-low", faces.low))
    body = "".join(symbol(f"{id}{name}", faces.WIDTH, faces.HEIGHT, draw(id)) for id in KINDS for name, draw in looks)
    return body + symbol("back", faces.WIDTH, faces.HEIGHT, faces.back())


def _pieces() -> str:
    """`art-KIND`, `space-N`, `badge-STATE`, `sam`, `action`."""
    body = "".join(symbol(f"art-{id}", 96, 56, inked(drawn)) for id, drawn in CARDS.items())
    body += "".join(symbol(f"space-{number}", 60, 60, inked(BUILDINGS[str(number)])) for number in range(RING))
    body += "".join(symbol(f"badge-{kind}", 48, 48, sized(drawn, 48)) for kind, drawn in BADGES.items())
    body += symbol("sam", 100, 100, sized(SAM, 100, 100))
    return body + symbol("action", 48, 48, at(0, 0, faces.ACTION_STAMP))
