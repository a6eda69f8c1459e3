"""A move with dotted names sent to the API: refused with its clause, as everywhere."""

from typing import Any

import pytest

from games.matches.loaded import load_match
from tests.games.conftest import browser_of, open_of, user_of

pytestmark = pytest.mark.django_db


def test_the_api_refuses_the_call_that_once_broke_a_match(start: Any, owner: Any, player: Any) -> None:
    match = start("dinosaurs", (owner, player), options={"dinos": "random"})
    loaded = load_match(match.pk)
    asked = open_of(loaded)
    user = user_of(loaded, asked.decision.seat)
    args = {"card": asked.decision.default.args["card"], "orders.instants": "ask", "orders.effect": None}
    body = {"decision": asked.id, "move": {"verb": "choose", "args": args}}
    client = browser_of(user)
    client.get(f"/match/{match.pk}/")
    answer = client.post(f"/api/v1/matches/{match.pk}/moves/", body, "application/json")
    assert answer.status_code == 422 and answer.json()["clause"] == "HD-120"
