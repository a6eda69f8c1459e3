"""The people, tables and things that the requests of the matrix are about."""

import base64
import hashlib
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.utils import timezone
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData
from oauth2_provider.models import Application, Grant

from accounts import bots, guests, oauth, tokens
from accounts import staff_decisions as decisions
from accounts.mail import never, unsubscribe
from accounts.mail_kinds import BELL
from accounts.models import ApiToken, DirectMessage, IncomingMail, MailStop, OutgoingMail, StaffAct, User
from accounts.notices import calendar_feeds
from accounts.notices.models import Channel
from accounts.people import blocks, friends
from games.deadlines import vacations
from games.groups import news
from games.groups import services as groups
from games.groups.models import Group, GroupLine, Member, StandingDate
from games.lobby import email_invitations, tables
from games.mail import links
from games.mail.links import Ticket
from games.matches.loaded import LoadedMatch, load_match
from games.models import ChatLine, LostSeat, Match, Report
from games.operations import moderation
from games.records import export, uploads
from games.table import what_if
from games.tournaments.models import Entrant, Tournament
from tests.authorisation.matrix import ROLES
from tests.fixtures import make_person
from tests.games.conftest import DAY, open_of
from tests.games.scenes import WATCHED, Cast, rows_of, set_up
from tests.games.tournaments.test_play import announced
from tests.samples import GAME

VERIFIER = "v" * 64
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).decode().rstrip("=")


def make_people() -> dict[str, Any]:
    """One person per role. `host` has a friend and has blocked somebody; `third` plays, too. All have just been here:
    else each request would begin by noting that, as all is undone after it."""
    special: dict[str, dict[str, bool]] = {"staff": {"is_staff": True}, "superuser": {"is_superuser": True}}
    people = {role: make_person(role, **special.get(role, {})) for role in (*ROLES[2:], "third")}
    friends.befriend(by=people["host"], whom=people["friend"])
    friends.befriend(by=people["friend"], whom=people["host"])
    blocks.block(by=people["host"], whom=people["blocked"])
    guest = User.objects.create_guest()
    User.objects.update(last_seen_at=timezone.now())
    return {"anonymous": None, "guest": guest, **people}


def make_table(people: dict[str, Any], scene: str) -> Match:
    """The host's table in the state of the scene. When it runs, it is the host's turn."""
    cast = Cast(
        nobody=None,
        stranger=people["member"],
        watcher=people["spectator"],
        invited=people["invited"],
        player=people["player"],
        owner=people["host"],
        staff=people["staff"],
        third=people["third"],
    )
    match = set_up(cast, scene.removeprefix("private-"), not scene.startswith("private-"))
    LostSeat.objects.create(match=match, user=people["former"], seat=1)
    return match


def make_club(people: dict[str, Any], match: Match) -> Group:
    """A group of `club`, with the host, a player and a friend as members; the table is listed in it."""
    group = groups.create(owner=people["club"], name="Club")
    for role in ("host", "player", "friend"):
        groups.join(token=group.token, user=people[role])
    groups.add_table(group_id=group.pk, user=people["host"], match=match)
    return group


def make_cup(people: dict[str, Any]) -> Tournament:
    """A tournament of `organiser`; the player and the host have entered."""
    return announced(people["organiser"], [people["player"], people["host"], people["third"], people["former"]])


def things_at_a_table(people: dict[str, Any], match: Match) -> dict[str, Any]:
    """What addresses and forms about the table name: a chat line of the player's, the decision that is open."""
    line = ChatLine.objects.create(match=match, user=people["player"], text="Hello there")
    found = {"match_id": match.pk, "line": line.pk, "player_id": people["player"].pk}
    found |= {"token": match.token, "verb": "pass", "decision": "1.0", "args": {}}
    return found | (asked_of(load_match(match.pk)) if match.status == Match.Status.RUNNING else {})


def asked_of(loaded: LoadedMatch) -> dict[str, Any]:
    """The decision that is open, with a move."""
    asked = open_of(loaded)
    move = asked.decision.default
    return {"verb": move.verb, "decision": asked.id, "args": move.args}


def things_of_the_site(people: dict[str, Any]) -> dict[str, Any]:
    """What the other addresses name: the host's own things, the club, the cup, and what staff decide on."""
    host, over, match = people["host"], make_table(people, "over"), make_table(people, "running")
    club, cup = make_club(people, match), make_cup(people)
    found = {
        "slug": GAME,
        "game": GAME,
        "username": "host",
        "group_id": club.pk,
        "club_token": club.token,
        "hush": news.hush_token(club.pk, host.pk),
        "tournament_id": cup.pk,
        "place": cup.entrants.get(user=people["player"]).pk,
        "vacation_id": vacations.book(user=host, now=timezone.now(), **days_ahead(40)).pk,
        "what_if": what_if.begin(load_match(match.pk), 0, host.pk),
        "record": uploads.save(export.record(load_match(over.pk)), host.pk),
        "record_file": export.as_json(load_match(over.pk)),
        "mail_move": links.link(ticket_of(match)).removeprefix(settings.SITE_URL)[1:],
        "row_id": OutgoingMail.objects.create(key="news", kind=sorted(BELL)[0], user=host, match_id=str(match.pk)).pk,
    }
    waits = open_table(people)
    found |= _own(host) | _of_staff(people, match) | {"staff_match": match.pk, "staff_open": waits.pk}
    invitation = email_invitations.invite_address(match_id=waits.pk, by=host, address="new@example.org")
    pending = guests.ask_to_remind(user=people["guest"], email="guest@example.org")
    return found | {
        "invitation": email_invitations.token(invitation),
        "unsubscribe": unsubscribe.token(host.pk),
        "never": never.url("somebody@example.org").rsplit("/", 2)[1],
        "reminder": pending,
        "guest_mail": unsubscribe.settings_url(people["guest"]).rsplit("/", 2)[1],
        "feed": calendar_feeds.token_of(host),
    }


def open_table(people: dict[str, Any]) -> Match:
    facts = {"pace": "correspondence", "move_seconds": DAY, "bank_seconds": 3 * DAY}
    match: Match = tables.create_match(owner=people["host"], slug=GAME, seats=3, options={}, **facts)
    return match


def ticket_of(match: Match) -> Ticket:
    """The link in an email to the host, which is the one to move."""
    asked = open_of(load_match(match.pk))
    return Ticket(match.pk, asked.decision.seat, match.owner_id or 0, "0", asked.id)


def days_ahead(days: int) -> dict[str, Any]:
    """The first and last of three days from then on."""
    first = timezone.now().date() + timedelta(days=days)
    return {"first": first, "last": first + timedelta(days=2)}


def _own(host: User) -> dict[str, Any]:
    """A key, a bot, an app with a code that waits, a webhook, a passkey and a recovery code of the host's."""
    tokens.create(user=host, name="mine", scopes=["read"], days=30)
    bot = bots.create(owner=host, name="clever")
    channel = Channel.objects.create(user=host, kind="json", name="x", url="https://example.org/hook")
    oauth.register(owner=host, name="App", redirect_uri="https://example.org/back")
    app = Application.objects.get()
    Grant.objects.create(
        user=host,
        code="code",
        application=app,
        expires=timezone.now() + timedelta(hours=1),
        redirect_uri="https://example.org/back",
        scope="read",
        code_challenge=CHALLENGE,
        code_challenge_method="S256",
    )
    passkey = Authenticator.objects.create(user=host, type="webauthn", data={"name": "Key", "credential": credential()})
    found = {"token_id": ApiToken.objects.get().pk, "bot_id": bot.pk, "channel_id": channel.pk}
    return found | {"app_id": app.pk, "client_id": app.client_id, "passkey": passkey.pk}


def credential() -> dict[str, Any]:
    """What a browser sends about a new passkey."""
    key = AttestedCredentialData.create(bytes(16), b"id", ES256({1: 2, 3: -7, -1: 1, -2: b"x" * 32, -3: b"y" * 32}))
    made = AttestationObject.create("none", AuthenticatorData.create(bytes(32), 0x45, 0, key), {})
    client = CollectedClientData.create("webauthn.create", b"c" * 16, "http://localhost")
    response = {"clientDataJSON": websafe_encode(client), "attestationObject": websafe_encode(made)}
    return {"id": websafe_encode(b"id"), "rawId": websafe_encode(b"id"), "type": "public-key", "response": response}


def _of_staff(people: dict[str, Any], match: Match) -> dict[str, Any]:
    """A report, an email that failed, a reply nobody could read, somebody suspended, and a decision about a member, who
    can answer it."""
    by = people["staff"]
    line = ChatLine.objects.create(match=match, user=people["player"], text="Rude words")
    report = Report.objects.create(match=match, by=people["host"], about=people["player"], line=line, text=line.text)
    moderation.mute(by=by, username="third", words="Enough.", days=2)
    act = StaffAct.objects.latest("pk")
    StaffAct.objects.filter(pk=act.pk).update(answer="Sorry.", answered_at=timezone.now())
    User.objects.create_user(username="suspended", email="suspended@example.org", is_active=False)
    dead = OutgoingMail.objects.create(key="x", kind="turn", user=people["member"], status="dead")
    reply = IncomingMail.objects.create(mail=dead, key="y", line="Hm?")
    found = {"report": report.pk, "act": act.pk, "mail": dead.pk, "reply": reply.pk}
    return found | {"decision_page": decisions.path(act)[1:]}


ACCOUNTS = (ApiToken, Channel, Application, Authenticator, EmailAddress, Group, Member, StandingDate, GroupLine)
ACCOUNTS += (Tournament, Entrant, Report, StaffAct, DirectMessage, MailStop)


def everything() -> dict[str, list[str]]:
    """All rows that a refusal must not change."""
    return rows_of(*WATCHED, *ACCOUNTS)


def owned(host: User) -> Any:
    """The keys, apps, channels, ways to log in and bots of the host."""
    kept = rows_of(ApiToken, Channel, Application, Authenticator, EmailAddress, user_id=host.pk)
    return kept, list(User.objects.filter(bot_owner=host).values("pk", "username", "is_active"))
