"""All pictures by file name."""

from games.titles.adulting.drawing import cards, pieces, plates

PLATES = {
    "card-sides": cards.card_sides,
    "round": plates.round_of_six,
    "mantle": plates.mantle,
    "ladder": plates.ladder,
    "podium": plates.podium,
    "fists": plates.fists,
    "third-spade": plates.third_spade,
    "appeal": plates.appeal,
    "lawsuit": plates.lawsuit,
    "till": plates.till,
    "impeachment": plates.impeachment,
}


def pictures() -> dict[str, str]:
    """The cover, the pieces of the table and every picture of the manual by file name without ".svg"."""
    return {"cover": plates.cover(), "pieces": pieces.sprite(), "cards": pieces.small_cards()} | {
        name: draw() for name, draw in PLATES.items()
    }
