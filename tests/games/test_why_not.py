""" "Why can't I ...?": reasons come from the rules, cite their clause and reveal nothing that the seat cannot know."""

from typing import Any

import pytest

from games.kernel import codec, engine
from games.kernel.game import Game
from games.kernel.laws import random_cases
from games.kernel.rng import Rng
from games.table.why_not import reasons_for
from games.titles import load

GAMES = load()


def reasons(title: Game, **scene: Any) -> dict[str, tuple[str, list[str]]]:
    """What the first seat of a scene cannot do, by clause: the sentence and the forbidden things."""
    position = title.manual.scene(**scene)  # type: ignore[misc]
    return {one.clause: (one.sentence, one.words) for one in reasons_for(title, position, 0)}


@pytest.mark.parametrize("slug", list(GAMES))
def test_reasons_cite_known_rules_and_reveal_no_secret(slug: str) -> None:
    game = GAMES[slug]
    platform = {"PLAY-01", "PLAY-02", "PLAY-03", "PLAY-04", "PLAY-05"}
    for number in range(2):
        for count, point in enumerate(random_cases.walk(game, random_cases.make_case(game, number))):
            if count % 7 or engine.decisions(game, point.position) == [] or count > 60:
                continue
            seat = engine.decisions(game, point.position)[0].seat
            before = codec.dump(point.position)
            found = reasons_for(game, point.position, seat)
            assert codec.dump(point.position) == before
            assert {one.clause for one in found} <= set(game.clauses) | platform
            assert all(one.sentence and one.words for one in found)
            other = codec.copy(game, point.position)
            other.state = game.rules.determinize(other.state, seat, Rng("1" * 32))
            assert codec.dump(reasons_for(game, other, seat)) == codec.dump(found)


@pytest.mark.parametrize("slug", list(GAMES))
def test_a_seat_that_is_not_asked_gets_that_reason_first(slug: str) -> None:
    game = GAMES[slug]
    for point in random_cases.walk(game, random_cases.make_case(game, 1)):
        asked = {one.seat for one in engine.decisions(game, point.position) if one.clock.pace != "standing"}
        idle = set(range(point.position.seats)) - asked - set(point.position.left)
        if idle and asked:
            clause, sentence = game.rules.refusals.get("unasked", ("PLAY-01", "You have no decision to make now."))
            found = reasons_for(game, point.position, min(idle))
            assert [(one.clause, one.sentence) for one in found][:1] == [(clause, sentence)]
            assert len(found) <= 1 + len(game.table.unasked)
            return
    raise AssertionError("everybody was asked all the time")
