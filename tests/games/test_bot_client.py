"""Programs that know nothing but the API play whole matches on a real server, with the client of clients/python."""

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from accounts import tokens
from games.models import Match

CLIENT = Path(__file__).resolve().parents[2] / "clients" / "python"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def client_package(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(CLIENT))
    monkeypatch.syspath_prepend(str(CLIENT / "examples"))
    yield
    for name in [name for name in sys.modules if name.startswith(("playpost_bot", "parcels_bot"))]:
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


def test_random_bots_play_a_match_of_dinosaurs(live: str, start: Any, owner: Any, player: Any) -> None:
    from playpost_bot import random_move

    match = start(slug="dinosaurs", people=(owner, player))
    over = play_out(match, sites_of(live, owner, player), lambda _, decision: random_move(decision, Random(7)))
    assert over.status == Match.Status.OVER


def test_the_parcels_bot_beats_random_bots(live: str, start: Any, owner: Any, player: Any, staff: Any) -> None:
    import parcels_bot
    from playpost_bot import play_waiting, random_move

    match = start(slug="parcels")
    sites = sites_of(live, owner, player, staff)
    chance = Random(3)
    for _ in range(400):
        played = play_waiting(sites[0], parcels_bot.choose)
        played += sum(play_waiting(site, lambda _, decision: random_move(decision, chance)) for site in sites[1:])
        if not played:
            break
    over = Match.objects.get(pk=match.pk)
    assert over.status == Match.Status.OVER
    assert over.seats.get(user=owner).rank == 1


def test_a_refusal_names_its_rule(live: str, start: Any, owner: Any) -> None:
    from playpost_bot import Refused

    match = start()
    (site,) = sites_of(live, owner)
    with pytest.raises(Refused) as refused:
        site.play(match.pk, "0.0", {"verb": "play"})
    assert refused.value.status in (409, 422) and refused.value.clause
