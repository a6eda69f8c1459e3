"""Tables before and after a match: open, sit down, stand up, invite, fill with bots, start, call off, play again."""

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client

from accounts.models import OutgoingMail, User
from games import tasks
from games.clocks.time_control import HOUR
from games.errors import Refusal
from games.kernel import codec, engine
from games.lobby import tables as lobby_tables
from games.matches import bots
from games.matches.loaded import load_match
from games.models import EmailInvitation, Invitation, Match
from games.titles import load
from tests.fixtures import make_person
from tests.games.conftest import DAY, browser_of
from tests.games.scenes import CLOCK, everything, make_cast, set_up

pytestmark = pytest.mark.django_db
FORM = {"seats": "3", "clock": "correspondence:86400:259200", "bots": "0", "option.rounds": "", "is_rated": "on"}


def open_table(owner: User, **more: Any) -> Match:
    facts = {"slug": "parcels", "seats": 3, "options": {}} | CLOCK | more
    return lobby_tables.create_match(owner=owner, **facts)


def told(answer: Any) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]


# --- opening ------------------------------------------------------------------------------------------------------


def test_the_form_opens_a_table_and_leads_to_it(owner):
    answer = browser_of(owner).post("/tables/new/?game=parcels", FORM)
    match = Match.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/match/{match.pk}/")
    assert (match.slug, match.seat_count, match.status, match.owner) == ("parcels", 3, "open", owner)
    assert (match.pace, match.move_seconds, match.bank_seconds) == ("correspondence", DAY, 3 * DAY)
    assert match.is_rated and match.is_public
    assert [seat.user for seat in match.seats.order_by("number")] == [owner, None, None]


@pytest.mark.parametrize(
    ("clock", "rounds"), [("live:60:300", 3), ("correspondence:86400:259200", 1), ("correspondence:3600:43200", 1)]
)
def test_options_left_at_their_default_follow_the_pace(owner, clock, rounds):
    browser_of(owner).post("/tables/new/?game=parcels", FORM | {"clock": clock})
    assert Match.objects.get().options == {"rounds": rounds}


def test_a_chosen_option_stands_whatever_the_default_is(owner):
    browser_of(owner).post("/tables/new/?game=parcels", FORM | {"option.rounds": "3"})
    assert Match.objects.get().options == {"rounds": 3}


@pytest.mark.parametrize("slug", sorted(load()))
def test_every_game_opens_with_the_form_as_it_comes(owner, slug):
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
    ("change", "words"),
    [
        ({"seats": "9"}, "Parcels is for 3, 4 or 5 players. (PC-02)"),
        ({"seats": ""}, "Parcels is for 3, 4 or 5 players. (PC-02)"),
        ({"clock": "live:1:1"}, "“live:1:1” is not on the list. Please choose again."),
        ({"option.rounds": "7"}, "Choose a single round or three rounds. (PC-03)"),
        ({"option.speed": "7"}, "Choose a single round or three rounds. (PC-03)"),
        ({"bots": "3"}, "You need a seat too. Choose fewer bots."),
        ({"seats": "3\x00"}, "Parcels is for 3, 4 or 5 players. (PC-02)"),
    ],
)
@pytest.mark.clause("PC-02", "PC-03")
def test_a_form_that_does_not_fit_is_shown_again(owner, change, words):
    answer = browser_of(owner).post("/tables/new/?game=parcels", FORM | change)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    ("company", "status", "is_public", "is_rated"),
    [("friends", "open", False, True), ("bots", "running", False, False), ("anyone", "open", True, True)],
)
def test_company_decides_who_sees_the_table_and_whether_bots_fill_it(owner, company, status, is_public, is_rated):
    browser_of(owner).post("/tables/new/?game=parcels", FORM | {"company": company})
    match = Match.objects.get()
    assert (match.status, match.is_public, match.is_rated) == (status, is_public, is_rated)


def test_an_exact_clock_goes_before_the_pace(owner):
    browser_of(owner).post("/tables/new/?game=parcels", FORM | {"clock_exactly": "live:30:180"})
    match = Match.objects.get()
    assert (match.pace, match.move_seconds, match.bank_seconds) == ("live", 30, 180)


def test_presets_are_cards_and_a_preset_sets_its_options(owner):
    page = browser_of(owner).get("/tables/new/?game=parcels").content.decode()
    assert "<b>Quick</b><small>A single round.</small>" in page
    browser_of(owner).post("/tables/new/?game=parcels", FORM | {"clock": "live:60:300", "preset": "1"})
    assert Match.objects.get().options == {"rounds": 1}


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
def test_seat_counts_that_the_game_is_not_made_for_are_refused(owner):
    for slug, game in load().items():
        for seats in {0, 1, 2, 3, 4, 5, 6, 9} - set(game.meta.seats):
            with pytest.raises(Refusal) as refusal:
                open_table(owner, slug=slug, seats=seats)
            assert refusal.value.status == 422 and refusal.value.message
    assert not Match.objects.exists()


@pytest.mark.clause("PLAY-07")
@pytest.mark.parametrize("options", [{"rounds": 2}, {"rounds": "3"}, {"speed": 1}, {"rounds": None}])
def test_options_that_the_game_does_not_have_are_refused(owner, options):
    with pytest.raises(Refusal) as refusal:
        open_table(owner, options=options)
    assert refusal.value.status == 422 and refusal.value.message
    assert not Match.objects.exists()


def test_one_person_has_at_most_ten_tables_waiting(owner):
    for _ in range(lobby_tables.MOST_OPEN_TABLES):
        open_table(owner)
    answer = browser_of(owner).post("/tables/new/?game=parcels", FORM)
    assert answer.status_code == 422
    assert "You already have 10 open tables. Start or close one of them first." in answer.content.decode()
    lobby_tables.call_off(match_id=Match.objects.first().pk, user=owner)
    assert browser_of(owner).post("/tables/new/?game=parcels", FORM).status_code == 302


# --- sitting down, standing up ------------------------------------------------------------------------------------


def test_the_last_seat_starts_the_match(owner, player, staff):
    match = open_table(owner)
    for person in (player, staff):
        assert browser_of(person).post(f"/match/{match.pk}/join/").status_code == 302
    match.refresh_from_db()
    assert match.status == "running" and match.commitment and match.started_at
    assert {seat.user for seat in match.seats.all()} == {owner, player, staff}
    assert OutgoingMail.objects.filter(kind="started").count() == 2  # the first to move hears it with "your turn"


def test_joining_twice_takes_one_seat(owner, player):
    match = open_table(owner)
    for _ in range(2):
        assert browser_of(player).post(f"/match/{match.pk}/join/").status_code == 302
    assert match.seats.filter(user=player).count() == 1


def test_a_full_table_is_refused_in_words(owner, player, staff, stranger):
    match = open_table(owner)
    for person in (player, staff):
        lobby_tables.join(match_id=match.pk, user=person)
    answer = browser_of(stranger).post(f"/match/{match.pk}/join/")
    assert answer.status_code == 409
    assert "This table isn’t open any more." in answer.content.decode()


def in_threads(*acts: Any) -> list[Any]:
    """Do these at the same moment, each on its own connection; what each returned or raised."""
    start = Barrier(len(acts))

    def act(one: Any) -> Any:
        try:
            start.wait(5)
            return one()
        except Refusal as refusal:
            return refusal.status
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(act, acts))


@pytest.mark.django_db(transaction=True)
def test_of_two_who_want_the_last_seat_one_gets_it(owner, player, staff, stranger):
    match = open_table(owner)
    lobby_tables.join(match_id=match.pk, user=player)
    results = in_threads(
        *(lambda person=person: lobby_tables.join(match_id=match.pk, user=person) for person in (staff, stranger))
    )
    assert sorted(results, key=str) == [409, None]
    match.refresh_from_db()
    assert match.status == "running" and load_match(match.pk).version == 1
    assert match.seats.filter(user__in=[staff, stranger]).count() == 1


@pytest.mark.django_db(transaction=True)
def test_one_person_at_two_tabs_takes_one_seat(owner, player):
    match = open_table(owner)
    results = in_threads(*(lambda: lobby_tables.join(match_id=match.pk, user=player) for _ in range(2)))
    assert results == [None, None] and match.seats.filter(user=player).count() == 1


@pytest.mark.django_db(transaction=True)
def test_joining_and_calling_off_at_once_leaves_one_truth(owner, player):
    match = open_table(owner, seats=3, bots=1)
    in_threads(
        lambda: lobby_tables.call_off(match_id=match.pk, user=owner),
        lambda: lobby_tables.join(match_id=match.pk, user=player),
    )
    match.refresh_from_db()
    is_running = match.status == "running"
    assert match.status in ("running", "cancelled") and bool(match.position) == is_running


def test_standing_up_frees_the_seat(owner, player):
    match = open_table(owner)
    lobby_tables.join(match_id=match.pk, user=player)
    answer = browser_of(player).post(f"/match/{match.pk}/leave/")
    assert answer["Location"] == "/tables/"
    assert match.seats.filter(user=None).count() == 2


def test_the_owner_calls_off_instead_of_leaving(owner):
    match = open_table(owner)
    answer = browser_of(owner).post(f"/match/{match.pk}/leave/")
    assert answer.status_code == 409 and "Close the table instead" in answer.content.decode()
    assert browser_of(owner).post(f"/match/{match.pk}/call-off/").status_code == 302
    assert browser_of(owner).get(f"/match/{match.pk}/").status_code == 410
    assert "This table was closed before it started." in browser_of(owner).get(f"/match/{match.pk}/").content.decode()


# --- inviting -----------------------------------------------------------------------------------------------------


def test_an_invitation_by_name_brings_an_email_and_opens_a_private_table(owner, player):
    match = open_table(owner, is_public=False)
    assert browser_of(player).get(f"/match/{match.pk}/").status_code == 404
    answer = browser_of(owner).post(f"/match/{match.pk}/invite/", {"name": " PLAYER "})
    assert answer.status_code == 302
    assert OutgoingMail.objects.get(kind="invited").user == player
    assert browser_of(player).get(f"/match/{match.pk}/").status_code == 200
    page = browser_of(player).get("/mine/").content.decode()
    assert "owner invites you." in page and f'action="/match/{match.pk}/decline/"' in page
    assert '<span class="badge">1<' in page  # in the navigation
    assert browser_of(player).post(f"/match/{match.pk}/join/").status_code == 302
    assert not Invitation.objects.exists()


@pytest.mark.parametrize("name", ["nobody-here", "", "Ada-bot", "x" * 500, "pla\x00yer", "pla\nyer", "<b>"])
def test_who_is_not_known_cannot_be_invited(owner, player, name):
    match = open_table(owner, bots=1)
    answer = browser_of(owner).post(f"/match/{match.pk}/invite/", {"name": name})
    assert answer.status_code == 422
    assert "There is no player with that name." in answer.content.decode()
    assert not Invitation.objects.exists()


def test_who_sits_there_is_not_invited_again(owner, player):
    match = open_table(owner)
    lobby_tables.join(match_id=match.pk, user=player)
    answer = browser_of(owner).post(f"/match/{match.pk}/invite/", {"name": "player"})
    assert answer.status_code == 409 and "player is already at this table." in answer.content.decode()


def test_inviting_twice_sends_one_email(owner, player):
    match = open_table(owner)
    for _ in range(2):
        lobby_tables.invite(match_id=match.pk, by=owner, name="player")
    assert OutgoingMail.objects.filter(kind="invited").count() == Invitation.objects.count() == 1


def test_an_invitation_can_be_declined(owner, player):
    match = open_table(owner, is_public=False)
    lobby_tables.invite(match_id=match.pk, by=owner, name="player")
    assert browser_of(player).post(f"/match/{match.pk}/leave/").status_code == 302
    assert browser_of(player).get(f"/match/{match.pk}/").status_code == 404


def test_declining_takes_the_card_and_the_count_away(owner, player):
    match = open_table(owner, is_public=False)
    lobby_tables.invite(match_id=match.pk, by=owner, name="player")
    answer = browser_of(player).post(f"/match/{match.pk}/decline/", follow=True)
    page = answer.content.decode()
    assert "You declined the invitation." in page and "invites you" not in page and 'class="badge"' not in page
    assert browser_of(player).post(f"/match/{match.pk}/decline/").status_code == 404


def test_an_address_gets_one_email_whose_link_opens_the_private_table(owner, player, mailoutbox):
    match = open_table(owner, is_public=False)
    client = browser_of(owner)
    for address in ("Friend@Example.com ", "friend@example.com"):
        assert client.post(f"/match/{match.pk}/invite/", {"name": address}).status_code == 302
    tasks.send_invitations()
    tasks.send_invitations()
    (email,) = mailoutbox
    assert email.to == ["friend@example.com"] and email.subject == "owner invites you to play Parcels"
    link = re.search(r"Join: (\S+)", email.body)[1]
    path = link[link.index("/invited/") :]
    for client in (Client(), browser_of(player)):
        page = client.get(path, follow=True)
        assert page.status_code == 200 and page.redirect_chain == [(f"/match/{match.pk}/?key={match.token}", 302)]
    assert Client().get(path[:-3] + "x/").status_code == 403
    lobby_tables.call_off(match_id=match.pk, user=owner)
    assert Client().get(path).status_code == 410


def test_inviting_an_address_does_not_tell_whether_it_has_an_account(owner, player, stranger):
    match = open_table(owner)
    for address in (player.email, "nobody@example.com"):
        answer = browser_of(owner).post(f"/match/{match.pk}/invite/", {"name": address}, follow=True)
        assert f"We’ve sent an invitation to {address}." in answer.content.decode()
    assert not Invitation.objects.exists() and EmailInvitation.objects.count() == 2
    seen = browser_of(stranger).get(f"/match/{match.pk}/").content.decode()
    assert "nobody@example.com" not in seen
    assert browser_of(stranger).post(f"/match/{match.pk}/invite/", {"name": "x@example.com"}).status_code == 403


def test_a_wrong_address_is_refused_in_words(owner):
    match = open_table(owner)
    answer = browser_of(owner).post(f"/match/{match.pk}/invite/", {"name": "friend@"})
    assert answer.status_code == 422 and "This isn’t an email address." in answer.content.decode()
    assert not EmailInvitation.objects.exists()


def test_people_one_has_played_with_are_suggested(owner, player, stranger, start):
    start()
    match = open_table(owner)
    page = browser_of(owner).get(f"/match/{match.pk}/").content.decode()
    names = set(re.findall('<option value="([a-z]+)"></option>', page))
    assert player.username in names and owner.username not in names


def test_from_a_profile_to_a_new_table_with_that_person_invited(owner, player):
    match = open_table(owner)
    page = browser_of(owner).get(f"/people/{player.username}/").content.decode()
    assert f'action="/match/{match.pk}/invite/"' in page and "/tables/new/?invite=player" in page
    games = browser_of(owner).get("/tables/new/?invite=player").content.decode()
    assert "/tables/new/?game=parcels&amp;invite=player" in games
    browser_of(owner).post("/tables/new/?game=parcels&invite=player", FORM | {"company": "friends"})
    assert Invitation.objects.get().user == player


def test_a_private_link_opens_the_table_and_the_seat(owner, player):
    match = open_table(owner, is_public=False)
    page = browser_of(owner).get(f"/match/{match.pk}/").content.decode()
    assert f"/match/{match.pk}/?key={match.token}" in page
    friend = browser_of(player)
    page = friend.get(f"/match/{match.pk}/?key={match.token}").content.decode()
    assert f'action="/match/{match.pk}/join/?key={match.token}"' in page
    assert friend.post(f"/match/{match.pk}/join/?key={match.token}").status_code == 302
    assert friend.get(f"/match/{match.pk}/").status_code == 200


# --- bots ---------------------------------------------------------------------------------------------------------


def test_bots_come_and_go(owner):
    match, client = open_table(owner), browser_of(owner)
    client.post(f"/match/{match.pk}/bots/add/")
    seat = match.seats.get(user__is_bot=True)
    client.post(f"/match/{match.pk}/bots/remove/", {"seat": str(seat.number)})
    assert not match.seats.filter(user__is_bot=True).exists()


@pytest.mark.parametrize("seat", ["", "x", "-1", "9999", "²", "1.5"])
def test_a_seat_that_is_none_is_refused(owner, seat):
    match = open_table(owner, bots=1)
    before = everything()
    answer = browser_of(owner).post(f"/match/{match.pk}/bots/remove/", {"seat": seat})
    assert answer.status_code == 422 and "Choose the seat to free." in answer.content.decode()
    assert everything() == before


def test_the_owner_keeps_the_own_seat(owner):
    match = open_table(owner, bots=1)
    browser_of(owner).post(f"/match/{match.pk}/bots/remove/", {"seat": "0"})
    assert match.seats.get(number=0).user == owner


def test_starting_gives_free_seats_to_different_bots(owner):
    match = open_table(owner, seats=5)
    assert browser_of(owner).post(f"/match/{match.pk}/start/").status_code == 302
    match.refresh_from_db()
    assert match.status == "running"
    assert match.seats.filter(user__is_bot=True).values("user").distinct().count() == 4


def test_a_table_opened_full_of_bots_starts_at_once(owner):
    browser_of(owner).post("/tables/new/?game=parcels", FORM | {"bots": "2"})
    assert Match.objects.get().status == "running"


def test_bots_play_a_match_to_its_end(owner):
    match = open_table(owner, bots=2)
    for _ in range(400):
        if bots.play_one(match.pk, for_people=True) is None:
            break
    match.refresh_from_db()
    assert match.status == "over"


# --- lists --------------------------------------------------------------------------------------------------------


def test_my_games_shows_the_most_urgent_decision_first(owner, player):
    people = [make_person(name) for name in ("ada", "bo")]
    for move_seconds in (3 * DAY, HOUR, DAY):
        match = open_table(owner, move_seconds=move_seconds, bank_seconds=0)
        for person in people:
            lobby_tables.join(match_id=match.pk, user=person)
    for person in (owner, *people):
        dues = [row["due_at"] for row in browser_of(person).get("/mine/").context["waiting"]]
        assert dues == sorted(dues)


def test_next_decision_leads_to_another_match(owner):
    matches = [open_table(owner, bots=2) for _ in range(2)]
    for match in matches:
        for _ in range(10):
            if bots.play_one(match.pk) is None:
                break
    first, second = (match.pk for match in matches)
    assert browser_of(owner).get(f"/next/?after={first}")["Location"] == f"/match/{second}/"
    assert browser_of(owner).get(f"/next/?after={second}")["Location"] == f"/match/{first}/"
    for after in ("x", "-1", "9" * 40, "²"):
        assert browser_of(owner).get("/next/", {"after": after}).status_code == 302


@pytest.mark.django_db(transaction=True)
def test_two_who_join_quickly_at_once_both_get_a_seat(owner, player, staff, stranger):
    tables = [open_table(owner, seats=3), open_table(owner, seats=3)]
    lobby_tables.join(match_id=tables[0].pk, user=player)
    clients = [browser_of(user) for user in (staff, stranger)]
    offered = {"table": str(tables[0].pk)}  # to both of them
    found = in_threads(*(lambda client=client: client.post("/tables/quick/", offered) for client in clients))
    late, quick = sorted(found, key=lambda answer: answer.status_code)
    assert quick["Location"] == f"/match/{tables[0].pk}/"
    assert "Somebody took that seat." in late.content.decode() and late.context["row"]["id"] == tables[1].pk
    again = clients[found.index(late)].post("/tables/quick/", {"table": str(tables[1].pk)})
    assert again["Location"] == f"/match/{tables[1].pk}/"


def test_a_quick_join_keeps_to_the_filters(owner, player):
    table = open_table(owner, seats=3, is_rated=True)
    client = browser_of(player)
    for other in ({"rated": "no"}, {"seats": "4"}, {"pace": "live"}, {"game": "human_resources"}):
        assert "/tables/new/" in client.get("/tables/quick/", other)["Location"]
    wanted = {"rated": "yes", "seats": "3", "pace": table.pace, "game": table.slug}
    offer = client.get("/tables/quick/", wanted)
    assert offer.context["row"]["id"] == table.pk and 'name="seats" value="3"' in offer.content.decode()


def test_all_matches_of_the_day_can_be_found_page_by_page(owner):
    matches = [open_table(owner, bots=2).pk for _ in range(13)]
    hidden = open_table(owner, bots=2, is_public=False).pk
    pages = [browser_of(owner).get(f"/tables/?game=parcels&watch={page}").content.decode() for page in (1, 2)]
    assert all(any(f'"/match/{pk}/"' in page for page in pages) for pk in matches)
    assert not any(f'"/match/{hidden}/"' in page for page in pages)
    assert "?game=parcels&amp;watch=2" in pages[0] and "?game=parcels&amp;watch=1" in pages[1]


def test_the_lobby_shows_public_tables_and_matches_by_game(db):
    cast = make_cast()
    tables = {state: set_up(cast, state, True).pk for state in ("open", "running", "over")}
    page = browser_of(cast.stranger).get("/tables/?game=parcels").content.decode()
    assert f"/match/{tables['open']}/join/" in page and f"/match/{tables['running']}/" in page
    assert f"/match/{tables['over']}/" in page and f"/match/{tables['over']}/join/" not in page  # of this day
    assert f'href="/match/{tables["over"]}/history/">Replay' in page  # there is nothing to watch any more
    assert (
        f"/match/{tables['open']}/"
        not in browser_of(cast.stranger).get("/tables/?game=human_resources").content.decode()
    )


@pytest.mark.parametrize("query", ["page=0", "page=x", "page=999999999999", "game=chess", "game=%00", "page=%00"])
def test_lists_bear_odd_addresses(owner, query):
    for address in ("/tables/", "/ratings/", "/mine/", "/tables/new/"):
        assert browser_of(owner).get(f"{address}?{query}").status_code == 200


@pytest.mark.clause("PLAY-05")
def test_a_player_may_resign_at_any_time_and_only_once(start, owner, player):
    match = start()
    client = browser_of(player)
    assert client.get(f"/match/{match.pk}/resign/").status_code == 200
    assert load_match(match.pk).version == 1
    assert client.post(f"/match/{match.pk}/resign/").status_code == 302
    loaded = load_match(match.pk)
    assert loaded.seats[loaded.seat_of(player.pk)].left_reason == "resigned"
    again = client.post(f"/match/{match.pk}/resign/")
    assert again.status_code == 422 and load_match(match.pk).version == loaded.version
    assert client.get(f"/match/{match.pk}/").status_code == 200
