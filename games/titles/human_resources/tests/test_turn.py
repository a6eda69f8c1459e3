"""Turns, placing and projects (HR-18 to HR-44)."""

import pytest

from games.kernel import engine, legal_moves
from games.kernel.rng import Rng
from games.kernel.types import Move
from games.titles.human_resources import game
from games.titles.human_resources.cards import BASE
from games.titles.human_resources.tests.tables import A, B, drawn, lines, play, points, table


@pytest.mark.clause("HR-18", "HR-19", "HR-21")
def test_turns_alternate_and_end_with_a_draw() -> None:
    position = table(hand=("M1D", "P01D"), rival=("M2D",), deck=("M3D", "M4L", "M5D", "M6D"))
    events = play(position, A, "place", card="M1D", at=[2, 0])
    assert position.state.hands[A] == ["P01D", "M3D"] and position.state.active == B
    assert lines(events) == ["A places a dark cubicle at (2,0).", "A draws a dark card."]
    play(position, B, "place", card="M2D", at=[3, 0])
    assert position.state.hands[B] == ["M4L"] and position.state.active == A


@pytest.mark.clause("HR-21")
def test_hands_have_no_limit() -> None:
    position = table(hand=BASE[:15], rival=(BASE[40],))
    play(position, A, "place", card=BASE[0], at=[2, 0])
    assert len(position.state.hands[A]) == 15
    assert engine.view_for(game, position, B).seats[A].dark + engine.view_for(game, position, B).seats[A].light == 15


@pytest.mark.clause("HR-20", "HR-22", "HR-24")
def test_a_seat_can_always_place_any_card() -> None:
    for seed in range(6):
        position, _ = engine.start(game, 2, {"promo": True}, f"{seed:032x}")
        rng = Rng(f"{seed + 50:032x}")
        while asked := engine.decisions(game, position):
            (decision,) = asked
            if position.step in ("turn", "extra_play"):
                hand = position.state.hands[decision.seat]
                assert hand
                placeable = {
                    move.args["card"] for move in legal_moves.moves(game, position, decision) if move.verb == "place"
                }
                assert placeable == set(hand)
            move = legal_moves.random_move(game, position, decision, rng)
            engine.play(game, position, decision.seat, move)


@pytest.mark.clause("HR-24", "HR-28")
def test_any_kind_of_card_can_be_placed_face_down() -> None:
    for card in ("P05D", "M1D", "Q1D", "X1D", "X2D", "X3D"):
        position = table(hand=(card, "M2D"), promo=True)
        events = play(position, A, "place", card=card, at=[2, 0])
        assert drawn(position) == ["DLD", "LD."]
        for seat, face in ((A, card), (B, None), (None, None)):
            (cubicle,) = [one for one in engine.view_for(game, position, seat).office if (one.x, one.y) == (2, 0)]
            assert cubicle.card == face and cubicle.colour == "D" and cubicle.by == A
        assert lines(events, B)[0] == "A places a dark cubicle at (2,0)."
        assert card not in repr(engine.events_for(events, B, 0, False))


@pytest.mark.clause("HR-26", "HR-27")
def test_the_office_grows_in_all_directions() -> None:
    position = table(hand=("M1D", "M2D", "M3D"))
    play(position, A, "place", card="M1D", at=[-1, 0])
    position.state.active = A
    play(position, A, "place", card="M2D", at="-2,0")
    position.state.active = A
    play(position, A, "place", card="M3D", at=[-2, -1])
    view = engine.view_for(game, position, None)
    assert view.box == (-2, -1, 1, 1) and view.open[0] == (-2, -2)


@pytest.mark.clause("HR-30", "HR-31")
def test_any_number_of_projects_may_be_in_play() -> None:
    hand = ("P01D", "P02D", "P03D", "P04D")
    position = table(("DLLD",), hand=(*hand, "M1D"))
    for card in hand:
        play(position, A, "project", card=card)
        position.state.active = A
    assert [panel.card for panel in engine.view_for(game, position, B).seats[A].in_play] == list(hand)
    assert points(position) == [0, 0]  # the Hallway is there, but was formed earlier


@pytest.mark.clause("HR-32")
def test_blank_squares_and_neighbours_do_not_matter() -> None:
    for drawing in (("LD.", "D.D", "LDL"), ("LDL", "D.D", "DDD"), ("DDD", "D.D", "LDL", "D..")):
        position = table(drawing, hand=("M1L", "M1D"), mine=("P09D",))
        play(position, A, "place", card="M1L", at=[1, 1])
        assert points(position) == [4, 0]
    position = table(("LD.", "D.D", "LLD"), hand=("M1L", "M1D"), mine=("P09D",))
    play(position, A, "place", card="M1L", at=[1, 1])
    assert points(position) == [0, 0]  # one square has the wrong colour


@pytest.mark.clause("HR-33")
@pytest.mark.parametrize(
    ("drawing", "at"),
    [
        (("L..", "DD.", ".D."), [2, 2]),
        ((".DL", "DD.", "..."), [0, 2]),
        (("LD.", ".DD", "..."), [2, 2]),
        (("..L", ".DD", ".D."), [0, 2]),
    ],
)
def test_any_orientation_counts(drawing: tuple[str, ...], at: list[int]) -> None:
    """Staircase dark (L.. / DD. / .DL) in its four orientations."""
    position = table(drawing, hand=("M1L", "M1D"), mine=("P12D",))
    play(position, A, "place", card="M1L", at=at)
    assert points(position) == [3, 0]


@pytest.mark.clause("HR-34")
def test_a_pattern_turned_on_its_own_places_is_new() -> None:
    position = table(("DL", "LL"), hand=("M8D", "M1D"), mine=("P10D",))
    play(position, A, "hire", card="M8D", a=[0, 0], b=[1, 0])
    assert drawn(position) == ["LD", "LL"] and points(position) == [1, 0]


@pytest.mark.clause("HR-35")
@pytest.mark.parametrize(("dist", "scored"), [(1, 4), (2, 0)])
def test_places_passed_on_the_way_do_not_count(dist: int, scored: int) -> None:
    """Slide the dark cubicle onto the end of the row, or past it."""
    position = table(("..LD", "DDD.", "..L."), hand=("M3D", "M1D"), mine=("P02D",))
    play(position, A, "hire", card="M3D", cells=[[3, 0]], dir="S", dist=dist)
    assert points(position) == [scored, 0]


@pytest.mark.clause("HR-36", "HR-41", "HR-42")
def test_completion_is_automatic_and_open() -> None:
    position = table(("DLL.", "..DD"), hand=("M7D", "M1D"), mine=("P01D",))
    (decision,) = engine.decisions(game, position)
    assert {field.name for action in decision.actions for field in action.fields} == {"card", "at", "from", "to"}
    play(position, A, "hire", card="M7D", start=[2, 1], to=[3, 0])
    for seat in (A, B, None):
        view = engine.view_for(game, position, seat)
        assert view.seats[A].scored == ["P01D"] and view.seats[A].in_play == []


@pytest.mark.clause("HR-37")
def test_the_rival_cannot_score_in_my_turn() -> None:
    position = table(("DLL.",), hand=("M1D", "M2D"), theirs=("P01D",))
    events = play(position, A, "place", card="M1D", at=[3, 0])
    assert points(position) == [0, 0]
    assert [project.card for project in position.state.in_play[B]] == ["P01D"]
    assert [event.kind for event in events] == ["placed", "in_vain", "drew"]


@pytest.mark.clause("HR-38")
def test_a_pattern_of_the_rival_can_be_rebuilt() -> None:
    """B formed A's Hallway; A breaks it, and later builds it again on the same places."""
    position = table(("DLLD", "D..."), hand=("M8D", "M8L"), mine=("P01D",), changed={(3, 0): 3}, since=2, action=3)
    panel = engine.view_for(game, position, None).seats[A].in_play[0]
    assert panel.standing[0].reason == "rival" and panel.standing[0].formed == 3
    play(position, A, "hire", card="M8D", a=[0, 0], b=[1, 0])
    assert points(position) == [0, 0] and drawn(position) == ["LDLD", "D..."]
    play(position, B, "place", card=position.state.hands[B][0], at=[4, 0])
    play(position, A, "hire", card="M8L", a=[0, 0], b=[1, 0])
    assert points(position) == [2, 0]


@pytest.mark.clause("HR-39", "HR-43")
def test_the_same_cubicles_serve_several_projects() -> None:
    position = table(("DDD.", "..L."), hand=("M1D", "M2D"), mine=("P02D", "P11D"))
    play(position, A, "place", card="M1D", at=[3, 0])
    assert points(position) == [6, 0] and drawn(position) == ["DDDD", "..L."]
    assert position.state.scored[A] == ["P02D", "P11D"]


@pytest.mark.clause("HR-40")
def test_a_project_scores_once() -> None:
    position = table(("DDD.DDD", "LLLLLLL"), hand=("M1D", "M2D"), mine=("P02D",))
    events = play(position, A, "place", card="M1D", at=[3, 0])
    assert points(position) == [4, 0]
    assert lines(events)[1] == "A completes Corridor dark for 4 at (0,0) (1,0) (2,0) (3,0)."  # the first of four ways
    play(position, B, "place", card=position.state.hands[B][0], at=[0, -1])
    play(position, A, "place", card="M2D", at=[7, 0])
    assert points(position) == [4, 0]


@pytest.mark.clause("HR-44")
def test_only_colours_count() -> None:
    faces, by = {(0, 0): "P05D", (1, 0): "Q1L"}, {(0, 0): B, (1, 0): B, (2, 0): A}
    position = table(("DLL.",), hand=("Q1D", "M2D"), mine=("P01D",), faces=faces, by=by)
    play(position, A, "place", card="Q1D", at=[3, 0])
    assert points(position) == [2, 0]


@pytest.mark.clause("HR-100")
def test_a_match_is_short() -> None:
    for promo, most in ((False, 44), (True, 52)):
        for seed in range(25):
            position, _ = engine.start(game, 2, {"promo": promo}, f"{seed:032x}")
            rng = Rng(f"{seed + 9:032x}")
            while asked := engine.decisions(game, position):
                deck, turns = len(position.state.deck), position.state.turns
                move = legal_moves.random_move(game, position, asked[0], rng)
                engine.play(game, position, asked[0].seat, move)
                assert position.state.turns == turns or len(position.state.deck) < deck
            assert position.state.turns <= most


def test_short_forms_of_a_move_are_accepted() -> None:
    position = table(hand=("M1D", "M2D"))
    _, move = engine.check(game, position, A, Move("place", {"card": "M1D", "at": [2, 0]}))
    assert move == Move("place", {"card": "M1D", "at": "2,0"})
