"""The shared browser fixtures, and checks for any page: no console errors, nothing blocked, no horizontal scrolling."""

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("width", [360, 1600])
def test_first_page_has_no_errors_and_fits_the_screen(page_of: Callable[..., Any], width: int) -> None:
    page = page_of(width=width)
    complaints: list[str] = []
    page.on(
        "console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None
    )
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("response", lambda answer: complaints.append(answer.url) if answer.status >= 400 else None)
    answer = page.goto("/")
    assert answer.status == 200
    assert "nonce-" in answer.headers["content-security-policy"]
    assert complaints == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_logged_in_browser_is_recognized(page_of: Callable[..., Any], owner: Any) -> None:
    page = page_of(owner)
    page.goto("/people/me/settings/")
    assert page.url.endswith("/people/me/settings/")
    assert owner.username in page.content()


def test_anonymous_visitors_are_sent_to_the_login_page(page_of: Callable[..., Any]) -> None:
    page = page_of()
    page.goto("/people/me/settings/")
    assert "/accounts/login/" in page.url
