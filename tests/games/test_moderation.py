"""Reports and moderation: each act is logged, its person is told and can reply."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts import staff_decisions
from accounts.mail import outbox
from accounts.models import BannedName, Friendship, OutgoingMail, StaffAct, User
from games import titles
from games.errors import Refusal
from games.groups import services
from games.matches.hidden_words import HIDDEN
from games.matches.loaded import load_match
from games.models import ChatLine, Match, Report
from games.operations import moderation
from games.table import chat_writing
from games.views.chat import KINDS
from tests.fixtures import empty_cache, make_person
from tests.games.scenes import Cast, client_of, make_cast, set_up
from tests.games.test_queries import cost
from tests.samples import GAME, RULE

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery"


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


@pytest.fixture
def desk(cast: Cast) -> Client:
    return client_of(cast.staff)


@pytest.fixture
def match(cast: Cast) -> Match:
    return set_up(cast, "running", True)


def say(match: Match, person: Any, text: str) -> ChatLine:
    return chat_writing.say(loaded=load_match(match.pk), user=User.objects.get(pk=person.pk), text=text)


def act(desk: Client, what: str, **data: Any) -> int:
    return desk.post(f"/staff/do/{what}/", {"words": "Please be kind.", **data}).status_code


def told(person: Any) -> str:
    """The email that this person gets about the act."""
    OutgoingMail.objects.exclude(kind="staff_act").delete()
    mail.outbox.clear()
    outbox.send_due()
    (sent,) = [one for one in mail.outbox if one.to == [person.email]]
    return str(sent.body)


def page_in(body: str) -> str:
    """The URL where the person can reply."""
    return "/people/mail/staff/" + body.partition("/people/mail/staff/")[2].split()[0]


def test_the_queue_shows_reported_lines_in_context(cast: Cast, desk: Client, match: Match) -> None:
    lines = [say(match, cast.owner, f"line {number}") for number in range(9)]
    client_of(cast.player).post(
        f"/match/{match.pk}/report/", {"line": lines[4].pk, "kind": KINDS[0], "reason": "Not nice"}
    )
    page = desk.get("/staff/reports/").content.decode()
    shown = [number for number in range(9) if f"line {number}" in page]
    assert shown == [1, 2, 3, 4, 5, 6, 7] and "Not nice" in page and f"?q={cast.owner.username}" in page
    assert act(desk, "settle", report=Report.objects.get().pk) == 302
    assert "No reports are waiting" in desk.get("/staff/reports/").content.decode()
    assert StaffAct.objects.get().quote == "line 4"


def test_a_player_can_be_reported_from_the_profile(cast: Cast, desk: Client) -> None:
    theirs = client_of(cast.stranger)
    assert "/report/owner/" in theirs.get("/people/owner/").content.decode()
    kind, why = "Stalling or leaving games", "x" * 238
    for _ in range(2):
        theirs.post("/report/owner/", {"kind": kind, "match": 7, "reason": f"Their name,\r\n{why}"})
    report = Report.objects.get()
    assert report.about == cast.owner and report.reason == f"{kind}. Match 7. Their name, {why}"
    refused = theirs.post("/report/owner/", {"reason": "Long thought over"})
    assert refused.status_code == 422 and "Long thought over" in refused.content.decode()
    assert "A player" in desk.get("/staff/reports/").content.decode()
    assert theirs.post("/report/nobody-here/", {"reason": "x"}).status_code == 404


def test_deleted_lines_disappear_and_their_author_is_told(cast: Cast, desk: Client, match: Match) -> None:
    line = say(match, cast.owner, "something rude")
    client_of(cast.player).post(f"/match/{match.pk}/report/", {"line": line.pk, "kind": KINDS[0]})
    assert act(desk, "delete", report=Report.objects.get().pk, words="") == 422
    assert act(desk, "delete", report=Report.objects.get().pk) == 302
    assert "something rude" not in client_of(cast.player).get(f"/match/{match.pk}/").content.decode()
    body = told(cast.owner)
    assert "We deleted something you wrote" in body and "something rude" in body and "Please be kind." in body
    assert "Stop emails" not in body  # no setting stops these


def test_deleted_words_of_a_game_are_hidden_after_one_report(cast: Cast, desk: Client) -> None:
    match = set_up(cast, "over", True)
    client_of(cast.owner).post(f"/match/{match.pk}/last-word/", {"words": "So long, losers"})
    Report.objects.create(match=match, by=cast.player, text="So long, losers")
    assert act(desk, "delete", report=Report.objects.get().pk) == 302
    assert "losers" not in client_of(cast.player).get(f"/match/{match.pk}/").content.decode()
    assert load_match(match.pk).hidden == ("So long, losers",) and HIDDEN
    assert "So long, losers" in told(cast.owner)


def test_staff_cannot_decide_about_their_own_table(cast: Cast, desk: Client, match: Match) -> None:
    line = say(match, cast.owner, "something rude")
    Report.objects.create(match=match, by=cast.player, line=line, text=line.text)
    match.seats.filter(user=cast.player).update(user=cast.staff)
    assert "No reports are waiting" in desk.get("/staff/reports/").content.decode()
    for name in ("delete", "settle"):
        assert act(desk, name, report=Report.objects.get().pk) == 403
    assert not StaffAct.objects.exists()


def test_a_warning_is_read_and_answered_and_restrains_nobody(cast: Cast, desk: Client, match: Match) -> None:
    assert "Warn" in desk.get("/staff/people/?q=owner").content.decode()
    assert act(desk, "warn", username="owner", words="") == 422
    assert act(desk, "warn", username="owner", words="Be kind, please.") == 302
    assert "This is a warning." in (words := told(cast.owner)) and "Be kind, please." in words
    page = staff_decisions.path(StaffAct.objects.get(act="warn"))
    assert Client().post(page, {"answer": "I will."}).status_code == 302
    assert "I will." in desk.get("/staff/reports/").content.decode()
    assert "have read it" not in Client().get(page).content.decode()
    desk.post("/staff/do/hear/", {"act": StaffAct.objects.get().pk})
    assert "The staff have read it." in Client().get(page).content.decode()
    assert say(match, cast.owner, "hello").pk


def test_muted_people_cannot_chat_but_can_play(cast: Cast, desk: Client, match: Match) -> None:
    assert act(desk, "mute", username="owner", days="0") == 422
    assert act(desk, "mute", username="owner", days="3") == 302
    with pytest.raises(Refusal, match="until"):
        say(match, cast.owner, "hello")
    page = client_of(cast.owner).get(f"/match/{match.pk}/")
    assert page.status_code == 200 and 'name="chat"' not in page.content.decode()
    assert "You can’t write in chats until" in page.content.decode()
    group = services.create(owner=cast.owner, name="Friday")
    Friendship.objects.create(by=cast.owner, to=cast.player, agreed_at=timezone.now())
    for address, what in ((f"/groups/{group.pk}/", "in chats"), ("/messages/player/", "messages")):
        words = client_of(cast.owner).get(address).content.decode()
        assert f"You can’t write {what} until" in words and 'placeholder="Message"' not in words
    bell = client_of(cast.owner).get("/news/").content.decode()
    assert "You can’t write in chats for a while." in bell and "muted a person" not in bell
    assert "Muted" in desk.get("/staff/people/?q=owner").content.decode()
    User.objects.filter(pk=cast.owner.pk).update(muted_until=timezone.now() - timedelta(seconds=1))
    assert say(match, cast.owner, "hello").pk
    assert act(desk, "unmute", username="owner") == 409
    assert "You can’t write in chats for a while" in told(cast.owner)


def test_the_end_of_a_suspension_is_no_mistake(cast: Cast, desk: Client) -> None:
    act(desk, "suspend", username="player", days="2")
    assert "If you think this is a mistake, answer here" in told(cast.player)
    act(desk, "readmit", username="player")
    words = told(cast.player)
    assert "Your account is open again." in words and "Answer here: http" in words
    assert "mistake" not in words + Client().get(page_in(words)).content.decode()
    bell = client_of(User.objects.get(pk=cast.player.pk)).get("/news/").content.decode()
    assert "Your account is suspended." in bell and bell.count("Message from the staff") == 2


def test_a_suspension_expires(cast: Cast, desk: Client) -> None:
    act(desk, "suspend", username="player", days="2")
    person = User.objects.get(username="player")
    assert not person.is_active and person.suspended_until and moderation.end_suspensions() == 0
    assert moderation.end_suspensions(timezone.now() + timedelta(days=2, seconds=1)) == 1
    assert User.objects.get(username="player").is_active


def test_suspended_people_are_told_why_and_can_reply_once(cast: Cast, desk: Client) -> None:
    act(desk, "suspend", username="player", days="2")
    body = told(cast.player)
    assert "Your account is suspended" in body and "Please be kind." in body
    page = page_in(body)
    client = Client()
    assert "Please be kind." in client.get(page).content.decode()
    for words, said in ((" ", "Write something"), ("I am sorry", "Thank you."), ("And again", "have answered this")):
        assert said in client.post(page, {"answer": words}, follow=True).content.decode()
    row = StaffAct.objects.get(act="suspend")
    assert row.answer == "I am sorry" and "I am sorry" in client.get(page).content.decode()
    assert "I am sorry" in desk.get("/staff/reports/").content.decode()
    assert act(desk, "hear", act=row.pk) == 302 and act(desk, "hear", act=row.pk) == 404
    assert "I am sorry" not in desk.get("/staff/reports/").content.decode()
    assert client.get(page[:-3] + "x/").status_code == 404


def test_login_shows_suspended_people_the_reason(cast: Cast, desk: Client) -> None:
    cast.player.set_password(PASSWORD)
    cast.player.save()
    act(desk, "suspend", username="player")
    data = {"login": "player", "password": PASSWORD}
    answer = Client().post("/accounts/login/", data, follow=True)
    assert "Please be kind." in answer.content.decode() and not answer.wsgi_request.user.is_authenticated
    wrong = Client().post("/accounts/login/", data | {"password": "no"}, follow=True)
    assert "Please be kind." not in wrong.content.decode()


def test_a_banned_name_is_removed_and_nobody_can_take_it(cast: Cast, desk: Client) -> None:
    User.objects.filter(pk=cast.player.pk).update(display_name="Rude Name")
    assert act(desk, "rename", username="player", name="Rude Name") == 302
    assert User.objects.get(pk=cast.player.pk).name == "player" and "Rude Name" in told(cast.player)
    facts = {"time_zone": "UTC", "language": "en"}
    refused = client_of(cast.owner).post("/people/me/settings/", facts | {"display_name": "rüde-NAME"})
    assert "Nobody can use this name" in refused.content.decode()
    signup = {"username": "Rude_Name", "email": "x@example.org", "password1": PASSWORD}
    assert "Nobody can use this name" in Client().post("/accounts/signup/", signup).content.decode()
    assert act(desk, "rename", username="player", name="Rude Name") == 409, "pressed twice, or chosen anew meanwhile"
    assert act(desk, "rename", username="player", name="player") == 302
    assert User.objects.get(pk=cast.player.pk).username == f"player-{cast.player.pk}"
    assert set(BannedName.objects.values_list("key", flat=True)) == {"rudename", "player"}


def test_the_queue_costs_the_same_with_many_reports(cast: Cast, desk: Client, match: Match) -> None:
    def report() -> None:
        line = say(match, cast.owner, f"line {ChatLine.objects.count()}")
        Report.objects.create(match=match, by=cast.player, line=line, about=cast.owner, text=line.text)
        Report.objects.create(by=cast.player, about=make_person(f"p{Report.objects.count()}"), text="x")
        person = make_person(f"q{Report.objects.count()}")
        StaffAct.objects.create(act="mute", by=cast.staff, person=person, answer="x", answered_at=timezone.now())

    report()
    desk.get("/staff/reports/")  # the first page of a session notes when it was
    few = cost(desk, "/staff/reports/")
    for _ in range(5):
        report()
    assert cost(desk, "/staff/reports/") == few <= 8


@pytest.mark.parametrize("who", ["player", "guest", "visitor"])
def test_anybody_can_tell_the_staff_that_a_rule_is_unclear(cast: Cast, desk: Client, who: str) -> None:
    guest = User.objects.create_guest("", "UTC")
    reader = {"player": client_of(cast.player), "guest": client_of(guest), "visitor": Client()}[who]
    address = f"/r/{RULE}/report/"
    assert f'href="{address}"' in reader.get(f"/rules/{GAME}/").content.decode()
    refused = reader.post(address, {"reason": "?"})  # unclear or wrong?
    assert refused.status_code == 422 and "Choose one of these." in refused.content.decode()
    answer = reader.post(address, {"fault": "This is unclear", "reason": "Which card first?"}, follow=True)
    assert "Thank you" in answer.content.decode() and answer.redirect_chain[0][1] == 302
    page = " ".join(re.sub("<[^>]+>", "", desk.get("/staff/reports/").content.decode()).split())
    assert f"{RULE.upper()}, version {titles.load()[GAME].meta.rules}" in page and "Which card first?" in page
    assert act(desk, "delete", report=Report.objects.get().pk) == 409
    assert act(desk, "settle", report=Report.objects.get().pk) == 302


def test_a_rule_reported_from_a_match_links_to_the_position(cast: Cast, desk: Client, match: Match) -> None:
    """Only for people who can see the match, and nothing at the table changes."""
    rule = next(iter(load_match(match.pk).game.clauses))
    said = {"fault": "This is wrong", "match": match.pk}
    for client in (client_of(cast.player), client_of(cast.owner)):
        assert client.post(f"/r/{rule}/report/", said).status_code == 302
    Match.objects.filter(pk=match.pk).update(is_public=False)
    assert Client().post(f"/r/{rule}/report/", said).status_code == 302
    assert [row.seen_in_id for row in Report.objects.order_by("pk")] == [match.pk, match.pk, None]
    page = desk.get("/staff/reports/").content.decode()
    version = load_match(match.pk).version
    assert f"/match/{match.pk}/history/?at={version}" in page and not load_match(match.pk).hidden
    assert "a visitor" in page


def test_reports_of_rules_are_limited(cast: Cast, settings: Any) -> None:
    empty_cache()
    settings.HAS_RATE_LIMITS = True
    sent = [
        Client().post(f"/r/{RULE}/report/", {"fault": "This is wrong"}).status_code
        for _ in range(chat_writing.REPORTS_AN_HOUR + 1)
    ]
    assert sent == [302] * chat_writing.REPORTS_AN_HOUR + [429]
