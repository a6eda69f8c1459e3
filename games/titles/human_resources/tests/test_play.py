"""Whole matches: the house bot, the speed of listing and drawing moves, recorded matches."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time

import pytest

from games.kernel import codec, engine, legal_moves, replay
from games.kernel.rng import Rng
from games.titles.human_resources import bot, game
from games.titles.human_resources.tests.tables import A, play, table

RECORDED = sorted((Path(__file__).parent / "recorded").glob("*.json"))


def match(seed: int, bots: tuple[str, str], promo: bool = False) -> engine.AnyPosition:
    """A match between "house" and "random", to its end."""
    position, _ = engine.start(game, 2, {"promo": promo}, f"{seed:032x}")
    rng = Rng(f"{seed + 1000:032x}")
    while asked := engine.decisions(game, position):
        (decision,) = asked
        if bots[decision.seat] == "house":
            view = engine.view_for(game, position, decision.seat)
            move = game.bot.choose(view, decision, lambda: legal_moves.moves(game, position, asked[0]), rng)
        else:
            move = legal_moves.random_move(game, position, decision, rng)
        engine.play(game, position, decision.seat, move)
    return position


@pytest.mark.slow
def test_the_house_bot_beats_random_play() -> None:
    won = 0
    for seed in range(40):
        bots = ("house", "random") if seed % 2 else ("random", "house")
        won += game.rules.result(match(seed, bots, promo=seed % 4 == 3).state)[bots.index("house")] == 1
    assert won >= 38


@pytest.mark.slow
@pytest.mark.clause("HR-100")
def test_self_play_matches_the_measured_averages() -> None:
    """The rulebook measured 41 to 44 turns, 25.6 points, 11.8 of 16.2 projects completed; this plays 24 matches."""
    completed, points = 0, 0
    for seed in range(24):
        state = match(seed, ("house", "house")).state
        assert 41 <= state.turns <= 44
        points += sum(seat.points for seat in game.rules.view(state, "turn", None).seats)
        completed += sum(card[0] == "P" for scored in state.scored for card in scored)
    assert 20 < points / 48 < 31
    assert 9.5 < completed / 24 < 14


def test_the_house_bot_completes_a_project_when_it_can() -> None:
    position = table(("DLL.", "L.D."), hand=("M1D", "M2D"), mine=("P01D",))
    (decision,) = engine.decisions(game, position)
    view = engine.view_for(game, position, A)
    move = bot.choose(view, decision, lambda: legal_moves.moves(game, position, decision), Rng("1" * 32))
    play(position, A, move.verb, **move.args)
    assert position.state.scored[A] == ["P01D"]


def cheapest(act: Callable[[], object], times: int = 3) -> float:
    """CPU seconds, best of several runs, so that other load on the machine does not count."""
    spent = []
    for _ in range(times):
        start = process_time()
        act()
        spent.append(process_time() - start)
    return min(spent)


def test_listing_moves_is_fast() -> None:
    """At most 2 ms on average and 50 ms at worst."""
    spent = []
    for seed in range(4):
        position, _ = engine.start(game, 2, {"promo": seed % 2 == 1}, f"{seed:032x}")
        rng = Rng(f"{seed + 7:032x}")
        while asked := engine.decisions(game, position):
            spent.append(cheapest(partial(legal_moves.moves, game, position, asked[0])))
            engine.play(game, position, asked[0].seat, legal_moves.random_move(game, position, asked[0], rng))
    assert sum(spent) / len(spent) < 0.002 and max(spent) < 0.05


def test_listing_the_most_moves_is_fast() -> None:
    """An office of 42 cubicles and five movers in the hand: more than 1,500 moves."""
    rows = ("DLDLDLDLDL", "L........D", "DLDLDLDLDL", "L........D", "DLDLDLDLDL")
    hand = ("M7D", "M7L", "M3D", "M8D", "M5L", "M4D")
    position = table(rows, hand=hand)
    (decision,) = engine.decisions(game, position)
    assert cheapest(partial(legal_moves.moves, game, position, decision)) < 0.05
    moves = legal_moves.moves(game, position, decision)
    assert len({codec.dump(move) for move in moves}) == len(moves) > 1000
    for move in moves[::40]:
        engine.check(game, position, A, move)


def test_emails_offer_a_line_for_each_use_of_a_card() -> None:
    position = table(hand=("M7D", "P01D", "Q2L", "M9D"), theirs=("P02D",))
    (decision,) = engine.decisions(game, position)
    assert game.mail.choices is not None
    lines = game.mail.choices(
        engine.view_for(game, position, A), decision, lambda: legal_moves.moves(game, position, decision)
    )
    assert [(line.label, line.is_complete) for line in lines][5:] == [
        ("Put Hallway dark (2) in play", True),
        ("Hire Move dark", False),
        ("Hire Draw dark", True),
    ]
    assert lines[0].label.startswith("Place Hallway dark at (") or lines[0].move == decision.default
    assert lines[1].label == "Place Move dark as a cubicle"
    for line in lines:
        if line.is_complete:
            engine.check(game, position, A, line.move)


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_recorded_matches(path: Path) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))
    position = replay.play_record(game, record)
    assert game.rules.result(position.state) == record["result"]


def test_there_are_recorded_matches() -> None:
    assert len(RECORDED) >= 5
