"""The manual: every clause cited once, every picture present and up to date, a card reference that fits the data."""

import re
from collections import Counter
from pathlib import Path

import pytest

from games.kernel import data
from games.titles.human_resources import game
from games.titles.human_resources.cards import CARDS, COLOURS
from games.titles.human_resources.drawing.plates import pictures

FOLDER = Path(__file__).parent.parent
PAGES = {page.page: (FOLDER / "manual" / f"{page.page}.md").read_text(encoding="utf-8") for page in game.meta.manual}
DRAWN = pictures()


def test_every_clause_is_cited_once_on_the_first_page() -> None:
    marks = re.findall(r"\{((?:HR-\w+ ?)+)\}", PAGES["index"] + PAGES["online"])
    engine = data.read(FOLDER / "manual", "reference.toml")["engine"]  # cited only in the list of all rules
    assert Counter(" ".join(marks).split() + engine) == dict.fromkeys(game.clauses, 1)
    assert not any("{HR-" in text for name, text in PAGES.items() if name not in ("index", "online"))


@pytest.mark.clause("HR-05", "HR-06")
def test_card_reference_gives_every_drawing_of_the_data() -> None:
    parts = PAGES["cards"].split("## Light set")
    for colour, text in zip("DL", parts, strict=True):
        rows = dict(re.findall(r"^\| ([A-Z][A-Za-z ]+?) \| (\d \| [DL./ ]+?) \|$", text, re.MULTILINE))
        cards = [card for card in CARDS.values() if card.grid and card.colour == colour]
        assert rows == {card.name: f"{card.points} | " + " / ".join(card.grid) for card in cards}, COLOURS[colour]


@pytest.mark.parametrize("id", sorted(card.id for card in CARDS.values() if card.grid))
def test_each_project_card_is_drawn_square_by_square(id: str) -> None:
    card = CARDS[id]
    picture = DRAWN[f"cards-{COLOURS[card.colour]}-projects"]
    start = picture.index(f">{card.name}<")
    drawn = picture[start : picture.find("<rect", start)]
    assert Counter(re.findall(r'projects-([DL])"', drawn)) == Counter("".join(card.grid).replace(".", ""))
