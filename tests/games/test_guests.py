"""Playing before signing up: what guests may do, what they may not, and what becomes of their games."""

import re
import time
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.mail import outbox, preferences
from accounts.models import OutgoingMail, User
from games import rate_limits
from games.lobby import tables
from games.matches.loaded import load_match
from games.models import ChatLine, Match, MoveRecord, Seat
from games.table import tutorials
from games.tasks import clean_up
from games.titles import load
from tests.fixtures import PASSWORD
from tests.games.conftest import move_on, open_of, user_of

pytestmark = pytest.mark.django_db
SOON = 3.0  # seconds from the click to the table


@pytest.fixture(autouse=True)
def nobody_is_counted(settings):
    """All guests of these tests come from one address."""
    settings.HAS_RATE_LIMITS = False


def forms_of(page):
    """Addresses of the forms on a page."""
    return re.findall(r'<form method="post" action="([^"]+)"', page.content.decode())


def new_guest(**more):
    """A browser in which a guest plays against bots."""
    browser = Client(**more)
    browser.post(reverse("play_quick"))
    return browser, User.objects.filter(is_guest=True).latest("pk")


@pytest.mark.parametrize("slug", [None, *load()])
def test_one_click_on_the_home_page_leads_a_stranger_to_a_table(slug):
    browser = Client(enforce_csrf_checks=True)
    home = browser.get("/")
    action = reverse("play_now", args=[slug]) if slug else reverse("play_quick")
    assert action in forms_of(home)
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', home.content.decode())[1]
    began = time.monotonic()
    table = browser.post(action, {"csrfmiddlewaretoken": token, "time_zone": "Europe/Vienna"}, follow=True)
    assert time.monotonic() - began < SOON
    match, guest = Match.objects.get(), User.objects.get(is_guest=True)
    assert table.redirect_chain == [(match.get_absolute_url(), 302)] and table.status_code == 200
    assert (match.status, match.is_rated, match.is_public) == ("running", False, False)
    assert slug in (match.slug, None)
    assert slug or load()[match.slug].meta.minutes == min(game.meta.minutes for game in load().values())
    assert Seat.objects.filter(match=match, user__is_bot=True).count() == match.seat_count - 1
    assert (guest.has_usable_password(), guest.email, guest.time_zone) == (False, "", "Europe/Vienna")
    assert re.fullmatch(r"Guest \d{4}", guest.name) and guest.username.startswith("guest-")


def test_the_tutorial_needs_no_account():
    browser = Client()
    lessons = [address for address in forms_of(browser.get("/")) if address.startswith("/learn/")]
    assert lessons
    table = browser.post(lessons[0], follow=True)
    assert table.status_code == 200 and 'id="coach"' in table.content.decode()
    assert Match.objects.get().owner == User.objects.get(is_guest=True)


def test_a_guest_stays_the_same_guest():
    browser, guest = new_guest()
    browser.post(reverse("play_quick"))
    assert User.objects.filter(is_guest=True).count() == 1
    assert Seat.objects.filter(user=guest).count() == 2
    assert browser.get("/").status_code == 302, "home leads to my games"


def test_no_form_token_no_guest():
    assert Client(enforce_csrf_checks=True).post(reverse("play_quick")).status_code == 403
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["play_now", "tutorial"])
def test_an_unknown_game_makes_no_guest(name):
    assert Client().post(reverse(name, args=["nothing"])).status_code == 404
    assert not User.objects.exists()


@pytest.mark.parametrize("has_valkey", [True, False])
def test_guests_from_one_address_are_counted(monkeypatch, settings, has_valkey):
    settings.HAS_RATE_LIMITS = True
    monkeypatch.setattr(rate_limits, "_here", {})
    monkeypatch.setattr("games.views.guests.GUESTS_AN_HOUR", 2)
    if not has_valkey:
        monkeypatch.setattr("django.core.cache.cache.incr", lambda *args, **more: 0)
    address = f"10.1.2.{3 + has_valkey}"
    statuses = [Client(REMOTE_ADDR=address).post(reverse("play_quick")).status_code for _ in range(3)]
    assert statuses == [302, 302, 429]
    assert Client(REMOTE_ADDR="10.9.9.9").post(reverse("play_quick")).status_code == 302
    assert User.objects.filter(is_guest=True).count() == 3


# ---- what needs an account


def refused(answer, words):
    """A refusal that offers an account in place."""
    body = answer.content.decode()
    return answer.status_code == 403 and words in body and reverse("save_games") in body


@pytest.fixture
def table(owner):
    """`table(is_rated=…, is_public=…)`: somebody's table of three that waits."""

    def open_table(**more):
        clock = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 0}
        facts = {"is_rated": False, "is_public": False} | more
        return tables.create_match(owner=owner, slug="parcels", seats=3, options={}, **clock, **facts)

    return open_table


def sit_down(match, name="Robin", **more):
    """A browser that sat down by the private link, and its guest."""
    browser = Client(**more)
    link = f"{match.get_absolute_url()}?key={match.token}"
    page = browser.get(link)
    action = re.search(r'action="([^"]+/guest/[^"]*)"', page.content.decode())[1].replace("&amp;", "&")
    assert browser.post(action, {"name": name}).status_code == 302
    return browser, User.objects.filter(is_guest=True).latest("pk")


def test_rated_tables_need_an_account(table):
    match = table(is_rated=True, is_public=True)
    browser, guest = new_guest()
    assert refused(browser.post(reverse("join", args=[match.pk])), "Rated games need an account.")
    assert reverse("sit_as_guest", args=[match.pk]) not in Client().get(match.get_absolute_url()).content.decode()
    Client().post(reverse("sit_as_guest", args=[match.pk]), {"name": "Robin"})
    assert not Seat.objects.filter(match=match, user__is_guest=True).exists()
    assert User.objects.filter(is_guest=True).count() == 1, "who is refused becomes no guest"
    form = {"seats": "3", "clock": "correspondence:86400:259200", "bots": "0", "is_rated": "on"}
    answer = browser.post(f"{reverse('new_match')}?game=parcels", form)
    assert "Rated games need an account." in answer.content.decode()
    assert Match.objects.filter(owner=guest).count() == 1


def test_quick_join_leads_a_guest_to_friendly_tables_only(table):
    table(is_rated=True, is_public=True)
    friendly = table(is_public=True)
    browser, guest = new_guest()
    assert browser.get(reverse("quick")).context["row"]["id"] == friendly.pk
    browser.post(reverse("quick"), {"table": friendly.pk})
    assert Seat.objects.filter(match__slug="parcels", user=guest).get().match == friendly


def test_inviting_by_name_needs_an_account_and_nobody_invites_guests(table, owner, stranger):
    match = table()
    browser, guest = sit_down(match)
    assert refused(browser.post(reverse("invite", args=[match.pk]), {"name": "stranger"}), "Inviting players by name")
    host = Client()
    host.force_login(owner)
    assert host.post(reverse("invite", args=[match.pk]), {"name": guest.username}).status_code == 422
    assert not match.invitations.exists()


def test_guests_talk_among_friends_only(table, player, staff):
    private, public = table(), table(is_public=True)
    browser, _ = sit_down(private)
    tables.join(match_id=private.pk, user=player, token=private.token)
    browser.post(reverse("join", args=[public.pk]))
    tables.join(match_id=public.pk, user=player)
    watched = table(is_public=True)
    for person in (player, staff):
        tables.join(match_id=watched.pk, user=person)
    say = {"chat": "Hello"}
    assert browser.post(reverse("chat", args=[private.pk]), say).status_code == 302
    for match in (public, watched):
        assert refused(browser.post(reverse("chat", args=[match.pk]), say), "Talking with strangers")
    assert [line.match_id for line in ChatLine.objects.all()] == [private.pk]


def test_webhooks_and_stepping_in_need_an_account(stranger):
    browser, _ = new_guest()
    hook = {"kind": "json", "name": "Mine", "url": "https://example.org/hook", "events": "all"}
    answer = browser.post(reverse("add_webhook"), hook)
    assert answer.status_code == 403 and "Webhooks need an account." in answer.content.decode()
    assert refused(browser.post(reverse("substitute"), {"slug": "parcels"}), "Stepping in for others")


def test_guests_have_no_page(table):
    _, guest = sit_down(table())
    assert Client().get(reverse("profile", args=[guest.username])).status_code == 404


# ---- a private link


def test_a_private_link_seats_a_guest_by_name_and_the_host_sees_it(table, owner):
    match = table()
    browser, guest = sit_down(match, "Robin")
    assert (guest.name, Seat.objects.get(user=guest).match_id) == ("Robin", match.pk)
    host = Client()
    host.force_login(owner)
    page = host.get(match.get_absolute_url()).content.decode()
    assert re.search(r"<b>Robin</b>.*<span class=\"tag\">guest</span>", page)
    assert browser.get(match.get_absolute_url()).status_code == 200


@pytest.mark.parametrize("name", ["owner", "playpost", "a\u202eb", "x" * 41])
def test_a_guest_cannot_take_a_name_that_misleads(table, name):
    match = table()
    answer = Client().post(f"{reverse('sit_as_guest', args=[match.pk])}?key={match.token}", {"name": name})
    assert answer.status_code == 422 and not User.objects.filter(is_guest=True).exists()


def test_without_the_key_nobody_sits_down(table):
    match = table()
    Client().post(f"{reverse('sit_as_guest', args=[match.pk])}?key=wrong", {"name": "Robin"})
    assert not User.objects.filter(is_guest=True).exists()


# ---- links that lead somewhere


def test_a_link_to_a_private_match_leads_to_login_and_then_there(table, owner, stranger):
    match = table()
    browser = Client()
    answer = browser.get(match.get_absolute_url())
    assert answer["Location"] == f"{reverse('account_login')}?next={match.get_absolute_url()}"
    entered = browser.post(answer["Location"], {"login": "owner", "password": PASSWORD}, follow=True)
    assert entered.redirect_chain[-1][0] == match.get_absolute_url() and entered.status_code == 200
    other = Client()
    other.force_login(stranger)
    assert other.get(match.get_absolute_url()).status_code == 404
    missing = Client().get("/match/999999/")
    assert missing["Location"] == f"{reverse('account_login')}?next=/match/999999/", "nobody learns which exist"


def test_a_public_match_asks_whether_it_is_yours(table, player, staff):
    match = table(is_public=True)
    for person in (player, staff):
        tables.join(match_id=match.pk, user=person)
    assert "Is this your match?" in Client().get(match.get_absolute_url()).content.decode()
    watching = Client()
    watching.force_login(player)
    assert "Is this your match?" not in watching.get(match.get_absolute_url()).content.decode()


# ---- keeping the games


def seats_of(user):
    return set(Seat.objects.filter(user=user).values_list("match", "number"))


def code_in(mail):
    """The code stands alone in its line."""
    return re.search(r"^\s+(\S+)$", mail.body, re.MULTILINE)[1]


def save(browser, name="robin", email="robin@example.org", **more):
    facts = {"username": name, "email": email, "password1": PASSWORD} | more
    return browser.post(reverse("save_games"), facts)


def play_one_move(browser, guest):
    """The guest's next move through the page; their match against bots."""
    match = Match.objects.filter(seats__user=guest, status="running").latest("pk")
    while (asked := open_of(load_match(match.pk))) and user_of(load_match(match.pk), asked.decision.seat) != guest:
        move_on(match)
    move = asked.decision.default
    form = {f"arg.{field}": "" if value is None else value for field, value in move.args.items()}
    address = reverse("play", args=[match.pk])
    assert browser.post(address, {"decision": asked.id, "verb": move.verb, **form}).status_code == 302
    return match


def test_saving_the_games_keeps_the_row_and_everything_on_it(table, mailoutbox):
    match = table()
    browser, guest = sit_down(match)
    browser.post(reverse("play_now", args=["parcels"]))
    Client().get("/")
    browser.post(reverse("tutorial", args=[next(slug for slug in load() if tutorials.of_game(slug))]))
    alone = play_one_move(browser, guest)
    User.objects.filter(pk=guest.pk).update(mail_hour=5)
    before = seats_of(guest)
    assert save(browser)["Location"] == reverse("account_email_verification_sent")
    guest.refresh_from_db()
    assert guest.is_guest and guest.email == "", "an address counts when it is confirmed"
    assert browser.get(alone.get_absolute_url()).status_code == 200, "and meanwhile the guest plays on"
    browser.post(reverse("account_email_verification_sent"), {"code": code_in(mailoutbox[-1])})
    account = User.objects.get(username="robin")
    assert (account.pk, account.is_guest, account.email) == (guest.pk, False, "robin@example.org")
    assert account.mail_hour == 5 and len(before) == 3 and seats_of(account) == before
    assert browser.get(reverse("my_matches")).context["user"] == account, "still logged in"
    elsewhere = Client()
    elsewhere.post(reverse("account_login"), {"login": "robin", "password": PASSWORD})
    assert elsewhere.get(alone.get_absolute_url()).context["viewer"]["is_spectator"] is False


def test_signing_up_as_a_guest_is_saving_the_games():
    browser, _ = new_guest()
    answer = browser.get(reverse("account_signup") + "?next=/tables/")
    assert answer["Location"] == f"{reverse('save_games')}?next=%2Ftables%2F"
    assert Client().get(reverse("account_signup")).status_code == 200


def test_an_address_of_somebody_else_is_not_told_and_not_given(player, mailoutbox):
    browser, guest = new_guest()
    assert save(browser, email=player.email)["Location"] == reverse("account_email_verification_sent")
    assert mailoutbox[-1].to == [player.email] and "account" in mailoutbox[-1].body
    browser.post(reverse("account_email_verification_sent"), {"code": "ABCDEF"})
    guest.refresh_from_db()
    player.refresh_from_db()
    assert guest.is_guest and player.email == "player@example.org"


@pytest.mark.parametrize(
    "wrong", [{"name": "player"}, {"name": "guest-1"}, {"email": "no"}, {"password1": "1234"}, {"name": "x y"}]
)
def test_a_form_with_a_mistake_changes_nothing(player, wrong):
    browser, guest = new_guest()
    assert save(browser, **wrong).status_code == 422
    assert User.objects.get(pk=guest.pk).username == guest.username


def test_only_guests_save_games(owner):
    assert Client().get(reverse("save_games"))["Location"] == reverse("account_signup")
    member = Client()
    member.force_login(owner)
    assert member.get(reverse("save_games"))["Location"] == reverse("my_matches")


def log_in(browser, name):
    """As a guest would: through the page of logging in, which does not turn guests away."""
    assert browser.get(reverse("account_login")).status_code == 200
    answer = browser.post(reverse("account_login"), {"login": name, "password": PASSWORD})
    assert answer.status_code == 302
    return browser


def test_logging_in_takes_the_matches_along(table, player):
    match = table(is_public=False)
    browser, guest = sit_down(match)
    sit_down(match, "Sam")
    browser.post(reverse("chat", args=[match.pk]), {"chat": "Good luck"})
    browser.post(reverse("play_now", args=["parcels"]))
    alone = play_one_move(browser, guest)
    before = seats_of(guest)
    revisions = dict(Match.objects.values_list("pk", "revision"))
    log_in(browser, "player")
    assert seats_of(player) == before and len(before) == 2
    assert not User.objects.filter(pk=guest.pk).exists(), "the guest has gone"
    assert Match.objects.get(pk=alone.pk).owner == player
    assert MoveRecord.objects.filter(match=alone, user=player).exists()
    assert ChatLine.objects.get().user == player
    assert all(Match.objects.get(pk=pk).revision > revision for pk, revision in revisions.items())
    for pk in (match.pk, alone.pk):
        assert browser.get(reverse("match", args=[pk])).context["viewer"]["is_spectator"] is False
    assert load_match(match.pk).seat_of(player.pk) is not None


def test_a_seat_beside_ones_own_is_given_up(table, player):
    match = table()
    tables.join(match_id=match.pk, user=player, token=match.token)
    browser, guest = sit_down(match)
    before = seats_of(player)
    log_in(browser, "player")
    match.refresh_from_db()
    assert match.status == "running" and seats_of(player) == before
    assert Seat.objects.get(match=match, user=guest.pk).left_reason == "resigned"
    assert User.objects.get(pk=guest.pk).name == f"deleted-{guest.pk}"


def test_a_wrong_password_leaves_the_guest_where_they_are(player):
    browser, guest = new_guest()
    browser.post(reverse("account_login"), {"login": "player", "password": "wrong"})
    assert browser.get(reverse("my_matches")).context["user"] == guest


# ---- idle guests


def fall_asleep(*people, days=8):
    long_ago = timezone.now() - timedelta(days=days)
    User.objects.filter(pk__in=[person.pk for person in people]).update(last_seen_at=long_ago, date_joined=long_ago)
    MoveRecord.objects.filter(user__in=people).update(at=long_ago)


def test_idle_guests_are_swept_away_with_their_matches_against_bots(owner):
    (_, idle), (_, awake) = new_guest(), new_guest()
    fall_asleep(idle)
    fall_asleep(awake, days=6)
    clean_up()
    assert list(User.objects.filter(is_guest=True)) == [awake]
    assert [match.owner for match in Match.objects.all()] == [awake]
    assert not User.objects.filter(pk=idle.pk).exists() and User.objects.filter(pk=owner.pk).exists()


def test_matches_of_other_people_stay_whole(table, owner, player):
    running, waiting, own = table(), table(), table()
    browser, guest = sit_down(running)
    for match in (waiting, own):
        tables.join(match_id=match.pk, user=guest, token=match.token)
    Match.objects.filter(pk=own.pk).update(owner=guest)
    tables.join(match_id=running.pk, user=player, token=running.token)
    fall_asleep(guest)
    clean_up()
    running.refresh_from_db()
    assert running.status == "running" and len(load_match(running.pk).people()) == 2
    assert Seat.objects.get(match=running, user=guest).left_reason == "resigned"
    assert set(Seat.objects.filter(match=waiting, user__isnull=False).values_list("user", flat=True)) == {owner.pk}
    assert Match.objects.get(pk=own.pk).status == "cancelled"
    assert User.objects.get(pk=guest.pk).name == f"deleted-{guest.pk}"
    move_on(running, 4)
    host = Client()
    host.force_login(owner)
    assert host.get(running.get_absolute_url()).status_code == 200
    assert browser.get(reverse("my_matches")).status_code == 302, "the guest's browser is logged out"


def test_a_guest_who_moves_by_email_is_not_idle():
    browser, guest = new_guest()
    play_one_move(browser, guest)
    fall_asleep(guest)
    MoveRecord.objects.filter(user=guest).update(at=timezone.now())
    clean_up()
    assert User.objects.filter(pk=guest.pk).exists()


# ---- reminders


def seated_for_correspondence(table, player):
    match = table()
    browser, guest = sit_down(match)
    tables.join(match_id=match.pk, user=player, token=match.token)
    return match, browser, guest


def asks_address(browser, match):
    return 'id="remind-me"' in browser.get(match.get_absolute_url()).content.decode()


def test_a_guest_is_asked_once_for_an_address(table, player):
    match, browser, guest = seated_for_correspondence(table, player)
    assert not asks_address(browser, match), "not before the first move"
    play_one_move(browser, guest)
    assert asks_address(browser, match)
    browser.post(reverse("remind_me", args=[match.pk]), {"no": "1"})
    assert not asks_address(browser, match)
    member = Client()
    member.force_login(player)
    assert not asks_address(member, match)


def test_nothing_is_sent_to_an_address_before_it_is_confirmed(table, player, mailoutbox):
    match, browser, guest = seated_for_correspondence(table, player)
    browser.post(reverse("remind_me", args=[match.pk]), {"email": "Robin@example.org"})
    assert [mail.to for mail in mailoutbox] == [["Robin@example.org"]]
    guest.refresh_from_db()
    assert guest.mail_address == ""
    link = re.search(r"http\S+(/people/mail/remind/\S+)", mailoutbox[0].body)[1]
    nobody = Client()
    assert "Turn on reminders" in nobody.get(link).content.decode()
    guest.refresh_from_db()
    assert guest.mail_address == "", "mail scanners open links"
    assert nobody.post(link).status_code == 200
    guest.refresh_from_db()
    assert guest.mail_address == "robin@example.org" and guest.email == ""
    outbox.queue(kind="turn", key="t1", user=guest, data={"match": match.pk})
    row = OutgoingMail.objects.get(key="t1")
    assert preferences.refusal(row, preferences.preferences_of(row)) == ""
    assert nobody.get(f"{link[:-1]}x/").status_code == 403


def test_a_confirmed_address_needs_no_code(table, player, mailoutbox):
    _, browser, guest = seated_for_correspondence(table, player)
    User.objects.filter(pk=guest.pk).update(reminder_email="robin@example.org", reminder_confirmed_at=timezone.now())
    assert 'value="robin@example.org"' in browser.get(reverse("save_games")).content.decode()
    assert save(browser)["Location"] == reverse("my_matches")
    guest.refresh_from_db()
    assert (guest.is_guest, guest.email, guest.username) == (False, "robin@example.org", "robin")
    assert not mailoutbox


def test_what_is_no_address_is_refused(table, player, mailoutbox):
    match, browser, _ = seated_for_correspondence(table, player)
    assert browser.post(reverse("remind_me", args=[match.pk]), {"email": "nonsense"}).status_code == 422
    assert not mailoutbox


OWN_PAGES = """
    my_matches settings security mail_audit mail_settings next_mail channels delete_account export waking_hours
    vacation orders substitute new_match lobby save_games
"""


@pytest.mark.parametrize("name", OWN_PAGES.split())
def test_every_page_of_ones_own_opens_for_a_guest(name):
    browser, _ = new_guest()
    answer = browser.get(reverse(name), follow=True)
    assert answer.status_code == 200 and len(answer.redirect_chain) < 3
