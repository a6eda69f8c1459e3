"""Statistics on profiles, and the leaderboard with its search and my place."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import leaderboards
from accounts.leaderboards import Board, best, places_of
from accounts.models import Rating
from games.lobby import durations, player_statistics
from games.matches import leaving
from games.matches.loaded import load_match
from games.models import AnswerTime, LostSeat, Match, MoveRecord, Seat
from tests.fixtures import make_person
from tests.games.conftest import browser_of, move_on
from tests.samples import GAME, TITLE

pytestmark = pytest.mark.django_db


def ended(start: Any, *people: Any) -> Match:
    """A match that the first person wins and the second loses last."""
    match: Match = start(people=people)
    for person in reversed(people[1:]):
        leaving.resign(match_id=match.pk, user=person)
    return match


def test_matches_wins_and_the_average_place(start: Any, owner: Any, player: Any, staff: Any) -> None:
    ended(start, owner, player, staff)
    ended(start, player, owner, staff)
    start()
    row = player_statistics.by_game(owner)[0]
    ranks = list(Seat.objects.filter(user=owner, rank__isnull=False).values_list("rank", flat=True))
    assert (row.title, row.matches, row.wins) == (TITLE, 2, ranks.count(1))
    assert row.place == sum(ranks) / 2
    page = browser_of(player).get("/people/owner/").content.decode()
    assert "Games played" in page and f"{row.place:.1f}" in page


def test_head_to_head_counts_who_was_ahead(start: Any, owner: Any, player: Any, staff: Any, stranger: Any) -> None:
    for _ in range(2):
        ended(start, owner, player, staff)
    ended(start, player, owner, staff)
    rows = player_statistics.head_to_head(owner, player)
    assert [(row.matches, row.better, row.worse) for row in rows] == [(3, 1, 2)]
    assert [(row.better, row.worse) for row in player_statistics.head_to_head(player, owner)] == [(2, 1)]
    assert player_statistics.head_to_head(owner, stranger) == []
    assert "You and owner" in browser_of(player).get("/people/owner/").content.decode()
    assert "You and owner" not in browser_of(owner).get("/people/owner/").content.decode()


def test_reliability_counts_missed_turns(start: Any, owner: Any) -> None:
    match = start()
    move_on(match, 60)
    own = load_match(match.pk).seat_of(owner.pk)
    turns = MoveRecord.objects.filter(match=match, seat=own, user=owner, is_order=False).order_by("number")
    late = list(turns.values_list("pk", flat=True))[:3]
    MoveRecord.objects.filter(pk__in=late).update(by="clock", user=None)
    durations.recompute()
    in_time = turns.count()
    found = player_statistics.reliability(owner)
    answered = AnswerTime.objects.get(user=owner)
    assert answered.missed == 3 and in_time >= 9
    assert found.in_time == round(100 * answered.answers / (answered.answers + 3))
    assert f"{found.in_time} %" in browser_of(owner).get("/people/owner/").content.decode()


def test_missed_turns_count_for_the_player_who_then_lost_the_seat(start: Any, owner: Any, stranger: Any) -> None:
    match = start()
    move_on(match, 60)
    own = load_match(match.pk).seat_of(owner.pk)
    late = MoveRecord.objects.filter(match=match, seat=own, is_order=False).exclude(move="").order_by("number")
    first = late.values_list("pk", "number")[0]
    MoveRecord.objects.filter(pk=first[0]).update(by="clock", user=None)
    LostSeat.objects.create(match=match, seat=own, user=owner, until=first[1], at=timezone.now())
    Seat.objects.filter(match=match, number=own).update(user=stranger)
    durations.recompute()
    assert AnswerTime.objects.get(user=owner).missed == 1
    assert not AnswerTime.objects.filter(user=stranger, missed__gt=0).exists()
    assert player_statistics.reliability(owner).seats_lost == 1


def test_reliability_needs_enough_turns(owner: Any, stranger: Any) -> None:
    assert player_statistics.reliability(owner).in_time is None
    assert "too few moves yet" in browser_of(stranger).get("/people/owner/").content.decode()


# --- leaderboard --------------------------------------------------------------------------------------------------


@pytest.fixture
def crowd(db: None) -> list[Any]:
    """Sixty players, best first. All but the last have played enough matches."""
    people = [make_person(f"player{number:02}") for number in range(60)]
    facts = {"slug": GAME, "mu": 25.0, "sigma": 4.0, "wins": 1, "updated_at": timezone.now() - timedelta(days=1)}
    Rating.objects.bulk_create(
        Rating(user=who, conservative=50.0 - place, matches=9 if place < 59 else 4, **facts)
        for place, who in enumerate(people)
    )
    return people


def board(user: Any, **asked: str) -> Any:
    answer = browser_of(user).get("/ratings/", {"game": GAME, **asked})
    assert answer.status_code == 200
    return answer


def test_places_follow_the_order(crowd: list[Any]) -> None:
    assert places_of(Board(GAME), best(Board(GAME), 60)) == list(range(1, 60))


def test_places_are_counted_from_the_last_milestone(crowd: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaderboards, "STEP", 7)
    leaderboards._milestones.cache_clear()
    rows = best(Board(GAME), 60)
    with CaptureQueriesContext(connection) as seen:
        assert places_of(Board(GAME), rows) == list(range(1, 60))
    assert len(seen) == 2 and len(leaderboards._milestones(Board(GAME), 0)) == 9
    leaderboards._milestones.cache_clear()


def test_the_leaderboard_jumps_to_my_place(crowd: list[Any]) -> None:
    page = board(crowd[55])
    assert "Your place: <b>56</b>" in page.content.decode() and "player55</a>" not in page.content.decode()
    page = board(crowd[55], me="1")
    assert [place for place, row in page.context["rows"] if row.user.pk == page.context["user"].pk] == [56]


def test_a_provisional_rating_shows_how_many_matches_are_missing(crowd: list[Any]) -> None:
    words = board(crowd[59]).content.decode()
    assert "Your rating is 1500?. Play 1 more rated match to enter the list." in words


def test_the_leaderboard_finds_names_and_shows_their_places(crowd: list[Any]) -> None:
    rows = list(board(crowd[0], q="player3").context["rows"])
    assert [row.user.name for _, row in rows] == [f"player3{number}" for number in range(5)]
    assert [place for place, _ in rows] == [31, 32, 33, 34, 35]
    assert [place for place, _ in board(crowd[0], q="player3", page="2").context["rows"]] == [36, 37, 38, 39, 40]
    assert "Nobody on this list has a name like" in board(crowd[0], q="zzz").content.decode()
