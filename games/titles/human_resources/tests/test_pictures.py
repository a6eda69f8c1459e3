"""The manual: every clause cited once, every picture present and up to date, a card reference that fits the data."""

import re
from collections import Counter
from pathlib import Path

import pytest

from games.kernel import data
from games.titles.human_resources import game
from games.titles.human_resources.cards import CARDS
from games.titles.human_resources.drawing.faces import face

FOLDER = Path(__file__).parent.parent
PAGES = {page.page: (FOLDER / "manual" / f"{page.page}.md").read_text(encoding="utf-8") for page in game.meta.manual}


def test_every_clause_is_cited_once_on_the_first_page() -> None:
    marks = re.findall(r"\{((?:HR-\w+ ?)+)\}", PAGES["index"] + PAGES["online"])
    engine = data.read(FOLDER / "manual", "reference.toml")["engine"]  # cited only in the list of all rules
    assert Counter(" ".join(marks).split() + engine) == dict.fromkeys(game.clauses, 1)
    assert not any("{HR-" in text for name, text in PAGES.items() if name not in ("index", "online"))


@pytest.mark.clause("HR-05", "HR-06")
def test_card_reference_gives_every_drawing_of_the_data() -> None:
    rows = dict(re.findall(r"^\| ([A-Z][A-Za-z ]+?) \| (\d \| [DL./ ]+?) \|$", PAGES["cards"], re.MULTILINE))
    exchanged = str.maketrans("DL", "LD")
    for card in (card for card in CARDS.values() if card.grid):
        letters = rows[card.name].translate(exchanged) if card.colour == "L" else rows[card.name]
        assert letters == f"{card.points} | " + " / ".join(card.grid)


@pytest.mark.parametrize("id", sorted(card.id for card in CARDS.values() if card.grid))
def test_each_project_card_is_drawn_square_by_square(id: str) -> None:
    card = CARDS[id]
    drawn = face("f", card).partition(f">{card.name}<")[2]
    assert Counter(re.findall(r'f-([DL])"', drawn)) == Counter("".join(card.grid).replace(".", ""))
