"""The leak law at every URL: a viewer gets the same answers when everything they cannot know is redrawn.

The position in the database is replaced by another one that looks the same from their seat. Then every URL (pages,
cards, API and lists) must answer with the same bytes, and so must a stream.
"""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.notices import calendar_feeds
from games.api import streams
from games.kernel import codec
from games.kernel.rng import Rng
from games.matches.loaded import load_match
from games.models import Match
from games.table import chat_reading, chat_writing
from games.titles import load
from tests.authorisation import asking, matrix
from tests.fixtures import make_person
from tests.games.conftest import browser_of, move_on
from tests.games.test_secrets import SEEDS, look_alike
from tests.samples import FROM_TWO, GAME_FIRST

pytestmark = pytest.mark.django_db
CHANCE = re.compile(
    r':1\w{5}:[\w-]{43}|nonce="[^"]*|csrf\w+" value="[^"]*|X-CSRFToken[^}]*|data-now="[^"]*'
    r'|"exported_at":"[^"]*|<updated>[^<]*'
)
SEEN = "people/me/devices/"  # says when each browser was last seen
# Pages that know no match, or show nothing of one.
APART = (
    "rules/",
    "r/",
    "accounts/",
    "oauth/",
    "staff/",
    "api/openapi",
    "api/record",
    "icon",
    "about/",
    "sitemap",
    SEEN,
    "worker",
)
AT, API = "match/<int:match_id>/", "api/v1/matches/<int:match_id>/"
FILLED = {"match_id", "game", "username", "feed"}


@pytest.fixture
def people(db: None) -> list[Any]:
    return [make_person(name) for name in ("ada", "bo", "cy", "dee")]


def readable() -> list[str]:
    """The routes of all pages that may show something of a match."""
    asked = {route: None for rows in matrix.read_all().values() for route, method in rows if method == "GET"}
    return [
        route
        for route in asked
        if not route.startswith(APART) and set(re.findall(r"<(?:\w+:)?(\w+)>", route)) - {"token"} <= FILLED
        if "<str:token>" not in route or route.startswith("feeds/")
    ]


def answers(user: User, match: Match) -> dict[str, tuple[int, str]]:
    """The answer of each page to this person, by route, without parts that are random each time."""
    browser, found = browser_of(user), {}
    things = {"match_id": match.pk, "game": match.slug, "username": "ada", "feed": calendar_feeds.token_of(user)}
    addresses = {route: asking.address_of(route, things) for route in readable()}
    addresses["history at"] = f"{reverse('replay', args=[match.pk])}?at={match.version}"
    for name, address in addresses.items():
        answer = browser.get(address)
        found[name] = (answer.status_code, CHANCE.sub("", answer.content.decode(errors="replace")))
    return found


def streamed(user: User, match: Match) -> list[bytes]:
    """Everything that an event stream opened before the match would have sent."""
    loaded = load_match(match.pk)
    stream = streams.Stream.__new__(streams.Stream)
    stream.user, stream.since, stream.seen = user, timezone.now() - timedelta(days=9), {}
    told = list(stream._events_of(loaded, chat_reading.chat_for(loaded, user)))
    return [re.sub(rb"^id: \d+", b"", event) for event in told]


def put(match: Match, position: str) -> None:
    """Store the position with a higher revision, so that cached copies count as stale."""
    Match.objects.filter(pk=match.pk).update(position=position, revision=F("revision") + 1)


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_every_url_answers_the_same_whatever_is_hidden(
    start: Any, people: list[User], slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start(slug, tuple(people[: load()[slug].meta.seats[0]]))
    loaded = move_on(match, 7, Rng("3d" * 16))
    match.refresh_from_db()
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    for user, seat in ((make_person("watcher"), None), (people[0], loaded.seat_of(people[0].pk))):
        pages, told = answers(user, match), streamed(user, match)
        assert {"200"} <= {str(status) for status, _ in pages.values()} and (seat is None or told)
        kept = Match.objects.get(pk=match.pk).position
        other = codec.dump(look_alike(loaded, seat, SEEDS[0]).at_table()).decode()
        assert other != kept
        put(match, other)
        again = answers(user, match)
        assert [name for name in pages if again[name] != pages[name]] == []
        assert streamed(user, match) == told
        put(match, kept)


def test_what_a_player_knows_does_change_the_answers(start: Any, people: list[User]) -> None:
    match = start(FROM_TWO, (people[0], people[1]))
    loaded = move_on(match, 7, Rng("3d" * 16))
    before = answers(people[0], match)
    put(match, codec.dump(look_alike(loaded, None, SEEDS[0]).at_table()).decode())  # with another hand
    after = answers(people[0], match)
    assert {AT, f"{AT}text/", API} <= {name for name in before if before[name] != after[name]}


def test_private_notes_are_shown_to_nobody_else(start: Any, people: list[User]) -> None:
    match = start(FROM_TWO, (people[0], people[1]))
    chat_writing.save_notes(match_id=match.pk, user=people[1], text="Ada bluffs with asteroids")
    for user in (people[0], make_person("watcher")):
        assert [name for name, (_, text) in answers(user, match).items() if "bluffs with" in text] == []
    own = {name for name, (_, text) in answers(people[1], match).items() if "bluffs with" in text}
    assert {AT, API} <= own
