"""The picture of an email: it shows what matters for the move, and only what its reader may know."""

from functools import partial
from typing import Any

from games.kernel import engine
from games.titles.human_resources import game
from games.titles.human_resources.mail_choices import best_places
from games.titles.human_resources.scene import table
from tests.mail_pictures import NAMES, parts_of, picture_of, told, words_of

_picture = partial(picture_of, game)


def _position() -> Any:
    return table(["DLL.", "L.D."], hand=["M1D", "P12L", "Q1L"], rival=["M2D", "M3L"], mine=["P01D"], theirs=["P11D"])


def test_the_picture_shows_the_office_and_free_places() -> None:
    position = _position()
    board = _picture(position)
    assert parts_of(board, "office")[0]["cubicles"].split() == ["0,0D", "1,0L", "2,0L", "0,1L", "2,1D"]
    free = {tuple(map(int, place.split(","))) for place in parts_of(board, "free")[0]["places"].split()}
    assert free == set(engine.view_for(game, position, 0).open)


def test_missing_cubicles_of_own_projects_are_marked_on_free_places() -> None:
    view = engine.view_for(game, _position(), 0)
    missing = {
        f"{one.x},{one.y}{one.colour}" for one in view.seats[0].in_play[0].nearest if (one.x, one.y) in view.open
    }
    assert missing and set(parts_of(_picture(_position()), "wanted")[0]["places"].split()) == missing


def test_the_places_of_the_choices_are_framed_and_numbered_like_these() -> None:
    position = table(["DLL"], hand=["M1D", "P12L", "Q1L"], mine=["P02D", "P03D"])
    [asked] = [one.decision for one in engine.open_decisions(game, position) if one.decision.seat == 0]
    view, board = engine.view_for(game, position, 0), _picture(position)
    assert game.mail.choices is not None
    offered = game.mail.choices(view, asked, list)[: len([*best_places(view, asked)])]
    named = [choice.move.args["at"] for choice in offered]
    assert len({*named}) == 3 and parts_of(board, "best")[0]["places"].split() == named
    assert [one["number"] for one in parts_of(board, "choice")] == ["1", "2", "3"]
    assert not parts_of(_picture(position, 1), "choice") and not parts_of(_picture(position, None), "choice")


def test_a_place_of_two_choices_has_both_numbers() -> None:
    board = _picture(table(["DL"], hand=["M1D", "Q1L"], mine=["P01D", "P03D"]))
    assert parts_of(board, "best")[0]["places"].split() == ["2,0", "1,-1"]
    assert [one["number"] for one in parts_of(board, "choice")] == ["1,3", "2"]


def test_the_picture_shows_own_cards_and_both_players_projects() -> None:
    board = _picture(_position())
    assert [one["card"] for one in parts_of(board, "card")] == ["M1D", "P12L", "Q1L"]
    assert [(one["seat"], one["card"]) for one in parts_of(board, "project")] == [("0", "P01D"), ("1", "P11D")]


def test_the_picture_counts_the_rivals_dark_and_light_cards() -> None:
    board = _picture(_position())
    assert "holds 1 dark, 1 light" in words_of(board)
    assert "M2D" not in board and "M3L" not in board


def test_free_places_are_shown_only_to_the_player_asked() -> None:
    assert not parts_of(_picture(_position(), 1), "free")


def test_every_one_of_many_projects_is_drawn() -> None:
    mine = ["P01D", "P02D", "P03D", "P04D"]
    board = _picture(table(hand=["M1D"], mine=mine))
    assert [one["card"] for one in parts_of(board, "project")] == mine


def test_the_picture_has_a_description_in_words() -> None:
    words = told(game, _position())
    assert "row 1: L at 0, D at 2" in words["Office, dark and light"]
    assert "1 dark and 1 light in hand" in words["Ben"] and "in play" in words["You"]


def test_the_text_of_an_email_has_the_office_as_a_plan_numbered_like_the_choices() -> None:
    position = _position()
    view = engine.view_for(game, position, 0)
    (fact,) = [fact for fact in engine.position_words(game, view, NAMES[:2], 0) if fact.plan]
    head, *rows = [line.ljust(4 * 7) for line in fact.plan.split("\n")]
    columns = head.split()
    for row in rows:
        y, signs = int(row[:4]), [row[at : at + 4].strip() for at in range(4, 4 + 4 * len(columns), 4)]
        for x, sign in zip(map(int, columns), signs, strict=True):
            built = [cell.colour for cell in view.office if (cell.x, cell.y) == (x, y)]
            assert sign == (built[0] if built else "." if (x, y) in view.open else ""), (x, y)
    [asked] = [one.decision for one in engine.open_decisions(game, position) if one.decision.seat == 0]
    for choice in best_places(view, asked):
        x, y = choice.move.args["at"].split(",")
        assert x in columns and y in {row.split()[0] for row in rows} and f"({x},{y})" in choice.label
