"""The bell: notifications in order; what is read once is read everywhere, and nothing is announced twice."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.mail import outbox
from accounts.models import Block, Friendship, OutgoingMail, User
from accounts.notices import delivery
from accounts.notices.models import Channel, Notice
from accounts.people import friends
from games.agreements import proposals
from games.lobby import bell, tables
from games.lobby.my_matches import decisions_and_invitations
from games.matches import leaving, open_decisions
from games.matches.loaded import load_match
from games.models import ChatLine, Match, OpenDecision, Seat
from games.table import chat_writing
from tests.fixtures import make_person
from tests.games.conftest import browser_of, user_of
from tests.games.scenes import CLOCK
from tests.games.test_clock import row_of
from tests.games.test_queries import cost
from tests.games.test_replies import local_post, send_all  # noqa: F401
from tests.samples import GAME, TITLE

pytestmark = pytest.mark.django_db


def news_of(person: Any) -> str:
    return browser_of(person).get("/news/").content.decode()


def test_unread_news_stay_within_reach_however_many_there_are(owner: User) -> None:
    facts = {"user": owner, "kind": "stamp", "status": "skipped"}
    OutgoingMail.objects.bulk_create(
        OutgoingMail(key=f"s{n}", is_unread=n < 5, data={"about": f"stamp {n}.", "url": "/ratings/"}, **facts)
        for n in range(60)
    )
    page, seen = news_of(owner), ""
    assert "Mark all as read" in page, "the dot of the bell can be cleared"
    while older := re.search(r'href="(\?before=\d+)#news"', page):
        seen, page = seen + page, browser_of(owner).get("/news/" + older[1]).content.decode()
    assert [int(n) for n in re.findall(r"stamp (\d+)\.", seen + page)] == list(range(60))[::-1]


def counts_of(person: User) -> list[int]:
    """The number of lines of each kind on the page."""
    asked = OpenDecision.objects.filter(OpenDecision.OPEN, user=person).exclude(pace="standing")
    others = (bell.questions(person), friends.requests_to(person), bell._unread(person.pk))
    return [
        asked.values("match").distinct().count(),
        open_decisions.invitations_to(person.pk).count(),
        *map(len, others),
    ]


def say(match: Match, person: Any, text: str) -> ChatLine:
    return chat_writing.say(loaded=load_match(match.pk), user=person, text=text)


def test_the_page_shows_moves_then_invitations_then_proposals_then_news(start: Any, owner: User) -> None:
    ben = make_person("ben")
    match = start()
    while row_of(match).user_id != owner.pk:
        match = start()
    table = tables.create_match(owner=ben, slug=GAME, seats=3, options={}, **CLOCK)
    tables.invite(match_id=table.pk, by=ben, name=owner.username)
    other = Seat.objects.filter(match=match).exclude(user=owner).first()
    assert other and other.user
    proposals.ask_pause(match_id=match.pk, user=other.user, days=3)
    Friendship.objects.create(by=ben, to=owner)
    say(match, other.user, f"Your move, @{owner.username.upper()}!")
    page = news_of(owner)
    places = [page.index(words) for words in ('id="moves"', 'id="invited"', 'id="questions"', 'id="news"')]
    assert places == sorted(places)
    for words in ("asks for a pause of 3 days", "wants to be your friend", "ben</b> invites you", "<b>Chat</b>"):
        assert words in page
    assert 'class="dot"' in page and f"data-waiting>{bell.counts(owner.pk).games}<" in page
    for is_apart in (False, True):
        if is_apart:
            Block.objects.create(by=owner, whom=ben)
        counts = counts_of(owner)
        assert bell.counts(owner.pk) == (counts[0], sum(counts[1:]))
        assert [count > 0 for count in counts] == [True, not is_apart, True, not is_apart, True]


def test_one_number_counts_the_games_that_wait_on_every_page(start: Any, owner: User) -> None:
    while len(waiting := decisions_and_invitations(owner)[0]) < 5:
        start()
    OpenDecision.objects.filter(user=owner, match=waiting[0].match.id).update(pace="standing")  # nobody waits for these
    for name in ("ben", "cleo"):
        Friendship.objects.create(by=make_person(name), to=owner)
    mine = browser_of(owner).get("/mine/").content.decode()
    assert "<h1>Your turn in 4 games</h1>" in mine
    for page in (mine, news_of(owner), browser_of(owner).get("/tables/").content.decode()):
        assert re.findall(r"data-waiting>(\d+)<", page) == ["4"] and page.count('class="dot"') == 1
    assert news_of(owner).split('id="invited"')[0].count(">Play<") == 4
    while len(decisions_and_invitations(owner)[0]) < 6:
        start()
    assert news_of(owner).count(">Play<") == 5 and "All 6 games" in news_of(owner)


def test_an_opened_notification_is_read_on_every_device(start: Any) -> None:
    match = start()
    one, other = (user_of(load_match(match.pk), seat) for seat in (0, 1))
    say(match, one, f"Well played, @{other.name}")
    (row,) = OutgoingMail.objects.filter(user=other, kind="mention")
    before, phone = bell.counts(other.pk).others, browser_of(other)
    assert phone.get(f"/news/{row.pk}/")["Location"] == f"/match/{match.pk}/#t-chat"
    assert bell.counts(other.pk).others == before - 1
    assert "<b>Chat</b>" in news_of(other)
    assert browser_of(one).get(f"/news/{row.pk}/").status_code == 404


def test_read_notifications_go_out_on_no_other_channel(start: Any) -> None:
    match = start()
    one, other = (user_of(load_match(match.pk), seat) for seat in (0, 1))
    channel = Channel.objects.create(user=other, kind="json", name="hook", url="https://example.org/", secrets={})
    say(match, one, f"@{other.username}: hello")
    browser_of(other).post("/news/read/")
    outbox.send_due()
    delivery.send_due()
    row = OutgoingMail.objects.get(user=other, kind="mention")
    assert (row.status, row.reason) == ("skipped", "You have read it on the site.")
    assert Notice.objects.get(channel=channel, kind="mention").status == "skipped"


def test_news_shown_at_the_open_table_is_read(start: Any) -> None:
    match = start()
    one, other = (user_of(load_match(match.pk), seat) for seat in (0, 1))
    line = say(match, one, f"@{other.username}: hello")
    facts = {"version": load_match(match.pk).version, "said": line.pk - 1}
    client = browser_of(other)
    client.post(f"/match/{match.pk}/seen/", facts)
    assert OutgoingMail.objects.get(user=other, kind="mention").is_unread
    client.post(f"/match/{match.pk}/seen/", facts | {"said": line.pk})
    assert not OutgoingMail.objects.filter(user=other, is_unread=True).exists()


def test_a_mention_notifies_only_that_player_and_once(start: Any) -> None:
    match = start()
    one, other = (user_of(load_match(match.pk), seat) for seat in (0, 1))
    for text in (
        f"@{other.username}x",
        f"{other.username}",
        f"@{one.username}",
        f"@{other.username}",
        f"@{other.username}!",
    ):
        say(match, one, text)
    assert list(OutgoingMail.objects.filter(kind="mention").values_list("user", flat=True)) == [other.pk]


@pytest.mark.parametrize("way", ["muted", "blocked", "spectator"])
def test_mentions_by_muted_blocked_or_unseated_people_do_not_notify(start: Any, stranger: User, way: str) -> None:
    match = start(is_public=True)
    one, other = (user_of(load_match(match.pk), seat) for seat in (0, 1))
    if way == "muted":
        chat_writing.mute(match_id=match.pk, user=other, who=one.pk, on=True)
    if way == "blocked":
        browser_of(other).post(f"/people/{one.username}/relation/", {"what": "block"})
    say(match, stranger if way == "spectator" else one, f"@{other.username}")
    assert not OutgoingMail.objects.filter(kind="mention").exists()


@pytest.mark.usefixtures("local_post")
def test_the_mention_email_quotes_the_line(start: Any) -> None:
    match = start()
    one, other = (user_of(load_match(match.pk), seat) for seat in (0, 1))
    send_all()
    say(match, one, f"Nice one, @{other.username} <3")
    (mail,) = [mail for mail in send_all() if mail.to == [other.email]]
    assert f"{one.name}: “Nice one, @{other.username} <3”" in mail.body


def test_a_result_stays_unread_until_opened(start: Any, owner: User) -> None:
    match = start()
    for seat in list(Seat.objects.filter(match=match).exclude(user=owner).select_related("user")):
        if not load_match(match.pk).is_over:
            leaving.resign(match_id=match.pk, user=seat.user)
    assert "<b>Result</b>" in news_of(owner) and ">New<" in news_of(owner)
    names = [seat.user.name for seat in Seat.objects.filter(match=match).exclude(user=owner).order_by("number")]
    assert f"{TITLE} with {', '.join(names)}: you won" in news_of(owner)
    browser_of(owner).post("/news/read/")
    assert bell.counts(owner.pk).others == 0 and ">New<" not in news_of(owner)


def test_the_feed_has_the_same_rows(client: Client, owner: User) -> None:
    row = outbox.row_for(kind="tournament", key="t1.over", user=owner, data={"about": "Cup", "url": "/tournaments/1/"})
    outbox.queue_many([row])
    from accounts.notices import calendar_feeds

    feed = calendar_feeds.atom(owner, "https://example.org/feed")
    assert "Cup: tournament" in feed and "/tournaments/1/" in feed and "<b>Tournament</b> Cup" in news_of(owner)


def test_the_page_costs_the_same_with_many_lines(start: Any, owner: User) -> None:
    client = browser_of(owner)

    def more() -> None:
        match = start()
        other = Seat.objects.filter(match=match).exclude(user=owner).first()
        assert other and other.user
        proposals.ask_pause(match_id=match.pk, user=other.user, days=3)
        say(match, other.user, f"@{owner.username}")
        Friendship.objects.create(by=make_person(f"f{timezone.now().microsecond}"), to=owner)

    more()
    client.get("/news/")  # notes when they were last seen
    few = cost(client, "/news/")
    for _ in range(4):
        more()
    assert cost(client, "/news/") == few <= 12


def test_news_of_a_table_that_went_with_its_guest_say_so(owner: User) -> None:
    """A guest's matches against bots are deleted with the guest; others may have come and gone before."""
    for kind, who in (("declined", {"who": owner.pk}), ("removed", {})):
        outbox.queue(kind=kind, key=kind, user=owner, data={"match": 77, "slug": GAME, "live": False} | who)
    outbox.queue(kind="tournament", key="t1.u1.removed", user=owner, data={"tournament": 1, "removed": True})
    page = news_of(owner)
    assert "owner declined your invitation to a table that is gone" in page and page.count("a table that is gone") == 2
