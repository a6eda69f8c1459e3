"""A button pressed twice on a page without scripts, or on a slow line, opens one thing and leads to it."""

import re
from datetime import time, timedelta
from importlib import import_module

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.agreements import proposals
from games.groups import services as groups
from games.groups.models import Group, StandingDate
from games.lobby import tables
from games.models import Match, Vacation, WakingHours
from games.tournaments.models import Tournament
from tests.accounts.conftest import prove_it_is_me
from tests.fixtures import PASSWORD
from tests.games.conftest import browser_of
from tests.games.scenes import Cast, make_cast, set_up
from tests.games.test_lobby import FORM
from tests.games.tournaments.test_play import announced, crew
from tests.samples import GAME

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]
CUP = {"name": "Spring Cup", "format": "swiss", "seats": "4", "rounds": "3", "most": "16", "preset": "0"} | {
    "clock": "correspondence:86400:259200",
    "start": f"{timezone.now() + timedelta(days=2):%Y-%m-%dT%H:%M}",
}
FORMS = [
    (f"/tables/new/?game={GAME}", FORM, Match),
    (f"/tournaments/new/?game={GAME}", CUP, Tournament),
    ("/groups/", {"name": "Friday five"}, Group),
    ("/people/me/bots/", {"name": "clever"}, User),
    (f"/play/{GAME}/", {}, Match),
]


@pytest.mark.parametrize(("address", "form", "kind"), FORMS)
def test_a_button_pressed_twice_opens_one_thing(address: str, form: dict[str, str], kind: type, owner: User) -> None:
    browser, before = browser_of(owner), kind.objects.count()  # type: ignore[attr-defined]
    for pages in (1, 2):  # the second time it is wanted
        form |= {"name": f"{form['name']}{pages}"} if kind is User else {}
        page = browser.get(address).content.decode()
        sent = form | {"csrfmiddlewaretoken": re.findall('name="csrfmiddlewaretoken" value="([^"]+)', page)[-1]}
        first, second = browser.post(address, sent), browser.post(address, sent)
        assert first.status_code == second.status_code == 302, first.content.decode()
        assert first["Location"] == second["Location"] and kind.objects.count() == before + pages  # type: ignore[attr-defined]


# --- what is done already: the page says so, and is no error ------------------------------------------------------


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


def press_twice(person: User, address: str, page: str, **form: str) -> str:
    """The page that the second press leads to."""
    browser = browser_of(person)
    for _ in range(2):
        answer = browser.post(address, form, headers={"Referer": f"http://testserver{page}"}, follow=True)
    assert answer.status_code == 200 and "Nothing was changed" not in answer.content.decode()
    return str(answer.content.decode())


def test_waking_hours_saved_twice_are_saved(owner: User) -> None:
    form = {"hours": "same", "same_from": "07:00", "same_to": "22:00", "days_off": "2099-12-24"}
    assert "Your waking hours are saved." in press_twice(owner, "/mine/hours/", "/mine/hours/", **form)
    assert WakingHours.objects.count() == 1


def test_a_vacation_booked_and_cancelled_twice(owner: User) -> None:
    days = {name: f"{timezone.now() + timedelta(days=20):%Y-%m-%d}" for name in ("first", "last")}
    page = press_twice(owner, "/mine/vacation/", "/mine/vacation/", book="1", **days)
    assert "Your vacation is booked." in page and "You already have" not in page
    address = f"/mine/vacation/{Vacation.objects.get().pk}/cancel/"
    assert "You don’t have this vacation booked." in press_twice(owner, address, "/mine/vacation/")


def test_a_tournament_started_left_and_cancelled_twice(owner: User) -> None:
    cup = announced(owner, people := crew(5))
    address, cancelled = cup.get_absolute_url(), announced(owner)
    assert "You don’t take part in this tournament." in press_twice(people[4], f"{address}withdraw/", address)
    page = press_twice(owner, f"{address}remove/", address, name=people[3].username)
    assert "There is no such player in this tournament." in page
    assert "This tournament has already started." in press_twice(owner, f"{address}start/", address)
    address = cancelled.get_absolute_url()
    assert "This tournament was cancelled." in press_twice(owner, f"{address}cancel/", address)


def test_a_table_left_declined_and_closed_twice(cast: Cast) -> None:
    match = set_up(cast, "open", True)
    tables.invite(match_id=match.pk, by=cast.owner, name=cast.stranger.username)
    address = match.get_absolute_url()
    no_seat = "You don’t have a seat at this table."
    assert no_seat in press_twice(cast.player, f"{address}leave/", address)
    assert no_seat in press_twice(cast.stranger, f"{address}decline/", address)
    assert "The table is closed." in press_twice(cast.owner, f"{address}close/", address)


def test_a_request_answered_and_a_match_left_twice(cast: Cast) -> None:
    match = set_up(cast, "running", True)
    address = match.get_absolute_url()
    proposal = proposals.ask_pause(match_id=match.pk, user=cast.owner, days=3)
    browser, form = browser_of(cast.player), {"answer": "no"}
    for _ in range(2):
        late = browser.post(f"{address}agree/{proposal.pk}/", form, headers={"Referer": f"http://testserver{address}"})
    words = late.content.decode()
    assert late.status_code == 409 and "This request is already settled." in words, "a rule has a page to cite it"
    assert ">PLAY-16</a>" in words
    press_twice(cast.player, f"{address}resign/", f"{address}resign/")


def test_a_weekly_date_from_before_hours_were_kept_is_not_doubled(owner: User) -> None:
    group = groups.create(owner=owner, name="Friday five")
    User.objects.filter(pk=owner.pk).update(time_zone="Europe/Vienna")
    weekly = {"game": GAME, "seats": "4", "weekday": "4", "hour": "20:00", "clock": "live:60:300"}
    browser_of(owner).post(f"/groups/{group.pk}/date/", weekly)
    StandingDate.objects.update(hour=None)
    with connection.cursor() as cursor:
        cursor.execute(import_module("games.groups.migrations.0003_hours_of_older_dates").FILL)
    browser_of(owner).post(f"/groups/{group.pk}/date/", weekly)
    assert [date.hour for date in StandingDate.objects.all()] == [time(20)]


def test_an_account_deleted_twice_is_gone(client: Client, player: User) -> None:
    client.force_login(player)
    prove_it_is_me(client, PASSWORD)
    session = client.cookies["sessionid"].value
    for _ in range(2):  # the second press is on its way when the first is answered
        client.cookies["sessionid"] = session
        page = client.post("/people/me/delete/", {"username": player.username}, follow=True).content.decode()
    assert "There is no such account any more." in page and "nothing was changed" not in page
