"""Requests before the match starts, and the help for options on the form for a new table."""

from typing import Any

import pytest

from games.lobby import tables
from games.matches.loaded import load_match
from tests.games.conftest import browser_of

pytestmark = pytest.mark.django_db


@pytest.mark.clause("HD-05")
def test_a_dinosaur_can_be_requested_in_the_waiting_room(owner: Any, player: Any) -> None:
    """Requests are granted in the order they were made; the others get a random free Dinosaur."""
    facts = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 0}
    match = tables.create_match(owner=owner, slug="dinosaurs", seats=3, options={"dinos": "random"}, **facts)
    tables.join(match_id=match.pk, user=player)
    page = f"/match/{match.pk}/"
    mine, other = browser_of(owner), browser_of(player)
    assert "Which Dinosaur do you want to be?" in mine.get(page).content.decode()
    assert mine.post(f"{page}seat-request/", {"seat_request": "stego"}).status_code == 302
    assert '<option value="stego"' not in other.get(page).content.decode()
    assert other.post(f"{page}seat-request/", {"seat_request": "stego"}).status_code == 409
    assert other.post(f"{page}seat-request/", {"seat_request": "tiger"}).status_code == 422
    assert other.post(f"{page}seat-request/", {"seat_request": "nervous-rex"}).status_code == 302
    tables.start_with_bots(match_id=match.pk, user=owner)
    loaded = load_match(match.pk)
    dinos = {loaded.seats[seat].user: one.dino for seat, one in enumerate(loaded.at_table().state.players)}
    assert dinos[owner.pk] == "stego" and dinos[player.pk] == "nervous-rex" and len(set(dinos.values())) == 3


def test_a_request_ends_with_the_seat(owner: Any, player: Any) -> None:
    facts = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 0}
    match = tables.create_match(owner=owner, slug="dinosaurs", seats=3, options={"dinos": "random"}, **facts)
    tables.join(match_id=match.pk, user=player)
    tables.request_seat(match_id=match.pk, user=player, value="nervous-rex")
    tables.leave(match_id=match.pk, user=player)
    tables.request_seat(match_id=match.pk, user=owner, value="nervous-rex")
    assert (
        match.seats.get(user=owner).seat_request == "nervous-rex"
        and match.seats.filter(seat_request="nervous-rex").count() == 1
    )


@pytest.mark.clause("HD-112")
def test_the_form_explains_the_two_player_option(owner: Any) -> None:
    page = browser_of(owner).get("/tables/new/?game=dinosaurs").content.decode()
    assert "Without these changes a duel often ends by sudden elimination." in page
    assert 'name="option.dinos"' in page or 'name="dinos"' in page
