"""Log lines word for word (section "Log lines") and the one-line summary."""

import pytest

from games.kernel import engine
from games.kernel.position import AnyPosition
from games.kernel.types import Decision, Event
from games.kernel.words import read_by
from games.titles.human_resources import game
from games.titles.human_resources.tests.tables import NAMES, A, B, play, table

LINES = [
    (Event("setup", "HR-16", {"seat": 0, "by_lot": False}), "A goes first (lower hand total)."),
    (Event("setup", "HR-17", {"seat": 1, "by_lot": True}), "B goes first (equal hand totals, drawn by lot)."),
    (Event("placed", "HR-28", {"seat": 0, "colour": "D", "at": [3, 0]}), "A places a dark cubicle at (3,0)."),
    (Event("project", "HR-30", {"seat": 0, "card": "P02D"}), "A puts Corridor dark (4) in play."),
    (
        Event(
            "completed",
            "HR-36",
            {"seat": 0, "card": "P02D", "points": 4, "places": [[0, 0], [1, 0], [2, 0], [3, 0]]},
        ),
        "A completes Corridor dark for 4 at (0,0) (1,0) (2,0) (3,0).",
    ),
    (
        Event("in_vain", "HR-37", {"seat": 0, "owner": 1, "card": "P11D"}),
        "B’s Help Desk dark is formed on A’s turn: it does not score.",
    ),
    (Event("quota", "HR-91", {"seat": 0, "card": "Q2D", "points": 4}), "A scores the quota Five Cards for 4."),
    (
        Event("hired", "HR-45", {"seat": 0, "ability": "move", "places": [[0, 0], [4, 0]]}),
        "A hires Move: (0,0) to (4,0).",
    ),
    (
        Event("hired", "HR-45", {"seat": 0, "ability": "swap", "places": [[2, 0], [2, 1]]}),
        "A hires Swap: (2,0) and (2,1).",
    ),
    (
        Event("hired", "HR-45", {"seat": 0, "ability": "shift", "places": [[1, 0], [2, 0]], "dir": "S", "dist": 1}),
        "A hires Shift: (1,0) (2,0) south by 1.",
    ),
    (
        Event("hired", "HR-45", {"seat": 0, "ability": "remove", "at": [3, 0], "colour": "D"}),
        "A hires Remove: takes the dark cubicle at (3,0) into their hand.",
    ),
    (
        Event("hired", "HR-45", {"seat": 0, "ability": "exchange", "at": [2, 0], "colour": "D", "given_colour": "L"}),
        "A hires Exchange: the dark cubicle at (2,0) for a light card.",
    ),
    (
        Event("hired", "HR-45", {"seat": 0, "ability": "take", "card": "M8L"}),
        "A hires Take: takes Swap light from the discard pile.",
    ),
    (Event("hired", "HR-45", {"seat": 0, "ability": "draw"}), "A hires Draw: one extra card."),
    (Event("drew", "HR-21", {"seat": 0, "colour": "L"}), "A draws a light card."),
    (Event("hired", "HR-45", {"seat": 0, "ability": "play_two", "plays": 2}), "A hires Play Two: two plays."),
    (
        Event("hired", "HR-45", {"seat": 0, "ability": "pickup", "owner": 1}),
        "A hires Pick Up: B must pick up a project.",
    ),
    (Event("picked_up", "HR-79", {"seat": 1, "card": "P01D"}), "B picks up Hallway dark."),
    (
        Event("crowdfunding", "HR-105", {"seat": 0, "owner": 1, "card": "P09D", "points": 4, "earned": 1}),
        "Crowdfunding: B scores Water Cooler dark for 4; A scores Crowdfunding for 1.",
    ),
    (Event("overtime", "HR-108", {"seat": 0}), "A reveals Overtime and takes another turn."),
    (
        Event("hired", "HR-45", {"seat": 0, "ability": "acquire", "owner": 1, "card": "P02D", "points": 3}),
        "A takes Corridor dark from B; B scores VP of Acquisitions for 3.",
    ),
    (Event("looked", "HR-118", {"seat": 0, "count": 4}), "A looks at the top 4 cards and puts them back."),
    (
        Event("end", "HR-93", {"seat": 0, "points": [21, 21], "winner": 1, "by": "highest"}),
        "A draws the final card: the game ends. A 21, B 21; B wins by the highest card.",
    ),
]


@pytest.mark.clause("HR-133")
@pytest.mark.parametrize(("event", "line"), LINES)
def test_log_lines(event: Event, line: str) -> None:
    assert read_by(game.table.story(event, NAMES), None) == line
    assert event.clause in game.clauses


def headline(position: AnyPosition, seat: int | None, decision: Decision | None = None) -> str:
    return read_by(game.table.headline(engine.view_for(game, position, seat), decision, NAMES), seat)


def test_headlines() -> None:
    position = table(hand=("M1D", "M2D", "M3D"), scored=(("P05D",), ()), deck=("M4D", "M5D"))
    (decision,) = engine.decisions(game, position)
    assert headline(position, A, decision) == "your turn, you 8, B 0, 2 cards left"
    assert headline(position, B) == "A’s turn, A 8, you 0, 2 cards left"
    play(position, A, "hire", card="M1D")
    assert headline(position, None).startswith("A plays cards for Play Two")
    engine.drop(game, position, B, "resigned")
    assert headline(position, A) == "you 8, B 0: you win"
    assert headline(position, None) == "A 8, B 0: A wins"


def test_the_end_is_told_to_each_player() -> None:
    end = Event("end", "HR-93", {"seat": 0, "points": [21, 28], "winner": 1, "by": "points"})
    assert [read_by(game.table.story(end, NAMES), seat) for seat in (A, B)] == [
        "You draw the final card: the game ends. You 21, B 28; B wins.",
        "A draws the final card: the game ends. A 21, you 28; you win.",
    ]
