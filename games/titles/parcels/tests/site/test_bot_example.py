"""The example bot for Parcels beats random play, in the arena and on a real server."""

from random import Random
from typing import Any

import pytest

from games.models import Match
from tests.games.test_arena import EXAMPLES, run
from tests.games.test_bot_client import client_package, sites_of

__all__ = ["client_package"]


def test_the_example_bot_beats_random_play(capsys: Any) -> None:
    facts = ("--game", "parcels", "--seats", 3, "--matches", 12, "--seed", "x")
    said, progress = run(capsys, EXAMPLES / "parcels_bot.py", "random", *facts)
    assert "12 matches" in said and "A is better." in said
    assert "12 of 12" in progress


@pytest.mark.django_db(transaction=True)
def test_the_parcels_bot_beats_random_bots(live: str, start: Any, owner: Any, player: Any, staff: Any) -> None:
    import parcels_bot
    from playpost_bot import play_waiting, random_move

    match = start()
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
