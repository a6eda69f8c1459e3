"""Somebody else takes the place of a player who has left a tournament."""

import pytest
from django.utils import timezone

from accounts.models import Block, OutgoingMail, User
from games.deadlines import substitutes
from games.errors import Refusal
from games.models import LostSeat, OpenDecision, Seat
from games.tournaments import services
from games.tournaments.models import Entrant, Place, Tournament
from tests.fixtures import make_person
from tests.games.conftest import browser_of
from tests.games.tournaments.test_play import FORM, announced, crew, play_round, running, start
from tests.samples import GAME

pytestmark = pytest.mark.django_db


def test_a_private_live_tournament_of_eight_with_a_player_replaced(owner: User, stranger: User) -> None:
    form = FORM | {"clock": "live:60:300", "is_private": "on", "most": "8", "rounds": "2"}
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
    with pytest.raises(Refusal, match="still running"):  # who drops out plays the last table to its end
        services.take_over(tournament_id=tournament.pk, user=stranger, entrant_id=gone.pk)
    assert _offers(tournament, owner, stranger) == (False, False)
    play_round(tournament)
    assert _offers(tournament, owner, stranger) == (True, True)
    play_round(tournament)
    services.take_over(tournament_id=tournament.pk, user=stranger, entrant_id=gone.pk)
    for _ in range(3):
        play_round(tournament)
    assert tournament.status == "over"
    assert sorted(gone.places.values_list("table__round", flat=True)) == [1, 2, 3]


def test_who_presses_again_after_the_start_is_in_and_reads_so(owner: User, stranger: User) -> None:
    tournament = start(announced(owner, people := crew(8)))
    services.remove(tournament_id=tournament.pk, user=owner, name=people[1].username)
    free = Entrant.objects.get(tournament=tournament, user=people[1]).pk
    address = f"/tournaments/{tournament.pk}/"
    for person, button in ((people[0], "enter"), (stranger, "take-over"), (stranger, "take-over"), (stranger, "enter")):
        answer = browser_of(person).post(f"{address}{button}/", {"place": free}, follow=True)
        assert answer.status_code == 200 and "You’re in." in answer.content.decode()
    User.objects.filter(pk=stranger.pk).update(mail_stopped=True)
    answer = browser_of(stranger).post(f"{address}enter/", follow=True)
    assert "You’re in. You’ll read here when it’s your turn." in answer.content.decode()
    assert browser_of(people[1]).post(f"{address}enter/").status_code == 409, "removed"
    assert browser_of(people[0]).post(f"{address}take-over/", {"place": free}).status_code == 409


def _offers(tournament: Tournament, owner: User, stranger: User) -> tuple[bool, bool]:
    """Does the page ask the host for a replacement, and offer a stranger the place?"""
    shown = [browser_of(who).get(f"/tournaments/{tournament.pk}/").content.decode() for who in (owner, stranger)]
    return "Find a replacement" in shown[0], "Take over" in shown[1]


def test_who_was_replaced_does_not_come_back_in_another_place(owner: User, stranger: User) -> None:
    tournament = start(announced(owner, people := crew(8)))
    first, second = (Entrant.objects.get(tournament=tournament, user=person) for person in people[:2])
    for entrant in (first, second):
        services.withdraw(tournament_id=tournament.pk, user=entrant.user)
    play_round(tournament)
    services.take_over(tournament_id=tournament.pk, user=stranger, entrant_id=first.pk)
    with pytest.raises(Refusal, match="already had a place"):
        services.take_over(tournament_id=tournament.pk, user=people[0], entrant_id=second.pk)
    address = f"/tournaments/{tournament.pk}/"
    for person, is_offered in ((people[0], False), (make_person("late"), True)):
        assert ("Take over" in browser_of(person).get(address).content.decode()) == is_offered


def test_who_replaces_a_removed_player_gets_the_seat_at_the_running_table(owner: User, stranger: User) -> None:
    tournament = start(announced(owner, people := crew(8)))
    gone = Entrant.objects.get(tournament=tournament, user=people[0])
    seat = Seat.objects.get(user=people[0])
    match, address = seat.match, f"/tournaments/{tournament.pk}/"
    with pytest.raises(Refusal, match="can’t be taken over"):  # nobody has left yet
        services.take_over(tournament_id=tournament.pk, user=stranger, entrant_id=gone.pk)
    browser_of(owner).post(f"{address}remove/", {"name": people[0].username})
    assert browser_of(stranger).post(f"{address}take-over/", {"place": str(gone.pk)}).status_code == 302
    seat.refresh_from_db()
    assert seat.user == stranger and LostSeat.objects.get(match=match).costs_nothing
    assert not OpenDecision.objects.filter(match=match, user=people[0]).exists()
    page = browser_of(stranger).get(f"/match/{match.pk}/").content.decode()
    assert "at the request of the tournament’s host" in page
    others = Seat.objects.filter(match=match).exclude(user=stranger).values_list("user", flat=True)
    told = OutgoingMail.objects.filter(kind="took_over", match_id=str(match.pk)).values_list("user", flat=True)
    assert set(others) <= set(told) and Seat.objects.filter(match=match, user=people[0]).count() == 0
    assert OutgoingMail.objects.filter(kind="lost", user=people[0]).exists()
    assert browser_of(people[0]).post(f"/match/{match.pk}/resign/").status_code == 403
    play_round(tournament)
    place = gone.places.get(table__round=1)
    assert place.rank == Seat.objects.get(match=match, user=stranger).rank


def test_a_block_keeps_a_replacement_from_the_table(owner: User, stranger: User) -> None:
    tournament = start(announced(owner, people := crew(8)))
    gone = Entrant.objects.get(tournament=tournament, user=people[0])
    match = Seat.objects.get(user=people[0]).match
    other = Seat.objects.filter(match=match).exclude(user=people[0]).exclude(user=owner).first()
    assert other is not None
    Block.objects.create(by_id=other.user_id, whom=stranger)
    services.remove(tournament_id=tournament.pk, user=owner, name=people[0].username)
    with pytest.raises(Refusal, match="blocked"):
        services.take_over(tournament_id=tournament.pk, user=stranger, entrant_id=gone.pk)
    assert Seat.objects.get(match=match, number=Seat.objects.get(match=match, user=people[0]).number).user == people[0]


def test_nobody_gets_a_second_seat_at_a_table(owner: User) -> None:
    start(announced(owner, people := crew(8)))
    match = Seat.objects.get(user=people[0]).match
    other = Seat.objects.filter(match=match).exclude(user=people[0]).select_related("user")[0].user
    with pytest.raises(Refusal, match="You play at this table"):
        substitutes.take_over(match_id=match.pk, was=people[0], user=other, now=timezone.now())
    assert Seat.objects.filter(match=match, user=other).count() == Seat.objects.filter(user=people[0]).count() == 1
