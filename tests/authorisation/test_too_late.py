"""Every form, sent from a page that is old: the world has moved on between opening the page and pressing the button.

No answer is an error of ours. What is refused changes nothing, says so in a sentence, and offers a way to go on.
"""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone
from oauth2_provider.models import Application

from accounts import guests, services
from accounts.decorators import NOT_DONE
from accounts.models import ApiToken, DeviceSession, IncomingMail, OutgoingMail, User
from accounts.notices.models import Channel
from accounts.people import blocks
from games.errors import Refusal
from games.groups import services as groups
from games.groups.models import Group
from games.lobby import tables
from games.matches import leaving
from games.matches.loaded import load_match
from games.matches.play import play_move
from games.models import ChatLine, EmailInvitation, Invitation, Match, Proposal, Report, Seat, Vacation
from games.operations import moderation, staff_actions
from games.tournaments import services as tournaments
from games.tournaments.models import Tournament
from tests.authorisation import asking, matrix, world
from tests.authorisation.matrix import ROLES, SITE
from tests.authorisation.prepared import PREPARED, People, leave_to_bots, pause, play_live
from tests.authorisation.test_matrix import PARTS, Scene, Writes, part_of, people, scene_of
from tests.authorisation.test_odd_fields import ACCEPTED, BY_HAND
from tests.fixtures import empty_cache
from tests.games.conftest import open_of

__all__ = ["people"]
pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]
Change = Callable[[People, Any], Any]  # of the people, and the table or the things of the site
ASKED = ("host", "player", "club", "organiser", "staff", "member", "guest")
LIBRARIES = ("accounts/", "oauth/")  # say nothing on their way to the login

# --- what happens meanwhile ---------------------------------------------------------------------------------------


def to_each(act: Callable[[User], Any]) -> Change:
    """This happens to everybody who might press."""
    return lambda people, _: [act(people[role]) for role in ASKED]


def new_password(person: User) -> None:
    person.set_password("nine other stamps")
    person.save()


def update(person: User, **facts: Any) -> None:
    User.objects.filter(pk=person.pk).update(**facts)


def block_all(people: People, _: Any) -> None:
    """The host blocks everybody."""
    for role in ASKED[1:]:
        blocks.block(by=people["host"], whom=people[role])


def move(people: People, match: Match) -> None:
    """The host plays."""
    asked = open_of(load_match(match.pk))
    given = {"seat": asked.decision.seat, "decision": asked.id, "move": asked.decision.default}
    play_move(match_id=match.pk, by="web", user=people["host"], **given)


def end(people: People, match: Match) -> None:
    """The host of the site ends the match."""
    staff_actions.abandon_match(by=people["staff"], match_id=match.pk, words="Because.")


def resign_all(people: People, match: Match) -> None:
    for role in ("third", "player"):
        leaving.resign(match_id=match.pk, user=people[role])


def take_off(people: People, match: Match) -> None:
    """The host takes the player off the table, and all invitations back."""
    for seat in Seat.objects.filter(match=match, user=people["player"]):
        tables.clear_seat(match_id=match.pk, user=people["host"], seat=seat.number)
    Invitation.objects.filter(match=match).delete()


def drop_keys(people: People, _: Any) -> None:
    for kind in (ApiToken, Application, Channel, EmailInvitation, Vacation):
        kind.objects.all().delete()
    for bot in people["host"].bots.all():
        services.delete_account(user=bot)


def decide_all(people: People, things: dict[str, Any]) -> None:
    """Another member of staff has pressed everything."""
    by = {"by": people["staff"], "words": "Because."}
    moderation.settle(report_id=things["report"], **by)
    moderation.lift_suspension(username="suspended", **by)
    moderation.unmute(username="third", **by)
    moderation.mark_reply_read(by=people["staff"], act_id=things["act"])
    staff_actions.abandon_match(match_id=things["staff_match"], **by)
    staff_actions.close_table(match_id=things["staff_open"], **by)
    staff_actions.drop_mail(mail_id=things["mail"], **by)


def rows_gone(*kinds: Any) -> Change:
    return lambda people, _: [kind.objects.all().delete() for kind in kinds]


def leave_group(people: People, things: dict[str, Any]) -> None:
    """Its owner removes one, the host leaves."""
    groups.remove(group_id=things["group_id"], user=people["club"], name="player")
    groups.leave(group_id=things["group_id"], user=people["host"])


def of_cup(act: Callable[..., Any], *roles: str) -> Change:
    return lambda people, things: [act(tournament_id=things["tournament_id"], user=people[role]) for role in roles]


TO_PEOPLE: dict[str, Change] = {
    "signed out": rows_gone(DeviceSession),
    "suspended": to_each(lambda person: update(person, is_active=False)),
    "account deleted": to_each(lambda person: services.delete_account(user=person)),
    "password changed": to_each(new_password),
    "renamed": to_each(lambda person: update(person, username=f"was-{person.pk}")),
    "muted": to_each(lambda person: update(person, muted_until=timezone.now() + timedelta(days=2))),
    "blocked": block_all,
    "host deleted": lambda people, _: services.delete_account(user=people["host"]),
}
AT_A_TABLE: dict[str, dict[str, Change]] = {
    "open": {
        "closed": lambda people, match: tables.close_table(match_id=match.pk, user=people["host"]),
        "started": lambda people, match: tables.add_bot(match_id=match.pk, user=people["host"]),
        "taken off": take_off,
    },
    "running": {
        "ended by staff": end,
        "over": resign_all,
        "moved": move,
        "seats lost": leave_to_bots,
        "resigned": lambda people, match: leaving.resign(match_id=match.pk, user=people["host"]),
        "paused": pause,
        "live": play_live,
        "words gone": rows_gone(ChatLine, Proposal),
    },
    "over": {"words gone": rows_gone(ChatLine)},
}
ELSEWHERE: dict[str, Change] = {
    "group gone": rows_gone(Group),
    "out of the group": leave_group,
    "group handed over": lambda people, things: groups.leave(group_id=things["group_id"], user=people["club"]),
    "tournament started": of_cup(tournaments.start, "organiser"),
    "tournament cancelled": of_cup(tournaments.cancel, "organiser"),
    "dropped out": of_cup(tournaments.withdraw, "player", "host"),
    "tournament gone": rows_gone(Tournament),
    "keys gone": drop_keys,
    "decided": decide_all,
    "rows gone": rows_gone(Report, IncomingMail, OutgoingMail),
    "table gone": rows_gone(Match),
    "copies gone": lambda people, _: cache.clear(),
    "guest named": lambda people, _: guests.become_account(user=people["guest"], email="guest@example.org"),
}

# --- sending ------------------------------------------------------------------------------------------------------


def fault_of(answer: Any, route: str) -> str:
    """What is wrong with this answer; "" if nothing."""
    words = answer.content.decode(errors="replace")
    if answer.status_code >= 500 or not answer.status_code:
        return "an error of ours"
    if answer.status_code in (301, 302):
        is_login = answer["Location"].startswith("/accounts/login/") and not route.startswith(LIBRARIES)
        told = [str(message) for message in get_messages(answer.wsgi_request)]
        return "sent to the login without a word" if is_login and NOT_DONE not in " ".join(told) else ""
    if answer.status_code < 400 or route.startswith(("oauth/", "anymail/")):
        return ""
    if "json" in answer["Content-Type"]:
        return "" if answer.json().get("detail") else "no sentence"
    main = re.search(r"<main.*</main>", words, re.S)
    if not main or "<p" not in main[0]:
        return "no sentence"
    return "" if "<a " in main[0] or "<form" in main[0] else "no way to go on"


def send_late(scene: Scene, role: str, route: str, change: Change) -> str:
    """Change the world, send the form, and undo both. Returns what is wrong with the answer."""
    client, writes = scene.clients[role], Writes()
    client.cookies.load(scene.cookies[role])
    empty_cache()
    with transaction.atomic():
        prepare = PREPARED.get(f"POST {route}")
        if prepare and (scene.match or not asking.is_about_a_table(route)):
            scene.things |= prepare(scene.people, scene.match) or {}
        try:
            change(scene.people, scene.match or scene.things)
            before = world.everything()
            with connection.execute_wrapper(writes):
                answer = scene.ask(client, "POST", route, scene.key_of(role))
            found = fault_of(answer, route)
            if answer.status_code >= 400 and writes.count and world.everything() != before:
                found = "refused, but something has changed"
        except Refusal:  # it cannot happen in what was prepared for this form
            found = ""
        transaction.set_rollback(True)
    return found


def faults(scene: Scene, routes: list[str], expected: matrix.Rows, changes: dict[str, Change]) -> Iterator[str]:
    for (route, method), codes in expected.items():
        accepted = [role for role, one in zip(ROLES, codes, strict=True) if one in ACCEPTED and role in ASKED]
        if method != "POST" or route not in routes:
            continue
        for role in sorted(accepted, key=ASKED.index)[:2]:
            for name, change in changes.items():
                if found := send_late(scene, role, route, change):
                    yield f"{name}: {role}: {route}: {found}"


@pytest.mark.parametrize(
    ("state", "names"),
    [
        ("running", ["ended by staff", "seats lost"]),
        *(pytest.param(state, [*own, *TO_PEOPLE], marks=BY_HAND) for state, own in AT_A_TABLE.items()),
    ],
)
def test_at_a_table(people: People, state: str, names: list[str]) -> None:
    match = world.make_table(people, state)
    things = world.things_at_a_table(people, match)
    routes = [route for route in asking.routes() if asking.is_about_a_table(route)]
    changes = {name: change for name, change in (AT_A_TABLE[state] | TO_PEOPLE).items() if name in names}
    assert [*faults(scene_of(people, things, match), routes, matrix.read(state), changes)] == []


@pytest.mark.parametrize(
    ("part", "names"),
    [
        ("groups", ["out of the group", "tournament cancelled", "signed out"]),
        ("staff", ["decided"]),
        *(pytest.param(part, [*ELSEWHERE, *TO_PEOPLE], marks=BY_HAND) for part in ("", *PARTS)),
    ],
)
def test_elsewhere(people: People, part: str, names: list[str]) -> None:
    things = world.things_of_the_site(people)
    routes = [route for route in asking.routes() if not asking.is_about_a_table(route) and part_of(route) == part]
    changes = {name: change for name, change in (ELSEWHERE | TO_PEOPLE).items() if name in names}
    assert [*faults(scene_of(people, things), routes, matrix.read(SITE), changes)] == []
