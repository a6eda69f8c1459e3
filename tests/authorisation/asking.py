"""The requests of the matrix: every address of the URLconf, filled in, with a form or body that is complete.

A request that is refused is therefore refused because of who sends it, or because of the state of the table.
"""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import URLResolver, get_resolver
from django.utils import timezone

from games.views.chat import KINDS
from games.views.groups import _CHANGES
from games.views.moderation import FAULTS
from games.views.staff_actions import DOING
from tests.authorisation.world import CHALLENGE, VERIFIER, days_ahead
from tests.fixtures import PASSWORD
from tests.notices.test_push import AUTH, DEVICE
from tests.samples import GAME, RULE

WITH_GAME = ("tables/new/", "tournaments/new/")  # the game stands in the query of these
METHODS = ("GET", "POST")
DEV = "dev/"  # the outbox of a site under development
BACK = "https://example.org/back"
NEW_PASSWORD = "nine yellow stamps"

# Addresses that stand for several: one row for each.
SEVERAL = {"staff/do/<slug:act>/": DOING, "groups/<int:group_id>/<slug:what>/": _CHANGES}
# Parts of addresses that the name of the parameter does not tell.
PARTS = {
    "what-if/": ("key", "what_if"),
    "records/": ("key", "record"),
    "invited/": ("key", "invitation"),
    "groups/hush/": ("token", "hush"),
    "groups/join/": ("token", "club_token"),
    "people/mail/stop/": ("token", "unsubscribe"),
    "people/mail/settings/": ("token", "guest_mail"),
    "people/mail/never/": ("token", "never"),
    "people/mail/remind/": ("token", "reminder"),
    "feeds/": ("token", "feed"),
    "accounts/2fa/webauthn/keys/": ("pk", "passkey"),
}
CONSTANT = {"size": 192, "version": 1, "id": RULE, "page": "index", "name": "help", "example": "x"}


def routes() -> list[str]:
    """All routes of the URLconf, with those of SEVERAL written out."""
    found = []
    for route in dict.fromkeys(_walk(get_resolver().url_patterns)):
        parts = SEVERAL.get(route)
        found += [re.sub(r"<slug:\w+>", part, route) for part in parts] if parts else [route]
    return [route for route in found if not route.startswith(DEV)]


def _walk(patterns: list[Any], before: str = "") -> Iterator[str]:
    for one in patterns:
        route = f"{before}{one.pattern}"
        if isinstance(one, URLResolver):
            yield from _walk(one.url_patterns, route)
        else:
            yield route


def is_about_a_table(route: str) -> bool:
    return "<int:match_id>" in route


def address_of(route: str, things: dict[str, Any]) -> str:
    """The address to ask."""
    if route in ("email/<str:token>/", "people/mail/staff/<str:token>/"):
        return f"/{things['mail_move' if route.startswith('email') else 'decision_page']}"
    known = CONSTANT | things
    for start, (name, thing) in PARTS.items():
        if route.startswith(start):
            known |= {name: things.get(thing)}
    route = re.sub(r"\(\?P<(\w+)>(?:\[[^]]*\]|[^)\[])*\)", r"<\1>", route)  # groups of regular expressions
    route = re.sub(r"<(?:\w+:)?(\w+)>", lambda found: str(known.get(found[1], "nothing-here")), route)
    return "/" + re.sub(r"[\^$]", "", route)


def body_of(route: str, method: str, things: dict[str, Any]) -> dict[str, Any]:
    """The query, form or JSON of a request."""
    if route.startswith("api/"):
        return _for_api(route, things)
    if method == "GET":
        return _queries(things).get(route, {})
    return _forms(things).get(route, {})


def _move(things: dict[str, Any]) -> dict[str, Any]:
    fields = {f"arg.{field}": "" if value is None else value for field, value in things.get("args", {}).items()}
    return {"decision": things.get("decision", ""), "verb": things.get("verb", ""), **fields}


def _for_api(route: str, things: dict[str, Any]) -> dict[str, Any]:
    return {
        "api/v1/tables/": {"game": GAME, "seats": 3},
        "api/v1/matches/<int:match_id>/moves/": {
            "decision": things.get("decision"),
            "move": {"verb": things.get("verb"), "args": things.get("args")},
        },
        "api/v1/matches/<int:match_id>/chat/": {"text": "Hi"},
    }.get(route, {})


def _consent(things: dict[str, Any]) -> dict[str, Any]:
    asked = {"response_type": "code", "client_id": things.get("client_id"), "redirect_uri": BACK, "scope": "read"}
    return asked | {"code_challenge": CHALLENGE, "code_challenge_method": "S256", "state": "s", "allow": "yes"}


def _queries(things: dict[str, Any]) -> dict[str, dict[str, Any]]:
    at_table = "match/<int:match_id>/"
    return {
        f"{at_table}preview/": _move(things),
        f"{at_table}narrow/": _move(things),
        f"{at_table}why/": _move(things),
        f"{at_table}report/": {"line": things.get("line")},
        "oauth/authorize/": _consent(things),
        "search/": {"q": "host"},
        "people/": {"q": "host"},
    }


def _forms(things: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return _at_a_table(things) | _of_the_site(things) | _of_accounts(things) | _of_groups(things) | _of_staff(things)


def _at_a_table(things: dict[str, Any]) -> dict[str, dict[str, Any]]:
    forms = {
        "play": _move(things),
        "text": _move(things),
        "invite": {"name": "member"},
        "seats/clear": {"seat": "2"},
        "seat-request": {"seat_request": ""},
        "point": {"seat": "0"},
        "last-word": {"words": "Well played"},
        "chat": {"chat": "Hi"},
        "report": {"line": things.get("line"), "kind": KINDS[0]},
        "mute": {"who": things.get("player_id"), "on": "1"},
        "notes": {"notes": "Remember this"},
        "agree/ask": {"what": "pause", "days": "3"},
        "agree/<int:proposal_id>": {"answer": "no"},
        "nudge": {"seat": str(things.get("seat", 0))},
        "what-if": {"at": "1"},
        "remind-me": {"email": "somebody@example.org"},
        "guest": {"name": "Newcomer"},
    }
    return {f"match/<int:match_id>/{name}/": form for name, form in forms.items()}


def _of_the_site(things: dict[str, Any]) -> dict[str, dict[str, Any]]:
    vacation = {name: day.isoformat() for name, day in days_ahead(90).items()}
    record = SimpleUploadedFile("record.json", things.get("record_file", b""))
    start = (timezone.now() + timedelta(days=3)).strftime("%Y-%m-%dT%H:%M")
    cup = {"name": "Cup", "format": "swiss", "seats": "3", "rounds": "3", "most": "64", "preset": "0"}
    return {
        "mine/hours/": {"hours": "same", "same_from": "07:00", "same_to": "22:00"},
        "mine/vacation/": vacation | {"book": "1"},
        "mine/substitute/": {"slug": GAME},
        "tables/new/": {"seats": "3", "clock": "correspondence:86400:259200", "preset": "0"},
        "play/<slug:slug>/": {"name": "Newcomer"},
        "what-if/<slug:key>/": _move(things),
        "records/": {"record": record},
        "tournaments/new/": cup | {"clock": "correspondence:86400:259200", "start": start},
        "tournaments/<int:tournament_id>/remove/": {"name": "player"},
        "tournaments/<int:tournament_id>/take-over/": {"place": things.get("place")},
        "messages/<str:username>/": {"text": "Hi"},
        "report/<str:username>/": {"kind": "Cheating"},
        "r/<str:id>/report/": {"fault": FAULTS[0]},
        "email/<str:token>/": {},
        "people/mail/staff/<str:token>/": {"answer": "I am sorry."},
    }


def _of_accounts(things: dict[str, Any]) -> dict[str, dict[str, Any]]:
    device = {"url": "https://fcm.googleapis.com/x", "p256dh": DEVICE, "auth": AUTH}
    passwords = {"password1": NEW_PASSWORD}
    signing_up = {"username": "newcomer", "email": "newcomer@example.org", **passwords}
    mail = {"mail_mode": "auto", "mail_quiet_minutes": "15", "mail_hour": "8", "mail_daily_limit": "20"}
    mail |= {f"rule-{GAME}-post": "daily"}
    return {
        "people/me/settings/": {"display_name": "", "time_zone": "Europe/Vienna"},
        "people/me/devices/": {"device": "others"},
        "people/me/mail/settings/": mail,
        "people/mail/settings/<str:token>/": mail,
        "people/me/save/": signing_up,
        "people/me/tokens/": {"name": "key", "scopes": ["read"], "days": "30"},
        "people/me/bots/": {"name": "robot"},
        "people/me/bots/<int:bot_id>/": {"name": "key", "scopes": ["read"], "days": "30"},
        "people/me/bots/<int:bot_id>/rename/": {"name": "renamed"},
        "people/me/apps/": {"name": "App two", "redirect_uri": BACK},
        "people/me/delete/": {"username": "host"},
        "people/me/channels/webhook/": {"kind": "json", "name": "x", "url": "https://example.org/2", "events": "all"},
        "people/me/channels/device/": device,
        r"people/^(?P<username>[A-Za-z0-9_-]{2,24})/relation/$": {"what": "follow"},
        "oauth/authorize/": _consent(things),
        "oauth/token/": {
            "grant_type": "authorization_code",
            "code": "code",
            "client_id": things.get("client_id"),
            "redirect_uri": BACK,
            "code_verifier": VERIFIER,
        },
        "oauth/revoke_token/": {"token": "x", "client_id": things.get("client_id")},
        "accounts/signup/": signing_up,
        "accounts/login/": {"login": "member", "password": PASSWORD},
        "accounts/reauthenticate/": {"password": PASSWORD},
        "accounts/email/": {"action_add": "", "email": "another@example.org"},
        "accounts/password/change/": {"oldpassword": PASSWORD, **passwords},
        "accounts/password/set/": passwords,
        "accounts/password/reset/": {"email": "host@example.org"},
        "accounts/2fa/webauthn/keys/<int:pk>/edit/": {"name": "Blue key"},
    }


def _of_groups(things: dict[str, Any]) -> dict[str, dict[str, Any]]:
    date = {"game": GAME, "seats": "3", "clock": "correspondence:86400:259200", "weekday": "3", "hour": "20:00"}
    forms = {"remove": {"name": "friend"}, "rename": {"name": "New name"}, "say": {"text": "Hi"}, "hear": {"on": "1"}}
    forms |= {"invite": {"name": "member"}, "date": date, "drop-date": {"date": str(things.get("date", 0))}}
    changes = {f"groups/<int:group_id>/{what}/": form for what, form in forms.items()}
    return changes | {"groups/": {"name": "Thursdays"}, "groups/join/<slug:token>/": {"name": "Newcomer"}}


def _of_staff(things: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """All fields of all buttons."""
    given = {name: things.get(name) for name in ("mail", "reply", "report", "act")}
    given |= {"match": things.get("staff_match"), "words": "Because.", "days": "2", "hours": "2", "text": "Hear, hear."}
    names = {"unmute": "third", "readmit": "suspended"}
    tables = {"close": things.get("staff_open")}
    return {
        f"staff/do/{act}/": given
        | {"username": names.get(act, "friend"), "name": "friend"}
        | ({"match": tables[act]} if act in tables else {})
        for act in DOING
    }


def content(route: str, method: str, body: dict[str, Any], query: dict[str, str]) -> dict[str, Any]:
    """Arguments for Client.generic(): a query string, a form, or JSON for the API."""
    if method == "GET":
        return {"QUERY_STRING": urlencode(body | query, doseq=True)}
    if method != "POST":
        return {}
    if route.startswith("api/"):
        return {"data": json.dumps(body), "content_type": "application/json"}
    return {"data": encode_multipart(BOUNDARY, body), "content_type": MULTIPART_CONTENT}
