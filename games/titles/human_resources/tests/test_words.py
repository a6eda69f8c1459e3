"""Log lines word for word (section "Log lines") and the one-line summary."""

import pytest

from games.kernel import engine
from games.kernel.types import Event
from games.titles.human_resources import game
from games.titles.human_resources.tests.tables import NAMES, A, B, play, table

LINES = [
    (Event("setup", "HR-16", {"seat": 0, "by_lot": False}), "A goes first (lower hand total)."),
    (Event("setup", "HR-17", {"seat": 1, "by_lot": True}), "B goes first (equal hand totals, drawn by lot)."),
    (Event("placed", "HR-28", {"seat": 0, "colour": "D", "at": [3, 0]}), "A placed a dark cubicle at (3,0)."),
    (Event("project", "HR-30", {"seat": 0, "card": "P02D"}), "A put Corridor dark (4) in play."),
    (
        Event(
            "completed",
            "HR-36",
            {"seat": 0, "card": "P02D", "points": 4, "places": [[0, 0], [1, 0], [2, 0], [3, 0]]},
        ),
        "A completed Corridor dark for 4 at (0,0) (1,0) (2,0) (3,0).",
    ),
    (
        Event("in_vain", "HR-37", {"seat": 0, "owner": 1, "card": "P11D"}),
        "B's Help Desk dark was formed on A's turn: it does not score.",
    ),
    (Event("quota", "HR-91", {"seat": 0, "card": "Q2D", "points": 4}), "A scored the quota Five Cards for 4."),
    (
        Event("hired", "HR-45", {"seat": 0, "ability": "move", "places": [[0, 0], [4, 0]]}),
        "A hired Move: (0,0) to (4,0).",
    ),
    (
        Event("hired", "HR-45", {"seat": 0, "ability": "swap", "places": [[2, 0], [2, 1]]}),
        "A hired Swap: (2,0) and (2,1).",
    ),
    (
        Event("hired", "HR-45", {"seat": 0, "ability": "shift", "places": [[1, 0], [2, 0]], "dir": "S", "dist": 1}),
        "A hired Shift: (1,0) (2,0) south by 1.",
    ),
    (
        Event("hired", "HR-45", {"seat": 0, "ability": "remove", "at": [3, 0], "colour": "D"}),
        "A hired Remove: took the dark cubicle at (3,0) into their hand.",
    ),
    (
        Event("hired", "HR-45", {"seat": 0, "ability": "exchange", "at": [2, 0], "colour": "D", "given_colour": "L"}),
        "A hired Exchange: the dark cubicle at (2,0) for a light card.",
    ),
    (
        Event("hired", "HR-45", {"seat": 0, "ability": "take", "card": "M8L"}),
        "A hired Take: took Swap light from the discard pile.",
    ),
    (Event("hired", "HR-45", {"seat": 0, "ability": "draw"}), "A hired Draw: one extra card."),
    (Event("drew", "HR-21", {"seat": 0, "colour": "L"}), "A drew a light card."),
    (Event("hired", "HR-45", {"seat": 0, "ability": "play_two", "plays": 2}), "A hired Play Two: two plays."),
    (
        Event("hired", "HR-45", {"seat": 0, "ability": "pickup", "owner": 1}),
        "A hired Pick Up: B must pick up a project.",
    ),
    (Event("picked_up", "HR-79", {"seat": 1, "card": "P01D"}), "B picked up Hallway dark."),
    (
        Event("crowdfunding", "HR-105", {"seat": 0, "owner": 1, "card": "P09D", "points": 4, "earned": 1}),
        "Crowdfunding: B scored Water Cooler dark for 4; A scored Crowdfunding for 1.",
    ),
    (Event("overtime", "HR-108", {"seat": 0}), "A revealed Overtime and takes another turn."),
    (
        Event("hired", "HR-45", {"seat": 0, "ability": "acquire", "owner": 1, "card": "P02D", "points": 3}),
        "A took Corridor dark from B; B scored VP of Acquisitions for 3.",
    ),
    (Event("looked", "HR-118", {"seat": 0, "count": 4}), "A looked at the top 4 cards and put them back."),
    (
        Event("end", "HR-93", {"seat": 0, "points": [21, 21], "winner": 1, "by": "highest"}),
        "A drew the final card: the game ends. A 21, B 21; B wins by the highest card.",
    ),
]


@pytest.mark.clause("HR-133")
@pytest.mark.parametrize(("event", "line"), LINES)
def test_log_lines(event: Event, line: str) -> None:
    assert game.table.story(event, NAMES) == line
    assert event.clause in game.clauses


def test_headlines() -> None:
    position = table(hand=("M1D", "M2D", "M3D"), scored=(("P05D",), ()), deck=("M4D", "M5D"))
    (decision,) = engine.decisions(game, position)
    own = game.table.headline(engine.view_for(game, position, A), decision, NAMES)
    assert own == "your turn, you 8, B 0, 2 cards left"
    assert game.table.headline(engine.view_for(game, position, B), None, NAMES) == "A's turn, A 8, B 0, 2 cards left"
    play(position, A, "hire", card="M1D")
    assert game.table.headline(engine.view_for(game, position, None), None, NAMES).startswith(
        "A plays cards for Play Two"
    )
    engine.drop(game, position, B, "resigned")
    assert game.table.headline(engine.view_for(game, position, B), None, NAMES) == "A 8, B 0: A wins"
