"""The staff pages: what they show and do, and that each act is logged and announced."""

import re
from collections.abc import Callable
from datetime import timedelta
from smtplib import SMTPAuthenticationError
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.core import mail
from django.core.mail.backends.locmem import EmailBackend
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from accounts import bots
from accounts.mail import outbox, sending
from accounts.models import IncomingMail, OutgoingMail, StaffAct, User
from games.models import Match, OpenDecision, Pause
from games.operations import announcements, figures
from games.tasks import spread_announcement
from games.views.staff_actions import DOING
from tests.accounts.conftest import prove_it_is_me
from tests.accounts.test_logging_in import code_for
from tests.fixtures import PASSWORD, empty_cache
from tests.games.conftest import browser_of
from tests.games.scenes import Cast, client_of, make_cast, secrets_of, set_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def cast(db: None) -> Cast:
    empty_cache()
    return make_cast()


@pytest.fixture
def desk(cast: Cast) -> Client:
    return client_of(cast.staff)


@pytest.fixture
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "_read_at", -figures.KEPT)


def send_all() -> list[Any]:
    OutgoingMail.objects.exclude(kind="host").delete()
    OutgoingMail.objects.update(next_try_at=timezone.now())
    outbox.send_due()
    return mail.outbox


def waiting(user: Any, key: str = "m1.turn", status: str = "dead", **more: Any) -> OutgoingMail:
    return OutgoingMail.objects.create(key=key, kind="turn", user=user, status=status, data={"match": 1}, **more)


def last_act() -> tuple[str, str, str]:
    act = StaffAct.objects.latest("pk")
    return act.act, act.by.username, act.words


def test_staff_with_a_password_alone_is_led_to_a_second_factor(staff):
    Authenticator.objects.filter(user=staff).delete()
    browser = browser_of(staff)
    for ask in (browser.get, browser.post):
        for address in ("/staff/", "/staff/people/", "/staff/log/", "/staff/do/suspend/"):
            assert ask(address).status_code in (302, 405)
    page = browser.get("/staff/", follow=True)
    assert page.redirect_chain == [("/people/me/security/", 302)]
    assert "need more than a password" in page.content.decode()
    Authenticator.objects.create(user=staff, type="recovery_codes", data={})
    assert browser.get("/staff/").status_code == 302, "recovery codes alone are none"
    Authenticator.objects.create(user=staff, type="webauthn", data={})
    assert browser.get("/staff/").status_code == 200


def main_of(page: Any) -> str:
    return str(page.content.decode().partition("<main")[2].partition("</main>")[0])


def test_staff_with_new_one_time_codes_are_led_back_to_the_staff_pages(staff: User) -> None:
    Authenticator.objects.filter(user=staff).delete()
    browser, back = browser_of(staff), 'href="/staff/"'
    assert 'href="/accounts/2fa/"' in main_of(browser.get("/staff/", follow=True))
    assert back not in main_of(browser.get("/accounts/2fa/")), "it would lead here again"
    prove_it_is_me(browser, PASSWORD)
    secret = re.findall(r"<code>([A-Z2-7]+)</code>", main_of(browser.get("/accounts/2fa/totp/activate/")))[0]
    end = browser.post("/accounts/2fa/totp/activate/", {"code": code_for(secret)}, follow=True)
    assert back in main_of(end) and back in main_of(browser.get("/accounts/2fa/"))
    assert browser.get("/staff/").status_code == 200


def test_a_command_opens_and_closes_the_staff_pages(player, owner, capsys):
    call_command("staff", "PLAYER")
    call_command("staff")
    assert capsys.readouterr().out.splitlines()[-1] == "player"
    player.refresh_from_db()
    assert (player.is_staff, player.is_superuser) == (True, False)
    call_command("staff", "player", remove=True)
    call_command("staff")
    assert capsys.readouterr().out.splitlines()[-1] == "Nobody is staff."
    for name in ("nobody", User.objects.create_guest().username, bots.create(owner=owner, name="Clever").username):
        with pytest.raises(CommandError):
            call_command("staff", name)


def test_overview_shows_todays_figures(cast: Cast, desk: Client, fresh: None) -> None:
    match = set_up(cast, "running", True)
    OpenDecision.objects.filter(match=match).update(asked_at=timezone.now() - timedelta(days=2))
    waiting(cast.player, done_at=timezone.now())
    body = desk.get("/staff/").content.decode()
    assert "<title>Overview · Staff · " in body
    for words in ("Clocks last checked", "Moves", "Emails that failed", "Longest waits", f"/staff/matches/{match.pk}/"):
        assert words in body
    assert body.count("check</span>") >= 1  # an email has failed


def test_staff_see_on_the_overview_that_their_own_games_wait(cast: Cast, desk: Client, fresh: None) -> None:
    match = set_up(cast, "running", True)
    OpenDecision.objects.filter(match=match).update(user=cast.staff)
    assert "data-waiting" in desk.get("/staff/").content.decode()


def test_overview_costs_the_same_with_many_matches(
    cast: Cast, desk: Client, fresh: None, django_assert_max_num_queries: Callable[[int], Any]
) -> None:
    for _ in range(4):
        set_up(cast, "running", True)
    for page in ("/staff/", "/staff/matches/", "/staff/mails/", "/staff/people/", "/staff/log/"):
        with django_assert_max_num_queries(9):
            assert desk.get(page).status_code == 200


def test_matches_are_found_by_id_and_player(cast: Cast, desk: Client) -> None:
    match = set_up(cast, "running", False)
    for q in ("", str(match.pk), cast.player.username.upper()):
        assert f"/staff/matches/{match.pk}/" in desk.get("/staff/matches/", {"q": q}).content.decode(), q
    assert "No matches found" in desk.get("/staff/matches/", {"q": "nobody-here"}).content.decode()


def test_abandoning_a_match_informs_players_and_rates_nothing(cast: Cast, desk: Client) -> None:
    match = set_up(cast, "running", True)
    answer = desk.post("/staff/do/abandon/", {"match": match.pk, "words": "Both of you asked for it."}, follow=True)
    assert "Both of you asked for it." in answer.content.decode()
    match.refresh_from_db()
    assert match.status == "cancelled" and not OpenDecision.objects.filter(match=match).exists()
    assert not match.seats.exclude(rank=None).exists()
    assert last_act() == ("abandon", cast.staff.username, "Both of you asked for it.")
    sent = send_all()
    assert {cast.owner.email, cast.player.email} <= {one.to[0] for one in sent}
    assert "Both of you asked for it." in sent[0].body and "no result" in sent[0].body
    assert desk.post("/staff/do/abandon/", {"match": match.pk, "words": "Again"}).status_code == 409


def test_closing_an_open_table(cast: Cast, desk: Client) -> None:
    match = set_up(cast, "open", True)
    desk.post("/staff/do/close/", {"match": match.pk, "words": "A rude title."})
    match.refresh_from_db()
    assert match.status == "cancelled" and last_act()[0] == "close"
    assert "closed the table" in send_all()[0].body


@pytest.mark.clause("PLAY-16")
def test_pausing_stops_the_clocks_and_is_shown_at_the_table(cast: Cast, desk: Client) -> None:
    match = set_up(cast, "running", True)
    before = OpenDecision.objects.filter(match=match, due_at__isnull=False).values_list("due_at", flat=True).first()
    assert desk.post("/staff/do/pause/", {"match": match.pk, "days": "3", "words": "Let it rest."}).status_code == 302
    assert Pause.objects.filter(match=match).count() == 1
    after = OpenDecision.objects.filter(match=match, due_at__isnull=False).values_list("due_at", flat=True).first()
    assert before and after and after - before > timedelta(days=2, hours=20)
    assert (
        "The host of this site paused the match" in client_of(cast.player).get(f"/match/{match.pk}/").content.decode()
    )
    assert "Let it rest." in send_all()[0].body
    assert desk.post("/staff/do/pause/", {"match": match.pk, "days": "3", "words": "Again"}).status_code == 409
    page = desk.get(f"/staff/matches/{match.pk}/").content.decode()
    assert "paused until" in page and "Pause match" not in page and "Abandon match" in page
    Pause.objects.all().delete()
    for pace, is_offered in (("correspondence", True), ("live", False)):
        Match.objects.filter(pk=match.pk).update(pace=pace)
        page = desk.get(f"/staff/matches/{match.pk}/").content.decode()
        assert ("Pause match" in page) == is_offered and "Abandon match" in page


def test_staff_acts_need_a_reason_and_no_own_seat(cast: Cast, desk: Client) -> None:
    match = set_up(cast, "running", True)
    assert desk.post("/staff/do/abandon/", {"match": match.pk, "words": " "}).status_code == 422
    assert desk.post("/staff/do/abandon/", {"match": "x", "words": "y"}).status_code == 422
    match.seats.filter(user=cast.player).update(user=cast.staff)
    assert "You play at this table" in desk.get(f"/staff/matches/{match.pk}/").content.decode()
    assert desk.post("/staff/do/abandon/", {"match": match.pk, "words": "I lose"}).status_code == 403
    match.refresh_from_db()
    assert match.status == "running" and not StaffAct.objects.exists()


def test_staff_pages_reveal_no_more_than_the_table(cast: Cast, desk: Client) -> None:
    match = set_up(cast, "running", True)
    body = desk.get(f"/staff/matches/{match.pk}/").content.decode()
    assert not [word for word in secrets_of(match, knows_key=False) if word in body]


def test_staff_are_led_only_to_tables_that_they_may_see(cast: Cast, desk: Client) -> None:
    for state, is_public, leads in (("running", False, True), ("open", False, False), ("off", True, False)):
        match = set_up(cast, state, is_public)
        assert ("Go to the table" in desk.get(f"/staff/matches/{match.pk}/").content.decode()) == leads
        assert (desk.get(f"/match/{match.pk}/").status_code == 200) == leads


def test_retry_and_drop_an_email(cast: Cast, desk: Client) -> None:
    dead, queued = waiting(cast.player), waiting(cast.player, "m2.turn", "queued")
    assert "Given up" in desk.get("/staff/mails/").content.decode()
    desk.post("/staff/do/retry/", {"mail": dead.pk})
    desk.post("/staff/do/drop/", {"mail": queued.pk})
    dead.refresh_from_db()
    queued.refresh_from_db()
    assert (dead.status, queued.status) == ("queued", "skipped") and "The host dropped it" in queued.reason
    assert list(StaffAct.objects.order_by("pk").values_list("act", "mail_key")) == [
        ("retry", "m1.turn"),
        ("drop", "m2.turn"),
    ]
    assert desk.post("/staff/do/drop/", {"mail": queued.pk}).status_code == 409
    assert desk.post("/staff/do/retry/", {"mail": 999}).status_code == 409


def test_staff_see_that_the_mail_server_takes_no_emails(
    cast: Cast, desk: Client, fresh: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However few emails wait, and although each is tried again every half minute."""

    class WrongPassword(EmailBackend):
        def open(self) -> bool:
            raise SMTPAuthenticationError(535, b"5.7.8 no")

    monkeypatch.setattr(sending, "get_connection", WrongPassword)
    waiting(cast.player, status="queued", created_at=timezone.now() - timedelta(minutes=20))
    outbox.send_due()
    assert "took no emails (SMTPAuthenticationError 535)" in desk.get("/staff/mails/").content.decode()
    assert figures.read()["outbox_oldest_due_seconds"] > 1190
    OutgoingMail.objects.update(held_until=timezone.now() - timedelta(minutes=2))
    monkeypatch.setattr(figures, "_read_at", -figures.KEPT)
    assert 100 < figures.read()["outbox_oldest_due_seconds"] < 200, "it was held until then, as its reader wants it"


def test_staff_can_open_replies_except_of_matches_they_play_in(cast: Cast, desk: Client) -> None:
    match = set_up(cast, "running", True)
    row = waiting(cast.player, status="sent", match_id=str(match.pk))
    reply = IncomingMail.objects.create(mail=row, key="k", line="i play the dragon", outcome="not understood")
    body = desk.get("/staff/mails/").content.decode()
    assert "not understood" in body and "dragon" not in body
    assert "dragon" in desk.post("/staff/do/read/", {"reply": reply.pk}).content.decode()
    assert last_act()[0] == "read"
    match.seats.filter(user=cast.player).update(user=cast.staff)
    refused = desk.post("/staff/do/read/", {"reply": reply.pk})
    assert refused.status_code == 403 and "dragon" not in refused.content.decode()


def test_an_announcement_is_on_every_page_until_withdrawn(cast: Cast, desk: Client) -> None:
    desk.post("/staff/do/announce/", {"text": "Down on Sunday <8:00>.", "hours": "5"})
    for client in (Client(), desk):
        assert "Down on Sunday &lt;8:00&gt;." in client.get("/tables/").content.decode()
    empty_cache()  # it may be emptied at any time; the timetable puts it back
    announcements.refresh_cache()
    assert "Down on Sunday" in Client().get("/tables/").content.decode()
    assert "Down on Sunday" not in Client().get("/rules/").content.decode()  # browsers keep manuals
    desk.post("/staff/do/withdraw/")
    assert "Down on Sunday" not in Client().get("/tables/").content.decode()
    assert desk.post("/staff/do/announce/", {"text": "", "hours": "5"}).status_code == 422


def test_an_announcement_goes_out_by_email_to_everybody_who_wants_it(cast: Cast, desk: Client) -> None:
    User.objects.filter(pk=cast.stranger.pk).update(mail_announcements=False)
    desk.post("/staff/do/announce/", {"text": "Down on Sunday <8:00>.", "hours": "5", "by_email": "1"})
    for _ in range(2):  # the second time nothing is left to send
        spread_announcement()
    queued = OutgoingMail.objects.filter(kind="announcement").values_list("user__username", flat=True)
    assert cast.player.username in queued and cast.stranger.username not in queued and len(queued) == len(set(queued))

    OutgoingMail.objects.exclude(user=cast.player).delete()
    outbox.send_due()
    (message,) = mail.outbox
    assert "Down on Sunday <8:00>." in message.body and "&lt;8:00&gt;" in message.alternatives[0][0]
    way_out = re.search(r"https?://[^/]+(/\S*mail/stop/\S+)", message.body)
    assert way_out and way_out[1] in message.extra_headers["List-Unsubscribe"]
    Client().post(way_out[1])
    person = User.objects.get(pk=cast.player.pk)
    assert not person.mail_announcements and not person.mail_stopped


def test_announcements_are_emailed_only_if_wanted_and_not_withdrawn(cast: Cast, desk: Client) -> None:
    desk.post("/staff/do/announce/", {"text": "Hello.", "hours": "5"})
    spread_announcement()
    assert not OutgoingMail.objects.exists()
    desk.post("/staff/do/announce/", {"text": "Hello again.", "hours": "5", "by_email": "1"})
    spread_announcement()
    desk.post("/staff/do/withdraw/")
    outbox.send_due()
    assert not mail.outbox
    assert set(OutgoingMail.objects.values_list("reason", flat=True)) == {"The announcement was taken down."}


def test_a_suspension_signs_out_at_once_and_can_be_lifted(cast: Cast, desk: Client) -> None:
    theirs = client_of(cast.player)
    assert theirs.get("/mine/").status_code == 200
    desk.post("/staff/do/suspend/", {"username": cast.player.username, "words": "Rude."})
    assert theirs.get("/mine/")["Location"].startswith("/accounts/login/")
    assert cast.player.name in desk.get("/staff/people/").content.decode()
    assert desk.post("/staff/do/suspend/", {"username": cast.player.username, "words": "x"}).status_code == 409
    desk.post("/staff/do/readmit/", {"username": cast.player.username, "words": "Sorry."})
    assert client_of(cast.player).get("/mine/").status_code == 200
    assert list(StaffAct.objects.order_by("pk").values_list("act", "person__username")) == [
        ("suspend", cast.player.username),
        ("readmit", cast.player.username),
    ]
    assert desk.post("/staff/do/suspend/", {"username": cast.staff.username, "words": "x"}).status_code == 403
    assert desk.post("/staff/do/suspend/", {"username": "nobody-here", "words": "x"}).status_code == 404


@pytest.mark.parametrize("act", sorted(DOING))
def test_acts_are_for_staff_only(cast: Cast, act: str) -> None:
    match = set_up(cast, "running", True)
    data = {"match": match.pk, "words": "x", "days": 1, "text": "x", "hours": 1, "username": cast.owner.username}
    assert client_of(None).post(f"/staff/do/{act}/", data)["Location"].startswith("/accounts/login/")
    assert client_of(cast.owner).post(f"/staff/do/{act}/", data).status_code == 404
    assert not StaffAct.objects.exists() and Match.objects.get(pk=match.pk).status == "running"
