"""Every page of every title opens, for members and for visitors: the model included, which has no presets."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from games import titles
from games.lobby import tables
from games.matches import leaving
from games.matches.loaded import load_match
from games.titles import load_all
from tests.fixtures import make_person
from tests.games.conftest import DAY, browser_of, move_on

LISTS = ("/tables/?game={slug}", "/tables/new/?game={slug}", "/ratings/?game={slug}", "/records/")
RULES = ("", "booklet/", "offline.json", "card.png")
TABLE = ("", "text/", "history/", "history/?at=1", "card.png", "chat/all/", "proof/")


@pytest.fixture(autouse=True)
def with_models(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(titles, "_offered", [True])
    titles.load.cache_clear()
    yield
    monkeypatch.undo()
    titles.load.cache_clear()


def addresses(slug: str, matches: list[Any]) -> Iterator[str]:
    yield from (address.format(slug=slug) for address in LISTS)
    yield from (f"/rules/{slug}/{page}" for page in RULES)
    yield from (f"/rules/{slug}/{page.page}/" for page in load_all()[slug].meta.manual[1:])
    yield f"/match/{matches[0].pk}/"
    yield from (f"/match/{match.pk}/{page}" for match in matches[1:] for page in TABLE)


def matches_of(slug: str) -> list[Any]:
    """One that waits for players, one that runs, one that is over."""
    ada, bo, *others = (make_person(name) for name in ("ada", "bo", "cy", "dee", "eve"))
    seats = load_all()[slug].meta.seats[0]
    facts: Any = {"slug": slug, "seats": seats, "pace": "correspondence", "move_seconds": DAY, "bank_seconds": DAY}
    waiting, running, over = (tables.create_match(owner=ada, options={}, **facts) for _ in range(3))
    for match in (running, over):
        for person in [bo, *others][: seats - 1]:
            tables.join(match_id=match.pk, user=person)
        move_on(match, 2)
    for person in [bo, *others][: seats - 1]:
        if not load_match(over.pk).is_over:  # some games end with the first who leaves
            leaving.resign(match_id=over.pk, user=person)
    return [waiting, running, over]


@pytest.mark.django_db
@pytest.mark.parametrize("slug", sorted(load_all()))
def test_every_page_of_a_title_opens(slug: str) -> None:
    if load_all()[slug].meta.model:
        call_command("loadrules", verbosity=0)  # the test database has the manuals of the others
    matches = matches_of(slug)
    member, visitor = browser_of(matches[0].owner), Client()
    for address in addresses(slug, matches):
        assert {address: member.get(address).status_code} == {address: 200}
        assert visitor.get(address).status_code in (200, 302, 403), address
