"""Writes matches with lawsuits and players who leave: `python -m games.titles.adulting.tests.make_recorded`."""

from games.titles.adulting import game
from tests.recording import Recorded, write

MATCHES = (
    Recorded(
        "leaving-6-in-turn",
        6,
        {"answers": "in_turn", "category": "turns", "sorting": "after", "round_limit": 5},
        "random",
        4,
        (40, 110),
    ),
    Recorded(
        "leaving-5-open-bank",
        5,
        {"scoring": "everyone", "bank": "open", "dealer_ranks": True, "start_money": 4, "round_limit": 6},
        "house",
        4,
        (30, 80),
    ),
    Recorded("suits-4", 4, {"start_money": 6, "round_limit": 5, "sorting": "after"}, "random", 2, ()),
)

if __name__ == "__main__":
    write(game, MATCHES)
