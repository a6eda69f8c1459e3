"""The form for a new table: what it opens and what it refuses."""

import pytest

from games.errors import Refusal
from games.kernel import codec, engine
from games.lobby import tables as lobby_tables
from games.matches import bots
from games.models import Match, OpenDecision
from games.titles import load, load_all
from tests.games.conftest import DAY, browser_of
from tests.games.test_lobby import FORM, open_table
from tests.samples import GAME

pytestmark = pytest.mark.django_db


def test_the_form_opens_a_table_and_leads_to_it(owner):
    answer = browser_of(owner).post(f"/tables/new/?game={GAME}", FORM)
    match = Match.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/match/{match.pk}/")
    assert (match.slug, match.seat_count, match.status, match.owner) == (GAME, 3, "open", owner)
    assert (match.pace, match.move_seconds, match.bank_seconds) == ("correspondence", DAY, 3 * DAY)
    assert match.is_rated and match.is_public
    assert [seat.user for seat in match.seats.order_by("number")] == [owner, None, None]


@pytest.mark.parametrize("clock", ["live:60:300", "correspondence:86400:259200", "correspondence:3600:43200"])
def test_options_left_at_their_default_follow_the_pace(owner, clock):
    browser_of(owner).post(f"/tables/new/?game={GAME}", FORM | {"clock": clock})
    usual = load()[GAME].rules.options.defaults(3, clock.partition(":")[0])
    assert Match.objects.get().options == codec.plain(usual)


def test_a_game_without_options_and_presets_can_be_opened(owner, monkeypatch):
    model = next(game for game in load_all().values() if game.meta.model)
    monkeypatch.setitem(load(), model.meta.slug, model)
    page = browser_of(owner).get(f"/tables/new/?game={model.meta.slug}")
    assert page.status_code == 200 and 'name="preset"' not in page.content.decode()


@pytest.mark.parametrize("slug", sorted(load()))
def test_every_game_opens_with_the_unchanged_form(owner, slug):
    page = browser_of(owner).get(f"/tables/new/?game={slug}")
    form = page.context["form"]
    data = {name: form[name].value() or "" for name in form.fields if form[name].value() not in (None, False)}
    assert browser_of(owner).post(f"/tables/new/?game={slug}", data).status_code == 302
    game = load()[slug]
    assert Match.objects.get().options == {
        name: getattr(game.rules.options.defaults(game.meta.seats[0], "correspondence"), name)
        for name in game.rules.options.__struct_fields__
    }


@pytest.mark.parametrize(
    ("company", "status", "is_public", "is_rated"),
    [("friends", "open", False, False), ("bots", "running", False, False), ("anyone", "open", True, True)],
)
def test_company_decides_visibility_and_bots(owner, company, status, is_public, is_rated):
    browser_of(owner).post(f"/tables/new/?game={GAME}", FORM | {"company": company, "is_rated": ""})
    match = Match.objects.get()
    assert (match.status, match.is_public, match.is_rated) == (status, is_public, is_rated)


@pytest.mark.parametrize("way", ["form", "host fills up", "one by one"])
def test_a_match_against_bots_alone_is_never_rated(owner, way):
    company = {"company": "friends", "bots": "2" if way == "form" else "0", "is_rated": "on"}
    browser_of(owner).post(f"/tables/new/?game={GAME}", FORM | company)
    match = Match.objects.get()
    if way == "host fills up":
        lobby_tables.start_with_bots(match_id=match.pk, user=owner)
    for _ in range(2 if way == "one by one" else 0):
        lobby_tables.add_bot(match_id=match.pk, user=owner)
    match.refresh_from_db()
    assert (match.status, match.is_rated) == ("running", False)


def test_with_two_people_and_a_bot_a_match_stays_rated_and_has_clocks(owner, player):
    match = open_table(owner, seats=3, bots=1, is_rated=True)
    lobby_tables.join(match_id=match.pk, user=player)
    match.refresh_from_db()
    assert (match.status, match.is_rated, match.move_seconds) == ("running", True, DAY)


def test_against_bots_alone_no_clock_runs_or_is_shown(owner):
    browser_of(owner).post(f"/tables/new/?game={GAME}", FORM | {"company": "bots"})
    match = Match.objects.get()
    while bots.play_one(match.pk):
        pass
    (row,) = OpenDecision.objects.filter(match=match, user=owner)
    assert (row.drains_at, row.due_at, row.remind_at) == (None, None, None)
    page = browser_of(owner).get(f"/match/{match.pk}/").content.decode()
    assert "data-clock" not in page and "time runs out" not in page
    assert "No clock: take all the time you want. Unrated." in page
    assert "time runs out" not in browser_of(owner).get(f"/match/{match.pk}/text/").content.decode()


def test_an_exact_clock_overrides_the_pace(owner):
    browser_of(owner).post(f"/tables/new/?game={GAME}", FORM | {"clock_exactly": "live:30:180"})
    match = Match.objects.get()
    assert (match.pace, match.move_seconds, match.bank_seconds) == ("live", 30, 180)


@pytest.mark.parametrize("slug", sorted(load()))
def test_every_preset_of_every_game_can_be_played_with_every_number_of_players(slug):
    game = load()[slug]
    for preset in game.meta.presets:
        for seats in game.meta.seats:
            for pace in ("live", "correspondence"):
                options = codec.plain(game.rules.options.defaults(seats, pace)) | preset.options
                options |= {name: number * seats for name, number in preset.per_seat.items()}
                assert engine.start(game, seats, options, "0" * 32)


def test_an_unknown_game_is_refused(owner):
    answer = browser_of(owner).post("/tables/new/?game=chess", FORM)
    assert answer.status_code == 404 and "There is no such game." in answer.content.decode()


@pytest.mark.clause("PLAY-06")
def test_unsupported_seat_counts_are_refused(owner):
    for slug, game in load().items():
        for seats in {0, 1, 2, 3, 4, 5, 6, 9} - set(game.meta.seats):
            with pytest.raises(Refusal) as refusal:
                open_table(owner, slug=slug, seats=seats)
            assert refusal.value.status == 422 and refusal.value.message
    assert not Match.objects.exists()


def test_one_person_has_at_most_ten_open_tables(owner):
    for _ in range(lobby_tables.MOST_OPEN_TABLES):
        open_table(owner)
    answer = browser_of(owner).post(f"/tables/new/?game={GAME}", FORM)
    assert answer.status_code == 422
    assert "You already have 10 open tables. Start or close one of them first." in answer.content.decode()
    lobby_tables.close_table(match_id=Match.objects.first().pk, user=owner)
    assert browser_of(owner).post(f"/tables/new/?game={GAME}", FORM).status_code == 302
