"""The strong bot uses only what its seat can see, and simulates as many decisions as its game allows, without
measuring time."""

from contextlib import suppress
from functools import cache
from statistics import fmean
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from games.kernel import bots, codec, engine
from games.kernel.game import Game
from games.kernel.position import AnyPosition
from games.kernel.rng import Rng
from games.kernel.types import Decision
from games.titles import load
from tests.samples import FROM_TWO, GAME

GAMES = sorted(load())
SEED = "ab" * 16


class Enough(Exception):
    """A match need not be played to its end."""


def thinks(slug: str, count: int) -> Game:
    """The game, with this limit on simulated decisions."""
    game = load()[slug]
    return replace(game, meta=msgspec.structs.replace(game.meta, thinking=count))


def asked(game: Game, position: AnyPosition) -> list[Decision]:
    return [one for one in engine.decisions(game, position) if not one.optional and one.clock.pace != "standing"]


@cache
def moments(slug: str, every: int, most: int) -> list[AnyPosition]:
    """Some positions of a match among house bots, with the most seats."""
    game = load()[slug]
    found: list[AnyPosition] = []
    seats = game.meta.seats[-1]
    count = 0

    def watch(position: AnyPosition, asked_now: list[Decision], events: Any) -> None:
        nonlocal count
        count += 1
        if count % every == 0:
            found.append(codec.copy(game, position))
        if len(found) == most:
            raise Enough

    options = game.rules.options.defaults(seats, "live")
    with suppress(Enough):
        bots.self_play(game, seats, SEED, options, ["house"] * seats, watch)
    return found


def looks(slug: str) -> list[AnyPosition]:
    """The same positions for each test of all games: to play so far takes longer than to test them."""
    return moments(slug, 11, 3)


@pytest.mark.parametrize("slug", GAMES)
def test_its_move_does_not_depend_on_hidden_cards(slug: str) -> None:
    game, compared = thinks(slug, 60), 0
    for position in looks(slug):
        for decision in asked(game, position)[:1]:
            other = engine.redrawn(game, position, decision.seat, Rng("cd" * 16))
            assert other.state != position.state or game.rules.result(position.state) is not None
            one, same = (bots.strong_bot(game, deal, decision, Rng(SEED)) for deal in (position, other))
            assert one == same
            compared += 1
    assert compared


@pytest.mark.parametrize("slug", GAMES)
def test_it_simulates_no_more_decisions_than_its_game_allows(slug: str, monkeypatch: Any) -> None:
    game, spent = thinks(slug, 100), []
    real = bots._simulate

    def counted(*facts: Any) -> int:
        spent.append(real(*facts))
        return spent[-1]

    monkeypatch.setattr(bots, "_simulate", counted)
    for position in looks(slug):
        for decision in asked(game, position)[:1]:
            spent.clear()
            move = bots.strong_bot(game, position, decision, Rng(SEED))
            assert move is not None
            engine.check(game, position, decision.seat, move, position.id_of(decision))
            assert sum(spent[:-1]) < game.meta.thinking, "a simulation starts only while decisions are left"


@pytest.mark.parametrize(("seats", "count"), [(2, 4), (6, 12)])
def test_a_simulation_of_the_game_s_own_counts_as_long_as_it_takes(seats: int, count: int) -> None:
    game = load()[FROM_TWO]
    position = engine.start(game, seats, {}, SEED)[0]
    (decision, *_), candidates = asked(game, position), [bots._Candidate(None) for _ in range(6)]  # type: ignore[arg-type]
    spent = bots._simulate(game, position, decision, candidates, Rng(SEED), lambda moves, rng: [0.5] * len(moves))
    assert spent == count


@pytest.mark.parametrize("slug", GAMES)
def test_an_imagined_world_goes_on_as_a_real_match_would(slug: str) -> None:
    game, compared = load()[slug], 0
    for position in looks(slug):
        real, world = codec.copy(game, position), codec.copy(game, position)
        now = game.rules.by_name[real.step].ask(real.state)
        for _ in range(12):
            owed = [one for one in asked(game, real) if one.key not in real.sealed]
            if not owed:
                break
            decision, move = owed[0], bots.house_bot(game, real, owed[0], Rng(SEED))
            assert move is not None
            imagined = engine.imagine(game, world, now, decision, move)
            now = engine.answer(game, real, now, decision.seat, move, real.id_of(decision))[1]
            assert (world.step, world.state, world.sealed, imagined) == (real.step, real.state, real.sealed, now)
            compared += 1
    assert compared


@pytest.mark.parametrize("slug", [slug for slug in GAMES if load()[slug].bot.quick])
def test_a_quick_answer_is_that_of_the_house_bot_which_sees_its_view_only(slug: str) -> None:
    game, compared = load()[slug], 0
    for position in moments(slug, 3, 30):
        assert game.bot.quick
        if position.sealed or (answer := game.bot.quick(position.state, position.step, Rng(SEED))) is None:
            continue
        (decision,) = asked(game, position)
        assert answer == (decision.seat, bots.house_bot(game, position, decision, Rng(SEED)))
        compared += 1
    assert compared > 10


def test_a_secret_decision_takes_the_same_time_when_there_is_only_one_move(monkeypatch: Any) -> None:
    game, worlds = thinks(FROM_TWO, 100), []
    real = bots._simulate
    monkeypatch.setattr(bots, "_simulate", lambda *facts: worlds.append(len(facts[3])) or real(*facts))
    monkeypatch.setattr(bots, "_candidate_moves", lambda game, position, decision, first, rng: [first])
    position = next(one for one in moments(FROM_TWO, 1, 40) if one.step == "choose")
    decision = asked(game, position)[0]
    assert decision.secret and bots.strong_bot(game, position, decision, Rng(SEED)) is not None
    assert worlds and set(worlds) == {1}, "a seat with one Point card must not answer faster"


def test_it_plays_the_move_that_does_better_in_every_simulation(monkeypatch: Any) -> None:
    game = thinks(GAME, 100)
    position = next(one for one in moments(GAME, 2, 40) if one.step == "lead")
    (decision,) = asked(game, position)
    first = bots.house_bot(game, position, decision, Rng(SEED))
    others = [move for move in bots._candidate_moves(game, position, decision, first, Rng(SEED)) if move != first]
    monkeypatch.setattr(bots, "_try", lambda *facts: (float(facts[3] == others[-1]), 5))
    assert bots.strong_bot(game, position, decision, Rng(SEED)) == others[-1]
    monkeypatch.setattr(bots, "_try", lambda *facts: (0.5, 5))
    assert bots.strong_bot(game, position, decision, Rng(SEED)) == first, "no other move is better"


def test_it_stops_once_a_move_is_clearly_the_best_unless_that_would_tell_a_secret(monkeypatch: Any) -> None:
    game, tried = thinks(GAME, 1000), []
    position = next(one for one in moments(GAME, 2, 40) if one.step == "lead")
    (decision,) = asked(game, position)
    first = bots.house_bot(game, position, decision, Rng(SEED))
    monkeypatch.setattr(bots, "_try", lambda *facts: tried.append(facts[3]) or (float(facts[3] == first), 5))
    assert bots.strong_bot(game, position, decision, Rng(SEED)) == first
    assert len(tried) == bots.LOOK * len(set(map(str, tried)))
    tried.clear()
    assert bots.strong_bot(game, position, replace(decision, secret=True), Rng(SEED)) == first
    assert len(tried) >= 1000 / 5, "the time taken must not depend on the hand"
    tried.clear()
    monkeypatch.setattr(bots, "_try", lambda *facts: tried.append(facts[3]) or (0.5, 5))
    assert bots.strong_bot(game, position, decision, Rng(SEED)) == first
    assert len(tried) >= 1000 / 5, "moves that did equally well so far may still differ"


def test_it_stops_once_no_other_move_can_be_much_better() -> None:
    first, other = bots._Candidate(None), bots._Candidate(None)  # type: ignore[arg-type]
    first.values, other.values = [0.3, 0.4] * 8, [0.301, 0.399] * 8
    assert bots._clear([first, other]) is first
    other.values = [0.3, 0.5, 0.2, 0.4] * 4
    assert bots._clear([first, other]) is None


def test_a_gain_that_may_be_luck_does_not_count() -> None:
    first, other = bots._Candidate(None), bots._Candidate(None)  # type: ignore[arg-type]
    first.values, other.values = [0.0, 1.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.5]
    assert fmean(other.values) > fmean(first.values) and other.sure_gain(first) < 0
    other.values = [0.5, 1.5, 0.5, 0.5]
    assert other.sure_gain(first) == pytest.approx(0.5)


def test_odds_add_up_to_one_and_follow_the_scores() -> None:
    assert bots.odds([3.0, 3.0], 1.0) == [0.5, 0.5]
    first, second, out = bots.odds([10.0, 5.0, None], 5.0)
    assert first + second == pytest.approx(1.0) and first / second == pytest.approx(2.718, abs=0.001) and out == 0.0


@pytest.mark.parametrize("slug", GAMES)
def test_an_easy_bot_plays_legal_moves(slug: str) -> None:
    game = load()[slug]
    for position in looks(slug):
        for decision in asked(game, position)[:1]:
            first = bots.house_bot(game, position, decision, Rng(SEED))
            move = bots.easy_bot(game, position, decision, Rng(SEED))
            assert move is not None and first is not None
            engine.check(game, position, decision.seat, move, position.id_of(decision))
