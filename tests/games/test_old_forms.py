"""A form is sent from a page that is old by now: the answer is true, says where to go, and repeats what was written."""

from dataclasses import replace
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.groups import services as groups
from games.lobby import tables
from games.mail import link_preview, links
from games.matches import leaving
from games.matches.loaded import load_match
from games.models import LostSeat, Match
from games.operations import staff_actions
from tests.fixtures import make_person
from tests.games.conftest import browser_of, move_on, open_of, user_of
from tests.games.scenes import Cast, make_cast, set_up
from tests.games.tournaments.test_play import announced
from tests.samples import GAME

pytestmark = pytest.mark.django_db
WORDS = "I’m away until Thursday"
ENDED = "The host of this site ended the match. It has no result and changes no rating."


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


@pytest.fixture
def ended(cast: Cast) -> Match:
    match = set_up(cast, "running", True)
    staff_actions.abandon_match(by=cast.staff, match_id=match.pk, words="We close for the summer.")
    return match


@pytest.mark.parametrize(
    ("method", "address"),
    [("GET", ""), ("GET", "history/"), ("POST", "play/"), ("POST", "chat/"), ("POST", "resign/"), ("POST", "nudge/")],
)
def test_a_match_ended_by_the_host_was_not_closed_before_it_started(
    cast: Cast, ended: Match, method: str, address: str
) -> None:
    answer = browser_of(cast.player).generic(method, f"/match/{ended.pk}/{address}")
    assert answer.status_code == 410 and ENDED in answer.content.decode()


def test_the_api_and_link_previews_say_so_too(cast: Cast, ended: Match) -> None:
    answer = browser_of(cast.player).get(f"/api/v1/matches/{ended.pk}/")
    assert answer.status_code == 410 and answer.json()["detail"] == ENDED
    assert link_preview.of_match(load_match(ended.pk)).lines == ("The host of this site ended the match",)


def test_a_private_match_that_was_ended_stays_hidden(cast: Cast) -> None:
    match = set_up(cast, "running", False)
    staff_actions.abandon_match(by=cast.staff, match_id=match.pk, words="Enough.")
    assert browser_of(cast.stranger).post(f"/match/{match.pk}/chat/", {"chat": "Hi"}).status_code == 404


def test_a_refused_form_repeats_what_was_written(cast: Cast) -> None:
    match = set_up(cast, "running", True)
    type(cast.player).objects.filter(pk=cast.player.pk).update(muted_until=timezone.now() + timedelta(days=1))
    page = browser_of(cast.player).post(f"/match/{match.pk}/chat/", {"chat": WORDS}).content.decode()
    assert "You can’t write in chats until" in page and f">{WORDS}</textarea>" in page


def test_logged_out_meanwhile_the_login_repeats_it_and_leads_back_to_the_page(cast: Cast) -> None:
    group = groups.create(owner=cast.owner, name="Club")
    page = f"http://testserver/groups/{group.pk}/"
    answer = Client().post(f"/groups/{group.pk}/say/", {"text": WORDS}, headers={"Referer": page}, follow=True)
    told = answer.content.decode()
    assert "You’re not logged in, so nothing was changed." in told and f"“{WORDS}”" in told
    assert answer.redirect_chain[0][0] == f"/accounts/login/?next={page.replace(':', '%3A', 1)}"


def test_what_the_login_repeats_has_a_limit(cast: Cast) -> None:
    group = groups.create(owner=cast.owner, name="Club")
    client = Client()
    client.post(f"/groups/{group.pk}/say/", {"text": "much ado " * 1_000})
    told = client.get("/accounts/login/").content.decode()
    assert told.count("much ado") == 444


def test_words_written_into_a_move_from_an_email_are_repeated(cast: Cast) -> None:
    match, form = set_up(cast, "running", True), {"verb": "x", "arg.text": WORDS}
    loaded = load_match(match.pk)
    asked = open_of(loaded)
    person = user_of(loaded, asked.decision.seat)
    ticket = links.Ticket(match.pk, asked.decision.seat, person.pk, links.FORM, asked.id)
    too_old, link = (urlsplit(links.link(replace(ticket, since=since))).path for since in (1, 0))
    other = browser_of(cast.stranger).post(link, form).content.decode()
    assert "This link plays for" in other and f">{WORDS}</textarea>" in other
    refused = Client().post(link, form).content.decode()
    assert "Choose another move" in refused and f">{WORDS}</textarea>" in refused
    assert f">{WORDS}</textarea>" in Client().post(too_old, form).content.decode()
    move_on(match)
    late = Client().post(link, form).content.decode()
    assert "You have already played" in late and f">{WORDS}</textarea>" in late
    assert "</textarea>" not in Client().get(link).content.decode()


@pytest.mark.parametrize(("page", "told"), [("text", f">{WORDS}</textarea>"), ("play", f'lines">You wrote: “{WORDS}”')])
def test_words_written_into_a_move_at_the_table_are_repeated(cast: Cast, page: str, told: str) -> None:
    match = set_up(cast, "running", True)
    late = browser_of(cast.player).post(f"/match/{match.pk}/{page}/", {"decision": "99.9", "arg.text": WORDS})
    assert late.status_code == 409 and told in late.content.decode()


def test_another_site_is_no_way_back(cast: Cast) -> None:
    answer = Client().post("/mine/substitute/", headers={"Referer": "https://evil.example/"})
    assert answer["Location"] == "/accounts/login/?next=/mine/substitute/"


@pytest.mark.parametrize("is_table", [True, False])
def test_logged_out_meanwhile_nobody_goes_on_as_a_guest(cast: Cast, is_table: bool) -> None:
    group = groups.create(owner=cast.owner, name="Club")
    address = f"/tables/new/?game={GAME}" if is_table else f"/groups/join/{group.token}/"
    marker = '<input type="hidden" name="logged_in">'
    page = " ".join(browser_of(cast.player).get(address).content.decode().split())
    assert marker in page and marker not in Client().get(address).content.decode()
    answer = Client().post(address, {"logged_in": ""}, follow=True)
    assert "You’re not logged in, so nothing was changed." in answer.content.decode()
    assert not User.objects.filter(is_guest=True).exists() and group.members.count() == 1


@pytest.mark.parametrize("script", [{"Sec-Fetch-Mode": "cors", "Accept": "*/*"}, {"Accept": "*/*"}])  # without TLS
def test_a_script_is_told_instead_of_shown_the_login(cast: Cast, script: dict[str, str]) -> None:
    match = set_up(cast, "running", True)
    answer = Client().post(f"/match/{match.pk}/notes/", {"notes": WORDS}, headers=script)
    assert answer.status_code == 401 and "<h1>You’re not logged in, so nothing was changed." in answer.content.decode()
    answer = browser_of(cast.player).post(f"/match/{match.pk}/chat/", {"chat": ""}, headers=script)
    assert answer.status_code == 422 and "<h1>That isn’t possible" not in answer.content.decode()


def test_logged_in_anew_in_another_tab_the_form_has_expired_and_repeats_it(cast: Cast) -> None:
    match = set_up(cast, "running", True)
    client = browser_of(cast.player, enforce_csrf_checks=True)
    page = client.post(f"/match/{match.pk}/chat/", {"chat": WORDS}).content.decode()
    assert "logged in or out since" in page and f">{WORDS}</textarea>" in page


def test_who_left_a_group_is_told_so(cast: Cast) -> None:
    group = groups.create(owner=cast.owner, name="Club")
    groups.join(token=group.token, user=cast.player)
    groups.remove(group_id=group.pk, user=cast.owner, name=cast.player.username)
    for answer in (
        browser_of(cast.player).get(f"/groups/{group.pk}/"),
        browser_of(cast.player).post(f"/groups/{group.pk}/say/", {"text": WORDS}),
    ):
        assert answer.status_code == 404 and "or you aren’t in it any more" in answer.content.decode()


def test_leaving_a_group_twice_leads_to_the_own_groups(cast: Cast) -> None:
    group = groups.create(owner=cast.owner, name="Club")
    groups.join(token=group.token, user=cast.player)
    for words in ("You left the group.", "You aren’t in that group any more."):
        answer = browser_of(cast.player).post(f"/groups/{group.pk}/leave/", follow=True)
        assert answer.redirect_chain == [("/groups/", 302)] and words in answer.content.decode()


def test_a_nudge_after_the_move_is_not_called_too_early(cast: Cast) -> None:
    match = set_up(cast, "running", True)
    leaving.resign(match_id=match.pk, user=cast.owner)
    seat = next(row.number for row in match.seats.all() if row.user_id == cast.owner.pk)
    page = browser_of(cast.player).post(f"/match/{match.pk}/nudge/", {"seat": seat}).content.decode()
    assert "they’ve moved, or it’s too early" in page


def test_a_move_for_a_lost_seat_is_answered_with_what_became_of_it(cast: Cast) -> None:
    match = set_up(cast, "running", True)
    seat = match.seats.get(user=cast.owner)
    LostSeat.objects.create(match=match, user=cast.owner, seat=seat.number)
    match.seats.filter(pk=seat.pk).update(user=make_person("heir"))
    Match.objects.filter(pk=match.pk).update(revision=match.revision + 10)
    page = browser_of(cast.owner).post(f"/match/{match.pk}/play/", {"decision": "1.0"}).content.decode()
    assert "so heir took over your seat." in page and "Back to the table" in page


def test_words_that_are_gone_cannot_be_reported_but_the_table_is_there(cast: Cast) -> None:
    match = set_up(cast, "running", True)
    answer = browser_of(cast.player).post(f"/match/{match.pk}/report/", {"line": "77", "kind": "Advertising"})
    assert answer.status_code == 404 and f'href="/match/{match.pk}/"' in answer.content.decode()


def test_taken_off_an_open_table_one_is_not_told_that_there_is_none(cast: Cast) -> None:
    match = set_up(cast, "open", True)
    tables.clear_seat(match_id=match.pk, user=cast.owner, seat=match.seats.get(user=cast.player).number)
    answer = browser_of(cast.player).post(f"/match/{match.pk}/chat/", {"chat": WORDS})
    assert answer.status_code == 403 and "You don’t have a seat at this table." in answer.content.decode()


def test_entering_a_private_tournament_while_logged_out_keeps_its_key(cast: Cast) -> None:
    cup = announced(cast.owner, is_private=True)
    answer = Client().post(f"/tournaments/{cup.pk}/enter/", {"key": cup.token})
    assert answer["Location"] == f"/accounts/login/?next=/tournaments/{cup.pk}/%3Fkey%3D{cup.token}"


def test_a_report_about_somebody_who_is_gone_is_repeated(cast: Cast) -> None:
    page = browser_of(cast.player).post("/report/nobody_here/", {"kind": "Cheating", "reason": WORDS}).content.decode()
    assert "What this form was about is gone" in page and f">{WORDS}</textarea>" in page
