"""The timing of beats, as the page computes it (static/timeline.js), and how events become beats."""

import json
from pathlib import Path
from typing import Any

import pytest
from py_mini_racer import MiniRacer

from games.kernel.types import Event
from games.table import beats

STATIC = Path(__file__).parents[2] / "static"


@pytest.fixture(scope="module")
def page() -> Any:
    context = MiniRacer()
    context.eval((STATIC / "timeline.js").read_text("utf-8"))
    return lambda code: json.loads(str(context.eval(f"JSON.stringify({code})")))


def test_different_beats_follow_each_other_and_equal_ones_overlap(page: Any) -> None:
    laid = page('timeline.lay(timeline.read("play|seat/1|meld;collect|meld|seat/1;score||seat/0;score||seat/2")).beats')
    starts = {f"{one['kind']}{one['to']}": one["at"] for one in laid}
    assert starts["playmeld"] == 0 < starts["collectseat/1"]
    assert starts["collectseat/1"] + 620 == starts["scoreseat/0"] < starts["scoreseat/2"] < starts["scoreseat/0"] + 620


def test_a_banner_waits_until_the_scene_before_it_is_over(page: Any) -> None:
    laid = page('timeline.lay(timeline.read("banner|||case/1||bench;banner|||||unseated|Impeached")).beats')
    assert laid[1]["at"] >= laid[0]["at"] + laid[0]["lasts"]


def test_all_cards_are_turned_over_together(page: Any) -> None:
    laid = page('timeline.lay(timeline.read("reveal||laid/0;reveal||laid/1;reveal||laid/2")).beats')
    assert [one["at"] for one in laid] == [0, 0, 0]


def test_a_long_move_takes_no_longer_than_four_seconds(page: Any) -> None:
    text = ";".join(["banner||seat/1|||van|Out"] * 9 + ["play|seat/1|meld"] * 9)
    assert page(f'timeline.lay(timeline.read("{text}")).lasts') <= 4200


def test_a_result_is_told_of_the_old_state_before_the_new_deal(page: Any) -> None:
    told = page('timeline.split(timeline.read("score||seat/1||+5;banner||seat/1|||van|Done;move||;deal|deck"))')
    assert [one["kind"] for one in told["early"]] == ["score", "banner"]
    assert [one["kind"] for one in told["late"]] == ["move", "deal"]
    assert page('timeline.split(timeline.read("score||seat/1||+5")).early') == []  # nothing new is dealt


def test_a_result_comes_after_the_move_or_the_verdict_that_leads_to_it(page: Any) -> None:
    for cause in ("play|seat/1|meld", "banner|||case/1||bench"):
        told = page(f'timeline.split(timeline.read("{cause};banner||seat/1|||van|Done;score||seat/1||+5;deal|deck"))')
        assert told["early"] == []
        assert [one["kind"] for one in told["late"]] == [cause.split("|")[0], "banner", "score", "deal"]
    laid = page('timeline.split(timeline.read("reveal||laid/1;score||laid/1||+5;deal|deck"))')
    assert [one["kind"] for one in laid["early"]] == ["score"]  # what was laid is no longer there after the deal


def test_secrets_are_told_of_the_old_state_that_does_not_know_them(page: Any) -> None:
    text = "stamp||speech/1|||thumb|;collect|bank|seat/1||+3;reveal||speech/1||4|fist;give|stake|seat/1"
    told = page(f'timeline.split(timeline.read("{text}"))')
    assert [one["kind"] for one in told["early"]] == ["stamp", "collect", "reveal"]
    assert page(f'timeline.split(timeline.read("{text}"), true).early') == []  # nothing is drawn
    assert page('timeline.split(timeline.read("play|seat/1|discard;stamp||seat/1|||mark")).early') == []


@pytest.mark.parametrize(
    ("act", "beat", "fits"),
    [
        ("enter meld", "play|seat/1|meld", True),
        ("enter storage", "play|seat/1|meld", False),
        ("leave meld", "collect|meld|seat/1", True),
        ("leave meld", "draw|deck|seat/1", False),
        ("enter storage", "give|seat/1|storage|stack/4", False),  # another piece
        ("enter meld", "score|meld|seat/1||+3", False),  # drawn over the table, and moves no piece
    ],
)
def test_a_piece_moves_in_the_beat_of_its_places(page: Any, act: str, beat: str, fits: bool) -> None:
    what, zone = act.split()
    piece = json.dumps({"what": what, "piece": {"name": "card/7", "from": "deck", "to": "discard", "zones": [zone]}})
    assert page(f'timeline.assign([{piece}], timeline.read("{beat}")).size') == int(fits)


def test_a_card_comes_from_where_it_was_last(page: Any) -> None:
    """Drawn cards that are swapped for another hand are not there at the end."""
    act = json.dumps({"what": "enter", "piece": {"name": "card/7", "from": "deck", "zones": ["seat/0"]}})
    told = 'timeline.read("draw|deck|seat/0;give|seat/0|seat/4;give|seat/4|seat/0")'
    assert page(f"[...timeline.assign([{act}], {told}).values()][0].from") == "seat/4"


@pytest.mark.parametrize(("change", "place"), [(4, 2), (5, 1), (9, 2), (1, 3), (-1, 0)])
def test_a_counter_changes_with_the_beat_that_says_so(page: Any, change: int, place: int) -> None:
    told = 'timeline.read("play|seat/1|meld;score|meld|seat/1||+5;score|meld|seat/1||+4;draw|deck|seat/1")'
    beats = page(told)
    assert page(f"timeline.counting({told}, {change}, 'seat/1')") == beats[place]
    assert page(f"timeline.counting({told}, {change}, 'seat/2') ?? null") is None


def test_updates_that_wait_make_it_faster(page: Any) -> None:
    assert page("[0, 2, 3, 6, 9].map(timeline.hurry)") == [1, 1, 0.4, 0.15, 0]


def test_what_no_beat_names_waits_for_the_new_deal(page: Any) -> None:
    act = '{what: "leave", piece: {name: "card/7", to: "discard", zones: ["laid/1"]}}'
    laid = 'timeline.lay(timeline.read("move|||meeple/1;deal|deck")).beats'
    assert page(f"[...timeline.assign([{act}], {laid}).values()].map((beat) => [beat.kind, beat.at])") == [
        ["deal", 600]
    ]


@pytest.fixture
def rules(monkeypatch: pytest.MonkeyPatch) -> Any:
    def use(**kinds: list[dict[str, str]]) -> None:
        import msgspec

        known = msgspec.convert(kinds, dict[str, list[beats.Beat]])
        monkeypatch.setattr(beats, "read", lambda slug: known)

    return use


def test_one_beat_per_entry_from_low_to_high(rules: Any) -> None:
    rules(scores=[{"beat": "score", "to": "seat/{key}", "number": "{value}", "each": "scores"}])
    event = Event("scores", "", {"scores": [[0, 9], [1, 2], [2, 5]]})
    assert beats.of_event("x", event, None) == "score||seat/1||2;score||seat/2||5;score||seat/0||9"


def test_a_beat_can_need_a_fact(rules: Any) -> None:
    rules(out=[{"beat": "banner", "words": "@{seat} is out", "when": "how=late"}, {"beat": "draw", "when": "card"}])
    assert beats.of_event("x", Event("out", "", {"seat": 3, "how": "late"}), None) == "banner||||||@3 is out"
    assert beats.of_event("x", Event("out", "", {"seat": 3, "how": "soon", "card": 0}), None) == ""


def test_only_a_seat_that_knows_a_card_gets_its_name(rules: Any) -> None:
    rules(drew=[{"beat": "draw", "from": "deck", "to": "seat/{seat}", "piece": "card/{card}"}])
    event = Event("drew", "", {"seat": 1}, {1: {"card": "x7"}})
    assert beats.of_event("x", event, 1) == "draw|deck|seat/1|card/x7"
    assert beats.of_event("x", event, 0) == beats.of_event("x", event, None) == "draw|deck|seat/1"
