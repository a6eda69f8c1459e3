"""Log lines as emails address them to the player they are about."""

import pytest

from games.table.second_person import said_to


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Anna passes: takes 1 × 2, adds 1.", "You pass: take 1 × 2, add 1."),
        ("Anna plays 4-4 and draws a card; Anna's hand is empty.", "You play 4-4 and draw a card; your hand is empty."),
        ("Ben brings Anna to the Post Office.", "Ben brings you to the Post Office."),
        ("Trick to Anna. Anna has 2 left.", "Trick to you. You have 2 left."),
        ("Anna and Ben share the stamps.", "You and Ben share the stamps."),
        ("Anna (bot) passes. Annabel passes.", "Anna (bot) passes. Annabel passes."),
        ("Anna shows their hand to Ben.", "You show your hand to Ben."),
        ("Anna accuses Ben of showing their hand: right.", "You accuse Ben of showing their hand: right."),
        ("Ben: “Anna plays well”.", "Ben: “Anna plays well”."),
    ],
)
def test_a_line_addresses_its_reader(line: str, told: str) -> None:
    assert said_to("Anna", line) == told


def test_an_ambiguous_name_is_left_alone() -> None:
    assert said_to("Anna", "Anna passes.", ["Ben", "Anna"]) == "Anna passes."
    assert said_to("Anna", "Anna Lee passes. Anna leads.", ["Anna Lee"]) == "Anna Lee passes. You lead."
    assert said_to("Sam", "Ben moves Sam to 8.", ["Ben", "Sam"]) == "Ben moves Sam to 8."  # Sam is a piece here
