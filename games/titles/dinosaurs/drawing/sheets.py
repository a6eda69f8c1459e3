"""Card faces in sheets for the manual, and everything the table uses, in two files of symbols."""

from games.drawing.svg import larger, page, rows, symbol
from games.titles.dinosaurs.cards import DINOSAURS, KINDS, TYPES
from games.titles.dinosaurs.drawing import dinos, faces, pieces

ENLARGED = 1.25  # card faces in the manual are shown a little larger than drawn


def cards() -> str:
    """Every face for the table, `cards.svg#pet-rock`, and meeples for the log."""
    body = "".join(symbol(id, faces.WIDTH, faces.HEIGHT, faces.face(id)) for id in faces.CARDS)
    body += "".join(symbol(f"meeple-{id}", 40, 40, dinos.meeple(id)) for id in DINOSAURS)
    return page(0, 0, "Cards", "The faces of the cards, for use on the table", body)


def for_the_table() -> str:
    """What stands on every table: `back-DECK`, `dino-ID`, `out-ID`, `meeple-ID`, `type-KIND`, the shared `track`."""
    decks = ("main", "disaster")
    body = "".join(symbol(f"back-{deck}", faces.WIDTH, faces.HEIGHT, faces.back(deck)) for deck in decks)
    for id in DINOSAURS:
        body += symbol(f"dino-{id}", 120, 120, dinos.portrait(id)) + symbol(f"out-{id}", 120, 120, dinos.winged(id))
        body += symbol(f"meeple-{id}", 40, 40, dinos.meeple(id))
    body += "".join(symbol(f"type-{kind}", 34, 34, faces.sign(kind)) for kind in KINDS)
    body += symbol("track", 306, 86, pieces.track())
    return page(0, 0, "Pieces", "Backs, Dinosaurs, meeples and types, for use on the table", body)


def sheets() -> dict[str, str]:
    """Pictures of card faces."""
    points = [id for id, card in faces.CARDS.items() if card["table"] == "point"]
    plain = [id for id in points if faces.CARDS[id]["timing"] == "plain"]
    made = {
        "cards-plain": faces.sheet("The plain Point cards", plain),
        "cards-effects": faces.sheet("The Point cards with an effect", [id for id in points if id not in plain]),
    }
    for kind in TYPES:
        ids = [id for id, card in faces.CARDS.items() if card.get("type") == kind]
        made[f"cards-{kind}"] = faces.sheet(f"The {kind} disasters", ids)
    three = [faces.face("meteor"), faces.back("main"), faces.back("disaster")]
    width, height, body = rows(three, faces.WIDTH, faces.HEIGHT, 2, 8)
    said = "Meteor; a light back with footprints; a dark back"
    made["cards-meteor"] = page(width, height, "A Meteor and the two backs", said, body)
    return {name: larger(drawn, ENLARGED) for name, drawn in made.items()} | _explained()


def _explained() -> dict[str, str]:
    """Pictures of a few cards with their words beside them."""
    return {
        "effects": pieces.explained("Three effects before scoring", ["pet-rock", "fire-spray", "treenoculars"]),
        "exceptions": pieces.explained("The three exceptions", ["mouth-trap", "star-fruit", "flaming-chainsaw"]),
        "instants": pieces.explained("Instant cards for the scoring", ["booster", "sapper", "inversion"]),
        "disaster-instants": pieces.explained("Instant cards against a Disaster card", ["insurance", "redirect"]),
    }
