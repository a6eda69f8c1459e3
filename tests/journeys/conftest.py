"""Journeys fail soon: no page of ours takes longer than a few seconds."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.games.conftest import no_rate_limits, start, steady_chance  # noqa: F401  (the same deals in each run)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PATIENCE = 15_000  # milliseconds


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
    settings.EMAIL_BACKEND = "accounts.mail.dev_outbox.DevOutboxBackend"


@pytest.fixture
def phone(browser: "Browser", live_server: Any, settings: Any) -> Iterator["Page"]:
    """A phone whose site is this process, so that the story's time passes for both."""
    settings.SITE_URL = live_server.url
    size = {"width": 360, "height": 740}
    context = browser.new_context(base_url=live_server.url, viewport=size, has_touch=True, is_mobile=True)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()
