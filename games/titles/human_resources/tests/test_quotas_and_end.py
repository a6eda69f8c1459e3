"""Quotas and the end of the game (HR-83 to HR-99, HR-129)."""

import pytest

from games.kernel import engine
from games.titles.human_resources import game
from games.titles.human_resources.cards import CARDS
from games.titles.human_resources.tests.tables import A, B, lines, play, points, refusal, table

ONE, TWO = ("P01D",), ("P01D", "P01L")


@pytest.mark.clause("HR-83", "HR-84", "HR-85", "HR-86", "HR-87", "HR-88", "HR-89", "HR-90", "HR-91")
@pytest.mark.parametrize(
    ("card", "others", "scored", "is_met"),
    [
        ("Q1D", ("M1D", "M2D"), ((), ()), True),
        ("Q1D", ("M1D",), ((), ()), False),
        ("Q1D", ("M1D", "M2D", "M3L"), ((), ()), False),
        ("Q2D", ("M1D", "M2D", "M3L", "M4L"), ((), ()), True),
        ("Q2D", ("M1D", "M2D", "M3L"), ((), ()), False),
        ("Q3D", ("M1D",), (TWO, ("P02D",)), True),
        ("Q3D", ("M1D",), (ONE, ("P05D",)), False),
        ("Q1L", ("M1L", "M2L", "M3L"), ((), ()), True),
        ("Q1L", ("M1L",), ((), ()), False),
        ("Q1L", ("M1L", "M2L", "M1D"), ((), ()), False),
        ("Q2L", (), ((), ()), True),
        ("Q2L", ("M1D",), ((), ()), False),
        ("Q3L", ("M1D",), ((), ONE), True),
        ("Q3L", ("M1D",), (("Q1D",), ONE), False),
    ],
)
def test_quota_conditions_are_checked(
    card: str, others: tuple[str, ...], scored: tuple[tuple[str, ...], ...], is_met: bool
) -> None:
    position = table(hand=(card, *others), scored=(scored[0], scored[1]))
    (decision,) = engine.decisions(game, position)
    assert any(action.verb == "quota" for action in decision.actions) is is_met
    before = points(position)[A]
    if not is_met:
        assert refusal(position, A, "quota", card=card).startswith(CARDS[card].clause)
        return
    events = play(position, A, "quota", card=card)
    assert lines(events)[0] == f"A scores the quota {CARDS[card].name} for {CARDS[card].points}."
    assert points(position)[A] == before + CARDS[card].points
    assert position.state.scored[A][-1] == card


@pytest.mark.clause("HR-91")
def test_scored_quotas_count_as_scored_cards() -> None:
    position = table(hand=("Q3D", "M1D"), scored=(("Q1D", "Q2D"), ("P05D",)))
    play(position, A, "quota", card="Q3D")
    assert engine.view_for(game, position, B).seats[A].count == 3


@pytest.mark.clause("HR-92")
def test_the_condition_is_checked_when_the_quota_is_played() -> None:
    position = table(hand=("M1D", "M2D", "Q2L"))
    play(position, A, "hire", card="M1D")
    assert refusal(position, A, "quota", card="Q2L").startswith("HR-89")
    play(position, A, "place", card="M2D", at=[2, 0])
    play(position, A, "quota", card="Q2L")
    assert points(position) == [5, 0]


@pytest.mark.clause("HR-93", "HR-94")
def test_the_final_card_ends_the_game_at_once() -> None:
    position = table(("DLL.",), hand=("M1D", "M2D"), mine=("P01D",), deck=("M3D",))
    events = play(position, A, "place", card="M1D", at=[3, 0])
    assert [event.kind for event in events] == ["placed", "completed", "drew", "end"]
    assert game.rules.result(position.state) == [1, 2] and engine.decisions(game, position) == []
    position = table(hand=("M9D", "M2D"), deck=("M3D",))
    events = play(position, A, "hire", card="M9D")  # the extra card is the last one, so no other card is drawn
    assert [event.kind for event in events] == ["hired", "drew", "end"]
    assert position.state.discard[-1] == "M9D" and position.state.carrying == ""


@pytest.mark.clause("HR-94", "HR-110")
@pytest.mark.parametrize(("deck", "left"), [(1, 0), (2, 0), (3, 1)])
def test_a_move_that_draws_twice_stops_at_the_final_card(deck: int, left: int) -> None:
    """Draw takes one card, the end of the turn another."""
    position = table(hand=("M9D", "M2D"), deck=("M3D", "M4D", "M5D")[:deck])
    events = play(position, A, "hire", card="M9D")
    assert [event.kind for event in events].count("drew") == min(deck, 2)
    assert len(position.state.deck) == left and (game.rules.result(position.state) is None) == bool(left)
    assert position.state.hands[A] == ["M2D", "M3D", "M4D"][: 1 + deck]


@pytest.mark.clause("HR-97", "HR-98", "HR-99", "HR-11")
@pytest.mark.parametrize(
    ("scored", "ranks", "words"),
    [
        ((("P05D",), ("P07D",)), [1, 2], "A 8, B 7; A wins."),
        ((("P05D",), ("P04D", "Q1D")), [2, 1], "A 8, B 8; B wins by the number of scored cards."),
        ((("P03D", "P01D"), ("P02D", "P09D")), [1, 2], "A 8, B 8; A wins by the highest card."),
        ((("P02D", "P09D"), ("P02L", "P09L")), [1, 1], "A 8, B 8; the match is a draw."),
        (((), ()), [1, 1], "A 0, B 0; the match is a draw."),
    ],
)
def test_ranking(scored: tuple[tuple[str, ...], tuple[str, ...]], ranks: list[int], words: str) -> None:
    position = table(hand=("M1D", "M2D"), deck=("M3D",), scored=scored)
    events = play(position, A, "place", card="M1D", at=[2, 0])
    assert game.rules.result(position.state) == ranks
    assert lines(events)[-1].startswith(f"A draws the final card: the game ends. {words}")


@pytest.mark.clause("HR-129")
@pytest.mark.parametrize("leaver", [A, B])
@pytest.mark.parametrize(("reason", "words"), [("resigned", "resigns"), ("removed", "runs out of time")])
def test_a_seat_that_leaves_loses_whatever_the_score(leaver: int, reason: str, words: str) -> None:
    position = table(hand=("M1D", "M2D"), rival=("M3D",), scored=(("P05D",), ("P07D",)))
    outcome = engine.drop(game, position, leaver, reason)  # B leaves out of turn
    assert game.rules.result(position.state) == ([2, 1] if leaver == A else [1, 2])
    other = "AB"[1 - leaver]
    assert (
        lines(outcome.events)[0].startswith(f"{'AB'[leaver]} {words}") and f"{other} wins" in lines(outcome.events)[0]
    )
    view = engine.view_for(game, position, None)
    assert view.result is not None and view.result.by == reason and view.result.winner == 1 - leaver
    assert view.seats[A].hand == ["M1D", "M2D"] and view.deck


@pytest.mark.clause("HR-129")
def test_a_seat_may_leave_in_the_middle_of_play_two() -> None:
    position = table(hand=("M1D", "M2D", "M3D"))
    play(position, A, "hire", card="M1D")
    engine.drop(game, position, A, "resigned")
    game.rules.audit(position.state)
    assert game.rules.result(position.state) == [2, 1]
