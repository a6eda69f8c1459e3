"""The manual: each clause appears once, pictures exist and are up to date, cards and board agree with the data."""

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.kernel import data
from games.titles.going_postal.cards import ACTIONS, KINDS, RING, SPACES, gap
from games.titles.going_postal.drawing.faces import STATES
from games.titles.going_postal.drawing.pictures import pictures
from games.titles.going_postal.gallery import gallery

FOLDER = Path(__file__).parent.parent
META = data.read_meta(FOLDER)
CLAUSES = data.read_clauses(FOLDER)
PAGES = {page.page: (FOLDER / "manual" / f"{page.page}.md").read_text(encoding="utf-8") for page in META.manual}
SVG = "{http://www.w3.org/2000/svg}"
SECTIONS = {
    "index": ["Learn in two minutes", "What it is", "At the table", "Start here"],
    "rules": [
        "Setup",
        "Your Turn",
        "End of a Year",
        "Winning",
        "Personalities",
        "Stamps",
        "Eliminating a Personality",
        "Variants",
        "Playing Online",
    ],
    "cards": ["How to Read a Card", "Moving Cards", "Action Cards", "Actions in Detail", "The Board"],
    "strategy": [
        "Staying Sane",
        "Going Postal on Purpose",
        "Marks and Stamps",
        "The End of the Year",
        "After You Are Out",
        "Numbers",
    ],
}
ENGINE = data.read(FOLDER / "manual", "reference.toml")["engine"]  # cited only in the list of all rules
# All other sections are headings of the page Rules.
PLACES = {"Home": ("index", None), "Cards": ("cards", None), "Playing Online": ("online", None)}


def test_the_menu_begins_like_that_of_the_old_manual() -> None:
    assert [page.title for page in META.manual][:4] == ["Home", "Rules", "Cards", "Strategy"]
    assert {path.stem for path in (FOLDER / "manual").glob("*.md")} == set(PAGES)


@pytest.mark.parametrize("page", sorted(SECTIONS))
def test_sections_are_in_order(page: str) -> None:
    found = re.findall(r"^## (.+?)(?: \{.*\})?$", PAGES[page], re.MULTILINE)
    assert found == SECTIONS[page]
    assert PAGES["rules"].startswith("# New Hire Manual\n")


def test_your_turn_has_five_steps_and_then_the_post_office() -> None:
    turn = PAGES["rules"].split("## Your Turn")[1].split("## End of a Year")[0]
    assert re.findall(r"^(\d)\. \*\*(.+?)\*\*$", turn, re.MULTILINE) == [
        ("1", "Play a card."),
        ("2", "Sam walks."),
        ("3", "Draw."),
        ("4", "Do what the stamp says."),
        ("5", "Pass play on."),
    ]
    assert re.findall(r"::picture (\S+)", turn) == ["play", "walk", "draw", "action", "passing", "office"]


def test_every_clause_appears_once_in_its_section() -> None:
    sections = {clause.section for clause in CLAUSES.values()}
    shown = []
    for page, text in PAGES.items():
        chapter = section = ""
        for line in text.splitlines():
            if heading := re.match(r"(#{2,4}) (.+?)(?: \{.*\})?$", line):
                chapter = heading[2] if heading[1] == "##" else chapter
                section = heading[2] if heading[2] in sections else chapter
            elif marks := re.search(r"\{([A-Z][^}]*)\}$", line):
                shown += [(id, page, section if page == "rules" else None) for id in marks[1].split()]
    assert Counter(ENGINE + [id for id, _, _ in shown]) == dict.fromkeys(CLAUSES, 1)
    for id, page, section in shown:
        assert (page, section) == PLACES.get(CLAUSES[id].section, ("rules", CLAUSES[id].section)), id


def test_the_table_has_a_symbol_for_every_card_space_and_state() -> None:
    wanted = {*KINDS, *(f"{id}-low" for id in KINDS), "back"}
    wanted |= {f"art-{id}" for id in KINDS} | {f"space-{number}" for number in range(RING)} | {"sam", "action"}
    wanted |= {f"badge-{state}" for state in ("sane", "postal", "marked", "eliminated")}
    assert set(_symbols()) == wanted


def _symbols() -> dict[str, list[str]]:
    """The text in each symbol."""
    symbols = ElementTree.fromstring(pictures()["cards"]).iter(f"{SVG}symbol")
    return {str(one.get("id")): [str(line.text) for line in one.iter(f"{SVG}text")] for one in symbols}


@pytest.mark.parametrize("id", sorted(KINDS))
def test_faces_agree_with_the_data(id: str) -> None:
    kind, words = KINDS[id], _symbols()[id]
    sides = list(kind.sides.values())
    assert words[0] == kind.name
    assert [word for word in words if word in ("anyone", "Sane", "Postal")] == [STATES[side.who][1] for side in sides]
    for shown in (words, _symbols()[f"{id}-low"]):
        assert [word for word in shown if re.fullmatch(r"\d(–\d)?", word)] == [side.distance for side in sides]
    assert words.count("OR") == len(sides) - 1
    assert words.count("A") == (1 if kind.a.action else 0)
    assert not kind.a.action or ACTIONS[kind.a.action].short in " ".join(words)


def test_the_card_reference_agrees_with_the_data() -> None:
    shown = {face.name: face for face in gallery(data.public_components(FOLDER))}
    for kind in KINDS.values():
        assert shown[kind.name].copies == kind.copies and kind.flavour in shown[kind.name].effect
        acts = [ACTIONS[side.action].short for side in kind.sides.values() if side.action]
        assert all(act in shown[kind.name].effect for act in acts)


@pytest.mark.clause("GP-03")
def test_the_board_agrees_with_the_data() -> None:
    table = PAGES["cards"].split("## The Board")[1]
    rows = re.findall(r"^\| (\d+) \| (.+?) \| (\d?) ?\| (\d+) \|$", table, re.MULTILINE)
    listed = [(int(number), name, int(house or 0), int(steps)) for number, name, house, steps in rows]
    assert listed == [(space.number, space.name, space.house, gap(space.number)) for space in SPACES]
    board = ElementTree.parse(FOLDER / "pictures" / "board.svg")
    drawn = " ".join(str(line.text) for line in board.iter(f"{SVG}text"))
    assert all(space.name in drawn for space in SPACES)
