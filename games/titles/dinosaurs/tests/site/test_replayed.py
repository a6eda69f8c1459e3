"""A match with standing orders replays record by record."""

from typing import Any

import pytest
from django.core.management import call_command

from games.kernel.types import Move
from games.matches.loaded import load_match
from games.matches.play import play_move
from games.models import MoveRecord
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
