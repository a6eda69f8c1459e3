"""Live play of a correspondence match, and the clocks set by the rules of this game."""

import asyncio
from typing import Any

import pytest
from django.utils import timezone

from games.agreements import proposals
from games.deadlines import sweep
from games.matches.loaded import load_match
from games.models import Match, MoveRecord, OpenDecision
from games.sockets.hub import OpenTable
from games.table.chat_reading import ChatView
from games.titles.going_postal.tests.site.scenes import begin
from games.titles.going_postal.tests.site.test_match import press
from games.titles.going_postal.tests.tables import TRADING, table
from tests.bench.pushes import Page
from tests.deltas import Parts
from tests.games.test_live_play import HOUR, MINUTE, close_to, come, nobody_is_there

__all__ = ["nobody_is_there"]
pytestmark = [pytest.mark.django_db, pytest.mark.clause("PLAY-20")]


def everybody_agrees(match: Match) -> None:
    come(match)
    people = [seat.user for seat in match.seats.select_related("user").order_by("number")]
    proposal = proposals.ask_live(match_id=match.pk, user=people[0], seconds=60)
    for user in people[1:]:
        proposals.agree(match_id=match.pk, user=user, proposal_id=proposal.pk)
    assert load_match(match.pk).live_play


def test_a_clock_set_by_the_rules_keeps_running(start: Any, owner: Any, player: Any, staff: Any) -> None:
    """The penalty lasts 24 hours, and then the default is played, as the rulebook says."""
    match = begin(start, (owner, player, staff), table([["first", "priority", "coffee"]], seats=3, options=TRADING))
    press(match, 0, "show", to="1")
    press(match, 2, "accuse", seat="0")
    rows = OpenDecision.objects.filter(match=match, answered_at=None)
    before = dict(rows.values_list("key", "due_at"))
    everybody_agrees(match)
    assert len(before) == 2 and dict(rows.values_list("key", "due_at")) == before
    assert sweep.expire_due(timezone.now() + 25 * HOUR) > 0
    played = MoveRecord.objects.filter(match=match, by="clock").values_list("decision", flat=True)
    assert set(played) == set(before)


def test_an_interrupted_correspondence_turn_goes_on_in_live_play_and_back(
    start: Any, owner: Any, player: Any, staff: Any
) -> None:
    match = begin(start, (owner, player, staff), table([["first", "priority", "coffee"]], seats=3, options=TRADING))
    turn = OpenDecision.objects.filter(match=match, pace="turn")
    turn.update(due_at=timezone.now() + 5 * HOUR, drains_at=timezone.now() + 4 * HOUR)
    press(match, 0, "show", to="1")
    press(match, 2, "accuse", seat="0")
    everybody_agrees(match)
    for seat in (1, 2):
        press(match, seat, "keep")
    assert close_to(turn.get().due_at, timezone.now() + MINUTE)
    proposals.stop_live_play(match_id=match.pk, user=owner)
    assert close_to(turn.get().due_at, timezone.now() + 5 * HOUR, MINUTE)


def test_an_interrupted_live_turn_is_asked_again_in_correspondence(
    start: Any, owner: Any, player: Any, staff: Any
) -> None:
    match = begin(start, (owner, player, staff), table([["first", "priority", "coffee"]], seats=3, options=TRADING))
    everybody_agrees(match)
    press(match, 0, "show", to="1")
    press(match, 2, "accuse", seat="0")
    proposals.stop_live_play(match_id=match.pk, user=owner)
    for seat in (1, 2):
        press(match, seat, "keep")
    row = OpenDecision.objects.get(match=match, pace="turn")
    assert row.due_at - timezone.now() > 20 * HOUR


class Heard(Page):
    """An open page without a connection. `parts`: what it shows."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.parts = Parts()

    async def send(self, text_data: Any = None, bytes_data: Any = None, close: bool = False) -> None:
        self.parts.hear(text_data)


@pytest.mark.clause("GP-32", "GP-35")
def test_open_pages_show_the_old_year_to_its_end(start: Any, owner: Any, player: Any, staff: Any) -> None:
    """The stamps, the discard pile and the hands as the year ended, before the new year's pile."""
    match = begin(start, (owner, player, staff), table([["bulk"]], seats=3, sam=3, pile=0), "live")
    loaded = load_match(match.pk)
    page = Heard(loaded, owner, OpenTable(loaded.id))
    asyncio.run(page.show_all(loaded, ChatView([], {}, False)))
    press(match, 0, "play", card="bulk-1", option="a")
    asyncio.run(page.catch_up(load_match(match.pk)))
    old, new = page.parts.between, page.parts
    assert "Year 1" in old["board"] and "Bulk Mail on top of the discard pile" in old["board"]
    assert "Year 2" in new["board"] and "The discard pile is empty." in new["board"]
    assert "action-go" not in old["decision"]
