"""Writes the recorded matches: `python -m games.titles.going_postal.tests.make_recorded`."""

from pathlib import Path
from typing import Any

from games.kernel import bots, codec
from games.titles.going_postal import game

FOLDER = Path(__file__).parent / "recorded"
MATCHES: dict[str, tuple[int, dict[str, Any], str]] = {
    "base_house": (4, {}, "house"),
    "base_random_six": (6, {}, "random"),
    "base_live_next": (5, {"pace": "live", "lead_after_stamp": "next"}, "random"),
    "blitz": (3, {"blitz": True}, "random"),
    "blitz_trading_cutthroat": (4, {"blitz": True, "trading": True, "cutthroat": True}, "random"),
    "trading": (4, {"trading": True}, "random"),
    "trading_postal": (3, {"trading": True, "postal": True}, "random"),
    "cutthroat": (5, {"cutthroat": True}, "house"),
    "postal": (4, {"postal": True}, "house"),
}


def main() -> None:
    """Write one file per match."""
    FOLDER.mkdir(exist_ok=True)
    for name, (seats, options, kind) in MATCHES.items():
        record = bots.record_match(game, seats, bots.seed_from("recorded", name), options, [kind] * seats)
        (FOLDER / f"{name}.json").write_bytes(codec.dump(record) + b"\n")


if __name__ == "__main__":
    main()
