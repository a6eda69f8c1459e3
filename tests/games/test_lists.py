"""Lists of tables: quick join, filters and the likely end."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import account_hooks
from games.lobby import durations, tables
from games.lobby.match_rows import listed
from games.models import AnswerTime, Match, MatchLength, MoveRecord
from games.titles import load
from tests.fixtures import make_person
from tests.games.conftest import DAY, browser_of, move_on
from tests.samples import FROM_TWO, GAME, TITLE

pytestmark = pytest.mark.django_db


def table(host: Any, seats: int = 3, bots: int = 0, **more: Any) -> Match:
    facts = {"options": {}, "pace": "correspondence", "move_seconds": DAY, "bank_seconds": DAY} | more
    return tables.create_match(owner=host, slug=GAME, seats=seats, bots=bots, **facts)


def test_quick_join_offers_the_unrated_table_with_the_fewest_free_seats(owner, player, stranger):
    table(owner, 5, is_rated=False)
    nearly = table(player, 3, bots=1, is_rated=False)
    table(owner, 3, bots=1, is_rated=True)
    table(make_person("host"), 3, bots=1, is_rated=False, is_public=False)
    offer = browser_of(stranger).get("/tables/quick/", {"game": GAME})
    page = offer.content.decode()
    assert "Join this table?" in page and offer.context["row"].match.id == nearly.pk
    for words in (TITLE, "Correspondence: 1 day for each move, then a 1-day reserve", "Unrated", player.name):
        assert words in page
    assert load()[GAME].meta.turns in page and not nearly.seats.filter(user=stranger).exists()
    answer = browser_of(stranger).post("/tables/quick/", {"game": GAME, "table": str(nearly.pk)})
    assert answer["Location"] == nearly.get_absolute_url()
    assert Match.objects.get(pk=nearly.pk).status == "running"
    again = browser_of(stranger).get("/tables/quick/", {"pace": "live"})
    assert again["Location"] == "/tables/new/"  # nothing live: open one


def test_filters_keep_what_was_asked_for(owner, player):
    post, live = table(owner, 3), table(player, 4, pace="live", move_seconds=60, is_rated=False)
    client = browser_of(make_person("guest"))
    for query, shown, hidden in (
        ({"pace": "live"}, live, post),
        ({"seats": "3"}, post, live),
        ({"rated": "no"}, live, post),
        ({"rated": "yes", "game": GAME}, post, live),
    ):
        page = client.get("/tables/", query).content.decode()
        assert shown.get_absolute_url() in page and hidden.get_absolute_url() not in page
    page = client.get("/tables/", {"seats": "abc", "pace": "x", "rated": "?"}).content.decode()
    assert post.get_absolute_url() in page and live.get_absolute_url() in page


def test_the_likely_end_follows_from_measured_answers(start, owner, player):
    done: Match = start()
    move_on(done, 400)
    records = MoveRecord.objects.filter(match=done).order_by("number")
    begin = timezone.now() - timedelta(days=20)
    for place, record in enumerate(records):  # everybody took an hour each time
        MoveRecord.objects.filter(pk=record.pk).update(at=begin + timedelta(hours=place))
    durations.recompute()
    length = MatchLength.objects.get(slug=GAME, seat_count=3)
    assert length.answers == records.exclude(move="").count() and length.matches == 1
    assert AnswerTime.objects.get(user=owner).seconds == 3600
    waiting = table(owner, 3, bots=1)
    (fetched,) = listed([waiting.pk])
    free = durations.UNKNOWN_SHARE * DAY
    expected = length.answers * (3600 + durations.BOT_SECONDS + free) / 3
    assert durations.duration(fetched, durations.lengths()).total_seconds() == pytest.approx(expected)
    assert "likely ends" in browser_of(player).get("/tables/").content.decode()


def test_date_ranges_are_short():
    now = timezone.now().replace(month=12, day=1, year=2029, hour=0)
    post, live = Match(pace="correspondence"), Match(pace="live")
    assert durations.finish_in_words(post, timedelta(days=5), now) == "likely ends 4 to 9 Dec"
    assert durations.finish_in_words(post, timedelta(days=30), now) == "likely ends 22 Dec to 21 Jan"
    assert durations.finish_in_words(post, timedelta(hours=4), now) == "likely ends 1 Dec"
    assert durations.finish_in_words(live, timedelta(minutes=20), now) == "likely 14 to 34 minutes"


def test_a_profile_leads_back_to_the_first_match(start, owner, stranger, monkeypatch):
    first, second = start(), start()
    monkeypatch.setattr(account_hooks, "MATCHES", 1)
    newest = browser_of(stranger).get("/people/owner/").content.decode()
    assert second.get_absolute_url() in newest and first.get_absolute_url() not in newest
    (older,) = re.findall(r'rel="next" href="([^"]+)"', newest)
    assert older == "?page=2#matches"
    page = browser_of(stranger).get("/people/owner/" + older).content.decode()
    assert first.get_absolute_url() in page and second.get_absolute_url() not in page and "Page 2 of 2" in page


def test_matches_that_ended_today_are_still_listed(start, stranger):
    match: Match = start()
    move_on(match, 400)
    page = browser_of(stranger).get("/tables/").content.decode()
    assert match.get_absolute_url() in page and ">Over</span>" in page and ">Replay<" in page
    Match.objects.filter(pk=match.pk).update(ended_at=timezone.now() - timedelta(days=2))
    assert match.get_absolute_url() not in browser_of(stranger).get("/tables/").content.decode()


def test_many_turns_are_folded_by_urgency_and_filtered_by_game(start, owner):
    from datetime import timedelta

    from django.utils import timezone

    from games.lobby import my_matches
    from games.models import OpenDecision
    from tests.games.conftest import browser_of
    from tests.samples import GAME

    while OpenDecision.objects.filter(user=owner, answered_at=None).count() < my_matches.CARDS + 2:
        start()
    page = browser_of(owner).get("/mine/")
    assert len(page.context["cards"]) == my_matches.CARDS
    assert "2 more</summary>" in page.content.decode()
    picture = re.findall(r'<img class="position" src="([^"]+)"', page.content.decode())
    assert len(picture) == my_matches.CARDS
    drawn = browser_of(owner).get(picture[0])
    assert drawn["Content-Type"] == "image/svg+xml" and drawn["Cache-Control"].startswith("private")
    assert browser_of(make_person("nosy")).get(picture[0]).status_code == 403
    assert not browser_of(owner).get("/mine/?game=nothing").context["chosen"]
    assert len(browser_of(owner).get(f"/mine/?game={GAME}").context["waiting"]) == my_matches.CARDS + 2
    waiting = page.context["waiting"]
    assert [words for words, _ in my_matches.by_urgency(waiting, timezone.now() - timedelta(days=9))] == ["Later"]
    assert my_matches.by_urgency(waiting, timezone.now())[0][0] != "Later"


def test_my_games_say_that_a_match_where_all_answer_at_once_waits_for_the_others_only(start, owner, player):
    match = start(FROM_TWO, (owner, player))
    move_on(match)
    (row,) = browser_of(owner).get("/mine/").context["running"]
    assert row.match.id == match.pk and row.waiting_for == player.name
