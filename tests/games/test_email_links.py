"""Opening a link in an email changes nothing, whoever opens it; and the position shown above the links."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.apps import apps
from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.test import Client
from django.utils import timezone

from accounts.mail import outbox
from accounts.mail.email import Email, rendered, renderers
from accounts.models import DeviceSession, OutgoingMail, User
from accounts.notices import delivery, payloads, public_http, registry, services
from accounts.notices.models import Channel, Notice
from accounts.people import friends
from games.agreements import proposals
from games.deadlines import live_play, nudges, substitutes, sweep, vacations
from games.errors import Refusal
from games.groups import news as group_news
from games.groups import services as groups
from games.kernel import engine
from games.kernel.types import Choice, Move
from games.lobby import email_invitations, messages, tables
from games.mail import choices
from games.matches import leaving, platform_events
from games.matches import play as door
from games.matches.loaded import load_match
from games.models import Match, OpenDecision
from games.operations import announcements, moderation, staff_actions
from games.table import chat_writing
from games.titles import load
from games.tournaments import services as tournaments
from tests.fixtures import empty_cache, make_person
from tests.games.conftest import browser_of, move_on, open_of
from tests.games.test_clock import row_of
from tests.games.test_replies import local_post, reply, send_all, turn_email  # noqa: F401
from tests.games.tournaments.test_play import announced
from tests.notices.test_push import AUTH, DEVICE
from tests.samples import GAME, GAME_FIRST, LARGEST, LONG, RULE, seats_of

pytestmark = pytest.mark.django_db


def all_rows() -> dict[str, list[Any]]:
    """The whole database but for manuals."""
    models = [model for model in apps.get_models() if model._meta.app_label != "rulebook"]
    return {model.__name__: list(model.objects.order_by("pk").values()) for model in models}


def links_of(emails: list[Any]) -> list[str]:
    """All our URLs in these emails: in the text, the HTML and the List-Unsubscribe header."""
    texts = [
        f"{one.body}\n{html}\n{one.extra_headers.get('List-Unsubscribe', '')}"
        for one in emails
        for html, _ in one.alternatives
    ]
    found = {link for text in texts for link in re.findall(rf"{settings.SITE_URL}[^\s\"<>)]*", text)}
    return sorted(link.removeprefix(settings.SITE_URL) or "/" for link in found)


def one_of_each(links: list[str]) -> list[str]:
    """Of the choices of a decision, and of links that differ only in when they were signed, one."""
    alike = re.compile(r"^(/email/(?:[^~]+~){3})(?:\d+)?(.*)~[^~]*$")
    return list({alike.sub(r"\1\2", link): link for link in links}.values())


def links_of_notices(told: list[str]) -> set[str]:
    """All URLs in all kinds of notices on all channels; push messages have a path, the others a full URL."""
    assert {*Notice.objects.filter(status="sent").values_list("kind", flat=True)} == {*registry.announcers}
    found = {link for body in told for link in re.findall(rf"(?:{settings.SITE_URL}|\"url\": \")(/[^\s\"<>)]*)", body)}
    kinds = Channel.Kind.values
    assert {*Notice.objects.filter(status="sent").values_list("channel__kind", flat=True)} == {*kinds}
    return found


def open_twice(links: list[str], who: Client) -> None:
    """Open links like a link scanner, some of them more than once."""
    before, sessions = all_rows(), {*DeviceSession.objects.values_list("pk", flat=True)}
    for link in [*links, *links]:
        assert who.get(link).status_code in (200, 302, 403, 410), link  # 403: the seat is another's now
    after = all_rows()
    assert {name for name in before if before[name] != after[name]} <= {"DeviceSession"}
    begun = DeviceSession.objects.exclude(pk__in=sessions)
    assert DeviceSession.objects.count() == len(sessions) + len(begun)
    assert {name for one in begun for name in one.get_decoded()} <= {email_invitations.FOLLOWED}, "which one reached it"


def have_no_menus(links: list[str]) -> None:
    """Pages reached from an email show the site's name only; but for the site itself, and its settings."""
    for link in links:
        page = Client().get(unescape(link), follow=True)
        is_site = "/login/" in page.request["PATH_INFO"] or not link.strip("/")
        assert is_site or 'aria-label="Main"' not in page.content.decode(), link


def ladder(match: Match) -> None:
    row = row_of(match)
    for _ in range(3):
        row.refresh_from_db()
        sweep.remind_due(row.remind_at)
        OutgoingMail.objects.filter(status="queued").update(next_try_at=timezone.now())
        outbox.send_due()  # before the next one makes it outdated


def live_for_a_moment(match: Match) -> None:
    with transaction.atomic():
        loaded = door.lock_match(match.pk)
        live_play.begin(loaded, 60, timezone.now())
        live_play.end_if_live(loaded, platform_events.event("by_post", "PLAY-20", why="late"), timezone.now())


def paused_for_a_moment(match: Match, user: User) -> None:
    with transaction.atomic():
        proposals.begin_pause(door.lock_match(match.pk), 86400, "paused")
    proposals.end_pause(match_id=match.pk, user=user)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The payloads of all channels before encryption and signing. All outgoing requests succeed."""
    bodies: list[str] = []
    word = payloads.body_for

    def spy(*facts: Any) -> bytes:
        body = word(*facts)
        bodies.append(body.decode())
        return body

    monkeypatch.setattr(payloads, "body_for", spy)
    monkeypatch.setattr(public_http, "post", lambda *_: public_http.HttpAnswer(204))
    return bodies


def with_channels(everywhere: User, *others: User) -> None:
    """Plain JSON webhooks for all these people; the first one also has all other channels."""
    for person in (everywhere, *others):
        kinds = ("json", "discord", "slack") if person == everywhere else ("json",)
        for kind in kinds:
            url = f"https://hooks.example.org/{person.pk}/{kind}"
            services.add_webhook(user=person, kind=kind, name=kind, url=url, events="all")
    services.add_device(user=everywhere, name="Phone", url="https://push.example.org/1", p256dh=DEVICE, auth=AUTH)


def post() -> list[Any]:
    """Send everything queued: first notices, then emails."""
    Notice.objects.filter(status="queued").update(next_try_at=timezone.now())
    delivery.send_due(1000)
    return send_all()


def everything(start: Any, owner: Any, player: Any, staff: Any, stranger: Any) -> Iterator[Any]:
    """One email of each kind about matches and one digest, with their notices."""
    host = make_person("the_host", is_staff=True)
    staff_actions.abandon_match(by=host, match_id=start().pk, words="We close for the summer.")
    staff_actions.announce(by=host, text="The site rests tonight.", hours=1, by_email=True)
    announcements.queue_emails()
    moderation.mute(by=host, username=stranger.username, words="Please be kind.", days=1)
    cancelled = announced(player, [owner])
    tournaments.cancel(tournament_id=cancelled.pk, user=player)
    yield from post()
    running = start()
    ladder(running)
    chat_writing.say(loaded=load_match(running.pk), user=owner, text=f"@{player.username}: hello")
    yield from post()
    OpenDecision.objects.filter(match=running).update(asked_at=F("asked_at") - timedelta(days=2))
    row = row_of(running)
    by = next(one for one in (owner, player) if one.pk != row.user_id)
    nudges.nudge(match_id=running.pk, user=by, seat=row.seat)
    declined = proposals.ask_pause(match_id=running.pk, user=owner, days=2)
    proposals.decline(match_id=running.pk, user=player, proposal_id=declined.pk)
    proposals.ask_pause(match_id=running.pk, user=owner, days=1)
    tomorrow = timezone.now().date() + timedelta(days=1)
    vacations.book(user=player, first=tomorrow, last=tomorrow, now=timezone.now())
    live_for_a_moment(running)
    paused_for_a_moment(running, owner)
    over = start()
    for person in (owner, player):
        leaving.resign(match_id=over.pk, user=person)
    facts = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 0, "options": {}}
    table = tables.create_match(owner=owner, slug=GAME, seats=3, **facts)
    tables.invite(match_id=table.pk, by=owner, name=player.username)
    email_invitations.invite_address(match_id=table.pk, by=owner, address="friend@example.org")
    group = groups.create(owner=owner, name="Friday five")
    groups.join(token=group.token, user=player)
    groups.add_table(group_id=group.pk, user=owner, match=table)
    groups.add_tournament(group_id=group.pk, user=owner, tournament=announced(owner, []))
    for friend in (stranger.username, "other@example.org"):
        group_news.invite(group=group, by=owner, name=friend, note="We need a fifth")
    left = groups.create(owner=staff, name="Monday two")
    groups.join(token=left.token, user=player)
    groups.leave(group_id=left.pk, user=staff)
    full = tables.create_match(owner=staff, slug=GAME, seats=3, **facts)
    tables.invite(match_id=full.pk, by=staff, name=stranger.username)
    for _ in range(2):
        tables.add_bot(match_id=full.pk, user=staff)
    leaving.resign(match_id=full.pk, user=staff)
    friends.befriend(by=owner, whom=player)
    friends.befriend(by=player, whom=owner)
    messages.write(by=owner, to=player, text="Hello")
    yield from (invitations := post())
    reply(next(one for one in invitations if one.to == ["friend@example.org"]), "On Friday?")
    yield from post()
    substitutes.volunteer_for(user=stranger, slugs={GAME})
    missed = start(options=LONG)
    seat = row_of(missed).seat
    emails = []
    while not OutgoingMail.objects.filter(kind="lost").exists():
        row = row_of(missed)
        sweep.expire_due(row.due_at) if row.seat == seat else move_on(missed)
        emails += post()
    yield from emails
    reply(next(one for one in emails if ".turn@" in one.extra_headers["Message-ID"]), "nonsense")
    closed = tables.create_match(owner=owner, slug=GAME, seats=3, **facts)
    tables.join(match_id=closed.pk, user=player)
    tables.leave(match_id=closed.pk, user=player)
    tables.invite(match_id=table.pk, by=owner, name=staff.username)
    tables.leave(match_id=table.pk, user=staff)
    tables.tell_seated(table, "too_few")
    tables.join(match_id=closed.pk, user=staff)
    tables.close_table(match_id=closed.pk, user=owner)
    yield from post()
    User.objects.filter(pk=owner.pk).update(mail_mode="quiet", mail_quiet_minutes=1)
    for _ in range(2):
        start()
    yield one_mail_to(owner)


def free_a_seat(host: User, player: User) -> None:
    """The host removes a player before the start, who is told under the bell and on other channels, not by email."""
    clock = {"pace": "correspondence", "move_seconds": 86400, "bank_seconds": 0, "options": {}}
    table = tables.create_match(owner=host, slug=GAME, seats=3, **clock)
    tables.join(match_id=table.pk, user=player)
    tables.clear_seat(match_id=table.pk, user=host, seat=table.seats.get(user=player).number)


def one_mail_to(person: User) -> Any:
    send_all()
    OutgoingMail.objects.filter(status="queued").update(created_at=timezone.now() - timedelta(minutes=9))
    sent = [email for email in send_all() if email.to == [person.email]]
    return next(email for email in sent if re.search("in one|Your turn in", email.subject))


def test_opening_any_email_link_twice_changes_nothing(start, owner, player, staff, stranger, told):
    with_channels(owner, player, staff, stranger)
    free_a_seat(staff, stranger)
    emails = list(everything(start, owner, player, staff, stranger))
    kinds = set(OutgoingMail.objects.filter(status="sent").values_list("kind", flat=True))
    assert kinds == set(renderers) - {"account"}, set(renderers) - kinds  # those: test_account_emails.py
    about_matches = OutgoingMail.objects.exclude(match_id="")
    about_matches = about_matches.exclude(kind__in=("away", "host"))  # about a person; for everybody
    assert all(row.data["slug"] for row in about_matches), "wishes about single games would not hold for these"
    words = ("stranger takes over the seat.", "You take over the seat.", "so stranger took over your seat.")
    taken = [one for one in emails if any(said in one.body.partition("THE POSITION")[0] for said in words)]
    told_of = [(one.extra_headers["Message-ID"].partition(".")[0], one.to[0]) for one in taken]
    assert len(told_of) == len({*told_of}), "one email about it for each, the player on turn too"
    assert 4 in Counter(match for match, _ in told_of).values()
    links = one_of_each(links_of(emails))
    assert len(links) > 60
    have_no_menus(links)
    open_twice(sorted({*links, *links_of_notices(told)}), Client())


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_opening_links_of_every_game_changes_nothing(start, owner, player, staff, slug):
    match = start(slug, (owner, player, staff)[: min(3, max(load()[slug].meta.seats))])
    emails = send_all()
    for _ in range(3):
        move_on(match, 2)
        emails += send_all()
    links = [link for link in links_of(emails) if link.startswith("/email/")]
    assert len(links) > 5
    open_twice(links, Client())


def test_a_refused_choice_leads_back_to_all_choices(start, monkeypatch):
    """Without login: the same email link opens the form."""
    match = start()
    first = re.findall(rf"{settings.SITE_URL}(/email/\S+)", turn_email(match).body)[0]

    def refuse(**_: Any) -> None:
        raise Refusal(422, "A set has at most three cards.", RULE.upper())

    monkeypatch.setattr(door, "play_move", refuse)
    page = Client().post(first)
    again = re.search(r'href="([^"]+)">Choose another move', page.content.decode())
    assert page.status_code == 422 and again
    assert b"Your choice" in Client().get(again[1].removeprefix(settings.SITE_URL)).content
    monkeypatch.undo()
    move_on(match)
    assert Client().post(first).status_code == 410


def test_turn_emails_are_sent_again_once_a_bouncing_address_works(start, owner):
    match = start()
    row = row_of(match)
    send_all()
    User.objects.filter(pk=row.user_id).update(mail_bounced_at=timezone.now())
    for count in (1, 0):  # a second confirmation of the same address is none
        address = EmailAddress.objects.get(user=row.user)
        email_confirmed.send(sender=None, request=None, email_address=address)
        emails = [email for email in send_all() if "Reply-To" in email.extra_headers]
        assert [email.to for email in emails] == [[row.user.email]] * count


@pytest.mark.parametrize("slug", sorted(load()))
def test_every_question_has_a_choice_that_is_a_whole_legal_move(slug, start):
    match = start(slug, tuple(make_person(f"{slug}{number}") for number in range(seats_of(slug))))
    for _ in range(12):
        loaded = load_match(match.pk)
        asked = open_of(loaded).decision
        whole = [choice for choice in choices.offered(loaded, asked.seat, asked) if choice.is_complete]
        assert whole, asked.prompt
        for choice in whole:
            engine.check(loaded.game, loaded.at_table(), asked.seat, choice.move)
        move_on(match)


def test_an_email_has_at_most_thirty_different_choices(start, monkeypatch):
    match = start()
    loaded = load_match(match.pk)
    asked = open_of(loaded).decision
    offered = [Choice(f"Play {number % 40}", Move("play", {"cards": [number]})) for number in range(60)]
    for count, expected in ((20, 20), (30, 30), (31, 1), (60, 1)):
        monkeypatch.setattr(choices, "_all_choices", lambda *_, count=count: offered[:count])
        assert len(choices.offered(loaded, asked.seat, asked)) == expected
    monkeypatch.setattr(choices, "_all_choices", lambda *_: [*offered[:10], *offered[40:50]])
    assert choices.offered(loaded, asked.seat, asked) == offered[:10]


@pytest.mark.parametrize("slug", load())
def test_email_confirmation_and_table_page_name_the_same_default(start, owner, player, staff, slug):
    match = start(slug, (owner, player, staff)[: seats_of(slug)])
    compared = 0
    for moves in (0, 3, 2):
        move_on(match, moves)
        for row in OutgoingMail.objects.filter(kind="turn", status="queued"):
            compared += names_the_default_alike(match, row)
    assert compared > 1


# Where the next question follows at once, its email says that the time ran out.
@pytest.mark.parametrize("slug", [GAME, LARGEST])
def test_what_an_email_promises_for_the_end_of_the_time_is_played_and_told(start, owner, player, staff, slug):
    match = start(slug, (owner, player, staff)[: seats_of(slug)])
    row = OutgoingMail.objects.filter(kind="turn", status="queued").earliest("pk")
    promised = re.search(r"If your time runs out: (.+\.)\n", rendered(row).text)
    sweep.expire_due(OpenDecision.objects.get(match=match, key=row.data["decision"], user=row.user).due_at)
    late = OutgoingMail.objects.get(kind="defaulted", user=row.user, data__decision=row.data["decision"])
    assert promised and f"This was played for you: {promised[1]}" in rendered(late).text


def names_the_default_alike(match: Match, row: OutgoingMail) -> bool:
    """Whether the email is still needed."""
    email = rendered(row)
    if not isinstance(email, Email):
        return False
    told = re.search(r"If your time runs out: (.+)\.\n", email.text)
    form = re.findall(rf"(?:Choose your move|[Oo]r choose on the page): {settings.SITE_URL}(/email/\S+)", email.text)
    assert told and f"If your time runs out: {told[1]}." in unescape(email.html)
    sentence = f"If your time runs out, this is played for you: {told[1]}."
    for page in (Client().get(form[0]), browser_of(row.user).get(f"/match/{match.pk}/text/")):
        assert sentence in unescape(page.content.decode())
    empty_cache()  # the table was looked at
    return True
