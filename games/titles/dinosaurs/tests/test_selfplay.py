"""Recorded matches replay, the house bot is strong and fast, and self-play agrees with the measured figures."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from games.kernel import bots, replay
from games.management.commands.selfplay import Stages
from games.titles.dinosaurs import game
from games.titles.dinosaurs.state import Options
from games.titles.dinosaurs.tests import make_recorded

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parent / "recorded"
NAMES = sorted(path.name for path in FOLDER.glob("*.json"))


def load(name: str) -> dict[str, Any]:
    record: dict[str, Any] = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return record


def options_of(seats: int, **changes: Any) -> Options:
    return Options(**{"dinos": "random", "extra_dinos": seats > 4, **changes})


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_match_replays(name: str) -> None:
    position = replay.play_record(game, load(name))
    game.rules.audit(position.state)
    assert game.rules.result(position.state) == load(name)["result"]


def test_the_recorded_matches_cover_seats_options_verbs_and_departures() -> None:
    records = [load(name) for name in NAMES]
    assert {record["seats"] for record in records} == {2, 3, 4, 5, 6}
    lines = [line for record in records for line in record["moves"]]
    verbs = {"dino", "choose", "effect", "grab", "keep", "instants", "sudden", "take", "insure", "redirect", "orders"}
    assert {line.get("verb") for line in lines} == {None, *verbs}
    assert {line.get("drop") for line in lines} == {None, "resigned", "removed"}


def test_the_script_reproduces_the_recorded_matches() -> None:
    name, *how = make_recorded.MATCHES[0]
    assert make_recorded.record(*how) == load(f"{name}.json")


@pytest.mark.parametrize(("seats", "least"), [(2, 0.85), (4, 0.70)])
def test_the_house_bot_beats_random_players(seats: int, least: float) -> None:
    """At least 85 % against one, 70 % against three (200 matches each)."""
    won = 0.0
    for number in range(200):
        kinds = ["random"] * seats
        kinds[number % seats] = "house"
        result = bots.self_play(game, seats, bots.seed_from("strength", number), options_of(seats), kinds).result
        won += (result[number % seats] == 1) / result.count(1)
    assert won / 200 >= least


@pytest.mark.parametrize(("seats", "rounds", "decisions"), [(2, 8.0, 55), (4, 10.5, 139), (6, 12.7, 264)])
def test_match_lengths_agree_with_the_rulebook(seats: int, rounds: float, decisions: int) -> None:
    """Within 10 % of section 13 of the rulebook."""
    played = [
        bots.self_play(game, seats, bots.seed_from("length", number), options_of(seats), ["house"] * seats)
        for number in range(40)
    ]
    assert sum(one.position.state.round for one in played) / 40 == pytest.approx(rounds, rel=0.1)
    assert sum(one.decisions for one in played) / 40 == pytest.approx(decisions, rel=0.1)


@pytest.mark.clause("HD-83", "HD-121")
@pytest.mark.parametrize(
    ("waves", "kind", "most"), [("quiet", "house", 5.7), ("single", "house", 4.8), ("single", "orders", 3.5)]
)
def test_number_of_answer_stages_per_round(waves: str, kind: str, most: float) -> None:
    """With four seats, at most 3.5 by email with standing orders; each simplification reduces the number."""
    stages, rounds = 0, 0
    for number in range(30):
        counter = Stages()
        played = bots.self_play(
            game, 4, bots.seed_from("stages", number), options_of(4, waves=waves), [kind] * 4, counter.watch
        )
        stages, rounds = stages + counter.count, rounds + played.position.state.round
    assert 2.5 < stages / rounds <= most


def test_random_matches_end_long_before_the_last_round() -> None:
    """HD-31 never applies in practice."""
    ends: Counter[str] = Counter()
    for number in range(40):
        played = bots.self_play(game, 4, bots.seed_from("end", number), options_of(4), ["random"] * 4)
        ends["over"] += played.position.state.ranks is not None
        assert played.position.state.round < 30
    assert ends["over"] == 40
