"""Every refusal in the rulebook's section "Bad input", word for word, and the order of the checks."""

from typing import Any

import pytest

from games.kernel import engine
from games.kernel.errors import IllegalMove
from games.titles.human_resources import game
from games.titles.human_resources.tests.tables import A, B, play, refusal, table

FOUR = "HR-19: Choose one of the four actions: place a cubicle, play a project, hire a manager or play a quota."
WHOLE = "HR-132: A place is given as two whole numbers [x, y]."
PIECE = "HR-48: The office must stay one piece."
HAND = ("M1D", "M2D", "M3D", "M4D", "M5D", "M6D", "M7D", "M8D", "M9D", "P01D", "Q1D", "Q2L", "Q3D", "Q3L")


def busy(**more: Any) -> Any:
    return table(**{"drawing": ("DLL", "L..", "D.."), "hand": HAND, "rival": ("Q1L", "M9L")} | more)


@pytest.mark.clause("HR-93")
def test_nothing_is_accepted_after_the_end() -> None:
    position = table(hand=("M1D", "M2D"), deck=("M3D",))
    play(position, A, "place", card="M1D", at=[2, 0])
    assert refusal(position, B, "place", card="M2D", at=[2, 1]) == "HR-93: The game is over."
    assert refusal(position, A, "pass") == "HR-93: The game is over."


@pytest.mark.clause("HR-23")
def test_only_the_seat_on_turn_moves() -> None:
    assert refusal(busy(), B, "place", card="Q1L", at=[3, 0]) == "HR-23: It is not your turn."


@pytest.mark.clause("HR-19", "HR-20")
@pytest.mark.parametrize("verb", ["pass", "", "order", "pickup", "PLACE", "draw"])
def test_there_are_four_actions_and_passing_is_refused(verb: str) -> None:
    assert refusal(busy(), A, verb, card="M1D") == FOUR


@pytest.mark.clause("HR-19")
@pytest.mark.parametrize("card", ["Q1L", "M9L", "P09D", "nonsense", "", None, 3, True, ["M1D"], {"M1D": 1}])
@pytest.mark.parametrize("verb", ["place", "project", "quota", "hire"])
def test_the_card_must_be_in_the_hand(verb: str, card: Any) -> None:
    assert refusal(busy(), A, verb, card=card, at=[3, 0]) == "HR-19: That card is not in your hand."


ODD_PLACES = [None, 3, "3;0", "3", [3], [3, 0, 0], [3, 0.0], [True, 0], ["3", "0"], {"x": 3, "y": 0}, [None, 0], "٣,٠"]


@pytest.mark.clause("HR-132")
@pytest.mark.parametrize("at", ODD_PLACES)
def test_a_place_is_two_whole_numbers(at: Any) -> None:
    position = busy()
    assert refusal(position, A, "place", card="M1D", at=at) == WHOLE
    assert refusal(position, A, "hire", card="M7D", start=at, to=[3, 0]) == WHOLE
    assert refusal(position, A, "hire", card="M7D", start=[0, 0], to=at) == WHOLE
    assert refusal(position, A, "hire", card="M8D", a=at, b=[0, 0]) == WHOLE
    assert refusal(position, A, "hire", card="M8D", a=[0, 0], b=at) == WHOLE
    assert refusal(position, A, "hire", card="M3D", cells=[at], dir="N", dist=1) == WHOLE
    assert refusal(position, A, "hire", card="M4D", at=at) == WHOLE
    assert refusal(position, A, "hire", card="M5D", at=at, give="M1D") == WHOLE


@pytest.mark.clause("HR-25", "HR-26", "HR-27")
def test_place() -> None:
    position = busy()
    taken = "HR-25: That place is already taken by a cubicle."
    no_wall = "HR-26: A cubicle must share a wall with another cubicle."
    assert refusal(position, A, "place", card="M1D", at=[1, 0]) == taken
    for far in ([2, 2], [-1, -1], [5, 5], [10**9, 0], [0, -(10**30)], [511, 0], [-513, 0]):
        assert refusal(position, A, "place", card="M1D", at=far) == no_wall


@pytest.mark.clause("HR-30", "HR-112")
def test_only_projects_are_played_as_projects() -> None:
    position = table(hand=("M1D", "Q1D", "X2D", "X3D"), promo=True)
    for card in ("M1D", "Q1D", "X2D", "X3D"):
        refused = refusal(position, A, "project", card=card)
        assert refused == "HR-30: Only a project card can be played as a project."


@pytest.mark.clause("HR-83", "HR-112")
def test_only_quotas_are_played_as_quotas() -> None:
    position = table(hand=("M1D", "P01D", "X2D"), promo=True)
    for card in ("M1D", "P01D", "X2D"):
        assert refusal(position, A, "quota", card=card) == "HR-83: Only a quota card can be played as a quota."


@pytest.mark.clause("HR-85", "HR-86", "HR-87", "HR-88", "HR-89", "HR-90")
@pytest.mark.parametrize(
    ("card", "clause", "title"),
    [
        ("Q1D", "HR-85", "Three Dark"),
        ("Q2D", "HR-86", "Five Cards"),
        ("Q3D", "HR-87", "More Scored Cards"),
        ("Q1L", "HR-88", "Three Light"),
        ("Q2L", "HR-89", "Only This Card"),
        ("Q3L", "HR-90", "Fewer Scored Cards"),
    ],
)
def test_quota_conditions(card: str, clause: str, title: str) -> None:
    position = table(hand=(card, "M1D", "M1L"))
    said = refusal(position, A, "quota", card=card)
    assert said == f"{clause}: You do not meet the condition of this quota ({title})."


@pytest.mark.clause("HR-60", "HR-121")
def test_play_two_cannot_hire_a_manager() -> None:
    position = table(hand=("M1D", "M2D", "X3D", "P01D"), promo=True)
    play(position, A, "hire", card="M1D")
    expected = "HR-60: Play Two does not allow hiring a manager. You may place the manager card as a cubicle."
    for card in ("M2D", "X3D", "P01D"):  # refused before the card is checked
        assert refusal(position, A, "hire", card=card) == expected
    assert refusal(position, A, "hire", card="M1D") == "HR-19: That card is not in your hand."  # HR-47


@pytest.mark.clause("HR-45", "HR-112")
def test_only_managers_are_hired() -> None:
    position = table(hand=("P01D", "Q1D", "X1D", "X2D"), promo=True)
    for card in ("P01D", "Q1D", "X1D", "X2D"):
        assert refusal(position, A, "hire", card=card) == "HR-45: Only a manager card can be hired."


@pytest.mark.clause("HR-61")
def test_play_two_needs_another_card() -> None:
    assert refusal(table(hand=("M1D",)), A, "hire", card="M1D") == "HR-61: You have no other card to play."


@pytest.mark.clause("HR-46", "HR-64")
def test_take() -> None:
    position = table(hand=("M2D", "M1D"))
    assert refusal(position, A, "hire", card="M2D", take="M1D") == "HR-46: The discard pile is empty."
    position = table(hand=("M2D", "M1D"), discard=("M3D",))
    for card in ("M2D", "M1D", "P01D", None, 7, ["M3D"]):
        refused = refusal(position, A, "hire", card="M2D", take=card)
        assert refused == "HR-64: Choose a card that is in the discard pile."


@pytest.mark.clause("HR-48", "HR-50", "HR-52", "HR-53")
def test_move() -> None:
    position, move = busy(), {"verb": "hire", "card": "M7D"}
    assert refusal(position, A, **move, start=[1, 1], to=[1, 1]) == (
        "HR-52: There is no cubicle at the place you want to move from."
    )
    assert refusal(position, A, **move, start=[0, 0], to=[0, 0]) == "HR-53: The cubicle must go to another place."
    assert refusal(position, A, **move, start=[0, 0], to=[1, 0]) == "HR-52: The place you want to move to is taken."
    for start, to in (([0, 0], [3, 0]), ([2, 0], [5, 5]), ([2, 0], [3, 0]), ([2, 0], [10**12, 0])):
        assert refusal(position, A, **move, start=start, to=to) == PIECE
    alone = table(("D",), hand=("M7D",))
    assert refusal(alone, A, **move, start=[0, 0], to=[1, 0]) == "HR-50: The last cubicle cannot be moved."


@pytest.mark.clause("HR-55", "HR-56")
def test_swap() -> None:
    position, swap = busy(), {"verb": "hire", "card": "M8D"}
    for a, b in (([0, 0], [2, 0]), ([0, 0], [0, 0]), ([0, 0], [-1, 0]), ([1, 0], [0, 1]), ([9, 9], [9, 10])):
        assert refusal(position, A, **swap, a=a, b=b) == "HR-55: Swap needs two cubicles that share a wall."
    assert refusal(position, A, **swap, a=[1, 0], b=[2, 0]) == "HR-56: Swap needs one dark and one light cubicle."


@pytest.mark.clause("HR-48", "HR-66", "HR-67", "HR-68", "HR-70")
def test_shift() -> None:
    position = busy()

    def said(cells: Any, dir: Any = "N", dist: Any = 1, at: Any = position) -> str:
        return refusal(at, A, "hire", card="M3D", cells=cells, dir=dir, dist=dist)

    for cells in (None, [], "0,0", [[0, 0], [1, 0], [2, 0], [0, 1]], 3, {"0": [0, 0]}):
        assert said(cells) == "HR-66: Shift moves one, two or three cubicles."
    for cells in ([[1, 1]], [[0, 0], [0, 0]], [[0, 0], [9, 9]], [[10**9, 0]]):
        assert said(cells) == "HR-66: Every shifted place must hold a cubicle, each named once."
    assert said([[0, 0], [2, 0]]) == "HR-66: The shifted cubicles must be adjacent to each other."
    for dir in (None, "", "n", "NE", 1, ["N"]):
        assert said([[0, 0]], dir) == "HR-67: Shift goes straight north, east, south or west."
    for dist in (None, 0, -1, True, 1.0, "1", [1]):
        assert said([[0, 0]], "N", dist) == "HR-67: Shift at least one place."
    small = table(("DL",), hand=("M3D", "M1D"))
    assert said([[0, 0], [1, 0]], "N", 1, small) == "HR-70: At least one cubicle must stay where it is."
    assert said([[2, 0]], "W", 2) == "HR-68: A shifted cubicle cannot pass through another one."
    assert said([[0, 0], [0, 1]], "E") == "HR-68: A shifted cubicle cannot pass through another one."
    for dist in (1, 50, 10**9, 10**30):
        assert said([[2, 0]], "E", dist) == PIECE
    assert said([[0, 1]], "W", 1) == PIECE


@pytest.mark.clause("HR-50", "HR-72", "HR-73")
def test_remove() -> None:
    position, remove = busy(), {"verb": "hire", "card": "M4D"}
    assert refusal(position, A, **remove, at=[1, 1]) == "HR-72: There is no cubicle at that place."
    assert refusal(position, A, **remove, at=[0, 1]) == PIECE
    alone = table(("D",), hand=("M4D",))
    assert refusal(alone, A, **remove, at=[0, 0]) == "HR-50: The last cubicle cannot be removed."


@pytest.mark.clause("HR-75", "HR-76")
def test_exchange() -> None:
    position, exchange = busy(), {"verb": "hire", "card": "M5D"}
    alone = table(hand=("M5D",))
    assert refusal(alone, A, **exchange, at=[0, 0], give="M5D") == "HR-76: You have no other card to exchange."
    assert refusal(position, A, **exchange, at=[1, 1], give="M1D") == "HR-75: There is no cubicle at that place."
    for give in ("M5D", "Q1L", None, 5, ["M1D"]):
        refused = refusal(position, A, **exchange, at=[0, 0], give=give)
        assert refused == "HR-76: Exchange a different card from your hand."


@pytest.mark.clause("HR-78", "HR-79", "HR-80")
def test_pick_up() -> None:
    assert refusal(busy(), A, "hire", card="M6D") == "HR-80: The other player has no incomplete project."
    position = busy(theirs=("P02D", "P03D"), mine=("P04D",))
    play(position, A, "hire", card="M6D")
    first = "HR-79: First choose which of your incomplete projects goes back to your hand."
    for verb in ("place", "pass", "hire", "order"):
        assert refusal(position, B, verb, card="P02D", at=[3, 0]) == first
    for card in ("P04D", "Q1L", None, 1, ["P02D"]):
        assert refusal(position, B, "pickup", card=card) == "HR-78: Choose one of your own incomplete projects."


@pytest.mark.clause("HR-107", "HR-110", "HR-111")
def test_overtime() -> None:
    faces = {(1, 0): "X2L"}
    square = {"drawing": ("LL.", "D.."), "mine": ("P10D",), "promo": True, "faces": faces, "by": {(1, 0): A}}
    hand = ("M1L", "M1D", "M5D", "X2D", "X4D", "P01D", "M2D")
    position = table(hand=hand, discard=("M9D",), **square)
    not_held = "HR-107: You do not hold that Overtime card."
    leaves = "HR-107: That Overtime card leaves your hand in this very action."
    late = "HR-107: Overtime must be in your hand before the project is completed."
    nothing = "HR-107: Overtime can only be revealed when you complete one of your projects."
    last = "HR-111: Declare Overtime with the last play of your turn."
    for card in ("X2L", "M1D", "nonsense", "", 3, True, ["X2D"]):
        assert refusal(position, A, "place", card="M1L", at=[1, 1], overtime=card) == not_held
    assert refusal(position, A, "hire", card="M5D", at=[1, 0], give="M1L", overtime="X2L") == late
    assert refusal(position, A, "hire", card="M5D", at=[0, 0], give="M1L", overtime="X2L") == not_held
    assert refusal(position, A, "place", card="X2D", at=[1, 1], overtime="X2D") == leaves
    assert refusal(position, A, "hire", card="M5D", at=[1, 0], give="X2D", overtime="X2D") == leaves
    assert refusal(position, A, "hire", card="X4D", overtime="X2D") == last
    assert refusal(position, A, "place", card="M1L", at=[2, 0], overtime="X2D") == nothing
    assert refusal(position, A, "project", card="P01D", overtime="X2D") == nothing
    two = table(hand=("M1D", "M1L", "M2L", "X2D"), **square)
    assert refusal(two, A, "hire", card="M1D", overtime="X2D") == last
    play(two, A, "hire", card="M1D")
    assert refusal(two, A, "place", card="M1L", at=[1, 1], overtime="X2D") == last
    play(two, A, "place", card="M1L", at=[1, 1])
    play(two, A, "place", card="M2L", at=[2, 0], overtime="X2D")  # the first of the two plays completed it
    assert two.state.active == A and two.state.turns == 2


@pytest.mark.clause("HR-107")
def test_overtime_taken_from_the_discard_pile_is_too_late() -> None:
    position = table(hand=("M2D", "M1D"), discard=("X2D",), promo=True)
    refused = refusal(position, A, "hire", card="M2D", take="X2D", overtime="X2D")
    assert refused == "HR-107: Overtime must be in your hand before the project is completed."


@pytest.mark.clause("HR-107", "HR-123")
def test_refusing_overtime_does_not_reveal_a_face() -> None:
    said = set()
    for face in ("X2L", "M1L"):
        position = table(
            ("LL.", "D.."),
            hand=("M5D", "M2L"),
            faces={(1, 0): face},
            by={(1, 0): B},
            deck=("M3D", "X2L" if face == "M1L" else "M1L"),
            promo=True,
        )
        said.add(refusal(position, A, "hire", card="M5D", at=[1, 0], give="M2L", overtime="X2L"))
    assert said == {"HR-107: You do not hold that Overtime card."}


@pytest.mark.clause("HR-114", "HR-115")
def test_vp_of_acquisitions() -> None:
    position = table(hand=("X3D", "M1D"), mine=("P01D",), promo=True)
    refused = refusal(position, A, "hire", card="X3D", project="P01D")
    assert refused == "HR-115: The other player has no incomplete project."
    position = table(hand=("X3D", "M1D"), mine=("P01D",), theirs=("P02D",), promo=True)
    for card in ("P01D", "P03D", None, 1, ["P02D"]):
        refused = refusal(position, A, "hire", card="X3D", project=card)
        assert refused == "HR-114: Choose an incomplete project of the other player."


@pytest.mark.clause("HR-118")
def test_order() -> None:
    position = table(hand=("X4D", "M9D"), deck=("M1D", "M2D", "M3D", "M4D", "M5D"), promo=True)
    play(position, A, "hire", card="X4D")
    first = "HR-118: First put the cards you looked at back in an order."
    exact = "HR-118: Put back exactly the cards you looked at, each once."
    for verb in ("place", "pass", "hire", "pickup"):
        assert refusal(position, A, verb, card="M9D", at=[2, 0]) == first
    odd = (
        None,
        [],
        ["M1D"],
        ["M1D", "M2D", "M3D", "M5D"],
        ["M1D", "M1D", "M2D", "M3D"],
        [1, 2, 3, 4],
        "M1D",
        [["M1D"]],
    )
    for order in odd:
        assert refusal(position, A, "order", order=order) == exact


@pytest.mark.clause("HR-18")
@pytest.mark.parametrize("seats", [0, 1, 3, 8])
def test_a_match_has_exactly_two_seats(seats: int) -> None:
    with pytest.raises(IllegalMove) as refused:
        engine.start(game, seats, {}, "0" * 32)
    assert (refused.value.clause, refused.value.message) == ("HR-18", "This game is for exactly two players.")


def test_fields_that_do_not_belong_to_a_move_are_refused() -> None:
    position = busy()
    assert refusal(position, A, "hire", card="M9D", at=[0, 0]) == "PLAY-03: This card does not use the field at."
    refused = refusal(position, A, "place", card="M1D", at=[3, 0], nonsense=1)
    assert refused == "PLAY-03: This move has no field called nonsense."


def test_the_order_of_the_checks() -> None:
    position = busy()
    assert refusal(position, A, "pass", card="Q1L") == FOUR
    assert refusal(position, A, "place", card="Q1L", at="x") == "HR-19: That card is not in your hand."
    assert refusal(position, A, "hire", card="M3D", cells=[[0, 0], [2, 0]], dir="x", dist=0).startswith("HR-66")
    assert refusal(position, A, "hire", card="M3D", cells=[[0, 0]], dir="x", dist=0).startswith("HR-67: Shift goes")
    assert refusal(position, A, "hire", card="M7D", start=[1, 1], to=None).startswith("HR-52")
    assert refusal(position, A, "hire", card="M3D", cells=[[0, 1]], dir="N", dist=9).startswith("HR-68")
