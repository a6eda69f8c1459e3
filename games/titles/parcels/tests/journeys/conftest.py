"""Fixtures for browser tests of Parcels, shared with the platform's tests."""

from collections.abc import Callable
from functools import partial

import pytest

from games.models import Match
from tests.games.conftest import start as start_any
from tests.journeys.conftest import emails_on_the_desk, page_of, steady_chance

__all__ = ["emails_on_the_desk", "page_of", "start_any", "steady_chance"]


@pytest.fixture
def start(start_any: Callable[..., Match]) -> Callable[..., Match]:
    return partial(start_any, "parcels")
