"""A match with standing orders replays record by record, and keeps them when a move is taken back."""

from typing import Any

import pytest
from django.core.management import call_command

from games.agreements import proposals
from games.kernel.types import Move
from games.lobby import tables
from games.matches import bots
from games.matches.loaded import load_match
from games.matches.play import play_move
from games.models import Match, MoveRecord
from games.titles.dinosaurs.standing_orders import NONE
from games.titles.dinosaurs.tests.site.prepared import SLUG
from tests.fixtures import make_person
from tests.games.conftest import move_on, user_of

pytestmark = pytest.mark.django_db


def test_an_order_that_answers_at_once_can_be_replayed(start: Any, capsys: Any) -> None:
    match = start(SLUG, (make_person("ann"), make_person("bob")))
    for _ in range(60):
        loaded = load_match(match.pk)
        opens = {one.id.partition(".")[2]: one for one in loaded.open_decisions()}
        asked = [key for key, one in opens.items() if one.answer is None and one.decision.actions[0].verb == "instants"]
        if asked:
            seat, order = int(asked[0]), opens[f"{asked[0]}.orders"]
            move = Move("orders", {"orders": NONE | {"instants": "pass"}})
            facts = {"match_id": match.pk, "seat": seat, "decision": order.id, "user": user_of(loaded, seat)}
            play_move(**facts, move=move, by="web")
        else:
            move_on(match)
    assert MoveRecord.objects.filter(match=match, is_order=True).exists()
    call_command("replay", str(match.pk))
    assert "replay under rules" in capsys.readouterr().out


@pytest.mark.clause("PLAY-18")
def test_against_bots_alone_a_plan_given_before_the_move_taken_back_is_kept(capsys: Any) -> None:
    ann = make_person("ann")
    clock: Any = {"pace": "live", "move_seconds": 60, "bank_seconds": 300}
    match = tables.create_match(owner=ann, slug=SLUG, seats=2, options={}, bots=1, **clock)
    seat = load_match(match.pk).seat_of(ann.pk) or 0
    _play(match, ann, f"{seat}.orders", Move("orders", {"orders": NONE | {"effect": "decline"}}))
    _play(match, ann, str(seat))
    while bots.play_one(match.pk):
        pass
    proposals.undo(match_id=match.pk, user=ann)
    assert load_match(match.pk).at_table().state.players[seat].orders.effect == "decline"
    call_command("replay", str(match.pk))
    assert "replay under rules" in capsys.readouterr().out


def _play(match: Match, user: Any, key: str, move: Move | None = None) -> None:
    """Answer the decision of this key, by default with its default."""
    (found,) = [one for one in load_match(match.pk).open_decisions() if one.id.partition(".")[2] == key]
    facts = {"match_id": match.pk, "seat": found.decision.seat, "decision": found.id, "user": user}
    play_move(**facts, move=move or found.decision.default, by="web")
