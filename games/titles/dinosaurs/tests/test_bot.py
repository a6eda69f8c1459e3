"""The house bot values every card, imagined rounds end like real ones, and the example bot beats random play."""

from contextlib import suppress
from statistics import fmean
from typing import Any

from games.kernel import bots, codec, engine
from games.kernel.position import AnyPosition
from games.kernel.rng import Rng
from games.titles.dinosaurs import game
from games.titles.dinosaurs.bot import IN_HAND
from games.titles.dinosaurs.cards import CARDS
from games.titles.dinosaurs.imagined import imagined
from tests.games.test_arena import EXAMPLES, run


def test_the_house_bot_values_every_instant_card() -> None:
    assert set(IN_HAND) == {card.kind for card in CARDS.values() if card.value is None}


def test_the_example_bot_beats_random_play(capsys: Any) -> None:
    said, _ = run(capsys, EXAMPLES / "dinosaurs_bot.py", "random", "--game", "dinosaurs", "--seats", 2, "--matches", 40)
    assert "A wins" in said and "B is better" not in said


class Enough(Exception):
    """A match need not be played to its end."""


def moments(seats: int, step: str, most: int) -> list[AnyPosition]:
    """The first positions at this step of a match between house bots."""
    found: list[AnyPosition] = []

    def watch(position: AnyPosition, *_: Any) -> None:
        if position.step == step and not position.sealed:
            found.append(codec.copy(game, position))
        if len(found) == most:
            raise Enough

    with suppress(Enough):
        options = game.rules.options.defaults(seats, "live")
        bots.self_play(game, seats, bots.seed_from("imagined"), options, ["house"] * seats, watch)
    return found


def differences(position: AnyPosition, worlds: int) -> list[float]:
    """How far the imagined value of each candidate move is from what the engine finds, on average."""
    (decision, *_) = engine.decisions(game, position)
    values = imagined(engine.view_for(game, position, decision.seat), decision)
    first, rng = bots.house_bot(game, position, decision, Rng("ab" * 16)), Rng("cd" * 16)
    assert values and first
    moves = bots._candidate_moves(game, position, decision, first, rng)
    quick = [values(moves, rng) for _ in range(worlds)]
    real = [
        [bots._try(game, bots.imagine(game, position, decision.seat, rng), decision, move, seed)[0] for move in moves]
        for seed in range(worlds)
    ]
    return [
        fmean(one) - fmean(other) for one, other in zip(zip(*quick, strict=True), zip(*real, strict=True), strict=True)
    ]


def test_imagined_rounds_end_like_real_ones() -> None:
    for seats in (2, 4):
        for step in ("choose", "instants", "disaster"):
            for position in moments(seats, step, 2):
                found = differences(position, 40)
                assert max(map(abs, found)) < 0.1, (seats, step, found)
