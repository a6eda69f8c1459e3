"""Hiring managers and the nine abilities (HR-45 to HR-82)."""

from itertools import combinations

import pytest

from games.kernel import engine, legal_moves
from games.kernel.errors import IllegalMove
from games.kernel.position import AnyPosition
from games.kernel.types import Move
from games.titles.human_resources import game, geometry
from games.titles.human_resources.cards import CARDS
from games.titles.human_resources.tests.tables import A, B, drawn, lines, play, points, refusal, table, ways


def hireable(position: AnyPosition) -> set[str]:
    """The managers that the open decision offers."""
    (decision,) = engine.decisions(game, position)
    fields = [action.fields for action in decision.actions if action.verb == "hire"]
    return {str(option.value) for option in fields[0][0].options} if fields else set()


@pytest.mark.clause("HR-45")
def test_a_hired_manager_goes_on_top_of_the_discard_pile() -> None:
    position = table(("DL", "LD"), hand=("M8D", "M1D"), discard=("M2D",))
    events = play(position, A, "hire", card="M8D", a=[0, 0], b=[1, 0])
    assert position.state.discard == ["M2D", "M8D"] and "M8D" not in position.state.hands[A]
    assert lines(events)[0] == "A hires Swap: (0,0) and (1,0)."


@pytest.mark.clause("HR-46")
def test_a_manager_without_a_legal_way_can_only_be_placed() -> None:
    hand = tuple(f"M{number}D" for number in range(1, 10))
    position = table(("D",), hand=hand)
    assert hireable(position) == {"M1D", "M5D", "M9D"}
    position = table(("DD",), hand=("M3D", "M8D"))  # two cubicles can neither be pulled apart nor swapped
    assert hireable(position) == set() and ways(position, "M3D") == []
    (decision,) = engine.decisions(game, position)
    assert {move.args["card"] for move in legal_moves.moves(game, position, decision)} == {"M3D", "M8D"}
    assert hireable(table(hand=("M1D",))) == set()
    assert hireable(table(hand=("M5D",))) == set()
    assert hireable(table(hand=hand, theirs=("P01D",), discard=("M1L",))) == set(hand)


@pytest.mark.clause("HR-47")
def test_a_manager_being_carried_out_is_in_nobodys_hand() -> None:
    position = table(hand=("M1D", "M2D", "M3D"))
    play(position, A, "hire", card="M1D")
    for seat in (A, B, None):
        view = engine.view_for(game, position, seat)
        assert view.carrying == "M1D" and view.plays_left == 2 and view.discard == []
        assert view.seats[A].dark == 2
    assert engine.view_for(game, position, A).hand == ["M2D", "M3D"]


@pytest.mark.clause("HR-48", "HR-49")
def test_the_office_is_in_one_piece_before_and_after_but_may_split_in_between() -> None:
    position = table(("DLD",), hand=("M3D", "M7D", "M1D"))
    assert refusal(position, A, "hire", card="M7D", start=[1, 0], to=[3, 0]).startswith("HR-48")
    play(position, A, "hire", card="M7D", start=[0, 0], to=[1, 1])
    assert drawn(position) == ["LD", "D."]


@pytest.mark.clause("HR-50")
def test_the_last_cubicle_cannot_leave_but_can_be_exchanged() -> None:
    position = table(("D",), hand=("M5D", "P01L", "M4D", "M7D"))
    assert hireable(position) == {"M5D"}
    play(position, A, "hire", card="M5D", at=[0, 0], give="P01L")
    assert drawn(position) == ["L"]


@pytest.mark.clause("HR-51", "HR-74")
@pytest.mark.parametrize("card", ["M1D", "M2D", "M4D", "M6D", "M9D"])
def test_managers_that_do_not_change_the_arrangement_complete_nothing(card: str) -> None:
    position = table(
        ("DLLDL",),
        hand=(card, "P09D"),
        mine=("P01D",),
        theirs=("P02D",),
        discard=("M8L",),
        changed={(3, 0): 3},
        action=3,
    )
    args = {"M2D": {"take": "M8L"}, "M4D": {"at": [4, 0]}}.get(card, {})
    play(position, A, "hire", card=card, **args)
    assert points(position) == [0, 0] and len(position.state.in_play[A]) == 1


@pytest.mark.clause("HR-52", "HR-53", "HR-54")
def test_move_lists_exactly_the_legal_ways() -> None:
    for drawing in (("DL", "LD"), ("DDD", "L.L"), ("DDD", "L.L", "DDL"), ("D", "L", "D"), ("DL",)):
        position = table(drawing, hand=("M7D", "M1D"))
        assert _written(ways(position, "M7D")) == _all_moves_by_trial(position)
    assert len(ways(table(hand=("M7D",)), "M7D")) == 24


def _written(found: list[dict[str, object]]) -> set[tuple[object, object]]:
    written = {(way["from"], way["to"]) for way in found}
    assert len(written) == len(found)
    return written


def _all_moves_by_trial(position: AnyPosition) -> set[tuple[object, object]]:
    west, north, east, south = geometry.box(position.state.office)
    grid = [(x, y) for x in range(west - 2, east + 3) for y in range(north - 2, south + 3)]
    found: set[tuple[object, object]] = set()
    for start in grid:
        for to in grid:
            args = {"card": "M7D", "from": list(start), "to": list(to)}
            try:
                engine.check(game, position, A, Move("hire", args))
            except IllegalMove:
                continue
            found.add((f"{start[0]},{start[1]}", f"{to[0]},{to[1]}"))
    return found


@pytest.mark.clause("HR-55", "HR-56")
def test_swap_ways() -> None:
    assert len(ways(table(hand=("M8D",)), "M8D")) == 4
    position = table(("DDL", "L.L"), hand=("M8D", "M1D"))
    pairs = [(way["a"], way["b"]) for way in ways(position, "M8D")]
    assert pairs == [("0,0", "0,1"), ("1,0", "2,0")]
    _, move = engine.check(game, position, A, Move("hire", {"card": "M8D", "a": [0, 1], "b": [0, 0]}))
    assert (move.args["a"], move.args["b"]) == ("0,0", "0,1")  # the order makes no difference


@pytest.mark.clause("HR-57")
@pytest.mark.parametrize("mine", ["P02D", "P10L"])
def test_swap_completes_through_either_place(mine: str) -> None:
    position = table(("DDLD", "..DD"), hand=("M8D", "M1D"), mine=(mine,))
    play(position, A, "hire", card="M8D", a=[2, 1], b=[2, 0])
    assert points(position) == [CARDS[mine].points, 0]


@pytest.mark.clause("HR-58")
def test_draw() -> None:
    position = table(hand=("M9D", "M1D"), deck=("M2D", "M3L", "M4D"))
    events = play(position, A, "hire", card="M9D")
    assert position.state.hands[A] == ["M1D", "M2D", "M3L"]
    assert lines(events, B) == ["A hires Draw: one extra card.", "A draws a dark card.", "A draws a light card."]


@pytest.mark.clause("HR-59", "HR-61", "HR-62", "HR-63")
def test_play_two_scores_between_the_plays() -> None:
    position = table(("DLL.",), hand=("M1D", "P01D", "M2D", "M3L"), deck=("M4D", "M5D", "M6D"))
    assert lines(play(position, A, "hire", card="M1D")) == ["A hires Play Two: two plays."]
    assert position.step == "extra_play" and position.state.active == A
    (decision,) = engine.decisions(game, position)
    assert {action.verb for action in decision.actions} == {"place", "project"}
    events = play(position, A, "project", card="P01D")
    assert not [event for event in events if event.kind == "drew"]
    assert position.state.discard == [] or position.state.discard[-1] != "M1D"
    events = play(position, A, "place", card="M2D", at=[3, 0])  # completes the project played before
    assert points(position) == [2, 0]
    assert position.state.discard[-1] == "M1D" and position.state.hands[A] == ["M3L", "M4D"]
    assert position.state.active == B and position.state.action == 4


@pytest.mark.clause("HR-61")
def test_play_two_with_one_other_card() -> None:
    position = table(hand=("M1D", "M2D"))
    assert lines(play(position, A, "hire", card="M1D")) == ["A hires Play Two: one play."]
    play(position, A, "place", card="M2D", at=[2, 0])
    assert position.state.active == B and len(position.state.hands[A]) == 1


@pytest.mark.clause("HR-60")
def test_play_two_may_place_a_manager() -> None:
    position = table(hand=("M1D", "M2D", "M3D"))
    play(position, A, "hire", card="M1D")
    play(position, A, "place", card="M2D", at=[2, 0])
    assert drawn(position) == ["DLD", "LD."]


@pytest.mark.clause("HR-64", "HR-65")
def test_take() -> None:
    position = table(hand=("M2D", "M1D"), discard=("M3D", "P01L", "M4D"))
    assert [way["take"] for way in ways(position, "M2D")] == ["M3D", "P01L", "M4D"]
    events = play(position, A, "hire", card="M2D", take="P01L")
    assert position.state.discard == ["M3D", "M4D", "M2D"] and "P01L" in position.state.hands[A]
    assert lines(events, B)[0] == "A hires Take: takes Hallway light from the discard pile."


def _shifts_by_trial(position: AnyPosition) -> set[tuple[tuple[str, ...], str, int]]:
    cells = [list(geometry.xy(at)) for at in position.state.office]
    found = set()
    for size in (1, 2, 3):
        for group in combinations(cells, size):
            for direction in "NESW":
                for distance in range(1, 9):
                    args = {"card": "M3D", "cells": list(group), "dir": direction, "dist": distance}
                    try:
                        _, move = engine.check(game, position, A, Move("hire", args))
                    except IllegalMove:
                        continue
                    found.add((tuple(move.args["cells"]), direction, distance))
    return found


@pytest.mark.clause("HR-66", "HR-67", "HR-68", "HR-69", "HR-70", "HR-71")
@pytest.mark.parametrize(
    ("drawing", "count"),
    [
        (("DL", "LD"), 8),
        (("DLL.", "D...", "LDLD"), 9),
        (("DDD",), None),
        (("DLD", "L.L", "DLD"), None),
        (("DLDLD", "L..."), None),
    ],
)
def test_shift_lists_exactly_the_legal_ways(drawing: tuple[str, ...], count: int | None) -> None:
    position = table(drawing, hand=("M3D", "M1D"))
    found = [(tuple(way["cells"]), way["dir"], way["dist"]) for way in ways(position, "M3D")]
    assert len(set(found)) == len(found)
    assert set(found) == _shifts_by_trial(position)
    assert count is None or len(found) == count


@pytest.mark.clause("HR-49", "HR-69")
def test_shift_crosses_a_gap() -> None:
    """While it slides the cubicle touches nothing; only the final place counts."""
    position = table(("DLDLD", "L...D", "D...."), hand=("M3D", "M1D"))
    play(position, A, "hire", card="M3D", cells=[[0, 2]], dir="E", dist=4)
    assert drawn(position) == ["DLDLD", "L...D", "....D"]


@pytest.mark.clause("HR-66", "HR-71")
def test_the_order_of_a_group_does_not_matter() -> None:
    position = table(("DLL.", "D...", "LDLD"), hand=("M3D", "M1D"))
    args = {"card": "M3D", "cells": [[2, 0], [1, 0]], "dir": "S", "dist": 1}
    _, move = engine.check(game, position, A, Move("hire", args))
    assert move.args["cells"] == ["1,0", "2,0"]


@pytest.mark.clause("HR-70")
def test_the_whole_office_cannot_shift() -> None:
    position = table(("DLD",), hand=("M3D", "M1D"))
    assert all(len(way["cells"]) < 3 for way in ways(position, "M3D"))


@pytest.mark.clause("HR-72", "HR-73")
def test_remove() -> None:
    position = table(("DLD", "L.."), hand=("M4D", "M1D"), faces={(2, 0): "P05D"}, deck=("M2D", "M3D"))
    assert [way["at"] for way in ways(position, "M4D")] == ["2,0", "0,1"]
    before = repr(engine.decisions(game, position))
    assert "P05D" not in before  # the face is not shown before the choice
    events = play(position, A, "hire", card="M4D", at=[2, 0])
    assert position.state.hands[A] == ["M1D", "P05D", "M2D"]
    line = "A hires Remove: takes the dark cubicle at (2,0) into their hand."
    assert lines(events, B)[0] == line
    assert lines(events, A)[0] == f"{line[:-1]}: Boardroom dark."


@pytest.mark.clause("HR-75", "HR-76")
def test_exchange() -> None:
    position = table(hand=("M5D", "M1L", "Q1D"), faces={(0, 0): "P05D"}, deck=("M2D", "M3D"))
    assert len(ways(position, "M5D")) == 8  # four cubicles times two cards
    events = play(position, A, "hire", card="M5D", at=[0, 0], give="M1L")
    assert position.state.hands[A] == ["Q1D", "P05D", "M2D"]
    line = "A hires Exchange: the dark cubicle at (0,0) for a light card."
    assert lines(events, None)[0] == line
    assert lines(events, A)[0] == f"{line} Given: Play Two light. Taken: Boardroom dark."


@pytest.mark.clause("HR-78", "HR-79")
def test_pick_up_of_the_only_project_happens_at_once() -> None:
    position = table(hand=("M6D", "M1D"), theirs=("P02D",), rival=("M2D",))
    events = play(position, A, "hire", card="M6D")
    assert [event.kind for event in events] == ["hired", "picked_up", "drew"]
    assert lines(events)[:2] == ["A hires Pick Up: B must pick up a project.", "B picks up Corridor dark."]
    assert position.state.hands[B] == ["M2D", "P02D"] and position.step == "turn"


@pytest.mark.clause("HR-81")
def test_a_pending_pick_up_is_dropped_at_the_end() -> None:
    position = table(hand=("M6D", "M1D"), theirs=("P02D", "P01D"), deck=("M2D",))
    play(position, A, "hire", card="M6D")
    assert game.rules.result(position.state) is not None and engine.decisions(game, position) == []
    assert len(position.state.in_play[B]) == 2


@pytest.mark.clause("HR-82")
def test_a_project_picked_up_counts_as_new_when_it_is_played_again() -> None:
    position = table(("DLLD",), hand=("M6D", "M1D"), theirs=("P01D",), rival=("M2D",), changed={(3, 0): 2}, action=2)
    assert engine.view_for(game, position, None).seats[B].in_play[0].standing[0].reason == "rival"
    play(position, A, "hire", card="M6D")
    play(position, B, "project", card="P01D")
    panel = engine.view_for(game, position, None).seats[B].in_play[0]
    assert panel.since == 4 and panel.standing[0].reason == "old"
