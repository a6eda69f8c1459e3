"""Permissions: every URL of the games app, for every kind of person, in every state of a table.

A cell is the status for (nobody, stranger, holder of the link, invited, player, owner, staff); `in` is the way to the
login. Whatever is refused has changed no row, and no answer holds the seed of a running match or a private key.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLResolver, reverse

from accounts.models import User
from accounts.people import blocks, friends
from games import urls
from games.groups import services as groups
from games.matches.loaded import load_match
from games.models import LostSeat, Match
from tests.fixtures import make_person
from tests.games.conftest import open_of
from tests.games.scenes import ROLES, STATES, Cast, client_of, everything, make_cast, secrets_of, set_up
from tests.games.tournaments.test_play import announced
from tests.samples import GAME

pytestmark = pytest.mark.django_db

ALL = "200 200 200 200 200 200 200"
IN = "in 200 200 200 200 200 200"
GONE = "in 404 404 404 404 404 404"  # a link that somebody was sent: they log in first
NOWHERE = "404 404 404 404 404 404 404"
IN_GONE = "in 404 404 404 404 404 404"
LATE = "in 409 409 409 409 409 409"
LATE_PRIVATE = "in 404 404 409 409 409 404"
OWNERS = "in 403 403 403 403 302 403"
OWNERS_PRIVATE = "in 404 404 403 403 302 404"
WATCHERS_PRIVATE = "in 404 200 200 200 200 200"
API_GONE = "401 404 404 404 404 404 404"
API_ALL = "401 200 200 200 200 200 200"
API_LATE = "401 409 409 409 409 409 409"
API_SEEN = {
    **dict.fromkeys(("open", "off"), (API_GONE, API_GONE)),
    **dict.fromkeys(("running", "over"), (API_ALL, "401 404 200 200 200 200 200")),
}
NOT_RUNNING = {"open": (IN_GONE, IN_GONE), "off": (IN_GONE, IN_GONE)}
AFTER_START = dict.fromkeys(("running", "over", "off"), (LATE, LATE_PRIVATE))
OWNERS_TABLE = {"open": (OWNERS, OWNERS_PRIVATE), **AFTER_START}
SEATS_ONLY = ("in 403 403 403 200 200 403", "in 404 403 403 200 200 403")
TALK = ("in 302 302 302 302 302 302", "in 404 302 302 302 302 302")
NO_WORDS = ("in 422 422 422 422 422 422", "in 404 422 422 422 422 422")  # which words, or whose?
HOSTS = ("in 403 403 403 403 200 200", "in 404 403 403 403 200 200")
TOO_LATE = ("in 403 403 403 409 409 403", "in 404 403 403 409 409 403")
NO_SUCH = ("in 403 403 403 404 404 403", "in 404 403 403 404 404 403")
TOLD = {"open": (GONE, GONE), "running": (ALL, WATCHERS_PRIVATE), "over": (ALL, WATCHERS_PRIVATE), "off": (GONE, GONE)}

# Pages that know no match: one row.
LISTS = {
    ("home", "GET"): "200 302 302 302 302 302 302",
    ("my_matches", "GET"): IN,
    ("next_decision", "GET"): "in 302 302 302 302 302 302",
    ("lobby", "GET"): ALL,
    ("new_match", "GET"): ALL,
    ("new_match", "POST"): "422 422 422 422 422 422 422",  # an empty form
    ("leaderboard", "GET"): ALL,
    ("play_quick", "GET"): ALL,
    ("play_quick", "POST"): "302 302 302 302 302 302 302",
    ("quick", "GET"): "in 302 302 302 302 302 302",
    ("quick", "POST"): "in 302 302 302 302 302 302",
    ("upload", "GET"): IN,
    ("upload", "POST"): "in 422 422 422 422 422 422",  # no file
    ("api_decisions", "GET"): API_ALL,
    ("api_open_tables", "POST"): "401 422 422 422 422 422 422",  # an object without fields
    ("api_docs", "GET"): ALL,
    ("api_openapi", "GET"): ALL,
    ("api_record_schema", "GET"): ALL,
    ("api_stream", "GET"): "401 401 401 401 401 401 401",  # tokens only; test_streams has who hears what
    **{
        (f"api_{name}", "GET"): API_ALL
        for name in ("me", "games", "clauses", "components", "view", "ratings", "open_tables", "invitations", "matches")
    },
    ("site_card", "GET"): ALL,
    ("search", "GET"): ALL,
    ("app_icon", "GET"): NOWHERE,  # of no size
    ("waking_hours", "GET"): IN,
    ("waking_hours", "POST"): "in 422 422 422 422 422 422",
    ("vacation", "GET"): IN,
    ("vacation", "POST"): "in 422 422 422 422 422 422",
    ("cancel_vacation", "POST"): IN_GONE,
}
LISTS |= {
    ("orders", "GET"): IN,
    ("substitute", "GET"): IN,
    ("substitute", "POST"): "in 302 302 302 302 302 302",
}
LISTS |= {("news", "GET"): IN, ("read_news", "POST"): "in 302 302 302 302 302 302", ("open_news", "GET"): IN_GONE}
LISTS |= {("groups", "GET"): IN, ("groups", "POST"): "in 422 422 422 422 422 422", ("group", "GET"): IN_GONE}  # no name
STAFF = "in 404 404 404 404 404 200"
LISTS |= {
    (name, "GET"): STAFF
    for name in ("staff", "staff_matches", "staff_mails", "staff_people", "staff_reports", "staff_log")
}
TOURNAMENT_ACTS = (
    "enter_tournament",
    "withdraw_tournament",
    "start_tournament",
    "cancel_tournament",
    "remove_entrant",
    "take_over_place",
)
LISTS |= {
    ("tournaments", "GET"): ALL,
    ("new_tournament", "GET"): IN,
    ("new_tournament", "POST"): "in 422 422 422 422 422 422",  # no game
    ("tournament", "GET"): "404 404 404 404 404 404 404",
    **{(act, "POST"): IN_GONE for act in TOURNAMENT_ACTS},
}
NUMBERED = (
    "app_icon",
    "open_news",
    "group",
    "cancel_vacation",
    "tournament",
    *TOURNAMENT_ACTS,
)  # addresses of something of one's own

# Pages of a match: for each state (public, private).
MATCHES: dict[tuple[str, str], dict[str, tuple[str, str]]] = {
    ("match", "GET"): {
        "open": (ALL, "in 404 200 200 200 200 404"),
        "running": (ALL, WATCHERS_PRIVATE),
        "over": (ALL, WATCHERS_PRIVATE),
        "off": ("410 410 410 410 410 410 410", "in 404 410 410 410 410 410"),
    },
    ("join", "POST"): {
        "open": ("in 302 302 302 302 302 302", "in 404 302 302 302 302 404"),
        **dict.fromkeys(("running", "over", "off"), (LATE, "in 404 409 409 409 409 404")),
    },
    ("sit_as_guest", "POST"): {
        "open": ("403 302 302 302 302 302 302", "404 404 302 302 302 302 404"),  # nobody: the table is rated
        **dict.fromkeys(("running", "over", "off"), ("409 " * 6 + "409", "404 404 409 409 409 409 404")),
    },
    ("remind_me", "POST"): dict.fromkeys(STATES, ("in 404 404 404 403 403 404",) * 2),
    ("leave", "POST"): {"open": ("in 403 403 302 302 409 403", "in 404 404 302 302 409 404"), **AFTER_START},
    ("invite", "POST"): {"open": ("in 403 403 403 302 302 403", "in 404 404 403 302 302 404"), **AFTER_START},
    ("add_bot", "POST"): OWNERS_TABLE,
    ("remove_bot", "POST"): OWNERS_TABLE,
    ("point_at", "POST"): OWNERS_TABLE,
    ("decline", "POST"): {"open": ("in 403 403 302 302 409 403", "in 404 404 302 302 409 404"), **AFTER_START},
    ("seat_request", "POST"): {"open": ("in 403 403 403 302 302 403", "in 404 404 403 302 302 404"), **AFTER_START},
    ("add_number", "POST"): {"open": ("in 403 403 403 302 302 403", "in 404 404 403 302 302 404"), **AFTER_START},
    ("match_card", "GET"): dict.fromkeys(("open", "running", "over", "off"), (ALL, WATCHERS_PRIVATE)),
    ("start", "POST"): OWNERS_TABLE,
    ("close_table", "POST"): OWNERS_TABLE,
    ("rematch", "POST"): {
        **dict.fromkeys(("open", "running", "off"), (LATE, LATE_PRIVATE)),
        "over": ("in 403 403 403 302 302 403", "in 404 404 403 302 302 404"),
    },
    ("play", "POST"): {
        **NOT_RUNNING,
        "running": ("in 403 403 403 409 302 403", "in 404 403 403 409 302 403"),
        "over": ("in 403 403 403 422 422 403", "in 404 403 403 422 422 403"),
    },
    ("play", "GET"): dict.fromkeys(("open", "running", "over", "off"), ("in 302 302 302 302 302 302",) * 2),
    ("text", "POST"): {
        **NOT_RUNNING,
        "running": ("in 403 403 403 409 302 403", "in 404 403 403 409 302 403"),
        "over": ("in 403 403 403 422 422 403", "in 404 403 403 422 422 403"),
    },
    ("order", "GET"): {
        **NOT_RUNNING,
        "running": ("in 403 403 403 200 409 403", "in 404 403 403 200 409 403"),
        "over": ("in 403 403 403 409 409 403", "in 404 403 403 409 409 403"),
    },
    ("preview", "GET"): {
        **NOT_RUNNING,
        "running": ("in 403 403 403 422 200 403", "in 404 403 403 422 200 403"),
        "over": ("in 403 403 403 422 422 403", "in 404 403 403 422 422 403"),
    },
    ("narrow", "GET"): {**NOT_RUNNING, "running": SEATS_ONLY, "over": SEATS_ONLY},
    ("why", "GET"): {**NOT_RUNNING, "running": SEATS_ONLY, "over": SEATS_ONLY},
    ("chat", "POST"): {
        **NOT_RUNNING,
        "open": ("in 404 404 404 302 302 404",) * 2,
        **dict.fromkeys(("running", "over"), TALK),
    },
    ("whole_chat", "GET"): TOLD,
    ("last_word", "POST"): {
        **NOT_RUNNING,
        "running": ("in 403 403 403 409 409 403", "in 404 403 403 409 409 403"),
        "over": ("in 403 403 403 302 302 403", "in 404 403 403 302 302 403"),
    },
    ("notes", "POST"): {**NOT_RUNNING, **dict.fromkeys(("running", "over"), TALK)},
    ("mute", "POST"): {**NOT_RUNNING, **dict.fromkeys(("running", "over"), NO_WORDS)},
    ("report", "GET"): {**NOT_RUNNING, **dict.fromkeys(("running", "over"), NO_WORDS)},
    ("report", "POST"): {**NOT_RUNNING, **dict.fromkeys(("running", "over"), NO_WORDS)},
    ("reports", "GET"): {**NOT_RUNNING, **dict.fromkeys(("running", "over"), HOSTS)},
    ("my_position", "GET"): {**NOT_RUNNING, "running": SEATS_ONLY, "over": SEATS_ONLY},
    ("agreements", "GET"): {**NOT_RUNNING, "running": SEATS_ONLY, "over": SEATS_ONLY},
    ("ask_others", "POST"): {
        **NOT_RUNNING,
        "running": ("in 403 403 403 302 302 403", "in 404 403 403 302 302 403"),
        "over": TOO_LATE,
    },
    ("answer_proposal", "POST"): {**NOT_RUNNING, "running": NO_SUCH, "over": TOO_LATE},
    ("stop_live_play", "POST"): {**NOT_RUNNING, "running": TOO_LATE, "over": TOO_LATE},
    ("end_pause", "POST"): {**NOT_RUNNING, "running": TOO_LATE, "over": TOO_LATE},
    ("nudge", "POST"): {**NOT_RUNNING, "running": TOO_LATE, "over": TOO_LATE},
    ("resign", "GET"): {**NOT_RUNNING, "running": SEATS_ONLY, "over": SEATS_ONLY},
    ("resign", "POST"): {
        **NOT_RUNNING,
        "running": ("in 403 403 403 302 302 403", "in 404 403 403 302 302 403"),
        "over": ("in 403 403 403 422 422 403", "in 404 403 403 422 422 403"),
    },
    ("begin_what_if", "POST"): {
        **NOT_RUNNING,
        "running": ("in 403 403 403 302 302 403", "in 404 403 403 302 302 403"),
        "over": ("in 409 409 409 409 409 409", "in 404 409 409 409 409 409"),
    },
    ("seen", "POST"): {
        **NOT_RUNNING,
        **dict.fromkeys(("running", "over"), ("in 200 200 200 200 200 200", "in 404 200 200 200 200 200")),
    },
    ("staff_match", "GET"): dict.fromkeys(STATES, (STAFF, STAFF)),
    ("return_to_seat", "POST"): {
        **NOT_RUNNING,
        **dict.fromkeys(("running", "over"), ("in 403 403 403 403 403 403", "in 404 403 403 403 403 403")),
    },
    ("pass_on", "POST"): {
        **NOT_RUNNING,
        "running": ("in 403 403 403 403 403 403", "in 404 403 403 403 403 403"),
        "over": ("in 403 403 403 403 409 403", "in 404 403 403 403 409 403"),
    },
    ("text", "GET"): TOLD,
    ("replay", "GET"): TOLD,
    ("proof", "GET"): TOLD,
    ("embed", "GET"): {  # nobody's eyes: who asks makes no difference
        **dict.fromkeys(("open", "off"), (NOWHERE, NOWHERE)),
        **dict.fromkeys(("running", "over"), (ALL, NOWHERE)),
    },
    ("check", "POST"): {
        **NOT_RUNNING,
        "running": ("in 409 409 409 409 409 409", "in 404 409 409 409 409 409"),
        "over": (IN, "in 404 200 200 200 200 200"),
    },
    ("record", "GET"): {
        "open": (GONE, GONE),
        "running": ("409 409 409 409 409 409 409", "in 404 409 409 409 409 409"),
        "over": (ALL, WATCHERS_PRIVATE),
        "off": (GONE, GONE),
    },
    ("api_match", "GET"): API_SEEN,
    **dict.fromkeys([("api_log", "GET"), ("api_read_chat", "GET"), ("api_read_chat", "POST")], API_SEEN),
    ("api_record", "GET"): {
        **API_SEEN,
        "running": ("401 409 409 409 409 409 409", "401 404 409 409 409 409 409"),
    },
    ("api_join", "POST"): {  # the key of a private link stands in the body, and the watcher has not sent it
        "open": (API_ALL, "401 404 404 200 200 200 404"),
        **dict.fromkeys(("running", "over", "off"), (API_LATE, "401 404 404 409 409 409 404")),
    },
    ("api_leave", "POST"): {
        "open": ("401 403 403 200 200 409 403", "401 404 404 200 200 409 404"),
        **dict.fromkeys(("running", "over", "off"), (API_LATE, "401 404 404 409 409 409 404")),
    },
    ("api_move", "POST"): {
        "open": (API_GONE, API_GONE),
        "running": ("401 403 403 403 409 200 403", "401 404 403 403 409 200 403"),
        "over": ("401 403 403 403 422 422 403", "401 404 403 403 422 422 403"),
        "off": (API_GONE, API_GONE),
    },
}
# Somebody who looks at a page of a match that they may not know of gets a page about that, which is no 404.
LOOKS = [row for row in MATCHES if row[1] == "GET" and not row[0].startswith(("api_", "staff_", "embed"))]
MATCHES |= {
    row: {state: (one.replace("404", "403"), two.replace("404", "403")) for state, (one, two) in MATCHES[row].items()}
    for row in LOOKS
}
# An email's link and the address of an uploaded record speak for themselves: whoever holds them may use them.
KEYED = (
    "email",
    "email_invitation",
    "record_replay",
    "game_card",
    "rule_card",
    "play_now",
    "tutorial",
    "what_if",
    "what_if_preview",
    "what_if_narrow",
    "staff_do",
    "report_person",
    "join_group",
    "hush_group",
    "conversation",
)
EMAIL_LINKS = {
    ("email", "GET"): ALL,
    ("email", "POST"): ALL,
    ("record_replay", "GET"): ALL,
    ("email_invitation", "GET"): ALL.replace("200", "403"),
    ("game_card", "GET"): ALL.replace("200", "404"),
    ("rule_card", "GET"): ALL.replace("200", "404"),
    **{(name, method): ALL.replace("200", "404") for name in ("play_now", "tutorial") for method in ("GET", "POST")},
    ("staff_do", "POST"): "in 404 404 404 404 404 404",  # there is no act x; test_staff has those that are
    **{(name, method): NOWHERE for name in ("join_group", "hush_group") for method in ("GET", "POST")},
    ("change_group", "POST"): IN_GONE,  # test_groups has what members and owners can do
    **{("conversation", method): IN_GONE for method in ("GET", "POST")},
    **{("report_person", method): IN_GONE for method in ("GET", "POST")},  # nobody has the name x
    **{("what_if", method): "in" + 6 * " 404" for method in ("GET", "POST")},
    **{(name, "GET"): "in" + 6 * " 404" for name in ("what_if_preview", "what_if_narrow")},
}
TABLE = {**LISTS, **MATCHES, **EMAIL_LINKS}
OF_A_MATCH = {name for name, _ in MATCHES}
RUNNING_ONLY = ("play", "chat", "resign", "api_move", "email")


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


def data_for(name: str, match: Match) -> dict[str, Any]:
    """A request that works for people who may make it: the move of the seat to move, a name, a text."""
    if name in ("play", "text", "preview", "api_move") and match.status == "running":
        asked = open_of(load_match(match.pk))
        move = asked.decision.default
        if name == "api_move":
            return {"decision": asked.id, "move": {"verb": move.verb, "args": move.args}}
        form = {f"arg.{field}": "" if value is None else value for field, value in move.args.items()}
        return {"decision": asked.id, "verb": move.verb, **form}
    if name == "api_move":
        return {"decision": "1.0", "move": {"verb": "pass"}}
    if name == "api_join":
        return {"key": match.token} if match.is_public else {}
    if name == "api_read_chat":
        return {"text": "Hi"}
    if name == "api_leave":
        return {}
    words: dict[str, dict[str, Any]] = {
        "invite": {"name": "stranger"},
        "remove_bot": {"seat": "1"},
        "point_at": {"seat": "0"},
        "last_word": {"words": "Well played"},
        "chat": {"chat": "Hi"},
        "ask_others": {"what": "pause", "days": "3"},
        "answer_proposal": {"answer": "yes"},
        "nudge": {"seat": "0"},
    }
    return words.get(name, {})


def send(client: Client, method: str, name: str, match: Match | None, key: str = "") -> Any:
    address = address_of(name, match)
    data = data_for(name, match) if match else {}
    query = f"?key={key}" if key else ""
    if method == "GET":
        return client.get(address, data | ({"key": key} if key else {}))
    if name.startswith("api_"):
        return client.post(address + query, json.dumps(data), content_type="application/json")
    return client.post(address + query, data)


def address_of(name: str, match: Match | None) -> str:
    if name in KEYED:
        return reverse(name, args=["x"])
    if name == "change_group":
        return reverse(name, args=[77, "leave"])
    if name in NUMBERED:
        return reverse(name, args=[77])
    if name in ("api_clauses", "api_components", "api_view", "api_ratings"):
        return reverse(name, args=[GAME])
    if name == "answer_proposal" and match:
        return reverse(name, args=[match.pk, 77])
    return reverse(name, args=[match.pk] if match and name in OF_A_MATCH else [])


def code(answer: Any) -> str:
    if answer.status_code == 302 and answer["Location"].startswith("/accounts/login/"):
        return "in"
    return str(answer.status_code)


def outcomes(clients: dict[str, Client], method: str, name: str, match: Match | None) -> str:
    """The actual row of the matrix. Each request runs in a transaction that is rolled back."""
    found, before = [], everything()
    for role, client in clients.items():
        key = match.token if match and role == "watcher" else ""
        with transaction.atomic():
            answer = send(client, method, name, match, key)
            found.append(code(answer))
            if method == "GET" or found[-1] not in ("200", "302"):
                assert everything() == before, f"{role} changed something with {method} {name}: {found[-1]}"
            if match:
                knows_key = bool(key) or role in ("player", "owner") or (role == "invited" and match.status == "open")
                check_silence(answer, secrets_of(match, knows_key))
            transaction.set_rollback(True)
    return " ".join(found)


def check_silence(answer: Any, words: list[str]) -> None:
    body = answer.content.decode(errors="replace") + str(answer.headers)  # cards are pictures
    assert not [word for word in words if word in body]


def test_every_address_has_its_row() -> None:
    assert set(names_in(urls.urlpatterns)) == {name for name, _ in TABLE}


def names_in(patterns: list[Any]) -> Iterator[str]:
    for one in patterns:
        if isinstance(one, URLResolver):
            yield from names_in(one.url_patterns)
        else:
            yield one.name


def test_lists(cast: Cast) -> None:
    clients = {role: client_of(getattr(cast, role)) for role in ROLES}
    for (name, method), expected in LISTS.items():
        if name != "new_match":
            assert outcomes(clients, method, name, None) == expected, name
    assert outcomes(clients, "GET", "new_match", None) == LISTS["new_match", "GET"]
    check_new_table(cast, LISTS["new_match", "POST"])


def check_new_table(cast: Cast, expected: str) -> None:
    before = everything()
    found = [code(client_of(getattr(cast, role)).post(f"/tables/new/?game={GAME}")) for role in ROLES]
    assert " ".join(found) == expected and everything() == before


@pytest.mark.clause("PLAY-11")
@pytest.mark.parametrize("is_public", [True, False])
@pytest.mark.parametrize("state", STATES)
def test_matches(cast: Cast, state: str, is_public: bool) -> None:
    match = set_up(cast, state, is_public)
    clients = {role: client_of(getattr(cast, role)) for role in ROLES}
    found = {(name, method): outcomes(clients, method, name, match) for name, method in MATCHES}
    assert found == {row: cells[state][0 if is_public else 1] for row, cells in MATCHES.items()}


# A guest who is a stranger to the table is told what a stranger with an account is told, but for these.
OF_GUESTS: dict[tuple[str, str, str], str] = {
    ("join", "POST", "open"): "403",  # rated
    ("sit_as_guest", "POST", "open"): "403",
    ("api_join", "POST", "open"): "403",
    **{("api_read_chat", "POST", state): "403" for state in ("running", "over")},
    ("chat", "POST", "running"): "403",
    ("chat", "POST", "over"): "403",
}


@pytest.mark.clause("PLAY-11")
@pytest.mark.parametrize("is_public", [True, False])
@pytest.mark.parametrize("state", STATES)
def test_guests(cast: Cast, state: str, is_public: bool) -> None:
    match = set_up(cast, state, is_public)
    client = {"guest": client_of(User.objects.create_guest())}
    found = {(name, method): outcomes(client, method, name, match) for name, method in MATCHES}
    strangers = {row: cells[state][0 if is_public else 1].split()[1] for row, cells in MATCHES.items()}
    differ = {(name, method): code for (name, method, at), code in OF_GUESTS.items() if at == state and is_public}
    assert found == strangers | differ


def test_lists_of_guests(cast: Cast) -> None:
    client = {"guest": client_of(User.objects.create_guest())}
    for (name, method), expected in LISTS.items():
        if (name, method) != ("new_match", "POST"):
            assert outcomes(client, method, name, None) == expected.split()[1], name


# Other people, and whose column holds for them: none of these ties gives a right at a table.
LIKE: dict[str, str] = {
    "tied": "stranger",  # a friend and a superuser (only `is_staff` counts), with a group and a tournament of their own
    "blocked": "stranger",
    "former": "watcher",  # may go on looking
}
WITH_KEY = ("join", "sit_as_guest")  # a private table opens to these by its link only, not to a former player


def make_other(role: str, cast: Cast, match: Match) -> User:
    """Somebody without a seat, but with ties to the owner, the site or the match."""
    person: User = make_person(role, is_superuser=role == "tied")
    if role == "tied":
        friends.befriend(by=person, whom=cast.owner)
        friends.befriend(by=cast.owner, whom=person)
        announced(person)
        groups.create(owner=person, name="Club")
    elif role == "blocked":
        blocks.block(by=cast.owner, whom=person)
    elif role == "former":
        LostSeat.objects.create(match=match, user=person, seat=1)
    return person


@pytest.mark.clause("PLAY-11")
@pytest.mark.parametrize(("state", "is_public"), [("running", True), ("over", False)])
def test_ties_give_no_rights(cast: Cast, state: str, is_public: bool) -> None:
    match, wrong = set_up(cast, state, is_public), {}
    for role, column in LIKE.items():
        client = {role: client_of(make_other(role, cast, match))}
        for (name, method), cells in MATCHES.items():
            found = outcomes(client, method, name, match)
            like = "stranger" if name in WITH_KEY else column
            expected = cells[state][0 if is_public else 1].split()[ROLES.index(like)]
            if found != expected:
                wrong[role, name, method] = (found, expected)
    assert wrong == {}
