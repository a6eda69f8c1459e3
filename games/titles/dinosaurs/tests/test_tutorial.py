"""The tutorial describes the deal that its seed produces."""

from games.kernel import codec, data, engine
from games.titles.dinosaurs import game
from games.titles.dinosaurs.cards import FOLDER, KIND, TYPE


def test_the_lessons_match_the_deal() -> None:
    lesson = data.read(FOLDER, "tutorial.toml")
    options = codec.plain(game.rules.options.defaults(lesson["seats"], "correspondence")) | lesson["options"]
    state = engine.start(game, lesson["seats"], options, lesson["seed"])[0].state
    me = state.players[0]
    assert (me.dino, state.disaster, TYPE[state.disaster]) == ("nervous-rex", "fired-up", "predatory")
    assert {KIND[card] for card in me.hand} == {"insurance", "pet-rock", "run-home-bat", "booster", "sting-stabber"}
    assert {id for one in lesson["lesson"] for id in one["clauses"]} <= set(game.clauses)
