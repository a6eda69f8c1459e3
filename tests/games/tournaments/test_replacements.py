"""Somebody else takes the place of a player who has left a tournament."""

import pytest

from accounts.models import User
from games.errors import Refusal
from games.tournaments import services
from games.tournaments.models import Entrant, Place, Tournament
from tests.games.conftest import browser_of
from tests.games.tournaments.test_play import FORM, announced, crew, play_round, running, start
from tests.samples import GAME

pytestmark = pytest.mark.django_db


def test_a_private_live_tournament_of_eight_with_a_player_replaced(owner: User, stranger: User) -> None:
    form = FORM | {"clock": "60:300", "is_private": "on", "most": "8", "rounds": "2"}
    address = browser_of(owner).post(f"/tournaments/new/?game={GAME}", form)["Location"]
    tournament, people = Tournament.objects.get(), crew(7)
    key = {"key": tournament.token}
    assert browser_of(people[0]).get(address).status_code == 404
    assert [browser_of(person).post(f"{address}enter/", key).status_code for person in people] == [302] * 7
    browser_of(owner).post(f"{address}start/")
    assert [(match.pace, match.move_seconds, match.is_public) for match in running(tournament)] == [
        ("live", 60, False)
    ] * 2
    assert "Go to your table" in browser_of(people[0]).get(address).content.decode()
    gone = Entrant.objects.get(tournament=tournament, user=people[0])
    assert browser_of(people[1]).post(f"{address}remove/", {"name": people[0].username}).status_code == 403
    browser_of(owner).post(f"{address}remove/", {"name": people[0].username})
    place = key | {"place": str(gone.pk)}
    assert browser_of(stranger).post(f"{address}take-over/", place).status_code == 409  # still playing
    play_round(tournament)
    assert tournament.round == 2 and not Place.objects.filter(entrant=gone, table__round=2).exists()
    assert "Take over" in browser_of(stranger).get(f"{address}?key={tournament.token}").content.decode()
    assert browser_of(stranger).post(f"{address}take-over/", {"place": str(gone.pk)}).status_code == 404  # no link
    assert browser_of(people[1]).post(f"{address}take-over/", place).status_code == 409
    assert browser_of(stranger).post(f"{address}take-over/", place).status_code == 302
    gone.refresh_from_db()
    assert gone.user == stranger and gone.dropped_at is None
    play_round(tournament)
    assert tournament.status == "over" and tournament.entrants.filter(place__isnull=False).count() == 8


def test_a_late_replacement_sits_out_the_rounds_it_missed(owner: User, stranger: User) -> None:
    tournament = start(announced(owner, people := crew(8)))
    services.withdraw(tournament_id=tournament.pk, user=people[0])
    gone = Entrant.objects.get(tournament=tournament, user=people[0])
    play_round(tournament)
    play_round(tournament)
    services.take_over(tournament_id=tournament.pk, user=stranger, entrant_id=gone.pk)
    for _ in range(3):
        play_round(tournament)
    assert tournament.status == "over"
    assert sorted(gone.places.values_list("table__round", flat=True)) == [1, 2, 3]


def test_who_was_replaced_does_not_come_back_in_another_place(owner: User, stranger: User) -> None:
    tournament = start(announced(owner, people := crew(8)))
    first, second = (Entrant.objects.get(tournament=tournament, user=person) for person in people[:2])
    for entrant in (first, second):
        services.withdraw(tournament_id=tournament.pk, user=entrant.user)
    play_round(tournament)
    services.take_over(tournament_id=tournament.pk, user=stranger, entrant_id=first.pk)
    with pytest.raises(Refusal, match="already had a place"):
        services.take_over(tournament_id=tournament.pk, user=people[0], entrant_id=second.pk)
