"""The rulebook's table of bad input as data: the position, the move sent and the refusal."""

from dataclasses import dataclass, field
from typing import Any

A, B = 0, 1
HAND = ("M1D", "M2D", "M3D", "M4D", "M5D", "M6D", "M7D", "M8D", "M9D", "P01D", "Q1D", "Q2L", "Q3D", "Q3L")
BUSY = {"drawing": ("DLL", "L..", "D.."), "hand": HAND, "rival": ("Q1L", "M9L")}
OVERTIME = {
    "drawing": ("LL.", "D.."),
    "mine": ("P10D",),
    "promo": True,
    "faces": {(1, 0): "X2L"},
    "by": {(1, 0): A},
    "hand": ("M1L", "M1D", "M5D", "X2D", "X4D", "P01D", "M2D"),
    "discard": ("M9D",),
}
TWO = {"hand": ("M1D", "M2D", "P01D"), "rival": ("Q1L",)}
OWED = {"hand": ("M6D",), "theirs": ("P02D", "P03D"), "mine": ("P04D",)}
LOOKS = {"hand": ("X4D", "M9D"), "deck": ("M1D", "M2D", "M3D", "M4D", "M5D"), "promo": True}
PIECE = "HR-48: The office must stay one piece."
WHOLE = "HR-132: A place is given as two whole numbers [x, y]."
FOUR = "HR-19: Choose one of the four actions: place a cubicle, play a project, hire a manager or play a quota."
NOT_HELD = "HR-107: You do not hold that Overtime card."
LATE = "HR-107: Overtime must be in your hand before the project is completed."
LEAVES = "HR-107: That Overtime card leaves your hand in this very action."
NOTHING = "HR-107: Overtime can only be revealed when you complete one of your projects."
LAST = "HR-111: Declare Overtime with the last play of your turn."


@dataclass(frozen=True)
class Row:
    """`move` is refused with `said` in the position table(**facts) after `before`."""

    said: str
    move: dict[str, Any]
    facts: dict[str, Any] = field(default_factory=lambda: BUSY)
    before: tuple[dict[str, Any], ...] = ()

    @property
    def clause(self) -> str:
        return self.said.partition(": ")[0]

    @property
    def sentence(self) -> str:
        return self.said.partition(": ")[2]


def place(card: str, at: Any, **more: Any) -> dict[str, Any]:
    return {"type": "place", "card": card, "at": at} | more


def hire(card: str, **more: Any) -> dict[str, Any]:
    return {"type": "hire", "card": card} | more


def shift(cells: Any, dir: str = "N", dist: Any = 1) -> dict[str, Any]:
    return hire("M3D", cells=cells, dir=dir, dist=dist)


def move(start: Any, to: Any) -> dict[str, Any]:
    return hire("M7D", to=to) | {"from": start}


def quota(card: str, clause: str, title: str) -> Row:
    facts = {"hand": (card, "M1D", "M1L")}
    said = f"{clause}: You do not meet the condition of this quota ({title})."
    return Row(said, {"type": "quota", "card": card}, facts)


ROWS = (
    Row(FOUR, {"type": "pass"}),
    Row(FOUR, {"type": "fly", "card": "M1D"}),
    Row("HR-19: That card is not in your hand.", place("P09D", [3, 0])),
    Row("HR-19: That card is not in your hand.", place("Q1L", [3, 0])),
    Row("HR-19: That card is not in your hand.", hire("nonsense")),
    Row(WHOLE, place("M1D", "3;0")),
    Row(WHOLE, place("M1D", [3])),
    Row(WHOLE, hire("M4D", at=[1, 2, 3])),
    Row("HR-25: That place is already taken by a cubicle.", place("M1D", [1, 0])),
    Row("HR-26: A cubicle must share a wall with another cubicle.", place("M1D", [-1, -1])),
    Row("HR-30: Only a project card can be played as a project.", {"type": "project", "card": "M1D"}),
    Row("HR-83: Only a quota card can be played as a quota.", {"type": "quota", "card": "P01D"}),
    quota("Q1D", "HR-85", "Three Dark"),
    quota("Q2D", "HR-86", "Five Cards"),
    quota("Q3D", "HR-87", "More Scored Cards"),
    quota("Q1L", "HR-88", "Three Light"),
    quota("Q2L", "HR-89", "Only This Card"),
    quota("Q3L", "HR-90", "Fewer Scored Cards"),
    Row(
        "HR-60: Play Two does not allow hiring a manager. You may place the manager card as a cubicle.",
        hire("M2D"),
        TWO,
        (hire("M1D"),),
    ),
    Row("HR-45: Only a manager card can be hired.", hire("P01D")),
    Row("HR-61: You have no other card to play.", hire("M1D"), {"hand": ("M1D",)}),
    Row("HR-46: The discard pile is empty.", hire("M2D", take="M1D"), {"hand": ("M2D", "M1D")}),
    Row(
        "HR-64: Choose a card that is in the discard pile.",
        hire("M2D", take="P01D"),
        {"hand": ("M2D", "M1D"), "discard": ("M3D",)},
    ),
    Row("HR-52: There is no cubicle at the place you want to move from.", move([1, 1], [3, 0])),
    Row("HR-53: The cubicle must go to another place.", move([0, 0], [0, 0])),
    Row("HR-52: The place you want to move to is taken.", move([0, 0], [1, 0])),
    Row("HR-50: The last cubicle cannot be moved.", move([0, 0], [1, 0]), {"drawing": ("D",), "hand": ("M7D",)}),
    Row(PIECE, move([0, 0], [3, 0])),
    Row(PIECE, shift([[0, 1]], "W")),
    Row(PIECE, hire("M4D", at=[0, 1])),
    Row("HR-55: Swap needs two cubicles that share a wall.", hire("M8D", a=[0, 0], b=[2, 0])),
    Row("HR-55: Swap needs two cubicles that share a wall.", hire("M8D", a=[0, 0], b=[-1, 0])),
    Row("HR-56: Swap needs one dark and one light cubicle.", hire("M8D", a=[1, 0], b=[2, 0])),
    Row("HR-66: Shift moves one, two or three cubicles.", shift([[0, 0], [1, 0], [2, 0], [0, 1]])),
    Row("HR-66: Shift moves one, two or three cubicles.", shift(None)),
    Row("HR-66: Every shifted place must hold a cubicle, each named once.", shift([[1, 1]])),
    Row("HR-66: Every shifted place must hold a cubicle, each named once.", shift([[0, 0], [0, 0]])),
    Row("HR-66: The shifted cubicles must be adjacent to each other.", shift([[0, 0], [2, 0]])),
    Row("HR-67: Shift goes straight north, east, south or west.", shift([[0, 0]], "NE")),
    Row("HR-67: Shift at least one place.", shift([[0, 0]], "N", 0)),
    Row("HR-68: A shifted cubicle cannot pass through another one.", shift([[2, 0]], "W", 2)),
    Row(
        "HR-70: At least one cubicle must stay where it is.",
        shift([[0, 0], [1, 0], [0, 1]]),
        {"drawing": ("DL", "D."), "hand": ("M3D", "M1D")},
    ),
    Row("HR-72: There is no cubicle at that place.", hire("M4D", at=[1, 1])),
    Row("HR-50: The last cubicle cannot be removed.", hire("M4D", at=[0, 0]), {"drawing": ("D",), "hand": ("M4D",)}),
    Row("HR-76: You have no other card to exchange.", hire("M5D", at=[0, 0], give="M5D"), {"hand": ("M5D",)}),
    Row("HR-75: There is no cubicle at that place.", hire("M5D", at=[1, 1], give="M1D")),
    Row("HR-76: Exchange a different card from your hand.", hire("M5D", at=[0, 0], give="Q1L")),
    Row("HR-76: Exchange a different card from your hand.", hire("M5D", at=[0, 0], give="M5D")),
    Row("HR-80: The other player has no incomplete project.", hire("M6D")),
    Row(
        "HR-79: First choose which of your incomplete projects goes back to your hand.",
        place("M1L", [2, 0]),
        OWED,
        (hire("M6D"),),
    ),
    Row("HR-78: Choose one of your own incomplete projects.", {"type": "pickup", "card": "P04D"}, OWED, (hire("M6D"),)),
    Row(NOT_HELD, place("M1L", [1, 1], overtime="X2L"), OVERTIME),
    Row(LATE, hire("M5D", at=[1, 0], give="M1L", overtime="X2L"), OVERTIME),
    Row(LEAVES, place("X2D", [1, 1], overtime="X2D"), OVERTIME),
    Row(LEAVES, hire("M5D", at=[1, 0], give="X2D", overtime="X2D"), OVERTIME),
    Row(LAST, hire("X4D", overtime="X2D"), OVERTIME),
    Row(LAST, hire("M1D", overtime="X2D"), OVERTIME),
    Row(LAST, place("M1L", [1, 1], overtime="X2D"), OVERTIME, (hire("M1D"),)),
    Row(NOTHING, place("M1L", [2, 0], overtime="X2D"), OVERTIME),
    Row(
        "HR-115: The other player has no incomplete project.",
        hire("X3D", project="P01D"),
        {"hand": ("X3D", "M1D"), "mine": ("P01D",), "promo": True},
    ),
    Row(
        "HR-114: Choose an incomplete project of the other player.",
        hire("X3D", project="P01D"),
        {"hand": ("X3D", "M1D"), "mine": ("P01D",), "theirs": ("P02D",), "promo": True},
    ),
    Row("HR-118: First put the cards you looked at back in an order.", place("M9D", [2, 0]), LOOKS, (hire("X4D"),)),
    Row(
        "HR-118: Put back exactly the cards you looked at, each once.",
        {"type": "order", "order": ["M1D", "M1D", "M2D", "M3D"]},
        LOOKS,
        (hire("X4D"),),
    ),
    Row(
        "HR-118: Put back exactly the cards you looked at, each once.",
        {"type": "order", "order": ["M1D", "M2D", "M3D", "M5D"]},
        LOOKS,
        (hire("X4D"),),
    ),
)
