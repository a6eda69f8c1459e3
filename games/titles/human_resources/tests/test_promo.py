"""The promo cards (HR-101 to HR-122)."""

import pytest

from games.kernel import engine, legal_moves
from games.titles.human_resources import game
from games.titles.human_resources.cards import CARDS, PROMO
from games.titles.human_resources.state import Options
from games.titles.human_resources.tests.tables import A, B, lines, play, points, refusal, table, ways


@pytest.mark.clause("HR-101")
def test_the_option_adds_eight_cards() -> None:
    assert Options.defaults(2, "live") == Options.defaults(2, "correspondence") == Options(promo=False)
    assert sorted(PROMO) == sorted(f"X{number}{colour}" for number in (1, 2, 3, 4) for colour in "DL")
    position, _ = engine.start(game, 2, {"promo": True}, "0" * 32)
    state = position.state
    assert len(state.deck) == 52 and 52 + 6 + len(state.office) == 62


@pytest.mark.clause("HR-102", "HR-106")
def test_crowdfunding_is_played_like_a_project() -> None:
    position = table(("DLL.",), hand=("X1D", "M1D", "M2D"), mine=("P01D",), promo=True)
    events = play(position, A, "project", card="X1D")
    assert lines(events)[0] == "A puts Crowdfunding dark (1) in play."
    panel = engine.view_for(game, position, None).seats[A].in_play[1]
    assert panel.status == "waits" and not panel.nearest and not panel.standing
    position.state.active = A
    play(position, A, "place", card="M1D", at=[3, 0])
    assert points(position) == [2, 0]  # no effect on its owner’s turn
    assert [project.card for project in position.state.in_play[A]] == ["X1D"]


@pytest.mark.clause("HR-102")
def test_crowdfunding_can_be_played_picked_up_and_taken() -> None:
    position = table(hand=("M1D", "X1D", "M2D"), promo=True)
    play(position, A, "hire", card="M1D")
    play(position, A, "project", card="X1D")
    assert [project.card for project in position.state.in_play[A]] == ["X1D"]
    position = table(hand=("M6D", "M2D"), theirs=("X1D",), promo=True)
    play(position, A, "hire", card="M6D")
    assert "X1D" in position.state.hands[B]
    position = table(hand=("X3D", "M2D"), theirs=("X1D",), promo=True)
    play(position, A, "hire", card="X3D", project="X1D")
    assert [project.card for project in position.state.in_play[A]] == ["X1D"]


@pytest.mark.clause("HR-104")
def test_each_crowdfunding_scores_one_project_highest_first() -> None:
    office = ("DDD.", "..L.")
    position = table(office, hand=("M1D", "M2D"), theirs=("P11D", "X1D", "P02D"), promo=True)
    events = play(position, A, "place", card="M1D", at=[3, 0])
    assert points(position) == [1, 4]
    assert [project.card for project in position.state.in_play[B]] == ["P11D"]
    assert lines(events)[2] == "B’s Help Desk dark is formed on A’s turn: it does not score."
    position = table(office, hand=("M1D", "M2D"), theirs=("X1L", "P11D", "X1D", "P02D"), promo=True)
    play(position, A, "place", card="M1D", at=[3, 0])
    assert points(position) == [2, 6] and position.state.scored[A] == ["X1L", "X1D"]  # oldest first
    assert position.state.scored[B] == ["P02D", "P11D"]


@pytest.mark.clause("HR-104")
def test_crowdfunding_scores_the_older_of_equal_projects() -> None:
    position = table(("DDD.", "..L.", "..L."), hand=("M1D", "M2D"), theirs=("P14D", "X1D", "P02D"), promo=True)
    play(position, A, "place", card="M1D", at=[3, 0])
    assert position.state.scored[B] == ["P14D"]


@pytest.mark.clause("HR-103", "HR-105")
def test_crowdfunding_needs_a_newly_formed_project() -> None:
    position = table(("DLLD",), hand=("M1D", "M2D"), theirs=("X1D", "P01D"), promo=True)
    play(position, A, "place", card="M1D", at=[4, 0])
    assert points(position) == [0, 0]


WAYS = (None, "X2D", "X2L")
SQUARE = {"drawing": ("LL.", "D.."), "mine": ("P10D",), "promo": True}


@pytest.mark.clause("HR-107", "HR-111")
def test_overtime_is_offered_only_to_its_owner_and_only_when_due() -> None:
    position = table(hand=("M1L", "M2L", "X2D"), **SQUARE)
    (decision,) = engine.decisions(game, position)
    due = [move.args for move in legal_moves.moves(game, position, decision) if move.args.get("overtime")]
    assert sorted((args["card"], args["at"]) for args in due) == [("M1L", "1,1"), ("M2L", "1,1")]
    step = game.rules.by_name["turn"]
    assert step.narrow(position.state, A, "place", {"card": "M1L", "at": "1,1"})["overtime"] == ["X2D"]
    assert step.narrow(position.state, A, "place", {"card": "M1L", "at": "2,0"})["overtime"] == []
    said = {
        card: step.narrow(position.state, A, "place", {"card": "M1L", "at": "1,1", "overtime": card}) for card in WAYS
    }
    assert said["X2D"]["preview"][-1] == "reveals Overtime: you take another turn"
    assert said[None]["preview"] == said["X2D"]["preview"][:-1] and "preview" not in said["X2L"]
    without = table(hand=("M1L", "M2L"), **SQUARE)
    (decision,) = engine.decisions(game, without)
    assert all(field.name != "overtime" for action in decision.actions for field in action.fields)


@pytest.mark.clause("HR-107")
def test_an_overtime_card_given_away_in_an_exchange_is_not_offered() -> None:
    position = table(("LL", "DD"), hand=("M5D", "X2L", "M1L"), mine=("P10D",), promo=True)
    (decision,) = engine.decisions(game, position)
    moves = [move.args for move in legal_moves.moves(game, position, decision) if move.verb == "hire"]
    assert {args["give"] for args in moves if args.get("overtime")} == {"M1L"}
    assert {"M1L", "X2L"} <= {args["give"] for args in moves}


@pytest.mark.clause("HR-108", "HR-110")
def test_each_extra_turn_needs_its_own_overtime() -> None:
    position = table(
        ("LL.", "D.."),
        hand=("M1L", "X2D", "X2L", "M1D", "M2D"),
        mine=("P10D", "P02L"),
        deck=("M3D", "M4D", "M5D", "M6D"),
        promo=True,
    )
    events = play(position, A, "place", card="M1L", at=[1, 1], overtime="X2D")
    assert lines(events)[2] == "A reveals Overtime and takes another turn."
    assert position.state.active == A and not position.state.has_completed
    refused = refusal(position, A, "place", card="M1D", at=[0, 2], overtime="X2L")
    assert refused.startswith("HR-107: Overtime can only be revealed")
    play(position, A, "place", card="M1D", at=[0, 2])
    assert position.state.active == B


@pytest.mark.clause("HR-109")
def test_no_extra_turn_after_the_final_card() -> None:
    position = table(hand=("M1L", "X2D", "M1D"), deck=("M3D",), **SQUARE)
    play(position, A, "place", card="M1L", at=[1, 1], overtime="X2D")
    assert game.rules.result(position.state) == [1, 2]


@pytest.mark.clause("HR-112")
def test_overtime_can_be_placed() -> None:
    position = table(hand=("X2D", "M1D"), **SQUARE)
    play(position, A, "place", card="X2D", at=[2, 0])
    assert "X2D" not in position.state.hands[A]


@pytest.mark.clause("HR-113")
def test_quotas_crowdfunding_and_rival_patterns_do_not_set_off_overtime() -> None:
    nothing = "HR-107: Overtime can only be revealed when you complete one of your projects."
    position = table(hand=("Q1D", "X2D", "M1D"), promo=True)
    assert refusal(position, A, "quota", card="Q1D", overtime="X2D") == nothing
    position = table(("DLL.",), hand=("M1D", "X2D"), theirs=("P01D", "X1L"), promo=True)
    assert refusal(position, A, "place", card="M1D", at=[3, 0], overtime="X2D") == nothing


@pytest.mark.clause("HR-110", "HR-111")
def test_overtime_with_a_manager_that_moves_cubicles() -> None:
    position = table(("DL", "LL"), hand=("M8D", "X2D", "M1D"), mine=("P10D",), promo=True)
    play(position, A, "hire", card="M8D", a=[0, 0], b=[1, 0], overtime="X2D")
    assert position.state.active == A and position.state.discard[-2:] == ["M8D", "X2D"]


@pytest.mark.clause("HR-114", "HR-116", "HR-117")
def test_the_taken_project_counts_as_put_in_play_now() -> None:
    position = table(("DLLD",), hand=("X3D", "M1D"), theirs=("P01D", "P02D"), changed={(3, 0): 4}, action=4, promo=True)
    assert [way["project"] for way in ways(position, "X3D")] == ["P01D", "P02D"]
    play(position, A, "hire", card="X3D", project="P01D")
    panel = engine.view_for(game, position, None).seats[A].in_play[0]
    assert panel.since == 5 and panel.standing[0].reason == "old"
    assert position.state.scored[B] == ["X3D"] and points(position) == [0, 3]


@pytest.mark.clause("HR-118", "HR-120")
def test_vp_of_operations_shows_four_cards_to_one_seat() -> None:
    deck = ("M1D", "M2L", "M3D", "M4L", "M5D", "M6D")
    position = table(hand=("X4D", "M9D"), rival=("M7D",), deck=deck, promo=True)
    assert lines(play(position, A, "hire", card="X4D"), B) == ["A hires VP of Operations."]
    (decision,) = engine.decisions(game, position)
    assert [option.value for option in decision.actions[0].fields[0].options] == list(deck[:4]) and decision.secret
    assert len(legal_moves.moves(game, position, decision)) == 24
    assert engine.view_for(game, position, B).known == engine.view_for(game, position, None).known == []
    events = play(position, A, "order", order=["M2L", "M4L", "M3D", "M1D"])
    line = "A looks at the top 4 cards and puts them back."
    assert lines(events, B)[0] == line
    assert lines(events, A)[0] == f"{line} Order: Take light, Remove light, Shift dark, Play Two dark."
    assert position.state.discard[-1] == "X4D" and engine.view_for(game, position, B).deck_top == "L"


@pytest.mark.clause("HR-118", "HR-120")
def test_a_new_order_by_the_other_player_ends_what_one_knows() -> None:
    deck = ("M1D", "M2L", "M3D", "M4L", "M5D", "M6D")
    position = table(hand=("X4D", "M9D"), rival=("X4L", "M7D"), deck=deck, promo=True)
    play(position, A, "hire", card="X4D")
    play(position, A, "order", order=["M1D", "M2L", "M3D", "M4L"])
    assert engine.view_for(game, position, A).known == ["M2L", "M3D", "M4L"]
    play(position, B, "hire", card="X4L")
    play(position, B, "order", order=["M3D", "M5D", "M4L", "M2L"])
    assert engine.view_for(game, position, A).known == []
    assert engine.view_for(game, position, B).known == ["M5D", "M4L", "M2L"]


@pytest.mark.clause("HR-118")
def test_vp_of_operations_looks_at_the_last_card_of_the_deck() -> None:
    position = table(hand=("X4D", "M9D"), rival=("M7D",), deck=("M1D",), promo=True)
    events = play(position, A, "hire", card="X4D")
    told = [line for line in lines(events, B) if "looks" in line]
    assert told == ["A looks at the top card and puts it back."]


@pytest.mark.clause("HR-118")
@pytest.mark.parametrize("left", [1, 2, 3])
def test_vp_of_operations_with_a_short_deck(left: int) -> None:
    position = table(hand=("X4D", "M9D"), deck=("M1D", "M2L", "M3D")[:left], promo=True)
    play(position, A, "hire", card="X4D")
    if left == 1:  # nothing to put in order: the final card is drawn at once
        assert game.rules.result(position.state) is not None
        return
    (decision,) = engine.decisions(game, position)
    assert len(legal_moves.moves(game, position, decision)) == [0, 0, 2, 6][left]


@pytest.mark.clause("HR-121")
def test_vps_are_managers_for_play_two() -> None:
    position = table(hand=("M1D", "X3D", "X4D"), theirs=("P01D",), promo=True)
    play(position, A, "hire", card="M1D")
    assert refusal(position, A, "hire", card="X3D", project="P01D").startswith("HR-60")
    play(position, A, "place", card="X3D", at=[2, 0])
    assert refusal(position, A, "hire", card="X4D").startswith("HR-60")


def test_what_the_promo_cards_say() -> None:
    assert all(CARDS[card].text and CARDS[card].is_promo for card in PROMO)
