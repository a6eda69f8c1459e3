"""Every link in every kind of email, opened by an anonymous user, by its recipient and by somebody else."""

import re
from collections import defaultdict
from email.header import decode_header, make_header
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import settings
from django.core import mail as postbox
from django.test import Client
from django.urls import reverse

from accounts.mail_kinds import ASKING, KINDS
from accounts.models import OutgoingMail, User
from games.lobby import email_invitations, tables
from games.mail import news, news_emails, staff_emails
from games.mail.answer_email import VERDICTS
from games.matches.loaded import load_match
from games.models import Match
from games.titles import load
from tests.fixtures import make_person
from tests.games.conftest import DAY, browser_of
from tests.games.guests import new_guest
from tests.games.test_email_links import everything, one_of_each
from tests.games.test_replies import (
    local_post,  # noqa: F401
    reply,
    send_all,
)
from tests.samples import GAME, TITLE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]
SIGNED = ("/email/", "/invited/", "/people/mail/")  # who holds the link may look, whoever that is


def links_by_reader(emails: list[Any]) -> dict[str, set[str]]:
    """Our URLs in bodies and headers, by recipient."""
    found: dict[str, set[str]] = defaultdict(set)
    for one in emails:
        texts = [one.body, one.extra_headers.get("List-Unsubscribe", ""), *(html for html, _ in one.alternatives)]
        for link in re.findall(rf"{settings.SITE_URL}[^\s\"<>)]*", "\n".join(texts)):
            found[one.to[0]].add(link.removeprefix(settings.SITE_URL).split("#")[0].replace("&amp;", "&") or "/")
    return found


@pytest.fixture
def emails(start: Any, owner: Any, player: Any, staff: Any, stranger: Any) -> list[Any]:
    """An email of each kind about matches, invitations by name and address, and a guest's reminder."""
    found = list(everything(start, owner, player, staff, stranger))
    facts = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": 0, "options": {}}
    private = tables.create_match(owner=owner, slug=GAME, seats=3, is_public=False, **facts)
    email_invitations.invite_address(match_id=private.pk, by=owner, address="friend@example.org")
    found += send_all()
    browser, guest = new_guest()
    match = Match.objects.filter(owner=guest).get()
    browser.post(reverse("remind_me", args=[match.pk]), {"email": "robin@example.org"})
    return [*found, next(one for one in postbox.outbox if one.to == ["robin@example.org"])]


def secrets() -> set[str]:
    """Seeds of running matches, and keys of private tables."""
    running = Match.objects.filter(status="running")
    seeds = {load_match(match.pk).at_table().rng.seed for match in running}
    return seeds | {match.token for match in Match.objects.filter(is_public=False)}


def own_keys(person: User | None) -> set[str]:
    """Players at a private table may see its link."""
    return set(Match.objects.filter(seats__user=person).values_list("token", flat=True)) if person else set()


def hands() -> re.Pattern[str]:
    return re.compile(r"Your hand|data-my-seat")


def test_no_email_link_is_broken_or_reveals_a_secret(emails: list[Any], owner: User) -> None:
    links, hidden = links_by_reader(emails), secrets()
    assert set(OutgoingMail.objects.filter(status="sent").values_list("kind", flat=True)) and len(links) >= 6
    wrong = make_person("wrong")
    nobody, somebody_else = Client(), browser_of(wrong)
    for reader, found in links.items():
        person = User.objects.filter(email=reader).first()
        for link in one_of_each(sorted(found)):
            look_logged_out(link, hidden)
            look(somebody_else, link, hidden, may_hold_hand=link.startswith(SIGNED))
            look(browser_of(person) if person else nobody, link, hidden - own_keys(person), may_hold_hand=True)


def test_each_email_with_links_that_act_for_its_reader_says_so(emails: list[Any]) -> None:
    for one in emails:
        for text in (one.body, *(html for html, _ in one.alternatives)):
            # Two people may share a mailbox.
            readers = {person.name for person in User.objects.all() if person.mail_address == one.to[0]}
            named = re.findall("These links play for (.+?)\\. Don’t", text)
            assert bool(named) == bool(re.search("/email/|[?&;]as=", text)) and {*named} <= readers, one.subject


def test_each_email_says_where_a_reply_goes_and_it_reaches_somebody(emails: list[Any]) -> None:
    """Below, or beside the choices; no reply address without it, and none that leads nowhere."""
    seats_lost = {"gone", "closed"}  # the match has ended, or the seat is another's, since the email
    refused = {"not said"}  # staff have muted the player, who is told so
    reached = {"said", "passed on", "answered", "not understood", "unanswered", "which game", *seats_lost, *refused}
    for one in emails:
        is_read = "Reply-To" in one.extra_headers
        for text in (one.body, *(html for html, _ in one.alternatives)):
            told = " ".join(re.sub("<[^>]*>", " ", text).split())
            assert ("Replies to this email are not read." in told) != is_read, one.subject
            assert not is_read or re.search(r"(?i)\breply (again )?(is posted|goes|with|to) ", told), told
    answered = [one for one in emails if "Reply-To" in one.extra_headers]
    assert answered
    for one in answered:
        assert reply(one, "Good idea") in reached, one.subject


def test_a_phone_shows_the_news_and_the_game_in_the_subject_and_the_game_once(emails: list[Any]) -> None:
    """In the subject or, where the news takes its place, in From."""
    titles = [game.meta.title for game in load().values()]
    rows = {f"<{row.key}@": row for row in OutgoingMail.objects.exclude(match_id="")}
    kinds = set()
    for one in emails:
        row = rows.get(one.extra_headers.get("Message-ID", "").partition("@")[0] + "@")
        if row and not row.bundle and row.kind not in ("group_table", "away"):  # these are about people
            sender, shown = str(make_header(decode_header(one.from_email))), one.subject[:35]
            times = sum(one.subject.count(title) for title in titles)
            assert times == 1 or (row.kind == "turn" and times == 0), one.subject
            assert times or any(title in sender for title in titles), sender
            is_told = any(title in shown for title in titles) and len(shown) > len(TITLE) + 4
            assert is_told or row.kind == "turn", one.subject
            kinds.add(row.kind)
    assert {"turn", "invited", "over"} <= kinds, kinds


@pytest.mark.parametrize("title", [game.meta.title for game in load().values()])
def test_the_longest_title_leaves_room_for_the_news(title: str) -> None:
    short = {*news_emails.IN_SHORT.values(), *staff_emails.IN_SHORT.values()}
    short |= {words for words, *_ in VERDICTS.values()}
    short |= {KINDS[kind].subject or KINDS[kind].label for kind in ASKING if kind != "turn"}
    for kind in short | {"Time’s up", "Seat lost", "Missed turn", "New player", "Substitute", "Match over"}:
        assert news.headline(kind, title).find(title) + len(title) <= 35, kind
    assert len(f"{title} has started") <= 35


def look_logged_out(link: str, hidden: set[str]) -> None:
    """The page itself, or the login that leads to it."""
    browser = Client()
    answer = browser.get(link)
    if answer.status_code == 302 and reverse("account_login") in answer["Location"]:
        assert parse_qs(urlsplit(answer["Location"]).query)["next"] == [link]
    look(browser, link, hidden, may_hold_hand=link.startswith(SIGNED))


def look(browser: Client, link: str, hidden: set[str], *, may_hold_hand: bool) -> None:
    """A readable page; 403 and 410 explain what has changed since the email."""
    answer = browser.get(link, follow=True)
    body = answer.content.decode()
    assert answer.status_code in (200, 403, 410), (link, answer.status_code)
    assert "<h1" in body or "<title>" in body, link
    told = [secret for secret in hidden if secret in body and not _led_there(answer, link, secret)]
    assert not told, link
    assert may_hold_hand or not link.startswith("/match/") or not hands().search(body), link


def _led_there(answer: Any, link: str, secret: str) -> bool:
    """The key of a private table, which the signed link of an invitation hands over."""
    return link.startswith("/invited/") and any(secret in address for address, _ in answer.redirect_chain)


def test_a_private_invitation_email_works_without_login(owner: User, player: User) -> None:
    facts = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": 0, "options": {}}
    private = tables.create_match(owner=owner, slug=GAME, seats=3, is_public=False, **facts)
    tables.invite(match_id=private.pk, by=owner, name=player.username)
    link = private.get_absolute_url()
    browser = Client()
    way = browser.get(link)["Location"]
    assert parse_qs(urlsplit(way).query)["next"] == [link]
    page = browser.post(way, {"login": player.username, "password": "seven grey envelopes"}, follow=True)
    assert page.redirect_chain[-1][0] == link and "Accept" in page.content.decode()


def test_a_stranger_at_a_private_match_is_told_what_to_do(start: Any) -> None:
    match = start(is_public=False)
    browser = browser_of(make_person("wrong"))
    answer, nowhere = browser.get(match.get_absolute_url()), browser.get("/match/999999/")
    page = answer.content.decode()
    assert answer.status_code == nowhere.status_code == 403
    assert "You are logged in as wrong" in page and "private" in page and reverse("account_logout") in page
    told, hidden = (words_of_main(one.content.decode()) for one in (nowhere, answer))
    assert told == hidden, "nobody learns which matches there are"


def words_of_main(page: str) -> str:
    return re.sub(r"<[^>]*>", "", page.partition("<main")[2].partition("</main>")[0])
