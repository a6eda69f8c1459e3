"""Ratings: the arithmetic, and how results change the rows."""

import threading
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection, connections
from django.test import Client

from accounts import leaderboards, rating_scale, ratings
from accounts.leaderboards import Board
from accounts.models import Rating, RatingPoint, User
from accounts.rating_scale import SETTLED
from config.postgres import fetch_all
from tests.samples import GAME, LARGEST, TITLE

NEW = (rating_scale.MU, rating_scale.SIGMA)


def test_a_newcomer_has_1500_plus_minus_400() -> None:
    assert (rating_scale.shown(rating_scale.MU), rating_scale.uncertainty(rating_scale.SIGMA)) == (1500, 400)


@pytest.mark.parametrize("seats", range(2, 9))
def test_better_ranks_give_better_ratings(seats: int) -> None:
    after = ratings.rate([NEW] * seats, list(range(1, seats + 1)))
    strengths = [mu for mu, _ in after]
    assert strengths == sorted(strengths, reverse=True) and strengths[0] > rating_scale.MU > strengths[-1]
    assert all(sigma < rating_scale.SIGMA for _, sigma in after)


def test_a_draw_between_equals_moves_nobody() -> None:
    first, second = ratings.rate([NEW, NEW], [1, 1])
    assert first == pytest.approx(second) and first[0] == pytest.approx(rating_scale.MU)


def test_seat_order_does_not_matter() -> None:
    strong, weak = (30.0, 4.0), (20.0, 6.0)
    upset, again = ratings.rate([strong, weak], [2, 1]), ratings.rate([weak, strong], [1, 2])
    assert upset[0] == pytest.approx(again[1]) and upset[1] == pytest.approx(again[0])


@pytest.mark.django_db
def test_a_single_player_is_not_rated(player: User) -> None:
    assert ratings.record_result(GAME, {player.pk: 1}) == {}
    assert not Rating.objects.exists()


@pytest.mark.django_db
def test_results_are_recorded_for_people_and_bots(owner: User, player: User, django_assert_num_queries: Any) -> None:
    bot = User.objects.create_bot("house-bot-1")
    with django_assert_num_queries(6):  # savepoint, insert, lock, update, points, release
        ratings.record_result(GAME, {player.pk: 2, owner.pk: 1, bot.pk: 1})
    rows = {row.user_id: row for row in Rating.objects.all()}
    assert (rows[owner.pk].matches, rows[owner.pk].wins) == (1, 1)
    assert (rows[bot.pk].wins, rows[player.pk].wins) == (1, 0)
    assert rows[owner.pk].mu > rows[player.pk].mu
    assert rows[owner.pk].conservative == pytest.approx(rows[owner.pk].mu - 3 * rows[owner.pk].sigma)
    assert (rows[owner.pk].shown, rows[owner.pk].uncertainty) > (1500, 0)


@pytest.mark.django_db
def test_the_leaderboard_lists_only_active_people(owner: User, player: User, stranger: User) -> None:
    bot = User.objects.create_bot("house-bot-1")
    for _ in range(SETTLED):
        ratings.record_result(GAME, {bot.pk: 1, owner.pk: 2, player.pk: 3, stranger.pk: 4})
    User.objects.filter(pk=stranger.pk).update(is_active=False)
    assert [row.user.pk for row in leaderboards.best(Board(GAME), 10)] == [owner.pk, player.pk]
    assert leaderboards.best(Board(LARGEST), 10) == []


@pytest.mark.django_db
def test_a_rating_is_provisional_for_five_matches(owner: User, player: User) -> None:
    for number in range(SETTLED):
        row = Rating.objects.filter(user=owner, slug=GAME).first()
        assert row is None or (row.is_provisional and row.words == f"{row.shown}?")
        assert not leaderboards.best(Board(GAME), 1), number
        ratings.record_result(GAME, {owner.pk: 1, player.pk: 2})
    row = Rating.objects.get(user=owner, slug=GAME)
    assert not row.is_provisional and row.words == str(row.shown)
    places = leaderboards.places_of(Board(GAME), leaderboards.best(Board(GAME), 10))
    assert places == [1, 2]


@pytest.mark.django_db
def test_each_rated_match_adds_a_point_to_the_plot(owner: User, player: User) -> None:
    bot = User.objects.create_bot("house-bot-1")
    for _ in range(3):
        ratings.record_result(GAME, {owner.pk: 1, player.pk: 2, bot.pk: 3})
    points = ratings.history(owner)[GAME]
    assert [point.mu for point in points] == sorted(point.mu for point in points) and len(points) == 3
    assert points[-1].mu == Rating.objects.get(user=owner).mu
    page = Client().get("/people/owner/").content.decode()
    assert 'class="plot"' in page and f"Rating in {TITLE}: " in page
    assert page.count('<polyline class="plot-line"') == 1


@pytest.mark.django_db
def test_the_plots_of_a_busy_person_reach_back_to_the_first_year_of_each_game(owner: User) -> None:
    def points(slug: str, year: int, count: int) -> None:
        rows = (
            RatingPoint(user=owner, slug=slug, mu=25, sigma=n, at=datetime(year, 1, 1, tzinfo=UTC))
            for n in range(count)
        )
        RatingPoint.objects.bulk_create(rows)

    points(LARGEST, 2021, 3), points(GAME, 2022, 200), points(GAME, 2026, 301)
    shown = ratings.history(owner)
    assert len(shown[LARGEST]) == 3 and len(shown[GAME]) == 84
    assert shown[GAME][0].at.year == 2022 and shown[GAME][-1].sigma == 300


@pytest.mark.django_db
def test_a_single_point_makes_no_plot(owner: User, player: User) -> None:
    ratings.record_result(GAME, {owner.pk: 1, player.pk: 2})
    page = Client().get("/people/owner/").content.decode()
    assert 'class="plot"' not in page and "?</b>" not in page
    assert f"{Rating.objects.get(user=owner).shown}? <span" in page


@pytest.mark.django_db
def test_the_list_says_who_has_been_away_for_a_year(owner: User, player: User) -> None:
    for _ in range(5):
        ratings.record_result(GAME, {owner.pk: 1, player.pk: 2})
    Rating.objects.filter(user=owner).update(updated_at=datetime(2021, 5, 9, tzinfo=UTC))
    page = Client().get(f"/ratings/?game={GAME}").content.decode()
    assert page.count("last match") == 1 and "last match May 2021" in page[: page.index(">player<")]


def plan(board: Board) -> str:
    sql, values = leaderboards.statement(board)
    return str(fetch_all(f"EXPLAIN {sql} LIMIT 10", values))


@pytest.mark.django_db
def test_the_leaderboard_uses_its_index(owner: User, player: User) -> None:
    ratings.record_result(GAME, {owner.pk: 2, player.pk: 3})
    with connection.cursor() as cursor:
        cursor.execute("set local enable_seqscan = off")
        cursor.execute("set local enable_sort = off")
    assert "rating_leaderboard" in plan(Board(GAME))


@pytest.mark.django_db(transaction=True)
def test_simultaneous_results_do_not_deadlock(owner: User, player: User) -> None:
    def play(first: int, second: int) -> None:
        try:
            for _ in range(10):
                ratings.record_result(GAME, {first: 1, second: 2})
        finally:
            connections.close_all()

    threads = [threading.Thread(target=play, args=pair) for pair in ((owner.pk, player.pk), (player.pk, owner.pk))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert list(Rating.objects.values_list("matches", "wins")) == [(20, 10), (20, 10)]


@pytest.mark.django_db
def test_each_pace_has_its_own_leaderboard(client: Client, owner: User, player: User, stranger: User) -> None:
    for _ in range(5):
        ratings.record_result(GAME, {owner.pk: 1, player.pk: 2}, pace="live")
        ratings.record_result(GAME, {stranger.pk: 1, owner.pk: 2}, pace="correspondence")
    boards = {
        pace: [row.user.username for row in leaderboards.best(Board(GAME, pace), 10)]
        for pace in ("live", "correspondence", "")
    }
    assert boards["live"] == ["owner", "player"] and boards["correspondence"] == ["stranger", "owner"]
    assert set(boards[""]) == {"owner", "player", "stranger"}
    with connection.cursor() as cursor:
        cursor.execute("set local enable_seqscan = off")
        cursor.execute("set local enable_sort = off")
    assert "pace_leaderboard" in plan(Board(GAME, "live"))
    client.force_login(owner)
    page = client.get(f"/ratings/?game={GAME}&pace=correspondence").content.decode()
    assert "Your place: <b>2</b>" in page and "/people/stranger/" in page and "/people/player/" not in page
    assert "/people/player/" in client.get(f"/ratings/?game={GAME}&pace=x").content.decode()
