"""The strong bot thinks no longer than its game lets it, and not at all where that cannot tell it anything."""

from typing import Any

import pytest

from games.kernel import bots, engine
from games.kernel.rng import Rng
from games.titles import load


@pytest.mark.parametrize("slug", ["parcels", "human_resources", "going_postal"])
def test_it_plays_no_more_decisions_in_its_head_than_its_game_allows(slug: str, monkeypatch: Any) -> None:
    game, spent = load()[slug], []
    real = bots._try

    def counted(*facts: Any) -> tuple[float, int]:
        rank, count = real(*facts)
        spent.append(count)
        return rank, count

    monkeypatch.setattr(bots, "_try", counted)
    position, _ = engine.start(game, game.meta.seats[0], {}, "ab" * 16)
    decision = next(one for one in engine.decisions(game, position) if not one.optional and one.pace != "standing")
    move = bots.strong_bot(game, position, decision, Rng("cd" * 16))
    assert move is not None and engine.play(game, position, decision.seat, move)
    assert sum(spent) <= game.meta.thinking + (1 + bots.RIVALS) * max(spent, default=0)


def test_a_match_that_is_too_long_to_compare_gets_the_house_bots_move(monkeypatch: Any) -> None:
    game = load()["parcels"]
    tried: list[Any] = []
    monkeypatch.setattr(bots, "_try", lambda *facts: tried.append(facts[3]) or (1.0, game.meta.thinking))
    position, _ = engine.start(game, 3, {}, "ab" * 16)
    (decision,) = (one for one in engine.decisions(game, position) if not one.optional and one.pace != "standing")
    move = bots.strong_bot(game, position, decision, Rng("cd" * 16))
    assert tried == [move]
