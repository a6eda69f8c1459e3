"""Fixtures: matches, and a stand-in for the public web."""

from tests.games.conftest import start, steady_chance  # noqa: F401  (fixtures)
from tests.notices.web import web  # noqa: F401  (fixture)
