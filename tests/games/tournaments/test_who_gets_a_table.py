"""Who gets a table in the next round: nobody who is suspended; and whose place somebody else can take over at once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services import delete_account
from games.errors import Refusal
from games.matches import leaving
from games.models import Match, Seat
from games.tournaments import services
from games.tournaments.models import Entrant, Place, Tournament
from tests.games.conftest import browser_of
from tests.games.tournaments.test_play import announced, crew, play_round, start

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]


def suspend(*people: User) -> None:
    User.objects.filter(pk__in=[person.pk for person in people]).update(is_active=False)


@pytest.mark.parametrize("format", ["swiss", "pools", "knockout"])
def test_who_is_suspended_gets_no_table_at_the_start(owner: User, format: str) -> None:
    tournament = announced(owner, people := crew(8), format=format)
    suspend(people[3])
    start(tournament)
    assert not Seat.objects.filter(user=people[3]).exists() and Seat.objects.filter(user=people[4]).exists()


def test_who_is_suspended_gets_no_table_in_the_next_round_but_keeps_the_seat_they_have(owner: User) -> None:
    tournament = start(announced(owner, people := crew(7), seats=4))
    suspend(people[3])
    services.sweep()
    assert Entrant.objects.get(user=people[3]).dropped_at is None, "it may be over before the table is"
    play_round(tournament)
    assert Place.objects.filter(entrant__user=people[2]).count() == 2
    assert Place.objects.filter(entrant__user=people[3]).count() == 1


def test_people_who_are_suspended_do_not_make_up_the_number(owner: User) -> None:
    tournament = announced(owner, people := crew(3))
    suspend(people[0])
    with pytest.raises(Refusal, match="at least 4 players"):
        start(tournament)
    services.sweep(timezone.now() + timedelta(days=2))
    tournament.refresh_from_db()
    assert tournament.status == Tournament.Status.CANCELLED


def test_the_place_of_a_deleted_account_can_be_taken_over_at_once(owner: User, stranger: User) -> None:
    tournament = start(announced(owner, people := crew(7), seats=4))
    gone = Entrant.objects.get(user=people[0])
    match = Match.objects.get(seats__user=people[0])
    delete_account(user=people[0])
    match.refresh_from_db()
    assert match.status == "running", "the others play on"
    address = tournament.get_absolute_url()
    assert gone.pk in browser_of(stranger).get(address).context["to_take_over"]
    assert browser_of(stranger).post(f"{address}take-over/", {"place": str(gone.pk)}).status_code == 302
    assert not Seat.objects.filter(user=stranger).exists(), "the seat at the running table is given up"
    for seat in match.seats.filter(left_reason="").select_related("user")[1:]:
        leaving.resign(match_id=match.pk, user=seat.user)
    services.sweep()
    assert gone.places.get(table__match=match).rank == 4 and gone.places.count() == 1
    play_round(tournament)
    assert Seat.objects.filter(user=stranger).exists()
