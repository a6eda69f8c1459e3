"""“Why can't I …?”: what a seat cannot do now, with the rule and the sentence."""

from games.table.why_not import reasons_for
from games.titles.dinosaurs import game


def test_it_explains_cards_that_cannot_be_played_yet() -> None:
    hands = [["pet-rock", "booster", "insurance", "bonehead", "run-home-bat"], ["bonehead"] * 3 + ["pet-rock"] * 2]
    players = [{"dino": "stego", "hand": hands[0]}, {"dino": "nervous-rex", "hand": hands[1]}]
    found = reasons_for(game, game.manual.scene(players=players, disaster="stomped"), 0)  # type: ignore[misc]
    told = {(one.clause, words): one.sentence for one in found for words in one.words}
    assert told["HD-12", "Play Score Booster"] == "Choose a Point card; Score Booster is an Instant card."
    assert told["HD-75", "Play Score Booster now"] == "It can be played only in the scoring window."
    assert ("HD-85", "Play Disaster Insurance now") in told and ("HD-12", "Play no card") in told
    assert not [words for _, words in told if "Pet Rock" in words]
