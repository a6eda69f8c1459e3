"""The game on a real site: the matches of the platform's tests."""

from typing import Any

import pytest

from games.kernel.position import AnyPosition
from games.models import Match
from games.titles.going_postal.tests.site.scenes import begin
from tests.fixtures import make_person
from tests.games.conftest import start, steady_chance

__all__ = ["start", "steady_chance"]


@pytest.fixture
def people(db: None) -> tuple[Any, ...]:
    return tuple(make_person(name) for name in ("ada", "bo", "cy", "di", "ed"))


@pytest.fixture
def laid(start: Any, people: tuple[Any, ...]) -> Any:
    """Start a match and give it this position."""

    def make(position: AnyPosition, pace: str = "correspondence") -> Match:
        return begin(start, people[: position.seats], position, pace)

    return make
