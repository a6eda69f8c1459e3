"""Pages, emails and the API show each reader a finished text, whatever the players are called."""

import re
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import User
from games.matches.loaded import load_match
from games.models import Match
from games.table import log_words, presenter
from games.titles import load
from tests.games.conftest import browser_of, move_on
from tests.games.each_mail import each_mail
from tests.games.table_sockets import TableSocket
from tests.games.test_api import Program
from tests.games.test_replies import local_post  # noqa: F401
from tests.samples import GAME_FIRST, seats_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]
NAMES = ("Deck", "Card", "You", "{seat:name}")  # a player may have any of these
MARKS = ("\x02", "\x03")


@pytest.fixture
def people(owner: User, player: User, staff: User) -> tuple[User, ...]:
    """Three players whose names occur in the sentences of games."""
    found = (owner, player, staff)
    for person, name in zip(found, NAMES, strict=False):
        person.display_name = name
        person.save()
    return found


def pages_of(match: Match) -> list[str]:
    """Addresses that show a match."""
    replay = reverse("replay", args=[match.pk])
    found = [reverse(name, args=[match.pk]) for name in ("match", "text")]
    return [*found, *(f"{replay}?at={version}" for version in range(1, load_match(match.pk).version + 1, 3))]


@pytest.mark.parametrize("slug", GAME_FIRST)
def test_no_page_holds_a_mark(start: Any, people: tuple[User, ...], stranger: User, slug: str) -> None:
    match = start(slug, people[: seats_of(slug)])
    for moves in (3, 30, 500):
        loaded = move_on(match, moves)
        for reader in (people[0], people[1], stranger):
            client = browser_of(reader)
            for address in pages_of(match) if moves != 500 else pages_of(match)[:4]:
                page = client.get(address)
                assert page.status_code == 200 and not any(mark in page.content.decode() for mark in MARKS), address
            told = presenter.describe(loaded, presenter.viewer_of(loaded, reader))
            assert not any(mark in text for mark in MARKS for text in (told.headline, told.last, told.default_words))


@pytest.mark.usefixtures("local_post")
@pytest.mark.parametrize("slug", GAME_FIRST)
def test_no_email_holds_a_mark(start: Any, people: tuple[User, ...], slug: str) -> None:
    for kind, mail in each_mail(start, people, slug):
        texts = [mail.subject, mail.body, *(str(one.content) for one in getattr(mail, "alternatives", ()))]
        assert not any(mark in text for text in texts for mark in MARKS), kind


@pytest.mark.parametrize("slug", sorted(load()))
def test_the_log_calls_its_reader_you(start: Any, people: tuple[User, ...], slug: str) -> None:
    match = start(slug, people[: seats_of(slug)])
    loaded = move_on(match, 40)
    seat = loaded.seat_of(people[0].pk)
    own = [one.words for one in log_words.story(loaded, seat)]
    assert any("You " in line for line in own)
    others = [one.words for one in log_words.story(loaded, None)]
    assert any("Deck " in line for line in others)
    page = browser_of(people[0]).get(reverse("match", args=[match.pk])).content.decode()
    assert re.search(f'<b data-seat="{seat}">[Yy]ou</b>', page) and ">Deck</b>" not in page


def test_the_api_is_finished_text(start: Any, people: tuple[User, ...]) -> None:
    match = start(people=people)
    move_on(match, 20)
    told = Program(people[0]).get(f"matches/{match.pk}/log/").content.decode()
    assert "You " in told and "Card " in told and "Deck " not in told
    assert "\\u0002" not in told and not any(mark in told for mark in MARKS)


@pytest.mark.django_db(transaction=True)
def test_open_pages_get_finished_text(live: str, start: Any, people: tuple[User, ...]) -> None:
    match = start(people=people)
    with TableSocket(live, match.pk, people[0]) as page, TableSocket(live, match.pk, people[1]) as other:
        page.settle(0.3), other.settle(0.3)
        loaded = move_on(match, 6)
        page.settle(0.5), other.settle(0.5)
        first, second = (loaded.seat_of(person.pk) for person in people[:2])
        mine, theirs = page.parts["log"], other.parts["log"]
        assert f'<b data-seat="{first}">You</b>' in mine and f'<b data-seat="{second}">Card</b>' in mine
        assert f'<b data-seat="{second}">You</b>' in theirs and f'<b data-seat="{first}">Deck</b>' in theirs
        assert not any(mark in html for mark in MARKS for html in (*page.parts.values(), *other.parts.values()))
