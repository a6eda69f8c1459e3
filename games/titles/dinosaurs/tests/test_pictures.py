"""The manual: each clause appears once, pictures exist and are up to date, the card reference agrees with the data."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from games.kernel import data
from games.titles.dinosaurs.cards import DINOSAURS, FOLDER
from games.titles.dinosaurs.drawing.faces import CARDS
from games.titles.dinosaurs.drawing.pictures import pictures
from games.titles.dinosaurs.gallery import gallery

META = data.read_meta(FOLDER)
CLAUSES = data.read_clauses(FOLDER)
PAGES = {page.page: (FOLDER / "manual" / f"{page.page}.md").read_text(encoding="utf-8") for page in META.manual}
DRAWN = pictures()
SVG = "{http://www.w3.org/2000/svg}"
ENGINE = data.read(FOLDER / "manual", "reference.toml")["engine"]  # only in the list of all rules
HEADINGS = [
    "## Learn in two minutes",
    "## Introduction",
    "## How To Start",
    "### The Dinosaur Board",
    "## How To Play",
    "### Disaster Cards",
    "### Dinosaur Traits",
    "### Point Cards",
    "### Instant Cards",
    "### Resolving Ties",
    "### How To Win",
    "### Helpful Reminders",
    "### 2-Player Rules",
    "## Playing Here",
]


def test_sections_are_in_the_order_of_the_rule_sheet() -> None:
    found = [line.split(" {")[0] for line in PAGES["index"].splitlines() if line.startswith(("## ", "### "))]
    assert found[: len(HEADINGS)] == HEADINGS
    assert all(line.startswith("### ") for line in found[len(HEADINGS) :])  # those of our own last chapter


def test_every_clause_appears_once_in_its_section() -> None:
    section, shown = "", []
    for line in f"{PAGES['index']}\n## Playing Here\n{PAGES['online']}".splitlines():
        if line.startswith(("## ", "### ")) and line.split(" {")[0] in HEADINGS:
            section = line.split(" {")[0].lstrip("# ")
        elif marks := re.search(r"\{([A-Z][^}]*)\}$", line):
            shown += [(id, section) for id in marks[1].split()]
    expected = [(clause.id, clause.section) for clause in CLAUSES.values() if clause.id not in ENGINE]
    assert sorted(shown) == sorted(expected)
    assert not any(re.search(r"\{HD-", text) for name, text in PAGES.items() if name not in ("index", "online"))


def test_the_star_links_to_the_exceptions_and_back() -> None:
    text = PAGES["index"]
    assert "[* exceptions](#exceptions)" in text and "{#exceptions}" in text and "(#hd-50)" in text
    assert text.index("[* exceptions]") < text.index("{#exceptions}") < text.index("(#hd-50)")


def test_the_table_has_a_symbol_for_every_card_and_dinosaur() -> None:
    facts = data.read(FOLDER, "components.toml")
    low = {f"{id}-low" for id, card in CARDS.items() if card["table"] != "disaster"}
    assert _symbols("cards") == {*CARDS, *low, *(f"meeple-{id}" for id in DINOSAURS)}
    wanted = {"back-main", "back-disaster"} | {f"type-{kind['id']}" for kind in facts["type"]}
    wanted |= {f"{what}-{one['id']}" for one in facts["dinosaur"] for what in ("dino", "out")}
    assert _symbols("pieces") == wanted


def _symbols(name: str) -> set[str]:
    return {str(symbol.get("id")) for symbol in ElementTree.fromstring(DRAWN[name]).iter(f"{SVG}symbol")}


@pytest.mark.parametrize("id", sorted(CARDS))
def test_faces_agree_with_the_data(id: str) -> None:
    root = ElementTree.fromstring(DRAWN["cards"])
    (symbol,) = [one for one in root.iter(f"{SVG}symbol") if one.get("id") == id]
    words = [str(one.text) for one in symbol.iter(f"{SVG}text")]
    said = " ".join(words)
    card: dict[str, Any] = CARDS[id]
    assert card["name"] in said
    assert card.get("effect", card.get("flavour", "")) in said
    if card["table"] == "point":
        assert words.count(str(card["value"])) == 2  # in two corners
    if card["table"] == "disaster":
        assert f"DISASTER · {card['type'].upper()}" in words and card["type"][0].upper() in words


def test_the_card_reference_agrees_with_the_data() -> None:
    shown = {face.id: face for face in gallery(data.public_components(FOLDER))}
    for id, card in CARDS.items():
        assert shown[id].name == card["name"] and shown[id].copies == card.get("copies", 1)
        assert card["table"] != "point" or shown[id].facts == {"Value": card["value"]}
        assert card["table"] != "disaster" or shown[id].effect == card["flavour"]


def test_every_page_of_the_menu_exists() -> None:
    assert {path.stem for path in Path(FOLDER / "manual").glob("*.md")} == set(PAGES)
