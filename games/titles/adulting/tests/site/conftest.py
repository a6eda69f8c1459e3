"""The game on a real site, with the match fixtures of the platform's tests."""

from tests.games.conftest import start, steady_chance

__all__ = ["start", "steady_chance"]
