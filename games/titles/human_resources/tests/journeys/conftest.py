"""The game in a real browser."""

from tests.journeys.conftest import emails_on_the_desk, page_of, start, steady_chance

__all__ = ["emails_on_the_desk", "page_of", "start", "steady_chance"]
