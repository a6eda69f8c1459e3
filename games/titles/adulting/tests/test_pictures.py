"""The manual has the old rulebook's headings, every clause once, a correct description of the deck, and no secrets."""

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.kernel import data

FOLDER = Path(__file__).parent.parent
META, CLAUSES = data.read_meta(FOLDER), data.read_clauses(FOLDER)
PAGES = {page.page: (FOLDER / "manual" / f"{page.page}.md").read_text(encoding="utf-8") for page in META.manual}
RULINGS = (FOLDER / "manual" / "rulings.toml").read_text(encoding="utf-8")  # the page is made from it
WORDS = "\n".join([*PAGES.values(), RULINGS])
CARDS: list[dict[str, Any]] = data.read(FOLDER, "components.toml")["card"]
EFFECTS: list[dict[str, Any]] = data.read(FOLDER, "components.toml")["effect"]
DECK = PAGES["index"].split("{#deck}")[1].split("## Clause index")[0]
PROMPTS = PAGES["prompts"]
HEADINGS = """
2 learn; 5 version; 2 goal; 2 setup; 2 overview; 2 round-overview; 2 round-details; 3 scoring-phase; 3 work-phase;
3 sorting-phase; 3 bidding-phase; 2 ending; 2 card-details; 2 job-types; 3 card-job-type-category;
3 card-job-type-rank card-job-type-order; 3 card-job-type-payout; 3 card-job-type-challenge; 1 legal-system;
3 appeals; 3 lawsuit; 3 fines; 3 corruption; 2 online; 2 deck; 2 clauses
"""


def test_headings_and_anchors_are_those_of_the_old_rulebook() -> None:
    found = re.findall(r"^(#+) .+ \{(#[a-z0-9 #-]+)(?: \?[^}]*)?\}$", PAGES["index"], re.MULTILINE)
    named = [f"{len(level)} {anchors.replace('#', '')}" for level, anchors in found if len(level) != 4]
    assert named == [" ".join(line.split()) for line in HEADINGS.split(";")]


def test_every_clause_is_cited_once_in_the_manual() -> None:
    marks = re.findall(r"\{(AD-[^}]*)\}", PAGES["index"] + PAGES["online"])
    shown = Counter(id for mark in marks for id in mark.split())
    assert shown == dict.fromkeys(CLAUSES, 1)
    assert not re.search(r"\{AD-", PROMPTS + PAGES["examples"] + RULINGS)


def test_the_round_overview_links_to_the_four_phases_in_text_and_diagram() -> None:
    chapter = PAGES["index"].split("{#round-overview}")[1].split("\n## ")[0]
    for phase in ("Scoring", "Work", "Sorting", "Bidding"):
        assert f"(See [{phase} Phase](#{phase.lower()}-phase).)" in " ".join(chapter.split())
        assert f'<a href="#{phase.lower()}-phase">' in (FOLDER / "pictures" / "round.svg").read_text(encoding="utf-8")


def _sentences(fine_print: str) -> list[str]:
    return [part for part in re.split(r"[.:;] ?", fine_print) if len(part) > 12]


@pytest.mark.clause("AD-24")
@pytest.mark.parametrize("card", CARDS, ids=lambda card: str(card["id"]))
def test_the_manual_reveals_no_secret_of_a_card(card: dict[str, Any]) -> None:
    text = " ".join(WORDS.split())
    assert not [part for part in _sentences(card["fine_print"]) if part in text]
    assert card["id"] not in text
    line = next(line for line in PROMPTS.splitlines() if card["sort_question"] in line)
    assert line == f"- {card['sort_question']}"  # without answer, prompt or suit
    assert text.count(card["sort_question"]) == 1


def test_the_lists_of_prompts_and_questions_are_complete() -> None:
    questions = PROMPTS.split("## Sorting questions")[1]
    assert re.findall(r"^- (.+)$", questions, re.MULTILINE) == sorted(card["sort_question"] for card in CARDS)
    for card in CARDS:
        row = next(line for line in PROMPTS.splitlines() if card["prompt"] in line)
        assert row == _row(card)


def _row(card: dict[str, Any]) -> str:
    if card["job"] == "category":
        return f"- {card['prompt']}"
    if card["job"] == "rank":
        return f"| {card['prompt']} | {card['max']} |"
    if card["job"] == "payout":
        numbers, money = zip(*card["steps"], strict=True)
        assert money == tuple(range(1, len(money) + 1))  # each step pays one more, as the table's heading says
        return f"| {card['prompt']} | {', '.join(map(str, numbers))} | {card['max']} |"
    words = f", {card['max_words']} words" if card["max_words"] else ""
    return f"| {card['prompt']} | {card['limit']} characters{words} |"


def test_counts_of_suit_sides_jobs_and_game_texts_match_the_deck() -> None:
    deck = " ".join(DECK.split())
    plain = Counter(card["suits"][0] for card in CARDS if len(card["suits"]) == 1 and not card["effect"])
    told = Counter(card["suits"][0] for card in CARDS if card["effect"])
    assert dict(plain) == {"H": 4, "C": 4, "D": 4, "S": 8}
    assert "20 cards have just one suit (4 hearts, 4 clubs, 4 diamonds, 8 spades)" in deck
    assert dict(told) == dict.fromkeys("HCDS", 7)
    assert "28 have one suit and a game text (7 of each suit)" in deck
    pairs = Counter("".join(card["suits"]) for card in CARDS if len(card["suits"]) == 2)
    assert pairs == {"HC": 4, "HD": 4, "CD": 4}
    assert "12 have two suits (4 of each pair without spades)" in deck
    jobs = Counter(str(card["job"]).title() for card in CARDS)
    assert f"**Jobs:** {', '.join(f'{count} {job}' for job, count in jobs.items())}." in deck
    assert f"{sum(not card['fine_print'] for card in CARDS)} cards have no fine print" in deck
    assert f"On {sum(card['adult'] < 0 for card in CARDS)} the dealer decides" in deck


def test_each_game_text_is_explained_under_its_use() -> None:
    heads = {"scoring": "Discard these", "sorting": "Play this one", "bid": "Play these", "mantle": "Place these"}
    parts = re.split(r"\*\*(?=Discard these|Play this one|Play these|Place these)", DECK)
    for effect in EFFECTS:
        part = next(part for part in parts if part.startswith(heads[effect["timing"]]))
        assert f"- **{effect['name']}:**" in part
    assert len(re.findall(r"^- \*\*[^*]+:\*\* .+", "".join(parts[1:]), re.MULTILINE)) == len(EFFECTS) == 14
