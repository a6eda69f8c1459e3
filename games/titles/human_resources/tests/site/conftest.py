"""Fixtures for tests of this game on a real site, shared with the platform's tests."""

from tests.games.conftest import start, steady_chance

__all__ = ["start", "steady_chance"]
