"""Writes the recorded matches, after a rule change: `python -m games.titles.dinosaurs.tests.make_recorded`."""

from games.titles.dinosaurs import game
from tests.recording import Recorded, write

MATCHES = (
    Recorded("house-2", 2, {}, "house", 0, ()),
    Recorded("house-2-by-the-rules-for-many", 2, {"two_player_rules": False, "dinos": "random"}, "house", 0, ()),
    Recorded("house-4", 4, {}, "house", 0, ()),
    Recorded("house-4-one-blind-wave", 4, {"dinos": "random", "waves": "single"}, "house", 3, ()),
    Recorded("house-6-wild", 6, {"extra_dinos": True, "wild_extras": True, "dinos": "random"}, "house", 0, ()),
    Recorded("random-3-orders", 3, {"dinos": ["stego", None, None]}, "random", 4, ()),
    Recorded("random-5-bonus", 5, {"extra_dinos": True, "disaster_bonus": True}, "random", 8, ()),
    Recorded("leaving-6", 6, {"extra_dinos": True, "dinos": "random"}, "random", 5, (20, 55, 90)),
    Recorded("leaving-3-before-the-deal", 3, {}, "house", 0, (1, 40)),
)

if __name__ == "__main__":
    write(game, MATCHES)
