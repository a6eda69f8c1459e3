"""Writes the recorded matches, after a rule change: `python -m games.titles.parcels.tests.make_recorded`."""

from games.titles.parcels import game
from tests.recording import Recorded, write

MATCHES = (
    Recorded("house-3", 3, {"rounds": 1}, "house", 0, ()),
    Recorded("house-4-three-rounds", 4, {"rounds": 3}, "house", 0, ()),
    Recorded("house-5-three-rounds", 5, {"rounds": 3}, "house", 0, ()),
    Recorded("random-3-three-rounds", 3, {"rounds": 3}, "random", 0, ()),
    Recorded("random-4", 4, {"rounds": 1}, "random", 0, ()),
    Recorded("random-5", 5, {"rounds": 1}, "random", 0, ()),
    Recorded("plans-3", 3, {"rounds": 1}, "house", 2, ()),
    Recorded("plans-5-three-rounds", 5, {"rounds": 3}, "house", 3, ()),
    Recorded("leaving-5-three-rounds", 5, {"rounds": 3}, "house", 4, (12, 40)),
    Recorded("leaving-4-to-the-last", 4, {"rounds": 3}, "random", 4, (10, 25, 45)),
)

if __name__ == "__main__":
    write(game, MATCHES)
