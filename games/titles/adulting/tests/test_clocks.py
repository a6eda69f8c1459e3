"""The time limits that the rules set: each row of the table for live play, and none by correspondence."""

from typing import Any

import pytest

from games.kernel import engine
from games.kernel.position import AnyPosition
from games.titles.adulting import game
from games.titles.adulting.tests.tables import do, numbers, table, up_to_votes, vote_all

RICH = (5, 5, 5, 5)
LIVE: dict[str, Any] = {"pace": "live", "money": RICH}


def limits(position: AnyPosition) -> set[int]:
    """The clocks of the stage itself."""
    return {one.clock.limit for one in engine.decisions(game, position) if not one.matter}


def ruled(card: str, *given: int, **more: Any) -> AnyPosition:
    """The answers of a round, after these numbers and a ruling that follows the marks."""
    position = table(card, **{**LIVE, **more})
    numbers(position, *given)
    do(position, position.state.dealer, "rule")
    return position


def scoring() -> AnyPosition:
    return table(hands={0: ["cat02"]}, **LIVE)


def votes() -> AnyPosition:
    position = ruled("rnk02", 1, 2, 3)
    up_to_votes(position, (1, 2))
    return position


def bids() -> AnyPosition:
    position = votes()
    vote_all(position)
    return position


def till() -> AnyPosition:
    position = ruled("rnk02", 1, 2, 3, bank="open")
    up_to_votes(position, (1, 2))
    vote_all(position)
    return position


def ruling() -> AnyPosition:
    position = table("rnk02", **LIVE)
    numbers(position, 1, 2, 3)
    return position


STAGES = [
    ("naming", lambda: table("cat01", **LIVE), 45),
    ("list", lambda: table("cat01", category="lists", **LIVE), 45),
    ("number", lambda: table("rnk02", **LIVE), 45),
    ("perform", lambda: table("chl01", **LIVE), 150),
    ("ruling", ruling, 90),
    ("answer", lambda: ruled("rnk02", 1, 2, 3), 45),
    ("votes", votes, 45),
    ("bids", bids, 45),
    ("till", till, 45),
    ("scoring", scoring, 45),
]


@pytest.mark.clause("AD-69", "AD-189", "AD-48")
@pytest.mark.parametrize(("step", "position", "seconds"), STAGES, ids=[stage[0] for stage in STAGES])
def test_each_stage_has_its_live_time_limit(step: str, position: Any, seconds: int) -> None:
    found = position()
    assert (found.step, limits(found)) == (step, {seconds})


@pytest.mark.clause("AD-150", "AD-156", "AD-159")
def test_time_limits_of_cases_live_and_by_correspondence() -> None:
    for pace, reply, jury in (("live", 90, 30), ("correspondence", 0, 0)):
        position = table("rnk02", pace=pace, money=RICH, answers="together", sorting="after")
        do(position, 3, "sue", defendant=1, ground="libel", price=2)
        found = {
            one.key: (one.clock.pace, one.clock.limit)
            for one in engine.decisions(game, position)
            if (one.matter, one.case) == ("case", 1)
        }
        assert found == {"0.case1": ("court", reply), "1.case1": ("court", reply)}
        extra = {one.clock.extra for one in engine.decisions(game, position) if not one.matter}
        assert extra == ({30} if pace == "live" else {0}) and limits(position) == ({45} if pace == "live" else {0})
        do(position, 0, "hear", case=1, allow=True, price=1)
        do(position, 1, "plead", case=1, fight_up_to=1)
        found = {
            one.key: (one.clock.pace, one.clock.limit)
            for one in engine.decisions(game, position)
            if (one.matter, one.case) == ("case", 1)
        }
        assert found == {"0.case1": ("court", jury), "2.case1": ("court", jury)}


@pytest.mark.clause("AD-69", "AD-159")
def test_decisions_in_turn_get_no_extra_time() -> None:
    position = table("cat01", **LIVE)
    call = next(one for one in engine.decisions(game, position) if one.matter == "time")
    assert (call.clock.hold, call.clock.after) == (20, "1")
    do(position, 3, "sue", defendant=1, ground="libel", price=2)
    do(position, 0, "hear", case=1, allow=False)
    asked = next(one for one in engine.decisions(game, position) if one.key == "1")
    assert (asked.clock.limit, asked.clock.extra) == (45, 0)
