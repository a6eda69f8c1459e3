"""Fixtures for tests of Parcels on a real site, shared with the platform's tests."""

from collections.abc import Callable
from functools import partial

import pytest

from games.models import Match
from tests.games.conftest import start as start_any
from tests.games.conftest import steady_chance

__all__ = ["start_any", "steady_chance"]


@pytest.fixture
def start(start_any: Callable[..., Match]) -> Callable[..., Match]:
    return partial(start_any, "parcels")
