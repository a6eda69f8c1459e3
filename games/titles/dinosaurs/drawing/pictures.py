"""Two files of symbols for the table, drawn from the card data."""

from games.drawing.svg import page, symbol
from games.titles.dinosaurs.cards import DINOSAURS, KINDS
from games.titles.dinosaurs.drawing import faces, pieces


def cards() -> str:
    """Every face for the table, `cards.svg#pet-rock`, and meeples for the log."""
    body = "".join(symbol(id, faces.WIDTH, faces.HEIGHT, faces.face(id)) for id in faces.CARDS)
    small = (id for id, card in faces.CARDS.items() if card["table"] != "disaster")
    body += "".join(symbol(f"{id}-low", faces.WIDTH, faces.HEIGHT, faces.low(id)) for id in small)
    body += "".join(symbol(f"meeple-{id}", 40, 40, pieces.meeple(id)) for id in DINOSAURS)
    return page(0, 0, "Cards", "The faces of the cards, for use on the table", body)


def for_the_table() -> str:
    """The symbols of every table: `back-DECK`, `dino-ID`, `out-ID`, `type-KIND`."""
    decks = ("main", "disaster")
    body = "".join(symbol(f"back-{deck}", faces.WIDTH, faces.HEIGHT, faces.back(deck)) for deck in decks)
    for id in DINOSAURS:
        body += symbol(f"dino-{id}", 120, 120, pieces.portrait(id)) + symbol(f"out-{id}", 120, 120, pieces.winged(id))
    body += "".join(symbol(f"type-{kind}", 34, 34, faces.sign(kind)) for kind in KINDS)
    return page(0, 0, "Pieces", "Backs, Dinosaurs and types, for use on the table", body)


def pictures() -> dict[str, str]:
    """Both files by file name without ".svg"."""
    return {"cards": cards(), "pieces": for_the_table()}
