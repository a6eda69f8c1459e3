"""Log lines as the players in them read them."""

import pytest

from games.kernel.types import Event
from games.kernel.words import read_by
from games.titles.adulting import game

NAMES = ["Anna", "Ben", "Clara", "Dora"]
LINES = [
    (
        Event("till", "AD-189", {"keyed": {"0": {"kind": "wages", "amount": 0}, "1": {"kind": "tie", "amount": 1}}}),
        "Till: Anna takes 0, Ben takes 1.",
        "Till: Anna takes 0, you take 1.",
    ),
    (
        Event("caught", "AD-191", {"seat": 1, "thief": 3, "gain": 2, "paid": 25}),
        "Ben calls Dora: 2 too many. Dora pays 25, Ben takes 1.",
        "You call Dora: 2 too many. Dora pays 25, you take 1.",
    ),
    (
        Event("verdict", "AD-180", {"case": 2, "outcome": "acquitted", "filer": 1, "paid": 2, "votes": {}}),
        "Case 2: not guilty, Ben pays 2.",
        "Case 2: not guilty, you pay 2.",
    ),
    (
        Event("wrong_call", "AD-191", {"seat": 0, "accused": 1, "paid": 1}),
        "Anna calls Ben wrongly and pays 1.",
        "Anna calls you wrongly and pays 1.",
    ),
    (Event("number", "AD-80", {"seat": 1, "number": None}), "Ben gives no number.", "You give no number."),
    (Event("left", "AD-196", {"seat": 1, "reason": "removed"}), "Ben is removed.", "You are removed."),
]


@pytest.mark.parametrize(("event", "others", "mine"), LINES)
def test_a_line_has_readers(event: Event, others: str, mine: str) -> None:
    told = game.table.story(event, NAMES)
    assert [read_by(told, seat) for seat in (None, 2, 1)] == [others, others, mine]
