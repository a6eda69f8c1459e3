"""The tutorial's lessons match the deal and the decisions that come."""

from typing import Any

from games.kernel import codec, data, engine
from games.kernel.position import AnyPosition
from games.titles.adulting import FOLDER, game
from games.titles.adulting.cards import CARDS
from games.titles.adulting.tests.tables import do, lines, required
from games.titles.adulting.work.sorting import adult_choice


def begin() -> tuple[dict[str, Any], AnyPosition]:
    lesson = data.read(FOLDER, "tutorial.toml")
    options = codec.plain(game.rules.options.defaults(lesson["seats"], "correspondence")) | lesson["options"]
    return lesson, engine.start(game, lesson["seats"], options, lesson["seed"])[0]


def test_the_lessons_match_the_cards_dealt() -> None:
    lesson, position = begin()
    state = position.state
    card, next_card = CARDS[state.round.card], CARDS[state.deck[-1]]
    assert card.prompt == "How many messages are waiting for your answer? Fewest first."
    assert card.fine_print.startswith("Nobody has zero") and (next_card.job, next_card.fine_effect) == (
        "challenge",
        "forbid",
    )
    assert {id for one in lesson["lesson"] for id in one["clauses"]} <= set(game.clauses)


def test_the_lessons_match_the_decisions_of_the_learner() -> None:
    position = begin()[1]
    asked = []
    while len(asked) < 5:
        keys = required(position)
        verbs = {one.key: one.actions[0].verb for one in engine.decisions(game, position)}
        if "0" in keys:
            asked.append(verbs["0"])
        _answer(position, int(keys[0]), verbs[keys[0]])
    assert asked == ["number", "votes", "bid", "place", "rule"]


def _answer(position: AnyPosition, seat: int, verb: str) -> None:
    """All give the adult answer, nobody is voted down, and the learner bids all her money and places the card."""
    state = position.state
    if verb == "number":
        told = do(position, seat, "number", n=1 + seat, choice=adult_choice(state))
    elif verb == "perform":
        told = do(position, seat, "perform", text="Head of Horizontal Affairs", choice=adult_choice(state))
    elif verb == "bid":
        told = do(position, seat, "bid", amount=state.players[seat].money)
    elif verb == "votes":
        told = do(position, seat, "votes", down=[])
    elif verb == "place":
        told = do(position, seat, "place", card=state.players[seat].hand[0], column="C")
    else:
        told = do(position, seat, "rule", choice=adult_choice(state), **({"order": [1, 2, 3]} if seat == 0 else {}))
    assert all(lines(told))
