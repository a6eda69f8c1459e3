"""Playing at once: bots of three strengths, tutorials, the quick way to a table, and what the lobby foretells."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games import tasks
from games.errors import Refusal
from games.kernel import bots as machines
from games.kernel import engine
from games.lobby import durations, rematches, tables
from games.lobby.list_rows import rows_of
from games.matches import bots, broadcast
from games.matches.loaded import load_match
from games.models import AnswerTime, Match, MatchLength, MoveRecord, Seat
from games.table import tutorials
from games.titles import load
from tests.fixtures import make_person
from tests.games.conftest import DAY, browser_of, move_on, open_of
from tests.samples import FROM_TWO, GAME, TITLE

pytestmark = pytest.mark.django_db
LEARNED = tutorials.games()
CLOCK: Any = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": DAY}


def test_one_click_brings_bots_of_the_chosen_strength(owner):
    client = browser_of(owner)
    for given, stored in (("easy", "easy"), ("house", "house"), ("strong", "strong"), ("nonsense", "house")):
        answer = client.post(f"{reverse('new_match')}?game={GAME}", {"against_bots": given})
        match = Match.objects.latest("id")
        assert answer.status_code == 302 and match.status == "running"
        assert set(Seat.objects.filter(match=match, user__is_bot=True).values_list("strength", flat=True)) == {stored}
        page = client.get(match.get_absolute_url()).content.decode()
        assert (f"{stored} bot" in page) == (stored != "house")


def test_a_bot_is_added_with_its_strength_and_keeps_it_in_a_rematch(owner):
    facts = {"options": {}, "pace": "correspondence", "move_seconds": DAY, "bank_seconds": DAY}
    match = tables.create_match(owner=owner, slug=GAME, seats=3, **facts)
    client = browser_of(owner)
    assert client.post(f"/match/{match.pk}/bots/add/", {"strength": "godlike"}).status_code == 422
    for strength in ("easy", "strong"):
        client.post(f"/match/{match.pk}/bots/add/", {"strength": strength})
    kept = sorted(Seat.objects.filter(match=match, user__is_bot=True).values_list("strength", flat=True))
    assert kept == ["easy", "strong"]
    Match.objects.filter(pk=match.pk).update(status="over")
    again = rematches.open_rematch(match_id=match.pk, user=owner)
    assert sorted(Seat.objects.filter(match=again, user__is_bot=True).values_list("strength", flat=True)) == kept


@pytest.mark.parametrize("slug", sorted(load()))
@pytest.mark.parametrize("strength", machines.STRENGTHS)
def test_bots_of_each_strength_play_each_game_through_the_door(owner, slug, strength):
    client = browser_of(owner)
    client.post(f"{reverse('new_match')}?game={slug}", {"against_bots": strength})
    match = Match.objects.get()
    for _ in range(4):
        if not bots.play_one(match.pk):
            move_on(match, 1)
    assert MoveRecord.objects.filter(match=match, by="bot").count() >= 1


def unanswered(match: Match) -> list[int]:
    opens = load_match(match.pk).open_decisions()
    return [o.decision.seat for o in opens if o.answer is None and not o.decision.optional]


def test_where_all_choose_at_once_all_bots_choose_at_once(owner):
    match = tables.create_match(owner=owner, slug=FROM_TWO, seats=4, options={}, bots=3, **CLOCK)
    rounds = 0
    while rounds < 3:
        if len(unanswered(match)) == 4:
            rounds += 1
            tasks.run_bots(match.pk)  # one wake-up
            left = unanswered(match)
            assert left == [load_match(match.pk).seat_of(owner.pk)]
        move_on(match, 1)


def test_bots_take_a_moment_that_says_nothing_about_their_cards(owner, monkeypatch, django_capture_on_commit_callbacks):
    pauses: list[float] = []
    monkeypatch.setattr(broadcast, "wake_bots", lambda match_id, pause: pauses.append(pause))
    match = tables.create_match(owner=owner, slug=GAME, seats=3, options={}, bots=2, **CLOCK)
    for _ in range(12):
        with django_capture_on_commit_callbacks(execute=True):
            bots.play_one(match.pk, for_people=True)
    assert len(set(pauses)) == len(pauses) > 5 and all(0.6 <= pause <= 1.2 for pause in pauses)


def test_a_bot_whose_wake_up_met_the_move_of_somebody_else_is_woken_by_it(owner, monkeypatch):
    match = tables.create_match(owner=owner, slug=FROM_TWO, seats=3, options={}, bots=2, **CLOCK)
    play_one, calls = bots.play_one, []

    def overtaken(match_id: int, **more: Any) -> Any:
        calls.append(match_id)
        if len(calls) == 1:
            raise Refusal(409, "Too late.")
        return play_one(match_id, **more)

    monkeypatch.setattr(bots, "play_one", overtaken)
    tasks.run_bots(match.pk)
    assert MoveRecord.objects.filter(match=match, by="bot").exists()


# --- tutorials ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", LEARNED)
def test_a_tutorial_begins_with_its_learner_and_names_rules_that_exist(owner, slug):
    client = browser_of(owner)
    answer = client.post(reverse("tutorial", args=[slug]), follow=True)
    match, tutorial = Match.objects.get(), tutorials.of_game(slug)
    loaded = load_match(match.pk)
    assert (match.is_rated, match.is_public, match.is_lesson) == (False, False, True)
    assert loaded.seat_of(owner.pk) == 0 == open_of(loaded).decision.seat  # the lessons speak to who moves first
    page = answer.content.decode()
    first = tutorial.lesson[0]
    assert f"<h2>{first.title}" in page and first.text[0].split("“")[0] in page.replace("&#x27;", "'")
    for lesson in tutorial.lesson:
        assert lesson.clauses and set(lesson.clauses) <= set(load()[slug].clauses)
    assert len(tutorial.lesson) >= 4


@pytest.mark.parametrize("slug", LEARNED)
def test_the_deal_of_a_tutorial_is_the_same_each_time(owner, slug):
    views = []
    for _ in range(2):
        match = tables.begin_tutorial(owner=owner, slug=slug)
        views.append(engine.view_for(load()[slug], load_match(match.pk).at_table(), 0))
    assert views[0] == views[1]


def test_lessons_go_on_with_the_learners_moves(owner):
    match = tables.begin_tutorial(owner=owner, slug=GAME)
    lessons = tutorials.of_game(GAME).lesson
    for number in range(2):
        loaded = load_match(match.pk)
        assert tutorials.coach(loaded, 0).due == number
        assert tutorials.coach(loaded, 1).lessons[number].title == lessons[number].title
        move_on(match, 1)
        while bots.play_one(match.pk):
            pass
    assert tutorials.coach(load_match(match.pk), None) is None


def test_there_is_no_tutorial_of_an_unknown_game(owner):
    assert browser_of(owner).post("/learn/chess/").status_code == 404
    assert not Match.objects.exists()


# --- the lobby ----------------------------------------------------------------------------------------------------


def table(host: Any, seats: int = 3, bots: int = 0, **more: Any) -> Match:
    facts = {"options": {}, "pace": "correspondence", "move_seconds": DAY, "bank_seconds": DAY} | more
    return tables.create_match(owner=host, slug=GAME, seats=seats, bots=bots, **facts)


def test_quick_join_offers_the_unrated_table_that_needs_the_fewest_and_asks_once(owner, player, stranger):
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


def test_filters_leave_what_was_asked_for(owner, player):
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


def test_the_end_is_foretold_from_measured_answers(start, owner, player):
    done: Match = start()
    move_on(done, 400)
    records = MoveRecord.objects.filter(match=done).order_by("number")
    begin = timezone.now() - timedelta(days=20)
    for place, record in enumerate(records):  # everybody took an hour each time
        MoveRecord.objects.filter(pk=record.pk).update(at=begin + timedelta(hours=place))
    durations.count()
    length = MatchLength.objects.get(slug=GAME, seat_count=3)
    assert length.answers == records.exclude(move="").count() and length.matches == 1
    assert AnswerTime.objects.get(user=owner).seconds == 3600
    waiting = table(owner, 3, bots=1)
    (fetched,) = rows_of([waiting.pk])
    free = durations.UNKNOWN_SHARE * DAY
    expected = length.answers * (3600 + durations.BOT_SECONDS + free) / 3
    assert durations.duration(fetched, durations.lengths()).total_seconds() == pytest.approx(expected)
    assert "likely ends" in browser_of(player).get("/tables/").content.decode()


def test_spans_are_said_shortly():
    now = timezone.now().replace(month=12, day=1, year=2029, hour=0)
    post, live = Match(pace="correspondence"), Match(pace="live")
    assert durations.finish_in_words(post, timedelta(days=5), now) == "likely ends 4 to 9 Dec"
    assert durations.finish_in_words(post, timedelta(days=30), now) == "likely ends 22 Dec to 21 Jan"
    assert durations.finish_in_words(post, timedelta(hours=4), now) == "likely ends 1 Dec"
    assert durations.finish_in_words(live, timedelta(minutes=20), now) == "likely 14 to 34 minutes"


def test_matches_that_ended_today_can_still_be_looked_at(start, stranger):
    match: Match = start()
    move_on(match, 400)
    page = browser_of(stranger).get("/tables/").content.decode()
    assert match.get_absolute_url() in page and ">Over</span>" in page and ">Replay<" in page
    Match.objects.filter(pk=match.pk).update(ended_at=timezone.now() - timedelta(days=2))
    assert match.get_absolute_url() not in browser_of(stranger).get("/tables/").content.decode()
