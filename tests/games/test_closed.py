""" "Why can't I ...?": reasons come from the rules, name their clause and tell nothing that the seat cannot know."""

from typing import Any

import pytest

from games.kernel import codec, engine
from games.kernel.laws import random_cases
from games.kernel.rng import Rng
from games.table.why_not import closed
from games.titles import load

GAMES = load()


def reasons(slug: str, **scene: Any) -> dict[str, tuple[str, list[str]]]:
    game = GAMES[slug]
    position = game.manual.scene(**scene)  # type: ignore[misc]
    return {one.clause: (one.sentence, one.words) for one in closed(game, position, 0)}


def test_parcels_names_melds_that_are_too_weak_and_too_long() -> None:
    found = reasons("parcels", hands=[[1, 1, 1, 1, 8], [2], [3]], storage=[2, 2, 3], table=[4, 4], owner=2)
    assert found["PC-33"] == ("The table shows 2 cards: you need at least as many.", ["Play 1", "Play 8"])
    assert found["PC-23"][1] == ["Play 1-1-1-1", "Play 1-1-1"]
    assert found["PC-34"] == ("With 2 cards you need a total above 8.", ["Play 1-1"])


def test_parcels_tells_the_leader_to_play() -> None:
    found = reasons("parcels", hands=[[1, 2], [2], [3]], storage=[2, 3, 5])
    assert found["PC-16"] == ("You lead this trick: you must play cards.", ["Pass"])


def test_human_resources_names_cards_that_cannot_be_used() -> None:
    found = reasons("human_resources", hand=["M2D", "M6D", "Q1L", "P01D"])
    assert found["HR-46"] == ("The discard pile is empty.", ["Hire Take dark"])
    assert found["HR-80"][1] == ["Hire Pick Up dark"] and found["HR-88"][1] == ["Play the quota Three Light"]
    assert found["HR-25"][1] == ["Place a cubicle on another cubicle"]
    assert found["HR-26"][1] == ["Place a cubicle where it touches only a corner"]


def test_dinosaurs_names_cards_that_cannot_be_laid_or_played_yet() -> None:
    hands = [["pet-rock", "booster", "insurance", "bonehead", "run-home-bat"], ["bonehead"] * 3 + ["pet-rock"] * 2]
    players = [{"dino": "stego", "hand": hands[0]}, {"dino": "nervous-rex", "hand": hands[1]}]
    found = closed(GAMES["dinosaurs"], GAMES["dinosaurs"].manual.scene(players=players, disaster="stomped"), 0)  # type: ignore[misc]
    told = {(one.clause, words): one.sentence for one in found for words in one.words}
    assert told["HD-12", "Play Score Booster"] == "Choose a Point card; Score Booster is an Instant card."
    assert told["HD-75", "Play Score Booster now"] == "It can be played only in the scoring window."
    assert ("HD-85", "Play Disaster Insurance now") in told and ("HD-12", "Play no card") in told
    assert not [words for _, words in told if "Pet Rock" in words]


def test_going_postal_names_options_of_the_other_state_and_aims_that_do_not_fit() -> None:
    scene = {"hands": [["coffee", "watch"]], "stamps": [1, 0, 0, 0], "marked": [2], "pile": ["bulk"]}
    found = reasons("going_postal", **scene)
    assert found["GP-14"] == ("This option needs a sane personality.", ["Coffee Break: move 0"])
    assert found["GP-58"] == ("That personality already has a marker stamp.", ["Watch List aimed at {2}"])
    assert found["GP-59"][1] == ["Watch List aimed at {0}"] and found["GP-12"][1] == ["Pass"]


def test_adulting_names_columns_texts_and_cases_that_are_closed() -> None:
    found = reasons("adulting", hands={0: ["rnk06", "rnk05"]})
    assert found["AD-35"] == ("That card does not fit in that column.", [*DIAMOND, *HEIRLOOM])
    assert found["AD-45"][1] == ["Use Heirloom"] and found["AD-33"][1] == ["Play two cards"]
    assert "Sue a player" in found["AD-150"][1]


DIAMOND = ["Place Diamonds in hearts", "Place Diamonds in clubs"]
HEIRLOOM = ["Place Hearts, Heirloom in clubs", "Place Hearts, Heirloom in diamonds"]


def test_a_seat_that_is_not_asked_learns_why() -> None:
    game = GAMES["parcels"]
    position = game.manual.scene(hands=[[1, 2], [2], [3]], storage=[2, 3, 5])  # type: ignore[misc]
    (one,) = closed(game, position, 1)
    assert (one.clause, one.sentence) == ("PC-89", "It is not your turn.")


@pytest.mark.parametrize("slug", list(GAMES))
def test_reasons_are_refusals_with_known_rules_and_tell_no_secret(slug: str) -> None:
    game = GAMES[slug]
    platform = {"PLAY-01", "PLAY-02", "PLAY-03", "PLAY-04", "PLAY-05"}
    for number in range(2):
        for count, point in enumerate(random_cases.walk(game, random_cases.make_case(game, number))):
            if count % 7 or engine.decisions(game, point.position) == [] or count > 60:
                continue
            seat = engine.decisions(game, point.position)[0].seat
            before = codec.dump(point.position)
            found = closed(game, point.position, seat)
            assert codec.dump(point.position) == before
            assert {one.clause for one in found} <= set(game.clauses) | platform
            assert all(one.sentence and one.words for one in found)
            other = codec.copy(game, point.position)
            other.state = game.rules.determinize(other.state, seat, Rng("1" * 32))
            assert codec.dump_any(closed(game, other, seat)) == codec.dump_any(found)
