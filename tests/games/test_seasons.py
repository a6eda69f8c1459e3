"""Seasons: points by the places of rated matches, lists of one game and of all, and stamps for the first three."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.rating_scale import SETTLED
from config.postgres import fetch_all
from games.lobby import seasons
from games.models import Match, SeasonScore
from tests.clock import Clock
from tests.fixtures import make_person
from tests.games.conftest import browser_of
from tests.games.test_player_statistics import ended
from tests.games.test_queries import cost
from tests.samples import GAME, TITLE

pytestmark = pytest.mark.django_db
LAST = seasons.begin(seasons.at(timezone.now())) - timedelta(days=3)


def in_last_season(*matches: Match) -> None:
    Match.objects.filter(pk__in=[match.pk for match in matches]).update(ended_at=LAST)
    seasons.recompute()


@pytest.mark.parametrize(
    ("moment", "words"),
    [
        (datetime(2026, 1, 1, tzinfo=UTC), "January to March 2026"),
        (datetime(2026, 9, 30, 23, 59, tzinfo=UTC), "July to September 2026"),
        (datetime(2026, 12, 31, 23, 59, tzinfo=UTC), "October to December 2026"),
    ],
)
def test_a_season_is_a_quarter_of_the_year(moment: datetime, words: str) -> None:
    season = seasons.at(moment)
    assert seasons.in_words(season) == words
    assert seasons.begin(season) <= moment < seasons.begin(season + 1)


def test_points_are_the_share_of_people_beaten(start: Any, owner: User, player: User, staff: User) -> None:
    ended(start, owner, player, staff)
    ended(start, owner, player, staff)
    Match.objects.filter(pk=ended(start, player, owner, staff).pk).update(is_rated=False)
    seasons.recompute()
    now = seasons.at(timezone.now())
    for season, slug in ((now, GAME), (now, ""), (seasons.EVER, "")):
        sql, values = seasons.statement(season, slug)
        rows = seasons.scores(season, slug, [user for (user,) in fetch_all(sql, values)])
        assert [(row.user.pk, *row[:4]) for row in rows][:1] == [(owner.pk, 2, 2, 2, 1)]
        assert {row.user.pk for row in rows[1:]} == {player.pk, staff.pk} and all(row.points == 0 for row in rows[1:])
        assert [row.place for row in rows] == [1, 2, 2]  # both resigned
    before = list(SeasonScore.objects.order_by("season", "slug", "user").values_list("season", "points", "place"))
    seasons.recompute()
    assert before == list(
        SeasonScore.objects.order_by("season", "slug", "user").values_list("season", "points", "place")
    )


def test_the_first_three_of_a_finished_season_get_a_stamp(start: Any, owner: User, player: User, staff: User) -> None:
    matches = [ended(start, owner, player, staff) for _ in range(SETTLED)]
    seasons.recompute()
    assert seasons.stamps_of(owner) == []  # the season still runs
    in_last_season(*matches)
    assert [(stamp.place, stamp.game) for stamp in seasons.stamps_of(owner)] == [("1st", "All games"), ("1st", TITLE)]
    page = browser_of(player).get("/people/owner/").content.decode()
    assert "Season stamps" in page and page.count('class="season-stamp"') == 2
    in_last_season(*matches[1:])
    Match.objects.filter(pk=matches[0].pk).update(is_rated=False)
    seasons.recompute()
    assert seasons.stamps_of(owner) == []  # one match too few


def test_the_stamps_of_many_years_are_folded(owner: User, player: User) -> None:
    scores = {"user": owner, "slug": "", "points": 9, "matches": SETTLED, "wins": 5, "place": 1}
    last = seasons.stamped()
    SeasonScore.objects.bulk_create(SeasonScore(season=season, **scores) for season in range(last - 19, last + 1))
    page = browser_of(player).get("/people/owner/").content.decode()
    newest, older = page.split("<summary>6 more</summary>")
    assert newest.count('class="season-stamp"') == 14 and older.count('class="season-stamp"') == 6


def test_the_lists_behind_old_stamps_stay_within_reach(owner: User, player: User) -> None:
    season = seasons.at(timezone.now()) - 30
    SeasonScore.objects.create(user=owner, season=season, slug="", points=9, matches=SETTLED, wins=5, place=1)
    page = browser_of(player).get(f"/ratings/?game=all&season={season}").content.decode()
    assert ">owner<" in page and f">{seasons.in_words(season)}</option>" in page


def test_the_first_three_hear_of_their_stamps_once_the_last_hour_is_counted(
    start: Any, owner: User, player: User, staff: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = [ended(start, owner, player, staff) for _ in range(SETTLED)]
    end, url = seasons.begin(seasons.at(LAST) + 1), f"/ratings/?game=all&season={seasons.at(LAST)}"
    Match.objects.filter(pk__in=[match.pk for match in matches]).update(ended_at=LAST)
    clock = Clock(monkeypatch, end - timedelta(minutes=23))
    seasons.recompute()
    late = [ended(start, player, owner, staff).pk for _ in range(SETTLED + 1)]
    Match.objects.filter(pk__in=late).update(ended_at=clock.pass_time(minutes=10))
    clock.pass_time(minutes=30)  # the season is over, but these matches have not been counted
    assert seasons.stamps_of(owner) == []
    assert "This season is over" not in Client().get(url).content.decode()
    clock.pass_time(minutes=20)
    for _ in range(3):
        seasons.recompute()
        clock.pass_time(minutes=60)
    assert [stamp.place for stamp in seasons.stamps_of(owner)] == ["2nd", "2nd"]
    assert "This season is over" in Client().get(url).content.decode()
    me = browser_of(owner)
    (news,) = re.findall(r'href="(/news/\d+/)"><span><b>Season stamp</b> ([^<]+)<', me.get("/news/").content.decode())
    assert news[1] == f"{seasons.in_words(seasons.at(LAST))}: 2nd in All games, 2nd in {TITLE}"
    assert me.get(news[0])["Location"] == url and "Your place: <b>2</b>" in me.get(url).content.decode()


def test_a_closed_account_takes_no_place(start: Any, owner: User, player: User) -> None:
    ended(start, owner, player, make_person("third"))
    User.objects.filter(pk=owner.pk).update(is_active=False)
    seasons.recompute()
    assert set(SeasonScore.objects.values_list("place", flat=True)) == {1}


def test_the_page_starts_with_my_game_and_shows_seasons_and_all_games(start: Any, owner: User, player: User) -> None:
    in_last_season(ended(start, owner, player, third := make_person("third")))
    ended(start, player, owner, third)
    seasons.recompute()
    me = browser_of(owner)
    assert f"<h1>{TITLE}</h1>" in me.get("/ratings/").content.decode()
    now = seasons.at(timezone.now())
    states = ((now, "player", 2, "Updated every hour."), (now - 1, "owner", 1, "This season is over"))
    for season, name, place, state in states:
        page = me.get(f"/ratings/?game={GAME}&season={season}").content.decode()
        assert [words in page for _, _, _, words in states] == [words == state for _, _, _, words in states]
        assert f"Your place: <b>{place}</b>" in page and page.index(seasons.in_words(season)) > 0
        assert page.split("<tbody>")[1].index(f">{name}<") < page.split("<tbody>")[1].index("</tr>")
    ever = me.get("/ratings/?game=all").content.decode()
    assert "<h1>All games</h1>" in ever and "Updated every hour." in ever and "This season" not in ever
    assert "Nobody on this list" in me.get(f"/ratings/?game=all&season={now}&q=zebra").content.decode()
    for bad in ("9999999", "x", "-1", "²", "0", f"00{now}12"):
        assert me.get(f"/ratings/?season={bad}").context["asked"].season is None
    User.objects.filter(pk=player.pk).update(is_active=False)
    assert ">player<" not in me.get(f"/ratings/?game=all&season={now}").content.decode().split("<tbody>")[1]


def test_the_lists_cost_the_same_however_long_they_are(start: Any, owner: User, player: User) -> None:
    in_last_season(ended(start, owner, player, make_person("third")))
    url = f"/ratings/?game=all&season={seasons.at(timezone.now()) - 1}"
    cost(browser_of(owner), url)  # fills caches
    few = cost(browser_of(owner), url)
    in_last_season(*(ended(start, *(make_person(f"{name}{n}") for name in "pqr")) for n in range(4)))
    assert cost(browser_of(owner), url) == few
