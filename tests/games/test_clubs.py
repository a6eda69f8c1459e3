"""What a group does for its members: news of tables, invitations, chat, standing dates, results, tournaments."""

import re
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts import guests
from accounts.mail import outbox, person_keys
from accounts.models import Block, OutgoingMail, User
from games.groups import dates, news, services
from games.groups.models import Group, GroupLine, Member, StandingDate
from games.lobby import tables
from games.models import Match, Seat
from games.tournaments.models import Entrant, Tournament
from tests.fixtures import make_person
from tests.games.conftest import browser_of
from tests.games.test_groups import TABLE
from tests.samples import GAME, TITLE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]
WEEKLY = {"game": GAME, "seats": "4", "weekday": "4", "hour": "20:00", "clock": "live:60:300"}


@pytest.fixture
def group(owner: User, player: User) -> Group:
    made = services.create(owner=owner, name="Friday five")
    services.join(token=made.token, user=player)
    return made


def open_table(group: Group, person: User, **more: str) -> Match:
    browser_of(person).post(f"/tables/new/?game={GAME}&group={group.pk}", TABLE | more)
    return Match.objects.latest("pk")


def page(group: Group, person: User) -> str:
    return browser_of(person).get(group.get_absolute_url()).content.decode()


def told() -> set[str]:
    return set(OutgoingMail.objects.filter(kind="group_table").values_list("user__username", flat=True))


def test_members_hear_of_a_new_table_by_bell_and_email(
    group: Group, owner: User, player: User, mailoutbox: Any
) -> None:
    match = open_table(group, owner)
    assert told() == {"player"} and "New table in your group" in browser_of(player).get("/news/").content.decode()
    row = OutgoingMail.objects.get(kind="group_table")
    assert browser_of(player).get(f"/news/{row.pk}/", follow=True).status_code == 200, "with the key of the table"
    OutgoingMail.objects.filter(pk=row.pk).update(is_unread=True)
    outbox.send_due()
    assert f"owner opened a table of {TITLE} for {group.name}<" in browser_of(player).get("/news/").content.decode()
    (mail,) = mailoutbox
    assert mail.to == [player.email] and mail.subject == f"owner opened a table of {TITLE} for {group.name}"
    link = re.search(r"(/email/\S+/)", mail.body)[1]  # type: ignore[index]
    at_the_table = browser_of(player).get(link)
    assert at_the_table["Location"] == f"/match/{match.pk}/?key={match.token}", "who is logged in sees the whole page"
    assert "owner sits here; 2 free. About" in mail.body and "about this match" not in mail.body
    hush = re.search(r"http\S+(/groups/hush/\S+/)", mail.body)[1]  # type: ignore[index]
    assert Client().get(hush).status_code == 200 and Member.objects.get(user=player).is_told, "scanners open links"
    Client().post(hush)
    assert not Member.objects.get(user=player).is_told and Client().get(f"{hush[:-3]}x/").status_code == 404
    open_table(group, owner)
    assert OutgoingMail.objects.filter(kind="group_table").count() == 1
    browser_of(player).post(f"/groups/{group.pk}/hear/", {"on": "1"})
    assert Member.objects.get(user=player).is_told


def test_the_email_about_a_table_leads_to_a_seat_without_logging_in(
    group: Group, owner: User, player: User, mailoutbox: Any
) -> None:
    match = open_table(group, owner, is_rated="on")
    guest = User.objects.create_guest("Robin")
    guests.know_address(user=guest, email="robin@example.org")
    Member.objects.filter(user=player).update(user=guest)
    OutgoingMail.objects.filter(kind="group_table").update(user=guest)
    outbox.send_due()
    link = re.search(r"(/email/\S+/)", mailoutbox[0].body)[1]  # type: ignore[index]
    asked = Client().get(link).content.decode()
    assert "you get an account with the address robin@example.org" in asked and "Decline" not in asked
    assert "You have a seat." in Client().post(link, {"answer": "yes"}).content.decode()
    guest.refresh_from_db()
    assert match.seats.filter(user=guest).exists() and not guest.is_guest


def test_whoever_is_no_longer_a_member_takes_no_seat_with_an_older_email(group, owner, player, mailoutbox):
    match = open_table(group, owner)
    outbox.send_due()
    link = re.search(r"(/email/\S+/)", mailoutbox[0].body)[1]
    services.remove(group_id=group.pk, user=owner, name=player.username)
    for answer in (Client().get(link), Client().post(link, {"answer": "yes"})):
        assert answer.status_code == 403 and "no longer a member" in answer.content.decode()
    assert not match.seats.filter(user=player).exists()


def test_a_table_names_its_group_from_the_choice_of_a_game_on(group: Group, owner: User, stranger: User) -> None:
    asked = f"group={group.pk}"
    first = browser_of(owner).get(f"/tables/new/?{asked}").content.decode()
    assert f"New table with {group.name}" in first and "Play now" not in first
    form = browser_of(owner).get(f"/tables/new/?game={GAME}&{asked}").content.decode()
    assert f"{TITLE} with {group.name}</h1>" in form and f'href="/tables/new/?{asked}">Change' in form
    assert group.name not in browser_of(stranger).get(f"/tables/new/?{asked}").content.decode()
    match = open_table(group, owner)
    waiting = Client().get(f"{match.get_absolute_url()}?key={match.token}").content.decode()
    assert re.search(rf"owner invites you to play {TITLE}\s+with {group.name}<", waiting)


def test_people_kept_apart_and_full_tables_are_not_announced(
    group: Group, owner: User, player: User, mailoutbox: Any
) -> None:
    Block.objects.create(by=player, whom=owner)
    open_table(group, owner)
    assert told() == set()
    Block.objects.all().delete()
    match = open_table(group, owner)
    for name in ("eva", "finn"):
        tables.join(match_id=match.pk, user=make_person(name), token=match.token)
    outbox.send_due()
    assert OutgoingMail.objects.get(kind="group_table").status == "skipped"


def test_an_invitation_by_name_and_by_email_carries_a_line(group: Group, owner: User, mailoutbox: Any) -> None:
    eva = make_person("eva")
    invite = f"/groups/{group.pk}/invite/"
    browser_of(owner).post(invite, {"name": "Eva", "note": "We need a fifth"})
    browser_of(owner).post(invite, {"name": "friend@example.org", "note": "Come and play"})
    outbox.send_due()
    by_address = {mail.to[0]: mail for mail in mailoutbox}
    assert set(by_address) == {eva.email, "friend@example.org"}
    assert "We need a fifth" in by_address[eva.email].body
    letter = by_address["friend@example.org"]
    assert f"/groups/join/{group.token}/" in letter.body and "Come and play" in letter.body
    assert "Playpost: tabletop games with friends, by email or live." in letter.body
    assert owner.email not in letter.body and "Email settings" not in letter.body
    assert "Friday five" in browser_of(eva).get("/news/").content.decode()
    for name in ("nobody-here", "player", "wrong@"):
        assert browser_of(owner).post(invite, {"name": name}).status_code == 422
    assert browser_of(eva).post(invite, {"name": "owner"}).status_code == 404, "not a member"


def test_whoever_is_invited_by_name_joins_from_the_email_without_logging_in(group, owner, mailoutbox):
    eva = make_person("eva")
    browser_of(owner).post(f"/groups/{group.pk}/invite/", {"name": "Eva"})
    outbox.send_due()
    (mail,) = mailoutbox
    link = re.search(rf"(/groups/join/{group.token}/\S+)", mail.body)[1]
    phone = Client()
    offered = phone.get(link).content.decode()
    assert "Join as eva" in offered and "Join as guest" not in offered and "/signup/" not in offered
    assert not Member.objects.filter(group=group, user=eva).exists(), (
        "a mail scanner that follows the link joins nothing"
    )
    done = phone.post(link, follow=True).content.decode()
    assert Member.objects.filter(group=group, user=eva).exists() and not User.objects.filter(is_guest=True).exists()
    assert "You’re in. We’ll email e…@" in done and "You’re a member." in done and "/signup/" not in done
    assert eva.email not in offered + done, "somebody may have got the email from her"
    assert "_auth_user_id" not in phone.session, "the email logs nobody in"


def test_a_member_takes_part_in_a_tournament_from_the_email_without_logging_in(group, owner, player, staff, mailoutbox):
    from tests.games.tournaments.test_play import FORM

    browser_of(owner).post(f"/tournaments/new/?game={GAME}&group={group.pk}", FORM | {"is_private": "on"})
    cup = Tournament.objects.get()
    outbox.send_due()
    (mail,) = mailoutbox
    link = re.search(rf"({cup.get_absolute_url()}\?\S+)", mail.body)[1]
    phone = Client()
    offered = phone.get(link).content.decode()
    assert "Take part as player" in offered and "/signup/" not in offered
    assert not cup.entrants.filter(user=player).exists(), "a mail scanner that follows the link enters nobody"
    form = dict(re.findall(r'type="hidden" name="(key|as)" value="([^"]*)"', offered))
    done = phone.post(f"{cup.get_absolute_url()}enter/", form, follow=True).content.decode()
    assert {one.user for one in cup.entrants.all()} == {owner, player}
    assert "You’re in. We’ll email you" in done and "/signup/" not in done and "Withdraw" not in done
    assert "_auth_user_id" not in phone.session, "the email logs nobody in"
    forged = form | {"as": person_keys.key_for("tournament 0", staff)}
    for act in ("enter", "withdraw"):
        answer = Client().post(f"{cup.get_absolute_url()}{act}/", forged)
        assert answer.status_code == 302 and "/login/" in answer["Location"] and cup.entrants.count() == 2
    [drop] = re.findall(r'action="\S+/withdraw/">(.+?)</form>', done, re.DOTALL)
    assert dict(re.findall(r'name="(key|as)" value="([^"]+)"', drop)) == form
    left = phone.post(f"{cup.get_absolute_url()}withdraw/", form, follow=True).content.decode()
    assert "You’ve dropped out.<" in left and "Take part as player" in left and cup.entrants.count() == 1


def test_the_link_of_an_invitation_to_a_group_is_for_one_person_and_one_group(group, owner, player, staff):
    link, other = news.link_for(group, staff), services.create(owner=owner, name="Monday two")
    assert "Join as" not in browser_of(player).get(link).content.decode(), "who is logged in joins as themselves"
    key = link.partition("?")[2]
    assert "Join as guest" in Client().get(f"/groups/join/{other.token}/?{key}").content.decode()
    staff.set_password("another grey envelope")
    staff.save()
    assert "Join as guest" in Client().get(link).content.decode(), "a new password ends old links"


def test_the_invited_address_belongs_to_the_first_guest_who_follows_the_link(
    group: Group, owner: User, mailoutbox: Any
) -> None:
    browser_of(owner).post(f"/groups/{group.pk}/invite/", {"name": "Gustl@example.org"})
    outbox.send_due()
    link = re.search(r"/groups/join/\S+to=\S+", mailoutbox[0].body)[0]  # type: ignore[index]
    for name in ("Gustl", "Robin"):
        browser = Client()
        assert f"{owner.name} invites you" in browser.get(link).content.decode()
        joined = browser.post(link, {"name": name}, follow=True).content.decode()
        assert ("You’re in. We’ll email gustl@example.org when somebody" in joined) == (name == "Gustl")
    forged = f"/groups/join/{group.token}/?to=x"
    assert Client().post(forged, {"name": "Mallory"})["Location"] == group.get_absolute_url()
    known = {one.name: one.mail_address for one in User.objects.filter(is_guest=True)}
    assert known == {"Gustl": "gustl@example.org", "Robin": "", "Mallory": ""}
    open_table(group, owner)
    outbox.send_due()
    assert ["gustl@example.org"] in [mail.to for mail in mailoutbox if "opened a table" in mail.subject]


def test_the_chat_is_for_members(group: Group, owner: User, player: User, stranger: User) -> None:
    say = f"/groups/{group.pk}/say/"
    browser_of(player).post(say, {"text": "Friday?"})
    assert "Friday?" in page(group, owner)
    assert browser_of(stranger).post(say, {"text": "Hello"}).status_code == 404
    assert browser_of(owner).post(say, {"text": " "}).status_code == 422
    Block.objects.create(by=owner, whom=player)
    assert "Friday?" not in page(group, owner) and GroupLine.objects.count() == 1


def test_a_weekly_date_keeps_its_hour_in_summer_and_winter() -> None:
    winter = datetime(2026, 1, 2, 12, tzinfo=UTC)
    first = dates.next_date(winter, 4, time(20), "Europe/Vienna")
    assert first.astimezone(UTC) == datetime(2026, 1, 2, 19, tzinfo=UTC)
    assert dates.next_date(first, 4, time(20), "Europe/Vienna") == first + timedelta(days=7)
    summer = dates.next_date(datetime(2026, 7, 1, tzinfo=UTC), 4, time(20), "Europe/Vienna")
    assert summer.astimezone(UTC).hour == 18


def test_a_weekly_table_opens_a_day_ahead_and_starts_with_whoever_has_come(
    group: Group, owner: User, player: User, staff: User, mailoutbox: Any
) -> None:
    services.join(token=group.token, user=staff)
    for _ in range(2):  # the button is pressed twice
        browser_of(owner).post(f"/groups/{group.pk}/date/", WEEKLY)
    row = StandingDate.objects.get()
    assert row.starts_at is not None and "Every Friday, 20:00" in page(group, player)
    dates.sweep(row.starts_at - timedelta(hours=25))
    assert not Match.objects.exists()
    for _ in range(2):
        dates.sweep(row.starts_at - timedelta(hours=23))
    match = Match.objects.get()
    assert (match.owner, match.seat_count, match.status, match.is_public) == (owner, 4, "open", False)
    assert told() == {"owner", "player", "staff"}
    day = row.starts_at.day
    outbox.send_due()
    assert len(mailoutbox) == 3
    own = next(email for email in mailoutbox if email.to == [owner.email])
    assert own.subject.startswith("Your table of ") and "You sit here; 3 free." in own.body
    assert "Replies to this email are not read." in own.body and "See the table: " in own.body
    for email in mailoutbox:
        assert re.search(rf"It starts on Fri {day} \w+, 20:00 UTC with whoever has come", email.body)
    waits = browser_of(player).get(f"{match.get_absolute_url()}?key={match.token}").content.decode()
    assert re.search(f"The match starts on <time.*{day}.*</time> with whoever has come", waits)
    for person in (player, staff):
        tables.join(match_id=match.pk, user=person, token=match.token)
    dates.sweep(row.starts_at)
    match.refresh_from_db()
    assert (match.status, match.seat_count, Seat.objects.filter(match=match).count()) == ("running", 3, 3)
    row.refresh_from_db()
    assert row.starts_at > timezone.now() + timedelta(days=7) and row.match is None


def test_a_week_whose_summer_time_skips_the_hour_moves_no_other_week(group: Group, owner: User) -> None:
    facts = {"slug": GAME, "seats": 4, "clock": "live:60:300", "weekday": 6, "hour": time(2, 30)}
    owner.time_zone = "Europe/Vienna"
    row = dates.add(group=group, by=owner, **facts)
    row.starts_at = dates.next_date(datetime(2027, 3, 22, tzinfo=UTC), 6, time(2, 30), row.zone)
    row.save()
    assert row.starts_at.astimezone(UTC).hour == 1 and "Every Sunday, 02:30" in page(group, owner)
    for _ in range(2):
        dates.sweep(row.starts_at)
    row.refresh_from_db()
    assert row.starts_at == datetime(2027, 4, 4, 0, 30, tzinfo=UTC), "half past two in summer"


def test_no_table_opens_in_the_name_of_somebody_suspended(group: Group, owner: User, player: User) -> None:
    browser_of(player).post(f"/groups/{group.pk}/date/", WEEKLY)
    row, first = StandingDate.objects.get(), StandingDate.objects.get().starts_at
    assert first is not None
    User.objects.filter(pk=player.pk).update(is_active=False)
    for now in (first - timedelta(hours=1), first):
        dates.sweep(now)
    row.refresh_from_db()
    assert not Match.objects.exists() and row.starts_at == first + timedelta(days=7)
    User.objects.filter(pk=player.pk).update(is_active=True)
    dates.sweep(row.starts_at - timedelta(hours=1))
    assert Match.objects.get().owner == player


def test_too_few_players_leave_the_weekly_table_open_and_are_told(
    group: Group, owner: User, player: User, mailoutbox: Any
) -> None:
    browser_of(owner).post(f"/groups/{group.pk}/date/", WEEKLY)
    row = StandingDate.objects.get()
    assert row.starts_at is not None
    dates.sweep(row.starts_at - timedelta(hours=1))
    tables.join(match_id=Match.objects.get().pk, user=player, token=Match.objects.get().token)
    OutgoingMail.objects.all().delete()
    for _ in range(2):
        dates.sweep(row.starts_at)
    assert Match.objects.get().status == "open"
    outbox.send_due()
    assert {mail.to[0] for mail in mailoutbox} == {owner.email, player.email} and len(mailoutbox) == 2
    assert "Not enough players came to your table in time. It stays open" in mailoutbox[0].body


def test_a_date_leads_to_no_table_that_is_closed_and_leaves_one_that_waits(group: Group, owner: User) -> None:
    for hour in ("20:00", "21:00"):
        browser_of(owner).post(f"/groups/{group.pk}/date/", WEEKLY | {"hour": hour})
    first, other = StandingDate.objects.order_by("starts_at")
    assert first.starts_at is not None
    dates.sweep(first.starts_at - timedelta(hours=1))
    closed, waits = Match.objects.order_by("pk")
    links = [f'href="{match.get_absolute_url()}?key={match.token}">Table<' for match in (closed, waits)]
    tables.close_table(match_id=closed.pk, user=owner)
    shown = page(group, owner)
    assert links[0] not in shown and links[1] in shown
    for date, words in ((other, "Its table stays open and starts when"), (first, "The date is removed.</")):
        answer = browser_of(owner).post(f"/groups/{group.pk}/drop-date/", {"date": date.pk}, follow=True)
        assert words in answer.content.decode()


def test_a_new_game_opens_when_the_last_one_ends(group: Group, owner: User) -> None:
    address, end = f"/groups/{group.pk}/date/", WEEKLY | {"weekday": "end", "clock": "correspondence:86400:259200"}
    for _ in range(2):  # the button is pressed twice
        browser_of(owner).post(address, end)
    row = StandingDate.objects.get()
    row.pk = None
    row.save()  # there may be two of former years
    assert browser_of(owner).post(address, end).status_code == 302
    row.delete()
    for _ in range(2):
        dates.sweep()
    match = Match.objects.get()
    assert match.pace == "correspondence" and "A new game when the last one ends" in page(group, owner)
    tables.close_table(match_id=match.pk, user=owner)
    dates.sweep()
    assert Match.objects.filter(status="open").count() == 1 and Match.objects.count() == 2


def test_dates_end_with_who_set_them(group: Group, owner: User, player: User) -> None:
    browser_of(player).post(f"/groups/{group.pk}/date/", WEEKLY)
    row = StandingDate.objects.get()
    eva = make_person("eva")
    services.join(token=group.token, user=eva)
    assert browser_of(eva).post(f"/groups/{group.pk}/drop-date/", {"date": row.pk}).status_code == 403
    services.leave(group_id=group.pk, user=player)
    assert not StandingDate.objects.exists()
    for wrong in ({"game": "nothing"}, {"seats": "99"}, {"clock": "live:1:1"}, {"hour": "noon"}):
        answer = browser_of(owner).post(f"/groups/{group.pk}/date/", WEEKLY | wrong)
        assert answer.status_code == 422
        assert (f"{TITLE} is for " in answer.content.decode()) == ("seats" in wrong)


def test_a_private_tournament_of_the_group_is_found_by_its_members_only(
    group: Group, owner: User, player: User, stranger: User, mailoutbox: Any
) -> None:
    from tests.games.tournaments.test_play import FORM

    form = FORM | {"name": "Club cup", "text": "Bring cake", "is_private": "on"}
    browser_of(owner).post(f"/tournaments/new/?game={GAME}&group={group.pk}", form)
    chosen = browser_of(owner).get(f"/tournaments/new/?game={GAME}&group={group.pk}").content.decode()
    assert (
        f"New tournament for {group.name}<" in chosen and f'href="/tournaments/new/?group={group.pk}">Change' in chosen
    )
    cup = Tournament.objects.get()
    assert "Club cup for Friday five" in browser_of(player).get("/news/").content.decode()
    outbox.send_due()
    (email,) = mailoutbox
    assert (
        email.to == [player.email]
        and email.subject == "owner announces Club cup for Friday five"
        and "Bring cake" in email.body
    )
    assert f"A tournament of {TITLE}. Starts on " in email.body and f"?key={cup.token}" in email.body
    assert "Club cup" in page(group, player)
    assert "Club cup" not in Client().get("/tournaments/").content.decode()
    assert browser_of(stranger).get(cup.get_absolute_url()).status_code == 404
    link = f"{cup.get_absolute_url()}?key={cup.token}"
    seen = browser_of(player).get(link).content.decode()
    assert "Bring cake" in seen and f"{owner.name} invites you to a tournament of {TITLE} for Friday five." in seen
    for path, is_said in ((link, True), (cup.get_absolute_url(), False)):
        login = Client().get("/accounts/login/", {"next": path}).content.decode()
        assert ("invites you to the tournament Club cup" in login) is is_said, "only with its key"
    enter = f"{cup.get_absolute_url()}enter/"
    assert browser_of(stranger).post(enter).status_code == 404
    assert browser_of(player).post(enter, {"key": cup.token}).status_code == 302
    assert browser_of(player).post(f"{cup.get_absolute_url()}remove/", {"name": "owner"}).status_code == 403
    browser_of(owner).post(f"{cup.get_absolute_url()}remove/", {"name": "player"})
    assert [one.user for one in Entrant.objects.all()] == [owner]


def test_the_link_that_ends_news_is_signed(group: Group, player: User) -> None:
    assert news.read_hush_token(news.hush_token(group.pk, player.pk)) == Member.objects.get(user=player)
    assert news.read_hush_token("nonsense") is None
