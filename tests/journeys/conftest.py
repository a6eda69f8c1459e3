"""Journeys fail soon: no page of ours takes longer than a few seconds."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.games.conftest import start, steady_chance  # noqa: F401  (the same deals in each run)

PATIENCE = 8000  # milliseconds


@pytest.fixture
def page_of(page_of: Callable[..., Any]) -> Iterator[Callable[..., Any]]:
    """As everywhere, with less patience."""

    def open_page(*args: Any, **more: Any) -> Any:
        page = page_of(*args, **more)
        page.context.set_default_timeout(PATIENCE)
        return page

    yield open_page


@pytest.fixture(autouse=True)
def emails_on_the_desk(settings: Any) -> None:
    """Emails of this process lie where those of the server lie."""
    settings.EMAIL_BACKEND = "accounts.mail.dev_outbox.DeskBackend"
