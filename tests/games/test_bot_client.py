"""Bots written with clients/python play whole matches on a real server through the API."""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from accounts import tokens
from games.models import Match
from tests.samples import FROM_TWO

CLIENT = Path(__file__).resolve().parents[2] / "clients" / "python"
EXAMPLES = CLIENT / "examples"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def client_package(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(CLIENT))
    monkeypatch.syspath_prepend(str(EXAMPLES))
    yield
    ours = {"playpost_bot", *(path.stem for path in EXAMPLES.glob("*.py"))}
    for name in [name for name in sys.modules if name.partition(".")[0] in ours]:
        del sys.modules[name]


def sites_of(live: str, *people: Any) -> list[Any]:
    from playpost_bot import Site

    keys = [tokens.create(user=one, name="bot", scopes=["read", "play"], days=30) for one in people]
    return [Site(live, key) for key in keys]


def play_out(match: Match, sites: list[Any], choose: Any, most: int = 400) -> Match:
    from playpost_bot import play_waiting

    for _ in range(most):
        if not sum(play_waiting(site, choose) for site in sites):
            break
    return Match.objects.get(pk=match.pk)


def test_random_bots_play_a_match(live: str, start: Any, owner: Any, player: Any) -> None:
    from playpost_bot import random_move

    match = start(slug=FROM_TWO, people=(owner, player))
    over = play_out(match, sites_of(live, owner, player), lambda _, decision: random_move(decision, Random(7)))
    assert over.status == Match.Status.OVER


def test_a_refusal_names_its_rule(live: str, start: Any, owner: Any) -> None:
    from playpost_bot import Refused

    match = start()
    (site,) = sites_of(live, owner)
    with pytest.raises(Refused) as refused:
        site.play(match.pk, "0.0", {"verb": "play"})
    assert refused.value.status in (409, 422) and refused.value.clause
