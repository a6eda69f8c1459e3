"""`manage.py replay`: replays a stored match under the current rules and reports the first difference."""

import json
from collections.abc import Callable
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from msgspec.structs import replace

from games.kernel.verify import verify_record
from games.matches import leaving
from games.matches.loaded import load_match
from games.models import Match, MoveRecord
from games.records import export
from games.titles import load
from tests.games.conftest import move_on
from tests.samples import SHORT

pytestmark = pytest.mark.django_db


def run(match_id: int) -> str:
    out = StringIO()
    call_command("replay", str(match_id), stdout=out)
    return out.getvalue()


def refused(match_id: int) -> str:
    with pytest.raises(CommandError) as error:
        run(match_id)
    assert error.value.returncode == 1
    return str(error.value)


def test_a_running_match_replays(start: Callable[..., Match]) -> None:
    match = start()
    move_on(match, 9)
    assert "10 records of rules 1 replay under rules 1" in run(match.pk)


def test_a_match_with_a_departure_replays_to_its_end(start: Callable[..., Match], owner: Any) -> None:
    match = start(options=SHORT)
    move_on(match, 5)
    leaving.resign(match_id=match.pk, user=owner)
    move_on(match, 1000)
    assert load_match(match.pk).is_over
    assert "replay under rules" in run(match.pk)


def test_the_exported_record_of_a_finished_match_verifies(start: Callable[..., Match]) -> None:
    match = start(options=SHORT)
    move_on(match, 1000)
    exported = json.loads(json.dumps(export.record(load_match(match.pk))))
    assert "The result is confirmed" in verify_record(match.game, exported)[-1]


def test_a_changed_log_is_reported_without_values_while_the_match_runs(start: Callable[..., Match]) -> None:
    match = start()
    move_on(match, 4)
    row = MoveRecord.objects.filter(match=match).order_by("number")[2]
    events = json.loads(row.events)
    events[0]["kind"] = "forged"
    MoveRecord.objects.filter(pk=row.pk).update(events=json.dumps(events))
    said = refused(match.pk)
    assert "At move 2: the log.0.kind differs." in said and "forged" not in said


def test_changed_rules_are_reported(start: Callable[..., Match], monkeypatch: pytest.MonkeyPatch) -> None:
    match = start(options=SHORT)
    move_on(match, 1000)
    game = match.game

    def setup(seats: int, options: Any, turn: Any) -> Any:
        turn.rng.below(2)
        return game.rules.setup(seats, options, turn)

    monkeypatch.setitem(load(), match.slug, replace(game, rules=replace(game.rules, setup=setup)))
    said = refused(match.pk)
    assert "At the start" in said and "stored" in said and "now" in said


def test_matches_that_cannot_be_replayed_are_named(db: None) -> None:
    assert "There is no match 4711" in refused(4711)
