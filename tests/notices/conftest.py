"""Matches and the stand-in for the outside web."""

from tests.games.conftest import start, steady_chance  # noqa: F401  (fixtures)
from tests.notices.web import web  # noqa: F401  (fixture)
