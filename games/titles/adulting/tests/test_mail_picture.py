"""The picture in an email shows what its reader needs for the move, and nothing that only others may know."""

from functools import partial
from typing import Any

from msgspec.structs import replace

from games.kernel import engine, legal_moves
from games.titles.adulting import game
from games.titles.adulting.shown.scene import table
from games.titles.adulting.state import Bid
from tests.mail_pictures import NAMES, parts_of, picture_of, told, words_of

_picture = partial(picture_of, game)


def _position(**more: Any) -> Any:
    facts = {
        "money": [6, 1, 2, 3],
        "hands": {"1": ["rnk06", "cat04"]},
        "answers": "together",
        "sorting": "after",
        **more,
    }
    return table("rnk08", **facts)


def test_it_shows_the_card_and_its_words() -> None:
    position = _position()
    board = _picture(position, 1)
    assert parts_of(board, "card") == [{"part": "card", "job": "rank"}]
    prompt = engine.view_for(game, position, 1).card.prompt
    assert prompt.split()[0] in " ".join(words_of(board)) and told(game, position, 1)["Rank"] == prompt


def test_it_shows_all_money_and_scores_with_the_reader_first() -> None:
    seats = parts_of(_picture(_position(), 1), "seat")
    assert [(one["seat"], one["money"]) for one in seats] == [("1", "1"), ("2", "2"), ("3", "3"), ("0", "6")]


def test_it_shows_the_readers_cards() -> None:
    assert [one["card"] for one in parts_of(_picture(_position(), 1), "held")] == ["rnk06", "cat04"]
    assert not parts_of(_picture(_position(), None), "own")


def test_between_rounds_it_shows_who_deals_and_what_cards_gain() -> None:
    board = _picture(table(hands={"0": ["rnk06"]}, mantles={"0": {"H": ["cat17"]}}))
    assert "You deal" in words_of(board)
    assert any(words.startswith("+") for words in words_of(board))


def test_it_shows_answers_once_they_are_public() -> None:
    position = _position()
    _until(position, "votes")
    board = _picture(position, position.state.round.dealer)
    answers = engine.view_for(game, position, 0).answers
    assert answers and len(parts_of(board, "said")) == 1
    card, words = engine.view_for(game, position, 0).card, told(game, position)
    for one in [one for one in answers if one.choice is not None]:
        assert words[f"{'You' if one.seat == 0 else NAMES[one.seat]}, answer"].startswith(card.answers[one.choice])


def test_it_marks_who_is_asked_and_shows_who_voted_what() -> None:
    position = _position()
    _until(position, "votes")
    voter = next(one.decision.seat for one in engine.open_decisions(game, position) if not one.decision.optional)
    board = _picture(position, voter)
    asked = {int(one["seat"]) for one in parts_of(board, "seat") if one["asked"] == "True"}
    assert asked == set(engine.view_for(game, position, voter).main) and asked
    view = engine.view_for(game, position, 1)
    voted = [replace(one, down=[2, 3], stands=False, is_adult=True) for one in view.answers]
    assert game.mail.picture is not None
    shown = game.mail.picture(replace(view, answers=voted), None, NAMES[:4], 1)
    assert "(down: Cleo and Dan)" in " ".join(words_of(shown))


def test_it_shows_opened_bids_and_what_else_lies_before_players() -> None:
    view = engine.view_for(game, _position(), 1)
    players = [replace(one, overtime=one.seat == 3, set_aside=2 * (one.seat == 2)) for one in view.players]
    assert game.mail.picture is not None
    board = game.mail.picture(replace(view, players=players, bids={0: Bid(3)}, step="till"), None, NAMES[:4], 1)
    told = " ".join(words_of(board))
    assert "Cleo: 2 set aside" in told and "Dan: Overtime" in told and "Ann: bid 3" in told


def _until(position: Any, step: str) -> None:
    """Play default moves up to this step, but answer the sorting questions."""
    for _ in range(40):
        if position.step == step:
            return
        required = [d for d in engine.decisions(game, position) if not d.optional and d.key not in position.sealed]
        answering = [d for d in required if d.actions[0].verb == "answer"]
        decision = (answering or required)[0]
        move = legal_moves.moves(game, position, decision)[0] if answering else decision.default
        engine.play(game, position, decision.seat, move, position.id_of(decision))
    raise AssertionError(f"{step} does not come")


def test_markup_written_by_players_is_escaped() -> None:
    position = _position()
    board = game.mail.picture(engine.view_for(game, position, 1), None, ["<b>", "&amp;", '"', "Dan"], 1)  # type: ignore[misc]
    assert "<b>" in words_of(board) and "Dan" in words_of(board)


def test_an_example_of_the_manual_shows_no_fine_print_and_no_adult_answer() -> None:
    position = _position()
    view = engine.view_for(game, position, position.state.round.dealer)
    assert view.card.id and "Fine print" in told(game, position, view.me)
    shown = {fact.label for fact in game.table.position_words(view, NAMES, None)}
    assert not {"Fine print", "The adult answer"} & shown
    assert game.mail.picture is not None
    assert 'data-adult="None"' in game.mail.picture(view, None, NAMES, None)
