"""Log lines as the players in them read them."""

import pytest

from games.kernel.types import Event
from games.kernel.words import read_by
from games.titles.going_postal import game

NAMES = ["Anna", "Ben", "Sam"]  # Sam has the name of the piece
LINES = [
    (
        Event("end", "GP-95", {"seat": 1, "how": "survivor", "year": 2, "ranks": [2, 1, 3], "hands": [[], [], []]}),
        "Ben wins: the last survivor. Ranking: 1. Ben, 2. Anna, 3. Sam.",
        "Ben wins: the last survivor. Ranking: 1. Ben, 2. you, 3. Sam.",
    ),
    (
        Event("year_over", "GP-40", {"seat": 0, "year": 1, "sane": [0, 2]}),
        "Year 1 is over: Anna can’t draw. Sane: Anna and Sam.",
        "Year 1 is over: you can’t draw. Sane: you and Sam.",
    ),
    (
        Event(
            "laid",
            "GP-21",
            {
                "seat": 0,
                "by": None,
                "card": "warning-1",
                "steps": 4,
                "start": 4,
                "sam": 8,
                "action": "mark",
                "target": 2,
            },
        ),
        "Anna plays Written Warning and marks Sam: Sam walks 4 to The Bungalow.",
        "You play Written Warning and mark Sam: Sam walks 4 to The Bungalow.",
    ),
    (
        Event("accused", "GP-120", {"seat": 1, "other": 0, "caught": True}),
        "Ben accuses Anna of showing their hand: caught.",
        "Ben accuses you of showing your hand: caught.",
    ),
    (
        Event("offered", "GP-112", {"seat": 0, "other": 1, "says": None, "wants": None}),
        "Anna offers Ben a trade: gives a card without a name, wants any card.",
        "You offer Ben a trade: give a card without a name, want any card.",
    ),
]


@pytest.mark.parametrize(("event", "others", "mine"), LINES)
def test_a_line_has_readers(event: Event, others: str, mine: str) -> None:
    told = game.table.story(event, NAMES)
    assert [read_by(told, seat) for seat in (None, 0)] == [others, mine]


def test_a_player_with_the_name_of_the_piece_reads_you() -> None:
    facts = {"seat": 2, "by": None, "card": "first-1", "steps": 1, "start": 4, "sam": 5, "action": "", "target": None}
    told = read_by(game.table.story(Event("laid", "GP-21", facts), NAMES), 2)
    assert told.startswith("You play First Class: Sam walks 1 to ")
