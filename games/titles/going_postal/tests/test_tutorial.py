"""The tutorial describes the deal that its seed produces."""

from pathlib import Path

from games.kernel import data, engine
from games.titles.going_postal import game
from games.titles.going_postal.cards import KIND


def test_the_lessons_match_the_deal() -> None:
    lesson = data.read(Path(__file__).parent.parent, "tutorial.toml")
    options = game.rules.options.defaults(lesson["seats"], "correspondence")
    state = engine.start(game, lesson["seats"], options, lesson["seed"])[0].state
    assert state.active == 0 and not state.direction
    assert {KIND[card].id for card in state.hands[0]} == {"truck", "coffee"}
    assert {id for one in lesson["lesson"] for id in one["clauses"]} <= set(game.clauses)
