"""Text on the table: how scores add up, warnings, marks, the last scoring, standing orders (HD-79, HD-84)."""

from typing import Any

import pytest

from games.kernel import engine, legal_moves
from games.kernel.types import Event, Move
from games.kernel.words import read_by
from games.table import beats
from games.titles.dinosaurs import game, mail_choices
from games.titles.dinosaurs.cards import FOR_SEATS
from games.titles.dinosaurs.tests.scene import Table, seat
from games.titles.dinosaurs.tests.site.refusals import sudden
from rulebook.sources import read_source

NAMES = ["Ann", "Bob", "Cy", "Di", "Ed", "Flo"]


def facts(table: Table, viewer: int | None = None) -> Any:
    names = NAMES[: len(table.players)]
    asked = next((d for d in engine.decisions(game, table.position) if d.seat == viewer and not d.optional), None)
    assert game.table is not None
    return game.table.facts(table.view(viewer), asked, names)


def scene(**more: Any) -> Table:
    return Table(
        seat("bow-and-dino", "sapper booster bonehead", area="trapped stomped", points=44),
        seat("cool-stick", "inversion bonehead", points=12),
        seat("pet-rock", "bonehead", dino="cry-ceratops"),
        disaster="fired-up",
        **more,
    ).play_cards()


def test_points_count_up_while_the_meeple_moves() -> None:
    for kind in ("collect", "moved"):
        event = Event(kind, "", {"seat": 1, "points": 4, "count": 2, "total": 9})
        assert beats.of_event("dinosaurs", event, None).endswith("move||seat/1|meeple/1")


@pytest.mark.clause("HD-93")
def test_cards_of_sudden_death_lie_open_once_all_are_played() -> None:
    table = sudden()
    assert [one["sudden"] for one in facts(table).boards] == [None, None, None]
    table.do(2, "sudden", card=next(card for card in table.players[2].hand if card.startswith("bonehead")))
    shown = {one["seat"]: one["sudden"]["name"] for one in facts(table).boards if one["sudden"]}
    assert shown == {1: "Bonehead", 2: "Bonehead"}


@pytest.mark.clause("HD-79", "HD-42")
def test_scores_are_explained_in_words() -> None:
    table = scene()
    table.do(2, "effect", use=True, discard="bonehead-3")
    table.wave({0: [{"card": "sapper-1", "target": 0}]})
    sums = {read_by(one["name"], None): one["score"] for one in facts(table).boards}
    assert sums == {"Ann": "6 + 1 trait − 2 Sapper = 5", "Bob": "1", "Cy": "0 + 4 effect = 4"}
    table.wave({1: [{"card": "inversion-1"}]})
    sums = {read_by(one["name"], None): (one["score"], one["brief"]) for one in facts(table).boards}
    assert sums == {
        "Ann": ("6 + 1 trait − 2 Sapper = 5, inverted: 1", "6 + 1 − 2 = 5 → 1"),
        "Bob": ("1, inverted: 5", "1 → 5"),
        "Cy": ("0 + 4 effect = 4", "0 + 4 = 4"),
    }
    window = facts(table, 0).window
    assert window["inversions"] == "1 inversion, odd: highest and lowest change places."
    assert read_by(window["so_far"], 0) == "you 1, Bob 5, Cy 4: Bob collects, and you add the card"


@pytest.mark.clause("HD-84")
def test_answering_does_not_change_the_marks() -> None:
    table = scene()
    table.do(2, "effect", use=False)
    before = [one["marks"] for one in facts(table).boards]
    table.do(1, "instants", plays=[])
    assert [one["marks"] for one in facts(table).boards] == before == [["may still answer"]] * 3


@pytest.mark.clause("HD-33", "HD-35")
def test_the_warning_on_a_board_names_the_deadly_types() -> None:
    table = scene()
    dangers = [one["danger"] for one in facts(table).boards]
    assert dangers == ["one more (E or M) and out", "", ""]
    table.players[1].area = ["meteor-1", "ghosted"]
    assert facts(table).boards[1]["danger"] == "one more (any type) and out"


def test_the_outcome_of_each_instant_is_shown() -> None:
    table = scene()
    table.do(2, "effect", use=False)
    told = facts(table, 0)
    ways = {card["name"]: dict(told.ways(card)) for card in told.playable}
    assert read_by(
        ways["Score Sapper"]["on Bob"], None
    ) == "Ann 7, Bob -1, Cy 0: Ann collects, and Bob adds the card".replace("-", "−")
    move = table.decision(0).default
    labels = [choice.label for choice in mail_choices.choices(table.view(0), table.decision(0), lambda: [move])]
    assert labels[:2] == ["Pass", "Pass for the rest of this window"] and "Play Score Sapper on {1}" in labels
    assert "Play Score Sapper on yourself" in labels and "Play Score Sapper on {0}" not in labels


def test_the_last_scoring_stays_readable() -> None:
    table = scene()
    table.players[0].points = 10
    table.do(2, "effect", use=False)
    table.pass_all().do(2, "take")
    report = table.view().report
    told = facts(table).report_words
    assert [read_by(told, seat) for seat in (None, 2)] == ["Ann +7; Cy added Fired Up", "Ann +7; you added Fired Up"]
    assert report.collected == {0: 7} and report.moved == {0: 2, 2: 1}
    over = Table(seat("iced-ptea", points=45), seat("run-home-bat"), disaster="meteor-1").play_cards()
    assert facts(over).fate == "The game ended before anybody added Meteor."


@pytest.mark.clause("HD-124")
def test_the_viewers_orders_are_put_into_a_sentence() -> None:
    table = scene()
    table.do(0, "orders", orders={"instants": "pass", "disaster": "take", "drop": "bonehead-1", "sticky": True})
    words = "pass in the scoring window, take the Disaster card, discard Bonehead"
    assert facts(table, 0).order_words == f"Your plan: {words}. Kept for the next rounds."
    assert facts(table, 1).order_words == ""


@pytest.mark.clause("HD-124")
def test_form_rule_and_sentence_use_the_same_words_for_sticky_orders() -> None:
    table = Table(seat("bow-and-dino", "booster"), seat("run-home-bat", "bonehead"))
    for action in (table.decision(0).actions[0], table.decision(0, "standing").actions[0]):
        labels = {field.name: field.label for field in action.fields}
        assert labels["orders.sticky"] == "Keep for the next rounds"
    assert "Keep for the next rounds keeps the settings" in read_source("dinosaurs").sentences["HD-124"]


@pytest.mark.clause("HD-22", "HD-33")
@pytest.mark.parametrize("is_deadly", [False, True])
def test_the_email_offers_a_discard_only_to_players_who_stay_in(is_deadly: bool) -> None:
    table = Table(
        seat("bow-and-dino", "bonehead"),
        seat("cool-stick", "insurance bonehead", area="trapped stomped" if is_deadly else "trapped"),
        seat("iced-ptea", "bonehead"),
        disaster="ghosted",
    ).play_cards()
    table.pass_all()
    asked = table.decision(1)
    found = mail_choices.choices(table.view(1), asked, lambda: legal_moves.moves(game, table.position, asked))
    labels = [choice.label for choice in found]
    assert asked.actions[0].label == ("Take it and be out of the game" if is_deadly else "Take it")
    if is_deadly:
        assert labels == ["Play Disaster Insurance", "Take it: you are out"]
    else:
        assert labels[:3] == ["Take it, discard nothing", "Take it and discard Disaster Insurance", labels[2]]
        assert labels[2].startswith("Take it and discard Bonehead")


def test_a_name_that_ends_with_dots_ends_its_sentence() -> None:
    table = Table(seat("iced-ptea"), seat("run-home-bat"), seat("cool-stick", "bonehead"), disaster="ooh-burn")
    table.play_cards().pass_all()
    (asked,) = game.rules.by_name["disaster"].ask(table.state)
    assert asked.prompt == "Take Ooh Burn... You may discard a card."


def test_taking_the_disaster_says_what_is_discarded_with_it() -> None:
    lowest = seat("cool-stick", "inversion bonehead")
    table = Table(seat("iced-ptea"), seat("run-home-bat"), lowest, disaster="meteor-1")
    table.play_cards().pass_all()
    step = game.rules.by_name["disaster"]
    (asked,) = step.ask(table.state)
    assert asked.prompt == "Take Meteor. You may discard a card."
    rest = "You will have 1 Disaster card and move 1 at the end of the round."
    assert step.preview(table.state, 2, Move("take", {"discard": None})) == [rest]
    card = next(card for card in table.state.players[2].hand if card.startswith("inversion"))
    dropping = Move("take", {"discard": card})
    assert step.preview(table.state, 2, dropping) == ["You discard Score Inversion.", rest]


def test_previews_tell_the_consequences() -> None:
    table = Table(seat("bow-and-dino", "booster"), seat("run-home-bat", "bonehead"), disaster="fired-up")
    move = table.decision(0).default
    assert game.rules.by_name["choose"].preview(table.state, 0, move) == [
        "Bow and Dino: your score starts at 7 (6 + 1 trait)."
    ]
    table.play_cards()
    asked = table.decision(0)
    _, fitted = engine.check(game, table.position, 0, asked.default)
    assert game.rules.by_name["instants"].preview(table.state, 0, fitted) == [
        f"If nobody plays: {FOR_SEATS.name(0)} 7, {FOR_SEATS.name(1)} 5.",
        "You pass until the round is scored.",
    ]
