"""Fixtures of tests of matches that these need, too."""

from tests.games.conftest import no_announcement, no_rate_limits, steady_chance

__all__ = ["no_announcement", "no_rate_limits", "steady_chance"]
