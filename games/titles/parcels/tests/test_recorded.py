"""Recorded matches replay to the recorded end and cover rare paths of the rules."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.kernel import replay
from games.titles.parcels import game
from games.titles.parcels.tests import make_recorded

FOLDER = Path(__file__).parent / "recorded"
NAMES = sorted(path.name for path in FOLDER.glob("*.json"))


def load(name: str) -> dict[str, Any]:
    return json.loads((FOLDER / name).read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_match_replays(name: str) -> None:
    position = replay.play_record(game, load(name))
    game.rules.audit(position.state)
    assert game.rules.result(position.state) == load(name)["result"]


def test_the_records_cover_each_seat_count_length_plans_and_departures() -> None:
    records = [load(name) for name in NAMES]
    assert {record["seats"] for record in records} == {3, 4, 5}
    assert {record["options"]["rounds"] for record in records} == {1, 3}
    lines = [line for record in records for line in record["moves"]]
    assert {line.get("verb") for line in lines} == {None, "play", "pass", "plan"}
    assert {line.get("drop") for line in lines} == {None, "resigned", "removed"}
    assert {line["args"]["take"] is None for line in lines if line.get("verb") == "pass"} == {True, False}


def test_the_script_that_wrote_the_records_writes_them_again() -> None:
    name, *how = make_recorded.MATCHES[0]
    assert make_recorded.record(*how) == load(f"{name}.json")
