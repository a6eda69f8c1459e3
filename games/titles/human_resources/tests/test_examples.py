"""The worked examples E1 to E17 of the rulebook."""

import pytest

from games.kernel import engine
from games.titles.human_resources import game, geometry, rules
from games.titles.human_resources.tests.tables import A, B, drawn, lines, play, points, refusal, table, ways


@pytest.mark.clause("HR-16")
def test_e1_the_lower_hand_total_goes_first() -> None:
    totals = [sum(rules.POINTS[card] for card in hand) for hand in (("P05D", "M7D", "Q1D"), ("P10L", "P02D", "M8L"))]
    assert totals == [11, 5]
    for seed in range(30):  # a real deal is decided by the same sum, which the log does not reveal
        position, events = engine.start(game, 2, {}, f"{seed:032x}")
        sums = [sum(rules.POINTS[card] for card in hand) for hand in position.state.hands]
        if sums[0] != sums[1]:
            first = sums.index(min(sums))
            assert position.state.active == first
            assert lines(events) == [f"{'AB'[first]} goes first (lower hand total)."]


@pytest.mark.clause("HR-29", "HR-34")
def test_e2_a_placement_completes() -> None:
    position = table(("DLL.", "L.D."), hand=("M1D", "M2D"), mine=("P01D",))
    events = play(position, A, "place", card="M1D", at=[3, 0])
    assert "A completes Hallway dark for 2 at (0,0) (1,0) (2,0) (3,0)." in lines(events)
    assert points(position) == [2, 0]


@pytest.mark.clause("HR-31", "HR-34")
def test_e3_a_standing_pattern_then_an_overlap() -> None:
    position = table(("LLLL", "D..D"), hand=("P02L", "M1L"), rival=("M2D", "M3D"))
    play(position, A, "project", card="P02L")
    assert points(position) == [0, 0]
    panel = engine.view_for(game, position, None).seats[A].in_play[0]
    assert [(one.places, one.reason) for one in panel.standing] == [(((0, 0), (1, 0), (2, 0), (3, 0)), "old")]
    play(position, B, "place", card="M2D", at=[0, 2])
    events = play(position, A, "place", card="M1L", at=[-1, 0])
    assert "A completes Corridor light for 4 at (-1,0) (0,0) (1,0) (2,0)." in lines(events)
    assert points(position) == [4, 0]


@pytest.mark.clause("HR-37", "HR-38")
def test_e4_formed_by_the_rival() -> None:
    position = table(("D.D", "LLL"), hand=("M1D",), rival=("M2D", "M3L"), theirs=("P11D",), active=B)
    events = play(position, B, "place", card="M1D", at=[1, 0])
    assert "A’s Help Desk dark is formed on B’s turn: it does not score." in lines(events)
    assert points(position) == [0, 0]
    events = play(position, A, "place", card="M2D", at=[3, 0])
    assert "A completes Help Desk dark for 2 at (1,0) (2,0) (3,0) (2,1)." in lines(events)
    assert points(position) == [2, 0]


@pytest.mark.clause("HR-54")
def test_e5_move_of_the_cubicle_that_holds_the_office_together() -> None:
    position = table(("DD", "L.", "DD"), hand=("M7D", "M1D"))
    listed = ways(position, "M7D")
    assert [way["to"] for way in listed if way["from"] == "0,1"] == ["1,1"]
    assert len(listed) == 19
    refused = refusal(position, A, "hire", card="M7D", start=[0, 1], to=[2, 0])
    assert refused == "HR-48: The office must stay one piece."
    play(position, A, "hire", card="M7D", start=[0, 1], to=[1, 1])
    assert drawn(position) == ["DD", ".L", "DD"]


@pytest.mark.clause("HR-66", "HR-67", "HR-68", "HR-69")
def test_e6_shift() -> None:
    position = table(("DLL.", "D...", "LDLD"), hand=("M3D", "M1D"), mine=("P10D",))
    shift = {"card": "M3D", "dist": 1}
    assert refusal(position, A, "hire", cells=[[1, 0], [2, 0]], dir="E", **shift).startswith("HR-48")
    blocked = refusal(position, A, "hire", card="M3D", cells=[[1, 0], [2, 0]], dir="S", dist=2)
    assert blocked == "HR-68: A shifted cubicle cannot pass through another one."
    assert refusal(position, A, "hire", cells=[[0, 0], [1, 0], [0, 1]], dir="E", **shift).startswith("HR-68")
    assert len(ways(position, "M3D")) == 9
    events = play(position, A, "hire", cells=[[1, 0], [2, 0]], dir="S", **shift)
    assert lines(events)[:2] == [
        "A hires Shift: (1,0) (2,0) south by 1.",
        "A completes Corner Desk dark for 1 at (1,1) (2,1) (1,2) (2,2).",
    ]
    assert points(position) == [1, 0]


@pytest.mark.clause("HR-77")
def test_e7_exchange() -> None:
    place = {"drawing": ("LLDL", "..D."), "hand": ("M5D", "M1L", "M1D"), "mine": ("P02L",), "faces": {(2, 0): "M8D"}}
    position = table(**place)
    play(position, A, "hire", card="M5D", at=[2, 0], give="M1L")
    assert points(position) == [4, 0] and "M8D" in position.state.hands[A]
    position = table(**place)
    play(position, A, "hire", card="M5D", at=[2, 0], give="M1D")
    assert points(position) == [0, 0] and "M8D" in position.state.hands[A]
    assert position.state.office[geometry.place(2, 0)].card == "M1D"


@pytest.mark.clause("HR-39", "HR-57")
def test_e8_two_projects_by_one_swap() -> None:
    position = table(("DDLD", "..DD"), hand=("M8D", "M1D"), mine=("P02D", "P10L"))
    play(position, A, "hire", card="M8D", a=[2, 0], b=[2, 1])
    assert points(position) == [5, 0]
    assert position.state.scored[A] == ["P02D", "P10L"]


@pytest.mark.clause("HR-92")
def test_e9_play_two_and_a_quota() -> None:
    position = table(hand=("M1D", "Q1L", "M4L", "P12L"))
    refused = refusal(position, A, "quota", card="Q1L")
    assert refused == "HR-88: You do not meet the condition of this quota (Three Light)."
    play(position, A, "hire", card="M1D")
    play(position, A, "quota", card="Q1L")
    assert points(position) == [3, 0]
    events = play(position, A, "project", card="P12L")
    assert [event.kind for event in events].count("drew") == 1 and position.state.active == B

    position = table(hand=("M1D", "Q1L", "M4L", "P12L"))
    play(position, A, "hire", card="M1D")
    play(position, A, "place", card="M4L", at=[2, 0])
    assert refusal(position, A, "quota", card="Q1L").startswith("HR-88")


@pytest.mark.clause("HR-79", "HR-80", "HR-81", "HR-82")
def test_e10_pick_up() -> None:
    position = table(("DLLD", "D..."), hand=("M6D",), rival=("M1D",), theirs=("P02D", "P01D"))
    play(position, A, "hire", card="M6D")
    assert position.state.active == B and position.step == "pickup"
    (decision,) = engine.decisions(game, position)
    assert decision.seat == B and decision.prompt == "Which project goes back to your hand?"
    events = play(position, B, "pickup", card="P01D")
    assert lines(events) == ["B picks up Hallway dark."]
    assert position.step == "turn" and position.state.active == B
    play(position, B, "project", card="P01D")  # its pattern is there, but was formed earlier
    assert points(position) == [0, 0]
    panel = engine.view_for(game, position, None).seats[B].in_play[-1]
    assert panel.status == "stands" and panel.standing[0].reason == "old"


@pytest.mark.clause("HR-58", "HR-93", "HR-94", "HR-97", "HR-98")
def test_e11_end_and_tie_break() -> None:
    scored = (("P07D", "P03D", "P02D", "P10D", "P08D"), ("P05D", "P04D", "P09D", "P01D", "P11D"))
    position = table(hand=("M9D",), rival=("M1D",), deck=("M2D", "M3D"), scored=scored)
    events = play(position, A, "hire", card="M9D")
    assert points(position) == [21, 21]
    assert game.rules.result(position.state) == [2, 1]
    end = "A draws the final card: the game ends. A 21, B 21; B wins by the highest card."
    assert lines(events)[-1].startswith(end)
    assert position.state.discard[-1] == "M9D"


@pytest.mark.clause("HR-103", "HR-104", "HR-105")
def test_e12_crowdfunding() -> None:
    position = table((".D.", "DL.", ".D."), hand=("M1D", "M2D"), theirs=("X1D", "P09D", "P01D"), promo=True)
    events = play(position, A, "place", card="M1D", at=[2, 1])
    assert "Crowdfunding: B scores Water Cooler dark for 4; A scores Crowdfunding for 1." in lines(events)
    assert points(position) == [1, 4]
    assert [project.card for project in position.state.in_play[B]] == ["P01D"]


@pytest.mark.clause("HR-107", "HR-108")
def test_e13_overtime() -> None:
    position = table(("LL.", "D.."), hand=("M1L", "M1D", "X2D"), rival=("M2D",), mine=("P10D",), promo=True)
    events = play(position, A, "place", card="M1L", at=[1, 1], overtime="X2D")
    assert points(position) == [1, 0] and position.state.discard[-1] == "X2D"
    assert position.state.active == A and [event.kind for event in events].count("drew") == 1
    play(position, A, "place", card="M1D", at=[0, 2])
    assert position.state.active == B and position.state.turns == 3


@pytest.mark.clause("HR-114", "HR-115", "HR-116", "HR-117")
def test_e14_vp_of_acquisitions() -> None:
    changed = {(3, 0): 5}
    position = table(
        ("DDDD",),
        hand=("X3D", "M1D"),
        rival=("M2D", "M3D"),
        theirs=("P02D",),
        changed=changed,
        since=2,
        action=6,
        promo=True,
    )
    events = play(position, A, "hire", card="X3D", project="P02D")
    assert lines(events)[0] == "A takes Corridor dark from B; B scores VP of Acquisitions for 3."
    assert points(position) == [0, 3] and "X3D" not in position.state.discard
    play(position, B, "place", card="M2D", at=[0, 1])
    play(position, A, "place", card="M1D", at=[4, 0])
    assert points(position) == [4, 3]


@pytest.mark.clause("HR-118", "HR-119", "HR-120")
def test_e15_vp_of_operations() -> None:
    a, b, c, d, e = "M1D", "M2L", "M3D", "M4L", "M5D"
    position = table(hand=("X4D", "M6D"), rival=("X4L", "M7D"), deck=(a, b, c, d, e, "M8D"), promo=True)
    play(position, A, "hire", card="X4D")
    assert engine.view_for(game, position, A).known == [a, b, c, d]
    play(position, A, "order", order=[d, b, a, c])
    assert position.state.hands[A][-1] == d
    assert engine.view_for(game, position, A).known == [b, a, c]
    play(position, B, "place", card="M7D", at=[2, 1])
    assert position.state.hands[B][-1] == b
    assert engine.view_for(game, position, A).known == [a, c]
    play(position, A, "place", card="M6D", at=[-1, 0])
    play(position, B, "hire", card="X4L")
    play(position, B, "order", order=[e, c, "M8D"])
    assert engine.view_for(game, position, A).known == []


@pytest.mark.clause("HR-34", "HR-35")
def test_e16_what_shift_does_not_change() -> None:
    position = table((".L..", "DLLD"), hand=("M3D", "M1D"), mine=("P01D",))
    play(position, A, "hire", card="M3D", cells=[[1, 0], [1, 1]], dir="S", dist=1)
    assert drawn(position) == ["DLLD", ".L.."]
    assert points(position) == [0, 0]
    panel = engine.view_for(game, position, None).seats[A].in_play[0]
    assert [(one.places, one.reason) for one in panel.standing] == [(((0, 1), (1, 1), (2, 1), (3, 1)), "old")]


@pytest.mark.clause("HR-77", "HR-130")
def test_e17_exchange_of_equal_colours_and_the_panel() -> None:
    position = table((".L..", "DLLD"), hand=("M3D", "M5D", "M4L"), rival=("M1D",), mine=("P01D",))
    play(position, A, "hire", card="M3D", cells=[[1, 0], [1, 1]], dir="S", dist=1)
    play(position, B, "place", card="M1D", at=[4, 1])
    play(position, A, "hire", card="M5D", at=[1, 1], give="M4L")
    assert points(position) == [0, 0]
    panel = engine.view_for(game, position, None).seats[A].in_play[0]
    assert panel.status == "stands" and panel.standing[0].reason == "old" and panel.standing[0].formed == 0
