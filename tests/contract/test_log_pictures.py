"""The small pictures beside log lines: each exists, and none shows what its viewer must not know."""

import re
from functools import cache

import pytest
from msgspec.structs import replace

from games.kernel import engine
from games.kernel.bots import seed_from
from games.kernel.laws.random_cases import Case, walk
from games.kernel.types import Event
from games.titles import folder, load

GAMES = [slug for slug, game in load().items() if game.table.log_pictures]
SYMBOL = re.compile(r'<symbol id="([^"]+)"')


@cache
def told(slug: str, seed: int) -> list[Event]:
    """The events of a random match with the most seats, as stored."""
    game = load()[slug]
    seats = game.meta.seats[-1]
    case = Case(seats, game.rules.options.defaults(seats, "correspondence"), seed_from("pictures", seed))
    return [event for point in walk(game, case) for event in point.events]


@pytest.mark.parametrize("slug", GAMES)
def test_every_log_picture_exists(slug: str) -> None:
    game = load()[slug]
    drawn = set(SYMBOL.findall((folder(slug) / "pictures" / "cards.svg").read_text()))
    assert game.table.log_pictures is not None
    shown = {id for seed in range(2) for event in told(slug, seed) for id in game.table.log_pictures(event)}
    assert len(shown) > 3 and shown <= drawn, shown - drawn


@pytest.mark.parametrize("slug", GAMES)
def test_log_pictures_show_other_seats_only_public_information(slug: str) -> None:
    game = load()[slug]
    pictures = game.table.log_pictures
    assert pictures is not None
    for event in (one for seed in range(2) for one in told(slug, seed)):
        for seat in (*range(game.meta.seats[-1]), None):
            (seen,) = engine.events_for([event], seat, 0, False)
            if seat not in event.private and event.opens != "now":
                assert pictures(seen) == pictures(replace(event, private={}))


def test_some_log_pictures_are_private() -> None:
    """Otherwise the test above would check nothing."""
    found = set()
    for slug in GAMES:
        game = load()[slug]
        assert game.table.log_pictures is not None
        for event in told(slug, 0):
            for seat in event.private:
                (seen,) = engine.events_for([event], seat, 0, False)
                if game.table.log_pictures(seen) != game.table.log_pictures(replace(event, private={})):
                    found.add(slug)
    assert found
