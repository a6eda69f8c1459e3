"""The commands selfplay, verify, checkgame and clauses: their output and exit status."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

from games.kernel import bots
from games.kernel.laws import contract
from games.management.commands.selfplay import Stages
from games.titles import load, load_all
from rulebook.clause_index import Traced, trace
from rulebook.management.commands import clauses
from tests.kernel.madeup import game as madeup

GAME = min(load().values(), key=lambda game: (len(game.rules.steps), game.meta.slug))
SLUG = GAME.meta.slug


def run(*args: Any, **options: Any) -> str:
    out = StringIO()
    call_command(*args, stdout=out, stderr=StringIO(), **options)
    return out.getvalue()


def record(**changes: Any) -> dict[str, Any]:
    seats = GAME.meta.seats[0]
    made = bots.record_match(GAME, seats, bots.seed_from("export"), {}, ["random"] * seats)
    return made | {"seats": [f"P{seat}" for seat in range(seats)]} | changes


@pytest.mark.parametrize("kinds", [["house"], ["random"], ["house", "random"]])
def test_selfplay_prints_one_object(kinds: list[str]) -> None:
    seats = GAME.meta.seats[0]
    facts = json.loads(run("selfplay", SLUG, "--seats", seats, "--matches", 4, "--seed", 7, "--json", "--bots", *kinds))
    assert list(facts) == [
        *("matches", "decisions", "seconds", "decisions_per_second", "length_distribution"),
        *("answer_stages", "wins_per_seat", "wins_per_bot_kind", "verb_counts", "laws_violated"),
    ]
    assert 0 < facts["answer_stages"]["per_round"] <= facts["answer_stages"]["per_match"] <= facts["decisions"] / 4
    assert facts["matches"] == 4 and facts["laws_violated"] == 0
    assert sum(facts["wins_per_seat"]) == pytest.approx(4, abs=0.05)
    assert set(facts["wins_per_bot_kind"]) == {*kinds}
    assert sum(facts["length_distribution"]["counts"].values()) == 4
    assert sum(facts["verb_counts"].values()) >= facts["decisions"]


def test_decisions_open_at_the_same_time_are_one_answer_stage() -> None:
    one_by_one, at_once = Stages(), Stages()
    seats = GAME.meta.seats[0]
    turns = bots.self_play(
        GAME, seats, bots.seed_from("stages"), GAME.rules.options(), ["house"] * seats, one_by_one.watch
    )
    assert one_by_one.count == turns.decisions, "a game of turns waits for each answer"
    options = madeup.rules.options.defaults(3, "live")
    parallel = bots.self_play(madeup, 3, bots.seed_from("stages"), options, ["house"] * 3, at_once.watch)
    assert 0 < at_once.count < parallel.decisions, "simultaneous answers share a stage"


def test_selfplay_repeats_from_its_seed() -> None:
    one, other = (json.loads(run("selfplay", SLUG, "--matches", 2, "--seed", "x", "--json")) for _ in range(2))
    for name in ("decisions", "verb_counts", "wins_per_seat"):
        assert one[name] == other[name]


def test_selfplay_refuses_invalid_arguments() -> None:
    for wrong in (
        ("--seats", "99"),
        ("--option", "nonsense=1"),
        ("--option", "nonsense"),
        ("--matches", "0"),
        ("--bots", "x"),
    ):
        with pytest.raises(CommandError):
            run("selfplay", SLUG, *wrong)


def test_verify_confirms_a_genuine_record(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(msgspec.json.encode(record()))
    said = run("verify", str(file))
    assert "The seed is the one that was promised" in said and "The result is confirmed" in said


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seed": "0" * 32}, "commitment"),
        ({"result": [1] * GAME.meta.seats[0]}, "the record says"),
        ({"digest": ""}, "digest"),
        ({"moves": []}, "At the end"),
        ({"slug": "chess"}, "no game called"),
        ({"moves": "none"}, "isn’t the record of a match"),
    ],
)
def test_verify_refuses_a_forged_record(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    file = tmp_path / "record.json"
    file.write_bytes(msgspec.json.encode(record(**changes)))
    with pytest.raises(CommandError, match=words) as error:
        run("verify", str(file))
    assert error.value.returncode == 1


def test_verify_names_the_file_it_cannot_read(tmp_path: Path) -> None:
    (tmp_path / "broken.json").write_text("{")
    for name in ("missing.json", "broken.json"):
        with pytest.raises(CommandError, match=name):
            run("verify", str(tmp_path / name))


def test_checkgame_names_each_law() -> None:
    said = run("checkgame", SLUG, "--matches", "1")
    assert all(f"law {number:2}: {entry.name}" in said for number, entry in contract.LAWS.items())
    assert "recorded matches replay" in said


def test_checkgame_ends_with_1_when_a_law_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(game: Any, case: Any) -> None:
        raise contract.LawBroken("this one")

    monkeypatch.setitem(contract.LAWS, 9, contract.Law(9, "random play ends", broken))
    with pytest.raises(CommandError, match="1 broken") as error:
        run("checkgame", SLUG, "--matches", "1", "--law", "9")
    assert error.value.returncode == 1


def test_clauses_prints_where_each_clause_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clauses, "trace", lambda slug: [Traced("X-01", True, shown=1, in_code=True, tests=3)])
    facts = {"id": "X-01", "manual": True, "code": True, "tests": 3, "testable": True}
    assert json.loads(run("clauses", SLUG, "--json")) == {SLUG: [facts]}
    assert set(json.loads(run("clauses", "--json"))) == {*load_all(), "platform"}
    assert "X-01          yes   yes     3" in run("clauses", SLUG)


def test_clauses_finds_marks_in_code_and_tests() -> None:
    traced = {one.id: one for one in trace("platform")}
    assert traced["PLAY-03"].in_code and traced["PLAY-03"].tests >= 2


def test_clauses_ends_with_1_when_a_testable_clause_has_no_test(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clauses, "trace", lambda slug: [Traced("X-01", True), Traced("X-02", False)])
    with pytest.raises(CommandError, match=r"No tests for X-01$") as error:
        run("clauses", SLUG)
    assert error.value.returncode == 1
