"""Tournaments: registration, rounds, drop-outs, the end, permissions and query counts."""

from datetime import timedelta
from itertools import combinations
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import OutgoingMail, Rating, User
from accounts.people import blocks
from accounts.services import delete_account
from games import tasks
from games.errors import Refusal
from games.matches import bots, leaving
from games.models import Match, OpenDecision
from games.titles import load
from games.tournaments import page, progress, services
from games.tournaments.models import Entrant, Place, Tournament, TournamentTable
from tests.fixtures import make_person
from tests.games.conftest import DAY, browser_of
from tests.games.test_clock import pass_time
from tests.samples import FROM_TWO, GAME

pytestmark = pytest.mark.django_db
FORM = {
    "name": "Spring Cup",
    "format": "swiss",
    "seats": "4",
    "rounds": "3",
    "most": "16",
    "preset": "0",
    "clock": "correspondence:86400:259200",
    "start": f"{timezone.now() + timedelta(days=7):%Y-%m-%dT%H:%M}",
    "is_rated": "on",
}


def announced(owner: User, people: list[User] | None = None, **more: Any) -> Tournament:
    facts = {"name": "Spring Cup", "slug": GAME, "format": "swiss", "seats": 4, "rounds": 3, "most": 64}
    facts |= {"move_seconds": DAY, "bank_seconds": 0, "is_rated": True, "preset": "0"}
    tournament = services.announce(owner=owner, starts_at=timezone.now() + timedelta(days=1), **(facts | more))
    for person in people or []:
        services.enter(tournament_id=tournament.pk, user=person)
    return tournament


def with_bots(owner: User, count: int, **more: Any) -> Tournament:
    """A tournament with bots as entrants."""
    tournament = announced(owner, **more)
    for number in range(count):
        bot = User.objects.create_bot(f"Player{number:02}-bot")
        Entrant.objects.create(tournament=tournament, user=bot)
    return tournament


def start(tournament: Tournament) -> Tournament:
    services.start(tournament_id=tournament.pk, user=tournament.owner)
    tournament.refresh_from_db()
    return tournament


def crew(count: int) -> list[User]:
    return [make_person(f"p{number:02}") for number in range(count)]


def running(tournament: Tournament) -> list[Match]:
    return list(Match.objects.filter(tournament_table__tournament=tournament, status="running").order_by("pk"))


def finish(match: Match) -> None:
    """Everybody resigns except the player in the first seat, who wins."""
    for seat in match.seats.select_related("user").order_by("-number")[: match.seat_count - 1]:
        leaving.resign(match_id=match.pk, user=seat.user)


def play_round(tournament: Tournament) -> None:
    for match in running(tournament):
        finish(match)
    tasks.run_tournaments()
    tournament.refresh_from_db()


# --- registration -------------------------------------------------------------------------------------------------


def test_a_tournament_is_announced_entered_and_started_through_pages(owner: User) -> None:
    answer = browser_of(owner).post(f"/tournaments/new/?game={GAME}", FORM)
    tournament = Tournament.objects.get()
    assert answer["Location"] == f"/tournaments/{tournament.pk}/"
    people = crew(7)
    for person in people:
        assert browser_of(person).post(f"{answer['Location']}enter/").status_code == 302
    text = browser_of(people[0]).get(answer["Location"]).content.decode()
    assert "Players (8 of 16)" in text and "Drop out" in text and "Start now" not in text
    browser_of(owner).post(f"{answer['Location']}start/")
    assert len(running(tournament)) == 2
    text = browser_of(people[0]).get(answer["Location"]).content.decode()
    assert "Round 1" in text and "Table 2" in text and text.count("Running") >= 2


@pytest.mark.parametrize("slug", sorted(load()))
def test_every_game_can_be_announced_with_the_unchanged_form(owner: User, slug: str) -> None:
    browser = browser_of(owner)
    form = browser.get(f"/tournaments/new/?game={slug}").context["form"]
    data = {name: form[name].value() or "" for name in form.fields} | {"name": "Cup", "format": "swiss"}
    data["preset"] = "0" if "preset" in form.fields else ""
    assert browser.post(f"/tournaments/new/?game={slug}", data).status_code == 302
    for person in crew(8):
        services.enter(tournament_id=Tournament.objects.get().pk, user=person)
    assert running(start(Tournament.objects.get()))


@pytest.mark.parametrize(
    "change", [{"name": ""}, {"name": "a\x07b"}, {"seats": "9"}, {"clock": "1:1"}, {"most": "513"}, {"format": "duel"}]
)
def test_an_invalid_form_announces_nothing(owner: User, change: dict[str, str]) -> None:
    assert browser_of(owner).post(f"/tournaments/new/?game={GAME}", FORM | change).status_code == 422
    assert not Tournament.objects.exists()


def test_entering_twice_counts_once_and_full_tournaments_refuse(owner: User, player: User, stranger: User) -> None:
    tournament = announced(owner, [player, player], most=2)
    assert tournament.entrants.count() == 2
    with pytest.raises(Refusal, match="full"):
        services.enter(tournament_id=tournament.pk, user=stranger)
    services.withdraw(tournament_id=tournament.pk, user=player)
    services.enter(tournament_id=tournament.pk, user=stranger)
    assert set(tournament.entrants.values_list("user", flat=True)) == {owner.pk, stranger.pk}


def test_everybody_reads_who_the_host_is(owner: User, player: User, stranger: User) -> None:
    tournament = announced(owner, [player])
    for browser in (Client(), browser_of(owner), browser_of(player), browser_of(stranger)):
        page = browser.get(tournament.get_absolute_url()).content.decode()
        assert f"<dt>Host</dt><dd>{owner.name}</dd>" in page


def test_guests_need_an_account(owner: User) -> None:
    tournament, guest = announced(owner), User.objects.create_guest()
    assert browser_of(guest).post(f"/tournaments/{tournament.pk}/enter/").status_code == 403
    assert browser_of(guest).post(f"/tournaments/new/?game={GAME}", FORM).status_code == 403
    page = browser_of(guest).get(tournament.get_absolute_url()).content.decode()
    assert "Save my games and take part" in page and ">Take part<" not in page
    assert "Guests can’t enter. Save your games to get an account" in page
    for address in ("/tournaments/new/", f"/tournaments/new/?game={GAME}"):
        page = browser_of(guest).get(address).content.decode()
        assert "Starting a tournament needs an account." in page and "Open registration" not in page
    page = Client().get(tournament.get_absolute_url()).content.decode()
    assert "Log in to take part" in page and f"signup/?next={tournament.get_absolute_url()}" in page
    assert "Each match: " in page, "not to be taken for the rounds of the tournament"
    for browser in (Client(), browser_of(guest)):
        assert "New tournament" not in browser.get("/tournaments/").content.decode()
    assert Entrant.objects.count() == Tournament.objects.count() == 1


@pytest.mark.parametrize("act", ["start", "cancel"])
def test_only_the_host_starts_and_cancels(owner: User, act: str) -> None:
    people = crew(4)
    tournament = announced(owner, people)
    assert browser_of(people[0]).post(f"/tournaments/{tournament.pk}/{act}/").status_code == 403
    page = browser_of(owner).get(f"/tournaments/{tournament.pk}/").content.decode()
    asks = page.index("Cancel this tournament</summary>")
    assert page.count("/cancel/") == 1 and asks < page.index("/cancel/"), "folded: one tap shows what it would do"
    assert "If the tables leave a player over" in page and "odd number" not in page
    tournament.refresh_from_db()
    assert tournament.status == "open"
    assert browser_of(owner).post(f"/tournaments/{tournament.pk}/{act}/").status_code == 302
    assert browser_of(owner).post(f"/tournaments/{tournament.pk}/{act}/").status_code == 409


def test_it_starts_automatically_at_its_start_time(owner: User) -> None:
    tournament = announced(owner, crew(4))
    services.sweep(timezone.now())
    assert not running(tournament)
    services.sweep(tournament.starts_at)
    assert len(running(tournament)) == 1


def test_with_too_few_players_it_is_cancelled_and_they_are_told(owner: User, player: User) -> None:
    tournament = announced(owner, [player])
    services.sweep(tournament.starts_at)
    tournament.refresh_from_db()
    assert tournament.status == "cancelled"
    outbox.send_due()
    rows = OutgoingMail.objects.filter(kind="tournament", status="sent", subject="Spring Cup: cancelled")
    assert {row.user for row in rows} == {owner, player}


# --- rounds -------------------------------------------------------------------------------------------------------


def test_seeds_follow_the_ratings(owner: User) -> None:
    people = crew(7)
    for strength, person in enumerate(people):
        facts = {"mu": 25, "sigma": 4, "conservative": 20 + strength}
        Rating.objects.create(user=person, slug=GAME, **facts)
    tournament = start(announced(owner, people))
    order = tournament.entrants.order_by("seed").values_list("user__username", flat=True)
    assert list(order) == [*reversed([person.username for person in people]), "owner"]


def test_a_swiss_tournament_of_people_from_the_first_round_to_the_end(owner: User) -> None:
    tournament = start(announced(owner, crew(15)))
    for number in (1, 2, 3):
        assert tournament.round == number and len(running(tournament)) == 4
        play_round(tournament)
    assert tournament.status == "over"
    places = [set(row.places.values_list("entrant", flat=True)) for row in tournament.tables.all()]
    assert all(len(place) == 4 for place in places) and len(places) == 12
    met = [frozenset(two) for place in places for two in combinations(place, 2)]
    assert len(met) - len(set(met)) <= 8  # 72 meetings, 120 pairs
    assert sorted(tournament.entrants.values_list("place", flat=True)) == list(range(1, 17))
    assert OutgoingMail.objects.filter(kind="tournament").count() == 16
    for entrant in tournament.entrants.all():
        sat = list(entrant.places.order_by("table__round").values_list("seat", flat=True))
        assert 1 <= sum(sat) <= 8, sat  # of 0 to 9: nobody is always last, nobody always first


def test_the_next_round_waits_for_the_last_table(owner: User) -> None:
    tournament = start(announced(owner, crew(7)))
    first, second = running(tournament)
    finish(first)
    tasks.run_tournaments()
    assert running(tournament) == [second]
    finish(second)
    tasks.run_tournaments()
    assert len(running(tournament)) == 2


def test_half_of_a_round_need_not_wait_for_slow_tables(owner: User) -> None:
    tournament = start(announced(owner, crew(7), slug=FROM_TWO, seats=2))
    slow = running(tournament)
    for match in slow[:2]:
        finish(match)
    tasks.run_tournaments()
    early = [match for match in running(tournament) if match not in slow]
    assert len(early) == 2 and tournament.tables.filter(round=2).count() == 2
    text = browser_of(owner).get(tournament.get_absolute_url()).content.decode()
    assert ", 2 of 4 tables left" in text and "Calendar" in text
    while tournament.status == "running":
        play_round(tournament)
    for entrant in tournament.entrants.all():
        rounds = list(entrant.places.order_by("table__round").values_list("table__round", flat=True))
        assert rounds == [1, 2, 3]
    met = [frozenset(table.places.values_list("entrant", flat=True)) for table in tournament.tables.all()]
    assert len(met) == len(set(met)) == 12 and all(len(two) == 2 for two in met)


def test_running_the_task_twice_changes_nothing(owner: User) -> None:
    tournament = start(announced(owner, crew(7)))
    play_round(tournament)
    before = list(TournamentTable.objects.values()), list(Place.objects.values())
    tasks.run_tournaments()
    progress.advance(tournament)
    assert (list(TournamentTable.objects.values()), list(Place.objects.values())) == before


def test_a_pool_table_starts_as_soon_as_its_players_are_free(owner: User) -> None:
    tournament = start(announced(owner, crew(5), slug=FROM_TWO, seats=2, format="pools"))
    assert tournament.tables.count() == 15 and len(running(tournament)) == 3
    slow, quick, other = running(tournament)
    finish(quick), finish(other)
    tasks.run_tournaments()
    now = running(tournament)
    assert slow in now and len(now) > 1  # the others do not wait for the slow table
    busy = [seat.user_id for match in now for seat in match.seats.all()]
    assert len(busy) == len(set(busy))
    for _ in range(12):
        play_round(tournament)
    assert tournament.status == "over" and not tournament.tables.filter(ended_at=None).exists()
    assert all(entrant.places.count() == 5 for entrant in tournament.entrants.all())
    assert "6 players · ended <time" in browser_of(owner).get("/tournaments/").content.decode()


def test_a_knockout_ends_with_a_final(owner: User) -> None:
    tournament = start(announced(owner, crew(15), format="knockout"))
    sizes = []
    while tournament.status == "running":
        sizes.append([match.seat_count for match in running(tournament)])
        play_round(tournament)
    assert sizes == [[4, 4, 4, 4], [4, 4], [4]]
    final = tournament.tables.order_by("-round").first()
    assert final and final.places.get(rank=1).entrant.place == 1
    last = set(final.places.values_list("entrant__place", flat=True))
    assert last == {1, 2, 3, 4}


def test_a_knockout_table_starts_when_the_two_feeding_it_have_ended(owner: User) -> None:
    tournament = start(announced(owner, crew(7), slug=FROM_TWO, seats=2, format="knockout"))
    bracket = [list(tournament.tables.filter(round=n).values_list("sent", flat=True)) for n in (1, 2, 3)]
    assert bracket == [[[]] * 4, [[[1, 1], [3, 1]], [[2, 1], [4, 1]]], [[[1, 1], [2, 1]]]]
    one, two, three, four = running(tournament)
    text = browser_of(owner).get(tournament.get_absolute_url()).content.decode()
    assert "1st of table 1, 1st of table 3" in text and "Round 3" in text
    finish(one), finish(two)
    tasks.run_tournaments()
    assert running(tournament) == [three, four]
    finish(three)
    tasks.run_tournaments()
    slow, early = running(tournament)
    assert slow == four  # does not hold up the others
    assert {seat.user for seat in early.seats.all()} == {match.seats.get(number=0).user for match in (one, three)}
    finish(four), finish(early)
    tasks.run_tournaments()
    assert len(running(tournament)) == 1
    while running(tournament):
        play_round(tournament)
    assert tournament.status == "over" and sorted(tournament.entrants.values_list("place", flat=True)) == [*range(1, 9)]


def test_the_next_best_advances_when_a_player_drops_out_of_a_knockout(owner: User) -> None:
    tournament = start(announced(owner, crew(7), slug=FROM_TWO, seats=2, format="knockout"))
    one, two, three, four = running(tournament)
    winner, beaten = one.seats.get(number=0).user, one.seats.get(number=1).user
    finish(one)
    tasks.run_tournaments()
    services.withdraw(tournament_id=tournament.pk, user=winner)
    finish(three)
    tasks.run_tournaments()
    early = next(match for match in running(tournament) if match not in (two, four))
    assert {seat.user for seat in early.seats.all()} == {beaten, three.seats.get(number=0).user}


def test_a_knockout_table_with_too_few_players_lets_the_others_advance(owner: User) -> None:
    tournament = start(announced(owner, crew(7), slug=FROM_TWO, seats=2, format="knockout"))
    one, two, three, four = running(tournament)
    finish(one)
    for seat in one.seats.all():
        services.withdraw(tournament_id=tournament.pk, user=seat.user)
    finish(three)
    tasks.run_tournaments()
    lucky = three.seats.get(number=0).user
    table = tournament.tables.get(round=2, number=1)
    assert table.match is None and [place.entrant.user for place in table.places.all()] == [lucky]
    finish(two), finish(four)
    for _ in range(3):
        play_round(tournament)
    assert tournament.status == "over"
    assert tournament.tables.get(round=3).places.filter(entrant__user=lucky).exists()


def test_players_who_drop_out_get_no_more_tables(owner: User) -> None:
    people = crew(8)
    tournament = start(announced(owner, people))
    services.withdraw(tournament_id=tournament.pk, user=people[0])
    play_round(tournament)
    assert tournament.entrants.get(user=people[0]).places.count() == 1
    assert len(running(tournament)) == 2
    assert "Dropped out" in browser_of(owner).get(tournament.get_absolute_url()).content.decode()


def test_a_deleted_account_drops_out(owner: User) -> None:
    people = crew(8)
    tournament = start(announced(owner, people))
    waiting = announced(people[1])
    delete_account(user=people[1])
    assert tournament.entrants.get(user=people[1]).dropped_at is not None
    waiting.refresh_from_db()
    assert waiting.status == "cancelled"


def test_pairs_kept_apart_are_not_seated_together(owner: User) -> None:
    people = crew(15)
    tournament = announced(owner, people)
    order = [owner, *people]
    blocks.block(by=order[0], whom=order[4])  # by the stripes they would share the first table
    start(tournament)
    assert not any({owner.pk, order[4].pk} <= {seat.user_id for seat in m.seats.all()} for m in running(tournament))


@pytest.mark.parametrize("is_host_first", [True, False])
def test_nobody_can_enter_a_tournament_of_a_host_kept_apart_from_them(
    owner: User, player: User, is_host_first: bool
) -> None:
    tournament = announced(owner)
    blocks.block(by=owner if is_host_first else player, whom=player if is_host_first else owner)
    browser = browser_of(player)
    assert browser.post(f"/tournaments/{tournament.pk}/enter/").status_code == (404 if is_host_first else 409)
    assert tournament.entrants.count() == 1 and not page.listed(player, None).object_list
    assert browser.get(tournament.get_absolute_url()).status_code == (404 if is_host_first else 200)


# --- by the clock -------------------------------------------------------------------------------------------------


def test_a_tournament_of_eight_with_bots_is_played_to_the_end(owner: User, settings: Any) -> None:
    """Seven bots and an absent player: the clock plays for them until a bot takes their seat."""
    tournament = start(with_bots(owner, 7, rounds=2, is_rated=False))
    for _ in range(400):
        play_bots(tournament)
        tasks.run_tournaments()
        tournament.refresh_from_db()
        if tournament.status == "over":
            break
        for decision in OpenDecision.objects.filter(user=owner, answered_at=None):
            pass_time(decision.match, 2 * DAY)
        tasks.sweep_clocks()
    assert tournament.status == "over"
    me = tournament.entrants.get(user=owner)
    assert me.dropped_at is not None and me.places.count() == 1
    assert me.places.get().rank == me.places.get().table.places.count()
    assert sorted(tournament.entrants.values_list("place", flat=True)) == list(range(1, 9))
    text = browser_of(owner).get(tournament.get_absolute_url()).content.decode()
    assert "Dropped out" in text and "Over" in text and "Round 2" in text
    assert OutgoingMail.objects.filter(kind="tournament", user=owner).count() == 1


def play_bots(tournament: Tournament) -> None:
    for match in running(tournament):
        while bots.play_one(match.pk) is not None:
            pass


# --- what it costs ------------------------------------------------------------------------------------------------


def cost(browser: Any, address: str) -> int:
    with CaptureQueriesContext(connection) as context:
        assert browser.get(address).status_code == 200
    return sum("SAVEPOINT" not in query["sql"] for query in context.captured_queries)


def test_pages_cost_the_same_for_few_and_many(owner: User, player: User) -> None:
    people = crew(15)
    small, large = start(announced(owner, people[:3])), start(announced(owner, people))
    play_round(large)
    browser = browser_of(player)
    browser.get("/tournaments/")
    few = cost(browser, small.get_absolute_url())
    assert cost(browser, large.get_absolute_url()) == few <= 12
    listed = cost(browser, "/tournaments/")
    for _ in range(3):
        Tournament.objects.filter(pk=announced(player, people[:5]).pk)
    assert cost(browser, "/tournaments/") == listed <= 8
