"""Log lines word for word, the headline, previews, narrowing of choices, and the choices of an email."""

from typing import Any

import pytest

from games.kernel import engine, legal_moves
from games.kernel.position import AnyPosition
from games.kernel.types import Decision, Event, Move
from games.kernel.words import read_by
from games.titles.parcels import game
from games.titles.parcels.scene import place
from games.titles.parcels.tests.scene import NAMES, leave, lines, play, required, take


def line(kind: str, **data: Any) -> str:
    return read_by(game.table.story(Event(kind, "PC-86", data), NAMES), None)


def test_lead_and_follow() -> None:
    position = place([[4, 5, 8], [6, 7, 7], [1, 1]], [1, 1, 2])
    assert lines(play(position, 0, "4-5")) == ["Ann leads 4-5 (2 cards, total 9); 1 left."]
    assert lines(play(position, 1, "7-7")) == ["Bo plays 7-7 (2 cards, total 14); 1 left."]


def test_one_card_is_singular() -> None:
    position = place([[4, 5], [6, 7], [1, 1]], [1, 1, 2])
    assert lines(play(position, 0, "4")) == ["Ann leads 4 (1 card, total 4); 1 left."]


def test_passes() -> None:
    position = place([[4], [6, 7], [1, 1]], [5], turn=1, table=[8], owner=0)
    assert lines(take(position, 1, 5)) == [
        "Bo passes: takes 1 × 5, adds nothing; turns up nothing; 3 in hand. Deck empty, storage has 0 cards."
    ]


def test_storage_of_one_card_is_singular() -> None:
    shown = {"seat": 0, "take": 5, "count": 2, "add": None, "turned": [], "missing": 2, "storage": 1, "hand": 9}
    assert line("pass", **shown).endswith("Deck empty, storage has 1 card.")
    assert line("trick", seat=1, card=4, storage=1) == "Trick to Bo. A 4 joins storage (1 card)."


def test_hand_outs_and_points() -> None:
    assert line("hand_out", seat=2, card=8, points=15) == "Cy takes 8 (15 points)."
    assert line("hand_out", seat=2, card=1, points=1) == "Cy takes 1 (1 point)."
    assert line("hand_out", seat=2, card=None, points=0) == "Cy takes no card."


def test_shared_ranks() -> None:
    assert line("final", ranks=[1, 1, 3], points=[8, 8, 13]) == "Final: 1. Ann (8), 1. Bo (8), 3. Cy (13)."
    assert line("final", ranks=[2, 1, 3], points=None) == "Final: 1. Bo, 2. Ann, 3. Cy."


def headline(position: AnyPosition, seat: int | None, decision: Decision | None = None) -> str:
    return read_by(game.table.headline(engine.view_for(game, position, seat), decision, NAMES), seat)


def test_headlines() -> None:
    position = place([[4, 5, 8], [6, 7, 7], [1, 1]], [1, 1, 2], rounds=1)
    assert headline(position, 0, required(position)) == "you lead, round 1 of 1"
    assert headline(position, None) == "Ann is to lead, round 1 of 1"
    plan = next(decision for decision in engine.decisions(game, position) if decision.seat == 2)
    assert headline(position, 2, plan) == "Ann is to lead, round 1 of 1"
    play(position, 0, "4-5")
    assert headline(position, 1, required(position)) == "beat 4-5 (2 cards, total 9), round 1 of 1"
    leave(position, 1)
    leave(position, 2)
    assert headline(position, 0) == "match over: 1. you, 2. Cy, 3. Bo"


def test_lines_have_readers() -> None:
    position = place([[4], [6, 7], [1, 1]], [5], turn=1, table=[8], owner=0)
    told = [game.table.story(event, NAMES) for event in take(position, 1, 5)]
    assert next(read_by(line, 1) for line in told).startswith("You pass: take 1 × 5, add nothing; turn up nothing;")


def follow(**other: Any) -> Any:
    hands = [[4], [1, 5, 5, 6, 8], [1, 1]]
    return place(hands, [1, 1, 2, 7], turn=1, table=[2, 3], owner=0, **({"deck": [3, 4, 8]} | other))


def test_preview_of_a_play() -> None:
    step = game.rules.by_name["follow"]
    assert step.preview(follow().state, 1, Move("play", {"cards": [5, 5]})) == [
        "You play 5-5 and beat 2-3.",
        "You keep 3 cards.",
    ]
    position = place([[4], [6], [1, 1]], [1, 1, 2])
    assert game.rules.by_name["lead"].preview(position.state, 0, Move("play", {"cards": [4]})) == [
        "You lead with 4.",
        "Your hand is empty: you win the round.",
    ]


def test_preview_of_a_pass() -> None:
    step = game.rules.by_name["follow"]
    assert step.preview(follow().state, 1, Move("pass", {"take": 1, "add": 8})) == [
        "You take 2 × 1 and add an 8: 6 in hand.",
        "Storage keeps 2, 7, 8 and gets 1 unknown card.",
    ]
    assert step.preview(follow().state, 1, Move("pass", {"take": 7, "add": 8}))[1] == "Storage keeps 1, 1, 2, 8."
    short = step.preview(follow(deck=[3], passed=[2]).state, 1, Move("pass", {"take": 1, "add": None}))
    assert short[1].endswith(" and gets 1 unknown card.")
    assert short[2:] == [
        "The deck is too short to fill storage.",
        "You are the last to pass: the trick ends, and the deck is empty.",
    ]
    last = step.preview(follow(passed=[2]).state, 1, Move("pass", {"take": 7, "add": None}))
    assert last[-1] == "You are the last to pass: the trick ends and one more unknown card joins storage."


def test_preview_of_a_bare_pass() -> None:
    position = place([[4], [6, 7], [1, 1]], [], turn=1, table=[8], owner=0)
    move = Move("pass", {"take": None, "add": None})
    assert game.rules.by_name["follow"].preview(position.state, 1, move) == ["You pass; storage is empty."]


@pytest.mark.clause("PC-51", "PC-54", "PC-57")
def test_preview_of_a_bare_pass_that_ends_the_trick() -> None:
    position = place([[4], [6, 7], [1, 1]], [], turn=1, table=[8], owner=0, passed=[2])
    move = Move("pass", {"take": None, "add": None})
    assert game.rules.by_name["follow"].preview(position.state, 1, move) == [
        "You pass; storage is empty.",
        "You are the last to pass: the trick ends, and the deck is empty.",
    ]
    told = [read_by(game.table.story(event, NAMES), None) for event in engine.play(game, position, 1, move).events]
    assert told == ["Bo passes; storage is empty.", "Trick to Ann. Deck empty."]


def test_a_preview_knows_no_more_than_the_seat() -> None:
    move = Move("pass", {"take": 1, "add": None})
    step = game.rules.by_name["follow"]
    assert step.preview(follow().state, 1, move) == step.preview(follow(deck=[8, 8, 8]).state, 1, move)


def test_narrowing() -> None:
    step, state = game.rules.by_name["follow"], follow().state
    assert step.narrow(state, 1, "play", {}) == {"cards": [5, 6]}
    assert step.narrow(state, 1, "play", {"cards": [5]}) == {"cards": [5, 6]}
    assert step.narrow(state, 1, "play", {"cards": [6]}) == {"cards": [5]}
    assert step.narrow(state, 1, "play", {"cards": [5, 5]}) == {"cards": []}
    assert step.narrow(state, 1, "pass", {"take": 1}) == {"add": [5, 6, 8]}
    assert step.narrow(state, 1, "pass", {"add": 1}) == {"take": [2, 7]}
    assert step.narrow(state, 2, "play", {}) == {}


def test_choices_of_an_email() -> None:
    position = follow()
    decision = required(position)
    view = engine.view_for(game, position, 1)
    listed = game.mail.choices(view, decision, lambda: legal_moves.moves(game, position, decision))
    assert [(choice.label, choice.is_complete) for choice in listed] == [
        ("Play 5-5 (2 cards, total 10)", True),
        ("Play 5-6 (2 cards, total 11)", True),
        ("Pass: take 2 cards of 1", True),
        ("Pass: take the 2", True),
        ("Pass: take the 7", True),
        ("Pass: take 2 cards of 1 and add a card", False),
        ("Pass: take the 2 and add a card", False),
        ("Pass: take the 7 and add a card", False),
    ]
    assert listed[0].move == Move("play", {"cards": [5, 5]})
    assert listed[2].move == Move("pass", {"take": 1, "add": None})


def test_more_plays_than_an_email_holds_become_one_line() -> None:
    hand = [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8]
    position = place([[4], hand, [1, 1]], [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3], turn=1, table=[1], owner=0)
    view = engine.view_for(game, position, 1)
    assert len(view.plays) > 24
    first, *others = game.mail.choices(view, required(position), list)
    assert (first.label, first.move, first.is_complete) == ("Play: choose the cards", Move("play"), False)
    assert [choice.label for choice in others] == [
        "Pass: take 4 cards of 1",
        "Pass: take 4 cards of 2",
        "Pass: take 3 cards of 3",
        "Pass: take 4 cards of 1 and add a card",
        "Pass: take 4 cards of 2 and add a card",
        "Pass: take 3 cards of 3 and add a card",
    ]


def test_choices_of_a_leader_and_on_an_empty_storage() -> None:
    position = place([[4], [6], [1, 1]], [])
    labels = [
        choice.label for choice in game.mail.choices(engine.view_for(game, position, 0), required(position), list)
    ]
    assert labels == ["Play 4 (1 card, total 4)"]
    position = place([[4], [6, 7], [1, 1]], [], turn=1, table=[8], owner=0)
    (bare,) = game.mail.choices(engine.view_for(game, position, 1), required(position), list)
    assert (bare.label, bare.is_complete) == ("Pass; storage is empty", True)
