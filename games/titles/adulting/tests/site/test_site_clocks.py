"""The clocks of Adulting: each figure of the rulebook's table, live and by correspondence, and open cases."""

import re
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from games.deadlines import sweep
from games.errors import Refusal
from games.kernel import codec
from games.kernel.position import AnyPosition
from games.lobby import tables
from games.matches.loaded import AskedRow, load_match
from games.models import Match, OpenDecision
from games.titles.adulting.tests.site.seats import Seated, lay
from games.titles.adulting.tests.tables import table
from tests.games.conftest import DAY
from tests.games.scenes import clause_and_words

pytestmark = pytest.mark.django_db
SLUG = "adulting"
RICH = (5, 5, 5, 5)


class Match4:
    """A running match of four at this position: play moves, read time limits, let time pass."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.seats = [Seated(match, seat) for seat in range(4)]

    def play(self, seat: int, verb: str, **args: Any) -> None:
        self.seats[seat].plays(verb, **args)

    def row(self, key: str) -> AskedRow:
        return next(row for row in load_match(self.match.pk).asked if row.key.partition(".")[2] == key)

    def seconds(self, *keys: str) -> list[int]:
        """The seconds before the reserve is used, for each decision with these keys."""
        rows = [self.row(key) for key in keys]
        return [round((row.drains_at - row.asked_at).total_seconds()) for row in rows]  # type: ignore[operator]

    def open(self) -> list[str]:
        return sorted(row.key.partition(".")[2] for row in load_match(self.match.pk).asked if row.answered_at is None)

    @property
    def step(self) -> str:
        return str(load_match(self.match.pk).at_table().step)

    def wait(self, seconds: int) -> datetime:
        """Let this many seconds pass on all clocks of the match."""
        gone = timedelta(seconds=seconds)
        shift = {name: F(name) - gone for name in ("asked_at", "drains_at", "due_at")}
        OpenDecision.objects.filter(match=self.match).update(**shift)
        Match.objects.filter(pk=self.match.pk).update(revision=F("revision") + 1)
        return timezone.now()


@pytest.fixture
def at(start: Any, owner: Any, player: Any, staff: Any, stranger: Any) -> Any:
    """Start a match at the pace of the position, without a reserve, and set it to the position."""

    def make(position: AnyPosition) -> Match4:
        options = codec.plain(position.options)
        facts: dict[str, Any] = {"pace": "correspondence", "move_seconds": DAY}
        if options["pace"] == "live":
            facts = {"pace": "live", "move_seconds": 60}
        match = start(SLUG, (owner, player, staff, stranger), options=options, bank_seconds=0, **facts)
        return Match4(lay(match, position))

    return make


@pytest.mark.clause("AD-69")
def test_live_naming_takes_45_seconds_and_time_can_be_called_after_20(at: Any) -> None:
    game = at(table("cat01", pace="live"))
    game.play(1, "name", text="glue")
    assert game.seconds("2") == [45]
    assert re.search(r'disabled data-hold="(19|20)">Call time on', game.seats[0].page()), "the button waits, too"
    game.wait(12)
    answer = game.seats[0].api({"type": "call_time"})
    words = "The player whose turn it is still has time to think."
    assert answer.status_code == 422 and clause_and_words(answer) == ("AD-69", words)
    game.wait(9)
    assert re.search(r'type="submit">Call time on', game.seats[0].page())
    game.play(0, "call_time")
    assert game.open() == ["3"] and game.seconds("3") == [45]
    sweep.sweep(game.wait(44))
    assert game.step == "naming"
    sweep.sweep(game.wait(2))
    assert game.step == "ruling", "the third player has given up by the clock, and the first is left"
    record = load_match(game.match.pk).at_table().state.round.job.record
    assert [(entry.seat, entry.kind) for entry in record] == [(1, "named"), (2, "time"), (3, "gave_up")]


@pytest.mark.clause("AD-151", "AD-156", "AD-159")
def test_clocks_of_a_live_round(at: Any) -> None:
    game = at(table("rnk02", pace="live", money=RICH))
    game.play(1, "number", n=9)
    assert game.seconds("2") == [45], "a number"
    game.wait(30)
    game.play(3, "sue", defendant=1, ground="perjury", price=2)
    assert game.open() == ["0.case1", "1.case1"] and game.seconds("0.case1", "1.case1") == [90, 90]
    game.play(0, "hear", case=1, allow=True, price=1)
    game.play(1, "plead", case=1, fight_up_to=5)
    assert game.seconds("0.case1", "2.case1") == [30, 30], "a jury"
    game.play(2, "jury", case=1, up=False)
    assert game.open() == ["2"] and game.seconds("2") == [45], "the full time again"
    for seat in (2, 3):
        game.play(seat, "number", n=seat)
    assert game.open() == ["0"] and game.seconds("0") == [90], "the ruling"
    game.play(0, "rule")
    for seat in (1, 2, 3, 0):
        assert game.seconds(str(seat)) == [45], "an answer"
        game.play(seat, "answer", choice=0)
    assert game.seconds("0", "1", "2", "3") == [45] * 4, "votes"


@pytest.mark.clause("AD-150", "AD-151", "AD-163", "AD-201")
def test_a_case_adds_30_seconds_to_a_live_stage(at: Any) -> None:
    game = at(table("rnk02", pace="live", money=RICH, answers="together"))
    for seat in (1, 2, 3):
        game.play(seat, "number", n=seat)
    assert game.seconds("0") == [90]
    game.wait(10)
    before = game.row("0")
    game.play(1, "sue", defendant=2, ground="libel", price=1)
    after = game.row("0")
    assert (after.key, after.asked_at) == (before.key, before.asked_at), "the same question"
    assert after.drains_at - before.drains_at == after.due_at - before.due_at == timedelta(seconds=30)
    assert game.seconds("0") == [120]
    game.play(3, "impeach")
    assert game.seconds("0", "0.case2") == [150, 90], "for each case, and the retort"
    game.play(0, "hear", case=1, allow=False)
    game.play(0, "retort", case=2, text="No.")
    assert game.seconds("0", "1.case2") == [150, 30], "nothing is taken away again"
    stored = OpenDecision.objects.get(match=game.match, key=after.key)
    assert stored.due_at - stored.asked_at == timedelta(seconds=150)


@pytest.mark.clause("AD-56", "AD-162")
def test_live_clocks_of_performance_votes_appeal_and_bid(at: Any) -> None:
    game = at(table("chl08", pace="live", money=RICH, answers="together"))
    game.play(1, "perform", text="Sorry, my sofa is ill.")
    game.play(1, "sue", defendant=2, ground="libel", price=1)
    assert game.seconds("2", "3") == [180, 180], "150 and 30"
    game.play(0, "hear", case=1, allow=False)
    for seat in (2, 3):
        game.play(seat, "perform", text=f"No, says seat {seat}.")
    game.play(0, "rule", order=[1, 2, 3])
    for seat in range(4):
        game.play(seat, "answer", choice=0)
    game.play(2, "appeal", matter={"kind": "order", "seat": 2}, press=False)
    assert game.seconds("1", "0.case2") == [75, 90]
    game.play(0, "appeal_reply", case=2, sustain=True)
    for seat in range(4):
        game.play(seat, "votes", down=[])
    assert game.step == "bids" and game.seconds("0", "1", "2", "3") == [45] * 4


@pytest.mark.clause("AD-69", "AD-156")
def test_by_correspondence_cases_take_half_the_turn_time(at: Any) -> None:
    game = at(table("chl08", money=RICH))
    game.play(1, "perform", text="Sorry, my sofa is ill.", choice=0)
    game.play(1, "sue", defendant=2, ground="libel", price=1)
    assert game.seconds("0.case1", "2.case1") == [DAY // 2] * 2
    game.play(0, "hear", case=1, allow=True, price=1)
    game.play(2, "plead", case=1, fight_up_to=1)
    assert game.seconds("0.case1", "3.case1") == [DAY // 2] * 2
    game.play(0, "jury", case=1, up=False)
    for seat in (2, 3):
        game.play(seat, "perform", text=f"No, says seat {seat}.", choice=0)
    assert game.seconds("0") == [DAY], "the ruling has the whole of it"


@pytest.mark.clause("AD-236")
def test_an_unknown_pace_is_refused(owner: Any) -> None:
    clock = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": 0}
    with pytest.raises(Refusal, match="slow is not a value of option pace"):
        tables.create_match(owner=owner, slug=SLUG, seats=3, options={"pace": "slow"}, **clock)
